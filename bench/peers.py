"""Ludex beside OpenSpiel, Gambit and BitBully: the same work, one after the other, on the same machine.

Called by `bench/peers` with the path of Ludex's `figures` program. Times are processor time of this
process and of `figures`. Peers are called so that nearly all the time passes inside their C++:
OpenSpiel's playouts are the rollouts of one evaluation of its MCTS bot, BitBully solves one position
a call (which costs it about a microsecond of Python).
"""

import argparse
import io
import multiprocessing
import pathlib
import resource
import subprocess
import sys
import time

import pygambit
import pyspiel
from bitbully.bitbully_core import BitBullyCore, BoardCore
from open_spiel.python.algorithms import gambit, minimax, sequence_form_lp

# Ours, and the same game in OpenSpiel's words.
PLAYOUTS = [
    ("mk:m=3,k=3", "tic_tac_toe"),
    ("mk:m=15,k=5", "gomoku"),
    ("mk:m=15,k=5", "mnk"),
    ("connect4", "connect_four"),
    ("breakthrough", "breakthrough"),
    ("hex:size=5", "hex(board_size=5)"),
    ("hex:size=11", "hex(board_size=11)"),
    ("y:size=9", "y(board_size=9)"),
    ("nim:heaps=1-3-5-7", "nim(pile_sizes=1;3;5;7,is_misere=False)"),
    ("chess", "chess"),
    ("chinesecheckers:players=2,size=4", "chinese_checkers(players=2)"),
    ("chinesecheckers:players=6,size=4", "chinese_checkers(players=6)"),
    # Its bots want turns: the game with bids one after the other, unseen.
    (
        "goofspiel:cards=13",
        "turn_based_simultaneous_game(game=goofspiel(num_cards=13,points_order=descending))",
    ),
]

# Ours, the same game in OpenSpiel's words, and its value for the first player.
VALUES = [
    ("mk:m=3,k=3", "tic_tac_toe", 0),
    ("connect4:columns=4,rows=4,scoring=distance", "connect_four(columns=4,rows=4)", 0),
]


# The same for MCTS with a solver; the bot of OpenSpiel stops when the root is proved.
PROVED = [
    ("best-first score bounded MCTS mk:m=3,k=3", "tic_tac_toe", 0),
    ("best-first MCTS Solver hex:size=4", "hex(board_size=4)", 1),
]

# Sets that take minutes.
LONG = ["L1_R2", "L1_R3"]


def cpu(run):
    """What a call returns, and its processor time."""
    start = time.process_time()
    result = run()
    return result, time.process_time() - start


def best(runs, patience):
    """The least processor time of several calls."""
    deadline, least = time.time() + patience, float("inf")
    while least == float("inf") or time.time() < deadline:
        least = min(least, cpu(runs)[1])
    return least


class Ours:
    """Ludex's figures, measured when they are asked for."""

    def __init__(self, program, arguments):
        self.command = [program, "--values", *arguments]

    def __call__(self, key):
        out = subprocess.run(
            [*self.command, "--only", key], check=True, text=True, capture_output=True
        ).stdout
        figures = dict(line.split("\t") for line in out.splitlines())
        return float(figures[key])


