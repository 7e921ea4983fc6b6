"""Habits of the package: errors, limits, signals, threads, pickling, pictures, progress."""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable, List, Optional, Tuple

import pytest

import ludex
from conftest import PROJECT
from own_games import TicTacToe


def test_errors_are_those_of_the_program() -> None:
    with pytest.raises(ludex.InputError) as raised:
        ludex.open("conect4")
    assert raised.value.help == "did you mean `connect4`?"
    with pytest.raises(ludex.InputError) as raised:
        ludex.open("tictactoe").start().play("d9")
    error = raised.value
    assert error.message == "`d9` is not a legal move of X here"
    assert error.text is not None and error.span is not None
    assert error.text[error.span[0] : error.span[1]] == "d9"
    assert str(error).splitlines()[2].strip() == "^^"
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)


def test_what_is_no_move_and_no_matrix_is_told_so() -> None:
    with pytest.raises(TypeError, match="a move is given by its text"):
        ludex.open("tictactoe").start().play(None)
    with pytest.raises(TypeError, match="a move is a tuple: one move for each agent"):
        ludex.open("rps").start().play(3)
    for rows in ([], [1, 2], [[1, 2], [3]], None):
        with pytest.raises(ludex.InputError, match="rows of equal length"):
            ludex.matrix(rows)  # type: ignore[arg-type]
    with pytest.raises(ludex.InputError, match="instance of a class"):
        ludex.check_laws(ludex.open("tictactoe"))  # type: ignore[arg-type]


def test_spans_count_characters() -> None:
    with pytest.raises(ludex.InputError) as raised:
        ludex.open("tictactoe").start().check("ü & omega(")
    error = raised.value
    assert error.text == "ü & omega(" and error.span is not None and error.span[1] <= len(error.text)


def test_a_limit_raises_nothing() -> None:
    start = ludex.open("connect4").start()
    solved = start.solve(nodes=1000)
    assert (solved.exact, solved.value, solved.score) == (False, None, None)
    assert solved.bounds == (-1.0, 1.0) and solved.stopped
    checked = start.check("omega(12)", nodes=100)
    assert checked.answer is None and checked.stopped


@pytest.mark.parametrize(
    "keywords, message, advice",
    [
        ({"seconds": -1}, "`seconds` is -1", "a number of seconds, such as 0.5 or 60, is expected"),
        ({"seconds": float("nan")}, "`seconds` is nan", "a text, a finite number or a truth value is expected"),
        ({"seconds": "1"}, "`seconds` is '1'", "a number is expected"),
        ({"nodes": -1}, "`nodes` is -1", "a whole number that is not negative is expected"),
        ({"nodes": 0.5}, "`nodes` is 0.5", "a whole number that is not negative is expected"),
        ({"threads": 0}, "`threads` is 0", "a number that is at least 1 is expected"),
        ({"hints": "yes"}, "`hints` is 'yes'", "a boolean is expected"),
        ({"best": "some"}, "`best` is 'some'", "one of `auto`, `one`, `all`, `none` is expected"),
        ({"memory": "much"}, "a size such as 512MiB is expected", None),
        ({"algoritm": "pns"}, "there is no option `algoritm`", "did you mean `algorithm`?"),
        ({"limits": {}}, "there is no option `limits`", None),
    ],
)
def test_bad_arguments_are_refused(keywords: Any, message: str, advice: Optional[str]) -> None:
    with pytest.raises(ludex.InputError) as raised:
        ludex.open("tictactoe").start().solve(**keywords)
    assert raised.value.message == message and (advice is None or raised.value.help == advice)


def test_arguments_are_given_by_place_or_by_name() -> None:
    start = ludex.open("tictactoe").start()
    assert start.solve("pns", 100, None, "64MiB", 1, True).evidence is not None
    assert start.check("omega(2)", "X", "pnps").algorithm == "pnps"
    assert start.check(formula="mine(1)", define="mine(n) = omega(n)").answer is False
    with pytest.raises(TypeError, match="`algorithm` is given twice"):
        start.solve("pns", algorithm="pns")  # type: ignore[misc]
    with pytest.raises(TypeError, match="9 arguments by place, where 8 are"):
        start.solve("pns", *[None] * 8)  # type: ignore[misc]
    with pytest.raises(TypeError):
        start.check()  # type: ignore[call-arg]


