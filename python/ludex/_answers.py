"""Answers: what the library found, with its parts as attributes and ``to_dict`` as the program prints it."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any, Dict, List, Optional, Tuple

from . import _pictures
from ._ludex import Evidence, Position

__all__ = [
    "Checked",
    "Match",
    "Matrix",
    "Playout",
    "Playouts",
    "ProblemSolved",
    "Reply",
    "Solved",
    "TournamentResult",
    "Verified",
]


class _Answer:
    """An answer that is a JSON object."""

    _data: Dict[str, Any]

    def __init__(self, data: Dict[str, Any]) -> None:
        self._data = data

    def to_dict(self) -> Dict[str, Any]:
        """Return what the program prints with ``--json``."""
        return dict(self._data)

    @property
    def stopped(self) -> Optional[str]:
        """Why the work ended before there was an answer."""
        stopped: Optional[str] = self._data.get("stopped")
        return stopped

    @property
    def warnings(self) -> List[Dict[str, Any]]:
        """What the answer has to be read with."""
        return list(self._data.get("warnings", []))


class Solved(_Answer):
    """The value of a position, or the bounds that are known of it."""

    _bounds: Tuple[float, float]

    def __init__(self, data: Dict[str, Any], position: Position, evidence: Optional[Evidence]) -> None:
        super().__init__(data)
        self._position, self._evidence = position, evidence

    @property
    def position(self) -> Position:
        """The position that was solved."""
        return self._position

    @property
    def value(self) -> Any:
        """The outcome for the first agent: its name, or a number; ``None`` if it is not known."""
        return self._data["value"]

    @property
    def score(self) -> Optional[float]:
        """The number of the value for the first agent."""
        score: Optional[float] = self._data["score"]
        return score

    @property
    def fraction(self) -> Optional[Fraction]:
        """The value as a fraction, from a search in exact numbers."""
        text = self._data.get("fraction")
        return None if text is None else Fraction(text)

    @property
    def exact(self) -> bool:
        """Whether the value is proved."""
        exact: bool = self._data["exact"]
        return exact

    @property
    def best(self) -> List[str]:
        """Best moves of the agent on turn."""
        return list(self._data["best"])

    @property
    def all_best(self) -> bool:
        """Whether these are all best moves."""
        all_best: bool = self._data["all_best"]
        return all_best

    @property
    def line(self) -> Optional[List[str]]:
        """A play with best moves of all agents, from a search that knows one."""
        line: Optional[List[str]] = self._data.get("line")
        return line

    @property
    def bounds(self) -> Tuple[float, float]:
        """Numbers between which the value lies, for the first agent."""
        low, high = self._bounds
        return (low, high)

    @property
    def values(self) -> Optional[Dict[str, float]]:
        """What every agent gets, where each plays for its own payoff."""
        values: Optional[Dict[str, float]] = self._data.get("values")
        return values

    @property
    def nodes(self) -> int:
        """The nodes that the search has counted."""
        nodes: int = self._data["nodes"]
        return nodes

    @property
    def seconds(self) -> float:
        """The time it took."""
        seconds: float = self._data["seconds"]
        return seconds

    @property
    def algorithm(self) -> str:
        """The search that answered."""
        algorithm: str = self._data["algorithm"]
        return algorithm

    @property
    def strategies(self) -> Dict[str, Dict[str, float]]:
        """Mixed strategies of the agents, where they move together."""
        return dict(self._data["strategies"])

    @property
    def evidence(self) -> Optional[Evidence]:
        """The evidence, where it was asked for."""
        return self._evidence

    def __repr__(self) -> str:
        best = f", best {' '.join(map(str, self.best))}" if self.best else ""
        return f"<solved: {self._verdict()}{best}, by {self.algorithm}>"

    def _verdict(self) -> str:
        if self.values is not None:
            return ", ".join(f"{agent} {value}" for agent, value in self.values.items())
        if self.exact:
            return f"{self.value} for {self._data['first']}"
        names = self._data["bound_names"]
        return f"unknown, between {names[0]} and {names[1]} for {self._data['first']}"

    def _repr_html_(self) -> str:
        return _pictures.solved(self)


class Checked(_Answer):
    """Whether a formula is true in a position."""

    def __init__(self, data: Dict[str, Any], position: Position, evidence: Optional[Evidence]) -> None:
        super().__init__(data)
        self._position, self._evidence = position, evidence

    @property
    def position(self) -> Position:
        """The position it was checked in."""
        return self._position

    @property
    def answer(self) -> Optional[bool]:
        """Whether it is true; ``None`` if that is not known within the limits."""
        answer: Optional[bool] = self._data["answer"]
        return answer

    @property
    def formula(self) -> str:
        """The formula."""
        formula: str = self._data["formula"]
        return formula

    @property
    def algorithm(self) -> str:
        """The search that answered."""
        algorithm: str = self._data["algorithm"]
        return algorithm

    @property
    def line(self) -> List[str]:
        """A principal variation."""
        return list(self._data["line"])

    @property
    def queries(self) -> Dict[str, int]:
        """What the search asked the game."""
        return dict(self._data["queries"])

    @property
    def nodes(self) -> int:
        """The pairs of a state and a formula that were visited."""
        nodes: int = self._data["nodes"]
        return nodes

    @property
    def seconds(self) -> float:
        """The time it took."""
        seconds: float = self._data["seconds"]
        return seconds

    @property
    def evidence(self) -> Optional[Evidence]:
        """The evidence, where it was asked for."""
        return self._evidence

    def __repr__(self) -> str:
        word = {True: "true", False: "false", None: "unknown"}[self.answer]
        return f"<checked: {self.formula} is {word}, by {self.algorithm}>"


class Verified(_Answer):
    """What the checker says of evidence."""

    @property
    def valid(self) -> bool:
        """Whether it was accepted."""
        valid: bool = self._data["valid"]
        return valid

    @property
    def claim(self) -> str:
        """What it claims, in words."""
        claim: str = self._data["claim"]
        return claim

    @property
    def reason(self) -> Optional[str]:
        """Why it was rejected."""
        reason: Optional[str] = self._data["reason"]
        return reason

    @property
    def nodes(self) -> int:
        """How many nodes were checked."""
        nodes: int = self._data["nodes"]
        return nodes

    def __bool__(self) -> bool:
        return self.valid

    def __repr__(self) -> str:
        word = "valid" if self.valid else "not valid"
        return f"<{word}: {self.claim}>"


class ProblemSolved(_Answer):
    """The solutions of a chess problem."""

    def __init__(self, data: Dict[str, Any], text: str, evidence: Optional[Evidence]) -> None:
        super().__init__(data)
        self._text, self._evidence = text, evidence

    @property
    def solutions(self) -> List[List[str]]:
        """The moves of every solution: a line where the sides work together, otherwise a key."""
        return list(self._data["solutions"])

    @property
    def count(self) -> int:
        """How many there are."""
        count: int = self._data["count"]
        return count

    @property
    def complete(self) -> bool:
        """Whether these are all."""
        complete: bool = self._data["complete"]
        return complete

    @property
    def text(self) -> str:
        """The solutions in the layout that problemists know."""
        return self._text

    @property
    def evidence(self) -> Optional[Evidence]:
        """The evidence, where it was asked for."""
        return self._evidence

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<problem {self._data['stipulation']}: {self.count} solved>"


class Reply(Dict[str, Any]):
    """The answer to a question in the language of a file: what ``ludex query --json`` prints, as a dictionary."""

    def __init__(self, data: Dict[str, Any], evidence: Optional[Evidence] = None) -> None:
        super().__init__(data)
        self._evidence = evidence

    @property
    def result(self) -> Any:
        """The answer; ``None`` if there is none within the limits, and ``stopped`` says why."""
        return self["result"]

    @property
    def witness(self) -> Any:
        """What shows it: a counterexample, a plan, a strategy."""
        return self.get("witness")

    @property
    def stopped(self) -> Optional[str]:
        """Why there is no answer."""
        return self.get("stopped")

    @property
    def evidence(self) -> Optional[Evidence]:
        """The evidence, where there is some: for ``force`` of Game Prolog."""
        return self._evidence


def _shown(player: str) -> str:
    """Return the name of a player; that of a function is its own."""
    return player[len("function=") :] if player.startswith("function=") else player


class Match(_Answer):
    """A game between players."""

    def __init__(self, data: Dict[str, Any], position: Position, _: None = None) -> None:
        super().__init__(data)
        self._position = position

    @property
    def moves(self) -> List[str]:
        """The moves, in order; simultaneous moves are separate entries."""
        return [played["move"] for played in self._data["moves"]]

    @property
    def scores(self) -> Dict[str, float]:
        """What every agent got; empty if the game has no result."""
        return dict(self._data["scores"])

    @property
    def players(self) -> List[str]:
        """The players, in playing order."""
        return [_shown(player) for player in self._data["players"]]

    @property
    def faults(self) -> List[Dict[str, Any]]:
        """Illegal and late moves."""
        return list(self._data["faults"])

    def __repr__(self) -> str:
        return f"<match of {len(self.moves)} moves: {self.scores}>"


class TournamentResult(_Answer):
    """Many games between players."""

    def __init__(self, data: Dict[str, Any], position: Position, _: None = None) -> None:
        super().__init__(data)

    @property
    def table(self) -> List[Dict[str, Any]]:
        """One row a player, ready for ``pandas.DataFrame``."""
        rows = []
        for standing in self._data["standings"]:
            row = {name: value for name, value in standing.items() if name != "interval"}
            row["player"] = _shown(standing["player"])
            row["low"], row["high"] = standing["interval"]["low"], standing["interval"]["high"]
            rows.append(row)
        return rows

    @property
    def against(self) -> List[List[Optional[float]]]:
        """The mean score of each player against each other."""
        return list(self._data["against"])

    @property
    def matches(self) -> int:
        """How many games were played."""
        matches: int = self._data["matches"]
        return matches

    @property
    def length(self) -> float:
        """The mean number of moves of a game."""
        length: float = self._data["length"]
        return length

    def __repr__(self) -> str:
        scores = ", ".join(f"{row['player']} {row['score']:.3f}" for row in self.table)
        return f"<tournament of {self.matches} games: {scores}>"

    def _repr_html_(self) -> str:
        return _pictures.table(self.table)


class Playout:
    """One random play."""

    def __init__(self, moves: List[List[str]], end: Position) -> None:
        self._moves, self._end = moves, end

    @property
    def moves(self) -> List[Any]:
        """The moves; tuples of them where all agents move together."""
        return [tuple(turn) if len(turn) > 1 else turn[0] for turn in self._moves]

    @property
    def end(self) -> Position:
        """The last position."""
        return self._end

    @property
    def scores(self) -> Optional[Dict[str, float]]:
        """What every agent got; ``None`` if the play was given up."""
        return self._end.scores

    @property
    def length(self) -> int:
        """The number of turns."""
        return len(self._moves)

    def __repr__(self) -> str:
        return f"<random play of {self.length} turns: {self.scores}>"


class Playouts:
    """Random plays: ``scores`` has a row a play and a column an agent, ``lengths`` the turns of each play.

    They are numpy arrays where numpy is installed, otherwise views of memory.
    """

    def __init__(self, agents: List[str], scores: bytes, lengths: bytes) -> None:
        self.agents = agents
        self._scores, self._lengths = scores, lengths

    @property
    def scores(self) -> Any:
        """The scores: a row a play, a column an agent."""
        return _array(self._scores, "d", (-1, len(self.agents)))

    @property
    def lengths(self) -> Any:
        """The number of turns of each play."""
        return _array(self._lengths, "I", (-1,))

    def __len__(self) -> int:
        return len(self._lengths) // 4

    def __repr__(self) -> str:
        return f"<{len(self)} random plays>"


def _array(data: bytes, kind: str, shape: Tuple[int, ...]) -> Any:
    """Return bytes as an array of numpy, or as a view if there is no numpy."""
    try:
        numpy = import_module("numpy")
    except ImportError:
        view: Any = memoryview(data)
        rows = len(data) // (8 * shape[1]) if len(shape) > 1 else 0
        return view.cast(kind, (rows, shape[1])) if rows else view.cast(kind)
    return numpy.frombuffer(data, dtype=kind).reshape(shape)


class Matrix:
    """A solved matrix game: ``value`` and the strategies of both players, exactly and as floats."""

    def __init__(
        self,
        entries: List[List[Fraction]],
        fraction: Fraction,
        rows: List[Fraction],
        columns: List[Fraction],
    ) -> None:
        self.entries, self.fraction = entries, fraction
        self.row_fractions, self.column_fractions = rows, columns

    @property
    def value(self) -> float:
        """What the row player gets on average."""
        return float(self.fraction)

    @property
    def row(self) -> List[float]:
        """An optimal mixed strategy of the row player."""
        return [float(weight) for weight in self.row_fractions]

    @property
    def column(self) -> List[float]:
        """An optimal mixed strategy of the column player."""
        return [float(weight) for weight in self.column_fractions]

    @property
    def strategies(self) -> Tuple[List[float], List[float]]:
        """Both strategies."""
        return (self.row, self.column)

    def __repr__(self) -> str:
        return f"<matrix game of value {self.fraction}>"

    def _repr_html_(self) -> str:
        return _pictures.matrix(self)
