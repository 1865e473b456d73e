defmodule Door do
  def knock, do: Task.async(&Bell.ring/0)
end
