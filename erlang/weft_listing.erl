%% What the lists of tests that frameworks have share: text of one line, and where functions stand in their source.
-module(weft_listing).
-export([clean/1, source/2, source_file/1]).

clean(Text) ->
    [case Character < 32 of
         true -> 32;
         false -> Character
     end || Character <- unicode:characters_to_list(Text)].

%% {File, #{Function => Line}} of the functions with so many arguments; lines are known if the module was compiled with debug_info.
source(Module, Arity) ->
    case code:get_object_code(Module) of
        {Module, Bytes, _} -> source(Module, Arity, beam_lib:chunks(Bytes, [abstract_code]));
        error -> source(Module, Arity, none)
    end.

source(_, Arity, {ok, {_, [{abstract_code, {_, Forms}}]}}) ->
    {hd([File || {attribute, _, file, {File, _}} <- Forms] ++ [""]),
     maps:from_list([{Name, erl_anno:line(Anno)} || {function, Anno, Name, Found, _} <- Forms, Found =:= Arity])};
source(Module, _, _) ->
    {source_file(Module), #{}}.

source_file(Module) -> proplists:get_value(source, Module:module_info(compile), "").
