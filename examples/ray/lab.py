#!/usr/bin/env python3
"""Shares the games of one lab between the machines of a Ray cluster, and prints the report.

    python examples/ray/lab.py FOLDER GAMES PARTS VARIANT [OPTION...]

Each part is a Ray task on one core. A task that fails, or whose machine is lost, is repeated. The
shards come back to FOLDER on this machine, so the machines need no common folder. README.md beside
this file has the commands for a cluster.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

# Ray would send statistics of its use otherwise.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
import ray

USAGE = "usage: lab.py FOLDER GAMES PARTS VARIANT [OPTION...]"


def command(program, lab, shard, low, high):
    """Returns the command that plays the games from `low` to `high` - 1 on one thread."""
    return [program, "lab", *lab, "--threads", "1", "--range", f"{low}..{high}", "--out", str(shard)]


@ray.remote(num_cpus=1, max_retries=3, retry_exceptions=[RuntimeError])
def play(program, lab, folder, low, high):
    """Plays the games from `low` to `high` - 1. Returns the program's words and the shard as bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    shard = folder / f"{low}-{high}.jsonl"
    # The program ends together with the task, so that a repeated task finds its file unlocked.
    bound = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    run = subprocess.run([*bound, *command(program, lab, shard, low, high)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    words = run.stderr.strip()
    if run.returncode != 0:
        # The program ends with 2 if its words or files are wrong. Repeating it would not help.
        kind = ValueError if run.returncode == 2 else RuntimeError
        raise kind(f"games {low} to {high - 1}: `{program}` ended with {run.returncode}: {words}")
    return words, shard.read_bytes()


def write(path, content):
    """Writes a file that is complete as soon as it has its name."""
    new = path.with_suffix(".new")
    new.write_bytes(content)
    new.replace(path)


def connect():
    """Connects to the cluster of RAY_ADDRESS, or starts Ray on this machine alone."""
    if os.environ.get("RAY_ADDRESS"):
        ray.init()
    else:
        ray.init(include_dashboard=False, object_store_memory=100 << 20)


def collect(program, lab, folder, shards, games):
    """Plays the parts whose shards are missing, and writes each shard as soon as it is there."""
    missing = [it for it, path in shards.items() if not path.exists()]
    done = before = games - sum(high - low for low, high in missing)
    # The program checks that complete shards belong to this lab.
    for (low, high), path in shards.items():
        if path.exists():
            subprocess.run(command(program, lab, path, low, high), check=True)
    connect()
    begun = time.monotonic()
    tasks = {play.remote(program, lab, folder, *it): it for it in missing}
    while tasks:
        (task,), _ = ray.wait(list(tasks), num_returns=1)
        low, high = tasks.pop(task)
        try:
            words, content = ray.get(task)
        except ray.exceptions.RayTaskError as error:
            sys.exit(f"error: {error.cause}")
        if not shards[low, high].exists():
            write(shards[low, high], content)
        done += high - low
        rate = (done - before) / (time.monotonic() - begun)
        print(f"{done} of {games} games, {rate:.0f} per second. {words}", file=sys.stderr, flush=True)
    ray.shutdown()


def main(arguments):
    if len(arguments) < 4:
        sys.exit(USAGE)
    folder, games, parts = Path(arguments[0]).resolve(), int(arguments[1]), int(arguments[2])
    lab = arguments[3:]
    # The tasks run in other folders, so a path has to be absolute.
    found = os.environ.get("THREEFOLD", "threefold")
    program = str(Path(found).resolve()) if os.sep in found else found
    lab[0] = str(Path(lab[0]).resolve()) if Path(lab[0]).is_file() else lab[0]
    folder.mkdir(parents=True, exist_ok=True)

    # Part i plays the games from i/PARTS to (i + 1)/PARTS of all.
    ends = [games * part // parts for part in range(parts + 1)]
    ranges = [(low, high) for low, high in zip(ends, ends[1:]) if low < high]
    shards = {it: folder / f"{it[0]}-{it[1]}.jsonl" for it in ranges}
    # Only the report goes to standard output. Ray writes messages there, too.
    with contextlib.redirect_stdout(sys.stderr):
        collect(program, lab, folder, shards, games)

    form = os.environ.get("FORMAT", "text")
    merge = [program, "lab", "merge", "--variant", lab[0], "--format", form, *map(str, shards.values())]
    sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main(sys.argv[1:])
