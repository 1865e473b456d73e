defmodule StockTest do
  use ExUnit.Case, async: true

  setup_all do
    {:ok, item: :apple}
  end

  setup %{item: item} do
    on_exit(fn -> :ok end)
    {:ok, pid: start_supervised!({Stock, item})}
  end

  test "takes one after the other", %{pid: pid, item: item} do
    Stock.take(pid)
    assert [{^pid, _}] = Registry.lookup(Stock.Names, item)
    assert Stock.left(pid) == 1
  end

  describe "two buyers" do
    test "take one each", %{pid: pid} do
      both(fn -> Stock.take(pid) end)
      assert Stock.left(pid) == 0
    end

    test "look, then take", %{pid: pid} do
      both(fn -> Stock.set(pid, Stock.left(pid) - 1) end)
      assert Stock.left(pid) == 0
    end
  end

  @tag :skip
  test "counts what is left", do: flunk("not yet")

  @tag :slow
  test "takes all year", do: flunk("excluded by the helper")

  defp both(fun), do: [Task.async(fun), Task.async(fun)] |> Task.await_many()
end
