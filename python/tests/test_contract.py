"""The example page of the contract, line by line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import ludex
from conftest import PROJECT

FEN = "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6"


def test_the_page(tmp_path: Path) -> None:
    game = ludex.open("connect4:columns=5,rows=4")
    assert game.name == "connect4:columns=5,rows=4,line=4,scoring=result"
    assert game.agents == ["X", "O"] and game.outcomes == ["loss", "draw", "win"]
    assert game.rules()["agents"] == ["X", "O"]
    start = game.start()
    p = start.play("4").play("4")
    assert (p.turn, p.moves(), p.moves("X"), p.final) == ("X", list("12345"), list("12345"), False)
    assert (p.outcome, p.scores) == (None, None)
    assert isinstance(p.facts(), list) and p.holds("win(X)") is False
    assert p.text.endswith(" X") and "X" in str(p) and p.svg().startswith("<svg")
    assert game.position("...../...../...../..... X") == start and hash(start) == hash(game.start())
    assert ludex.open("goofspiel:cards=4").start().play(("3", "4")).text

    s = p.solve(
        algorithm="auto", seconds=100, nodes=None, memory="1GiB", threads=1, evidence=True, store=None, progress=None
    )
    assert s.value in ("win", "draw", "loss") and s.exact and s.score in (-1, 0, 1)
    assert s.best and (s.line is None or s.line) and s.bounds == (s.score, s.score)
    assert s.nodes > 0 and s.seconds >= 0 and s.algorithm and s.strategies == {}
    assert s.to_dict()["value"] == s.value
    c = ludex.open("hex:size=4").start().check("ladder(7)", agent="Black", algorithm="pnps", evidence=True)
    assert c.answer in (True, False)
    e = s.evidence
    assert e is not None
    e.save(str(tmp_path / "draw.ludex"))
    v = ludex.verify(ludex.Evidence.load(str(tmp_path / "draw.ludex")))
    assert v.valid and v.claim and v.reason is None
    assert ludex.verify(e).valid
    nim = ludex.open(str(PROJECT / "games/prolog/nim.gp"))
    assert nim.query("force {1} : win(1)")["result"] is True
    problem = ludex.problem("#2", FEN, all=True)
    assert problem.solutions == [["h5g6"]] and problem.count == 1 and "1.hxg6" in problem.text
    played = game.play(["auto@50ms", "random"], seed=1)
    assert played.moves and set(played.scores) == {"X", "O"}
    table = game.tournament(["random", lambda position: position.moves()[0]], rounds=2).table
    assert len(table) == 2 and {"player", "games", "score"} <= set(table[0])
    assert p.playout(seed=1).length == len(p.playout(seed=1).moves)
    plays = game.playouts(1000, seed=1)
    assert plays.scores.shape == (1000, 2) and plays.lengths.shape == (1000,)
    assert len(ludex.games()) >= 14 and len(ludex.concepts()) > 5
    assert len(ludex.algorithms()) > 10 and len(ludex.players()) > 5
    m = ludex.matrix([[0, 1], [1, 0]])
    assert m.value == 0.5 and m.fraction == Fraction(1, 2) and m.strategies == ([0.5, 0.5], [0.5, 0.5])
    assert ludex.__version__


def test_texts_in_all_languages() -> None:
    files = {"gdl": "gdl/nim.kif", "toss": "toss/tic-tac-toe.toss", "gp": "prolog/nim.gp", "efg": "efg/entry.efg"}
    files["json"], files["sgl"] = "explicit/example-1.json", "sgl/nim.sgl"
    for language, name in files.items():
        text = (PROJECT / "games" / name).read_text()
        game = ludex.open_text(text, language=language)
        assert game.agents and game.rules()["language"], language
        assert game.start().moves(), language


def test_evidence_about_a_text_is_verified() -> None:
    text = (PROJECT / "games/gdl/nim.kif").read_text()
    solved = ludex.open_text(text, "gdl").start().solve(evidence=True)
    assert solved.evidence is not None and ludex.verify(solved.evidence).valid


def test_matrices_are_exact() -> None:
    m = ludex.matrix([[3, -1], [Fraction(-1), 1.0]])
    assert m.fraction == Fraction(1, 3) and m.row_fractions == [Fraction(1, 3), Fraction(2, 3)]
    assert "1/3" in m._repr_html_()


def test_game_strings_are_understood_by_open() -> None:
    assert ludex.open("connect_four(rows=4,columns=5)").name.startswith("connect4:columns=5,rows=4,line=4")
    assert ludex.open("tic_tac_toe") == ludex.open("tictactoe")
    assert ludex.open("hex(board_size=3)").name == ludex.open("hex:size=3").name
    assert ludex.open("breakthrough(rows=5,columns=4)").name == ludex.open("breakthrough:rows=5,columns=4").name
    assert ludex.open("nim(pile_sizes=3;4;5,is_misere=false)").name == ludex.open("nim:heaps=3-4-5").name
    with pytest.raises(ludex.InputError, match="the last one to move wins"):
        ludex.open("nim(pile_sizes=3;4;5)")
    with pytest.raises(ludex.InputError, match="not with egocentric_obs_tensor"):
        ludex.open("connect_four(egocentric_obs_tensor=true)")
