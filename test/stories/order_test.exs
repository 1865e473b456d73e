# Two processes send, and the test expects them in one order.
ExUnit.start()

defmodule OrderTest do
  use ExUnit.Case

  test "first comes first" do
    me = self()
    for n <- [1, 2], do: spawn(fn -> send(me, {:message, n}) end)
    assert_receive {:message, first}
    assert first == 1
  end
end
