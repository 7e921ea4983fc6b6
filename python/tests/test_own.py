"""Games written as Python classes."""

from __future__ import annotations

import pickle
import traceback
from pathlib import Path
from typing import Any, Iterable

import pytest

import ludex
from own_games import Jugs, Pennies, Shares, TicTacToe


def test_a_class_agrees_with_the_built_in_game() -> None:
    own, built_in = TicTacToe().start(), ludex.open("tictactoe").start()
    cells = [row + column for column in "321" for row in "abc"]
    for moves in ([], [4], [0, 4], [0, 1, 4], [4, 0, 8]):
        one, two = own, built_in
        for move in moves:
            one, two = one.play(move), two.play(cells[move])
        assert one.solve().value == two.solve().value, moves
        for formula in ("omega(2)", "omega(3)", "<A> [B] <A> w"):
            assert one.check(formula).answer == two.check(formula).answer, (moves, formula)


@pytest.mark.parametrize("algorithm", ["auto", "alphabeta", "pns", "dfpn", "retrograde", "mcts", "pp", "pn2"])
def test_every_search_solves_a_class(algorithm: str) -> None:
    assert TicTacToe().start().solve(algorithm=algorithm).value == "draw"


def test_evidence_about_a_class_is_verified(tmp_path: Path) -> None:
    solved = TicTacToe().start().solve(evidence=True)
    assert solved.evidence is not None
    assert ludex.verify(solved.evidence).valid
    solved.evidence.save(tmp_path / "own.ludex")
    loaded = ludex.Evidence.load(tmp_path / "own.ludex")
    assert ludex.verify(loaded, TicTacToe()).valid
    with pytest.raises(ludex.InputError) as raised:
        ludex.verify(loaded)
    assert raised.value.help is not None and "verify(evidence, game)" in raised.value.help

    class Liar(TicTacToe):
        def outcome(self, state: Any) -> str:
            return "win"

    assert not ludex.verify(loaded, Liar()).valid


def test_evidence_about_a_position_of_a_class_is_verified_by_a_fresh_one(tmp_path: Path) -> None:
    checked = TicTacToe().start().play(0).play(1).check("omega(3)", evidence=True)
    assert checked.answer is True and checked.evidence is not None
    checked.evidence.save(tmp_path / "own.ludex")
    assert ludex.verify(ludex.Evidence.load(tmp_path / "own.ludex"), TicTacToe()).valid


def test_atoms_of_a_class() -> None:
    position = TicTacToe().start().play(4)
    assert position.facts() == ["centre(X)"]
    assert position.holds("centre(X)") and not position.holds("centre(O)")
    assert TicTacToe().start().check("<X> centre(X)").answer is True


def test_one_agent() -> None:
    solved = Jugs().start().solve()
    assert solved.value == "four"
    position = Jugs().start()
    assert "fill_large" in position.moves()
    assert solved.line is not None
    for move in solved.line:
        position = position.play(move)
    assert position.outcome == "four"


def test_three_agents() -> None:
    solved = Shares().start().solve()
    assert solved.values is not None and set(solved.values) == {"Ann", "Bob", "Cid"}
    played = Shares().start().game.play(["maxn@200n", "random", "mcts@50n"], seed=3)
    assert set(played.scores) == {"Ann", "Bob", "Cid"} and sum(played.scores.values()) == 5


def test_simultaneous_moves() -> None:
    start = Pennies().start()
    assert start.turn is None and not start.final
    assert ("heads", "tails") in start.moves() and start.moves("Odd") == ["heads", "tails"]
    assert start.play(("heads", "heads")).scores == {"Even": 3, "Odd": -3}
    solved = start.solve()
    assert solved.score == pytest.approx(1 / 3)
    assert solved.strategies["Even"]["heads"] == pytest.approx(1 / 3)


