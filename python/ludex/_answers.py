"""Answers: what the library found, with its parts as attributes and ``to_dict`` as the program prints it."""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from math import inf
from typing import Any, Callable, Dict, Generic, List, NoReturn, Optional, Tuple, TypeVar, overload

from . import _pictures
from ._errors import InputError
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

_Data = Dict[str, Any]
_T = TypeVar("_T")


class _Part(Generic[_T]):
    """A part of an answer: an attribute that reads the entry of its name in the JSON object.

    ``read`` is given where the part is not the entry as it is.
    """

    def __init__(self, doc: str, read: Optional[Callable[[_Data], Any]] = None) -> None:
        self.__doc__, self.read = doc, read

    def __set_name__(self, owner: Any, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, answer: None, owner: Any) -> _Part[_T]: ...
    @overload
    def __get__(self, answer: Any, owner: Any = None) -> _T: ...
    def __get__(self, answer: Any, owner: Any = None) -> Any:
        if answer is None:
            return self
        value = answer._data.get(self.name) if self.read is None else self.read(answer._data)
        return value.copy() if isinstance(value, (dict, list)) else value

    def __set__(self, answer: Any, value: NoReturn) -> None:
        raise AttributeError(f"`{self.name}` of an answer cannot be changed")


class _Answer:
    """An answer that is a JSON object."""

    stopped = _Part[Optional[str]]("Why the work ended before there was an answer.")
    warnings = _Part[List[_Data]]("What the answer has to be read with.", lambda data: data.get("warnings", []))

    def __init__(self, data: _Data, position: Any = None, evidence: Optional[Evidence] = None) -> None:
        self._data, self._evidence = data, evidence
        self._position: Position = position

    def to_dict(self) -> _Data:
        """Return what the program prints with ``--json``."""
        return self._data.copy()


class _Proved(_Answer):
    """An answer that may come with evidence."""

    @property
    def evidence(self) -> Optional[Evidence]:
        """The evidence, where it was asked for."""
        return self._evidence


class _Found(_Proved):
    """What a search has found in a position."""

    algorithm = _Part[str]("The search that answered.")
    nodes = _Part[int]("The nodes that the search has counted; ``ludex.algorithms()`` says what they are.")
    seconds = _Part[float]("The time it took.")

    @property
    def position(self) -> Position:
        """The position that was asked about."""
        return self._position


class Solved(_Found):
    """The value of a position, or the bounds that are known of it."""

    value = _Part[Any]("The outcome for the first agent: its name, or a number; ``None`` if it is not known.")
    score = _Part[Optional[float]]("The number of the value for the first agent.")
    fraction = _Part[Optional[Fraction]](
        "The value as a fraction, from a search in exact numbers.",
        lambda data: Fraction(data["fraction"]) if "fraction" in data else None,
    )
    exact = _Part[bool]("Whether the value is proved.")
    best = _Part[List[str]]("Best moves of the agent on turn.")
    all_best = _Part[bool]("Whether these are all best moves.")
    line = _Part[Optional[List[str]]]("A play with best moves of all agents, from a search that knows one.")
    bounds = _Part[Tuple[float, float]](
        "Numbers between which the value lies, for the first agent.",
        # JSON has no infinite numbers.
        lambda data: tuple(none if one is None else one for one, none in zip(data["bounds"], (-inf, inf))),
    )
    values = _Part[Optional[Dict[str, float]]]("What every agent gets, where each plays for its own payoff.")
    strategies = _Part[Dict[str, Dict[str, float]]]("Mixed strategies of the agents, where they move together.")

    def __repr__(self) -> str:
        best = f", best {' '.join(self.best)}" if self.best else ""
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


class Checked(_Found):
    """Whether a formula is true in a position: ``answer``. As a condition it is that answer."""

    answer = _Part[Optional[bool]]("Whether it is true; ``None`` if that is not known within the limits.")
    formula = _Part[str]("The formula.")
    line = _Part[List[str]]("A principal variation.")
    queries = _Part[Dict[str, int]]("What the search asked the game.")

    def __bool__(self) -> bool:
        if self.answer is None:
            raise InputError(f"`{self.formula}` was not decided: {self.stopped}", "`answer` is None then")
        return self.answer

    def __repr__(self) -> str:
        word = {True: "true", False: "false", None: "unknown"}[self.answer]
        return f"<checked: {self.formula} is {word}, by {self.algorithm}>"


