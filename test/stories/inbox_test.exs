# The answer is what was there when the question came, and nobody says when that is.
ExUnit.start()

defmodule InboxTest do
  use ExUnit.Case

  test "the new price is told" do
    {:ok, prices} = Agent.start_link(fn -> %{tea: 3} end)
    me = self()
    spawn_link(fn -> send(me, {:price, :tea, Agent.get(prices, & &1.tea)}) end)
    Agent.update(prices, &Map.put(&1, :tea, 4))
    wanted = 4
    assert_receive {:price, _, ^wanted}
  end
end
