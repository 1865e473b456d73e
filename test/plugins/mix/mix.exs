# The project of test/suite with mix weft: WEFT_MIX is where its sources are, WEFT_OPTIONS what stands below weft:.
defmodule Stock.MixProject do
  use Mix.Project

  def project do
    [app: :stock, version: "0.1.0", elixir: "~> 1.10", deps: deps(System.get_env("WEFT_MIX")), weft: options()]
  end

  def application, do: [mod: {Stock.Application, []}]

  defp deps(nil), do: []
  defp deps(path), do: [{:weft, path: path, runtime: false}]

  defp options(), do: Code.eval_string(System.get_env("WEFT_OPTIONS") || "[]") |> elem(0)
end
