"""Bad input: one message, its place in a text, and what was expected."""

from __future__ import annotations

from typing import Optional, Tuple

__all__ = ["InputError"]


class InputError(ValueError):
    """Something is wrong with what was given: a game, a position, a formula, an option.

    ``message`` is the program's own message; ``text`` is the text it is about (called ``where``), and
    ``text[span[0]:span[1]]`` the offending part; ``help`` says what was expected.
    """

    message: str
    help: Optional[str]
    where: Optional[str]
    text: Optional[str]
    span: Optional[Tuple[int, int]]

    def __init__(
        self,
        message: str,
        help: Optional[str] = None,
        place: Optional[Tuple[str, str, Tuple[int, int]]] = None,
    ) -> None:
        super().__init__(message)
        self.message, self.help = message, help
        self.where, self.text, self.span = place if place else (None, None, None)

    def __str__(self) -> str:
        lines = [self.message]
        if self.text is not None and self.span is not None:
            lines += _underlined(self.text, self.span)
        if self.help:
            lines.append(f"help: {self.help}")
        return "\n".join(lines)

    def __reduce__(self) -> Tuple[object, ...]:
        place = None
        if self.where is not None and self.text is not None and self.span is not None:
            place = (self.where, self.text, self.span)
        return (InputError, (self.message, self.help, place))


def _underlined(text: str, span: Tuple[int, int]) -> list[str]:
    """Return the line of the text in which the span begins, and marks below the span."""
    start, end = span
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", start)
    line = text[first : len(text) if last < 0 else last]
    marks = max(1, min(end, first + len(line)) - start)
    blanks = "".join("\t" if letter == "\t" else " " for letter in line[: start - first])
    return [f"  {line}", f"  {blanks}{'^' * marks}"]
