defmodule WeftTask do
  @moduledoc false
  # What the tasks have in common: the project's configuration, the program, its verdict. :weft_launcher does the work,
  # which rebar3's plugin needs, too.

  @example ~s(weft: [bin: "/path/to/weft"] in project/0 of mix.exs)

  # Calls a command of weft. The words of the configuration come before those of the command line, so that these win.
  def call(command, words, environment \\ []) do
    config = Mix.Project.config()[:weft] || []
    command = String.to_charlist(command)
    words = :weft_launcher.words(command, config) ++ Enum.map(words, &String.to_charlist/1)
    run(find(config), [command | words], environment)
  end

  # Whether this is the environment that tests are compiled in. mix knows which one a task prefers only if the task is in
  # an archive, not if it comes with a dependency; and nothing says which one to use if the user does not.
  def for_tests?(), do: Mix.env() == env()

  # The same task once more, in the environment for tests.
  def call_for_tests(task, words) do
    run(System.find_executable("mix"), Enum.map([task | words], &String.to_charlist/1), [])
  end

  # What mix has built in this environment.
  def libraries() do
    [Path.join(Mix.Project.build_path(), "lib") | List.wrap(System.get_env("ERL_LIBS"))] |> Enum.join(":")
  end

  defp run(program, words, environment) do
    environment =
      for {name, value} <- [{"MIX_ENV", to_string(env())} | environment], do: {to_charlist(name), to_charlist(value)}

    verdict(:weft_launcher.run(to_charlist(program), words, environment))
  end

  defp env(), do: String.to_atom(System.get_env("MIX_ENV") || "test")

  defp find(config) do
    case :weft_launcher.find(config, to_charlist(@example)) do
      {:ok, program} -> program
      {:error, message} -> Mix.raise(to_string(message))
    end
  end

  # weft has said what is wrong, so nothing is added but the status.
  defp verdict(0), do: :ok
  defp verdict(status), do: exit({:shutdown, status})
end
