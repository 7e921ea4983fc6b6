"""The script that uses every name runs."""

import re

import ludex

import every_name

#: What is not for scripts: pictures of notebooks, and what only subclasses say.
UNUSED = {"initial", "turn", "moves", "outcome", "agents"}


def test_every_name_is_used() -> None:
    every_name.main()
    with open(every_name.__file__) as file:
        text = file.read()
    for name in ludex.__all__:
        assert f"ludex.{name}" in text, name
        found = getattr(ludex, name)
        if isinstance(found, type):
            parts = {part for part in vars(found) if not part.startswith("_")}
            for part in parts - (UNUSED if found is ludex.Game else set()):
                assert re.search(rf"\b{part}\b", text), f"{name}.{part}"
