defmodule Door.MixProject do
  use Mix.Project

  def project do
    [app: :door, version: "0.1.0", build_path: "../../_build", deps_path: "../../deps", lockfile: "../../mix.lock", deps: [{:bell, in_umbrella: true}]]
  end
end
