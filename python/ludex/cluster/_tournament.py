"""Tournaments: many games, played anywhere."""

from __future__ import annotations

import os
from typing import Any, Callable, Dict, List, Optional, Sequence, Union

from .._answers import TournamentResult
from .._errors import InputError
from .._ludex import OpenGame, _match_count, _play_matches, _tournament_of
from .._progress import watcher
from ._pools import Pool, opened
from ._tasks import answers, at, packed, unpacked

__all__ = ["tournament"]


def _matches(position: bytes, players: str, numbers: Sequence[int], options: Dict[str, Any]) -> str:
    """Play matches, in a worker."""
    return _play_matches(unpacked(position), players, numbers, **options)


def tournament(
    game: Union[str, "os.PathLike[str]", OpenGame],
    players: Sequence[str],
    rounds: int = 10,
    *,
    pool: Union[str, Pool] = "processes",
    address: Optional[str] = None,
    workers: Optional[int] = None,
    chunk: int = 1,
    progress: Union[bool, Callable[[Any], Any], None] = None,
    **options: Any,
) -> TournamentResult:
    """Play many games between players with the workers of a pool, each player at every place.

    players: names with limits such as "auto@50ms" or "mcts@1000n"; functions cannot be sent to other processes.
    rounds, seed, memory: as in `ludex.OpenGame.tournament`. Players without clocks play the same games as there.
    chunk: how many games a worker gets at a time.

    pool, address, workers, progress are as in `solve`.
    """
    names = [players] if isinstance(players, str) else list(players)
    if not all(isinstance(player, str) for player in names):
        raise InputError("players of a cluster are names", "functions cannot be sent to other processes")
    joined, start = ",".join(names), at(game)
    options = {"rounds": rounds, **options}
    count = _match_count(start, joined, **options)
    messages: Dict[int, str] = {}
    with opened(pool, workers, address) as open_pool:
        parts = [list(range(begin, min(count, begin + chunk))) for begin in range(0, count, max(1, chunk))]
        calls = ((packed(start), joined, part, options) for part in parts)
        told = watcher(progress, "games")
        for number, played in answers(open_pool, _matches, calls):
            messages[number] = played
            if told is not None:
                told(sum(len(parts[known]) for known in messages), 0)
        if told is not None:
            told.close(None)
    ordered: List[str] = [messages[number] for number in range(len(parts))]
    return _tournament_of(start, joined, ordered, **options)
