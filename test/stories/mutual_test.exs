# Two servers that call each other.
ExUnit.start()

defmodule Partner do
  use GenServer
  def init(other), do: {:ok, other}
  def handle_call(:ask, _from, other), do: {:reply, GenServer.call(other, :answer, :infinity), other}
  def handle_call(:answer, _from, other), do: {:reply, :yes, other}
end

defmodule MutualTest do
  use ExUnit.Case

  test "both are answered" do
    {:ok, _} = GenServer.start_link(Partner, :right, name: :left)
    {:ok, _} = GenServer.start_link(Partner, :left, name: :right)
    task = Task.async(fn -> GenServer.call(:left, :ask, :infinity) end)
    assert GenServer.call(:right, :ask, :infinity) == :yes
    assert Task.await(task, :infinity) == :yes
  end
end
