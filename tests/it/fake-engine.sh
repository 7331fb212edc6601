#!/bin/sh
# A fake UCI engine for the tests. Its own name lists the moves of a game: fake-e2e4-e7e5 answers
# e2e4 in the first position and e7e5 in the second one. The word `die` ends it instead, and `silent`
# lets it write the number of its process to a file instead of an answer.
plan=$(basename "$0" | tr '-' ' ')
count=0
while read -r line; do
  case "$line" in
    uci)
      echo "id name fake"
      echo "option name UCI_LimitStrength type check default false"
      echo "option name UCI_Elo type spin default 1500 min 1320 max 3190"
      echo "uciok" ;;
    isready) echo "readyok" ;;
    position*)
      moves=${line#* moves }
      if [ "$moves" = "$line" ]; then moves=; fi
      # shellcheck disable=SC2086
      set -- $moves
      count=$# ;;
    go*)
      # shellcheck disable=SC2086
      set -- $plan
      if [ $# -gt $((count + 1)) ]; then shift $((count + 1)); else set --; fi
      case "${1:-}" in
        die) exit 3 ;;
        silent) echo $$ > "$0.pid" ;;
        *) printf 'info depth 1\nbestmove %s ponder a1a1\n' "${1:-0000}" ;;
      esac ;;
    quit) exit 0 ;;
  esac
done
