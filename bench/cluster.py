"""Measures ludex.cluster: efficiency with 1 and 2 workers, what it would be with 4 to 1,024, and what kills cost.

    python bench/cluster.py measure GAME JOB_NODES MEASURED.json    jobs of real runs with 1 and 2 processes
    python bench/cluster.py simulate MEASURED.json PLOT.svg JOB_NODES SCALE    the search with simulated workers
    python bench/cluster.py kill POOL GAME JOB_NODES STORE [EVERY]  a worker killed every EVERY seconds
    python bench/cluster.py batch COUNT                             positions of Connect Four, workers killed

Times are those of this machine, whatever else runs on it: efficiency is computed from shares of time and from nodes,
which a loaded machine does not spoil.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from heapq import heappop, heappush
from pathlib import Path
from statistics import mean, median
from typing import Any, Callable, Dict, List, Tuple

import ludex
import ludex.cluster as lc


class Recorded:
    """A pool that notes down when jobs were in work."""

    def __init__(self, pool: lc.Pool) -> None:
        self.pool, self.capacity = pool, pool.capacity
        self.begun: Dict[Any, float] = {}
        self.jobs: List[Dict[str, float]] = []

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        self.begun[key] = time.monotonic()
        self.pool.submit(key, function, *arguments)

    def wait(self, seconds: float) -> List[lc.Finished]:
        finished = self.pool.wait(seconds)
        for done in finished:
            if done.lost is None and done.error is None:
                answer, whole = json.loads(done.value), time.monotonic() - self.begun[done.key]
                self.jobs.append({"seconds": answer["seconds"], "nodes": answer["nodes"], "round_trip": whole})
        return finished

    def close(self) -> None:
        self.pool.close()


def measure(game: str, job_nodes: int, path: Path) -> None:
    """Solve with 1 and with 2 processes."""
    runs: Dict[str, Any] = {}
    for workers in (1, 2):
        pool = Recorded(lc.ProcessPool(workers))
        for _ in range(workers):  # the workers have opened the game before the clock starts
            lc.batch(game, [""] * (4 * workers), pool=pool.pool, chunk=1, nodes=10)
        before, start = resource.getrusage(resource.RUSAGE_SELF), time.monotonic()
        run = lc.solve(game, pool=pool, job_nodes=job_nodes, best="none")
        after, wall = resource.getrusage(resource.RUSAGE_SELF), time.monotonic() - start
        pool.close()
        own = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        busy = sum(job["seconds"] for job in pool.jobs)
        runs[str(workers)] = {
            "value": run.value, "wall": wall, "driver_seconds": own, "jobs": pool.jobs,
            "nodes": sum(job["nodes"] for job in pool.jobs), "busy": busy / (workers * wall),
        }
        shown = {key: value for key, value in runs[str(workers)].items() if key != "jobs"}
        overhead = median(job["round_trip"] - job["seconds"] for job in pool.jobs)
        print(workers, len(pool.jobs), "jobs", f"{mean(j['seconds'] for j in pool.jobs):.3f} s each,", shown,
              f"overhead a job {1000 * overhead:.1f} ms, of the driver {1000 * own / len(pool.jobs):.2f} ms")
    one, two = runs["1"], runs["2"]
    speedup = 2 * two["busy"] / one["busy"] * one["nodes"] / two["nodes"]
    print(f"2 workers are worth {speedup:.2f}: busy {two['busy']:.3f}, nodes {two['nodes'] / one['nodes']:.3f} times as many")
    path.write_text(json.dumps({"game": game, "job_nodes": job_nodes, "runs": runs, "speedup": speedup}))


class Simulated:
    """A pool of workers in simulated time: jobs are really done, but take the time that was measured."""

    def __init__(self, workers: int, node: float, job: float, driver: float, known: Dict[str, str]) -> None:
        self.capacity, self.node, self.job, self.driver = workers, node, job, driver
        self.clock, self.known = 0.0, known
        self.idle = [0.0] * workers
        self.running: List[Tuple[float, int, Any, str]] = []
        self.jobs = self.nodes = 0
        self.random = random.Random(workers)

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        position, job = arguments
        self.clock += self.driver / 2
        asked = json.loads(job)
        asked["leaf"]["number"] = 0
        name = json.dumps(asked)
        if name not in self.known:
            self.known[name] = function(position, job)
        answer = json.loads(self.known[name])
        answer["number"] = key[1]
        free = heappop(self.idle)
        # What a node takes differs from job to job as it did when it was measured.
        takes = answer["nodes"] * self.node * self.random.lognormvariate(0.0, 0.2) + self.job
        self.jobs, self.nodes = self.jobs + 1, self.nodes + answer["nodes"]
        heappush(self.running, (max(free, self.clock) + takes, self.jobs, key, json.dumps(answer)))

    def wait(self, seconds: float) -> List[lc.Finished]:
        if not self.running:
            return []
        end, _, key, answer = heappop(self.running)
        self.clock = max(self.clock, end) + self.driver / 2
        heappush(self.idle, end)
        return [lc.Finished(key, answer)]

    def close(self) -> None:
        pass


def simulate(measured: Dict[str, Any], plot: Path, job_nodes: int, scale: float) -> None:
    """Run the search with simulated workers; a job stands for one that takes `scale` times as long."""
    one = measured["runs"]["1"]
    node = scale * sum(job["seconds"] for job in one["jobs"]) / sum(job["nodes"] for job in one["jobs"])
    overhead = median(job["round_trip"] - job["seconds"] for job in one["jobs"])
    driver = one["driver_seconds"] / len(one["jobs"])
    known: Dict[str, str] = {}
    points: List[Tuple[int, float, float]] = []
    alone = (0.0, 0)
    for workers in (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024):
        pool = Simulated(workers, node, overhead, driver, known)
        run = lc.solve(measured["game"], pool=pool, job_nodes=job_nodes, best="none")
        assert run.value == one["value"], run
        if workers == 1:
            alone = (pool.clock, pool.nodes)
        speedup = alone[0] / pool.clock
        points.append((workers, speedup, pool.nodes / alone[1]))
        print(f"| {workers} | {pool.jobs} | {pool.clock:.1f} | {speedup:.2f} | {speedup / workers:.2f} | {pool.nodes / alone[1]:.2f} |", flush=True)
    plot.write_text(drawn(points, measured["speedup"]))


def drawn(points: List[Tuple[int, float, float]], measured: float) -> str:
    """Draw speedups over workers, both by powers of two, with what was measured with two."""
    def place(workers: float, speedup: float) -> Tuple[float, float]:
        from math import log2

        return 60 + 46 * log2(workers), 520 - 46 * log2(max(speedup, 0.5))

    def line(path: List[Tuple[float, float]], style: str) -> str:
        return f'<polyline fill="none" {style} points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in path)}"/>'

    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 580 580" font-family="sans-serif" font-size="12">',
             '<rect width="580" height="580" fill="white"/>']
    for power in range(11):
        (x, y), text = place(2**power, 2**power), f"{2**power:,}"
        parts.append(f'<path d="M{x} 520V60M60 {y}H520" stroke="#ddd"/>')
        parts.append(f'<text x="{x}" y="538" text-anchor="middle">{text}</text>')
        parts.append(f'<text x="52" y="{y + 4}" text-anchor="end">{text}</text>')
    parts.append(line([place(1, 1), place(1024, 1024)], 'stroke="#999" stroke-dasharray="4 4"'))
    parts.append(line([place(w, s) for w, s, _ in points], 'stroke="#06c" stroke-width="2"'))
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#06c"/>' for x, y in (place(w, s) for w, s, _ in points)]
    for workers, speedup in ((1, 1.0), (2, measured)):
        x, y = place(workers, speedup)
        parts.append(f'<path d="M{x - 6:.1f} {y - 6:.1f}l12 12m0 -12l-12 12" stroke="#c30" stroke-width="2"/>')
    parts.append('<text x="290" y="566" text-anchor="middle">workers</text>')
    parts.append('<text x="60" y="40">speedup: simulated (blue), measured with 1 and 2 (red), ideal (dashed)</text></svg>')
    return "\n".join(parts) + "\n"


def children() -> List[int]:
    """Return the workers among the descendants of this process: those that have most of the time."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True).stdout.splitlines()[1:]
    rows = [(int(pid), int(parent), args) for pid, parent, args in (line.split(None, 2) for line in listed)]
    found, wanted = {os.getpid()}, []
    for _ in range(6):
        found |= {pid for pid, parent, _ in rows if parent in found}
    for pid, _, args in rows:
        if pid in found and ("ray::" in args or "multiprocessing.spawn" in args):
            wanted.append(pid)
    return wanted


