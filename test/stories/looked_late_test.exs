# A message is looked for, but not waited for; it comes of a timeout, which may as well fire after the test has its verdict.
ExUnit.start()

defmodule LookedLateTest do
  use ExUnit.Case

  test "both are told" do
    me = self()

    spawn(fn ->
      send(me, :begun)
      receive do: (:stop -> :ok), after: (5 -> send(me, :done))
    end)

    assert_receive :begun
    assert_received :done
  end
end
