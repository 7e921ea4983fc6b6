"""Tables of the lab: the published experiments, whose searches run anywhere."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple, Union

from .._ludex import _lab, _lab_search
from .._progress import watcher
from ._pools import Pool, opened
from ._tasks import answers

__all__ = ["LabTable", "lab"]


class LabTable:
    """A table as it was run: published and measured figures, and which claims hold."""

    def __init__(self, data: Dict[str, Any], csv: str, svg: Optional[str], searches: int) -> None:
        self._data, self.csv, self.svg, self.searches = data, csv, svg, searches

    @property
    def name(self) -> str:
        """The name of the table."""
        return str(self._data["table"])

    @property
    def rows(self) -> List[Dict[str, Any]]:
        """One row for each board, measure and setting."""
        return list(self._data["rows"])

    @property
    def claims(self) -> List[Dict[str, Any]]:
        """The claims of the publication, and whether they hold here."""
        return list(self._data["claims"])

    def to_dict(self) -> Dict[str, Any]:
        """Return what ``ludex lab --json`` prints."""
        return dict(self._data)

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self.rows)} rows of {self.searches} searches>"


def _search(search: str, options: Dict[str, Any]) -> str:
    """Run a search of a table, in a worker."""
    return _lab_search(search, **options)


def lab(
    table: str,
    full: bool = False,
    *,
    seed: int = 0,
    pool: Union[str, Pool] = "processes",
    address: Optional[str] = None,
    workers: Optional[int] = None,
    progress: Union[bool, Callable[[Any], Any], None] = None,
    **options: Any,
) -> LabTable:
    """Run a table of the lab with the workers of a pool.

    table: its name, such as "3.1"; ``ludex lab`` lists them.
    full: whether to run the long rows, too.
    options: limits of each search: seconds, nodes, memory.

    pool, address, workers, progress are as in `solve`.
    """
    known: List[Tuple[str, str]] = []
    report, csv, svg, missing = _lab(table, full, seed, known)
    told = watcher(progress, "searches")
    with opened(pool, workers, address) as open_pool:
        while missing:
            calls = ((search, {"seed": seed, **options}) for search in missing)
            for number, found in answers(open_pool, _search, calls):
                known.append((missing[number], found))
                if told is not None:
                    told(len(known), 0)
            report, csv, svg, missing = _lab(table, full, seed, known)
    if told is not None:
        told.close(None)
    return LabTable(report, csv, svg, len(known))
