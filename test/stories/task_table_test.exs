# A task reads what another task writes.
ExUnit.start()

defmodule TaskTableTest do
  use ExUnit.Case

  test "the reader finds it" do
    table = :ets.new(:table, [:public])
    writer = Task.async(fn -> :ets.insert(table, {:key, 1}) end)
    reader = Task.async(fn -> :ets.lookup(table, :key) end)
    Task.await(writer)
    assert Task.await(reader) == [key: 1]
  end
end
