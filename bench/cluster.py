"""Measures ludex.cluster: efficiency with 1 and 2 workers, what it would be with up to 1,024, and what kills cost.

    python bench/cluster.py efficiency [SECONDS [GAME]]
                                        1 and 2 workers of processes and of Ray, by the clock, in jobs of SECONDS (0.2) or
                                        more: under 4 minutes on an idle machine; prints rows of CLUSTER.md
    python bench/cluster.py measure POOL GAME JOB_NODES MEASURED.json   jobs of real runs with 1 and 2 workers
    python bench/cluster.py simulate MEASURED.json PLOT.svg GAME JOB_NODES SCALE
                                        the search with 1 to 1,024 simulated workers; a node takes SCALE times as long
    python bench/cluster.py kill POOL GAME JOB_NODES FOLDER [EVERY [DRIVER]]
                                        a worker killed every EVERY seconds, the driver once after DRIVER seconds
    python bench/cluster.py batch POOL COUNT [EVERY]    positions of Connect Four while workers are being killed
    python bench/cluster.py grow GAME JOB_NODES FOLDER SECONDS PLOT.svg
                                        a run with 2 processes and a store, for some seconds more, and how its numbers grow

Figures of bench/CLUSTER.md come from here. On a loaded machine wall times mean little: efficiency is also computed from
the share of time in which workers were busy, and from nodes.
"""

from __future__ import annotations

import hashlib
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
from math import log2
from pathlib import Path
from statistics import mean
from typing import Any, Callable, Dict, List, Set, TextIO, Tuple

import ludex
import ludex.cluster as lc

WORKERS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)


