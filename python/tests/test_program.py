"""Answers through Python equal what the program prints with --json."""

from __future__ import annotations

import os
import random
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Iterator, List, Tuple

import pytest

import ludex
from asking import PROGRAM_ONLY, ask, comparable, printed
from conftest import PROJECT

RECORDED = PROJECT / "crates/cli/tests/recorded/answers.txt"


def recorded() -> Iterator[Tuple[str, int, Any]]:
    """Yield every recorded command with its exit code and what it printed."""
    for section in RECORDED.read_text().split("$ ludex ")[1:]:
        line, code, text = section.split("\n", 2)
        yield line, int(code.removeprefix("exit ")), text


def test_recorded_answers_are_those_of_python(folder: Path) -> None:
    compared = 0
    for line, code, text in recorded():
        if line.split()[0] in PROGRAM_ONLY or code == 2:
            continue
        found = ask(line)
        if found is None:
            continue
        python, program = comparable(line, found, printed(text))
        assert python == program, line
        compared += 1
    assert compared >= 90


def questions(number: int, seed: int) -> List[str]:
    """Return questions over commands, games and languages, in an order that the seed decides."""
    names = [
        "tictactoe", "connect4:columns=4,rows=4", "domineering:rows=3,columns=4", "nogo:rows=1,columns=8",
        "hex:size=3", "y:size=3", "woodpush:length=6,pieces=2", "breakthrough:rows=4,columns=3",
        "nim:heaps=3-4-5", "go:size=3", "games/gdl/tictactoe.kif", "games/gdl/nim.kif",
        "games/toss/tic-tac-toe.toss", "games/prolog/nim.gp", "games/explicit/example-1.json",
    ]
    formulas = ["omega(1)", "omega(2)", "<A> w", "[B] !w", "final", "lambda(1,3)"]
    algorithms = ["auto", "alphabeta", "pns", "dfpn", "retrograde"]
    asked: List[str] = []
    for name in names:
        for moves in _openings(name, seed):
            place = f'{name} --moves "{moves}"' if moves else name
            asked.append(f"show {place}")
            asked += [f"solve {place} --algorithm {one} --max-nodes 3000" for one in algorithms]
            for formula in formulas:
                asked.append(f'check {name} "{formula}" --max-nodes 3000' + place[len(name):])
    asked += [f"rules {name}" for name in names if name.startswith("games/")]
    for players in ("random,random", "mcts@50n,random", "uct@30n,alphabeta@30n"):
        asked += [f"play {name} --players {players} --seed {seed}" for name in names[:9]]
    for query in ("force {1} : win(1)", "plan win(1)", "scenery", "holds pile(7)"):
        asked.append(f'query games/prolog/nim.gp "{query}"')
    random.Random(seed).shuffle(asked)
    others = _of_other_commands(seed)
    return asked[: number - len(others)] + others


def _of_other_commands(seed: int) -> List[str]:
    """Return questions of the commands and languages that the others leave out."""
    files = ("games/efg/entry.efg", "games/sgl/nim.sgl")
    asked = [f"{command} {file}" for command in ("show", "rules", "solve") for file in files]
    asked += [f"tournament nim:heaps=1-2 --players random,mcts@20n --rounds 2 --seed {seed}", "concepts", "games"]
    return asked + ['problem "#2" --position "7R/7p/5P1k/4PKpP/8/8/8/8 w - g6" --all']


def _openings(name: str, seed: int) -> List[str]:
    """Return the start and the first moves of two random plays."""
    openings = [""]
    for number in range(2):
        moves = ludex.open(name).start().playout(seed + number).moves
        openings.append(" ".join(moves[: 1 + number]))
    return openings


def program(line: str, folder: Path) -> "subprocess.CompletedProcess[str]":
    """Run the program that the package brings."""
    command = [sys.executable, "-m", "ludex", *shlex.split(line), "--json"]
    home = str(Path(ludex.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": home}
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, check=False)


def compare(line: str, folder: Path) -> None:
    """Compare the answers to one question; bad input has one message."""
    told = program(line, folder)
    try:
        found = ask(line)
    except ludex.InputError as error:
        assert told.returncode == 2, f"{line}: {told.stdout}"
        first = error.message.split()[0]
        assert first.strip("`") in told.stderr, f"{line}: {error} is not {told.stderr}"
        return
    assert told.returncode in (0, 3), f"{line}: {told.stderr}"
    python, of_program = comparable(line, found, printed(told.stdout))
    assert python == of_program, line


def test_some_questions_have_the_answers_of_the_program(folder: Path) -> None:
    for line in questions(20, 1):
        compare(line, folder)


@pytest.mark.slow
def test_300_questions_have_the_answers_of_the_program(folder: Path) -> None:
    asked = questions(300, 2)
    assert len(asked) == 300
    for line in asked:
        compare(line, folder)
