"""Progress of long work: a bar, or a function that is told."""

from __future__ import annotations

import sys
import time
from importlib import import_module
from typing import Any, Callable, Optional

__all__ = ["Progress", "watcher"]


class Progress:
    """How far a search is: what a progress function is told."""

    def __init__(self, nodes: int, iteration: int, seconds: float) -> None:
        self.nodes, self.iteration, self.seconds = nodes, iteration, seconds

    def __repr__(self) -> str:
        return f"<progress: {self.nodes:,} nodes in {self.seconds:.1f} s>"


class _Function:
    """Tells a function."""

    def __init__(self, function: Callable[[Progress], Any]) -> None:
        self.function, self.start = function, time.monotonic()

    def __call__(self, nodes: int, iteration: int) -> None:
        self.function(Progress(nodes, iteration, time.monotonic() - self.start))

    def close(self) -> None:
        """Do nothing."""


class _Bar:
    """Shows the nodes by tqdm."""

    def __init__(self, bar: Any) -> None:
        self.bar = bar

    def __call__(self, nodes: int, iteration: int) -> None:
        self.bar.update(nodes - self.bar.n)

    def close(self) -> None:
        """Leave the bar as it is."""
        self.bar.close()


class _Line:
    """Shows the nodes on one line of standard error, where tqdm is not installed."""

    def __init__(self, what: str) -> None:
        self.what, self.start, self.shown = what, time.monotonic(), False

    def __call__(self, nodes: int, iteration: int) -> None:
        seconds = time.monotonic() - self.start
        rate = nodes / seconds if seconds > 0 else 0.0
        print(f"\r{self.what}: {nodes:,} nodes [{seconds:.1f} s, {rate:,.0f}/s]", end="", file=sys.stderr)
        self.shown = True

    def close(self) -> None:
        """End the line."""
        if self.shown:
            print(file=sys.stderr)


def watcher(progress: Any, what: str) -> Optional[Any]:
    """Return what is told the progress: ``True`` is a bar, a function is told, ``None`` nothing."""
    if progress is None or progress is False:
        return None
    if progress is not True:
        if not callable(progress):
            raise TypeError("progress is True, or a function that is told a ludex.Progress")
        return _Function(progress)
    try:
        bars = import_module("tqdm.auto")
    except ImportError:
        return _Line(what)
    return _Bar(bars.tqdm(desc=what, unit=" nodes", unit_scale=True))
