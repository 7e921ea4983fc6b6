"""Checks evidence about games in GDL as `crates/evidence/FORMAT.md` describes it."""

import hashlib
import json
from fractions import Fraction

from formulas import compiled
from gdl import NoOpinion, Refused, infix, kif, parse_kif


def require(condition, why):
    if not condition:
        raise Refused(why)


def fields(value, needed, optional=()):
    """Returns the fields of an object that has the needed ones and no unknown ones."""
    require(isinstance(value, dict), "an object is due")
    require(set(needed) <= set(value) <= set(needed) | set(optional), f"the keys are {sorted(value)}")
    return [value.get(name) for name in (*needed, *optional)]


def one_of(value, kinds):
    """Returns the only key of an object and its value."""
    require(isinstance(value, dict) and len(value) == 1 and next(iter(value)) in kinds, f"one of {kinds} is due")
    return next(iter(value.items()))


def typed(value, kind, what):
    require(type(value) is kind, f"{what} is due")
    return value


def pairs(value):
    """Returns a list of moves with children."""
    for pair in typed(value, list, "a list"):
        require(type(pair) is list and len(pair) == 2 and type(pair[0]) is str, "a move and a node are due")
    return value


def no_twins(found):
    """Makes an object of JSON, in which no key is twice."""
    require(len({key for key, _ in found}) == len(found), "a key is there twice")
    return dict(found)


def number(text):
    """Reads a number: an integer or a fraction in lowest terms, as the file writes it."""
    try:
        value = Fraction(typed(text, str, "a number as text"))
    except (ValueError, ZeroDivisionError):
        raise Refused(f"{text} is no number") from None
    return value


class Nodes:
    """A list of nodes, visited from the root (the last one) to the first. What a node is about follows from
    its parents: `due` says it, and every parent must agree."""

    def __init__(self, nodes, root):
        self.nodes = typed(nodes, list, "a list of nodes")
        require(self.nodes, "there are no nodes")
        self.due = {len(nodes) - 1: root}
        self.seen = set()

    def __iter__(self):
        for place in range(len(self.nodes) - 1, -1, -1):
            require(place in self.due, f"node {place} is not reached")
            about = self.due[place]
            require(about not in self.seen, f"node {place} is about the same thing as another one")
            self.seen.add(about)
            yield place, about, self.nodes[place]

    def child(self, parent, child, about):
        require(type(child) is int and 0 <= child < parent, f"node {parent} has the child {child}")
        require(self.due.setdefault(child, about) == about, f"node {child} is about two things")


