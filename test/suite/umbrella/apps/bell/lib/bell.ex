# Counts how often it was rung.
defmodule Bell do
  use Application
  def start(_, _), do: Supervisor.start_link([{Agent, &nobody/0} |> Supervisor.child_spec(start: {Agent, :start_link, [&nobody/0, [name: Bell]]})], strategy: :one_for_one)
  def ring, do: Agent.update(Bell, &(&1 + 1))
  def rung, do: Agent.get(Bell, & &1)
  defp nobody, do: 0
end
