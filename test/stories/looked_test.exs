# A message is looked for, but not waited for.
ExUnit.start()

defmodule LookedTest do
  use ExUnit.Case

  test "both are told" do
    me = self()

    spawn(fn ->
      send(me, :begun)
      send(me, :done)
    end)

    assert_receive :begun
    assert_received :done
  end
end
