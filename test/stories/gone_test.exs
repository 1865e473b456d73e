# A server is told to stop by somebody else while it is called.
ExUnit.start()

defmodule Quiet do
  use GenServer
  def init(state), do: {:ok, state}
  def handle_call(:get, _from, state), do: {:reply, state, state}
  def handle_cast(:stop, state), do: {:stop, :normal, state}
end

defmodule GoneTest do
  use ExUnit.Case

  test "it answers" do
    {:ok, server} = GenServer.start(Quiet, 1)
    spawn(fn -> GenServer.cast(server, :stop) end)
    assert GenServer.call(server, :get) == 1
  end
end