def test_a_store_keeps_answers(tmp_path: Path) -> None:
    text = (PROJECT / "games/gdl/nim.kif").read_text()
    for start in (ludex.open("connect4:columns=4,rows=4").start(), ludex.open_text(text, "gdl").start()):
        keys = {"store": tmp_path / "store", "store_key": tmp_path / "key"}
        first, second = start.solve(**keys), start.solve(**keys)
        assert first.value == second.value and second.to_dict()["stored"] is True


def test_an_answer_is_a_condition_only_if_it_is_known() -> None:
    start = ludex.open("tictactoe").start()
    assert not start.check("omega(2)") and start.check("!omega(2)")
    with pytest.raises(ludex.InputError, match="was not decided"):
        bool(ludex.open("connect4").start().check("omega(12)", nodes=10))


def test_answers_are_not_changed() -> None:
    solved = ludex.open("tictactoe").start().solve()
    solved.best.clear()
    assert solved.best
    with pytest.raises(AttributeError, match="`value` of an answer cannot be changed"):
        solved.value = "win"  # type: ignore[assignment]


def test_classes_are_called_as_they_are_imported() -> None:
    for name in ludex.__all__:
        found = getattr(ludex, name)
        assert not isinstance(found, type) or found.__module__ == "ludex", name


def interrupted(work: Callable[[], Any]) -> Tuple[KeyboardInterrupt, float]:
    """Press Ctrl-C during work. Return the exception, and how long it took to come."""
    sent: List[float] = []

    def interrupt() -> None:
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    # A program that was started in the background of a script ignores Ctrl-C.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, interrupt).start()
    try:
        with pytest.raises(KeyboardInterrupt) as raised:
            work()
    finally:
        signal.signal(signal.SIGINT, before)
    return raised.value, time.monotonic() - sent[0]


def test_ctrl_c_stops_a_search_with_what_is_known() -> None:
    start = ludex.open("connect4").start()
    times = []
    for _ in range(3):
        raised, late = interrupted(start.solve)
        partial = raised.partial  # type: ignore[attr-defined]
        assert isinstance(partial, ludex.Solved) and not partial.exact and partial.nodes > 0
        times.append(late)
    # A machine with other work to do may be late now and then.
    assert min(times) < 0.2 and max(times) < 2.0


def test_ctrl_c_stops_all_long_work() -> None:
    game = ludex.open("connect4")
    checked, _ = interrupted(lambda: game.start().check("omega(20)"))
    assert checked.partial.answer is None  # type: ignore[attr-defined]
    plays, _ = interrupted(lambda: game.playouts(100_000_000))
    assert len(plays.partial) > 0  # type: ignore[attr-defined]
    interrupted(lambda: game.play(["auto@20s", "random"]))
    interrupted(lambda: game.tournament(["mcts@1s", "random"], rounds=100))


def test_ctrl_c_stops_a_search_in_a_class() -> None:
    class Endless(ludex.Game):
        agents = ("A", "B")

        def initial(self) -> int:
            return 0

        def turn(self, state: int) -> str:
            return "AB"[state % 2]

        def moves(self, state: int, agent: str) -> range:
            return range(1, 4)

        def play(self, state: int, agent: str, move: int) -> int:
            return state + 2 * move - 1

        def outcome(self, state: int) -> str:
            return "draw"

    interrupted(lambda: Endless().start().solve(algorithm="pns"))


def test_the_gil_is_free_during_a_search() -> None:
    start = ludex.open("connect4").start()
    ticks = 0
    thread = threading.Thread(target=lambda: start.solve(seconds=0.5))
    thread.start()
    while thread.is_alive():
        ticks += 1
        time.sleep(0.001)
    thread.join()
    assert ticks > 20


