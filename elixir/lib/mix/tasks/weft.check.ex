defmodule Mix.Tasks.Weft.Check do
  @shortdoc "Checks one function of the project under every schedule that can matter"

  @moduledoc """
  Checks one function without arguments under every schedule that can matter.

      mix weft.check -m Stock.Race -t two_buyers
      mix weft.check -m Stock.Race -t two_buyers --keep-going --jobs 2

  It compiles the project in the environment `test` (or the one that the variable MIX_ENV names) and calls `weft check`
  with the modules of the project and of what it depends on. The options are weft's own: `weft help check` tells them.
  Configuration and exit status are those of `mix weft`.
  """
  use Mix.Task

  @preferred_cli_env :test

  @impl Mix.Task
  def run(words) do
    if WeftTask.for_tests?() do
      Mix.Task.run("compile")
      WeftTask.call("check", words, [{"ERL_LIBS", WeftTask.libraries()}])
    else
      WeftTask.call_for_tests("weft.check", words)
    end
  end
end
