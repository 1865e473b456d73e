defmodule Stock.Application do
  use Application
  def start(_, _), do: Supervisor.start_link([{Registry, keys: :unique, name: Stock.Names}], strategy: :one_for_one)
end

defmodule Stock do
  use Agent
  def start_link(item), do: Agent.start_link(fn -> 2 end, name: {:via, Registry, {Stock.Names, item}})
  def left(pid), do: Agent.get(pid, & &1)
  def take(pid), do: Agent.get_and_update(pid, &{:ok, &1 - 1})
  def set(pid, left), do: Agent.update(pid, fn _ -> left end)
end
