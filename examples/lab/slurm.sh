#!/usr/bin/env bash
#SBATCH --job-name=threefold-lab
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --mem=256M
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --output=threefold-lab-%A-%a.log
# Plays one part of a lab as a task of a Slurm job array.
#
#   sbatch --array=0-LAST examples/lab/slurm.sh FOLDER GAMES PARTS VARIANT [OPTION...]
#
# LAST is PARTS - 1. FOLDER is on a file system that all nodes share, and receives one shard for each
# part. OPTION is any option of `threefold lab` that plays games. For example, a million games in 100
# parts, at most 20 at a time, and the report when all are done:
#
#   job=$(sbatch --parsable --array=0-99%20 examples/lab/slurm.sh shards 1000000 100 chess --seed 7)
#   sbatch --dependency=afterok:"$job" --output=report.txt --wrap='threefold lab merge shards/*.jsonl'
#
# If a node fails or a job is preempted, Slurm puts the task back into the queue (--requeue). The task
# goes on after the last block in its file. To repeat tasks by hand, such as those that ran out of
# time, submit the same command with their numbers: --array=3,17. Complete parts are recognized.
#
# THREEFOLD   the program; `threefold` by default
set -euo pipefail

if [ $# -lt 4 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
  echo "usage: sbatch --array=0-LAST $0 FOLDER GAMES PARTS VARIANT [OPTION...]" >&2
  exit 2
fi
program=${THREEFOLD:-threefold}
folder=$1 games=$2 parts=$3 part=$SLURM_ARRAY_TASK_ID
shift 3
if [ "$part" -ge "$parts" ]; then
  echo "error: task $part does not exist: $parts parts have the tasks 0 to $((parts - 1))" >&2
  exit 2
fi
mkdir -p "$folder"

# Part i plays the games from i/PARTS to (i + 1)/PARTS of all.
low=$((games * part / parts)) high=$((games * (part + 1) / parts))
if [ "$low" -eq "$high" ]; then
  echo "part $part has no games" >&2
  exit 0
fi
exec "$program" lab "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" --range "$low..$high" --out "$folder/$low-$high.jsonl"
