"""Answers as small pages for notebooks."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Dict, List

if TYPE_CHECKING:
    from ._answers import Matrix, Solved
    from ._ludex import Evidence

#: How many nodes of a proof are shown.
SHOWN = 200


def table(rows: List[Dict[str, Any]]) -> str:
    """Return rows with equal keys as a table."""
    if not rows:
        return "<p>nothing</p>"
    head = "".join(f"<th>{escape(str(name))}</th>" for name in rows[0])
    body = "".join(f"<tr>{''.join(_cell(value) for value in row.values())}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    shown = f"{value:.3f}" if isinstance(value, float) else str(value)
    return f"<td>{escape(shown)}</td>"


def solved(answer: "Solved") -> str:
    """Return a solved position: its picture, and the verdict below."""
    best = f"<br>best {escape(' '.join(map(str, answer.best)))}" if answer.best else ""
    work = f"{answer.nodes:,} nodes in {answer.seconds:.2f} s, by {answer.algorithm}"
    verdict = f"<b>{escape(answer._verdict())}</b>{best}<br><small>{escape(work)}</small>"
    return f"<div>{answer.position.svg()}<p>{verdict}</p></div>"


def matrix(game: "Matrix") -> str:
    """Return a matrix with the probabilities of both strategies at its sides."""
    head = "".join(f"<th>{weight}</th>" for weight in game.column_fractions)
    rows = ""
    for weight, entries in zip(game.row_fractions, game.entries):
        rows += f"<tr><th>{weight}</th>{''.join(f'<td>{entry}</td>' for entry in entries)}</tr>"
    return (
        f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{rows}</tbody></table>"
        f"<p>value <b>{game.fraction}</b></p>"
    )


def evidence(proof: "Evidence") -> str:
    """Return evidence as a tree that can be unfolded, cut after its first nodes."""
    head = f"{proof.size:,} nodes about {escape(proof.game)} at {escape(proof.position)}"
    left = [SHOWN]
    return f"<div><p>{head}</p>{_value(proof.to_dict(), left, 0)}</div>"


def _value(value: Any, left: List[int], depth: int) -> str:
    """Return a JSON value; objects and lists can be unfolded."""
    left[0] -= 1
    if left[0] < 0:
        return "…"
    items: List[Any]
    if isinstance(value, dict):
        items = list(value.items())
    elif isinstance(value, list) and any(isinstance(item, (dict, list)) for item in value):
        items = list(enumerate(value))
    else:
        return f"<code>{escape(str(value))}</code>"
    parts = []
    for name, item in items:
        if left[0] < 0:
            parts.append("…")
            break
        inner = _value(item, left, depth + 1)
        if isinstance(item, (dict, list)) and "<details" in inner:
            opened = " open" if depth < 1 else ""
            parts.append(f"<details{opened}><summary>{escape(str(name))}</summary>{inner}</details>")
        else:
            parts.append(f"<div>{escape(str(name))} {inner}</div>")
    return f"<details open style='margin-left:1em'><summary>{len(items)}</summary>{''.join(parts)}</details>"
