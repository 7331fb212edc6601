"""Measures plies per second on one core: threefold's environments beside other packages, in one run.

    python examples/python/benchmark.py [SECONDS]

Each row plays random legal moves and finds the legal moves of each turn. Rows of packages that are
not installed are left out: PettingZoo's chess, OpenSpiel, pyffish and python-chess. `play_out`, the
yardstick, chooses and plays moves inside the engine without writing anything.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

import threefold
from threefold import VectorEnv

GAMES = 64


def playouts(variant: str) -> Callable[[], int]:
    """Returns the engine's own random games, without masks."""
    board = threefold.Board(variant)
    seeds = iter(range(1 << 30))
    return lambda: board.play_out(2000, seed=next(seeds))


def vector(variant: str, *, planes: bool, inside: bool) -> Callable[[], int]:
    """Returns steps of many games, with actions chosen inside or by NumPy arrays."""
    env = VectorEnv(variant, GAMES, seed=1, max_plies=2000, planes=planes)

    def steps() -> int:
        if inside:
            env.step_random(100)
            return 100 * GAMES
        env.step(env.sample())
        return GAMES

    return steps


def board(variant: str) -> Callable[[], int]:
    """Returns one random game on a board."""

    def game() -> int:
        it = threefold.Board(variant)
        while not it.is_game_over() and it.ply() < 2000:
            it.push_action(random.choice(it.legal_actions()))
        return it.ply()

    return game


def pettingzoo_chess() -> Callable[[], int]:
    """Returns PettingZoo's own chess."""
    from pettingzoo.classic import chess_v6  # type: ignore[import-untyped]

    env = chess_v6.raw_env()

    def game() -> int:
        env.reset()
        plies = 0
        while not env.terminations[env.agent_selection] and plies < 2000:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(random.choice(mask.nonzero()[0]))
            plies += 1
        return plies

    return game


def own_pettingzoo() -> Callable[[], int]:
    """Returns threefold's environment for PettingZoo, with observations."""
    from threefold.pettingzoo_env import RawEnv

    env = RawEnv("chess", max_plies=2000)

    def game() -> int:
        env.reset()
        plies = 0
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(random.choice(mask.nonzero()[0]))
            plies += 1
        return plies

    return game


def openspiel() -> Callable[[], int]:
    """Returns OpenSpiel's chess."""
    import pyspiel  # type: ignore[import-not-found]

    rules = pyspiel.load_game("chess")

    def game() -> int:
        state = rules.new_initial_state()
        plies = 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            plies += 1
        return plies

    return game


def pyffish() -> Callable[[], int]:
    """Returns pyffish, which has no boards: each call starts from a FEN."""
    import pyffish as ffish

    def game() -> int:
        fen = ffish.start_fen("chess")
        for plies in range(400):
            moves = ffish.legal_moves("chess", fen, [])
            if not moves:
                return plies
            fen = ffish.get_fen("chess", fen, [random.choice(moves)])
        return 400

    return game


def python_chess() -> Callable[[], int]:
    """Returns python-chess."""
    import chess

    def game() -> int:
        it = chess.Board()
        while not it.is_game_over():
            it.push(random.choice(list(it.legal_moves)))
        return it.ply()

    return game


def rate(work: Callable[[], int], seconds: float) -> float:
    """Returns plies per second of CPU time."""
    work()
    begun, plies = time.process_time(), 0
    while time.process_time() - begun < seconds:
        plies += work()
    return plies / (time.process_time() - begun)


def main() -> None:
    """Prints the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    rows: list[tuple[str, Callable[[], Callable[[], int]]]] = []
    for variant in ["chess", "3-man-chess", "trichess"]:
        rows += [
            (f"{variant}: play_out", lambda it=variant: playouts(it)),  # type: ignore[misc]
            (f"{variant}: VectorEnv, masks", lambda it=variant: vector(it, planes=False, inside=True)),  # type: ignore[misc]
            (f"{variant}: VectorEnv, masks and planes", lambda it=variant: vector(it, planes=True, inside=True)),  # type: ignore[misc]
            (f"{variant}: VectorEnv, actions from Python", lambda it=variant: vector(it, planes=True, inside=False)),  # type: ignore[misc]
            (f"{variant}: Board", lambda it=variant: board(it)),  # type: ignore[misc]
        ]
    rows += [
        ("chess: threefold in PettingZoo", own_pettingzoo),
        ("chess: PettingZoo", pettingzoo_chess),
        ("chess: OpenSpiel", openspiel),
        ("chess: pyffish", pyffish),
        ("chess: python-chess", python_chess),
    ]
    yardsticks: dict[str, float] = {}
    print("| row | plies per second | of play_out |\n|---|---|---|")
    for name, create in rows:
        try:
            found = rate(create(), seconds)
        except ImportError as error:
            print(f"| {name} | not installed ({error.name}) | |")
            continue
        share = 100 * found / yardsticks.setdefault(name.split(":")[0], found)
        print(f"| {name} | {found:,.0f} | {share:.1f} % |", flush=True)


if __name__ == "__main__":
    main()
