-module(slot).
-export([take/1, free/1]).
take(Name) -> register(Name, self()).
free(Name) -> unregister(Name).
