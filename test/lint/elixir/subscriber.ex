# A process that subscribes by a registry is sent what others publish.
# lint: nothing
defmodule Subscriber do
  def start(topic) do
    spawn(fn ->
      {:ok, _} = Registry.register(Topics, topic, [])
      receive do: ({:published, message} -> message)
    end)
  end
end
