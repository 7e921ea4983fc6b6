"""Walks through evidence: at every point a position, and the steps that the proof goes on with."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

from ._answers import _Part
from ._ludex import Evidence, Position, _walk

__all__ = ["Point", "Step", "Walk"]


class Walk:
    """Evidence that is walked through, point by point.

    >>> import ludex
    >>> solved = ludex.open("nim:heaps=1-2").start().solve(evidence=True)
    >>> walk = solved.evidence.walk()
    >>> root = walk.root()
    >>> [step.moves for step in root.steps]
    [['2:1']]
    >>> [step.role for step in root.steps[0].follow().steps]
    ['reply', 'reply']
    """

    def __init__(self, evidence: Evidence, game: Any = None) -> None:
        from . import open

        self.evidence = evidence
        self._position: Optional[Position] = None if game is None else open(game).start()
        self.parts: List[Dict[str, Any]] = self._ask(0)["parts"]

    def _ask(
        self,
        part: int,
        node: Optional[int] = None,
        moves: Sequence[str] = (),
        find: Optional[Tuple[str, int]] = None,
    ) -> Any:
        return _walk(self.evidence, self._position, part, node, list(moves), find)

    def root(self, part: int = 0) -> Point:
        """Return the point where a part of the evidence begins."""
        return Point(self, self._ask(part)["point"])

    def point(self, node: int, part: int = 0) -> Point:
        """Return a point by the number of its node."""
        return Point(self, self._ask(part, node)["point"])

    def follow(self, moves: Sequence[str], part: int = 0) -> Optional[Point]:
        """Follow moves from the root. Return ``None`` where the proof has another move."""
        point = self._ask(part, None, moves)["point"]
        return None if point is None else Point(self, point)

    def find(self, text: str, part: int = 0, most: int = 20) -> List[Dict[str, Any]]:
        """Find the points whose position contains a text, with the moves that lead there."""
        found: List[Dict[str, Any]] = self._ask(part, find=(text, most))
        return found

    def __repr__(self) -> str:
        return f"<walk through {'; '.join(part['claim'] for part in self.parts)}>"


class Point:
    """A point of a walk: a position, and what is shown there."""

    part = _Part[int]("The number of the part of the evidence.")
    node = _Part[int]("The number of the node.")
    position = _Part[str]("The position.")
    size = _Part[int]("The number of points from here on.")
    facts = _Part[List[str]]("What is true here, in words.")

    def __init__(self, walk: Walk, data: Dict[str, Any]) -> None:
        self._walk, self._data = walk, data

    @property
    def steps(self) -> List[Step]:
        """The steps from here; none where the proof ends."""
        return [Step(self._walk, self.part, step) for step in self._data["steps"]]

    def to_dict(self) -> Dict[str, Any]:
        """Return the point as the API of the page has it."""
        return self._data.copy()

    def __repr__(self) -> str:
        return f"<point at {self.position}, {self.size} from here on>"


class Step:
    """A step from a point to the next."""

    agent = _Part[Optional[str]]("Who plays; ``None`` where all agents or chance do.")
    moves = _Part[List[str]]("The move; one for each agent where all move at the same time.")
    role = _Part[str]("``chosen``, ``reply``, ``alternative``, ``chance`` or ``mixed``.")
    probability = _Part[Optional[str]]("How likely the move is.")
    shows = _Part[Optional[str]]("What is shown after it, where that is a formula.")
    on_turn = _Part[bool]("Whether it can be played on a board.")
    node = _Part[int]("The node that it leads to.")
    size = _Part[int]("The number of points from there on.")

    def __init__(self, walk: Walk, part: int, data: Dict[str, Any]) -> None:
        self._walk, self._part, self._data = walk, part, data

    def follow(self) -> Point:
        """Return the point that the step leads to."""
        return self._walk.point(self.node, self._part)

    def __repr__(self) -> str:
        return f"<step {' '.join(self.moves)}: {self.role}>"
