#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ranks_test.sh PROGRAM FOLDER
#
# The program under mpirun with 2 and 4 ranks against itself alone: the same bytes; a rank that is killed, a replication
# that fails, a study that is wrong. Exit code 77 (skipped, told why) where there is no mpirun.
set -u
program=$1
folder=$2
command -v mpirun > /dev/null || {
  echo "there is no mpirun here (Debian: openmpi-bin)"
  exit 77
}
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder" || exit 1
failed=0
# More ranks than cores, by root in a container, without a look at the network.
ranks() {
  local n=$1
  shift
  OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_btl=self,vader OMPI_MCA_plm_rsh_agent=/bin/false \
    ASAN_OPTIONS=detect_leaks=0:${ASAN_OPTIONS:-} mpirun -q -n "$n" "$@"
}
check() { # what, condition as a command
  local what=$1
  shift
  if "$@"; then echo "ok: $what"; else
    echo "FAILED: $what"
    failed=1
  fi
}
has() { grep -qF -- "$2" "$1"; }

cat > study.json << 'JSON'
{
  "name": "queue",
  "entities": {"Customer": {}},
  "resources": {"Teller": {}},
  "model": {
    "components": {
      "Arrivals": {"type": "arena.Create", "interarrival": "EXPO(1)"},
      "Service": {"type": "arena.Process", "resources": "Teller", "delay": "EXPO(0.8)"},
      "Done": {"type": "arena.Dispose"}
    },
    "couplings": ["Arrivals -> Service -> Done"]
  },
  "experiment": {
    "replications": 12, "length": 200,
    "scenarios": {"A": [], "B": "Service.delay=EXPO(0.7)", "C": "Service.delay=EXPO(0.9)"},
    "responses": ["Service.Queue.WaitingTime"],
    "steadyState": ["Service.Queue.NumberInQueue"],
    "compare": {"method": "select", "indifference": 1}
  }
}
JSON
"$program" experiment study.json --out alone > alone.txt || failed=1
for n in 2 4; do
  ranks $n "$program" experiment study.json --out "with$n" > "$n.txt" 2> "$n.err"
  check "$n ranks end well" test $? -eq 0
  check "$n ranks print what one process prints" cmp alone.txt "$n.txt"
  check "$n ranks write what one process writes" cmp alone/results.json "with$n/results.json"
  check "$n ranks print nothing else" test ! -s "$n.err"
done

# A replication that fails at 4, for the delay is 1/0 then: it is told, and the other scenarios finish.
sed 's/"B": "Service.delay=EXPO(0.7)"/"B": ["Arrivals.interarrival=2", "Service.delay=1\/(4-TNOW)"]/; s/"select", "indifference": 1/"paired"/' \
  study.json > failing.json
"$program" experiment failing.json > alone.txt 2> /dev/null
ranks 2 "$program" experiment failing.json > two.txt 2> two.err
check "a failing replication gives exit code 1" test $? -eq 1
check "a failing replication is told as by one process" cmp alone.txt two.txt
check "a failing replication is named" has two.txt "failed: scenario B, replication 1"

# Wrong input is told once.
ranks 2 "$program" experiment nothing.json > two.txt 2> two.err
check "a study that is not there gives exit code 2" test $? -eq 2
check "a study that is not there is told once" test "$(grep -c 'nothing.json' two.err)" -eq 1

# A rank that reads another study, as on a machine whose files differ.
cat > rank.sh << 'SH'
#!/bin/sh
[ "$OMPI_COMM_WORLD_RANK" = 1 ] && cd other
exec "$@"
SH
chmod +x rank.sh
mkdir other
sed 's/"length": 200/"length": 300/' study.json > other/study.json
ranks 2 ./rank.sh "$program" experiment study.json --replications 3000 > two.txt 2> two.err
check "another text of the study gives exit code 2" test $? -eq 2
check "another text of the study is told" has two.err "rank 1 has read another text of the study"

rm other/study.json
ranks 2 ./rank.sh "$program" experiment study.json --replications 3000 > two.txt 2> two.err
check "a rank without the study gives exit code 2" test $? -eq 2
check "a rank without the study is told" has two.err "rank 1 cannot run replications"
ranks 2 "$program" describe arena.Create > two.txt 2> two.err
check "other commands are run once" test "$(grep -c '^arena.Create' two.txt)" -eq 1
check "other commands say so" has two.err "only 'experiment' is shared out"

# Rank 1 is killed in the middle: the program ends, what was finished is there, and --resume comes to the same table.
cat > victim.sh << 'SH'
#!/bin/sh
[ "$OMPI_COMM_WORLD_RANK" = 1 ] && echo $$ > victim.pid
exec "$@"
SH
chmod +x victim.sh
sed 's/"select", "indifference": 1/"paired"/; s/"length": 200/"length": 2000/; s/"steadyState".*//' study.json > long.json
ranks 2 ./victim.sh "$program" experiment long.json --replications 2000 --out killed > two.txt 2> two.err &
launcher=$!
for _ in $(seq 200); do
  [ -e killed/experiment.sqlite ] && [ -e victim.pid ] && break
  sleep 0.05
done
sleep 0.5
kill -KILL "$(cat victim.pid)"
wait $launcher
check "a killed rank is an error" test $? -ne 0
check "a killed rank leaves a message" has two.err "interrupted: "
"$program" experiment long.json --replications 6 --out killed --resume --quiet > resumed.txt 2> /dev/null
"$program" experiment long.json --replications 6 > alone.txt
check "what was finished is not lost" cmp alone.txt resumed.txt

# Without a launcher no MPI is begun: nothing but the results is printed.
"$program" experiment study.json > own.txt 2> own.err
check "on its own it prints no warning" test ! -s own.err
exit $failed
