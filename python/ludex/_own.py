"""Games written as Python classes."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._answers import Match, Playouts, TournamentResult
from ._errors import InputError
from ._ludex import OpenGame, Position, _open_own
from ._players import Player

__all__ = ["Game", "describe"]

#: What well-known outcomes are worth to the first agent.
_KNOWN = {"loss": -1.0, "draw": 0.0, "win": 1.0}


class Game:
    """A game of one's own: subclass it, and everything works on it.

    States and moves are any hashable values. A subclass has ``agents``, ``initial``, ``turn``, ``moves``,
    ``play`` and ``outcome``; the rest is optional::

        class Matches(ludex.Game):
            agents = ("Ann", "Bob")

            def initial(self):
                return (13, "Ann")

            def turn(self, state):
                return state[1] if state[0] else None

            def moves(self, state, agent):
                return range(1, min(3, state[0]) + 1)

            def play(self, state, agent, move):
                return (state[0] - move, "Bob" if agent == "Ann" else "Ann")

            def outcome(self, state):
                return "win" if state[1] == "Bob" else "loss"

    Optional are ``name``; ``outcomes``, where they are not loss, draw and win (names, numbers, or a
    dictionary from names to numbers); ``atoms`` and ``holds(state, atom)``; ``draw(state)``, a text or an
    SVG; ``bounds(state)``, the worst and the best outcome that perfect play can lead to; ``order(state,
    agent)``, the moves with the best first; ``can_repeat = False`` if no state occurs twice in a play;
    ``zero_sum = False`` if two agents do not play for opposite payoffs; ``simultaneous = True`` if all
    agents move together: ``play`` then gets the tuples of all agents and of their moves.
    """

    #: The agents, in playing order.
    agents: Sequence[Any] = ()

    def initial(self) -> Any:
        """Return the state at the start."""
        raise NotImplementedError(f"{type(self).__name__} needs a method `initial`")

    def turn(self, state: Any) -> Any:
        """Return the agent on turn, or ``None`` once the game is over."""
        raise NotImplementedError(f"{type(self).__name__} needs a method `turn`")

    def moves(self, state: Any, agent: Any) -> Iterable[Any]:
        """Return the moves of an agent, which may be asked for off turn, too."""
        raise NotImplementedError(f"{type(self).__name__} needs a method `moves`")

    def play(self, state: Any, agent: Any, move: Any) -> Any:
        """Return the state after a move."""
        raise NotImplementedError(f"{type(self).__name__} needs a method `play`")

    def outcome(self, state: Any) -> Any:
        """Return how a final state ended for the first agent, or one number for each agent.

        Elsewhere it is not used; if it is ``None`` at the start, the game is over where it is not ``None``.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method `outcome`")

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Let ``play`` be called with players, too: a list is no state."""
        super().__init_subclass__(**keywords)
        rule = cls.__dict__.get("play")
        if callable(rule) and not hasattr(rule, "_ludex_rule"):
            cls.play = _both(rule)  # type: ignore[method-assign]

    def open(self) -> OpenGame:
        """Return the game as ``ludex.open`` returns games."""
        return _open_own(self)

    def start(self) -> Position:
        """Return the position at the start."""
        return self.open().start()

    def position(self, text: Optional[str] = None, moves: Optional[str] = None) -> Position:
        """Return a position: a state as Python writes it, and moves played from there."""
        return self.open().position(text, moves)

    def match(self, players: Union[str, Sequence[Player]], *, seed: int = 0) -> Match:
        """Play a game between players."""
        return self.open().play(players, seed=seed)

    def tournament(
        self, players: Union[str, Sequence[Player]], rounds: int = 10, *, seed: int = 0
    ) -> TournamentResult:
        """Play many games between players."""
        return self.open().tournament(players, rounds, seed=seed)

    def playouts(self, plays: int, seed: int = 0) -> Playouts:
        """Play random games."""
        return self.open().playouts(plays, seed)


def _both(rule: Callable[..., Any]) -> Callable[..., Any]:
    """Return a method that plays a move, or a game between players if it is given a list of them."""

    def play(self: Game, *arguments: Any, **keywords: Any) -> Any:
        if len(arguments) == 1 and isinstance(arguments[0], list):
            return self.match(arguments[0], **keywords)
        return rule(self, *arguments, **keywords)

    play.__doc__, play.__name__ = rule.__doc__, getattr(rule, "__name__", "play")
    play._ludex_rule = rule  # type: ignore[attr-defined]
    return play


class Description:
    """What the Rust half needs to know of a class."""

    name: str
    agents: List[Any]
    outcomes: List[Tuple[str, float]]
    atoms: List[str]
    simultaneous: bool
    can_repeat: bool
    zero_sum: bool
    outcome_ends: bool
    methods: "Methods"


class Methods:
    """The methods of a class; those that it need not have are ``None`` where it has them not."""

    def __init__(self, game: Any) -> None:
        for name in ("initial", "turn", "moves", "outcome"):
            setattr(self, name, _required(game, name))
        rule = getattr(_required(game, "play"), "_ludex_rule", None)
        self.play = _required(game, "play") if rule is None else rule.__get__(game)
        for name in ("holds", "draw", "bounds", "order"):
            method = getattr(game, name, None)
            if method is not None and not callable(method):
                raise InputError(f"`{name}` of {type(game).__name__} is not a method")
            setattr(self, name, method)


def _required(game: Any, name: str) -> Callable[..., Any]:
    method = getattr(game, name, None)
    if not callable(method) or getattr(type(game), name, None) is getattr(Game, name):
        raise InputError(f"{type(game).__name__} needs a method `{name}`", "see help(ludex.Game)")
    return method  # type: ignore[no-any-return]


def describe(game: Any) -> Description:
    """Look at an instance of a class, and say what is wrong with it."""
    if inspect.isclass(game):
        raise InputError(f"{game.__name__} is a class; an instance is needed", f"write {game.__name__}()")
    if not isinstance(game, Game) and not hasattr(game, "initial"):
        raise InputError(
            f"{game!r} is not a game", "the name of one, a file or an instance of a subclass of ludex.Game is expected"
        )
    found = Description()
    found.methods = Methods(game)
    found.name = str(getattr(game, "name", None) or type(game).__name__)
    found.agents = _agents(game)
    found.outcomes = _outcomes(game)
    found.atoms = _atoms(game)
    start = game.initial()
    _require_hashable(game, start)
    turn = game.turn(start)
    together = isinstance(turn, (tuple, list, set, frozenset)) and turn not in found.agents
    found.simultaneous = bool(getattr(game, "simultaneous", together))
    found.can_repeat = bool(getattr(game, "can_repeat", True))
    found.zero_sum = bool(getattr(game, "zero_sum", len(found.agents) <= 2))
    if found.zero_sum and len(found.agents) > 2:
        raise InputError("a game for more than two cannot be zero-sum")
    found.outcome_ends = turn is not None and _is_silent(game, start)
    return found


def _given(game: Any, name: str, otherwise: Any) -> Any:
    """Return an attribute, which may be a method."""
    found = getattr(game, name, otherwise)
    return found() if callable(found) else found


def _agents(game: Any) -> List[Any]:
    given = _given(game, "agents", ())
    given = given.split() if isinstance(given, str) else given
    agents: List[Any] = list(given) if isinstance(given, Iterable) else []
    names = [str(agent).lower() for agent in agents]
    if not agents or len(set(names)) < len(names):
        raise InputError(
            f"`agents` of {type(game).__name__} is {given!r}",
            'the names of the agents are expected, each once, such as agents = ("X", "O")',
        )
    return agents


def _outcomes(game: Any) -> List[Tuple[str, float]]:
    given = _given(game, "outcomes", None)
    given = _KNOWN if given is None else given
    if isinstance(given, Mapping):
        pairs = [(str(name), float(number)) for name, number in given.items()]
    else:
        pairs = [_outcome(game, one) for one in given]
    pairs.sort(key=lambda pair: pair[1])
    numbers = [number for _, number in pairs]
    if not pairs or len(set(numbers)) < len(numbers) or len(pairs) >= 30_000:
        raise InputError(
            f"`outcomes` of {type(game).__name__} is {given!r}",
            "from 1 to 29,999 outcomes with different numbers are expected",
        )
    return pairs


def _outcome(game: Any, one: Any) -> Tuple[str, float]:
    if isinstance(one, str):
        if one.lower() not in _KNOWN:
            raise InputError(
                f"the outcome `{one}` of {type(game).__name__} has no number",
                'write a dictionary from names to numbers, such as outcomes = {"half": 0.5, "whole": 1}',
            )
        return (one, _KNOWN[one.lower()])
    if isinstance(one, tuple):
        return (str(one[0]), float(one[1]))
    return (str(one), float(one))


def _atoms(game: Any) -> List[str]:
    names = [str(atom) for atom in _given(game, "atoms", ())]
    if names and not callable(getattr(game, "holds", None)):
        raise InputError(f"{type(game).__name__} has atoms and needs a method `holds(state, atom)`")
    return names


def _require_hashable(game: Any, state: Any) -> None:
    try:
        hash(state)
    except TypeError:
        raise InputError(
            f"the state {state!r} of {type(game).__name__} is not hashable",
            "use tuples instead of lists, frozensets instead of sets, or a frozen dataclass",
        ) from None


def _is_silent(game: Any, start: Any) -> bool:
    """Return whether ``outcome`` is ``None`` at the start, so that it says where the game is over."""
    try:
        return game.outcome(start) is None
    except Exception:  # it need not answer before the end
        return False