class Checker:
    """A game, the name and the bytes of its file, and the text of the prelude."""

    def __init__(self, game, name, rules, prelude):
        self.game, self.name, self.prelude = game, name, prelude
        self.digest = "sha256:" + hashlib.sha256(rules).hexdigest()

    def check(self, text):
        """Checks a text of evidence. Returns if it is valid, raises `Refused` or `NoOpinion` if not."""
        try:
            whole = json.loads(text, object_pairs_hook=no_twins)
        except (ValueError, RecursionError) as error:
            raise Refused(f"it is no JSON: {error}") from None
        form, version, game, position, claim, digest = fields(whole, ["format", "version", "game", "position", "claim"], ["digest"])
        require(form == "ludex-evidence" and version == 1 and type(version) is int, "the format or its version is unknown")
        require(game == self.name, "it is about a game in another file")
        require(digest == self.digest, "the digest is that of another file")
        root = self.read(typed(position, str, "a position"))
        kind, claim = one_of(claim, ["formula", "value", "mixed", "answer", "equilibrium", "guarantee"])
        if kind == "answer":
            raise NoOpinion("answers about strategies have checkers of their own")
        getattr(self, kind)(root, claim)

    def read(self, text):
        """Reads a position, which must be written as the game writes it."""
        facts = tuple(sorted(kif(fact) for fact in parse_kif(text)))
        facts = () if facts == ("()",) else facts
        require(self.write(facts) == text, "the position is not written as the game writes it")
        return facts

    def write(self, state):
        return " ".join(state) or "()"

    # --- Formulas ---

    def formula(self, root, claim):
        agent, text, holds, proof, definitions = fields(claim, ["agent", "formula", "holds", "proof"], ["definitions"])
        require(agent in self.game.roles, f"there is no role {agent}")
        typed(holds, bool, "a truth value")
        require(definitions is None or type(definitions) is str, "definitions are a text")
        question, asked = compiled(self.prelude, definitions, typed(text, str, "a formula"), self.game.roles, agent)
        lines, numbers = question.table(asked)
        table, nodes = fields(proof, ["formulas", "nodes"])
        require(table == lines, "the table is not that of the formula")
        nodes = Nodes(nodes, (root, asked // 2, holds != bool(asked % 2)))
        for place, (state, part, shown), node in nodes:
            position, formula, claimed, step = fields(node, ["position", "formula", "holds", "step"])
            require(position == self.write(state), f"node {place} has another position")
            require(type(formula) is int and formula == numbers[part], f"node {place} has another formula")
            require(claimed is shown, f"node {place} shows the contrary")

            def child(to, formula, after=state, holds=shown, place=place):
                nodes.child(place, to, (after, formula // 2, holds != bool(formula % 2)))
            self.step(question.parts[part], state, shown, step, agent, child)

    def step(self, part, state, shown, step, asked, child):
        kind = part[0]
        if kind in ("true", "atom"):
            require(step == "look", "a look is due")
            require((kind == "true" or self.atom(part[1], state)) == shown, f"{part} is not so")
        elif kind == "and" and shown:
            sides = fields(step, ["both"])[0]
            require(type(sides) is list and len(sides) == 2, "both parts are due")
            child(sides[0], part[1])
            child(sides[1], part[2])
        elif kind == "and":
            side, to = one_of(step, ["left", "right"])
            child(to, part[1 if side == "left" else 2])
        elif shown:
            choices = self.choices(state, part[1], asked)
            given = pairs(fields(step, ["all"])[0])
            require(sorted(move for move, _ in given) == sorted(choices), "not all moves are there once")
            for move, to in given:
                child(to, part[2], choices[move])
        else:
            choices = self.choices(state, part[1], asked)
            [[move, to]] = pairs([fields(step, ["some"])[0]])
            require(move in choices, f"{move} is no move")
            child(to, part[2], choices[move])

    def choices(self, state, role, asked):
        """Returns the moves of a role with what they lead to, with the pass of who has not lost."""
        if self.game.look(state).over:
            return {"pass": state} if role != asked and not self.game.wins(state, asked) else {}
        return self.game.moves(state, role)

    def atom(self, name, state):
        look = self.game.look(state)
        if name == "final":
            return look.over
        inner = name[name.index("(") + 1:-1] if name.endswith(")") else ""
        kind = name.split("(")[0]
        if kind in ("win", "lost") and inner in self.game.roles:
            return look.over and self.game.wins(state, inner) == (kind == "win")
        if kind == "turn" and inner in self.game.roles:
            return not look.over and self.game.turn(state) == inner
        if kind == "outcome":
            return look.over and str(look.goals[self.game.roles[0]]) == inner
        if kind == "goal":
            return any(f"{role},{look.goals[role]}" == inner for role in self.game.roles)
        if kind == "true":
            return any(infix(parse_kif(fact)[0]) == inner for fact in state)
        raise NoOpinion(f"the atom {name} is not known here")

    # --- Values and guarantees ---

    def value(self, root, claim):
        low, high = fields(claim, [], ["low", "high"])
        require(len(self.game.roles) <= 2, "a value is that of a game of at most two")
        self.bounds(root, low, high, self.game.roles[0], exact=False)

    def guarantee(self, root, claim):
        agent, low, high = fields(claim, ["agent"], ["low", "high"])
        require(agent in self.game.roles, f"there is no role {agent}")
        self.bounds(root, low, high, agent, exact=True)

    def bounds(self, root, low, high, agent, exact):
        require(low is not None or high is not None, "nothing is claimed")
        for bound, is_low in ((low, True), (high, False)):
            if bound is not None:
                self.solution(root, bound, agent, is_low, exact)

    def solution(self, root, bound, agent, is_low, exact):
        """Checks that the agent gets at least, or at most, what is claimed."""
        outcome, nodes = fields(bound, ["outcome", "nodes"])
        claimed = number(outcome)
        require(str(claimed) == outcome, f"{outcome} is not written as an outcome")
        worst = None
        for place, state, node in (nodes := Nodes(nodes, root)):
            position, step = fields(node, ["position", "step"])
            require(position == self.write(state), f"node {place} has another position")
            look = self.game.look(state)
            if look.over:
                final = fields(step, ["final"])[0]
                gets = look.goals[agent]
                require(final == str(gets), f"node {place} has another outcome")
                require(exact or len(self.game.roles) == 1 or sum(look.goals.values()) == 100, "the game is not zero-sum")
                worst = gets if worst is None else (min if is_low else max)(worst, gets)
                continue
            role = self.game.turn(state)
            moves = self.game.moves(state, role)
            if (role == agent) == is_low:
                given = pairs([fields(step, ["choose"])[0]])
                require(given[0][0] in moves, f"{given[0][0]} is no move")
            else:
                given = pairs(fields(step, ["replies"])[0])
                require(sorted(move for move, _ in given) == sorted(moves), "not all replies are there once")
            for move, child in given:
                nodes.child(place, child, moves[move])
        require(worst == claimed if exact else worst >= claimed if is_low else worst <= claimed, "the outcome is another one")
        require(exact or outcome in self.outcomes(), f"{outcome} is no outcome")

    def outcomes(self):
        """Returns the names of the outcomes: the goals of the first role, and 0."""
        heads = [head for head, _ in self.game.rules.rules if head[0] == "goal" and len(head) == 3]
        first = [head[2] for head in heads if head[1] == self.game.roles[0] or head[1].startswith("?")]
        if not all(str(value).isdigit() for value in first):
            raise NoOpinion("a rule computes goals, so that the outcomes are not in the text")
        return {"0", *first}

    # --- Where each plays for its own payoff ---

    def equilibrium(self, root, claim):
        values, nodes = fields(claim, ["values", "nodes"])
        nodes = Nodes(nodes, root)
        known = {}
        for place, state, node in nodes:
            position, shown, step = fields(node, ["position", "values", "step"])
            require(position == self.write(state), f"node {place} has another position")
            require(type(shown) is list and len(shown) == len(self.game.roles), "a value for each role is due")
            known[place] = [self.exact(one) for one in shown]
            if self.game.look(state).over:
                require(step == "final", "the play is over")
                require(known[place] == [self.game.look(state).goals[role] for role in self.game.roles], "the goals are others")
                continue
            choice = fields(step, ["choose"])[0]
            require(type(choice) is list and len(choice) == 2 and type(choice[0]) is str, "a move and all moves are due")
            moves = self.game.moves(state, self.game.turn(state))
            given = pairs(choice[1])
            require(sorted(move for move, _ in given) == sorted(moves), "not all moves are there once")
            require(choice[0] in moves, f"{choice[0]} is no move")
            for move, child in given:
                nodes.child(place, child, moves[move])
        for place, node in enumerate(nodes.nodes):
            self.deviations(place, nodes.due[place], node, known)
        expected = [[role, text] for role, text in zip(self.game.roles, nodes.nodes[-1]["values"])]
        require(values == expected, "the claim is not what the root says")

    def deviations(self, place, state, node, known):
        if node["step"] == "final":
            return
        played, given = node["step"]["choose"]
        own = self.game.roles.index(self.game.turn(state))
        child = dict(given)[played]
        require(known[place] == known[child], f"node {place} has other values than its move")
        require(all(known[other][own] <= known[place][own] for _, other in given), f"a deviation at node {place} pays")

    def exact(self, text):
        value = number(text)
        require(str(value) == text, f"{text} is not written as a number")
        return value

    # --- Simultaneous moves ---

    def mixed(self, root, claim):
        low, high = fields(claim, [], ["low", "high"])
        require(low is not None or high is not None, "nothing is claimed")
        require(len(self.game.roles) == 2, "such a value is that of a game of two")
        for bound, own in ((low, 0), (high, 1)):
            if bound is not None:
                self.strategy(root, bound, own)

    def strategy(self, root, bound, own):
        """Checks what a mixed strategy of a role guarantees to the first one, or holds it to."""
        value, nodes = fields(bound, ["value", "nodes"])
        known, used = {}, set()

        def worth(state):
            look = self.game.look(state)
            if look.over:
                require(sum(look.goals.values()) == 100, "the game is not zero-sum")
                return Fraction(look.goals[self.game.roles[0]])
            require(state in known, "a state has no node before it")
            used.add(state)
            return known[state]

        for node in typed(nodes, list, "a list of nodes"):
            position, mix = fields(node, ["position", "mix"])
            state = self.read(typed(position, str, "a position"))
            require(state not in known and not self.game.look(state).over, "a node is there twice, or where play is over")
            mine, others = (self.game.look(state).legal[role] for role in (self.game.roles[own], self.game.roles[1 - own]))
            chances = {move: number(chance) for move, chance in pairs_of_text(mix)}
            require(len(chances) == len(mix) and set(chances) <= set(mine) and all(chance > 0 for chance in chances.values()), "the mixture has other moves")
            require(sum(chances.values()) == 1, "the probabilities do not add up to 1")
            results = []
            for reply in others:
                joint = (lambda move, reply=reply: (move, reply) if own == 0 else (reply, move))
                results.append(sum(chance * worth(self.game.next(state, joint(move))) for move, chance in chances.items()))
            known[state] = min(results) if own == 0 else max(results)
        guaranteed = worth(root)
        require(set(known) == used, "a node is not reached")
        require(number(value) == guaranteed, f"it guarantees {guaranteed}")


def pairs_of_text(value):
    for pair in typed(value, list, "a list"):
        require(type(pair) is list and [type(one) for one in pair] == [str, str], "a move and a probability are due")
    return value
