%% Settings that are read, changed and written; one that is only replaced.
%% lint: race api persistent_term:put
%% lint: race api application:set_env
-module(race_setting).
-export([merge/1, replace/1, count/0]).

merge(Map) -> persistent_term:put(settings, maps:merge(persistent_term:get(settings, #{}), Map)).

replace(Map) ->
    case persistent_term:get(settings, #{}) of
        Map -> ok;
        _ -> persistent_term:put(settings, Map)
    end.

count() ->
    {ok, N} = application:get_env(race_setting, count),
    application:set_env(race_setting, count, N + 1).
