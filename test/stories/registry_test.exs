# A process is looked up before it has registered itself.
ExUnit.start()

defmodule RegistryTest do
  use ExUnit.Case

  test "the worker is found" do
    {:ok, _} = Registry.start_link(keys: :unique, name: Workers)
    spawn_link(fn ->
      {:ok, _} = Registry.register(Workers, :printer, nil)
      Process.sleep(:infinity)
    end)
    assert [{_, nil}] = Registry.lookup(Workers, :printer)
  end
end
