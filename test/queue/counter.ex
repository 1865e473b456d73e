defmodule Shared.Counter do
  # Three processes count, and lose counts.
  def main do
    {:ok, counter} = Agent.start_link(fn -> 0 end)
    tasks = for _ <- 1..3, do: Task.async(fn -> add(counter, Agent.get(counter, & &1)) end)
    Enum.each(tasks, &Task.await/1)
    Agent.get(counter, & &1)
  end

  defp add(counter, n), do: Agent.update(counter, fn _ -> n + 1 end)
end
