"""Many positions of one game."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from .._answers import Solved
from .._errors import InputError
from .._ludex import OpenGame, Position, _batch_positions
from .._progress import watcher
from ._pools import Pool, opened
from ._tasks import answers, at, packed, solve_positions

__all__ = ["batch"]


def batch(
    game: Union[str, "os.PathLike[str]", OpenGame],
    positions: Sequence[Union[str, Position]],
    *,
    pool: Union[str, Pool] = "processes",
    address: Optional[str] = None,
    workers: Optional[int] = None,
    chunk: Optional[int] = None,
    progress: Union[bool, Callable[[Any], Any], None] = None,
    **options: Any,
) -> List[Solved]:
    """Solve many positions of a game with the workers of a pool; return the answers in order, each exactly once.

    positions: positions, or texts: moves from the start, ``position …``, or a position in the notation of the
        game; a score after the moves, as published lists have it, is passed over.
    chunk: how many positions a worker gets at a time; a search keeps what it has learnt from one to the next.
    options: as in `ludex.Position.solve`: algorithm, limits (of each position), best and others.

    pool, address, workers, progress are as in `solve`.
    """
    if isinstance(positions, str):
        raise InputError("`positions` is one text", "a list is expected")
    for option in ("evidence", "store"):
        if options.get(option):
            raise InputError(f"`{option}` is not for a batch", "solve the positions one by one")
    start = at(game)
    texts = _batch_positions(start, [_line(position) for position in positions])
    known: Dict[int, List[Dict[str, Any]]] = {}
    with opened(pool, workers, address) as open_pool:
        size = chunk or max(1, min(64, len(texts) // (8 * open_pool.capacity)))
        parts = [texts[begin : begin + size] for begin in range(0, len(texts), size)]
        told = watcher(progress, "positions")
        calls: Iterator[Tuple[Any, ...]] = ((packed(start), part, options) for part in parts)
        for number, found in answers(open_pool, solve_positions, calls):
            known[number] = found
            if told is not None:
                told(sum(map(len, known.values())), 0)
        if told is not None:
            told.close(None)
    opened_game = start.game
    solved = [data for number in range(len(parts)) for data in known[number]]
    return [Solved(data, opened_game.position(text)) for data, text in zip(solved, texts)]


def _line(position: Union[str, Position]) -> str:
    return f"position {position.text}" if isinstance(position, Position) else position
