ExUnit.start(exclude: [:night])
