# A worker for each key: it is looked for, and started if it is not there.
ExUnit.start()

defmodule Worker do
  use GenServer, restart: :temporary
  def start_link(key), do: GenServer.start_link(__MODULE__, key, name: {:via, Registry, {Names, key}})
  def init(key), do: {:ok, key}
end

defmodule ChildrenTest do
  use ExUnit.Case

  setup do
    start_supervised!({Registry, keys: :unique, name: Names})
    start_supervised!({DynamicSupervisor, name: Workers})
    :ok
  end

  defp fetch(key) do
    case Registry.lookup(Names, key) do
      [{pid, _}] ->
        pid

      [] ->
        {:ok, pid} = DynamicSupervisor.start_child(Workers, {Worker, key})
        pid
    end
  end

  test "there is one worker" do
    one = Task.async(fn -> fetch(:printer) end)
    other = Task.async(fn -> fetch(:printer) end)
    assert Task.await(one) == Task.await(other)
  end
end
