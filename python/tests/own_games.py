"""Games written in Python, for tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Iterable, Optional, Tuple

import ludex

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(ludex.Game):
    """A state is the board as nine letters, with the side on turn."""

    name = "python-tictactoe"
    agents = ("X", "O")
    atoms = ("centre(X)", "centre(O)")
    can_repeat = False

    def initial(self) -> Tuple[str, str]:
        return ("." * 9, "X")

    def winner(self, board: str) -> Optional[str]:
        for a, b, c in LINES:
            if board[a] != "." and board[a] == board[b] == board[c]:
                return board[a]
        return None

    def turn(self, state: Tuple[str, str]) -> Optional[str]:
        board, side = state
        return None if self.winner(board) or "." not in board else side

    def moves(self, state: Tuple[str, str], agent: str) -> Iterable[int]:
        return [place for place in range(9) if state[0][place] == "."]

    def play(self, state: Tuple[str, str], agent: str, move: int) -> Tuple[str, str]:
        board = state[0][:move] + agent + state[0][move + 1 :]
        return (board, "O" if agent == "X" else "X")

    def outcome(self, state: Tuple[str, str]) -> str:
        return {"X": "win", "O": "loss", None: "draw"}[self.winner(state[0])]

    def holds(self, state: Tuple[str, str], atom: str) -> bool:
        return state[0][4] == atom[len("centre(") : -1]

    def draw(self, state: Tuple[str, str]) -> str:
        return "\n".join(state[0][row : row + 3] for row in (0, 3, 6))


@dataclass(frozen=True)
class Jug:
    """The contents of two jugs, and how many pours are left."""

    small: int
    large: int
    left: int


class Jugs(ludex.Game):
    """A puzzle for one: measure 4 litres with jugs of 3 and 5. States are objects."""

    agents = ("You",)
    outcomes = {"dry": 0, "four": 1}
    can_repeat = False

    def initial(self) -> Jug:
        return Jug(0, 0, 7)

    def turn(self, state: Jug) -> Optional[str]:
        return None if state.large == 4 or not state.left else "You"

    def moves(self, state: Jug, agent: str) -> Iterable[str]:
        return ["fill small", "fill large", "empty small", "empty large", "small to large", "large to small"]

    def play(self, state: Jug, agent: str, move: str) -> Jug:
        small, large, left = state.small, state.large, state.left - 1
        poured = min(small, 5 - large)
        back = min(large, 3 - small)
        return {
            "fill small": Jug(3, large, left),
            "fill large": Jug(small, 5, left),
            "empty small": Jug(0, large, left),
            "empty large": Jug(small, 0, left),
            "small to large": Jug(small - poured, large + poured, left),
            "large to small": Jug(small + back, large - back, left),
        }[move]

    def outcome(self, state: Jug) -> str:
        return "four" if state.large == 4 else "dry"


class Shares(ludex.Game):
    """Three in a row take one, two or three of ten; each gets what it took, and the last one 5 less."""

    agents = ("Ann", "Bob", "Cid")

    def initial(self) -> Tuple[int, Tuple[int, int, int], int]:
        return (10, (0, 0, 0), 0)

    def turn(self, state: Any) -> Optional[str]:
        return self.agents[state[2]] if state[0] else None

    def moves(self, state: Any, agent: str) -> Iterable[int]:
        return range(1, min(3, state[0]) + 1)

    def play(self, state: Any, agent: str, move: int) -> Any:
        left, taken, _ = state
        place = self.agents.index(agent)
        taken = tuple(n + move * (i == place) - 5 * (i == place and move == left) for i, n in enumerate(taken))
        return (left - move, taken, (place + 1) % 3)

    def outcome(self, state: Any) -> Tuple[int, ...]:
        return tuple(state[1])


class Pennies(ludex.Game):
    """Matching pennies, where heads pay three."""

    agents = ("Even", "Odd")
    outcomes = (-1, 1, 3)
    simultaneous = True

    def initial(self) -> Tuple[str, ...]:
        return ()

    def turn(self, state: Tuple[str, ...]) -> Any:
        return None if state else self.agents

    def moves(self, state: Tuple[str, ...], agent: str) -> Iterable[str]:
        return ("heads", "tails")

    def play(self, state: Tuple[str, ...], agent: Any, move: Any) -> Tuple[str, ...]:
        return tuple(move)

    def outcome(self, state: Tuple[str, ...]) -> int:
        return -1 if state[0] != state[1] else 3 if state[0] == "heads" else 1
