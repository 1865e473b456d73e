defmodule BellTest do
  use ExUnit.Case

  test "two guests ring" do
    for _ <- 1..2, do: spawn_link(&Bell.ring/0)
    Bell.ring()
    assert Bell.rung() >= 1
  end
end
