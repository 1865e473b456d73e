# What agents and tasks send and take themselves is not for lint to complain about.
# lint: nothing
defmodule AgentAndTask do
  def start_link(), do: Agent.start_link(fn -> %{} end, name: __MODULE__)
  def put(key, value), do: Agent.update(__MODULE__, &Map.put(&1, key, value))
  def get(key), do: Agent.get(__MODULE__, &Map.get(&1, key))

  def both(f, g) do
    [Task.async(f), Task.async(g)] |> Enum.map(&Task.await/1)
  end

  def yielded(f) do
    task = Task.async(f)

    case Task.yield(task, 100) || Task.shutdown(task) do
      {:ok, result} -> result
      nil -> receive do: ({ref, late} when ref == task.ref -> late), after: (0 -> :none)
    end
  end
end
