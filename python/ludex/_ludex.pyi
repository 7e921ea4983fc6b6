"""The Rust half of the package."""

import os
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Union, final, overload

from ._answers import (
    Checked,
    Match,
    Playout,
    Playouts,
    ProblemSolved,
    Reply,
    Solved,
    TournamentResult,
    Verified,
)
from ._players import Player
from ._progress import Progress
from ._tree import Tree
from ._walk import Walk

__all__ = [
    "Evidence",
    "OpenGame",
    "Position",
    "__version__",
    "_check_laws",
    "_draw_tree",
    "_main",
    "_matrix",
    "_open",
    "_open_own",
    "_read_evidence",
    "_restore",
    "_restore_own",
    "_verify",
    "_walk",
    "algorithms",
    "concepts",
    "games",
    "open_text",
    "players",
    "problem",
]

__version__: str

_Memory = Union[int, str]
_Progress = Union[bool, Callable[[Progress], Any]]
_Number = Tuple[int, int]

@final
class OpenGame:
    @property
    def name(self) -> str: ...
    @property
    def agents(self) -> List[str]: ...
    @property
    def outcomes(self) -> List[str]: ...
    @property
    def simultaneous(self) -> bool: ...
    @property
    def warnings(self) -> List[Dict[str, Any]]: ...
    def rules(self) -> Dict[str, Any]: ...
    def start(self) -> Position: ...
    def position(self, text: Optional[str] = None, moves: Optional[str] = None) -> Position: ...
    def query(
        self,
        query: str,
        *,
        strict: bool = False,
        as_published: bool = False,
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        memory: Optional[_Memory] = None,
        threads: int = 1,
        seed: int = 0,
    ) -> Reply: ...
    def play(
        self,
        players: Union[str, Sequence[Player]],
        *,
        seed: int = 0,
        memory: Optional[_Memory] = None,
    ) -> Match: ...
    def tournament(
        self,
        players: Union[str, Sequence[Player]],
        rounds: int = 10,
        *,
        seed: int = 0,
        threads: int = 1,
        memory: Optional[_Memory] = None,
    ) -> TournamentResult: ...
    def playouts(self, plays: int, seed: int = 0) -> Playouts: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

@final
class Position:
    @property
    def game(self) -> OpenGame: ...
    @property
    def turn(self) -> Optional[str]: ...
    @property
    def final(self) -> bool: ...
    @property
    def outcome(self) -> Optional[str]: ...
    @property
    def scores(self) -> Optional[Dict[str, float]]: ...
    @property
    def text(self) -> str: ...
    @property
    def state(self) -> Any: ...
    @overload
    def moves(self) -> List[Any]: ...
    @overload
    def moves(self, agent: Optional[str] = None) -> List[str]: ...
    def play(self, move: Any) -> Position: ...
    def facts(self) -> List[str]: ...
    def holds(self, formula: str, agent: Optional[str] = None) -> bool: ...
    def svg(self) -> str: ...
    def to_dict(self) -> Dict[str, Any]: ...
    def solve(
        self,
        algorithm: str = "auto",
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        memory: Optional[_Memory] = None,
        threads: int = 1,
        evidence: bool = False,
        store: Optional[Union[str, os.PathLike[str]]] = None,
        progress: Optional[_Progress] = None,
        *,
        best: Optional[str] = None,
        seed: int = 0,
        **options: Any,
    ) -> Solved: ...
    def check(
        self,
        formula: str,
        agent: Optional[str] = None,
        algorithm: str = "dfps",
        seconds: Optional[float] = None,
        nodes: Optional[int] = None,
        memory: Optional[_Memory] = None,
        threads: int = 1,
        evidence: bool = False,
        progress: Optional[_Progress] = None,
        *,
        seed: int = 0,
        **options: Any,
    ) -> Checked: ...
    def tree(self, depth: int = 2) -> Tree: ...
    def playout(self, seed: int = 0) -> Playout: ...
    def playouts(self, plays: int, seed: int = 0) -> Playouts: ...
    def _reached(self) -> Dict[str, Any]: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any, /) -> Position: ...
    def _repr_svg_(self) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

@final
class Evidence:
    @property
    def game(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def size(self) -> int: ...
    def save(self, path: Union[str, os.PathLike[str]]) -> None: ...
    @staticmethod
    def load(path: Union[str, os.PathLike[str]]) -> Evidence: ...
    def to_dict(self) -> Dict[str, Any]: ...
    def walk(self, game: Any = None) -> Walk: ...
    def _repr_html_(self) -> str: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __reduce__(self) -> Tuple[Any, ...]: ...

def open_text(text: str, language: str) -> OpenGame: ...
def games(name: Optional[str] = None) -> List[Dict[str, Any]]: ...
def concepts() -> List[Dict[str, Any]]: ...
def algorithms() -> List[Dict[str, Any]]: ...
def players() -> List[Dict[str, Any]]: ...
def problem(
    stipulation: Optional[str],
    position: str,
    *,
    all: bool = False,
    limit: Optional[int] = None,
    tries: bool = False,
    set_play: bool = False,
    duplex: bool = False,
    variations: Optional[int] = None,
    intended: Optional[str] = None,
    formula: Optional[str] = None,
    agent: Optional[str] = None,
    define: Optional[str] = None,
    evidence: bool = False,
    seconds: Optional[float] = None,
    nodes: Optional[int] = None,
    memory: Optional[_Memory] = None,
    threads: int = 1,
    seed: int = 0,
) -> ProblemSolved: ...
def _open(text: str) -> OpenGame: ...
def _open_own(game: Any) -> OpenGame: ...
def _restore(
    source: Tuple[str, str, str, Optional[str]], position: Optional[str] = None
) -> Union[OpenGame, Position]: ...
def _restore_own(game: Any, state: Any) -> Position: ...
def _read_evidence(bytes: bytes, text: Optional[Tuple[str, str]] = None) -> Evidence: ...
def _verify(evidence: Evidence, position: Optional[Position] = None) -> Verified: ...
def _walk(
    evidence: Evidence,
    position: Optional[Position],
    part: int,
    node: Optional[int],
    moves: Sequence[str],
    find: Optional[Tuple[str, int]],
) -> Any: ...
def _draw_tree(
    nodes: Sequence[Tuple[Optional[int], str, str, Optional[int], bool]],
) -> Tuple[str, str]: ...
def _matrix(
    rows: int, columns: int, entries: Sequence[_Number]
) -> Tuple[_Number, List[_Number], List[_Number]]: ...
def _check_laws(game: Any, seed: int, plays: int) -> None: ...
def _main(arguments: Sequence[str]) -> int: ...
