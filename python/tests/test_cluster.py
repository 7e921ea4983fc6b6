"""Searches in jobs, batches, tournaments and tables of the lab, with processes and with Ray."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Callable, Dict, Iterator, List, Tuple

import ludex
import ludex.cluster as lc
import pytest
from ludex.cluster import _solve as driver
from ludex.cluster import _tasks

ray_is_there = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not there")

GAME = "breakthrough:rows=5,columns=3"


@pytest.fixture(scope="module")
def pool() -> Iterator[lc.ProcessPool]:
    """Two processes for all tests."""
    made = lc.ProcessPool(2)
    yield made
    made.close()


class Here:
    """A pool that calls functions in this process: the last call first, some of them not at all."""

    capacity = 3

    def __init__(self, lost: Callable[[Any], bool] = lambda key: False) -> None:
        self.lost, self.calls = lost, []  # type: Callable[[Any], bool], List[Any]

    def submit(self, key: Any, function: Callable[..., Any], *arguments: Any) -> None:
        self.calls.append((key, function, arguments))

    def wait(self, seconds: float) -> List[lc.Finished]:
        key, function, arguments = self.calls.pop()
        if self.lost(key[1]):
            return [lc.Finished(key, lost="its process ended")]
        try:
            return [lc.Finished(key, function(*arguments))]
        except ludex.InputError as error:
            return [lc.Finished(key, error=error)]

    def close(self) -> None:
        raise AssertionError("a pool that is given is left open")


def test_solve_with_processes(pool: lc.ProcessPool) -> None:
    seen: List[lc.Status] = []
    run = lc.solve(GAME, pool=pool, job_nodes=500, evidence=True, progress=seen.append)
    alone = ludex.open(GAME).start().solve(algorithm="pn2")
    assert (run.value, run.exact) == (alone.value, True)
    assert run.evidence is not None and ludex.verify(run.evidence).valid
    assert run.jobs["done"] > 3 and run.jobs["failed"] == 0 and not run.poisonous
    assert seen and seen[-1].done <= run.jobs["done"] and run.status.nodes > 0


def test_killed_workers_cost_their_jobs_only(pool: lc.ProcessPool) -> None:
    kills: List[int] = []

    def kill(status: lc.Status) -> None:
        if len(kills) < 2 and status.done >= 3 * (len(kills) + 1) and status.running:
            kills.append(pool.processes[0])
            os.kill(kills[-1], signal.SIGKILL)

    run = lc.solve("connect4:columns=5,rows=4", pool=pool, job_nodes=3_000, progress=kill)
    assert run.value == "draw"
    assert len(kills) == 2 and run.jobs["lost"] >= 1, run.jobs


def proving(status: lc.Status) -> bool:
    """Return whether the value is known and jobs make proofs."""
    return status.done > 5 and status.proof is None and status.disproof is None


def test_killed_workers_cost_no_evidence(pool: lc.ProcessPool) -> None:
    kills: List[int] = []

    def kill(status: lc.Status) -> None:
        if len(kills) < 2 and proving(status) and status.running:
            kills.append(pool.processes[0])
            os.kill(kills[-1], signal.SIGKILL)

    run = lc.solve("connect4:columns=4,rows=4", pool=pool, job_nodes=500, progress=kill, evidence=True)
    assert run.value == "draw" and run.evidence is not None and ludex.verify(run.evidence).valid
    assert len(kills) == 2 and run.jobs["lost"] >= 1, run.jobs


def test_a_poisonous_job_is_reported_after_three_tries() -> None:
    tried: List[Any] = []

    def poisonous(key: Any) -> bool:
        tried.append(key)
        return bool(key % 3 == 2)

    run = lc.solve(GAME, pool=Here(poisonous), job_nodes=100)
    assert run.poisonous and all(job.tries == 3 for job in run.poisonous)
    assert all(tried.count(job.key) == 3 for job in run.poisonous)
    assert not run.exact or run.value == "loss"
    if not run.exact:
        assert run.stopped == "a job failed wherever it was tried"
    with pytest.raises(ludex.InputError, match="ended its worker 3 times"):
        lc.batch("tictactoe", ["", "a1"], pool=Here(lambda key: True))


def test_lost_jobs_are_done_again() -> None:
    lost: Dict[Any, int] = {}

    def sometimes(key: Any) -> bool:
        lost[key] = lost.get(key, 0) + 1
        return lost[key] < 3 and key % 2 == 0

    run = lc.solve(GAME, pool=Here(sometimes), job_nodes=200)
    assert run.value == "loss" and run.jobs["lost"] > 2 and run.jobs["failed"] == 0


SCRIPT = """
import sys
import ludex.cluster as lc

def told(status):
    proving = status.done > 5 and status.proof is None and status.disproof is None
    print(status.done if len(sys.argv) == 3 else int(proving) * status.done, flush=True)

run = lc.solve("domineering:rows=6,columns=6", workers=1, job_nodes=300, store=sys.argv[1], store_key=sys.argv[2],
               progress=told, evidence=(sys.argv[3:] or [False])[0])
