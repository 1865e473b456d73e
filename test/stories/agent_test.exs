# An agent's value is read and written by two calls.
ExUnit.start()

defmodule AgentTest do
  use ExUnit.Case

  test "both are counted" do
    {:ok, agent} = Agent.start_link(fn -> 0 end)
    add = fn -> n = Agent.get(agent, & &1); Agent.update(agent, fn _ -> n + 1 end) end
    [Task.async(add), Task.async(add)] |> Enum.each(&Task.await/1)
    assert Agent.get(agent, & &1) == 2
  end
end
