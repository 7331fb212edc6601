#!/usr/bin/env bash
# Shares the games of one lab between processes or machines with GNU parallel, and prints the report.
#
#   examples/lab/parallel.sh FOLDER GAMES PARTS VARIANT [OPTION...]
#   examples/lab/parallel.sh target/shards 1000000 64 chess --seed 7
#
# FOLDER receives one shard for each of the PARTS. OPTION is any option of `threefold lab` that plays
# games: --seat, --seed, --openings, --plies, --position. Each process uses one thread.
#
# A part that fails is repeated up to three times. It goes on after the last block in its file, on
# every machine that sees the folder. After an interruption, repeat the command: complete parts are
# recognized.
#
# THREEFOLD   the program; `threefold` by default
# FORMAT      format of the report: text (the default), json or csv
# PARALLEL    options of GNU parallel. For two machines that share this folder under the same path:
#             PARALLEL='--sshlogin one,two --workdir .' examples/lab/parallel.sh ...
set -euo pipefail

if [ $# -lt 4 ]; then
  echo "usage: $0 FOLDER GAMES PARTS VARIANT [OPTION...]" >&2
  exit 2
fi
program=${THREEFOLD:-threefold}
folder=$1 games=$2 parts=$3
shift 3
mkdir -p "$folder"

# Part i plays the games from i/PARTS to (i + 1)/PARTS of all.
ranges=() shards=()
for ((part = 0; part < parts; part++)); do
  low=$((games * part / parts)) high=$((games * (part + 1) / parts))
  if [ "$low" -lt "$high" ]; then
    ranges+=("$low" "$high")
    shards+=("$folder/$low-$high.jsonl")
  fi
done

# Each process reads two words: {1} is the first game, {2} the one after the last.
printf '%s\n' "${ranges[@]}" |
  parallel --quote --max-args 2 --retries 3 --halt soon,fail=1 \
    "$program" lab "$@" --threads 1 --range '{1}..{2}' --out "$folder/{1}-{2}.jsonl"

"$program" lab merge --variant "$1" --format "${FORMAT:-text}" "${shards[@]}"
