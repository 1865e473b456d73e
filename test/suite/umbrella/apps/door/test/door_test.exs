defmodule DoorTest do
  use ExUnit.Case

  test "who knocks rings" do
    Task.await(Door.knock())
    assert Bell.rung() == 1
  end

  test "who knocks has rung already" do
    task = Door.knock()
    assert Bell.rung() == 1
    Task.await(task)
  end

  @tag :night
  test "nobody knocks", do: assert(Bell.rung() == 0)
end
