"""What several tests need."""

from __future__ import annotations

from pathlib import Path
from typing import Iterator

import pytest

PROJECT = Path(__file__).resolve().parents[2]

#: Files that recorded commands read, as in crates/cli/tests/recorded.rs.
FILES = {
    "positions.txt": "a1 b1 a2 b2\nb2\nposition X../.O./... X\n",
    "moves.txt": "4\n4\n3\n",
    "joint.txt": "(mark a 1)\tnoop\nnoop\t(mark b 2)\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the games of the project, which is the current one."""
    (tmp_path / "games").symlink_to(PROJECT / "games")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
