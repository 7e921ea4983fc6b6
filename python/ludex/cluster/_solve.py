"""Solving one position with the workers of a pool: the driver."""

from __future__ import annotations

import os
import time
from collections import Counter
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Union

from .._answers import Solved
from .._ludex import Evidence, OpenGame, Position, _JobRun
from ._pools import Pool, opened
from ._table import table
from ._tasks import TRIES, Poisonous, at, packed, run_job

__all__ = ["Run", "Status", "solve"]

#: How long the driver waits for results or for new jobs at a time.
_PAUSE = 0.2


class Status(NamedTuple):
    """How far a run is: what a progress function is told."""

    #: Seconds since the run began.
    seconds: float
    #: Jobs done, jobs that somebody works on, how often a job was lost with its worker, answers that came twice.
    done: int
    running: int
    lost: int
    repeated: int
    #: Jobs that were given up.
    failed: int
    #: Nodes of all jobs.
    nodes: int
    #: The proof and the disproof number of the root, from searches that have them; None is infinite or not known.
    proof: Optional[float]
    disproof: Optional[float]

    @property
    def rate(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def at_least(self) -> Optional[float]:
        """Seconds that the rest takes at least: a proof has at least as many leaves as its number says."""
        numbers = [number for number in (self.proof, self.disproof) if number is not None]
        return min(numbers) / self.rate if numbers and self.rate > 0 else None


class Run(Solved):
    """The answer of a run, with what its jobs were."""

    def __init__(
        self, data: Dict[str, Any], position: Position, evidence: Optional[Evidence], status: Status,
        poisonous: List[Poisonous], workers: int,
    ) -> None:
        super().__init__(data, position, evidence)
        self._status, self._poisonous, self._workers = status, poisonous, workers

    @property
    def status(self) -> Status:
        """How far the run was at its end."""
        return self._status

    @property
    def jobs(self) -> Dict[str, int]:
        """How many jobs were done, lost with their workers, answered twice, given up."""
        names = ("done", "lost", "repeated", "failed")
        return {name: getattr(self._status, name) for name in names}

    @property
    def poisonous(self) -> List[Poisonous]:
        """The jobs that were given up after three tries."""
        return list(self._poisonous)

    @property
    def workers(self) -> int:
        """How many workers there were."""
        return self._workers


class _Driver:
    """Passes jobs to a pool, and answers to the run."""

    def __init__(self, run: _JobRun, pool: Pool, position: Position) -> None:
        self.run, self.pool, self.packed = run, pool, packed(position)
        self.start, self.running = time.monotonic(), 0
        #: Tells the calls of this run from those of others in the same pool.
        self.token = object()
        self.tries: Counter[int] = Counter()
        self.poisonous: List[Poisonous] = []

    def status(self) -> Status:
        """Return how far the run is."""
        known = self.run.status()
        proof, disproof = known["efforts"] or (None, None)
        return Status(
            seconds=time.monotonic() - self.start,
            running=self.running,
            proof=proof,
            disproof=disproof,
            **{name: known[name] for name in ("done", "lost", "repeated", "failed", "nodes")},
        )

    def hand_out(self) -> None:
        """Submit the jobs that there are before another result comes."""
        while True:
            job = self.run.next(_PAUSE)
            if job is None:
                return
            self.pool.submit((self.token, job[0]), run_job, self.packed, job[1])
            self.running += 1

    def collect(self) -> None:
        """Take the results that are there; wait for one if somebody works."""
        for finished in self.pool.wait(_PAUSE) if self.running else ():
            token, number = finished.key
            if token is not self.token:
                continue
            self.running -= 1
            if finished.error is not None:
                raise finished.error
            if finished.lost is None:
                self.run.take(finished.value)
            else:
                self.lose(number, finished.lost)

    def lose(self, number: int, reason: str) -> None:
        """Have a lost job done again, but not for ever."""
        self.tries[number] += 1
        if self.tries[number] < TRIES:
            self.run.lose(number)
        else:
            self.poisonous.append(Poisonous(number, self.tries[number], reason))
            self.run.fail(number)

    def drive(self, told: Callable[[Status], Any]) -> None:
        """Drive the run to its end."""
        while not self.run.status()["finished"]:
            self.hand_out()
            self.collect()
            told(self.status())


def solve(
    game: Union[str, "os.PathLike[str]", OpenGame, Position],
    position: Optional[str] = None,
    *,
    pool: Union[str, Pool] = "processes",
    address: Optional[str] = None,
    workers: Optional[int] = None,
    job_nodes: int = 200_000,
    algorithm: str = "pn2",
    store: Optional[Union[str, "os.PathLike[str]"]] = None,
    evidence: Union[bool, str, "os.PathLike[str]", None] = False,
    progress: Union[bool, Callable[[Status], Any], None] = None,
    runtime_env: Optional[Dict[str, Any]] = None,
    **options: Any,
) -> Run:
    """Find the value of a position with the workers of a pool.

    game: a name, a file, an open game (``position`` is in its notation), or a position.
    pool: "processes" of this machine, "ray", or any `Pool`; ``address`` and ``runtime_env`` are for Ray,
        and without an address it runs on this machine only.
    workers: how many; all processors where nothing is said.
    job_nodes: the nodes of a job. It should take a second or so.
    algorithm: the search of the first level and of the jobs: pn2, pp2, mopns2, or any best-first search.
    store: a file where results are kept as they come: a run that was killed goes on where it was.
    evidence: whether the answer comes with evidence, or the file to save it in. It is made here, from what
        is known.
    progress: True shows a table; a function is told a `Status` a few times a second.
    options: limits and options as in `ludex.Position.solve`; nodes are those of all jobs, memory that of each.

    Returns a `Run`. Ctrl-C raises KeyboardInterrupt with what is known in ``partial``.
    """
    start = at(game, position)
    file = None if isinstance(evidence, bool) or evidence is None else os.fspath(evidence)
    wanted = evidence is True or file is not None
    ray_options = {} if runtime_env is None else {"runtime_env": runtime_env}
    with opened(pool, workers, address, **ray_options) as open_pool, table(progress) as told:
        run = _JobRun(
            start, _at_once(open_pool), job_nodes, algorithm=algorithm, store=store, evidence=wanted, **options
        )
        driver = _Driver(run, open_pool, start)
        try:
            driver.drive(told)
        except BaseException as error:
            run.stop()
            if isinstance(error, KeyboardInterrupt):
                error.partial = _answer(run, driver, open_pool)  # type: ignore[attr-defined]
            raise
        answer = _answer(run, driver, open_pool)
        if file is not None and answer.evidence is not None:
            answer.evidence.save(file)
        return answer


def _at_once(pool: Pool) -> int:
    """Return the number of jobs that can be in work at the same time."""
    workers: int = getattr(pool, "workers", pool.capacity)
    return workers


def _answer(run: _JobRun, driver: _Driver, pool: Pool) -> Run:
    status = driver.status()
    solved = run.finish()
    return Run(solved.to_dict(), solved.position, solved.evidence, status, driver.poisonous, _at_once(pool))
