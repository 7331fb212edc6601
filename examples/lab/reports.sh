#!/usr/bin/env bash
# Plays the shipped games and the moat readings of 3 Man Chess by bots that search, and writes their reports.
#
#   examples/lab/reports.sh FOLDER [GAMES [BOT]]
#   examples/lab/reports.sh examples/lab/reports 400 brs:300
#
# FOLDER receives a page (.html) and the figures (.json) for each game, and a page for the readings (moats.html).
# Without options, each rulebook plays 400 games with 300 nodes for each move. After an interruption,
# repeat the command: games in FOLDER/*.jsonl are not played again.
#
# THREEFOLD   the program; `threefold` by default
# THREADS     number of games to play at a time; 1 by default
set -euo pipefail

if [ $# -lt 1 ] || [ $# -gt 3 ]; then
  echo "usage: $0 FOLDER [GAMES [BOT]]" >&2
  exit 2
fi
program=${THREEFOLD:-threefold}
folder=$1 games=${2:-400} bot=${3:-brs:300}
options=(--seat "all=$bot" --games "$games" --threads "${THREADS:-1}")
mkdir -p "$folder"

for name in chess 3-man-chess 3-man-chess-video three-player-chess osullivan trichess; do
  shard=$folder/$name.jsonl
  "$program" lab "$name" "${options[@]}" --no-rows --out "$shard" >/dev/null
  "$program" lab merge "$shard" --format html -o "$folder/$name.html" --force
  "$program" lab merge "$shard" --format json -o "$folder/$name.json" --force
done

# One table for the family: what each reading of the moats does to play. This run starts again after an interruption.
moats=()
for reading in moat-b moat-d first-rank-empty moved-piece; do
  moats+=("readings/3-man-chess-$reading")
done
"$program" lab 3-man-chess "${moats[@]}" "${options[@]}" --format html -o "$folder/moats.html" --force