def rollouts(game, count):
    """Plays so many random games inside OpenSpiel's C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False)
    bot.mcts_search(game.new_initial_state())


def playouts_per_second(name, patience):
    game, count = pyspiel.load_game(name), 1
    while cpu(lambda: rollouts(game, count))[1] < patience / 10:
        count *= 2
    return count / best(lambda: rollouts(game, count), patience)


def si(number):
    for limit, unit in ((1e6, " M"), (1e3, " k")):
        if number >= limit:
            return f"{number / limit:.3g}{unit}"
    return f"{number:.3g}"


def seconds(number):
    for limit, unit in ((1, "s"), (1e-3, "ms")):
        if number >= limit:
            return f"{number / limit:.3g} {unit}"
    return f"{number * 1e6:.3g} µs"


def table(title, note, head, rows):
    print(f"### {title}\n\n{note}\n\n| {' | '.join(head)} |")
    print("| --- |" + " ---: |" * (len(head) - 1))
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
    print()


def playouts(ours, patience):
    for game, theirs in PLAYOUTS:
        print(theirs, file=sys.stderr)
        their = playouts_per_second(theirs, patience)
        our = ours(f"playouts {game}")
        yield [game, f"`{theirs}`", si(our), si(their), f"{our / their:.1f}x"]


def values(ours):
    for game, theirs, value in VALUES:
        print(theirs, file=sys.stderr)
        solve = lambda: minimax.alpha_beta_search(pyspiel.load_game(theirs))
        (found, _), their = cpu(solve)
        assert found == value, (theirs, found)
        our = ours(f"alpha-beta {game}")
        yield [game, seconds(our), seconds(their), f"{their / our:.0f}x"]


def proved(ours):
    for key, theirs, value in PROVED:
        print(theirs, file=sys.stderr)
        game = pyspiel.load_game(theirs)
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 3_000_000, 4000, True, 1, False)
        root, their = cpu(lambda: bot.mcts_search(game.new_initial_state()))
        our = ours(key)
        if root.outcome:
            # Of the player to move at the root.
            assert abs(root.outcome[0]) == value, (theirs, root.outcome)
            cells = [seconds(their), f"{their / our:.0f}x"]
        else:
            cells = [f"> {seconds(their)}", f"> {their / our:.0f}x"]
        yield [f"`{theirs}`", seconds(our), *cells, si(root.explore_count)]


def goofspiel_in_turns(cards):
    """Goofspiel as the peers take it: bids one after the other, the second without seeing the first."""
    inner = f"goofspiel(num_cards={cards},points_order=descending,returns_type=win_loss)"
    return pyspiel.load_game(f"turn_based_simultaneous_game(game={inner})")


def by_sequence_form(cards):
    return sequence_form_lp.solve_zero_sum_game(goofspiel_in_turns(cards))[0]


def by_cfr_plus(cards):
    """CFR+ in OpenSpiel's C++ until both strategies together lose less than 0.001."""
    game = goofspiel_in_turns(cards)
    solver, loss = pyspiel.CFRPlusSolver(game), 1.0
    while loss > 0.001:
        for _ in range(100):
            solver.evaluate_and_update_policy()
        loss = pyspiel.nash_conv(game, solver.average_policy())
    return 0.0


def by_gambit(cards):
    """Gambit's linear program for games of two players, from OpenSpiel's export of the tree."""
    text = gambit.export_gambit(goofspiel_in_turns(cards))
    game = pygambit.read_efg(io.StringIO(text))
    profile = pygambit.nash.lp_solve(game, rational=False).equilibrium
    return float(profile.payoffs[next(iter(game.players))])


# Cards, whose way it is, the way, and ours.
GOOFSPIEL = [
    (3, "Gambit, linear program", by_gambit, "sequence form"),
    (3, "OpenSpiel, sequence form", by_sequence_form, "sequence form"),
    (4, "OpenSpiel, sequence form", by_sequence_form, "sequence form"),
    (5, "OpenSpiel, sequence form", by_sequence_form, "sequence form"),
    (4, "OpenSpiel, CFR+ to 0.001", by_cfr_plus, "backward, table, mirror"),
]


