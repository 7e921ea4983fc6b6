"""The notebooks run: every cell, and the pictures of what they show."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any, Dict

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))

#: What only some notebooks need.
EXTRAS = {"an_experiment_with_a_plot": ["pandas", "matplotlib"], "mixed_strategies": ["numpy"]}


def run(code: str, names: Dict[str, Any]) -> None:
    """Run a cell as a notebook does: the value of a last expression is shown."""
    tree = ast.parse(code)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), names)
    if isinstance(last, ast.Expr):
        shown = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        for picture in ("_repr_svg_", "_repr_html_"):
            if callable(getattr(shown, picture, None)):
                assert getattr(shown, picture)()


def test_there_are_six_notebooks() -> None:
    assert len(NOTEBOOKS) == 6


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for extra in EXTRAS.get(path.stem, []):
        pytest.importorskip(extra)
    monkeypatch.chdir(tmp_path)
    names: Dict[str, Any] = {"__name__": "__main__"}
    cells = json.loads(path.read_text())["cells"]
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    assert len(code) >= 3
    for cell in code:
        run(cell, names)
