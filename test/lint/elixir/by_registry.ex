# A server that is found by a registry: which one gets a request is not known.
# lint: nothing
defmodule ByRegistry do
  use GenServer

  def start_link(id), do: GenServer.start_link(__MODULE__, id, name: via(id))
  def ask(id), do: GenServer.call(via(id), :ask)
  def publish(topic, message), do: Registry.dispatch(ByRegistry.Topics, topic, fn all -> for {pid, _} <- all, do: send(pid, {:published, message}) end)
  defp via(id), do: {:via, Registry, {ByRegistry.Names, id}}

  def init(id) do
    {:ok, _} = Registry.register(ByRegistry.Topics, "topic", id)
    {:ok, id}
  end

  def handle_call(:ask, _from, id), do: {:reply, id, id}
  def handle_info({:published, _}, id), do: {:noreply, id}
end
