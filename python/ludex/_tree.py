"""Game trees as pictures."""

from __future__ import annotations

from html import escape
from typing import Any, List, Tuple

from ._errors import InputError
from ._ludex import Position

__all__ = ["Tree"]

#: The most positions of a tree, and the sizes of its picture.
_MOST = 400
_WIDTH, _HEIGHT = 54, 64


class Tree:
    """The first moves from a position, as a tree that a notebook draws.

    ``position`` is the position, ``children`` are pairs of a move and the tree after it.
    """

    def __init__(self, position: Position, depth: int = 2) -> None:
        if depth < 0:
            raise InputError("the depth of a tree is not negative")
        self.position = position
        self.children: List[Tuple[Any, Tree]] = []
        level = [self]
        count = 1
        for _ in range(depth):
            following: List[Tree] = []
            for node in level:
                for move in node.position.moves():
                    count += 1
                    if count > _MOST:
                        raise InputError(f"the tree has more than {_MOST} positions", "a smaller depth is expected")
                    child = Tree(node.position.play(move), 0)
                    node.children.append((move, child))
                    following.append(child)
            level = following

    def __len__(self) -> int:
        return 1 + sum(len(child) for _, child in self.children)

    def __repr__(self) -> str:
        return f"<tree of {len(self)} positions>"

    def _leaves(self) -> int:
        return sum(child._leaves() for _, child in self.children) or 1

    def _depth(self) -> int:
        return 1 + max((child._depth() for _, child in self.children), default=0)

    def svg(self) -> str:
        """Return the tree as a picture: whose turn it is in the nodes, moves on the edges."""
        parts: List[str] = []
        _draw(self, 0, 0, parts)
        width, height = self._leaves() * _WIDTH, self._depth() * _HEIGHT
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'font-family="sans-serif" font-size="11" text-anchor="middle">{"".join(parts)}</svg>'
        )

    def _repr_svg_(self) -> str:
        return self.svg()


def _draw(tree: Tree, left: int, level: int, parts: List[str]) -> float:
    """Draw a tree from a column on. Return where its root is."""
    middle, y = (left + tree._leaves() / 2) * _WIDTH, level * _HEIGHT + 20
    for move, child in tree.children:
        x = _draw(child, left, level + 1, parts)
        text = ",".join(move) if isinstance(move, tuple) else str(move)
        parts.insert(0, f'<line x1="{middle}" y1="{y}" x2="{x}" y2="{y + _HEIGHT}" stroke="#999"/>')
        parts.append(f'<text x="{(middle + x) / 2}" y="{y + _HEIGHT / 2 + 4}">{escape(text)}</text>')
        left += child._leaves()
    position = tree.position
    label = position.outcome if position.final else position.turn or "·"
    fill = "#eee" if position.final else "#fff"
    parts.append(f'<circle cx="{middle}" cy="{y}" r="14" fill="{fill}" stroke="#333"/>')
    parts.append(f'<text x="{middle}" y="{y + 4}">{escape(str(label)[:5])}</text>')
    return middle
