#!/bin/sh
# Asks the service all that its own description allows, and much that it does not, and compares the
# answers with the description. The same questions every time: the seed is fixed.
#
#   tests/schemathesis.sh [path of the bestmove binary]
#
# Needs schemathesis 4: `make api-test` puts it into .venv. EXAMPLES is the number of questions of each kind.
set -eu
cd "$(dirname "$0")/.."

binary=${1:-}
for built in target/release/bestmove target/quick/bestmove target/debug/bestmove; do
    [ -z "$binary" ] && [ -x "$built" ] && binary=$built
done
[ -n "$binary" ] || { echo "build bestmove first" >&2; exit 2; }

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
# Short searches: it is the wire that is tested here.
"$binary" serve --bind "127.0.0.1:$port" --caps-time-ms 1000 --caps-default-ms 20 --log-level error &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true' EXIT

timeout 20 sh -c 'until "$0" health --url "$1" 2>/dev/null; do sleep 0.1; done' \
    "$binary" "http://127.0.0.1:$port/readyz" || { echo "bestmove was not ready in 20 seconds" >&2; exit 1; }
status=0
timeout 280 schemathesis --config-file tests/schemathesis.toml run \
    --url "http://127.0.0.1:$port" \
    --seed 1 --max-examples "${EXAMPLES:-25}" --phases examples,coverage,fuzzing \
    --no-shrink "http://127.0.0.1:$port/openapi.json" || status=$?
[ "$status" -ne 124 ] || echo "schemathesis was not done in 280 seconds" >&2
exit "$status"
