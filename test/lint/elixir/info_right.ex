# The same with a clause for it, and with messages of others.
# lint: nothing
defmodule InfoRight do
  use GenServer

  def start_link(state), do: GenServer.start_link(__MODULE__, state, name: __MODULE__)

  def init(state) do
    Process.send_after(self(), :tick, 1000)
    Process.flag(:trap_exit, true)
    {:ok, Process.monitor(state)}
  end

  def handle_info(:tick, state), do: {:noreply, state}
  def handle_info({:DOWN, ref, :process, _, _}, ref), do: {:stop, :normal, ref}
  def handle_info({:EXIT, _, _}, state), do: {:noreply, state}
end