def test_players_meet_in_a_class() -> None:
    def corner(position: ludex.Position) -> Any:
        return next(move for move in ("0", "2", "6", "8", *position.moves()) if move in position.moves())

    played = TicTacToe().play([corner, "random"], seed=1)  # type: ignore[call-arg, arg-type]
    assert played.players[0] == "corner" and set(played.scores) == {"X", "O"}
    result = TicTacToe().tournament([corner, "random", "alphabeta@100n"], rounds=2)
    assert [row["games"] for row in result.table] == [8, 8, 8]


def test_laws_of_good_games() -> None:
    for game in (TicTacToe(), Jugs(), Shares(), Pennies()):
        ludex.check_laws(game)


class _Broken(TicTacToe):
    def turn(self, state: Any) -> Any:
        return state[1]


class _NoMoves(TicTacToe):
    def moves(self, state: Any, agent: str) -> Iterable[int]:
        return []


class _Repeats(TicTacToe):
    def play(self, state: Any, agent: str, move: int) -> Any:
        return state


@pytest.mark.parametrize("game", [_Broken(), _NoMoves(), _Repeats()])
def test_laws_of_bad_games_have_pointed_messages(game: ludex.Game) -> None:
    with pytest.raises(ludex.InputError, match="law broken: .*\nin position: "):
        ludex.check_laws(game)


def test_a_class_without_a_method_is_told_so() -> None:
    class Nothing(ludex.Game):
        agents = ("A", "B")

    with pytest.raises(ludex.InputError, match="Nothing needs a method `initial`"):
        ludex.open(Nothing())
    with pytest.raises(ludex.InputError, match="is a class"):
        ludex.open(TicTacToe)  # type: ignore[arg-type]


class Trap(TicTacToe):
    """Raises in the middle of play, as long as it is armed."""

    armed = True

    def moves(self, state: Any, agent: str) -> Iterable[int]:
        if self.armed and state[0].count(".") == 5:
            raise ZeroDivisionError("the trap")
        return super().moves(state, agent)


@pytest.mark.parametrize("question", ["solve", "check", "play", "playouts", "tournament", "laws"])
def test_an_exception_reaches_the_caller_and_nothing_is_poisoned(question: str) -> None:
    trap = Trap()
    game = ludex.open(trap)
    work = {
        "solve": lambda: game.start().solve(),
        "check": lambda: game.start().check("omega(5)"),
        "play": lambda: game.play(["mcts@100n", "random"]),
        "playouts": lambda: game.playouts(10),
        "tournament": lambda: game.tournament(["random", "random"], rounds=1),
        "laws": lambda: ludex.check_laws(trap),
    }[question]
    with pytest.raises(ZeroDivisionError, match="the trap") as raised:
        work()
    assert any(frame.name == "moves" for frame in traceback.extract_tb(raised.tb))
    trap.armed = False
    assert game.start().solve().value == "draw"


def test_what_a_class_returns_is_read_strictly() -> None:
    class Numbers(TicTacToe):
        def outcome(self, state: Any) -> Any:
            return 7

    with pytest.raises(ludex.InputError, match="`outcome` returned 7") as raised:
        Numbers().start().solve()
    assert raised.value.help is not None and "outcomes" in raised.value.help

    class Stranger(TicTacToe):
        def turn(self, state: Any) -> Any:
            return "Z"

    with pytest.raises(ludex.InputError, match="`turn` returned 'Z'"):
        Stranger().start().solve()


def test_what_a_class_returns_must_be_hashable() -> None:
    class Lists(TicTacToe):
        def play(self, state: Any, agent: str, move: int) -> Any:
            return [state, move]

    with pytest.raises(ludex.InputError, match=r"`play` returned \[") as raised:
        Lists().start().solve()
    assert raised.value.help is not None and "hashable" in raised.value.help
    assert isinstance(raised.value.__cause__, TypeError)

    class MoveLists(TicTacToe):
        def moves(self, state: Any, agent: str) -> Any:
            return [[1], [2]]

    with pytest.raises(ludex.InputError, match=r"`moves` returned \[1\]"):
        MoveLists().start().solve()

    class Number(TicTacToe):
        def moves(self, state: Any, agent: str) -> Any:
            return 5

    with pytest.raises(ludex.InputError, match="`moves` returned 5"):
        Number().start().solve()


