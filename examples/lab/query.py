#!/usr/bin/env python3
"""Asks DuckDB about the games in shards of a lab.

    pip install duckdb
    python examples/lab/query.py SHARD...                 # points, endings and lengths
    python examples/lab/query.py --json SHARD...          # the same as JSON
    python examples/lab/query.py --sql 'SELECT max(n) FROM games' SHARD...

The table `games` has one row for each game. `threefold lab --out SHARD` writes the shards; with
--no-rows they have no games. The columns:

    g  index of the game             w  seat that won alone, from 0, or NULL
    n  number of moves               o  eliminations: [victim, seat of the last move]
    e  number of the ending; 255 is  l  changes of the lead
       the ply limit, 254 a player   t  moves until the winner took the lead for good
       without moves                 k  seat of the kingmaker
    p  points of each seat in units  m  sum of the numbers of legal moves
"""

import argparse
import json
import sys

import duckdb

GAMES = """
CREATE VIEW games AS
SELECT * FROM read_json(
    getvariable('shards'),
    format = 'newline_delimited',
    maximum_object_size = 16777216,
    columns = {g: 'BIGINT', n: 'INTEGER', e: 'UTINYINT', p: 'INTEGER[]', w: 'UTINYINT', o: 'UTINYINT[][]',
               l: 'INTEGER', t: 'INTEGER', k: 'UTINYINT', m: 'BIGINT'})
-- The other lines of a shard are its header, counts and hash.
WHERE g IS NOT NULL
"""

# Points are counted in units, so that players can share them exactly. The header of each shard has the number.
UNIT = """
SELECT DISTINCT unit
FROM read_json(
    getvariable('shards'),
    format = 'newline_delimited',
    maximum_object_size = 16777216,
    columns = {unit: 'INTEGER'})
WHERE unit > 0
"""

QUERIES = {
    "seats": """
        SELECT seat, avg(units) / getvariable('unit') AS points, count(*) FILTER (seat = w) AS wins
        FROM (SELECT unnest(p) AS units, generate_subscripts(p, 1) - 1 AS seat, w FROM games)
        GROUP BY seat ORDER BY seat
    """,
    "endings": """
        SELECT e AS ending, count(*) AS games, count(w) AS wins
        FROM games GROUP BY e ORDER BY games DESC, e
    """,
    "length": """
        SELECT count(*) AS games, avg(n) AS mean, min(n) AS shortest, quantile_disc(n, 0.25) AS lower_quartile,
               quantile_disc(n, 0.5) AS median, quantile_disc(n, 0.75) AS upper_quartile, max(n) AS longest,
               sum(m) / sum(n) AS branching
        FROM games
    """,
}


def main():
    parser = argparse.ArgumentParser(description="Asks DuckDB about the games in shards of a lab.")
    parser.add_argument("shards", metavar="SHARD", nargs="+", help="file that `threefold lab --out` has written")
    parser.add_argument("--sql", help="another question about the table `games`")
    parser.add_argument("--json", action="store_true", help="print the answers as one JSON object")
    args = parser.parse_args()

    base = duckdb.connect()
    base.execute("SET VARIABLE shards = ?", [args.shards])
    base.execute(GAMES)
    if base.execute("SELECT g FROM games LIMIT 1").fetchone() is None:
        parser.error("the shards have no games: they were written with --no-rows")
    units = base.execute(UNIT).fetchall()
    if len(units) != 1:
        parser.error("the shards count points in different units, or an earlier version wrote them")
    base.execute("SET VARIABLE unit = ?", units[0])

    answers = {}
    for name, query in ({"answer": args.sql} if args.sql else QUERIES).items():
        if args.json:
            found = base.execute(query)
            names = [it[0] for it in found.description]
            answers[name] = [dict(zip(names, row)) for row in found.fetchall()]
        else:
            base.sql(query).show()
    if args.json:
        print(json.dumps(answers, indent=2))


if __name__ == "__main__":
    try:
        main()
    except duckdb.Error as error:
        sys.exit(f"error: {error}")
