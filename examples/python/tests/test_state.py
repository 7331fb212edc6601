"""What a position contains besides its pieces: a property for each field of its text."""

import pytest
import threefold
from conftest import random_game
from threefold import Board

FIELDS = {
    "turn": ["turn"],
    "living": ["living", "eliminated"],
    "castling": ["castling_rights"],
    "ep": ["en_passant", "ep_square"],
    "open": ["barriers"],
    "captured": ["pools"],
    "lost": ["lost"],
    "score": ["scores"],
    "halfmoves": ["halfmove_clock"],
    "over": ["outcome"],
    "counters": ["counters"],
    "order": ["order_reversed", "extra_turn_before", "turn_delayed", "inherited_turn"],
    "frozen": ["frozen"],
    "allies": ["allies"],
    "heirs": ["heirs"],
    "blockers": ["blockers"],
}
"""By key of the canonical text: the properties and methods of a board that have its value."""


def fields(board: Board) -> dict[str, str]:
    """Returns the fields of the canonical text."""
    return dict(word.split("=", 1) for word in board.canonical().split(" ") if "=" in word)


def test_each_field_of_a_position_has_a_property() -> None:
    found = set()
    for name in threefold.games():
        try:
            found |= set(fields(Board(name)))
        except ValueError as error:
            assert "no starting position" in str(error), name
    assert found <= set(FIELDS), "a new field of positions needs a property of `Board`"
    for name in (it for all_of_one in FIELDS.values() for it in all_of_one):
        assert hasattr(Board, name), name


def joined(pairs: dict[str, str], separator: str) -> str:
    """Joins the groups of a field, without empty ones."""
    return separator.join(f"{key}:{value}" for key, value in pairs.items() if value) or "-"


@pytest.mark.parametrize("name", ["gallery/crazyhouse", "3-man-chess", "osullivan", "gallery/amazons", "gallery/makruk"])
def test_properties_have_the_values_of_the_text(name: str) -> None:
    for board in random_game(name, seed=5, plies=120):
        text, letters, kinds = fields(board), board.variant.letters, board.variant.pieces
        assert text["halfmoves"] == str(board.halfmove_clock)
        assert text["living"] == ",".join(letters[it] for it in board.living)
        assert sorted([*board.living, *board.eliminated]) == sorted(board.variant.seats)
        pools = {letters[seat]: [kinds[it] for it in pool for _ in range(pool[it])] for seat, pool in board.pools.items()}
        assert text["captured"] == joined({seat: ",".join(pool) for seat, pool in pools.items()}, ";")
        assert text["lost"] == joined({letters[it]: str(lost or "") for it, lost in board.lost.items()}, ",")
        assert text["open"] == (",".join(it for it, is_open in board.barriers.items() if is_open) or "-")
        assert text.get("blockers", "-") == (",".join(board.blockers) or "-")
        rights = [":".join([target, victim, letters[owner]]) for target, victim, owner in board.en_passant]
        # The text has the age of each right, too.
        assert [it.rsplit(":", 1)[0] for it in text["ep"].split(",") if it != "-"] == sorted(rights)
        assert (board.ep_square is not None) == (len(rights) == 1)
        castling = {it.split(":")[0] for it in text["castling"].split(";") if it != "-"}
        assert castling == {letters[it] for it, own in board.castling_rights.items() if own}


def test_rights_and_hands_have_names() -> None:
    board = Board("chess", "4k2r/8/8/8/4P3/8/8/R3K3 b Qk e3 4 9")
    assert board.castling_rights == {"white": ["queen-side"], "black": ["king-side"]}
    assert board.en_passant == [("e3", "e4", "white")] and board.ep_square == "e3" and board.halfmove_clock == 4
    drops = Board("gallery/crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPn] w - - 0 1")
    assert drops.pools == {"white": {"pawn": 2}, "black": {"knight": 1}}
    assert Board("gallery/duck", "w:Ke1 b:Ke8 turn=w blockers=d4").blockers == ["d4"]


def test_barriers_and_players_have_names() -> None:
    board = Board("3-man-chess", "w:KWHd1,RWHa1 g:KGRd1,RGRa1 b:KBLd1 turn=w open=moat.1 out=b")
    assert [name for name, is_open in board.barriers.items() if is_open] == ["moat.1"]
    assert board.barriers["creek.0"] is False
    assert (board.living, board.eliminated, board.frozen) == (["white", "gray"], ["black"], [])


def test_counters_have_names() -> None:
    board = Board("gallery/three-check", "w:Ke1,Qd1 b:Ke8 turn=w")
    (name,) = board.counters["white"]
    board.push("Qa4")
    assert board.is_check() and board.counters == {"white": {name: 1}, "black": {name: 0}}
    assert fields(board)["counters"] == f"w:{name}:1"


ORDERS = [
    "mechanisms/turns-reverse",
    "mechanisms/grace-move-on-the-cross",
    "mechanisms/heirs-move-twice",
    "mechanisms/frozen-army-on-the-ring",
]
"""Games in which the order of play changes."""


def test_the_order_of_play_has_names() -> None:
    seen: set[str] = set()
    for name in ORDERS:
        for seed in range(12):
            for board in random_game(name, seed, plies=150):
                text, letters = fields(board), board.variant.letters
                order = [
                    "reversed" if board.order_reversed else "",
                    f"extra-before-{letters[board.extra_turn_before]}" if board.extra_turn_before else "",
                    "delayed" if board.turn_delayed else "",
                    f"for-{letters[board.inherited_turn]}" if board.inherited_turn else "",
                ]
                heirs = {letters[seat]: letters[heir] for seat, heir in board.heirs.items()}
                frozen = ",".join(letters[it] for it in board.frozen)
                own = {"order": ",".join(filter(None, order)) or "-", "heirs": joined(heirs, ","), "frozen": frozen or "-"}
                for key, value in own.items():
                    assert value == text.get(key, "-"), (name, key)
                    # `for-w` and `for-b` are one sort of value.
                    seen |= {f"{key} {part.rpartition('-')[0] or key}" for part in value.split(",") if value != "-"}
    assert seen == {"order order", "order extra-before", "order for", "heirs heirs", "frozen frozen"}