print("value", run.value, run.jobs["done"], flush=True)
"""


@pytest.mark.parametrize("evidence", [[], ["proof.ludex"]])
def test_a_killed_driver_goes_on_where_it_was(tmp_path: Path, evidence: List[str]) -> None:
    """A script without a guard, as researchers write them, is killed and started again."""
    proof = [str(tmp_path / name) for name in evidence]
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)

    def command(store: str) -> List[str]:
        return [sys.executable, str(script), str(tmp_path / store), str(tmp_path / "key"), *proof]

    def finished(store: str) -> Tuple[str, int]:
        output = subprocess.run(command(store), capture_output=True, text=True, check=True, timeout=120)
        _, value, done = output.stdout.splitlines()[-1].split()
        return value, int(done)

    value, whole = finished("whole.ludex")
    first = subprocess.Popen(command("killed.ludex"), stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    done = 0
    while done < 20:
        line = first.stdout.readline()
        assert line and not line.startswith("value"), "it was solved before it could be killed"
        done = int(line)
    first.kill()
    # The worker has the pipe, too: it is closed when that has ended.
    first.communicate(timeout=60)
    again, rest = finished("killed.ludex")
    assert again == value
    # The order of answers may be another one, and with it the number of jobs by a few.
    assert rest < whole - 10, "it has begun anew"
    assert all(ludex.verify(file).valid for file in proof)


def test_batch_in_order_and_once(pool: lc.ProcessPool) -> None:
    game = ludex.open("connect4:columns=5,rows=4")
    lines = [f"{a}{b}{c}" for a in range(1, 6) for b in range(1, 6) for c in range(1, 6)]
    expected = [game.position(moves=line).solve(algorithm="alphabeta").value for line in lines]
    killer = threading.Timer(0.3, lambda: os.kill(pool.processes[0], signal.SIGKILL))
    killer.start()
    found = lc.batch(game, lines, pool=pool, chunk=2, algorithm="alphabeta")
    killer.join()
    assert [solved.value for solved in found] == expected
    assert [solved.position for solved in found] == [game.position(moves=line) for line in lines]
    mixed = lc.batch(game, [game.start(), "position ...../...../...../..... X", ""], pool=pool)
    assert {solved.value for solved in mixed} == {"draw"}


def test_batch_says_what_is_wrong(pool: lc.ProcessPool) -> None:
    with pytest.raises(ludex.InputError):
        lc.batch("tictactoe", ["a1", "z9"], pool=pool)
    with pytest.raises(ludex.InputError):
        lc.batch("tictactoe", ["a1"], pool=pool, algorithm="nothing")
    with pytest.raises(ludex.InputError):
        lc.batch("tictactoe", "a1", pool=pool)


def test_tournament_is_that_of_one_machine(pool: lc.ProcessPool) -> None:
    players = ["random", "mcts@30n", "greedy"]
    known = {player["name"] for player in ludex.players()}
    players = [player for player in players if player.split("@")[0] in known]
    alone = ludex.open("tictactoe").tournament(players, rounds=3, seed=5)
    spread = lc.tournament("tictactoe", players, rounds=3, seed=5, pool=pool, chunk=4)
    assert spread.to_dict() == alone.to_dict()
    with pytest.raises(ludex.InputError):
        lc.tournament("tictactoe", ["random", print], pool=pool)  # type: ignore[list-item]


def test_lab(pool: lc.ProcessPool) -> None:
    table = lc.lab("2.2", pool=pool, nodes=300)
    assert table.rows and table.searches > 5 and table.csv and table.to_dict()["table"] == "table-2.2"


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ludex.InputError, match="no pool called"):
        lc.solve("tictactoe", pool="threads")
    with pytest.raises(ludex.InputError, match="cannot be divided"):
        lc.solve("tictactoe", algorithm="alphabeta", pool=Here())
    with pytest.raises(ludex.InputError, match="workers"):
        lc.solve("tictactoe", workers=0)
    with pytest.raises(ludex.InputError, match="address"):
        lc.solve("tictactoe", address="auto")
    with pytest.raises(ludex.InputError, match="no option"):
        lc.solve("tictactoe", pool=Here(), nonsense=3)


def test_in_a_terminal(tmp_path: Path) -> None:
    def called(*arguments: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "ludex.cluster", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)

    proof = tmp_path / "proof.ludex"
    solved = called("solve", "tictactoe", "--workers", "1", "--evidence", str(proof), "--json")
    assert solved.returncode == 0, solved.stderr
    assert json.loads(solved.stdout)["value"] == "draw" and "jobs done" in solved.stderr
    assert ludex.verify(proof).valid
    unknown = called("solve", "hex:size=8", "--workers", "1", "--max-nodes", "500", "--job-nodes", "100", "--quiet")
    assert unknown.returncode == 3 and "unknown" in unknown.stdout
    assert called("solve", "nogame", "--workers", "1").returncode == 2
    (tmp_path / "positions.txt").write_text("a1\n# none\nb2\n")
    many = called("batch", "tictactoe", str(tmp_path / "positions.txt"), "--workers", "1", "--quiet")
    assert many.returncode == 0 and len(many.stdout.splitlines()) == 2


def test_a_position_is_opened_once_by_a_worker() -> None:
    packed = _tasks.packed(ludex.open("tictactoe").start())
    assert _tasks.unpacked(packed) is _tasks.unpacked(packed)
    assert driver.Status(2.0, 1, 1, 0, 0, 0, 100, 50.0, None).at_least == 1.0


@ray_is_there
@pytest.mark.slow
def test_ray(tmp_path: Path) -> None:
    ray_pool = lc.RayPool(2)
    try:
        run = lc.solve(GAME, pool=ray_pool, job_nodes=500, evidence=True)
        assert run.value == "loss" and run.evidence is not None and ludex.verify(run.evidence).valid
        found = lc.batch("connect4:columns=4,rows=4", ["", "1", "12", "123"], pool=ray_pool, chunk=1)
        assert [solved.value for solved in found] == ["draw"] * 4
        with pytest.raises(ludex.InputError):
            lc.batch("tictactoe", ["a1"], pool=ray_pool, algorithm="nothing")
    finally:
        ray_pool.close()
