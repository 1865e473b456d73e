ExUnit.start()

defmodule LogsTest do
  use ExUnit.Case
  import ExUnit.CaptureLog

  defmodule Server do
    use GenServer
    def init(state), do: {:ok, state}
    def handle_call(:fail, _, _), do: raise("no idea")
  end

  test "what a server says when it crashes is captured" do
    {:ok, server} = GenServer.start(Server, nil)
    assert capture_log(fn -> catch_exit(GenServer.call(server, :fail)) end) =~ "no idea"
  end
end
