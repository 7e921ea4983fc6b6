"""The script that uses every name runs."""

import ludex

import every_name


def test_every_name_is_used() -> None:
    every_name.main()
    with open(every_name.__file__) as file:
        text = file.read()
    for name in ludex.__all__:
        assert f"ludex.{name}" in text, name
