# A cast of another process, and a call that expects it to have been served.
ExUnit.start()

defmodule Stack do
  use GenServer
  def init(items), do: {:ok, items}
  def handle_cast({:push, item}, items), do: {:noreply, [item | items]}
  def handle_call(:pop, _from, [item | items]), do: {:reply, item, items}
  def handle_call(:pop, _from, []), do: {:reply, nil, []}
end

defmodule CastTest do
  use ExUnit.Case

  test "what was pushed is popped" do
    {:ok, stack} = GenServer.start_link(Stack, [])
    spawn(fn -> GenServer.cast(stack, {:push, 1}) end)
    assert GenServer.call(stack, :pop) == 1
  end
end
