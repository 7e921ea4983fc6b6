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


class _Watcher:
    """Is told the nodes of a search on its way, and all of them at its end unless an exception stopped it."""

    def __init__(self) -> None:
        self.start, self.iteration = time.monotonic(), 0

    def __call__(self, nodes: int, iteration: int) -> None:
        self.iteration = iteration
        self.tell(Progress(nodes, iteration, time.monotonic() - self.start))

    def close(self, nodes: Optional[int]) -> None:
        """End the search."""
        if nodes is not None:
            self(nodes, self.iteration)
        self.end()

    def tell(self, progress: Progress) -> None:
        """Show the progress."""

    def end(self) -> None:
        """Leave what is shown as it is."""


class _Function(_Watcher):
    """Tells a function."""

    def __init__(self, function: Callable[[Progress], Any]) -> None:
        super().__init__()
        self.function = function

    def tell(self, progress: Progress) -> None:
        """Call the function."""
        self.function(progress)


class _Bar(_Watcher):
    """Shows the nodes by tqdm."""

    def __init__(self, bar: Any) -> None:
        super().__init__()
        self.bar = bar

    def tell(self, progress: Progress) -> None:
        """Move the bar on."""
        self.bar.update(progress.nodes - self.bar.n)

    def end(self) -> None:
        """Leave the bar as it is."""
        self.bar.close()


class _Line(_Watcher):
    """Shows the nodes on one line of standard error, where tqdm is not installed."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def tell(self, progress: Progress) -> None:
        """Write the line anew."""
        nodes, seconds = progress.nodes, progress.seconds
        rate = nodes / seconds if seconds > 0 else 0.0
        print(f"\r{self.what}: {nodes:,} nodes [{seconds:.1f} s, {rate:,.0f}/s]", end="", file=sys.stderr)

    def end(self) -> None:
        """End the line."""
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