def test_games_positions_and_evidence_are_pickled(tmp_path: Path) -> None:
    position = ludex.open("connect4:columns=5,rows=4").start().play("3")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position) and again.game == position.game
    text = (PROJECT / "games/gdl/nim.kif").read_text()
    position = ludex.open_text(text, "gdl").start()
    assert pickle.loads(pickle.dumps(position)) == position
    file = tmp_path / "nim.kif"
    file.write_text(text)
    pickled = pickle.dumps(ludex.open(str(file)).start())
    assert pickle.loads(pickled).text == position.text
    file.write_text(text + "\n; changed\n")
    with pytest.raises(ludex.InputError, match="not the one it was"):
        pickle.loads(pickled)
    for game in (ludex.open("nim:heaps=1-2"), ludex.open_text(text, "gdl")):
        solved = pickle.loads(pickle.dumps(game.start().solve(evidence=True)))
        assert solved.exact and ludex.verify(solved.evidence).valid


def test_progress_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told: List[ludex.Progress] = []
    ludex.open("connect4").start().solve(seconds=0.7, progress=told.append)
    assert told and told[-1].nodes > 0
    short = ludex.open("tictactoe").start().solve(progress=told.append)
    assert told[-1].nodes == short.nodes
    ludex.open("tictactoe").start().solve(progress=True)
    assert f"{short.nodes:,} nodes" in capsys.readouterr().err or "tqdm" in sys.modules

    def bad(progress: ludex.Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        ludex.open("connect4").start().solve(seconds=20, progress=bad)


def test_pictures() -> None:
    start = ludex.open("connect4:columns=4,rows=4").start()
    assert start._repr_svg_().startswith("<svg")
    solved = start.solve(evidence=True)
    assert "<svg" in solved._repr_html_() and solved.evidence is not None
    assert "<details" in solved.evidence._repr_html_()
    result = start.game.tournament(["random", "random"], rounds=1)
    assert "<table>" in result._repr_html_()
    assert TicTacToe().start().svg().startswith("<svg")
    tree = start.tree(2)
    assert len(tree) == 1 + 4 + 16 and tree._repr_svg_().count('class="node') == 21
    assert tree.children[0][1].svg().count('class="node') == 1 + 4 and tree.dot().startswith("digraph")
    joint = ludex.open("goofspiel:cards=3").start().tree(1)
    assert len(joint) == 1 + 9 and "3,2" in joint.svg()
    with pytest.raises(ludex.InputError, match="more than 400"):
        ludex.open("chess").start().tree(2)


def test_evidence_is_walked_through() -> None:
    solved = ludex.open("nim:heaps=1-2").start().solve(evidence=True)
    assert solved.evidence is not None
    walk = solved.evidence.walk()
    root = walk.root()
    assert [step.role for step in root.steps] == ["chosen"] and root.size == walk.parts[0]["nodes"]
    replies = root.steps[0].follow()
    assert [step.role for step in replies.steps] == ["reply", "reply"]
    followed = walk.follow(root.steps[0].moves)
    assert followed is not None and followed.position == replies.position
    assert walk.follow(["1:1"]) is None
    found = walk.find("0-0")
    assert found and all("0-0" in one["position"] for one in found)
    with pytest.raises(ludex.InputError, match="no node"):
        walk.point(10**6)
    # What a coalition can force, and a game that is a class.
    checked = ludex.open("nim:heaps=1-2").start().check("<<First>>F win(First)", evidence=True)
    assert checked.answer is True and checked.evidence is not None
    forced = checked.evidence.walk().root()
    assert [step.moves for step in forced.steps] == [["2:1"]] and forced.steps[0].follow().steps[0].role == "reply"
    own = TicTacToe().start().check("<A> [B] !w", evidence=True).evidence
    assert own is not None and own.walk().root().steps


def test_players_that_are_functions() -> None:
    game = ludex.open("tictactoe")
    seen: List[ludex.Position] = []

    def first(position: ludex.Position) -> str:
        seen.append(position)
        move: str = position.moves()[0]
        return move

    played = game.play([first, first])
    assert played.players == ["first", "first2"] and seen[0] == game.start()
    with pytest.raises(ludex.InputError, match="wrong: `z9` is not a legal move") as raised:

        def wrong(position: ludex.Position) -> str:
            return "z9"

        game.play([wrong, "random"])
    assert raised.value.help is not None
    with pytest.raises(KeyError):
        game.tournament([lambda position: {}["no"], "random"], rounds=1)
    resigned = game.play([lambda position: None, "random"])
    assert resigned.scores["X"] == -1

    def both(position: ludex.Position, agent: str) -> str:
        return position.moves(agent)[0]

    assert ludex.open("goofspiel:cards=3").play([both, "random"]).scores


def test_playouts_depend_on_the_seed_only() -> None:
    pytest.importorskip("numpy")
    game = ludex.open("connect4")
    one, two = game.playouts(50, seed=3), game.playouts(50, seed=3)
    assert (one.scores == two.scores).all() and (one.lengths == two.lengths).all()
    single = game.start().playout(seed=3)
    assert single.length == one.lengths[0]
    assert single.scores is not None and list(single.scores.values()) == list(one.scores[0])
    assert (one.scores.sum(axis=1) == 0).all()


def test_the_program_comes_with_the_package() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ludex", "solve", "tictactoe"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and done.stdout.startswith("draw for X")
    done = subprocess.run([sys.executable, "-m", "ludex", "show", "nogame"], capture_output=True, check=False)
    assert done.returncode == 2


JUNK: List[Any] = [
    None, 0, -1, 1 << 70, 2.5, float("nan"), float("inf"), "", " ", "\0", "é", "(" * 50, "1 2 3", "a,b", "X", "\ud800",
    [], ["4"], (), ("1", "2"), {}, {"a": 1}, b"bytes", object(), True, len, "omega(", "omega(99999999999)", "connect4",
]


def _calls(rng: random.Random) -> Any:
    """Make one call with arguments that make no sense."""

    def junk() -> Any:
        return rng.choice(JUNK)

    game = ludex.open(rng.choice(["tictactoe", "goofspiel:cards=3", "nim:heaps=1-2"]))
    start = game.start()
    return rng.choice(
        [
            lambda: ludex.open(junk()),
            lambda: ludex.open_text(junk(), junk()),
            lambda: game.position(junk(), junk()),
            lambda: start.play(junk()),
            lambda: start.moves(junk()),
            lambda: start.holds(junk(), junk()),
            lambda: start.check(junk(), agent=junk(), algorithm=junk(), nodes=100),
            lambda: start.check("omega(2)", **{rng.choice(["plain", "cost", "define", "look"]): junk()}),
            lambda: start.solve(algorithm=junk(), nodes=100),
            lambda: start.solve(nodes=100, **{rng.choice(["memory", "range", "skip", "best", "seed"]): junk()}),
            lambda: game.query(junk()),
            lambda: game.play(junk()),
            lambda: game.play([junk(), junk()]),
            lambda: game.tournament([junk(), "random"], rounds=1),
            lambda: game.playouts(rng.choice([0, 1, -1, "x"])),
            lambda: ludex.problem(junk(), junk()),
            lambda: ludex.matrix(junk()),
            lambda: ludex.matrix([[junk(), junk()]]),
            lambda: ludex.verify(junk()),
            lambda: ludex.Evidence.load(junk()),
            lambda: ludex.games(junk()),
            lambda: ludex.check_laws(junk()),
        ]
    )


def test_2000_malformed_calls_raise_ordinary_exceptions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(5)
    for _ in range(2000):
        try:
            _calls(rng)()
        except (ludex.InputError, TypeError, ValueError, OverflowError, OSError):
            pass


def test_sessions_leave_no_memory_behind() -> None:
    def resident() -> int:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

    def use(times: int) -> None:
        for _ in range(times):
            position = ludex.open("nim:heaps=1-2").start()
            position.play(position.moves()[0])

    if not Path("/proc/self/statm").exists():
        pytest.skip("only where the system tells the memory of a process")
    use(500)
    before = resident()
    use(10_000)
    assert resident() - before < 8 << 20
