# A linked task crashes if it comes too early, and takes the test along.
ExUnit.start()

defmodule LinkedTest do
  use ExUnit.Case

  test "the settings are there" do
    table = :ets.new(:settings, [:public])
    spawn_link(fn -> :ets.insert(table, {:port, 80}) end)
    task = Task.async(fn -> [{:port, port}] = :ets.lookup(table, :port); port end)
    assert Task.await(task) == 80
  end
end
