"""The examples of the documentation are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import ludex
from conftest import PROJECT

PAGES = [
    PROJECT / name
    for name in (
        "README.md",
        "docs/start.md",
        "docs/cluster.md",
        "docs/python.md",
        "python/README.md",
    )
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: "/".join(page.parts[-2:]))
def test_examples_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict[str, object] = {"__name__": "__main__"}
    for block in blocks:
        if not block.startswith(">>>"):
            exec(block, names)
            continue
        test = doctest.DocTestParser().get_doctest(block, names, page.name, str(page), 0)
        failed = doctest.DocTestRunner().run(test, clear_globs=False).failed
        assert not failed, f"an example of {page.name} says something else"
        names.update(test.globs)


def test_examples_of_the_package() -> None:
    assert doctest.testmod(ludex).failed == 0
    assert doctest.testmod(ludex).attempted > 3
