"""Long calls: Ctrl-C ends them, and other threads run meanwhile."""

import faulthandler
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from threefold import Board, VectorEnv

DELAY = 0.3
"""Seconds until the signal."""
PATIENCE = 60
"""Seconds after which a call counts as one that no signal ends. No call here ends by itself before."""

ENDLESS = """
edition = 2
name    = "Chess without draws"
extends = ["chess"]
without = [
    "outcome.threefold", "outcome.fivefold", "outcome.fifty-moves", "outcome.seventy-five-moves", "outcome.dead-position",
]
"""
"""Rules by which two kings play on for ever."""


def play_out() -> None:
    Board(ENDLESS, "w:Ke1 b:Ke8 turn=w").play_out(4_000_000_000)


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    """Handles SIGINT. A shell that starts tests in the background ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def step_random() -> None:
    VectorEnv("chess", 16, seed=1).step_random(1_000_000_000)


LONG: dict[str, Callable[[], object]] = {
    "best_move(seconds)": lambda: Board("chess").best_move(seconds=60),
    "best_move(nodes)": lambda: Board("3-man-chess").best_move(nodes=10**12),
    "perft": lambda: Board("trichess").perft(20),
    "perft of positions with many moves": lambda: Board("gallery/amazons").perft(8),
    "play_out": play_out,
    "step_random": step_random,
}


def interrupt(call: Callable[[], object]) -> None:
    """Runs a call and sends SIGINT, which must end it with KeyboardInterrupt."""
    timer = threading.Timer(DELAY, lambda: os.kill(os.getpid(), signal.SIGINT))
    faulthandler.dump_traceback_later(DELAY + PATIENCE, exit=True)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
    finally:
        timer.cancel()
        faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize("name", LONG)
def test_a_signal_ends_a_long_call(name: str) -> None:
    interrupt(LONG[name])


def test_an_interrupted_board_is_unchanged_and_works() -> None:
    board = Board("chess")
    interrupt(lambda: board.best_move(seconds=60))
    assert (board.ply(), board.perft(3), len(board.legal_moves)) == (0, 8902, 20)
    assert board.best_move("beginner") is not None


def test_games_go_on_after_an_interrupt() -> None:
    env = VectorEnv("chess", 16, seed=1)
    interrupt(lambda: env.step_random(1_000_000_000))
    plies = env.plies
    assert plies % 16 == 0
    env.step_random(2)
    assert env.plies == plies + 32


def test_handlers_of_other_signals_run_and_the_call_goes_on() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _: heard.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        assert Board("chess").best_move(seconds=0.4) is not None
    finally:
        signal.signal(signal.SIGALRM, before)
    assert heard == [signal.SIGALRM]


def test_other_threads_run_during_a_search() -> None:
    counts = [0]
    stop = threading.Event()

    def count() -> None:
        while not stop.is_set():
            counts[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    Board("chess").best_move(seconds=0.5)
    stop.set()
    thread.join()
    assert counts[0] > 50


def test_parts_of_a_count_add_up() -> None:
    assert [Board("chess").perft(depth) for depth in range(5)] == [1, 20, 400, 8902, 197_281]
    assert Board("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1").perft(3) == 97_862
    with pytest.raises(ValueError, match="the depth is 0 to 64, not 65"):
        Board("chess").perft(65)


def test_a_long_random_game_is_that_of_a_short_one() -> None:
    for seed in range(20):
        board = Board("chess")
        assert board.play_out(10_000, seed=seed) == board.play_out(10_001, seed=seed)
