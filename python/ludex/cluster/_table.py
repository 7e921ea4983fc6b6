"""The live table of a run."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Iterator, List, Optional, TextIO

if TYPE_CHECKING:
    from ._solve import Status

__all__ = ["rows", "table"]

#: Seconds between two drawings on a terminal, and elsewhere.
_ON_TERMINAL, _ELSEWHERE = 0.5, 10.0


def _number(number: Optional[float]) -> str:
    if number is None:
        return "–"
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _time(seconds: Optional[float]) -> str:
    if seconds is None:
        return "–"
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def rows(status: Status) -> List[List[str]]:
    """Return the table as texts: the heading, then what is known."""
    head = ["time", "jobs done", "running", "lost", "repeated", "given up", "proof", "disproof", "nodes", "nodes/s", "at least"]
    return [
        head,
        [
            _time(status.seconds),
            *(f"{number:,}" for number in (status.done, status.running, status.lost, status.repeated, status.failed)),
            _number(status.proof),
            _number(status.disproof),
            f"{status.nodes:,}",
            f"{status.rate:,.0f}",
            _time(status.at_least),
        ],
    ]


def _lines(status: Status) -> List[str]:
    widths = [max(len(text) for text in column) for column in zip(*rows(status))]
    return ["  ".join(text.rjust(width) for text, width in zip(row, widths)) for row in rows(status)]


class _Table:
    """Draws the table, on a terminal in place."""

    def __init__(self, out: TextIO) -> None:
        self.out, self.drawn = out, 0.0
        self.terminal = out.isatty()
        self.last: Optional[Status] = None

    def __call__(self, status: Status) -> None:
        self.last = status
        if time.monotonic() - self.drawn >= (_ON_TERMINAL if self.terminal else _ELSEWHERE):
            self.draw(status)

    def draw(self, status: Status) -> None:
        """Draw the table over the last one."""
        lines = _lines(status)
        if not self.terminal and self.drawn:
            lines = lines[1:]
        up = "\x1b[2F" if self.terminal and self.drawn else ""
        clear = "\x1b[K" if self.terminal else ""
        self.out.write(up + "".join(f"{line}{clear}\n" for line in lines))
        self.out.flush()
        self.drawn = time.monotonic()

    def close(self) -> None:
        """Leave the last state."""
        if self.last is not None:
            self.draw(self.last)


@contextmanager
def table(progress: Any) -> Iterator[Callable[[Status], Any]]:
    """Return what is told the state of a run: ``True`` is a table on standard error."""
    if progress is None or progress is False:
        yield lambda status: None
    elif progress is True:
        drawn = _Table(sys.stderr)
        try:
            yield drawn
        finally:
            drawn.close()
    elif callable(progress):
        yield progress
    else:
        raise TypeError("progress is True, or a function that is told how far the work is")
