# A request that no clause of handle_call takes.
# lint: send_unreceived api {fetch, _}
defmodule CallMisspelt do
  use GenServer

  def start_link(state), do: GenServer.start_link(__MODULE__, state, name: __MODULE__)
  def read(key), do: GenServer.call(__MODULE__, {:read, key})
  def fetch(key), do: GenServer.call(__MODULE__, {:fetch, key})

  def init(state), do: {:ok, state}
  def handle_call({:read, key}, _from, state), do: {:reply, Map.get(state, key), state}
end