class Verified(_Answer):
    """What the checker says of evidence. As a condition it is ``valid``."""

    valid = _Part[bool]("Whether it was accepted.")
    claim = _Part[str]("What it claims, in words.")
    reason = _Part[Optional[str]]("Why it was rejected.")
    nodes = _Part[int]("How many nodes were checked.")

    def __bool__(self) -> bool:
        return self.valid

    def __repr__(self) -> str:
        return f"<valid: {self.claim}>" if self.valid else f"<not valid: {self.claim}; {self.reason}>"


class ProblemSolved(_Proved):
    """The solutions of a chess problem; ``print`` shows them as problemists do."""

    solutions = _Part[List[List[str]]](
        "The moves of every solution: a line where the sides work together, otherwise a key."
    )
    count = _Part[int]("How many there are.")
    complete = _Part[bool]("Whether these are all.")

    def __init__(self, data: _Data, text: str, evidence: Optional[Evidence]) -> None:
        super().__init__(data, None, evidence)
        self._text = text

    @property
    def text(self) -> str:
        """The solutions in the layout that problemists know."""
        return self._text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        number = "1 solution" if self.count == 1 else f"{self.count} solutions"
        what = self._data.get("stipulation") or self._data["formula"]
        return f"<problem {what}: {number}>"


class Reply(Dict[str, Any]):
    """The answer to a question in the language of a file: what ``ludex query --json`` prints, as a dictionary."""

    result = _Part[Any]("The answer; ``None`` if there is none within the limits, and ``stopped`` says why.")
    witness = _Part[Any]("What shows it: a counterexample, a plan, a strategy.")
    stopped = _Part[Optional[str]]("Why there is no answer.")

    def __init__(self, data: _Data, evidence: Optional[Evidence] = None) -> None:
        super().__init__(data)
        self._evidence = evidence

    @property
    def _data(self) -> _Data:
        return self

    @property
    def evidence(self) -> Optional[Evidence]:
        """The evidence, where there is some: for ``force`` of Game Prolog."""
        return self._evidence


def _shown(player: str) -> str:
    """Return the name of a player; that of a function is its own."""
    return player[len("function=") :] if player.startswith("function=") else player


class Match(_Answer):
    """A game between players."""

    moves = _Part[List[str]](
        "The moves, in order; simultaneous moves are separate entries.",
        lambda data: [played["move"] for played in data["moves"]],
    )
    scores = _Part[Dict[str, float]]("What every agent got; empty if the game has no result.")
    players = _Part[List[str]]("The players, in playing order.", lambda data: list(map(_shown, data["players"])))
    faults = _Part[List[_Data]]("Illegal and late moves.")

    def __repr__(self) -> str:
        return f"<match of {len(self.moves)} moves: {self.scores}>"


class TournamentResult(_Answer):
    """Many games between players."""

    table = _Part[List[_Data]](
        "One row a player, ready for ``pandas.DataFrame``; the interval from ``low`` to ``high`` has the "
        "true score with 95 per cent confidence.",
        lambda data: list(map(_row, data["standings"])),
    )
    against = _Part[List[List[Optional[float]]]]("The mean score of each player against each other.")
    seats = _Part[List[_Data]]("The results at every place, whoever played there.")
    games = _Part[List[_Data]](
        "The games: round, players, scores, end and moves.",
        lambda data: [{**game, "players": list(map(_shown, game["players"]))} for game in data["games"]],
    )
    matches = _Part[int]("How many games were played.")
    length = _Part[float]("The mean number of moves of a game.")

    def __repr__(self) -> str:
        scores = ", ".join(f"{row['player']} {row['score']:.3f}" for row in self.table)
        return f"<tournament of {self.matches} games: {scores}>"

    def _repr_html_(self) -> str:
        return _pictures.table(self.table)


def _row(standing: _Data) -> _Data:
    """Return the standing of a player as a flat row."""
    row = {**standing, **standing["interval"], "player": _shown(standing["player"])}
    del row["interval"]
    if "elo" in row:
        row["elo"] = row["elo"]["rating"]
    return row


class Playout:
    """One random play: ``moves``, the last position ``end``, ``scores`` and the number of turns ``length``."""

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
        return _array(self._scores, "d", (len(self), len(self.agents)))

    @property
    def lengths(self) -> Any:
        """The number of turns of each play."""
        return _array(self._lengths, "I", (len(self),))

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
        return view.cast(kind, shape) if data else view.cast(kind)
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
