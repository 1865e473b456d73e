# Races in Elixir and their repairs. Whatever Elixir does to get there (monitors, aliases, $callers) adds nothing: as many
# interleavings as the requests alone have.

defmodule Counter do
  use GenServer
  def start_link(number), do: GenServer.start_link(__MODULE__, number)
  def init(number), do: {:ok, number}
  def handle_call(:get, _from, number), do: {:reply, number, number}
  def handle_call({:set, value}, _from, _number), do: {:reply, :ok, value}
  def handle_call(:increment, _from, number), do: {:reply, number + 1, number + 1}
end

defmodule RaceChecks do
  require Logger

  defp both(fun), do: for(_ <- 1..2, do: Task.async(fun)) |> Enum.map(&Task.await/1)

  def tasks, do: (both(fn -> :done end); :ok)
  def logging, do: (both(fn -> Logger.info("hello") end); :ok)
  def printing, do: (both(fn -> IO.puts("hello") end); :ok)

  # --- GenServer: 6 orders of two requests each, 2 of one each --------------------------------------------------

  def server_race do
    {:ok, counter} = Counter.start_link(0)
    both(fn -> GenServer.call(counter, {:set, GenServer.call(counter, :get) + 1}) end)
    2 = GenServer.call(counter, :get)
    :ok
  end

  def server_orders do
    {:ok, counter} = Counter.start_link(0)
    both(fn -> GenServer.call(counter, {:set, GenServer.call(counter, :get) + 1}) end)
    true = GenServer.call(counter, :get) in [1, 2]
    :ok
  end

  def server_atomic do
    {:ok, counter} = Counter.start_link(0)
    both(fn -> GenServer.call(counter, :increment) end)
    2 = GenServer.call(counter, :get)
    :ok
  end

  # --- Agent ----------------------------------------------------------------------------------------------------

  def agent_race do
    {:ok, agent} = Agent.start_link(fn -> 0 end)
    both(fn -> number = Agent.get(agent, & &1); Agent.update(agent, fn _ -> number + 1 end) end)
    2 = Agent.get(agent, & &1)
    :ok
  end

  def agent_atomic do
    {:ok, agent} = Agent.start_link(fn -> 0 end)
    both(fn -> Agent.get_and_update(agent, &{&1, &1 + 1}) end)
    2 = Agent.get(agent, & &1)
    :ok
  end

  # --- a table --------------------------------------------------------------------------------------------------

  def table_race do
    table = :ets.new(:numbers, [:public])
    :ets.insert(table, {:number, 0})
    both(fn -> [{_, number}] = :ets.lookup(table, :number); :ets.insert(table, {:number, number + 1}) end)
    [number: 2] = :ets.lookup(table, :number)
    :ok
  end

  def table_atomic do
    table = :ets.new(:numbers, [:public])
    :ets.insert(table, {:number, 0})
    both(fn -> :ets.update_counter(table, :number, 1) end)
    [number: 2] = :ets.lookup(table, :number)
    :ok
  end

  # --- Registry -------------------------------------------------------------------------------------------------

  defp registered(fun) do
    {:ok, _} = Registry.start_link(keys: :unique, name: Names)
    both(fn -> answer = fun.(); Process.sleep(2000); answer end)
  end

  # Looks first, then registers.
  def registry_race do
    registered(fn ->
      if Registry.lookup(Names, :leader) == [], do: {:ok, _} = Registry.register(Names, :leader, 1)
    end)
    :ok
  end

  # In whatever order they answer; that the timer did not is no race.
  def await_many do
    [1, 4] = Enum.map(1..2, fn i -> Task.async(fn -> i * i end) end) |> Task.await_many()
    :ok
  end

  # Only registering tells.
  def registry_atomic do
    answers = registered(fn -> elem(Registry.register(Names, :leader, 1), 0) end)
    [:error, :ok] = Enum.sort(answers)
    :ok
  end

  # --- DynamicSupervisor ----------------------------------------------------------------------------------------

  defp supervised do
    {:ok, supervisor} = DynamicSupervisor.start_link(strategy: :one_for_one)
    {:ok, child} = DynamicSupervisor.start_child(supervisor, {Agent, fn -> 7 end})
    {supervisor, child}
  end

  defp crash(pid) do
    reference = Process.monitor(pid)
    Process.exit(pid, :kill)
    receive(do: ({:DOWN, ^reference, _, _, _} -> :ok))
  end

  # Between asking for the child and talking to it, it may have been replaced.
  def supervisor_race do
    {supervisor, child} = supervised()
    task = Task.async(fn -> Process.exit(child, :kill) end)
    [{_, pid, _, _}] = DynamicSupervisor.which_children(supervisor)
    7 = Agent.get(pid, & &1)
    Task.await(task)
    :ok = DynamicSupervisor.stop(supervisor)
  end

  def supervisor_restarts do
    {supervisor, child} = supervised()
    crash(child)
    [{_, pid, _, _}] = DynamicSupervisor.which_children(supervisor)
    true = pid != child
    7 = Agent.get(pid, & &1)
    :ok = DynamicSupervisor.stop(supervisor)
  end

  # A process that others look for while it is being restarted is not there.
  # Logger does something now and then, which keeps nothing going.
  def never_a_message do
    receive do: (:never -> :ok)
  end

  def name_race do
    child = Supervisor.child_spec({Agent, fn -> 7 end}, start: {Agent, :start_link, [fn -> 7 end, [name: :lucky]]})
    {:ok, supervisor} = Supervisor.start_link([child], strategy: :one_for_one)
    Process.exit(Process.whereis(:lucky), :kill)
    7 = Agent.get(:lucky, & &1)
    :ok = Supervisor.stop(supervisor)
  end

  # --- all together ---------------------------------------------------------------------------------------------

  defp account(name) do
    case DynamicSupervisor.start_child(Accounts, {Agent, fn -> 0 end} |> named(name)) do
      {:ok, pid} -> pid
      {:error, {:already_started, pid}} -> pid
    end
  end

  defp named({module, fun}, name) do
    %{id: name, start: {module, :start_link, [fun, [name: {:via, Registry, {Names, name}}]]}}
  end

  defp bank do
    {:ok, _} = Registry.start_link(keys: :unique, name: Names)
    {:ok, _} = DynamicSupervisor.start_link(strategy: :one_for_one, name: Accounts)
  end

  def bank_race do
    bank()
    both(fn -> pid = account("a"); sum = Agent.get(pid, & &1); Agent.update(pid, fn _ -> sum + 10 end) end)
    20 = Agent.get({:via, Registry, {Names, "a"}}, & &1)
    :ok
  end

  def bank_accounts do
    bank()
    [pid, pid] = both(fn -> account("a") end)
    :ok
  end

  def bank_atomic do
    bank()
    both(fn -> Agent.update(account("a"), &(&1 + 10)) end)
    20 = Agent.get({:via, Registry, {Names, "a"}}, & &1)
    :ok
  end
end
