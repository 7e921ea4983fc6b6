"""Pools: whoever calls functions elsewhere. Two calls are all that is asked of one: submit, and wait for any."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from concurrent import futures
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import connection
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional, Protocol, Tuple, Union

from .._errors import InputError

__all__ = ["Finished", "Pool", "ProcessPool", "RayPool", "opened"]


class Finished(NamedTuple):
    """What has become of a call."""

    #: What the call was submitted as.
    key: Any
    #: What the function returned.
    value: Any = None
    #: What the function raised.
    error: Optional[BaseException] = None
    #: Why nobody will finish the call, if its worker is gone.
    lost: Optional[str] = None


class Pool(Protocol):
    """Calls functions elsewhere, in any order."""

    #: The number of calls that are worth submitting before one of them has finished. A pool whose calls wait
    #: for a worker also has ``workers``: which job of a search comes next depends on the last answer, so that
    #: `solve` submits no job before somebody can begin with it.
    capacity: int

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Call a function some time; ``key`` says which call this is."""

    def wait(self, seconds: float) -> List[Finished]:
        """Wait until a call has finished, at most this long; return those that have."""

    def close(self) -> None:
        """End the workers."""


@contextmanager
def _without_main() -> Iterator[None]:
    """Hide the script from new processes, which would run it again. They need functions of Ludex only."""
    main = sys.modules["__main__"]
    hidden = {name: getattr(main, name) for name in ("__file__", "__spec__") if hasattr(main, name)}
    for name in hidden:
        setattr(main, name, None)
    try:
        yield
    finally:
        for name, value in hidden.items():
            setattr(main, name, value)


def _ready() -> int:
    """Return the number of the process, once it has started."""
    return os.getpid()


def _end_with_parent() -> None:
    """End this process as soon as the one that has started it is gone, even by kill -9."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    sentinel = parent.sentinel

    def watch() -> None:
        connection.wait([sentinel])
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class ProcessPool:
    """Processes of this machine. Each has an executor of its own: one that is killed takes no other with it."""

    def __init__(self, workers: Optional[int] = None) -> None:
        count = workers or os.cpu_count() or 1
        #: One call a worker.
        self.capacity = self.workers = count
        self._executors = [self._started() for _ in range(count)]
        self._calls: Dict["futures.Future[Any]", Any] = {}
        self._busy: Dict["futures.Future[Any]", int] = {}

    @staticmethod
    def _started() -> futures.ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        executor = futures.ProcessPoolExecutor(1, context, initializer=_end_with_parent)
        with _without_main():
            executor.submit(_ready)
        return executor

    @property
    def processes(self) -> List[int]:
        """The numbers of the processes that run just now."""
        return [number for executor in self._executors for number in list(getattr(executor, "_processes", None) or ())]

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Give a call to the worker that has fewest."""
        busy = list(self._busy.values())
        place = min(range(len(self._executors)), key=busy.count)
        try:
            call = self._executors[place].submit(function, *arguments)
        except futures.BrokenExecutor:
            self._executors[place] = self._started()
            call = self._executors[place].submit(function, *arguments)
        self._calls[call], self._busy[call] = key, place

    def wait(self, seconds: float) -> List[Finished]:
        """Wait for any call. A worker that is gone is replaced."""
        done, _ = futures.wait(self._calls, seconds, futures.FIRST_COMPLETED)
        return [self._finished(call) for call in done]

    def _finished(self, call: "futures.Future[Any]") -> Finished:
        key, place = self._calls.pop(call), self._busy.pop(call)
        error = call.exception()
        if isinstance(error, futures.BrokenExecutor):
            if getattr(self._executors[place], "_broken", True):
                self._executors[place].shutdown(wait=False)
                self._executors[place] = self._started()
            return Finished(key, lost="its process ended")
        return Finished(key, error=error) if error else Finished(key, call.result())

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        for executor in self._executors:
            processes = list((getattr(executor, "_processes", None) or {}).values())
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()
        self._calls.clear()


