"""Many games at once: the same games as on single boards, in the caller's arrays."""

import threading

import numpy as np
import numpy.typing as npt
import pytest
import threefold
from conftest import SIX
from threefold import Board, VectorEnv


def observed(board: Board) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.int8]]:
    """Returns the planes, numbers and mask of a board."""
    variant = board.variant
    planes = np.zeros((len(variant.plane_names), len(variant.squares)), np.uint8)
    scalars = np.zeros(len(variant.scalar_names), np.uint8)
    mask = np.ones(variant.action_count, np.int8)
    board.write_observation(planes, scalars)
    board.write_mask(mask)
    return planes, scalars, mask


@pytest.mark.parametrize("name", [*SIX, "gallery/crazyhouse"])
def test_games_are_those_of_boards(name: str) -> None:
    env = VectorEnv(name, 5, seed=2, max_plies=150)
    boards = [Board(name) for _ in range(env.n)]
    endings = 0
    for _ in range(400):
        for index, board in enumerate(boards):
            planes, scalars, mask = observed(board)
            assert np.array_equal(env.planes[index], planes) and np.array_equal(env.scalars[index], scalars)
            assert np.array_equal(env.masks[index], mask), board
            assert env.variant.seats[env.turns[index]] == board.turn
        actions = env.sample()
        env.step(actions)
        for index, board in enumerate(boards):
            board.push_action(int(actions[index]))
            over, cut = board.is_game_over(), board.ply() >= 150 and not board.is_game_over()
            assert (bool(env.terminated[index]), bool(env.truncated[index])) == (over, cut)
            assert np.allclose(env.rewards[index], board.returns())
            if over or cut:
                endings += 1
                board.reset()
    assert endings > 5 and env.games == endings and env.plies == 2000


def test_the_arrays_of_the_caller_are_filled() -> None:
    variant = threefold.Variant("chess")
    planes = np.zeros((4, len(variant.plane_names), 64), np.uint8)
    masks = np.zeros((4, variant.action_count), np.int8)
    env = VectorEnv(variant, 4, planes=planes, masks=masks)
    assert env.planes is planes and env.masks is masks
    assert masks.sum() == 80 and planes[0].sum() == 32
    with pytest.raises(ValueError, match="masks"):
        VectorEnv(variant, 5, masks=masks)
    with pytest.raises(ValueError, match="read-only"):
        frozen = np.zeros((1, variant.action_count), np.int8)
        frozen.flags.writeable = False
        VectorEnv(variant, 1, masks=frozen)
    with pytest.raises(ValueError, match="C order"):
        VectorEnv(variant, 2, masks=np.zeros((2, variant.action_count), np.int8, order="F"))
    without = VectorEnv(variant, 1, planes=False)
    with pytest.raises(AttributeError):
        without.planes


def test_an_illegal_action_changes_nothing() -> None:
    env = VectorEnv("chess", 2)
    legal = env.sample()
    before = env.masks.copy()
    for wrong in [[legal[0], -1], [legal[0], env.variant.action_count], [legal[0]], [0, int(legal[1])]]:
        with pytest.raises(ValueError):
            env.step(wrong)
    assert np.array_equal(env.masks, before) and env.plies == 0
    with pytest.raises(ValueError, match="at least one game"):
        VectorEnv("chess", 0)


def test_random_games_depend_on_the_seed_alone() -> None:
    def played(seed: int) -> list[str]:
        env = VectorEnv("trichess", 3, seed=seed)
        env.step_random(60)
        return [env.position(index) for index in range(3)]

    assert played(1) == played(1) != played(2)
    env = VectorEnv("trichess", 3, seed=9)
    env.step_random(10)
    env.reset(seed=1)
    env.step_random(60)
    assert [env.position(index) for index in range(3)] == played(1)


def test_a_game_can_start_anywhere() -> None:
    env = VectorEnv("chess", 2, position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    mate = Board("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").parse_uci("a1a8").action
    env.step([mate, mate])
    assert env.terminated.all() and np.array_equal(env.rewards, [[1, -1], [1, -1]])
    assert env.position(0) == Board("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").list_form()
    with pytest.raises(ValueError, match="over"):
        VectorEnv("chess", 1, position="7k/5K2/6Q1/8/8/8/8/8 b - - 0 1")


def test_the_last_position_of_a_game_stays_available() -> None:
    env = VectorEnv("chess", 2, max_plies=2, position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    start = Board("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    mate, quiet = (start.parse_uci(it).action for it in ["a1a8", "a1a2"])
    env.step([mate, quiet])
    assert env.final_board(0).is_checkmate() and env.final_board(0).returns() == [1, -1]
    with pytest.raises(ValueError, match="did not end game 1"):
        env.final_board(1)
    env.step(env.sample())
    assert env.truncated[1] and env.final_board(1).turn == "white" and env.final_board(1).piece_at("a2")
    with pytest.raises(IndexError):
        env.final_board(2)
    env.reset()
    with pytest.raises(ValueError, match="did not end game 0"):
        env.final_board(0)


def test_other_threads_run_meanwhile() -> None:
    env = VectorEnv("chess", 64, planes=False)
    done = threading.Event()

    def play() -> None:
        env.step_random(3000)
        done.set()

    thread = threading.Thread(target=play)
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
    thread.join()
    assert turns > 100, "the interpreter was blocked"


def test_planes_have_names() -> None:
    variant = threefold.Variant("chess")
    board = Board(variant, "4k3/8/8/8/8/8/8/R3K2R b KQ - 7 1")
    planes, scalars, _ = observed(board)
    named = dict(zip(variant.plane_names, planes))
    rooks = [square for square, is_set in zip(variant.squares, named["player+1 rook"]) if is_set]
    assert rooks == ["a1", "h1"] and named["player+0 king"].sum() == 1
    numbers = dict(zip(variant.scalar_names, scalars.tolist()))
    assert numbers["halfmove clock"] == 7 and numbers["is black"] == 1 and numbers["is white"] == 0
    assert numbers["castling king-side of white"] == 1 and numbers["castling king-side of black"] == 0


def test_errors_about_arrays_name_the_array() -> None:
    with pytest.raises(TypeError, match="`masks` must be an array of int8, not of uint8"):
        VectorEnv("chess", 2, masks=np.zeros((2, 1972), np.uint8))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`masks` has 1 dimensions; expected 2"):
        VectorEnv("chess", 2, masks=np.zeros(1972, np.int8))
    with pytest.raises(ValueError, match="`rewards` is not in C order"):
        VectorEnv("chess", 2, rewards=np.zeros((2, 2), np.float32, order="F"))
    with pytest.raises(TypeError, match="`planes`"):
        VectorEnv("chess", 2, planes=[[0]])  # type: ignore[arg-type]
    env = VectorEnv("chess", 2)
    with pytest.raises(TypeError, match="whole numbers"):
        env.step(env.sample() + 0.5)
