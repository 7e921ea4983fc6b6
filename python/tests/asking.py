"""The commands of the program, asked through Python."""

from __future__ import annotations

import argparse
import json
import shlex
from pathlib import Path
from typing import Any, List, Tuple

import ludex

#: Commands that the package has no counterpart of.
PROGRAM_ONLY = {"perft", "strategy", "combat", "lab", "signature"}

_FLAGS = ("all", "tries", "set-play", "duplex", "plain", "matrix", "table", "strict", "as-published")
_TEXTS = (
    "moves", "position", "for", "algorithm", "evidence", "conjunctions", "cost", "batch", "range",
    "evaluation", "store", "cell-order", "guarantee", "formula", "moves-file", "players", "best", "define",
)
_NUMBERS = ("max-nodes", "seed", "skip", "rounds", "variations", "equilibria")


def parsed(words: List[str]) -> argparse.Namespace:
    """Return the words of a command with its options."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("words", nargs="*")
    for name in _FLAGS:
        parser.add_argument(f"--{name}", action="store_true")
    for name in _TEXTS:
        parser.add_argument(f"--{name}")
    for name in _NUMBERS:
        parser.add_argument(f"--{name}", type=int)
    parser.add_argument("--max-seconds", type=float)
    parser.add_argument("--transpositions", type=lambda text: text == "on")
    parser.add_argument("--hints", type=lambda text: text == "on")
    parser.add_argument("--look", type=lambda text: text == "on")
    joined: List[str] = []
    for word in words:
        # A value may begin with a dash: --range -3..3.
        if joined and joined[-1].startswith("--") and "=" not in joined[-1] and joined[-1][2:] not in _FLAGS:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return parser.parse_intermixed_args(joined)


def ask(line: str) -> Any:
    """Return what Python says to a command: one value, or a list of them where it prints lines."""
    given = parsed(shlex.split(line))
    answers = {
        "games": lambda: ludex.games(*given.words),
        "show": lambda: _position(given).to_dict(),
        "solve": lambda: _each(given, lambda position: _solve(given, position)),
        "check": lambda: _each(given, lambda position: _check(given, position)),
        "verify": lambda: ludex.verify(ludex.Evidence.load(given.words[0])).to_dict(),
        "problem": lambda: _problem(given),
        "concepts": lambda: _concepts(given),
        "replay": lambda: _replay(given),
        "rules": lambda: ludex.open(given.words[0]).rules(),
        "query": lambda: _query(given),
        "play": lambda: _position(given).game.play(given.players, seed=given.seed or 0).to_dict(),
        "tournament": lambda: _tournament(given),
    }
    return answers[given.command]()


def _some(given: argparse.Namespace, *names: str) -> dict[str, Any]:
    """Return those options that were given, as keywords."""
    found = {name: getattr(given, name) for name in names}
    return {name: value for name, value in found.items() if value is not None}


def _limits(given: argparse.Namespace) -> dict[str, Any]:
    limits = {"nodes": given.max_nodes, "seconds": given.max_seconds, "seed": given.seed}
    return {name: value for name, value in limits.items() if value is not None}


def _position(given: argparse.Namespace) -> ludex.Position:
    return ludex.open(given.words[0]).position(given.position, given.moves)


def _each(given: argparse.Namespace, ask_one: Any) -> Any:
    if given.batch is None:
        return ask_one(_position(given))
    return None  # batches keep their tables between lines; Python has positions


def _saved(given: argparse.Namespace, answer: Any) -> Any:
    if given.evidence is not None and answer.evidence is not None:
        answer.evidence.save(given.evidence)
    return answer.to_dict()


def _solve(given: argparse.Namespace, position: ludex.Position) -> Any:
    options = _some(
        given, "algorithm", "transpositions", "hints", "evaluation", "range", "skip", "cell_order",
        "matrix", "guarantee", "equilibria", "store", "best",
    )
    return _saved(given, position.solve(evidence=given.evidence is not None, **options, **_limits(given)))


def _check(given: argparse.Namespace, position: ludex.Position) -> Any:
    options = _some(given, "algorithm", "plain", "transpositions", "conjunctions", "look", "evaluation", "cost")
    evidence = given.evidence is not None
    agent = getattr(given, "for")
    return _saved(given, position.check(given.words[1], agent, evidence=evidence, **options, **_limits(given)))


def _query(given: argparse.Namespace) -> Any:
    reply = ludex.open(given.words[0]).query(given.words[1], **_limits(given))
    if given.evidence is not None and reply.evidence is not None:
        reply.evidence.save(given.evidence)
    return dict(reply)


def _problem(given: argparse.Namespace) -> Any:
    options = _some(given, "formula", "all", "tries", "set_play", "duplex", "variations")
    stipulation = given.words[0] if given.words else None
    evidence = given.evidence is not None
    return _saved(given, ludex.problem(stipulation, given.position, evidence=evidence, **options))


def _concepts(given: argparse.Namespace) -> Any:
    if given.table:
        return None
    named = [c for c in ludex.concepts() if not given.words or given.words[0] in (c["name"], *c["also"])]
    return named


def _replay(given: argparse.Namespace) -> Any:
    if given.words[0].endswith(".kif"):
        return None  # the program replays joint moves, which Python has where agents move together
    position = ludex.open(given.words[0]).start()
    reached = [position._reached()]
    for line in Path(given.moves_file).read_text().splitlines():
        words = [word for word in line.split("\t") if word != "noop"]
        position = position.play(words[0] if len(words) == 1 else tuple(line.split("\t")))
        reached.append(position._reached())
    return reached


def _tournament(given: argparse.Namespace) -> Any:
    results = []
    for name in given.words:
        game = ludex.open(name)
        results.append(game.tournament(given.players, given.rounds or 10, seed=given.seed or 0).to_dict())
    return {"table": results}


def timeless(value: Any) -> Any:
    """Return a value with all times set to zero."""
    if isinstance(value, dict):
        return {name: 0 if name == "seconds" else timeless(one) for name, one in value.items()}
    if isinstance(value, list):
        return [timeless(one) for one in value]
    return value


def printed(text: str) -> Any:
    """Return the value that the program printed, or the list of them where it printed lines."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines()]


def comparable(line: str, python: Any, program: Any) -> Tuple[Any, Any]:
    """Return both answers without what only the program has: times, and the total of tournaments."""
    if line.startswith("tournament"):
        program = {"table": program["table"]}
    return timeless(python), timeless(program)
