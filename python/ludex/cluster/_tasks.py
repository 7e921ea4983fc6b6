"""Calls that are made exactly once as far as anybody can see: lost ones again, poisonous ones not for ever."""

from __future__ import annotations

import pickle
from collections import Counter
from functools import lru_cache
from typing import Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

from .. import open as _open
from .._errors import InputError
from .._ludex import OpenGame, Position, _run_job, _solve_positions
from ._pools import Pool

__all__ = ["TRIES", "Poisonous", "answers", "at", "packed", "run_job", "solve_positions", "unpacked"]

#: How often a call that ends its worker is tried.
TRIES = 3


class Poisonous(NamedTuple):
    """A call that was given up: whoever tried it was gone before it was done."""

    #: Which call it is.
    key: Any
    #: How often it was tried.
    tries: int
    #: What was said of the last worker.
    reason: str


def at(game: Union[str, OpenGame, Position, Any], position: Optional[str] = None) -> Position:
    """Return the position that is meant: of a game, by its notation, the start where none is said."""
    if isinstance(game, Position):
        if position is not None:
            raise InputError("`game` is a position already", "leave `position` out")
        return game
    opened = _open(game)
    return opened.start() if position is None else opened.position(position)


def packed(position: Position) -> bytes:
    """Return a position as bytes, for other processes."""
    return pickle.dumps(position)


@lru_cache(maxsize=8)
def unpacked(position: bytes) -> Position:
    """Return a position of bytes; a worker opens a game once."""
    found: Position = pickle.loads(position)
    return found


def run_job(position: bytes, job: str) -> str:
    """Do a job of a search, in a worker."""
    return _run_job(unpacked(position), job)


def solve_positions(position: bytes, texts: List[str], options: Dict[str, Any]) -> List[Dict[str, Any]]:
    """Solve positions, in a worker."""
    return _solve_positions(unpacked(position), texts, **options)


def answers(
    pool: Pool,
    function: Callable[..., Any],
    calls: Iterable[Tuple[Any, ...]],
    told: Optional[Callable[[int, int], Any]] = None,
) -> Iterator[Tuple[int, Any]]:
    """Make calls in a pool; yield the number of each with what it returned, once, as soon as it is there.

    ``told`` is told how many calls are done and how often one was lost.
    """
    # Tells these calls from others in the same pool.
    token, waiting = object(), iter(enumerate(calls))
    arguments: Dict[int, Tuple[Any, ...]] = {}
    tries: Counter[int] = Counter()
    done = lost = 0
    while True:
        while len(arguments) < pool.capacity:
            following = next(waiting, None)
            if following is None:
                break
            arguments[following[0]] = following[1]
            pool.submit((token, following[0]), function, *following[1])
        if not arguments:
            return
        for finished in pool.wait(1.0):
            of, number = finished.key
            if of is not token or number not in arguments:
                continue
            if finished.lost is not None:
                tries[number] += 1
                lost += 1
                if tries[number] >= TRIES:
                    raise InputError(f"{function.__name__} of {number} ended its worker {TRIES} times: {finished.lost}")
                pool.submit((token, number), function, *arguments[number])
                continue
            del arguments[number]
            if finished.error is not None:
                raise finished.error
            done += 1
            if told is not None:
                told(done, lost)
            yield number, finished.value
