%% Records of another module, which shows only one of its two.
-module(abroad).
-compile([export_all, nowarn_export_all]).

new() -> #native_cases:point{z = 1}.
new_without_value() -> #native_cases:point{}.
new_secret() -> #native_cases:secret{a = 1}.
new_unknown() -> #native_cases:none{a = 1}.
new_nowhere() -> #no_such_module:none{a = 1}.
new_with_other_field() -> #native_cases:point{z = 1, qq = 1}.

field(R) -> R#native_cases:point.x.
secret(R) -> R#native_cases:secret.a.
any(R) -> R#_.a.
update(R) -> R#native_cases:point{x = 9}.
update_secret(R) -> R#native_cases:secret{a = 9}.
update_any(R) -> R#_{a = 9}.

match(#native_cases:point{x = X}) -> {point, X};
match(#native_cases:secret{a = A}) -> {secret, A};
match(#_{y = Y}) -> {y, Y};
match(_) -> no.

kind(R) when R#native_cases:point.x > 0 -> positive;
kind(R) when is_record(R, native_cases, secret) -> secret;
kind(R) when is_record(R, native_cases, point) -> point;
kind(_) -> no.
