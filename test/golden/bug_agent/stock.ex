# Reading and writing an Agent in two steps.
defmodule Stock do
  def test do
    {:ok, stock} = Agent.start_link(fn -> 0 end)

    [1, 2]
    |> Enum.map(fn n -> Task.async(fn -> add(stock, n) end) end)
    |> Enum.each(&Task.await/1)

    3 = Agent.get(stock, & &1)
    :ok
  end

  defp add(stock, n) do
    old = Agent.get(stock, & &1)
    Agent.update(stock, fn _ -> old + n end)
  end
end
