defmodule Stock.Race do
  # Functions without arguments, for mix weft.check.

  def look_then_take(), do: 0 = sold(fn stock -> set(stock, left(stock) - 1) end)
  def take_one_each(), do: 0 = sold(fn stock -> Agent.update(stock, &(&1 - 1)) end)

  defp sold(buy) do
    {:ok, stock} = Agent.start_link(fn -> 2 end)
    for(_ <- 1..2, do: Task.async(fn -> buy.(stock) end)) |> Enum.each(&Task.await/1)
    left(stock)
  end

  defp left(stock), do: Agent.get(stock, &Function.identity/1)
  defp set(stock, left), do: Agent.update(stock, fn _ -> left end)
end
