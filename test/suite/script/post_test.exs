ExUnit.start()

defmodule PostTest do
  use ExUnit.Case

  test "a message that is sent comes" do
    post(:letter)
    assert_receive :letter
  end

  test "a message that is not sent does not come" do
    post(:letter)
    assert_receive :parcel
  end

  test "a message may come later" do
    post(:letter)
    refute_receive :letter
  end

  defp post(what) do
    me = self()
    spawn(fn -> send(me, what) end)
  end
end
