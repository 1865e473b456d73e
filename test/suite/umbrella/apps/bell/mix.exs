defmodule Bell.MixProject do
  use Mix.Project

  def project do
    [app: :bell, version: "0.1.0", build_path: "../../_build", deps_path: "../../deps", lockfile: "../../mix.lock"]
  end

  def application, do: [mod: {Bell, []}]
end
