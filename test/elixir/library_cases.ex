# What Elixir's library and its processes do: a line for each case, the same on elixir and on weft.

defprotocol Shape do
  @fallback_to_any true
  def area(shape)
end

defmodule Square do
  @derive {Inspect, only: [:side]}
  defstruct [:side, :secret]
end

defmodule Circle do
  @enforce_keys [:radius]
  defstruct [:radius, unit: :cm]
end

defimpl Shape, for: Square do
  def area(square), do: square.side * square.side
end

defimpl Shape, for: [Integer, List] do
  def area(x), do: {:plain, x}
end

defimpl Shape, for: Any do
  def area(_), do: :unknown
end

defimpl String.Chars, for: Circle do
  def to_string(circle), do: "a circle of #{circle.radius}#{circle.unit}"
end

defimpl Enumerable, for: Circle do
  def count(_), do: {:error, __MODULE__}
  def member?(_, _), do: {:error, __MODULE__}
  def slice(_), do: {:error, __MODULE__}
  def reduce(circle, acc, fun), do: Enumerable.List.reduce([circle.radius, circle.unit], acc, fun)
end

defmodule Odd do
  defexception [:number]
  def message(odd), do: "#{odd.number} is odd"
end

defmodule Stack do
  use GenServer

  def start_link(options), do: GenServer.start_link(__MODULE__, options[:items] || [], Keyword.take(options, [:name]))
  def init(items), do: {:ok, items, {:continue, :sort}}
  def handle_continue(:sort, items), do: {:noreply, Enum.sort(items)}
  def handle_call(:pop, _from, [head | tail]), do: {:reply, head, tail}
  def handle_call(:pop, _from, []), do: {:stop, :empty, []}
  def handle_call(:items, _from, items), do: {:reply, items, items}
  def handle_call(:later, from, items), do: {:noreply, [from | items], 10}
  def handle_call(:raise, _from, _items), do: raise(Odd, number: 3)
  def handle_cast({:push, item}, items), do: {:noreply, [item | items]}
  def handle_info(:timeout, [from | items]), do: {GenServer.reply(from, :was_idle), {:noreply, items}} |> elem(1)
  def handle_info({:put, item}, items), do: {:noreply, [item | items]}
  def terminate(reason, items), do: send(:collector, {:stopped, reason, items})
end

defmodule Tree do
  use Supervisor
  def start_link(strategy), do: Supervisor.start_link(__MODULE__, strategy)

  def init(strategy) do
    children = for name <- [:one, :two, :three], do: Supervisor.child_spec({Agent, fn -> name end}, id: name)
    Supervisor.init(children, strategy: strategy)
  end
end

