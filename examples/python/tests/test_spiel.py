"""Games and states in the style of OpenSpiel."""

import random

import numpy as np
import pytest
from conftest import SIX
from threefold import spiel


@pytest.mark.parametrize("name", SIX)
def test_a_game_is_played_to_its_end(name: str) -> None:
    game = spiel.load_game(f"threefold(variant={name})")
    choice = random.Random(5)
    state = game.new_initial_state()
    for _ in range(2000):
        if state.is_terminal():
            break
        player = state.current_player()
        legal = state.legal_actions()
        assert legal == sorted(legal) == state.legal_actions(player) and legal
        assert state.legal_actions((player + 1) % game.num_players()) == []
        assert state.returns() == [0.0] * game.num_players()
        action = choice.choice(legal)
        assert state.string_to_action(state.action_to_string(player, action)) == action
        state.apply_action(action)
    if state.is_terminal():
        assert state.current_player() == spiel.TERMINAL and state.legal_actions() == []
        assert abs(sum(state.returns())) < 1e-6 and all(-1 <= it <= 1 for it in state.returns())
        assert state.player_reward(0) == state.rewards()[0]
        assert state.player_return(0) == state.returns()[0] and not state.is_player_node()
    assert state.move_number() == len(state.history()) and not state.is_chance_node()
    again = game.deserialize_state(state.serialize())
    assert again.history() == state.history() and str(again) == str(state)
    assert np.array_equal(again.observation_tensor(0), state.observation_tensor(0))


def test_tensors_differ_by_player() -> None:
    game = spiel.load_game("chess")
    state = game.new_initial_state()
    assert state.observation_tensor().shape == tuple(game.observation_tensor_shape())
    assert np.array_equal(state.observation_tensor(), state.observation_tensor(0))
    assert not np.array_equal(state.observation_tensor(0), state.observation_tensor(1))
    assert sum(state.legal_actions_mask()) == 20 and str(game) == "threefold(variant=chess)"
    assert state.observation_string() == state.board().canonical()


def test_actions_can_be_taken_back() -> None:
    state = spiel.load_game("trichess").new_initial_state()
    before = state.serialize()
    action = state.legal_actions()[3]
    child = state.child(action)
    assert state.serialize() == before != child.serialize() and child.get_game() is state.get_game()
    child.undo_action(0, action)
    assert child.serialize() == before
    with pytest.raises(ValueError, match="not the last"):
        child.undo_action(0, action)
    with pytest.raises(ValueError, match="other rules"):
        spiel.load_game("chess").deserialize_state(before)


def test_any_position_can_be_the_start() -> None:
    game = spiel.Game("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    state = game.new_initial_state()
    state.apply_action(state.string_to_action("Ra8"))
    assert state.returns() == [1.0, -1.0]
    assert spiel.load_game("chess").deserialize_state(state.serialize()).returns() == [1.0, -1.0]
