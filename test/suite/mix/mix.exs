defmodule Stock.MixProject do
  use Mix.Project
  def project, do: [app: :stock, version: "0.1.0", elixir: "~> 1.10"]
  def application, do: [mod: {Stock.Application, []}]
end
