defmodule Mix.Tasks.Weft do
  @shortdoc "Checks the project's tests under every schedule that can matter"

  @moduledoc """
  Checks each of the project's ExUnit tests with weft, under every schedule that can matter.

      mix weft
      mix weft test/stock_test.exs
      mix weft test/stock_test.exs:12 --max-seconds 10

  It calls `weft test`, which asks mix to compile the project and to load the tests in the environment `test` (or the
  one that the variable MIX_ENV names). The exit status is weft's: 0 no error found, 1 a test fails, 2 weft could not do it.

  ## Command line options

  They are weft's own: `weft help test` tells them. Some of them:

    * `--only NAME` - tests with NAME in their name
    * `--list` - tell what tests there are, and run none
    * `--max-seconds S` - stop each test after S seconds
    * `--jobs N` - explore with N processes at once
    * `--keep-going` - go on after the first error of a test

  ## Configuration

  What is always wanted stands in `weft.toml`, or in `project/0` of `mix.exs`, with the names of the options:

      def project do
        [app: :stock, version: "0.1.0", weft: [max_seconds: 10, jobs: 2, test: [only: ["buyers"]]]]
      end

  A flag is `true`, an option that may be given several times has a list, and what stands below `test` or `check` is for
  that command alone. `bin: "/path/to/weft"` says where the program is; else the variable WEFT does, else it is on PATH.
  """
  use Mix.Task

  @preferred_cli_env :test

  @impl Mix.Task
  def run(words), do: WeftTask.call("test", words)
end
