-module(some_SUITE).
-export([all/0, passes/1, skips_itself/1, fails/1, is_left_out/1]).

all() -> [passes, skips_itself, fails, is_left_out].
passes(_) -> ok.
skips_itself(_) -> {skip, not_today}.
fails(_) -> error(wrong).
is_left_out(_) -> {skip, never}.