class _Worker:
    """An actor of Ray, which calls functions. Calls to an actor cost Ray less than tasks do."""

    def call(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Call a function."""
        return function(*arguments)


class RayPool:
    """Actors of Ray, on this machine or on a cluster that runs already. One that is gone is replaced."""

    def __init__(
        self,
        workers: Optional[int] = None,
        address: Optional[str] = None,
        runtime_env: Optional[Dict[str, Any]] = None,
    ) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise InputError("pool=\"ray\" needs Ray", "pip install 'ludex[cluster]'") from None
        self._own = not self._ray.is_initialized()
        if self._own:
            local = address is None or address == "local"
            count = workers or os.cpu_count() or 1
            options: Dict[str, Any] = {"num_cpus": count} if local else {}
            if runtime_env is None and not local:
                # The package has to reach the other machines.
                runtime_env = {"py_modules": [str(Path(__file__).resolve().parents[1])]}
            self._ray.init(
                address=address or "local",
                runtime_env=runtime_env,
                include_dashboard=False if local else None,
                log_to_driver=False,
                **options,
            )
        count = workers or int(self._ray.cluster_resources().get("CPU", 1))
        #: Two calls a worker, so that none waits for the next.
        self.capacity = 2 * count
        self.workers = count
        #: Neither actors nor calls are repeated by Ray itself.
        self._worker: Any = self._ray.remote(num_cpus=1, max_restarts=0, max_task_retries=0)(_Worker)
        self._workers = [self._worker.remote() for _ in range(count)]
        self._calls: Dict[Any, Tuple[Any, Any]] = {}

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        """Give a call to the worker that has fewest."""
        busy = [worker for _, worker in self._calls.values()]
        worker = min(self._workers, key=busy.count)
        self._calls[worker.call.remote(function, *arguments)] = key, worker

    def wait(self, seconds: float) -> List[Finished]:
        """Wait for any call, and take the others that are done."""
        if not self._calls:
            return []
        done, rest = self._ray.wait(list(self._calls), num_returns=1, timeout=seconds)
        if done and rest:
            done += self._ray.wait(rest, num_returns=len(rest), timeout=0)[0]
        return [self._finished(call) for call in done]

    def _finished(self, call: Any) -> Finished:
        (key, worker), errors = self._calls.pop(call), self._ray.exceptions
        try:
            return Finished(key, self._ray.get(call))
        except errors.RayTaskError as error:
            return Finished(key, error=getattr(error, "cause", None) or error)
        except errors.RayError as error:
            if worker in self._workers:
                self._workers[self._workers.index(worker)] = self._worker.remote()
            return Finished(key, lost=str(error).strip().splitlines()[0])

    def close(self) -> None:
        """End the workers, whatever they are doing; end Ray if this pool has started it."""
        for worker in self._workers:
            self._ray.kill(worker)
        self._calls.clear()
        if self._own:
            self._ray.shutdown()


@contextmanager
def opened(
    pool: Union[str, Pool], workers: Optional[int], address: Optional[str], **options: Any
) -> Iterator[Pool]:
    """Open the pool with a name; one that is given is left open."""
    if workers is not None and (not isinstance(workers, int) or workers < 1):
        raise InputError(f"`workers` is {workers!r}", "a number that is at least 1 is expected")
    if not isinstance(pool, str):
        yield pool
        return
    made: Pool
    if pool == "processes":
        if address is not None or options:
            given = "address" if address is not None else next(iter(options))
            raise InputError(f"`{given}` is for pool=\"ray\"")
        made = ProcessPool(workers)
    elif pool == "ray":
        made = RayPool(workers, address, **options)
    else:
        raise InputError(f"there is no pool called {pool!r}", 'the pools are "processes" and "ray"')
    try:
        yield made
    finally:
        made.close()
