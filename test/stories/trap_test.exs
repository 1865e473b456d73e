# A process is to clean up when it is told to end, but has not come to say so yet: the pid in the assertion is that of the story.
ExUnit.start()

defmodule TrapTest do
  use ExUnit.Case

  test "it cleans up" do
    worker =
      spawn(fn ->
        Process.flag(:trap_exit, true)
        receive(do: ({:EXIT, _, reason} -> exit({:cleaned_up, reason})))
      end)

    Process.monitor(worker)
    Process.exit(worker, :stop)
    assert_receive {:DOWN, _, :process, ^worker, {:cleaned_up, :stop}}
  end
end