defmodule LibraryCases do
  import Bitwise
  require Logger

  def main do
    Process.register(self(), :collector)
    Process.flag(:trap_exit, true)

    for {name, _arity} <- Enum.sort(__MODULE__.__info__(:functions)), match?("case_" <> _, Atom.to_string(name)) do
      IO.puts("#{name} #{inspect(outcome(name), limit: :infinity, width: :infinity)}")
      flush()
    end

    :ok
  end

  defp outcome(name) do
    apply(__MODULE__, name, [])
  rescue
    e -> {:raised, e.__struct__, Exception.message(e)}
  catch
    kind, reason -> {kind, hide(reason)}
  end

  # What has a process's number in it differs from run to run.
  defp hide(term) when is_pid(term), do: :a_pid
  defp hide(term) when is_reference(term), do: :a_reference
  defp hide(term) when is_tuple(term), do: term |> Tuple.to_list() |> Enum.map(&hide/1) |> List.to_tuple()
  defp hide(term) when is_list(term), do: if(stack?(term), do: :trace, else: Enum.map(term, &hide/1))
  defp hide(term), do: term

  defp stack?([{_, _, _, [{:file, _} | _]} | _]), do: true
  defp stack?(_), do: false

  defp flush do
    receive do
      _ -> flush()
    after
      0 -> :ok
    end
  end

  defp eventually(fun, tries \\ 100) do
    cond do
      value = fun.() -> value
      tries == 0 -> :never
      true -> Process.sleep(5) && eventually(fun, tries - 1)
    end
  end

  # --- GenServer ---------------------------------------------------------------------------------------------

  def case_gen_server_calls do
    {:ok, stack} = Stack.start_link(items: [3, 1, 2])
    GenServer.cast(stack, {:push, 0})
    send(stack, {:put, -1})
    result = [GenServer.call(stack, :pop), GenServer.call(stack, :later), GenServer.call(stack, :items)]
    GenServer.stop(stack)
    {result, receive(do: ({:stopped, reason, items} -> {reason, items}))}
  end

  def case_gen_server_stops_itself do
    {:ok, stack} = Stack.start_link([])
    {catch_exit(fn -> GenServer.call(stack, :pop) end), receive(do: ({:EXIT, ^stack, reason} -> reason))}
  end

  def case_gen_server_raises do
    {:ok, stack} = Stack.start_link([])
    catch_exit(fn -> GenServer.call(stack, :raise) end)
  end

  def case_gen_server_call_times_out do
    pid = spawn(fn -> Process.sleep(:infinity) end)
    catch_exit(fn -> GenServer.call(pid, :hello, 20) end)
  end

  def case_gen_server_names do
    {:ok, _} = Stack.start_link(name: :named, items: [1])
    {:ok, _} = Stack.start_link(name: {:global, :everywhere}, items: [2])
    {:error, {:already_started, pid}} = Stack.start_link(name: :named)
    result = {is_pid(pid), GenServer.call(:named, :items), GenServer.call({:global, :everywhere}, :items),
              is_pid(GenServer.whereis({:global, :everywhere})), GenServer.whereis(:nobody)}
    GenServer.stop(:named)
    GenServer.stop({:global, :everywhere})
    result
  end

  def case_gen_server_no_process, do: catch_exit(fn -> GenServer.call(:nobody, :hello) end)

  defp catch_exit(fun) do
    fun.()
  catch
    :exit, reason -> hide(reason)
  end

  # --- Agent and Task ----------------------------------------------------------------------------------------

  def case_agent do
    {:ok, agent} = Agent.start_link(fn -> %{} end)
    Agent.update(agent, &Map.put(&1, :a, 1))
    got = Agent.get_and_update(agent, fn map -> {map.a, Map.put(map, :a, 2)} end)
    Agent.cast(agent, &Map.put(&1, :b, got))
    {got, Agent.get(agent, & &1), Agent.stop(agent)}
  end

  def case_task_await, do: Enum.map(1..5, fn i -> Task.async(fn -> i * i end) end) |> Enum.map(&Task.await/1)
  def case_task_await_many, do: Enum.map(1..5, fn i -> Task.async(fn -> i * i end) end) |> Task.await_many()

  def case_task_callers do
    me = self()
    Task.async(fn -> {Process.get(:"$callers") == [me], hd(Process.get(:"$ancestors")) in [me, :collector]} end) |> Task.await()
  end

  def case_task_yield do
    task = Task.async(fn -> Process.sleep(50) && :done end)
    {Task.yield(task, 1), Task.yield(task, 1000), Task.shutdown(Task.async(fn -> Process.sleep(:infinity) end), 5)}
  end

  def case_task_await_times_out do
    task = Task.async(fn -> Process.sleep(:infinity) end)
    catch_exit(fn -> Task.await(task, 10) end) |> elem(0)
  end

  def case_task_raises do
    task = Task.async(fn -> raise "no" end)
    {:EXIT, _, {error, _trace}} = receive(do: (message when elem(message, 0) == :EXIT -> message))
    {error, task.owner == self()}
  end

  def case_task_async_stream do
    1..6 |> Task.async_stream(fn i -> i * 10 end, max_concurrency: 2) |> Enum.to_list()
  end

  def case_task_async_stream_unordered do
    1..4 |> Task.async_stream(fn i -> i end, ordered: false) |> Enum.map(&elem(&1, 1)) |> Enum.sort()
  end

  def case_task_async_stream_timeout do
    [0, 200] |> Task.async_stream(&Process.sleep/1, timeout: 30, on_timeout: :kill_task) |> Enum.to_list()
  end

  def case_task_supervisor do
    {:ok, supervisor} = Task.Supervisor.start_link()
    task = Task.Supervisor.async_nolink(supervisor, fn -> exit(:oops) end)
    {:ok, child} = Task.Supervisor.start_child(supervisor, fn -> Process.sleep(:infinity) end)
    stream = Task.Supervisor.async_stream(supervisor, [1, 2], fn i -> i + 1 end) |> Enum.to_list()
    {Task.yield(task), stream, Task.Supervisor.children(supervisor) == [child],
     Task.Supervisor.terminate_child(supervisor, child), Task.Supervisor.children(supervisor)}
  end

  def case_task_completed, do: Task.await(Task.completed(:early))
  def case_task_ignore, do: Task.ignore(Task.async(fn -> 1 end)) |> then(&(&1 in [nil, {:ok, 1}]))

  # --- Registry ----------------------------------------------------------------------------------------------

  def case_registry_unique do
    {:ok, _} = Registry.start_link(keys: :unique, name: Unique)
    {:ok, _} = Registry.register(Unique, :key, :value)
    {:error, {:already_registered, me}} = Registry.register(Unique, :key, :other)
    {:ok, agent} = Agent.start_link(fn -> 7 end, name: {:via, Registry, {Unique, "agent"}})
    result = {me == self(), Registry.lookup(Unique, :key) == [{self(), :value}], Registry.keys(Unique, self()),
              Agent.get({:via, Registry, {Unique, "agent"}}, & &1), Registry.count(Unique),
              Registry.update_value(Unique, :key, fn v -> {v, 1} end), Registry.unregister(Unique, :key),
              Registry.lookup(Unique, :key)}
    Agent.stop(agent)
    {result, eventually(fn -> Registry.lookup(Unique, "agent") == [] end), Registry.count(Unique)}
  end

  def case_registry_duplicate do
    {:ok, _} = Registry.start_link(keys: :duplicate, name: Topics, partitions: 2)
    for topic <- [:a, :b], do: Registry.register(Topics, topic, topic)
    Task.await(Task.async(fn ->
      Registry.register(Topics, :a, :again)
      Registry.dispatch(Topics, :a, fn entries -> for {pid, value} <- entries, do: send(pid, {:told, value}) end)
      receive(do: ({:told, value} -> value))
    end))
    {receive(do: ({:told, value} -> value)), eventually(fn -> Registry.match(Topics, :a, :_) |> length() == 1 end), Registry.keys(Topics, self())}
  end

  def case_registry_select do
    {:ok, _} = Registry.start_link(keys: :unique, name: Selected)
    for i <- 1..3, do: Registry.register(Selected, i, i * i)
    Registry.select(Selected, [{{:"$1", :_, :"$2"}, [{:>, :"$2", 1}], [{{:"$1", :"$2"}}]}]) |> Enum.sort()
  end

  # --- supervisors -------------------------------------------------------------------------------------------

  defp pids(supervisor), do: for({id, pid, _, _} <- Supervisor.which_children(supervisor), into: %{}, do: {id, pid})

  defp restarted(strategy) do
    {:ok, tree} = Tree.start_link(strategy)
    before = pids(tree)
    Process.exit(before.two, :kill)
    eventually(fn -> now = pids(tree); now.two != before.two && Enum.all?(Map.values(now), &is_pid/1) end)
    now = pids(tree)
    result = for id <- [:one, :two, :three], do: now[id] != before[id]
    Supervisor.stop(tree)
    result
  end

  def case_supervisor_one_for_one, do: restarted(:one_for_one)
  def case_supervisor_one_for_all, do: restarted(:one_for_all)
  def case_supervisor_rest_for_one, do: restarted(:rest_for_one)

  def case_supervisor_gives_up do
    children = [Supervisor.child_spec({Agent, fn -> 1 end}, restart: :permanent, id: :a)]
    {:ok, supervisor} = Supervisor.start_link(children, strategy: :one_for_one, max_restarts: 0)
    Process.exit(pids(supervisor).a, :kill)
    receive(do: ({:EXIT, ^supervisor, reason} -> reason))
  end

  def case_supervisor_children do
    {:ok, supervisor} = Supervisor.start_link([], strategy: :one_for_one)
    {:ok, _} = Supervisor.start_child(supervisor, {Agent, fn -> 1 end})
    {Supervisor.count_children(supervisor), Supervisor.terminate_child(supervisor, Agent),
     Supervisor.delete_child(supervisor, Agent), Supervisor.count_children(supervisor)}
  end

  def case_dynamic_supervisor do
    {:ok, supervisor} = DynamicSupervisor.start_link(strategy: :one_for_one, max_children: 2)
    {:ok, one} = DynamicSupervisor.start_child(supervisor, {Agent, fn -> 1 end})
    {:ok, _} = DynamicSupervisor.start_child(supervisor, {Agent, fn -> 2 end})
    full = DynamicSupervisor.start_child(supervisor, {Agent, fn -> 3 end})
    Process.exit(one, :kill)
    eventually(fn -> DynamicSupervisor.count_children(supervisor).active == 2 && not Process.alive?(one) end)
    {full, DynamicSupervisor.count_children(supervisor), DynamicSupervisor.stop(supervisor)}
  end

  def case_partition_supervisor do
    {:ok, _} = PartitionSupervisor.start_link(child_spec: {Agent, fn -> [] end}, name: Parts, partitions: 3)
    for i <- 1..6, do: Agent.update({:via, PartitionSupervisor, {Parts, i}}, &[i | &1])
    counts = for {_, pid, _, _} <- PartitionSupervisor.which_children(Parts), do: length(Agent.get(pid, & &1))
    {PartitionSupervisor.partitions(Parts), Enum.sort(counts)}
  end

  def case_application do
    Application.put_env(:nothing, :key, 1)
    {Application.get_env(:nothing, :key), Application.fetch_env(:nothing, :none), Application.ensure_all_started(:eex)}
  end

  # --- Logger ------------------------------------------------------------------------------------------------

  def case_logger do
    {:ok, _} = Application.ensure_all_started(:logger)
    Logger.configure(level: :warning)
    Logger.debug("not to be seen")
    level = Logger.level()
    {level, Logger.metadata(a: 1), Logger.metadata(), Logger.compare_levels(:info, :error)}
  end

  # --- structs, protocols, exceptions ------------------------------------------------------------------------

  def case_protocols, do: Enum.map([%Square{side: 3}, 4, [5], :six, %Circle{radius: 1}], &Shape.area/1)
  def case_protocol_info, do: {Shape.impl_for(%Square{}), Shape.impl_for("text"), Shape.__protocol__(:functions)}
  def case_string_chars, do: "#{%Circle{radius: 2}}"
  def case_string_chars_missing, do: to_string(%Square{})
  def case_enumerable, do: {Enum.to_list(%Circle{radius: 2}), Enum.count(%Circle{radius: 2}), 2 in %Circle{radius: 2}}
  def case_enumerable_missing, do: Enum.to_list(5)
  def case_inspect_derived, do: inspect(%Square{side: 1, secret: 2})
  def case_struct_keys, do: struct!(Circle, colour: :red)
  def case_struct_update, do: %{%Circle{radius: 1} | unit: :mm}
  def case_key_error, do: Map.fetch!(%{a: 1}, :b)
  def case_access, do: get_in(%{a: [%{b: 1}, %{b: 2}]}, [:a, Access.all(), :b])
  def case_raise, do: raise(Odd, number: 3)
  def case_match, do: {:ok, _} = Process.get(:nothing, :error)
  def case_arithmetic, do: 1 + Process.get(:nothing, :a)
  def case_argument, do: String.to_existing_atom("no such atom as this one")
  def case_case, do: (case Process.get(:nothing, 5) do 6 -> 7 end)
  def case_cond, do: (cond do Process.get(:nothing) -> 1 end)
  def case_with, do: (with {:ok, x} <- Process.get(:nothing, :error) do x else {:error, _} -> 1 end)
  def case_function_clause, do: Integer.gcd(:a, 1)
  def case_undefined, do: apply(NoSuchModule, :f, [1])
  def case_try_after, do: (try do throw(:ball) catch kind, value -> {kind, value} after send(self(), :after) end)
  def case_reraise, do: (try do raise "a" rescue e in RuntimeError -> reraise(%{e | message: "b"}, __STACKTRACE__) end)

  # --- the rest of the library -------------------------------------------------------------------------------

  def case_enum, do: {Enum.group_by(1..6, &rem(&1, 3)), Enum.frequencies(~w(a b a)), Enum.zip([1, 2], [:a, :b]), Enum.chunk_by(1..5, &(&1 > 2))}
  def case_stream, do: Stream.unfold(1, fn x -> {x, x * 2} end) |> Stream.reject(&(rem(&1, 3) == 1)) |> Enum.take(4)
  def case_stream_resource, do: Stream.resource(fn -> 3 end, fn 0 -> {:halt, 0}; n -> {[n], n - 1} end, fn _ -> :ok end) |> Enum.to_list()
  def case_string, do: {String.split("a,b;c", [",", ";"]), String.pad_leading("7", 3, "0"), String.graphemes("éa"), String.jaro_distance("martha", "marhta")}
  def case_regex, do: {Regex.named_captures(~r/(?<y>\d+)-(?<m>\d+)/, "2020-05"), String.replace("a1b2", ~r/\d/, "#")}
  def case_integer, do: {Integer.to_string(255, 16), Integer.digits(1024), 5 &&& 6, Integer.floor_div(-7, 2), Integer.pow(3, 40)}
  def case_date, do: {Date.add(~D[2024-02-28], 2), Date.day_of_week(~D[2024-02-28]), DateTime.from_unix!(86_400), Calendar.strftime(~N[2024-01-02 03:04:05], "%d.%m.%y %H:%M")}
  def case_map_set, do: MapSet.union(MapSet.new([1, 2]), MapSet.new([2, 3]))
  def case_keyword, do: Keyword.merge([a: 1, b: 2], b: 3, c: 4)
  def case_uri, do: URI.parse("http://user@host:80/path?q=1#part")
  def case_base, do: {Base.encode64("hello"), Base.decode16!("FF00")}
  def case_version, do: Version.match?("1.2.3", "~> 1.2")
  def case_range, do: {Enum.to_list(10..1//-3), Range.size(1..10//4), 3 in 1..5}
  def case_comprehension, do: for(<<c <- "abc">>, c != ?b, into: "", do: <<c - 32>>)
  def case_binary, do: (<<a::4, b::4, rest::binary>> = "hello"; {a, b, rest})
  def case_io_list, do: IO.iodata_to_binary(["a", ?b, [["c"]]])
  def case_string_io, do: (({:ok, io} = StringIO.open("line\n")); {IO.read(io, :line), IO.write(io, "out"), StringIO.contents(io)})
  def case_process_dictionary, do: (Process.put(:k, 1); {Process.get(:k), Process.delete(:k), Process.get(:k)})
  def case_process_monitor, do: (({pid, ref} = spawn_monitor(fn -> exit(:bye) end)); receive(do: ({:DOWN, ^ref, :process, ^pid, reason} -> reason)))
  def case_send_after, do: (ref = Process.send_after(self(), :ring, 5); {is_integer(Process.read_timer(ref)), receive(do: (:ring -> :rang))})
  def case_ets, do: (t = :ets.new(:t, [:ordered_set]); :ets.insert(t, for(i <- 1..3, do: {i, i * i})); :ets.select(t, [{{:"$1", :"$2"}, [{:>, :"$1", 1}], [:"$2"]}]))
  def case_code, do: {Code.ensure_loaded?(Enum), Code.ensure_loaded?(NoSuchModule), function_exported?(Enum, :map, 2)}
  def case_eval, do: Code.eval_string("Enum.map(1..x, &(&1 + 1))", x: 3) |> elem(0)
  def case_quote, do: Macro.to_string(quote(do: if(a > 1, do: :b, else: "c")))
  def case_macro_expand, do: Macro.expand_once(quote(do: unless(true, do: 1)), __ENV__) |> Macro.to_string()
  def case_inspect_options, do: inspect(Enum.to_list(1..100), limit: 3)
  def case_pipeline, do: "a b" |> String.split() |> Enum.map(&String.to_atom/1) |> tap(&send(self(), &1)) |> then(&{&1, length(&1)})
  def case_system, do: {System.get_env("NO_SUCH_VARIABLE"), is_integer(System.monotonic_time()), System.unique_integer([:positive]) > 0}
end