def alone(way, cards, answer):
    """In a process of its own: value, processor time, and the most memory it had."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    value, spent = cpu(lambda: way(cards))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answer.put((value, spent, 1024 * (after - before)))


def goofspiel(ours):
    context = multiprocessing.get_context("fork")
    for cards, name, way, our_way in GOOFSPIEL:
        print(f"goofspiel {cards}, {name}", file=sys.stderr)
        answer = context.Queue()
        process = context.Process(target=alone, args=(way, cards, answer))
        process.start()
        process.join()
        assert process.exitcode == 0, (name, cards)
        value, their, memory = answer.get()
        assert abs(value) < 1e-3, (name, cards, value)
        our = ours(f"simultaneous goofspiel {cards} {our_way}")
        cells = [seconds(their), f"{memory / 1e6:.0f} MB", f"{their / our:.0f}x"]
        yield [name, str(cards), our_way, seconds(our), *cells]


def positions(path):
    """The boards of a set with their scores."""
    for line in path.read_text().splitlines():
        moves, score = line.split()
        board = BoardCore()
        assert board.setBoard([int(column) - 1 for column in moves])
        yield board, int(score)


# BitBully's three searches for the exact score. None is best everywhere.
METHODS = {
    "nullWindow": lambda solver, board: solver.nullWindow(board),
    "mtdf": lambda solver, board: solver.mtdf(board, first_guess=0),
    "negamax": lambda solver, board: solver.negamax(board, -21, 21, 0),
}


def solve_set(boards, method):
    """Mean time and nodes for all scores by BitBully, with one table and no opening book."""
    solver, search = BitBullyCore(), METHODS[method]
    assert not solver.isBookLoaded()

    def run():
        for board, score in boards:
            assert search(solver, board) == score

    return cpu(run)[1] / len(boards), solver.getNodeCounter() / len(boards)


def sets(ours, folder, names):
    for name in names:
        path = folder / f"{name}.txt"
        if not path.exists():
            print(f"{path} is not there: skipped", file=sys.stderr)
            continue
        print(name, file=sys.stderr)
        boards = list(positions(path))
        runs = []
        # The others take far too long on hard openings.
        for method in ["nullWindow"] if name in LONG else METHODS:
            repeats = 1 if name in LONG else 5
            runs += [(*solve_set(boards, method), method) for _ in range(repeats)]
        their, nodes, method = min(runs)
        our = ours(f"connect4 set {name}")
        yield [name, seconds(our), seconds(their), method, si(nodes), f"{their / our:.2f}x"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("figures")
    parser.add_argument("--sets", type=pathlib.Path, required=True)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    flags = [flag for flag in ("--quick", "--full") if getattr(options, flag[2:])]
    ours = Ours(options.figures, [*flags, "--sets", str(options.sets)])
    patience = 0.5 if options.quick else 2.0

    note = (
        "Complete random games per second of processor time. OpenSpiel's run inside its C++. Both give "
        "up Chinese Checkers after 1000 moves; OpenSpiel ends chess by repetition too, which makes its games shorter; "
        "ours end Goofspiel as soon as it is decided."
    )
    head = ["game", "OpenSpiel's name", "Ludex", "OpenSpiel", "ratio"]
    table("Random playouts beside OpenSpiel", note, head, playouts(ours, patience))

    note = (
        "The wheel has alpha-beta in Python only, over its C++ states and without a table; ours finds "
        "the exact distance. Processor time."
    )
    head = ["game", "Ludex", "OpenSpiel (Python)", "ratio"]
    table("Values beside OpenSpiel", note, head, values(ours))

    note = (
        "Time until the value is proved by Monte Carlo tree search with a solver, both with random playouts; "
        "OpenSpiel's (C++) gets three million simulations. Processor time."
    )
    head = ["game", "Ludex", "OpenSpiel", "ratio", "its simulations"]
    table("Proofs by MCTS beside OpenSpiel", note, head, proved(ours))

    note = (
        "Goofspiel with prizes descending for win, draw or loss; the value is 0. The peers see the bids of both "
        "players one after the other, and their trees go on when the result is decided. Processor time; the "
        "memory is what the peer needed beyond its libraries."
    )
    head = ["peer", "cards", "our search", "Ludex", "peer", "its memory", "ratio"]
    table("Simultaneous moves beside OpenSpiel and Gambit", note, head, goofspiel(ours))

    note = (
        "Exact scores on 7x6, mean processor time per position. BitBully (C++): the quickest of its three "
        "searches, without its opening book, one table for a set, as ours."
    )
    names = ["L3_R1", "L2_R1", "L1_R1", "L2_R2"] + (LONG if options.full else [])
    head = ["set", "Ludex", "BitBully", "its search", "its nodes", "ratio"]
    table("Connect Four beside BitBully", note, head, sets(ours, options.sets, names))


if __name__ == "__main__":
    main()
