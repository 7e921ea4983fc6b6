"""More than one process, more than one machine: searches in jobs, batches, tournaments, tables of the lab.

>>> import ludex.cluster as lc
>>> run = lc.solve("domineering:rows=4,columns=4", workers=2, job_nodes=2_000)
>>> run.value
'win'
>>> [solved.value for solved in lc.batch("connect4:columns=4,rows=4", ["", "1", "12"], workers=2)]
['draw', 'draw', 'draw']

The work is done by a pool: ``pool="processes"`` on this machine, ``pool="ray"`` wherever Ray runs
(``pip install ludex[cluster]``), or any object with the two calls of `Pool`.
"""

from __future__ import annotations

from ._batch import batch
from ._lab import LabTable, lab
from ._pools import Finished, Pool, ProcessPool, RayPool
from ._solve import Run, Status, solve
from ._tasks import Poisonous
from ._tournament import tournament

__all__ = [
    "Finished",
    "LabTable",
    "Poisonous",
    "Pool",
    "ProcessPool",
    "RayPool",
    "Run",
    "Status",
    "batch",
    "lab",
    "solve",
    "tournament",
]
