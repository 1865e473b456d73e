-module(plain_checks).
-export([main/0]).

%% Asks for a name, and nothing that would need a node.
main() -> undefined = whereis(nobody), [] = registered() -- [user, standard_error].
