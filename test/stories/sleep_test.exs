# A test that sleeps for a while instead of waiting for what it needs.
ExUnit.start()

defmodule SleepTest do
  use ExUnit.Case

  test "it was written" do
    table = :ets.new(:table, [:public])
    spawn(fn -> :ets.insert(table, {:done, true}) end)
    Process.sleep(10)
    assert :ets.lookup(table, :done) == [done: true]
  end
end
