# Modules in a test file, and modules that a test makes.
defmodule ModulesTest do
  use ExUnit.Case

  defmodule Greeter do
    def hello(name), do: "hello " <> name
  end

  test "modules of the file are loaded" do
    assert function_exported?(Greeter, :hello, 1)
    assert :code.is_loaded(Greeter)
  end

  @tag makes: "module"
  test "a test may make a module" do
    defmodule Made do
      def init(argument), do: {:ok, argument}
    end

    assert Made.init(1) == {:ok, 1}
  end
end
