#!/usr/bin/env bash
# weft check --queue, worker, status: several processes that know nothing of each other find what one finds, also when they, or the server
# between them, are killed; what is no proper answer, or of another run, is refused. SLOW=1 kills a hundred times.
#     WEFT=build/weft test/queue/run.sh
here=$(cd "$(dirname "$0")" && pwd)
weft=${WEFT:?the program to test}
other=${ASSERTS:+$ASSERTS/weft}   # another build of it
export LC_ALL=C.UTF-8
unset GITHUB_ACTIONS WEFT_QUEUE_PASSWORD
scratch=$(mktemp -d)
server= elsewhere= proxy=
trap 'cd /; kill -KILL $server $elsewhere $proxy 2>/dev/null; wait 2>/dev/null; rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2
erlc -o . "$here/shared.erl" "$here/../checkpoint/kept.erl" "$here/../../bench/explore/classics.erl" || exit 2
passed=0 failed=0

verdict() {   # SENTENCE, after a command: whether it holds
    [ -z "${SHOW_TIMES:-}" ] || echo "$SECONDS s: $1"
    if [ "$?" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "not so: $1"; head -n 5 out err worker.err 2>/dev/null | cut -c 1-300; fi
}

say() { redis-cli -s "$scratch/socket" "$@" 2>/dev/null; }

begin_server() {   # OPTION...
    redis-server --port 0 --unixsocket "$scratch/socket" --save '' --appendonly yes --appendfsync always --dir "$scratch" "$@" >server.log 2>&1 &
    server=$! && disown
    for ((left = 100; left > 0; left--)); do [ "$(say ping)" = PONG ] && return; sleep 0.05; done
}

queue=unix://$scratch/socket
search() {   # RUN MODULE FUNCTION OPTION...: what is found is in the file found
    timeout 100 "$weft" check -q -m "$2" -t "$3" "$2.beam" --keep-going --ignore-error deadlock --json found --queue "$queue#$1" "${@:4}" >out 2>err
}
work() { timeout 100 "$weft" worker -q --queue "$queue#$1" "${@:2}" >worker.out 2>>worker.err; }

# What does not depend on who did the work, and when.
told() { grep -v '^ *"\(seconds\|events\|blocked\|interleaving\)": [0-9]' "$1"; }
is_as() { cmp -s <(told "$1") <(told found) && grep -q '"complete": true' found; }

alone() {   # MODULE FUNCTION: by one process, into the file FUNCTION
    timeout 100 "$weft" check -q -m "$1" -t "$2" "$1.beam" --keep-going --ignore-error deadlock --json "$2" >out 2>err
}

begin_server

# --- what is found does not depend on who does it ---------------------------------------------------------------

wait_for_run() { until say exists "weft:{$1}:run" | grep -q 1; do sleep 0.02; done; }

together() {   # MODULE FUNCTION WORKERS
    local workers=() status=0
    for ((i = 1; i < $3; i++)); do work "$2-$3" & workers+=($!); done
    search "$2-$3" "$1" "$2"
    for i in "${workers[@]}"; do wait "$i" || status=1; done
    is_as "$2" && [ "$status" -eq 0 ]
    verdict "$1:$2 by $3"
}

for program in classics:readers8 classics:lastzero10 classics:filesystem18 classics:indexer14 classics:nsend5 kept:mail kept:tree shared:fails shared:orders; do
    alone "${program%:*}" "${program#*:}"
    for workers in 1 2 4; do together "${program%:*}" "${program#*:}" $workers; done
done
if command -v elixirc >/dev/null; then
    cp "$here/counter.ex" . && elixirc counter.ex >/dev/null 2>&1 && mkdir elixir && mv Elixir.*.beam elixir
    counter() { timeout 100 "$weft" check -q -m Shared.Counter -t main elixir --keep-going --json "$@" >out 2>err; }
    counter counter
    counter found --queue "$queue#elixir" & searching=$!
    work elixir; verdict "a worker has Elixir from the run"
    wait $searching; is_as counter; verdict "Shared.Counter by 2"
    work elixir --no-config --otp "$(erl -noshell -eval 'io:put_chars(code:root_dir()), halt().')"; verdict "and with another OTP of the same version"
fi

alone shared large
together shared large 4
search large-4 shared large; is_as large; verdict "what is over is told again"
"$weft" status --queue "$queue#large-4" >out 2>err && grep -q '^run large-4: done$' out && grep -q "$(sed -n 's/^  "explored": \([0-9]*\),/\1/p' large) interleavings" out
verdict "status says so"
[ "$(say hget 'weft:{large-4}:run' created)" -gt 8 ]; verdict "what takes long was split on the way"

programs=30
[ -n "${SLOW:-}" ] && programs=1000
for kinds in 'v!!?s(' '!!!sll~w(' 'vw1+^!!?s~l#*$('; do   # against brute force
    [ -n "${ASSERTS:-}" ] || continue
    timeout 600 "$ASSERTS/test/queue/machines" "$scratch/socket" "$kinds" $programs >out 2>err; verdict "toy programs of the kinds $kinds"
    say eval "for _, key in ipairs(redis.call('keys', 'weft:{*-[0-9]*')) do if string.find(key, '{messages') or string.find(key, '{others') then redis.call('del', key) end end" 0 >/dev/null
done

timeout 100 "$weft" check -m shared -t fails shared.beam --queue "$queue#first" >out 2>err
[ $? -eq 1 ] && grep -q backwards out; verdict "the first error ends a run"
work first; verdict "for workers, too"
"$weft" status --queue "$queue#first" >out 2>err && grep -q 'ended by an error' out; verdict "and status says so"

search bounded shared large --max-seconds 1
[ $? -eq 0 ] && grep -q '"complete": false' found; verdict "who has no more time says what was found so far"
(work bounded) & search bounded shared large; is_as large; verdict "and others go on"
wait %2 2>/dev/null

# --- kills ------------------------------------------------------------------------------------------------------

children() { local child; for child in $(cat /proc/"$1"/task/"$1"/children 2>/dev/null); do echo "$child"; children "$child"; done; }

kills=8
[ -n "${SLOW:-}" ] && kills=100
for ((left = kills; left > 0; left--)); do
    "$weft" check -q -m shared -t large shared.beam --keep-going --ignore-error deadlock --queue "$queue#killed" >out 2>err &
    [ "$left" -eq "$kills" ] || "$weft" worker -q --queue "$queue#killed" >out 2>err &
    sleep "0.$((RANDOM % 6 + 2))"
    for victim in $(jobs -p); do [ "$victim" = "$server" ] || children "$victim" >>victims; done
    for victim in $(jobs -p); do
        [ "$victim" = "$server" ] && continue
        [ $((RANDOM % 2)) = 0 ] && kill -KILL $(children "$victim" | shuf -n 1) 2>/dev/null && sleep 0.05
        kill -KILL "$victim" 2>/dev/null
        wait "$victim" 2>/dev/null
    done
    # Who is gone is missed after some time, which nobody here has.
    for unit in $(say zrange 'weft:{killed}:leases' 0 -1); do say zadd 'weft:{killed}:leases' 0 "$unit" >/dev/null; done
    for unit in $(say zrange 'weft:{killed}:leases' 0 -1); do say hdel 'weft:{killed}:units' "$unit:losses" >/dev/null; done
done 2>/dev/null
(work killed) & search killed shared large; is_as large; verdict "after $kills kills"
wait %2 2>/dev/null

(wait_for_run restarted; work restarted) &
worker=$!
(sleep 1; kill -KILL "$server"; sleep 1) &
search restarted shared large &
searching=$!
sleep 2
begin_server
wait $searching; is_as large; verdict "the server is killed, and comes back with what it had written"
wait $worker; verdict "which workers wait for"

if [ -n "${ASSERTS:-}" ]; then
    "$ASSERTS/test/queue/proxy" "$scratch/proxy" "$scratch/socket" $RANDOM &
    proxy=$! && disown
    until [ -S proxy ]; do sleep 0.02; done
    direct=$queue queue=unix://$scratch/proxy
    work bad & worker=$!
    search bad shared large; is_as large; verdict "over a network that delays, stalls and cuts"
    wait $worker; verdict "where workers go on, too"
    kill -KILL $proxy
    queue=$direct
fi

# --- what is refused ----------------------------------------------------------------------------------------------

refused() {   # SENTENCE MESSAGE COMMAND...: with status 2, and one line
    local sentence=$1 message=$2 status=0
    shift 2
    timeout 60 "$@" >out 2>err || status=$?
    [ "$status" -eq 2 ] && grep -qF -- "$message" err && [ "$(grep -c . err)" -eq 1 ]
    verdict "$sentence"
}

search='-q -m shared -t large shared.beam --keep-going --ignore-error deadlock'
refused "a run of something else" 'is of another search' "$weft" check -m shared -t fails shared.beam --queue "$queue#large-4"
refused "other options" 'is of another search' "$weft" check $search --timeouts idle --queue "$queue#large-4"
[ -z "$other" ] || refused "another build of weft" 'is of another search' "$other" worker --queue "$queue#large-4"
refused "no run" 'there is no run nothing' "$weft" worker --queue "$queue#nothing" --queue-patience 1
refused "no run to tell of" 'there is no run nothing' "$weft" status --queue "$queue#nothing"
refused "files for a worker" 'takes no files' "$weft" worker shared.beam --queue "$queue#large-4"
refused "no queue" 'say which run' "$weft" worker
refused "an address of something else" 'say redis://' "$weft" worker --queue http://localhost/run
refused "a password in an address" 'WEFT_QUEUE_PASSWORD' "$weft" worker --queue redis://:secret@localhost/run
refused "no server" 'No such file' "$weft" worker --queue "unix://$scratch/none#run" --queue-patience 1
refused "another reduction" 'needs --dpor optimal' "$weft" check $search --dpor source --queue "$queue#x"
refused "a checkpoint besides" 'cannot be used together' "$weft" check $search --checkpoint file --queue "$queue#x"
refused "a server that everybody can reach" 'asks for no password' "$weft" worker --queue redis://192.0.2.1/run

say config set maxmemory-policy allkeys-lru >/dev/null
refused "a server that forgets" 'noeviction is needed' "$weft" check $search --queue "$queue#x"
say config set maxmemory-policy noeviction >/dev/null
say config set requirepass secret >/dev/null
refused "no password" 'NOAUTH' "$weft" worker --queue "$queue#large-4"
WEFT_QUEUE_PASSWORD=wrong refused "a wrong password" 'WRONGPASS' "$weft" worker --queue "$queue#large-4"
WEFT_QUEUE_PASSWORD=secret timeout 20 "$weft" status --queue "$queue#large-4" >out 2>err; verdict "the right one"
redis-cli -s "$scratch/socket" -a secret --no-auth-warning config set requirepass '' >/dev/null

header() { say hget 'weft:{large-4}:run' header | head -c -1; }
header >header
set_header() { redis-cli -s "$scratch/socket" -x hset 'weft:{large-4}:run' header >/dev/null 2>&1; }
perl -pe 's/0\.1\.0/9.8.7/' header | set_header
refused "another version of weft" 'the run large-4 is of weft 9.8.7, and this is weft' "$weft" worker --queue "$queue#large-4"
otp=$(erl -noshell -eval '{ok, V} = file:read_file(filename:join([code:root_dir(), "releases", erlang:system_info(otp_release), "OTP_VERSION"])), io:put_chars(string:trim(V)), halt().')
OTP=$otp perl -pe 's/\Q$ENV{OTP}\E/"1" x length $ENV{OTP}/e' header | set_header
refused "another release of OTP" "here is OTP $otp" "$weft" worker --queue "$queue#large-4"
head -c 300 header | set_header
refused "a run that says half of what it is" 'cannot be read' "$weft" worker --queue "$queue#large-4"
perl -0pe 's/shared\.beam/..\/red.beam/' header | set_header
refused "a module that would lie elsewhere" 'cannot be read' "$weft" worker --queue "$queue#large-4"
set_header <header
for module in $(say hkeys 'weft:{large-4}:code'); do say hset 'weft:{large-4}:code' "$module" lies >/dev/null; done
refused "a module that is another one" 'is not what it should be' "$weft" worker --queue "$queue#large-4"
say hset 'weft:{large-4}:run' identity "$(printf '%064d' 7)" >/dev/null
refused "a run that is not what it says" 'another run has taken the name' "$weft" worker --queue "$queue#large-4"
search gone shared large & searching=$!
wait_for_run gone; sleep 0.5; say flushall >/dev/null
wait $searching; [ $? -eq 2 ] && grep -qE 'is not there any more|make no sense' err; verdict "a run that vanishes is not done"

# --- the examples -----------------------------------------------------------------------------------------------------

examples=$here/../../examples/queue
words() { sed -n "s/^ *command: \($1 .*\)/\1/p" "$examples/compose.yml" | sed "s|redis://queue/night|$queue#compose|; s|-m pool -t start|-m kept -t mail kept.beam|; s|weft.json|found|"; }
"$weft" $(words worker) -q >out 2>worker.err & worker=$!
"$weft" $(words check) -q --ignore-error deadlock >out 2>err
[ $? -eq 1 ] && is_as mail; verdict "the commands of compose.yml do what they are there for"
wait $worker; verdict "its workers, too"
grep -q 'args: \[worker, --queue, "rediss://' "$examples/kubernetes.yml"; verdict "kubernetes.yml starts workers"

# --- over TCP, and over TLS -----------------------------------------------------------------------------------------

certificate() {   # NAME HOST
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout "$1.key" -out "$1.pem" -subj "/CN=$2" \
        -addext "subjectAltName=DNS:$2" -days 2 >/dev/null 2>&1
}
certificate right localhost
certificate wrong queue.example

begin_elsewhere() {   # KIND OPTION...: a server at a port that is free
    for ((left = 20; left > 0; left--)); do
        port=$((20000 + RANDOM % 20000))
        redis-server --port 0 "--$1" $port --save '' --requirepass secret "${@:2}" >elsewhere.log 2>&1 &
        elsewhere=$! && disown
        for ((i = 0; i < 60; i++)); do
            grep -q 'Ready to accept' elsewhere.log && return
            kill -0 $elsewhere 2>/dev/null || break
            sleep 0.05
        done
        kill -KILL $elsewhere 2>/dev/null
    done
}
search_there() {   # URL: by a worker, too
    local status=0
    timeout 100 "$weft" check -q -m kept -t mail kept.beam --keep-going --ignore-error deadlock --json found --queue "$1" >out 2>err || status=$?
    timeout 100 "$weft" worker -q --queue "$1" >worker.out 2>worker.err || status=2
    [ "$status" -le 1 ] && is_as mail
}
tls() { begin_elsewhere tls-port --tls-cert-file "$1.pem" --tls-key-file "$1.key" --tls-ca-cert-file "$1.pem" --tls-auth-clients no; }

begin_elsewhere port
WEFT_QUEUE_PASSWORD=secret search_there "redis://localhost:$port/run"; verdict "over TCP"
WEFT_QUEUE_PASSWORD=secret refused "a server without TLS" 'rediss' "$weft" worker --queue "rediss://localhost:$port/run" --queue-patience 1
kill -KILL $elsewhere
tls right
export WEFT_QUEUE_PASSWORD=secret
SSL_CERT_FILE=right.pem search_there "rediss://localhost:$port/run"; verdict "over TLS"
SSL_CERT_FILE=right.pem refused "by an address that the certificate does not have" 'its certificate' "$weft" worker --queue "rediss://127.0.0.1:$port/run"
SSL_CERT_FILE=wrong.pem refused "a certificate that nobody vouches for" 'its certificate' "$weft" worker --queue "rediss://localhost:$port/run"
refused "a server with TLS only" '--queue' "$weft" worker --queue "redis://localhost:$port/run" --queue-patience 1
kill -KILL $elsewhere
tls wrong
SSL_CERT_FILE=wrong.pem refused "a certificate of another name" 'its certificate' "$weft" worker --queue "rediss://localhost:$port/run"
kill -KILL $elsewhere
unset WEFT_QUEUE_PASSWORD

# --- powers -------------------------------------------------------------------------------------------------------

echo hello >note
"$weft" check -q -m shared -t reads shared.beam --keep-going --max-seconds 1 --json found --queue "$queue#reading" >out 2>err
grep -q '"status": "ok"' found; verdict "who has the project may read its files"
alone shared places
search places shared places --max-seconds 1
mkdir -p elsewhere && cd elsewhere || exit 2
work places; verdict "where a worker was started makes no difference"
(cd .. && search places shared places; is_as places); verdict "as if it were where the run was begun"
refused "what does not travel is not read elsewhere" 'does not travel with the run' "$weft" worker --queue "$queue#reading"
cd ..
"$weft" check $search --external vault:open/1 --max-seconds 1 --queue "$queue#external" >out 2>err
refused "a run has no say in what runs outside" 'asks for --external vault:open/1: say it on the command line' "$weft" worker --queue "$queue#external"
"$weft" check $search --unconfined --max-seconds 1 --queue "$queue#unconfined" >out 2>err
refused "nor in how it is confined" 'asks for --unconfined: say it on the command line' "$weft" worker --queue "$queue#unconfined"

# --- servers that answer anything -----------------------------------------------------------------------------------

liar() {   # ANSWER: to whatever is asked; on its own socket
    rm -f liar
    perl -e 'use IO::Socket::UNIX; my ($path, $answer) = @ARGV; my $s = IO::Socket::UNIX->new(Local => $path, Listen => 5) or die;
        $answer =~ s/\\r/\r/g; $answer =~ s/\\n/\n/g; $SIG{PIPE} = "IGNORE";
        while (my $c = $s->accept) { while (sysread($c, my $b, 65536)) { syswrite($c, $answer) or last } }' "$scratch/liar" "$1" &
    liar=$!
    until [ -S liar ]; do sleep 0.02; done
}

for answer in 'HTTP/1.1 400 Bad Request\r\n\r\n' '-LOADING soon\r\n' ':0\r\n' '*0\r\n' '*1\r\n$4\r\ndone\r\n' '+OK\r\n' '$-1\r\n' '*99999999999\r\n'; do
    liar "$answer"
    refused "a server that says ${answer//\\/}" '--queue' "$weft" check $search --queue "unix://$scratch/liar#run" --queue-patience 1
    kill -KILL $liar; wait $liar 2>/dev/null
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
