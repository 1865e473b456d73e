#!/usr/bin/env bash
# How signals may arrive: what each program of delivery_cases.erl returns when messages are there as they are sent, and
# when they take time. Every way to search must find exactly that.
. "$(dirname "$0")/../lib.sh"
cd "$(dirname "$0")" || exit 2
weft=${ASSERTS:+$ASSERTS/weft} weft=${weft:-${WEFT:?the program to test}}   # rather the one with assertions
erlc -W0 -o "$scratch" delivery_cases.erl || exit 2

verdict() {   # verdict WHAT EXPECTED FOUND
    if [ "$2" = "$3" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf '%s:\n  expected %s\n  found    %s\n' "$1" "$2" "$3"
    fi
}

results() {   # results FUNCTION DELIVERY STRATEGY: what the function returns, sorted
    timeout 120 "$weft" check -q --keep-going --delivery "$2" --dpor "$3" --json "$scratch/json" -m delivery_cases \
        -t "$1" "$scratch/delivery_cases.beam" >/dev/null 2>"$scratch/stderr"
    [ $? -le 1 ] || cat "$scratch/stderr"
    sed -n 's/.*"result": "\(.*\)",\{0,1\}$/\1/p' "$scratch/json" | LC_ALL=C sort | paste -sd ' '
    rm -f "$scratch/json"
}

expect() {   # expect FUNCTION INSTANT ASYNC
    verdict "$1, instant" "$2" "$(results "$1" instant optimal)"
    for strategy in optimal source persistent; do
        verdict "$1, async, $strategy" "$3" "$(results "$1" async $strategy)"
    done
}

expect triangle "from_p" "from_p from_r"
expect pairs_stay_in_order "{[1,2,3],[-1,-2]}" "{[1,2,3],[-1,-2]}"
expect dead_sender "late" "gone late"
expect to_self_at_once "hello" "hello"
expect names_are_found_when_sending "first" "first"
expect alias_is_checked_on_arrival "hello" "hello none"
expect tables_change_at_once "[{key,1}]" "[{key,1}]"
expect timer_and_message "[message,timer] [timer,message]" "[message,timer] [timer,message]"
expect exit_comes_after_messages "[hello,bye]" "[hello,bye]"
expect link_then_exit "noproc {shutdown,linked}" "noproc {shutdown,linked}"
expect unlink_is_final "not_told" "not_told"
expect ends_of_a_link_agree "exit: killed {false,false} {true,true}" "exit: killed {false,false} {true,true}"
expect link_to_the_dead "{before,noproc} {before,normal}" "{before,noproc} {before,normal}"
expect down_comes_after_messages "{hello,noproc} {hello,normal}" "{hello,noproc} {hello,normal}"
expect demonitor_flush_is_final "not_told" "not_told"
expect demonitor_without_flush "not_told told" "not_told told"
expect killed_is_not_alive "false" "false"
expect info_sees_what_was_sent "2" "2"
expect answer_comes_after_messages "{false,false} {false,true} {true,true}" "{false,false} {false,true} {true,true}"
expect group_leader_is_a_question "true" "true"
expect bad_questions_raise "badarg" "badarg"
expect server "1 2" "1 2"
expect stale_state "ok" "exit: stale ok"

# A schedule of deliveries can be followed again, and reads well.
"$weft" check -q --delivery async --schedule "$scratch/schedule" -m delivery_cases -t stale_state \
    "$scratch/delivery_cases.beam" >/dev/null 2>&1
verdict "the schedule names who delivers" "1" "$(grep -c '^P\.1->P  *# delivers {added,1}$' "$scratch/schedule")"
verdict "a replay fails again" "P ends with exit: stale" \
    "$("$weft" replay "$scratch/schedule" 2>&1 | sed -n 's/^  \(P ends with.*\)/\1/p')"

finish
