"""Games of Ludex as ``pyspiel`` games."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List

from ._errors import InputError
from ._ludex import OpenGame, Position

#: Random plays in which moves are numbered, and the most moves of a play.
_PLAYS = 200


class _Numbers:
    """The numbers of moves, by their texts."""

    def __init__(self, game: OpenGame) -> None:
        self.texts: List[str] = []
        self.numbers: Dict[str, int] = {}
        self.longest = 0
        for seed in range(_PLAYS):
            position = game.start()
            play = position.playout(seed)
            self.longest = max(self.longest, play.length)
            for move in play.moves:
                self.note(position)
                position = position.play(move)

    def note(self, position: Position) -> None:
        """Number the moves of all agents in a position."""
        for agent in position.game.agents if position.turn is None else [position.turn]:
            for move in position.moves(agent):
                self.of(move)

    def of(self, move: str) -> int:
        """Return the number of a move."""
        if move not in self.numbers:
            self.numbers[move] = len(self.texts)
            self.texts.append(move)
        return self.numbers[move]


def wrapped(pyspiel: Any, game: OpenGame) -> Any:
    """Return the game as a ``pyspiel`` game."""
    kinds = pyspiel.GameType
    start = game.start()
    if start.turn is None and not game.simultaneous:
        raise InputError(f"{game.name} begins with chance, which is not wrapped")
    numbers = _Numbers(game)
    agents = game.agents
    results = [scores for scores in (start.playout(seed).scores for seed in range(_PLAYS)) if scores]
    sums = {sum(scores.values()) for scores in results}
    paid = [value for scores in results for value in scores.values()] or [-1.0, 1.0]
    kind = kinds(
        short_name="ludex_" + "".join(letter if letter.isalnum() else "_" for letter in game.name),
        long_name=f"Ludex: {game.name}",
        dynamics=kinds.Dynamics.SIMULTANEOUS if game.simultaneous else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if sums == {0} else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=len(agents),
        min_num_players=len(agents),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=2 * len(numbers.texts) + 16,
        max_chance_outcomes=0,
        num_players=len(agents),
        min_utility=min(min(paid), -max(paid)),
        max_utility=max(max(paid), -min(paid)),
        utility_sum=0.0 if sums == {0} else None,
        max_game_length=4 * numbers.longest + 100,
    )

    class LudexState(pyspiel.State):  # type: ignore[misc]
        """A position of a game of Ludex."""

        def __init__(self, owner: Any) -> None:
            super().__init__(owner)
            self.position = start

        def current_player(self) -> int:
            if self.position.final:
                return int(pyspiel.PlayerId.TERMINAL)
            if game.simultaneous:
                return int(pyspiel.PlayerId.SIMULTANEOUS)
            turn = self.position.turn
            if turn is None:
                raise InputError(f"chance moves in {game.name}, which is not wrapped")
            return agents.index(turn)

        def _legal_actions(self, player: int) -> List[int]:
            if player < 0 or self.position.final:
                return []
            return sorted(numbers.of(move) for move in self.position.moves(agents[player]))

        def _apply_action(self, action: int) -> None:
            self.position = self.position.play(numbers.texts[action])

        def _apply_actions(self, actions: Iterable[int]) -> None:
            self.position = self.position.play(tuple(numbers.texts[action] for action in actions))

        def _action_to_string(self, player: int, action: int) -> str:
            return numbers.texts[action]

        def is_terminal(self) -> bool:
            return self.position.final

        def returns(self) -> List[float]:
            scores = self.position.scores
            return [0.0] * len(agents) if scores is None else [float(scores[agent]) for agent in agents]

        def information_state_string(self, player: int = 0) -> str:
            return self.position.text

        def observation_string(self, player: int = 0) -> str:
            return self.position.text

        def __str__(self) -> str:
            return self.position.text

    class LudexGame(pyspiel.Game):  # type: ignore[misc]
        """A game of Ludex."""

        def __init__(self, parameters: Any = None) -> None:
            super().__init__(kind, info, parameters or {})
            self.ludex = game

        def new_initial_state(self) -> Any:
            return LudexState(self)

    return LudexGame()
