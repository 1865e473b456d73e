# Two processes start the same child of a supervisor if it is not there.
ExUnit.start()

defmodule StartOnceTest do
  use ExUnit.Case

  def ensure() do
    case Process.whereis(:cache) do
      nil -> {:ok, _} = Agent.start(fn -> %{} end, name: :cache)
      pid -> {:ok, pid}
    end
  end

  test "both get it" do
    tasks = for _ <- [1, 2], do: Task.async(fn -> ensure() end)
    assert [{:ok, pid}, {:ok, pid}] = Enum.map(tasks, &Task.await/1)
  end
end
