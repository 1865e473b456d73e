# Two tasks read a counter and write it back. The server is started by the setup and stopped behind the test.
ExUnit.start()

defmodule Visits do
  use GenServer
  def start_link(options), do: GenServer.start_link(__MODULE__, 0, options)
  def get(server), do: GenServer.call(server, :get)
  def put(server, value), do: GenServer.cast(server, {:put, value})
  def init(value), do: {:ok, value}
  def handle_call(:get, _from, value), do: {:reply, value, value}
  def handle_cast({:put, value}, _old), do: {:noreply, value}
end

defmodule SupervisedTest do
  use ExUnit.Case

  setup do
    on_exit(fn -> :ok end)
    {:ok, server: start_supervised!({Visits, name: :visits})}
  end

  test "both visits are counted", %{server: server} do
    tasks = for _ <- 1..2, do: Task.async(fn -> Visits.put(server, Visits.get(server) + 1) end)
    Enum.each(tasks, &Task.await/1)
    assert Visits.get(server) == 2
  end
end
