# A process of its own, with a tag that nobody sends.
# lint: receive_unneeded api {dne, _}
defmodule LoopMisspelt do
  def start(), do: spawn(fn -> loop(0) end)
  def stop(pid), do: send(pid, {:done, self()})

  defp loop(n) do
    receive do
      {:done, from} -> send(from, n)
      {:dne, _} -> loop(n + 1)
    end
  end
end