def processor_time() -> float:
    """Return the processor time of this process, without its workers."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def name_of(job: str) -> str:
    """Return what a job is about, whatever its number is."""
    task = json.loads(job)["task"]
    about = [task["Leaf"]["search"], task["Leaf"]["leaf"]] if "Leaf" in task else task["Proof"]["claims"]
    return hashlib.sha256(json.dumps(about).encode()).hexdigest()[:16]


class Recorded:
    """A pool that notes down which jobs it got and how long they took."""

    def __init__(self, pool: lc.Pool, log: TextIO) -> None:
        self.pool, self.capacity, self.log = pool, pool.capacity, log
        self.workers = getattr(pool, "workers", pool.capacity)
        self.begun: Dict[Any, Tuple[float, str]] = {}
        self.jobs: List[Dict[str, float]] = []

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        self.begun[key] = time.monotonic(), name_of(arguments[1])
        print("given", self.begun[key][1], file=self.log, flush=True)
        self.pool.submit(key, function, *arguments)

    def wait(self, seconds: float) -> List[lc.Finished]:
        finished = self.pool.wait(seconds)
        for done in finished:
            begun, name = self.begun[done.key]
            print("done" if done.lost is None else "lost", name, file=self.log, flush=True)
            if done.lost is None and done.error is None:
                answer, whole = json.loads(done.value), time.monotonic() - begun
                self.jobs.append({"seconds": answer["seconds"], "nodes": answer["nodes"], "round_trip": whole})
        return finished

    def close(self) -> None:
        self.pool.close()


def opened(pool: str, workers: int) -> Any:
    return lc.RayPool(workers) if pool == "ray" else lc.ProcessPool(workers)


def measured(name: str, game: str, job_nodes: int) -> Dict[str, Any]:
    """Solve with 1 and with 2 workers; print a row of a table for each."""
    runs: Dict[str, Any] = {}
    for workers in (1, 2):
        pool = Recorded(opened(name, workers), sys.stderr if "-v" in sys.argv else open(os.devnull, "w"))
        # The workers have started and opened the game before the clock starts.
        lc.batch(game, [""] * (8 * workers), pool=pool.pool, chunk=1, nodes=10)
        before, start = processor_time(), time.monotonic()
        run = lc.solve(game, pool=pool, job_nodes=job_nodes, best="none")
        own, wall = processor_time() - before, time.monotonic() - start
        pool.close()
        jobs = pool.jobs
        busy, nodes = sum(job["seconds"] for job in jobs), sum(job["nodes"] for job in jobs)
        runs[str(workers)] = {"value": run.value, "wall": wall, "driver": own, "nodes": nodes, "busy": busy, "jobs": jobs}
        # With more calls than workers a job waits its turn, which is no overhead.
        overhead = wall * workers / len(jobs) - busy / len(jobs)
        cells = [name, f"{job_nodes:,}", str(workers), run.value, f"{len(jobs):,}", f"{mean(j['seconds'] for j in jobs):.3f}", f"{wall:.1f}"]
        cells += [f"{nodes:,}", f"{busy / (workers * wall):.3f}", f"{1000 * overhead:.1f}", f"{1000 * own / len(jobs):.2f}"]
        print("| " + " | ".join(cells) + " |", flush=True)
    return runs


def head() -> None:
    """Print the heading of the rows."""
    names = ["pool", "nodes a job", "workers", "value", "jobs", "seconds a job", "wall, s", "nodes", "workers busy", "overhead a job, ms", "of it the driver, ms"]
    print("| " + " | ".join(names) + " |\n|" + " --- |" * len(names), flush=True)


def compared(runs: Dict[str, Any]) -> str:
    """Return what 2 workers are worth."""
    one, two = runs["1"], runs["2"]
    shares = [run["busy"] / (workers * run["wall"]) for workers, run in ((1, one), (2, two))]
    return (f"2 workers are worth {one['wall'] / two['wall']:.2f} by the clock; {2 * shares[1] / shares[0]:.2f} by the share of busy time, "
            f"{2 * shares[1] / shares[0] * one['nodes'] / two['nodes']:.2f} with {two['nodes'] / one['nodes']:.3f} times the nodes")


def measure(name: str, game: str, job_nodes: int, path: Path) -> None:
    """Solve with 1 and with 2 workers, and keep the times of all jobs."""
    head()
    runs = measured(name, game, job_nodes)
    print(compared(runs))
    path.write_text(json.dumps({"pool": name, "game": game, "job_nodes": job_nodes, "runs": runs}))


def nodes_of(seconds: float, game: str) -> int:
    """Return the nodes of a job that takes so long."""
    pool = Recorded(lc.ProcessPool(1), open(os.devnull, "w"))
    lc.solve(game, pool=pool, job_nodes=20_000, best="none", nodes=400_000)
    pool.close()
    pace = sum(job["seconds"] for job in pool.jobs) / sum(job["nodes"] for job in pool.jobs)
    return max(1_000, 1_000 * round(1.15 * seconds / pace / 1_000))


def efficiency(seconds: float = 0.2, game: str = "breakthrough:rows=5,columns=5") -> None:
    """Measure both pools in jobs that take so long here."""
    start, job_nodes, lines = time.monotonic(), nodes_of(seconds, game), []
    loads = [os.getloadavg()[0]]
    head()
    for name in ("processes", "ray"):
        try:
            lines.append(f"{name}: {compared(measured(name, game, job_nodes))}")
        except (ImportError, ludex.InputError) as error:
            lines.append(f"{name}: {error}")
        loads.append(os.getloadavg()[0])
    print("\n".join(lines))
    print(f"{game}; {time.monotonic() - start:.0f} s in all; load {', '.join(f'{load:.1f}' for load in loads)}, of which 1 and 2 are the runs themselves")


class Simulated:
    """A pool of workers in simulated time: jobs are really done, but take times that were measured."""

    def __init__(self, workers: int, paces: List[float], round_trip: float, driver: float, known: Dict[str, str]) -> None:
        self.capacity, self.paces, self.round_trip, self.driver, self.known = workers, paces, round_trip, driver, known
        self.clock, self.idle = 0.0, [0.0] * workers
        self.running: List[Tuple[float, int, Any, str]] = []
        self.jobs = self.nodes = 0
        self.random = random.Random(workers)

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        self.clock += self.driver / 2
        job = json.loads(arguments[1])
        next(iter(job["task"].values()))["number"] = 0
        name = json.dumps(job)
        if name not in self.known:
            self.known[name] = function(*arguments)
        answer = json.loads(self.known[name])
        answer["number"] = key[1]
        self.jobs, self.nodes = self.jobs + 1, self.nodes + answer["nodes"]
        takes = answer["nodes"] * self.random.choice(self.paces) + self.round_trip
        end = max(heappop(self.idle), self.clock) + takes
        heappush(self.running, (end, self.jobs, key, json.dumps(answer)))

    def wait(self, seconds: float) -> List[lc.Finished]:
        if not self.running:
            return []
        end, _, key, answer = heappop(self.running)
        self.clock = max(self.clock, end) + self.driver / 2
        heappush(self.idle, end)
        return [lc.Finished(key, answer)]

    def close(self) -> None:
        pass


def simulate(measured: Dict[str, Any], plot: Path, game: str, job_nodes: int, scale: float) -> None:
    """Run the search with simulated workers."""
    runs = measured["runs"]
    jobs = runs["1"]["jobs"]
    paces = [scale * job["seconds"] / job["nodes"] for job in jobs if job["nodes"] > 0]
    driver = runs["1"]["driver"] / len(jobs)
    round_trip = max(0.0, runs["1"]["wall"] - runs["1"]["busy"]) / len(jobs) - driver
    print(f"A node takes {1e6 * mean(paces):.1f} µs, a round trip {1000 * round_trip:.1f} ms, the driver {1000 * driver:.2f} ms a job")
    known: Dict[str, str] = {}
    points: List[Tuple[int, float]] = []
    alone, values = (0.0, 0), set()
    for workers in WORKERS:
        pool = Simulated(workers, paces, max(0.0, round_trip), driver, known)
        values.add(lc.solve(game, pool=pool, job_nodes=job_nodes, best="none").value)
        alone = alone if workers > 1 else (pool.clock, pool.nodes)
        speedup = alone[0] / pool.clock
        points.append((workers, speedup))
        print(f"| {workers:,} | {pool.jobs:,} | {pool.nodes / alone[1]:.2f} | {pool.clock:,.1f} | {speedup:.2f} | {speedup / workers:.2f} |", flush=True)
        assert len(values) == 1, values
    plot.write_text(drawn(points, runs["1"]["wall"] / runs["2"]["wall"]))


def drawn(points: List[Tuple[int, float]], measured: float) -> str:
    """Draw speedups over workers, both by powers of two, with what was measured with two."""
    def place(workers: float, speedup: float) -> Tuple[float, float]:
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
    parts.append(line([place(*point) for point in points], 'stroke="#06c" stroke-width="2"'))
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="#06c"/>' for x, y in (place(*point) for point in points)]
    for x, y in (place(1, 1), place(2, measured)):
        parts.append(f'<path d="M{x - 6:.1f} {y - 6:.1f}l12 12m0 -12l-12 12" stroke="#c30" stroke-width="2"/>')
    parts.append('<text x="290" y="566" text-anchor="middle">workers</text>')
    parts.append('<text x="60" y="40">speedup: simulated (blue), measured with 1 and 2 (red), ideal (dashed)</text></svg>')
    return "\n".join(parts) + "\n"


def below(root: int) -> List[Tuple[int, str]]:
    """Return the processes below one, with their commands."""
    listed = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True).stdout.splitlines()[1:]
    rows = [(int(pid), int(parent), args) for pid, parent, args in (line.split(None, 2) for line in listed)]
    found = {root}
    for _ in range(8):
        found |= {pid for pid, parent, _ in rows if parent in found}
    return [(pid, args) for pid, _, args in rows if pid in found and pid != root]


def workers_below(root: int) -> List[int]:
    """Return the workers of a driver."""
    marks = ("ray::_Worker", "multiprocessing.spawn")
    return [pid for pid, args in below(root) if any(mark in args for mark in marks)]


def killing(root: int, every: float, stop: threading.Event, kills: List[int]) -> None:
    """Kill a worker of a driver every few seconds."""
    while not stop.wait(every):
        workers = workers_below(root)
        if workers:
            kills.append(random.choice(workers))
            os.kill(kills[-1], signal.SIGKILL)


def drive(pool: str, game: str, job_nodes: int, folder: Path) -> None:
    """Solve with two workers and a store, noting jobs down; the program that is killed."""
    with open(folder / "jobs.log", "a") as log:
        recorded = Recorded(opened(pool, 2), log)
        print("started", file=log, flush=True)
        store = {"store": folder / "run.ludex", "store_key": folder / "key"}
        run = lc.solve(game, pool=recorded, job_nodes=job_nodes, best="none", progress=True, **store)
        recorded.close()
    print(json.dumps({"value": run.value, "jobs": run.jobs, "seconds": round(run.status.seconds, 1)}), flush=True)


def kill(pool: str, game: str, job_nodes: int, folder: Path, every: float = 20.0, driver: float = 45.0) -> None:
    """Solve while workers are killed, and the driver once; tell what was done twice."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, __file__, "drive", pool, game, str(job_nodes), str(folder)]
    kills: List[int] = []
    for life in (0, 1):
        process = subprocess.Popen(command)
        stop = threading.Event()
        killer = threading.Thread(target=killing, args=(process.pid, every, stop, kills))
        killer.start()
        try:
            process.wait(driver if life == 0 else None)
        except subprocess.TimeoutExpired:
            orphans = below(process.pid)
            process.kill()
            process.wait()
            print(f"the driver was killed after {driver:.0f} s", flush=True)
            for pid, _ in orphans:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        finally:
            stop.set()
            killer.join()
    lives: List[List[List[str]]] = []
    for words in (line.split() for line in (folder / "jobs.log").read_text().splitlines()):
        lives.append([]) if words == ["started"] else lives[-1].append(words)
    done: Set[str] = set()
    for life, events in enumerate(lives):
        given = [name for what, name in events if what == "given"]
        counted = {what: sum(event[0] == what for event in events) for what in ("given", "done", "lost")}
        print(f"life {life + 1}: {counted}, {len(given) - len(set(given))} given out again in it, "
              f"{len(set(given) & done)} that an earlier life had done")
        done |= {name for what, name in events if what == "done"}
    print(f"{len(kills)} workers were killed")


