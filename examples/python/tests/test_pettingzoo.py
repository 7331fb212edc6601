"""The environment for PettingZoo passes PettingZoo's own tests for the six games."""

import os
import warnings

import pytest
from conftest import SIX

pytest.importorskip("pettingzoo")
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from pettingzoo.test import api_test, render_test, seed_test
from threefold import pettingzoo_env
from threefold.pettingzoo_env import RawEnv


@pytest.mark.parametrize("name", SIX)
def test_the_api(name: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("error", category=UserWarning, module="pettingzoo.test")
        # PettingZoo expects other shapes than dictionaries, except of a list of its own games.
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Action mask numpy array is all zeros")
        api_test(pettingzoo_env.env(name), num_cycles=1000)


@pytest.mark.parametrize("name", SIX)
def test_seeds(name: str) -> None:
    seed_test(lambda: pettingzoo_env.env(name), num_cycles=100)


@pytest.mark.parametrize("name", SIX)
def test_rendering(name: str) -> None:
    pytest.importorskip("pygame")
    render_test(lambda **options: pettingzoo_env.env(name, size=96, **options))


def test_the_winner_gets_what_the_loser_pays() -> None:
    env = RawEnv("chess", position="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    env.reset()
    assert env.infos["player_0"]["seat"] == "white"
    env.step(env.board.parse_uci("a1a8").action)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0} and all(env.terminations.values())
    for _ in range(2):
        env.step(None)
    assert env.agents == []


def test_an_eliminated_player_waits_for_the_end() -> None:
    env = RawEnv("3-man-chess", max_plies=3000)
    eliminated = False
    for seed in range(20):
        env.reset(seed=seed)
        env.action_space("player_0").seed(seed)
        while not (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(env.action_space("player_0").sample(mask)))
            eliminated |= len(env.board.living) < 3 and len(env.agents) == 3
        assert abs(sum(env.rewards.values())) < 1e-6
        if eliminated:
            return
    raise AssertionError("no player was eliminated in 20 games")


def test_long_games_are_cut_off() -> None:
    env = RawEnv("chess", max_plies=2)
    env.reset()
    for move in ["e2e4", "e7e5"]:
        env.step(env.board.parse_uci(move).action)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    with pytest.raises(ValueError, match="render mode"):
        RawEnv("chess", render_mode="sound")
