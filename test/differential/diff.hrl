%% One line is one case: ?C(Expression) runs the expression and is named by its text.
-compile([export_all, nowarn_export_all, nowarn_unused_function]).
-define(C(Expression), {??Expression, fun() -> Expression end}).
