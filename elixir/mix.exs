defmodule Weft.MixProject do
  use Mix.Project

  def project do
    [
      app: :weft,
      version: "0.1.0",
      elixir: "~> 1.10",
      description: "mix weft: checks ExUnit tests under every schedule that can matter",
      package: [licenses: ["Apache-2.0"]]
    ]
  end

  def application, do: [extra_applications: []]
end
