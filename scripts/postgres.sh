#!/usr/bin/env bash
# A real PostgreSQL with pgvector on this computer, for tests and for trying --engine postgres out. It comes from the Python package pgserver.
#
#   scripts/postgres.sh FOLDER start     makes a database in FOLDER, starts its server on 127.0.0.1, prints the address for --engine
#   scripts/postgres.sh FOLDER url       prints the address
#   scripts/postgres.sh FOLDER status    whether it runs; exit code 1 if it does not
#   scripts/postgres.sh FOLDER kill      ends the server at once (SIGKILL to it and to every process of it)
#   scripts/postgres.sh FOLDER stop      ends the server; the data stays in FOLDER
#   scripts/postgres.sh FOLDER install   fetches the program, and starts nothing
#
# FOLDER holds data, log and process id of one server. The package is fetched once: ENGINE_CACHE (default ~/.cache/r2med-engine).
# POSTGRES_SETTINGS: further settings of the server ("name=value name=value"). Needs python3 with pip, on Linux on x86-64.
# The server has no password: it listens on 127.0.0.1 alone. It refuses to run as root, so root starts it as the user nobody.
set -euo pipefail

wheel=pgserver-0.1.4-cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64.whl
sum=d595789b47624a3d963aa9aa6359da9be31beb7e61f1a45541953242068b8813
cache=${ENGINE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/r2med-engine}

say() { echo "postgres: $*" >&2; }
fail() { say "$*"; exit 1; }

fetch() {
  [ -f "$cache/$wheel" ] && return
  mkdir -p "$cache"
  local made
  made=$(mktemp -d "$cache/postgres.XXXXXX")
  say "fetching PostgreSQL with pgvector into $cache (once)"
  python3 -m pip download -q --no-deps --only-binary=:all: --python-version 3.11 --platform manylinux2014_x86_64 -d "$made" pgserver==0.1.4 >&2 ||
    { rm -rf "$made"; fail "the Python package pgserver could not be fetched"; }
  echo "$sum  $made/$wheel" | sha256sum -c --quiet >&2 || { rm -rf "$made"; fail "$wheel is not the one that was tested"; }
  mv -f "$made/$wheel" "$cache/$wheel"
  rm -rf "$made"
}

# As somebody who is not root.
as_user() {
  if [ "$(id -u)" = 0 ]; then setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; else "$@"; fi
}

[ $# -ge 2 ] || { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
bin=$folder/program/pgserver/pginstall/bin

pid() { cat "$folder/pid" 2> /dev/null || true; }
# A process id may belong to another process by now: ours names this folder.
runs() {
  local id
  id=$(pid)
  [ -n "$id" ] && tr '\0' ' ' 2> /dev/null < "/proc/$id/cmdline" | grep -qF -- "-D $folder/data "
}
url() { echo "postgres://postgres@127.0.0.1:$(cat "$folder/port")/postgres"; }
gone() { for ((t = 0; t < 300; t++)); do runs || return 0; sleep 0.1; done; return 1; }

case $2 in
  install) fetch ;;
  start)
    fetch
    if [ ! -d "$folder/data" ]; then
      python3 -m zipfile -e "$cache/$wheel" "$folder/program"
      chmod -R a+rX "$folder/program"
      chmod a+x "$folder" "$bin"/*
      mkdir "$folder/data"
      if [ "$(id -u)" = 0 ]; then chown 65534:65534 "$folder/data"; fi
      as_user "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --locale=C > "$folder/log" 2>&1 || { tail -n 5 "$folder/log" >&2; fail "no database in $folder"; }
      node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })' > "$folder/port"
    fi
    if ! runs; then
      settings=()
      for each in ${POSTGRES_SETTINGS:-}; do settings+=(-c "$each"); done
      if [ "$(id -u)" = 0 ]; then user=(setpriv --reuid=65534 --regid=65534 --clear-groups); else user=(); fi
      setsid "${user[@]}" "$bin/postgres" -D "$folder/data" -p "$(cat "$folder/port")" -c listen_addresses=127.0.0.1 \
        -c unix_socket_directories= -c fsync=off "${settings[@]}" >> "$folder/log" 2>&1 < /dev/null &
      echo $! > "$folder/pid"
    fi
    until as_user "$bin/pg_isready" -q -h 127.0.0.1 -p "$(cat "$folder/port")"; do
      # Not by its name: on a busy computer it is this script for a moment.
      kill -0 "$(pid)" 2> /dev/null || { tail -n 5 "$folder/log" >&2; fail "the server ended; see $folder/log"; }
      [ $SECONDS -lt 120 ] || fail "no server within 120 s; see $folder/log"
      sleep 0.1
    done
    url
    ;;
  url) url ;;
  status) runs || { echo "not running"; exit 1; }; echo "running, process $(pid)" ;;
  kill)
    runs || fail "no server runs in $folder"
    # It is stopped first: it would start other processes.
    id=$(pid)
    kill -STOP "$id"
    children=$(cat "/proc/$id/task/$id/children")
    # shellcheck disable=SC2086
    kill -KILL $children "$id" 2> /dev/null || true
    gone || fail "process $id does not end"
    rm -f "$folder/pid" "$folder/data/postmaster.pid"
    ;;
  stop)
    if runs; then kill -INT "$(pid)"; gone || kill -QUIT "$(pid)"; fi
    rm -f "$folder/pid"
    ;;
  *) fail "unknown command $2; expected start, url, status, kill, stop or install" ;;
esac