def batch(pool: str, count: int, every: float = 5.0) -> None:
    """Solve positions of Connect Four while workers are being killed, and compare with another search here."""
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
    killer = threading.Thread(target=killing, args=(os.getpid(), every, stop, kills))
    killer.start()
    start = time.monotonic()
    try:
        found = lc.batch(game, lines, pool=pool, workers=2, algorithm="alphabeta", chunk=20, memory="16MiB")
    finally:
        stop.set()
        killer.join()
    seconds = time.monotonic() - start
    wrong = [line for line, solved in zip(lines, found) if solved.value != game.position(moves=line).solve(algorithm="dfpn", memory="16MiB").value]
    same = [solved.position.text for solved in found] == [game.position(moves=line).text for line in lines]
    print(json.dumps({"answers": len(found), "wrong": len(wrong), "in order": same, "kills": len(kills), "seconds": round(seconds, 1)}))


def grow(game: str, job_nodes: int, folder: Path, seconds: float, plot: Path) -> None:
    """Go on with a run that is kept in a folder, and draw the numbers of its root over its nodes."""
    folder.mkdir(parents=True, exist_ok=True)
    told = [0.0]

    def note(status: lc.Status) -> None:
        if status.seconds - told[0] >= 10 and status.proof and status.disproof:
            told[0] = status.seconds
            print(json.dumps([status.nodes, status.proof, status.disproof]), file=log, flush=True)

    store = {"store": folder / "run.ludex", "store_key": folder / "key"}
    with open(folder / "growth.jsonl", "a") as log:
        if seconds > 0:
            lc.solve(game, workers=2, job_nodes=job_nodes, best="none", seconds=seconds, progress=note, **store)
    points = [json.loads(line) for line in (folder / "growth.jsonl").read_text().splitlines()]
    plot.write_text(numbers_drawn(points))


