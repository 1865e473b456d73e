# Terms that weft itself prints: a list for each function, the same text as inspect's.

defmodule Point do
  defstruct [:y, :x, label: "origin"]
end

defmodule Nothing do
  defstruct []
end

defmodule Failure do
  defexception [:code, :at]
  def message(failure), do: "failed with #{failure.code}"
end

# In ways of their own.
defmodule Money do
  defstruct [:amount, :currency]

  defimpl Inspect do
    import Inspect.Algebra
    def inspect(money, opts), do: concat(["#Money<", to_doc(money.amount, opts), " ", money.currency, ">"])
  end
end

defmodule Account do
  @derive {Inspect, only: [:owner]}
  defstruct [:owner, :password]
end

defmodule InspectCases do
  def own_ways do
    money = %Money{amount: 10, currency: "EUR"}
    [money, {:paid, [money]}, %Account{owner: money, password: "secret"}, %{money => 1},
     Version.parse_requirement!("~> 1.0")]
  end

  def atoms do
    [:a, :Foo, Foo, Foo.Bar, :"Elixir.foo", :"Elixir", :"Elixir.Elixir", :"Elixir.Elixir.A", :"foo bar", :foo?, :foo!, :"foo?!",
     :"foo!x", :"1a", :_a, :a@b, :"", :"a-b", :é, :É, :日本, :and, :not, :when, :in, :do, :end, :fn, :"not in", :"a\n", :"a\"b",
     nil, true, false, :"Elixir.Foo.bar", :"Elixir.Foo-", :"Elixir.Foo.", :"Elixir.F_1", :"[]", :"@a", :"\#{", :"a\#{b}", :"a\\b"]
  end

  def operators do
    [:!, :!=, :!==, :%, :%{}, :&, :&&, :&&&, :*, :**, :+, :++, :+++, :-, :--, :---, :., :.., :..., :"..//", :/, :<, :<-, :<<<,
     :<<>>, :<<~, :<=, :<>, :<|>, :<~, :<~>, :=, :==, :===, :=~, :>, :>=, :>>>, :@, :\\, :^, :"^^^", :{}, :|, :|>, :||, :|||,
     :~>, :~>>, :"~~~", :"::", :"=>", :->, :"//", :";", :",", :"(", :"not"]
  end

  def keys do
    atoms = Enum.uniq(atoms() ++ operators())
    [Enum.map(atoms, &[{&1, 1}]), Enum.map(atoms, &%{&1 => 1}), [a: 1, b: [c: 2]], [{:a, 1}, 2], [{:a, 1} | :b], [{Foo, 1}, {:a, 2}],
     %{Foo => 1, a: 2}, %{1 => 2, a: 3}, %{"a" => 1}, %{nil => 1}, [{:a, 1, 2}], [{"a", 1}], [nil: 1, true: 2, do: 3, "a b": 4, +: 5]]
  end

  def strings do
    ["", "plain", "a\#{b}", "a#b", "#", "\0", <<0>>, "\d", "\a\b\e\f\v\t\r\n", "é", "日本", "\u{1F600}", <<255>>, <<"ab", 255>>, <<1::3>>,
     <<1, 2::4>>, <<"abc", 1::1>>, "it's", "say \"hi\"", "back\\slash", "\u200b", "\uFEFF", <<0xED, 0xA0, 0x80>>, "a\u0301", "\u0080",
     "\u2028", <<>>, binary_part("hello", 1, 3), String.duplicate("x", 300)]
  end

  def charlists do
    ['abc', 'it\'s', 'say "hi"', 'a\\b', [], [0], [7], '\e', 'é', [127], 'ab\n\t', [97, 300], [97 | :b], 'a\#{b}', [97, 98.0], [-1], [14]]
  end

  def numbers do
    [0, -1, 1_000_000, 1_000_000_000_000_000_000_000, -(2 ** 64), 1.0, -0.0, 0.1, 1.0e20, 1.5e-7, 123456789.123, 1.0e16, 1.0e15,
     5.0e-324, 1.7976931348623157e308, 100.0, 1.0e22]
  end

  def containers do
    [{}, {1}, {1, {2, [3]}}, [1 | 2], [1, 2 | 3], [[]], ['a' | 'b'], %{}, %{a: %{b: []}}, Map.new(1..32, &{&1, &1}),
     Enum.to_list(1..60), {:ok, [a: {1, 2}]}, %{{1, 2} => [3]}, %{1.0 => 1, 1 => 2}]
  end

  def structs do
    [%Point{}, %Point{x: [a: 1], y: %Point{label: nil}}, %Failure{code: 1}, %RuntimeError{message: "oops"}, %ArgumentError{}, %KeyError{key: :a, term: %{}},
     %{__struct__: NoSuchStruct, a: 1}, %{__struct__: 1}, %{__struct__: nil}, %{__struct__: Point}, %{__struct__: Point, more: 1},
     MapSet.new([3, 1, 2]), MapSet.new(), 1..3, 1..10//2, 3..1//-1, 3..2//1, ~r/a\/b/iu, ~r"x/y\\z"m, ~r/\//, ~D[2020-01-02],
     ~D[-0001-01-02], ~T[10:00:00], ~T[10:00:00.120], ~N[2020-01-02 10:00:00.000001], ~U[2020-01-02 10:00:00Z],
     URI.parse("http://a/b"), [%Point{}, nil], %Nothing{}, %{__struct__: Nothing, a: 1}]
  end

  def functions do
    [&Enum.map/2, &:lists.map/2, &Kernel.+/2, &:erlang.self/0, &NoSuchModule."odd name"/1, fn x -> x end, fn -> :ok end,
     Enum.map([1], fn i -> fn j -> i + j end end), &local/1, &Foo.bar?/0]
  end

  defp local(x), do: x

  # --- exceptions --------------------------------------------------------------------------------------------

  defp get(value), do: Process.get(:nothing, value)

  def runtime_error, do: raise("oops")
  def argument_error, do: raise(ArgumentError, "wrong thing")
  def match_error, do: {:ok, _} = get({:error, "text"})
  def case_clause, do: (case get([a: 1]) do 6 -> 7 end)
  def cond_clause, do: (cond do get(nil) -> 1 end)
  def with_clause, do: (with {:ok, x} <- get(:error) do x else {:error, _} -> 1 end)
  def try_clause, do: (try do get(5) else 6 -> 7 end)
  def function_clause, do: only_one(get(2))
  def key_error, do: Map.fetch!(get(%{a: 1}), :b)
  def key_error_of_struct, do: Map.fetch!(get(%Point{}), :z)
  def dot_key_error, do: get(%{a: 1}).b
  def bad_map, do: %{get(:no_map) | a: 1}
  def bad_function, do: get(5).()
  def bad_arity, do: get(&only_one/1).(1, 2)
  def bad_boolean, do: get(5) and true
  def bad_struct, do: %Point{get(%{a: 1}) | x: 1}
  def arithmetic, do: 1 + get(:a)
  def erlang_error, do: :erlang.error(get({:some, "reason"}))
  def thrown, do: throw({:ball, "text"})
  def exits, do: exit(:bye)
  def exits_with_text, do: exit({:some, "reason"})
  def anonymous, do: Enum.each([1], fn _ -> raise "inside" end)

  def only_one(1), do: 1
end
