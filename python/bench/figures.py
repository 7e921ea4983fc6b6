"""Figures of the package: crossing the border, games written in Python, playouts, threads, Ctrl-C, memory.

Run it with a release build: ``pip install ./python && python python/bench/figures.py``.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any, Callable

import ludex

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from own_games import TicTacToe  # noqa: E402


def seconds(work: Callable[[], Any]) -> float:
    """Return the time that work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def processor(work: Callable[[], Any]) -> float:
    """Return the processor time that work takes: the same on a machine with other work to do."""
    start = time.process_time()
    work()
    return time.process_time() - start


def crossing() -> None:
    """Measure one call into Rust."""
    position = ludex.open("connect4").start()
    calls = 200_000

    def work() -> None:
        for _ in range(calls):
            position.final

    print(f"crossing: {processor(work) / calls * 1e6:.2f} µs a call of Position.final")


def own_game() -> None:
    """Measure searches of a game written in Python, from nothing known: the calls of its `play`."""

    class Counted(TicTacToe):
        played = 0

        def play(self, state: Any, agent: str, move: int) -> Any:
            Counted.played += 1
            return (state[0][:move] + agent + state[0][move + 1 :], "O" if agent == "X" else "X")

    for algorithm in ("alphabeta", "retrograde", "pns"):
        Counted.played = 0
        start = ludex.open(Counted()).start()
        elapsed = processor(lambda: start.solve(algorithm=algorithm))
        nodes = start.solve(algorithm=algorithm).nodes
        rate = f"{Counted.played / elapsed:,.0f} moves of Python and {nodes / elapsed:,.0f} nodes a second"
        print(f"own tic-tac-toe, {algorithm}: {rate}")


def playouts() -> None:
    """Measure random plays."""
    for name in ("connect4", "breakthrough", "hex:size=7"):
        game = ludex.open(name)
        count = 200_000
        elapsed = processor(lambda: game.playouts(count, seed=1))
        turns = int(game.playouts(count, seed=1).lengths.sum())
        print(f"playouts of {name}: {count / elapsed:,.0f} plays a second, {turns / elapsed / 1e6:.2f} M moves")


def threads() -> None:
    """Measure two searches at the same time."""
    start = ludex.open("connect4").start()

    def search() -> None:
        start.solve(nodes=3_000_000)

    one = seconds(search)

    def both() -> None:
        workers = [threading.Thread(target=search) for _ in range(2)]
        [worker.start() for worker in workers]
        [worker.join() for worker in workers]

    two = seconds(both)
    print(f"threads: one search {one:.2f} s, two at the same time {two:.2f} s")


def interrupt() -> None:
    """Measure how late Ctrl-C is heard."""
    start = ludex.open("connect4").start()
    late = []
    for _ in range(10):
        sent = []

        def press() -> None:
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)

        threading.Timer(0.3, press).start()
        try:
            start.solve()
        except KeyboardInterrupt:
            late.append(time.perf_counter() - sent[0])
    late.sort()
    print(f"Ctrl-C: heard after {late[len(late) // 2]:.3f} s (the middle of {len(late)}), at most {late[-1]:.3f} s")


def memory() -> None:
    """Measure what 10,000 sessions leave behind."""

    def resident() -> float:
        return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6

    def use(times: int) -> None:
        for _ in range(times):
            ludex.open("connect4:columns=4,rows=4").start().play("1").solve(nodes=10)

    use(500)
    before = resident()
    use(10_000)
    print(f"memory: {before:.1f} MB before 10,000 sessions, {resident():.1f} MB after")


if __name__ == "__main__":
    for figure in (crossing, own_game, playouts, threads, interrupt, memory):
        figure()