def numbers_drawn(points: List[List[float]]) -> str:
    """Draw proof (blue) and disproof numbers (red), by powers of two, over nodes."""
    most, top = max(point[0] for point in points), max(max(point[1:]) for point in points)
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 580 400" font-family="sans-serif" font-size="12">',
             '<rect width="580" height="400" fill="white"/>']
    for power in range(0, int(log2(top)) + 2, 2):
        y = 350 - 300 * power / (log2(top) + 1)
        parts.append(f'<path d="M70 {y:.1f}H550" stroke="#ddd"/><text x="62" y="{y + 4:.1f}" text-anchor="end">{2**power:,}</text>')
    for quarter in range(5):
        x = 70 + 120 * quarter
        parts.append(f'<text x="{x}" y="368" text-anchor="middle">{most * quarter / 4e6:.1f}</text>')
    for column, colour in ((1, "#06c"), (2, "#c30")):
        path = " ".join(f"{70 + 480 * p[0] / most:.1f},{350 - 300 * log2(max(p[column], 1)) / (log2(top) + 1):.1f}" for p in points)
        parts.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{path}"/>')
    parts.append('<text x="310" y="390" text-anchor="middle">million nodes</text>')
    parts.append('<text x="70" y="30">proof (blue) and disproof number (red) of the root</text></svg>')
    return "\n".join(parts) + "\n"


def main(arguments: List[str]) -> None:
    """Run a command."""
    match arguments:
        case ["efficiency", *more] if len(more) <= 2:
            efficiency(*map(float, more[:1]), *more[1:])
        case ["measure", pool, game, nodes, path]:
            measure(pool, game, int(nodes), Path(path))
        case ["simulate", path, plot, game, nodes, scale]:
            simulate(json.loads(Path(path).read_text()), Path(plot), game, int(nodes), float(scale))
        case ["drive", pool, game, nodes, folder]:
            drive(pool, game, int(nodes), Path(folder))
        case ["kill", pool, game, nodes, folder, *times]:
            kill(pool, game, int(nodes), Path(folder), *map(float, times))
        case ["batch", pool, count, *every]:
            batch(pool, int(count), *map(float, every))
        case ["grow", game, nodes, folder, seconds, plot]:
            grow(game, int(nodes), Path(folder), float(seconds), Path(plot))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
