"""Game trees as pictures."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from ._errors import InputError
from ._ludex import Position, _draw_tree

__all__ = ["Tree"]

#: The most positions of a tree.
_MOST = 400


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

    def _drawn(self) -> Tuple[str, str]:
        """Return the tree as SVG and in the language of Graphviz."""
        nodes: List[Tuple[Optional[int], str, str, Optional[int], bool]] = []
        waiting: List[Tuple[Optional[int], str, Tree]] = [(None, "", self)]
        agents = self.position.game.agents
        for parent, move, tree in waiting:
            position = tree.position
            turn = position.turn
            label = position.outcome if position.final else turn or "all"
            agent = agents.index(turn) if turn in agents else None
            number = len(nodes)
            nodes.append((parent, move, str(label), agent, position.final))
            for step, child in tree.children:
                text = ",".join(map(str, step)) if isinstance(step, tuple) else str(step)
                waiting.append((number, text, child))
        return _draw_tree(nodes)

    def svg(self) -> str:
        """Return the tree as a picture: whose turn it is in the nodes, moves on the edges."""
        return self._drawn()[0]

    def dot(self) -> str:
        """Return the tree in the language of Graphviz."""
        return self._drawn()[1]

    def _repr_svg_(self) -> str:
        return self.svg()