def killing(every: float, stop: threading.Event, kills: List[int]) -> None:
    """Kill a worker every few seconds."""
    while not stop.wait(every):
        workers = children()
        if workers:
            victim = random.choice(workers)
            kills.append(victim)
            os.kill(victim, signal.SIGKILL)


def kill(pool: str, game: str, job_nodes: int, store: str, every: float = 20.0) -> None:
    """Solve with two workers, one of which is killed again and again."""
    stop, kills, told = threading.Event(), [], [0.0]  # type: ignore[var-annotated]

    def show(status: lc.Status) -> None:
        if status.seconds - told[0] > 5:
            told[0] = status.seconds
            print(json.dumps({**status._asdict(), "kills": len(kills)}), flush=True)

    killer = threading.Thread(target=killing, args=(every, stop, kills))
    killer.start()
    try:
        run = lc.solve(game, pool=pool, workers=2, job_nodes=job_nodes, store=store, best="none", progress=show)
    finally:
        stop.set()
        killer.join()
    print(json.dumps({"value": run.value, "jobs": run.jobs, "kills": len(kills), "seconds": run.status.seconds}))


def batch(count: int) -> None:
    """Solve positions of Connect Four while workers are being killed, and compare with one process."""
    game = ludex.open("connect4:columns=5,rows=5")
    numbers = random.Random(1)
    lines: List[str] = []
    while len(lines) < count:
        position, moves = game.start(), ""
        for _ in range(numbers.randrange(14, 22)):
            if position.final:
                break
            move = numbers.choice(position.moves())
            position, moves = position.play(move), moves + move
        if not position.final:
            lines.append(moves)
    stop, kills = threading.Event(), []  # type: ignore[var-annotated]
    killer = threading.Thread(target=killing, args=(5.0, stop, kills))
    killer.start()
    start = time.monotonic()
    try:
        found = lc.batch(game, lines, workers=2, algorithm="alphabeta", chunk=20, memory="16MiB")
    finally:
        stop.set()
        killer.join()
    seconds = time.monotonic() - start
    right = [solved.value for solved in found] == [
        solved.value for solved in lc.batch(game, lines, workers=1, algorithm="dfpn", chunk=200, memory="16MiB")
    ]
    same = [solved.position.text for solved in found] == [game.position(moves=line).text for line in lines]
    print(json.dumps({"answers": len(found), "right": right, "in order": same, "kills": len(kills), "seconds": seconds}))


def main(arguments: List[str]) -> None:
    """Run a command."""
    match arguments:
        case ["measure", game, nodes, path]:
            measure(game, int(nodes), Path(path))
        case ["simulate", path, plot, nodes, scale]:
            simulate(json.loads(Path(path).read_text()), Path(plot), int(nodes), float(scale))
        case ["kill", pool, game, nodes, store, *every]:
            kill(pool, game, int(nodes), store, *map(float, every))
        case ["batch", count]:
            batch(int(count))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
