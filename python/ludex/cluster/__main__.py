"""``python -m ludex.cluster``: searches in jobs, batches, tournaments and tables of the lab, for a terminal."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Dict, Optional, Sequence

from .. import InputError
from . import Run, batch, lab, solve, tournament


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m ludex.cluster", description="Ludex with the processes of this machine, or with Ray."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    pool = argparse.ArgumentParser(add_help=False)
    pool.add_argument("--pool", choices=["processes", "ray"], default="processes", help="who does the work")
    pool.add_argument("--address", help="of a Ray cluster: auto, or HOST:PORT; this machine without one")
    pool.add_argument("--workers", type=int, help="how many; all processors without it")
    pool.add_argument("--json", action="store_true", help="print the answer as JSON")
    pool.add_argument("--quiet", action="store_true", help="show no progress")
    limits = argparse.ArgumentParser(add_help=False)
    limits.add_argument("--max-seconds", dest="seconds", type=float, help="stop after this many seconds")
    limits.add_argument("--max-nodes", dest="nodes", type=int, help="visit at most this many nodes")
    limits.add_argument("--memory", help="of each worker, such as 512MiB")
    limits.add_argument("--seed", type=int, default=0, help="of all randomness")

    one = commands.add_parser("solve", parents=[pool, limits], help="find the value of a position")
    one.add_argument("game", help="a name with its keys, or a file")
    one.add_argument("--position", help="in the notation of the game")
    one.add_argument("--algorithm", default="pn2", help="of the first level and of the jobs: pn2, pp2, mopns2, …")
    one.add_argument("--job-nodes", type=int, default=200_000, help="the nodes of a job")
    one.add_argument("--store", help="a file where results are kept: a run that was killed goes on from there")
    one.add_argument("--evidence", metavar="FILE", help="write evidence to a file")

    many = commands.add_parser("batch", parents=[pool, limits], help="find the values of many positions")
    many.add_argument("game", help="a name with its keys, or a file")
    many.add_argument("file", type=Path, help="one position a line, as `ludex solve --batch` takes them")
    many.add_argument("--algorithm", default="auto", help="the search")
    many.add_argument("--chunk", type=int, help="positions that a worker gets at a time")

    games = commands.add_parser("tournament", parents=[pool], help="play many games")
    games.add_argument("game", help="a name with its keys, or a file")
    games.add_argument("--players", required=True, help="separated by commas")
    games.add_argument("--rounds", type=int, default=10, help="games of every arrangement")
    games.add_argument("--seed", type=int, default=0, help="of all randomness")

    table = commands.add_parser("lab", parents=[pool, limits], help="run a table of the lab")
    table.add_argument("table", help="such as 3.1")
    table.add_argument("--full", action="store_true", help="the long rows, too")
    return parser


def _common(given: argparse.Namespace, *names: str) -> Dict[str, Any]:
    always = {"pool": given.pool, "address": given.address, "workers": given.workers}
    chosen = {name: getattr(given, name) for name in names}
    return {**always, "progress": not given.quiet, **{k: v for k, v in chosen.items() if v is not None}}


_LIMITS = ("seconds", "nodes", "memory", "seed")


def _solve(given: argparse.Namespace) -> int:
    names = ("algorithm", "job_nodes", "store", "evidence", *_LIMITS)
    try:
        return _show(given, solve(given.game, given.position, **_common(given, *names)))
    except KeyboardInterrupt as error:
        _show(given, getattr(error, "partial"))
        raise


def _show(given: argparse.Namespace, run: Run) -> int:
    if given.json:
        print(json.dumps({**run.to_dict(), "jobs": run.jobs}))
    else:
        print(run)
        print(", ".join(f"{count} {name}" for name, count in run.jobs.items()) + f", {run.nodes:,} nodes")
        for job in run.poisonous:
            print(f"given up after {job.tries} tries: job {job.key} ({job.reason})")
        if not run.exact:
            print(f"unknown: {run.stopped}")
    return 0 if run.exact else 3


def _batch(given: argparse.Namespace) -> int:
    lines = [line.strip() for line in given.file.read_text().splitlines()]
    lines = [line for line in lines if not line.startswith("#")]
    found = batch(given.game, lines, **_common(given, "algorithm", "chunk", *_LIMITS))
    for solved in found:
        print(json.dumps(solved.to_dict()) if given.json else f"{solved.position.text}  {solved.value}")
    return 0 if all(solved.exact for solved in found) else 3


def _tournament(given: argparse.Namespace) -> int:
    result = tournament(given.game, given.players.split(","), **_common(given, "rounds", "seed"))
    print(json.dumps(result.to_dict()) if given.json else "\n".join(map(str, result.table)))
    return 0


def _lab(given: argparse.Namespace) -> int:
    found = lab(given.table, **_common(given, "full", *_LIMITS))
    print(json.dumps(found.to_dict()) if given.json else found.csv, end="" if not given.json else "\n")
    return 0


def main(arguments: Optional[Sequence[str]] = None) -> int:
    """Run a command; exit codes are those of ``ludex``: 0 answered, 2 bad input, 3 unknown, 130 interrupted."""
    given = _parser().parse_args(arguments)
    commands = {"solve": _solve, "batch": _batch, "tournament": _tournament, "lab": _lab}
    try:
        return commands[given.command](given)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
