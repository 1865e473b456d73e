# A cast that no clause takes; and one that is taken.
# lint: send_unreceived api {stoer, _}
defmodule CastMisspelt do
  use GenServer

  def start_link(state), do: GenServer.start_link(__MODULE__, state, name: __MODULE__)
  def put(value), do: GenServer.cast(__MODULE__, {:store, value})
  def add(value), do: GenServer.cast(__MODULE__, {:stoer, value})

  def init(state), do: {:ok, state}
  def handle_cast({:store, value}, state), do: {:noreply, [value | state]}
end