def test_a_class_is_written_in_python() -> None:
    assert ludex.open(TicTacToe()).rules()["language"] == "Python"


@pytest.mark.parametrize("agents", [3, (), ("A", "a"), None])
def test_agents_are_names_each_once(agents: Any) -> None:
    game = TicTacToe()
    game.agents = agents
    with pytest.raises(ludex.InputError, match="`agents` of TicTacToe is"):
        ludex.open(game)


@pytest.mark.parametrize("junk", [3, None, object(), [TicTacToe()]])
def test_what_is_no_game_is_told_so(junk: Any) -> None:
    with pytest.raises(ludex.InputError, match="is not a game"):
        ludex.open(junk)


def test_positions_of_a_class_are_pickled() -> None:
    position = TicTacToe().start().play(4).play(0)
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position)
    assert again.state == position.state and again.solve().value == position.solve().value
    assert TicTacToe().start() != position


def test_outcome_may_say_where_the_game_is_over() -> None:
    class Other(TicTacToe):
        def turn(self, state: Any) -> Any:
            return state[1]

        def outcome(self, state: Any) -> Any:
            winner = self.winner(state[0])
            return {"X": 1, "O": -1}[winner] if winner else None if "." in state[0] else 0

    assert Other().start().solve().value == "draw"
    ludex.check_laws(Other())


def test_hints_of_a_class_are_used() -> None:
    class Hinted(TicTacToe):
        asked = 0

        def order(self, state: Any, agent: str) -> Iterable[int]:
            type(self).asked += 1
            return sorted(self.moves(state, agent), key=lambda place: place != 4)

        def bounds(self, state: Any) -> Any:
            return ("loss", "win")

    solved = Hinted().start().solve(algorithm="alphabeta")
    assert solved.value == "draw" and Hinted.asked > 0
    ludex.check_laws(Hinted())


def test_moves_that_differ_in_capitals_were_taken_for_each_other() -> None:
    class Letters(ludex.Game):
        agents = ("You",)
        outcomes = (0, 1)

        def initial(self) -> str:
            return ""

        def turn(self, state: str) -> Any:
            return None if state else "You"

        def moves(self, state: str, agent: str) -> Iterable[str]:
            return ("bxc3", "Bxc3", "a1")

        def play(self, state: str, agent: str, move: str) -> str:
            return move

        def outcome(self, state: str) -> int:
            return int(state == "Bxc3")

    start = Letters().start()
    assert start.play("Bxc3").state == "Bxc3" and start.play("bxc3").state == "bxc3"
    assert start.play("A1").state == "a1"
    with pytest.raises(ludex.InputError, match="not a legal move"):
        start.play("BXC3")
    solved = start.solve(evidence=True)
    assert solved.line == ["Bxc3"] and solved.evidence is not None and ludex.verify(solved.evidence).valid


def test_two_moves_with_one_text_are_told() -> None:
    class Doubled(TicTacToe):
        def moves(self, state: Any, agent: str) -> Iterable[Any]:
            return ["0", 0, 1] if state[0] == "." * 9 else super().moves(state, agent)

        def play(self, state: Any, agent: str, move: Any) -> Any:
            return super().play(state, agent, int(move))

    with pytest.raises(ludex.InputError, match="two moves are written `0`"):
        Doubled().start().play(0)
    with pytest.raises(ludex.InputError, match="different moves have different texts"):
        ludex.check_laws(Doubled())


def test_a_store_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ludex.InputError, match="a store"):
        TicTacToe().start().solve(store=tmp_path / "s")
