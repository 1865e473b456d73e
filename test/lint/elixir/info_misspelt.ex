# What a server sends to itself after a while, and only the clause for everything takes.
# lint: send_unreceived api tick
defmodule InfoMisspelt do
  use GenServer
  require Logger

  def start_link(state), do: GenServer.start_link(__MODULE__, state, name: __MODULE__)

  def init(state) do
    Process.send_after(self(), :tick, 1000)
    {:ok, state}
  end

  def handle_info(:tock, state), do: {:noreply, state + 1}

  def handle_info(other, state) do
    Logger.warn("what is #{inspect(other)}?")
    {:noreply, state}
  end
end
