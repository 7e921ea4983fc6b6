"""A script that uses every name of the package, for mypy and pyright; the tests run it, too."""
# pyright: strict

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple

import ludex


class Countdown(ludex.Game):
    """Take one or two; the last one wins."""

    agents = ("Ann", "Bob")

    def initial(self) -> Tuple[int, str]:
        return (4, "Ann")

    def turn(self, state: Tuple[int, str]) -> Optional[str]:
        return state[1] if state[0] else None

    def moves(self, state: Tuple[int, str], agent: str) -> List[int]:
        return [take for take in (1, 2) if take <= state[0]]

    def play(self, state: Tuple[int, str], agent: str, move: int) -> Tuple[int, str]:
        return (state[0] - move, "Bob" if agent == "Ann" else "Ann")

    def outcome(self, state: Tuple[int, str]) -> str:
        return "win" if state[1] == "Bob" else "loss"


def look(game: ludex.OpenGame) -> ludex.Position:
    """Look at a game and a position."""
    names: List[str] = [game.name, *game.agents, *game.outcomes]
    rules: Dict[str, Any] = game.rules()
    assert names and rules and not game.simultaneous and game.warnings == []
    start: ludex.Position = game.start()
    position = start.play(start.moves()[0])
    assert game.position(position.text) == position
    turn: Optional[str] = position.turn
    texts: List[str] = position.moves(turn)
    scores: Optional[Dict[str, float]] = position.scores
    outcome: Optional[str] = position.outcome
    assert texts and scores is None and outcome is None and not position.final
    facts: List[str] = position.facts()
    assert position.holds("win(X)") is False and isinstance(facts, list)
    assert str(position) and position.svg() and position.to_dict() and position.game == game
    assert position.state is None
    return position


def told(progress: ludex.Progress) -> None:
    """Take what a search tells."""
    assert progress.nodes >= 0 and progress.iteration >= 0 and progress.seconds >= 0.0


def first(position: ludex.Position) -> str:
    """Play the first move."""
    return str(position.moves()[0])


def main() -> None:
    """Use every name."""
    position = look(ludex.open("tictactoe"))
    solved: ludex.Solved = position.solve(
        algorithm="auto", seconds=60, nodes=None, memory="1GiB", threads=1, evidence=True, store=None, progress=told
    )
    score: Optional[float] = solved.score
    bounds: Tuple[float, float] = solved.bounds
    line: Optional[List[str]] = solved.line
    fraction: Optional[Fraction] = solved.fraction
    values: Optional[Dict[str, float]] = solved.values
    assert score == bounds[0] and fraction is None and values is None and (line is None or line)
    assert solved.value and solved.exact and solved.best and solved.nodes and solved.seconds >= 0
    assert solved.algorithm and solved.strategies == {} and solved.to_dict() and solved.stopped is None
    assert solved.position == position and solved.all_best in (True, False) and solved.warnings == []
    checked: ludex.Checked = position.check("omega(2)", agent="X", algorithm="pnps", evidence=True)
    answer: Optional[bool] = checked.answer
    assert answer is not None and isinstance(checked.line, list) and checked.queries and checked.formula == "omega(2)"
    assert checked.position == position and checked.algorithm == "pnps" and checked.nodes and checked.seconds >= 0
    assert checked.evidence is not None and (checked.answer if checked else not checked.answer)
    evidence: Optional[ludex.Evidence] = solved.evidence
    assert evidence is not None and evidence.size and evidence.game and evidence.position and evidence.to_dict()
    path = Path(tempfile.mkdtemp()) / "value.ludex"
    evidence.save(path)
    verified: ludex.Verified = ludex.verify(ludex.Evidence.load(path))
    reason: Optional[str] = verified.reason
    assert verified.valid and verified.claim and reason is None and verified.nodes
    problem: ludex.ProblemSolved = ludex.problem("#1", "k7/8/1K6/8/8/8/8/7R w", all=True)
    assert problem.solutions and problem.count == 1 and problem.text and problem.complete and problem.evidence is None
    reply: ludex.Reply = ludex.open_text("p.\n[1:a] q :- p.\n", language="gp").query("plan q")
    assert reply.result is not None and reply.stopped is None and reply.evidence is None and reply.witness is None
    game = ludex.open(Countdown())
    match: ludex.Match = game.play(["auto@20n", first], seed=1)
    assert match.moves and match.scores and match.players and match.faults == []
    result: ludex.TournamentResult = game.tournament(["random", first], rounds=1)
    assert result.table and result.matches and result.length and result.against
    assert result.seats and result.games
    playout: ludex.Playout = position.playout(seed=1)
    playouts: ludex.Playouts = ludex.open("tictactoe").playouts(10, seed=1)
    assert playout.moves and playout.scores and playout.length and playout.end.final and len(playouts) == 10
    assert len(position.playouts(plays=10, seed=1).scores) == len(playouts.lengths) and playouts.agents == ["X", "O"]
    tree: ludex.Tree = position.tree(depth=1)
    assert len(tree) == 1 + len(tree.children) and tree.svg() and tree.dot() and tree.position == position
    assert solved.evidence is not None
    walk: ludex.Walk = solved.evidence.walk(game=None)
    point: ludex.Point = walk.root(part=0)
    assert walk.evidence == solved.evidence and walk.parts and walk.find(text="", part=0, most=1)
    assert point.part == 0 and point.size and point.position and point.facts == [] and point.to_dict()
    step: ludex.Step = point.steps[0]
    after: Optional[ludex.Point] = walk.follow(step.moves, part=0)
    assert after is not None and after.node == step.node == step.follow().node == walk.point(step.node, part=0).node
    assert step.agent and step.role and step.on_turn and step.size and not step.probability and not step.shows
    registries: List[Dict[str, Any]] = [*ludex.games(), *ludex.concepts(), *ludex.algorithms(), *ludex.players()]
    assert registries
    matrix: ludex.Matrix = ludex.matrix([[0, 1], [1, Fraction(0)]])
    weights: List[Fraction] = matrix.row_fractions + matrix.column_fractions
    assert sum(weights) == 2 and matrix.entries == [[0, 1], [1, 0]]
    assert matrix.value == 0.5 and matrix.row == matrix.column and matrix.strategies and matrix.fraction == Fraction(1, 2)
    ludex.check_laws(Countdown())
    assert Countdown().start().solve().value == "win" and Countdown().match("random,random").scores
    try:
        ludex.open_text("(role", language="gdl")
    except ludex.InputError as error:
        span: Optional[Tuple[int, int]] = error.span
        advice: Optional[str] = error.help
        assert error.text == "(role" and error.where
        assert error.message and (span is None or span[0] <= span[1]) and (advice is None or advice)
    loaders = (ludex.openspiel.load, ludex.openspiel.wrap)
    assert all(map(callable, loaders))
    player: ludex.Player = first
    assert callable(player) and ludex.openspiel.translated("tic_tac_toe") == "tictactoe" and ludex.__version__


if __name__ == "__main__":
    main()
