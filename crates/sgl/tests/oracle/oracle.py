#!/usr/bin/env python3
"""A second, plain implementation of the language, for test vectors.

It shares nothing with the crate: formulas are syntax trees walked with an environment, a state is a
frozen set of true atoms with a mark for the start, rows are Python sets of actions, and every
definition is that of [ZT15]. Slow, and meant to be obviously right.

    oracle.py VECTORS.json      the same file with the answers of this program
"""
import functools
import json
import random
import re
import sys

TOKEN = re.compile(r"\s*(?:#[^\n]*\s*)*(<->|->|:=|\.\.|[A-Za-z_][A-Za-z_0-9']*|\d+|.)", re.S)
sys.setrecursionlimit(100_000)


def tokens(text):
    found, at = [], 0
    text = re.sub(r"#[^\n]*", "", text).rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        found.append(match.group(1))
        at = match.end()
    return found + [None]


class Parser:
    """Trees are tuples: (operator, …); numbers, names and terms are tuples as well."""

    def __init__(self, text):
        self.list, self.at = tokens(text), 0

    def peek(self):
        return self.list[self.at]

    def take(self, expected=None):
        token = self.list[self.at]
        assert expected is None or token == expected, (expected, self.list[max(0, self.at - 5):self.at + 5])
        self.at += 1
        return token

    def eat(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    # Formulas, loosest first.
    def formula(self):
        left = self.implication()
        while self.eat("<->"):
            left = ("iff", left, self.implication())
        return left

    def implication(self):
        left = self.priority()
        return ("implies", left, self.implication()) if self.eat("->") else left

    def priority(self):
        left = self.disjunction()
        while self.peek() in ("else", "also"):
            left = (self.take(), left, self.disjunction())
        return left

    def disjunction(self):
        left = self.conjunction()
        while self.eat("|"):
            left = ("or", left, self.conjunction())
        return left

    def conjunction(self):
        left = self.prefix()
        while self.eat("&"):
            left = ("and", left, self.prefix())
        return left

    def prefix(self):
        if self.eat("~"):
            return ("not", self.prefix())
        if self.eat("["):
            action = self.term()
            self.take("]")
            return ("exec", action, self.prefix())
        if self.eat("@"):
            action = self.term()
            self.take(":")
            return ("select", action, self.prefix())
        if self.eat("{"):
            strategy = self.formula()
            self.take("}")
            return ("strategy", strategy, self.prefix())
        if self.eat("("):
            inner = self.formula()
            self.take(")")
            return inner
        if self.eat("next"):
            return ("next", self.prefix())
        if self.peek() in ("or", "and") and self.list[self.at + 1] == "(":
            kind = "some" if self.take() == "or" else "every"
            self.take("(")
            bindings = self.bindings()
            self.take(")")
            return (kind, bindings, self.prefix())
        if self.peek() in ("does", "legal"):
            kind = self.take()
            self.take("(")
            action = self.term()
            self.take(")")
            return (kind, action)
        if self.peek() in ("true", "false", "initial", "terminal"):
            return (self.take(),)
        return ("atom", self.term())

    def bindings(self):
        found = [self.binding()]
        while self.eat(","):
            found.append(self.binding())
        return found

    def binding(self):
        name = self.take()
        self.take("in")
        return (name, self.set())

    def set(self):
        if self.eat("{"):
            found = [self.sum()]
            while self.eat(","):
                found.append(self.sum())
            self.take("}")
            return ("list", found)
        if self.eat("agents"):
            return ("agents",)
        if self.eat("actions"):
            if self.eat("("):
                agent = self.sum()
                self.take(")")
                return ("actions", agent)
            return ("actions", None)
        low = self.sum()
        self.take("..")
        return ("range", low, self.sum())

    def sum(self):
        left = self.product()
        while self.peek() in ("+", "-"):
            left = (self.take(), left, self.product())
        return left

    def product(self):
        left = self.factor()
        while self.peek() in ("*", "/"):
            left = (self.take(), left, self.factor())
        return left

    def factor(self):
        if self.eat("-"):
            return ("-", ("number", 0), self.factor())
        if self.eat("("):
            inner = self.sum()
            self.take(")")
            return inner
        if self.peek().isdigit():
            return ("number", int(self.take()))
        return self.term()

    def term(self):
        name, args = self.take(), []
        assert re.match(r"[A-Za-z_]", name), name
        if self.eat("("):
            args.append(self.sum())
            while self.eat(","):
                args.append(self.sum())
            self.take(")")
        return ("term", name, args)

    def range(self):
        return self.bindings() if self.eat("for") else []

    def file(self):
        items = []
        while self.peek() is not None:
            word = self.take()
            if word == "agents":
                names = [self.take()]
                while self.eat(","):
                    names.append(self.take())
                items.append(("agents", names))
            elif word == "const":
                while True:
                    name = self.take()
                    self.take("=")
                    items.append(("const", name, self.sum()))
                    if not self.eat(","):
                        break
            elif word == "action":
                heads = [self.term()]
                while self.eat(","):
                    heads.append(self.term())
                self.take("by")
                owner = self.sum()
                items.append(("action", heads, owner, self.range()))
            elif word == "fluent":
                heads = [self.term()]
                while self.eat(","):
                    heads.append(self.term())
                items.append(("fluent", heads, self.range()))
            elif word == "init":
                atoms = [self.term()]
                while self.eat(",") or self.eat("&"):
                    atoms.append(self.term())
                items.append(("init", atoms, self.range()))
            elif word in ("define", "strategy", "legal", "next"):
                head = self.term()
                self.take(":=")
                items.append((word, head, self.formula()))
            elif word == "terminal":
                self.take(":=")
                items.append(("terminal", self.formula()))
            elif word == "axiom":
                items.append(("axiom", self.formula()))
            else:
                raise AssertionError(word)
            self.take(";")
        return items


def write(name, values):
    return name if not values else f"{name}({','.join(str(v) for v in values)})"


class Program:
    def __init__(self, text):
        self.agents, self.consts, self.macros = [], {}, {}
        self.owner, self.fluents, self.arities = {}, [], set()
        self.start, self.terminal_rule, self.rules, self.axioms = set(), None, {}, []
        self.action_arities = set()
        items = Parser(text).file()
        for item in items:
            if item[0] == "agents":
                self.agents += item[1]
            elif item[0] == "const":
                self.consts[item[1]] = self.value(item[2], {})
            elif item[0] in ("define", "strategy"):
                self.macros[item[1][1], len(item[1][2])] = ([a[1] for a in item[1][2]], item[2])
        for item in items:
            if item[0] == "action":
                for env in self.each(item[3], {}):
                    for head in item[1]:
                        name = write(head[1], [self.value(a, env) for a in head[2]])
                        self.owner[name] = self.value(item[2], env)
                        self.action_arities.add((head[1], len(head[2])))
            elif item[0] == "fluent":
                for env in self.each(item[2], {}):
                    for head in item[1]:
                        self.fluents.append(write(head[1], [self.value(a, env) for a in head[2]]))
                        self.arities.add((head[1], len(head[2])))
        self.actions = list(self.owner)
        self.full = frozenset(self.actions)
        for item in items:
            if item[0] == "init":
                for env in self.each(item[2], {}):
                    self.start |= {write(a[1], [self.value(x, env) for x in a[2]]) for a in item[1]}
            elif item[0] == "terminal":
                self.terminal_rule = item[1]
            elif item[0] in ("legal", "next"):
                self.rules.setdefault(item[0], []).append(item[1:])
            elif item[0] == "axiom":
                self.axioms.append(item[1])
        self.initial = (frozenset(self.start), True)
        self.known = {}

    # Values of arguments.
    def value(self, tree, env):
        kind = tree[0]
        if kind == "number":
            return tree[1]
        if kind in "+-*/":
            a, b = self.value(tree[1], env), self.value(tree[2], env)
            return {"+": a + b, "-": a - b, "*": a * b}[kind] if kind != "/" else a // b
        name, args = tree[1], tree[2]
        if name == "other" and len(args) == 1:
            agent = self.value(args[0], env)
            return self.agents[1 - self.agents.index(agent)]
        if args:
            return write(name, [self.value(a, env) for a in args])
        return env.get(name, self.consts.get(name, name))

    def each(self, bindings, env):
        if not bindings:
            yield env
            return
        (name, domain), rest = bindings[0], bindings[1:]
        for value in self.domain(domain, env):
            yield from self.each(rest, {**env, name: value})

    def domain(self, domain, env):
        kind = domain[0]
        if kind == "range":
            return range(self.value(domain[1], env), self.value(domain[2], env) + 1)
        if kind == "agents":
            return self.agents
        if kind == "list":
            return [self.value(v, env) for v in domain[1]]
        agent = None if domain[1] is None else self.value(domain[1], env)
        return [a for a in self.actions if agent is None or self.owner[a] == agent]

    # The model [ZT15, Def. 1]: rules are looked up by matching patterns.
    def match(self, kind, name):
        head, _, rest = name.partition("(")
        values = rest.rstrip(")").split(",") if rest else []
        for pattern, body in self.rules[kind]:
            if pattern[1] != head or len(pattern[2]) != len(values):
                continue
            env, fits = {}, True
            for arg, value in zip(pattern[2], values):
                value = int(value) if re.fullmatch(r"-?\d+", value) else value
                if arg[0] == "term" and not arg[2] and arg[1] not in self.agents and arg[1] not in self.consts:
                    fits &= env.setdefault(arg[1], value) == value
                else:
                    fits &= self.value(arg, {}) == value
            if fits:
                return body, env
        raise KeyError(name)

    @functools.lru_cache(None)
    def is_terminal(self, state):
        return bool(self.row(self.terminal_rule, {}, state, ()))

    @functools.lru_cache(None)
    def legal(self, state):
        if self.is_terminal(state):
            return frozenset()
        found = []
        for action in self.actions:
            body, env = self.match("legal", action)
            if self.row(body, env, state, ()):
                found.append(action)
        return frozenset(found)

    @functools.lru_cache(None)
    def update(self, state, action):
        true = []
        for atom in self.fluents:
            body, env = self.match("next", atom)
            if action in self.row(body, env, state, ()):
                true.append(atom)
        return frozenset(true), False

    def is_initial(self, state):
        return state[1]

    def holds_atom(self, state, name):
        return name in state[0]

    # Truth [ZT15, Def. 4]: the set of actions at which a formula is true, under a stack of strategies.
    def row(self, tree, env, state, stack):
        key = (id(tree), tuple(sorted(env.items(), key=str)), state, stack)
        if key not in self.known:
            self.known[key] = frozenset(self.decide(tree, env, state, stack))
        return self.known[key]

    def restricted(self, state, stack):
        if not stack:
            return self.legal(state)
        strategy, env = stack[-1]
        below = stack[:-1]
        return self.restricted(state, below) & self.row(Tree.by_id[strategy], dict(env), state, below)

    def decide(self, tree, env, state, stack):
        kind, full, empty = tree[0], self.full, frozenset()
        row = lambda inner, e=env, s=state, k=stack: self.row(inner, e, s, k)
        if kind in ("true", "false"):
            return full if kind == "true" else empty
        if kind == "initial":
            return full if self.is_initial(state) else empty
        if kind == "terminal":
            return full if self.is_terminal(state) else empty
        if kind == "does":
            return full & {self.value(tree[1], env)}
        if kind == "legal":
            return full if self.value(tree[1], env) in self.restricted(state, stack) else empty
        if kind == "atom":
            name, args = tree[1][1], tree[1][2]
            values = [self.value(a, env) for a in args]
            if (name, len(args)) in self.macros:
                parameters, body = self.macros[name, len(args)]
                return row(body, dict(zip(parameters, values)))
            assert (name, len(args)) in self.arities or not self.fluents, name
            return full if self.holds_atom(state, write(name, values)) else empty
        if kind == "not":
            return full - row(tree[1])
        if kind == "and":
            return row(tree[1]) & row(tree[2])
        if kind == "or":
            return row(tree[1]) | row(tree[2])
        if kind == "implies":
            return (full - row(tree[1])) | row(tree[2])
        if kind == "iff":
            return full - (row(tree[1]) ^ row(tree[2]))
        if kind == "else":
            return row(tree[1]) or row(tree[2])
        if kind == "also":
            return row(tree[1]) & row(tree[2]) or row(tree[1])
        if kind == "exec":
            action = self.value(tree[1], env)
            assert action in full, action
            return full if row(tree[2], s=self.update(state, action)) == full else empty
        if kind == "next":
            return {a for a in full if row(tree[1], s=self.update(state, a)) == full}
        if kind == "select":
            return full if self.value(tree[1], env) in row(tree[2]) else empty
        if kind == "strategy":
            Tree.by_id[id(tree[1])] = tree[1]
            return row(tree[2], k=stack + ((id(tree[1]), tuple(sorted(env.items(), key=str))),))
        rows = [row(tree[2], e) for e in self.each(tree[1], env)]
        if kind == "some":
            return empty.union(*rows)
        return full.intersection(*rows)

    # Questions.
    def reachable(self, moves):
        seen, order = {self.initial}, [self.initial]
        for state in order:
            for action in moves(state):
                after = self.update(state, action)
                if after not in seen:
                    seen.add(after)
                    order.append(after)
        return order


class Tree:
    by_id = {}


class Answers:
    """Queries about a program, each by its definition."""

    def __init__(self, text):
        self.program = Program(text)

    def ask(self, text):
        self.parser = Parser(text)
        return getattr(self, self.parser.take())()

    def true_at(self, tree, state):
        return self.program.row(tree, {}, state, ()) == self.program.full

    def allowed(self, tree):
        p = self.program
        return lambda state: [a for a in p.actions if a in p.legal(state) & p.row(tree, {}, state, ())]

    def line(self):
        state = self.program.initial
        if self.parser.eat("after"):
            while True:
                state = self.program.update(state, self.program.value(self.parser.term(), {}))
                if not self.parser.eat(","):
                    break
        return state

    def holds(self):
        tree = self.parser.formula()
        states = self.program.reachable(self.program.legal)
        return all(self.true_at(tree, state) for state in states)

    def check(self):
        state = self.line()
        chosen = self.program.value(self.parser.term(), {}) if self.parser.eat("choosing") else None
        self.parser.take(":")
        row = self.program.row(self.parser.formula(), {}, state, ())
        return row == self.program.full if chosen is None else chosen in row

    def for_agent(self):
        tree = self.parser.formula()
        self.parser.take("for")
        return tree, self.program.value(self.parser.term(), {})

    def own(self, moves, agent):
        return [a for a in moves if self.program.owner[a] == agent]

    def moves(self):
        tree, agent = self.for_agent()
        return self.own(self.allowed(tree)(self.line()), agent)

    def complete(self):
        tree, agent = self.for_agent()
        states = self.program.reachable(self.program.legal)
        stuck = lambda s: self.own(self.program.legal(s), agent) and not self.own(self.allowed(tree)(s), agent)
        return not any(stuck(s) for s in states)

    def deterministic(self):
        tree, agent = self.for_agent()
        states = self.program.reachable(self.program.legal)
        return all(len(self.own(self.allowed(tree)(s), agent)) < 2 for s in states)

    def reach(self):
        states = self.program.reachable(self.allowed(self.parser.formula()))
        if not self.parser.eat(":"):
            return len(states)
        goal = self.parser.formula()
        return sum(self.program.is_terminal(s) and self.true_at(goal, s) for s in states)

    def ensures(self):
        moves = self.allowed(self.parser.formula())
        self.parser.take(":")
        goal = self.parser.formula()
        return self.forced(moves, goal, lambda state, after: all(after))

    def enforces(self):
        agent = self.program.value(self.parser.term(), {})
        self.parser.take("in")
        moves = self.allowed(self.parser.formula())
        self.parser.take(":")
        goal = self.parser.formula()

        def forced(state, after):
            """Others' moves must all be good; if there are none, one of the agent's must be."""
            pairs = list(zip(moves(state), after))
            others = [good for action, good in pairs if self.program.owner[action] != agent]
            return all(others) if others else any(after)

        return self.forced(moves, goal, forced)

    def forced(self, moves, goal, rule):
        """The least set with the good ends that is closed under the rule: rounds until nothing changes."""
        p = self.program
        states = p.reachable(moves)
        after = {s: [p.update(s, a) for a in moves(s)] for s in states}
        good = {s for s in states if not after[s] and p.is_terminal(s) and self.true_at(goal, s)}
        while True:
            more = {s for s in states if s not in good and after[s] and rule(s, [t in good for t in after[s]])}
            if not more:
                return p.initial in good
            good |= more

    def implements(self):
        """[ZT15, Def. 7], word by word, on the reachable states."""
        p = self.program
        strategy = self.parser.formula()
        self.parser.take(";")
        goal = self.parser.formula()
        states = p.reachable(p.legal)
        chosen = lambda s: p.legal(s) & p.row(strategy, {}, s, ())
        first = all(chosen(s) for s in states if p.is_initial(s))
        # {α}(legal(a) -> [a](terminal or some legal)): legality after the move is under α as well.
        second = all(p.is_terminal(t) or chosen(t)
                     for s in states if not p.is_terminal(s)
                     for t in [p.update(s, a) for a in chosen(s)])
        third = all(p.row(strategy, {}, s, ()) <= p.row(goal, {}, s, ())
                    for s in states if p.is_terminal(s))
        return [first, second, third]

    def strategyof(self):
        tree, agent = self.for_agent()
        own = ("some", [("zz", ("actions", ("term", agent, [])))], ("does", ("term", "zz", [])))
        return self.in_random_models(("implies", tree, own))

    def valid(self):
        return self.in_random_models(self.parser.formula())

    def entails(self):
        """All valuations that satisfy the axioms (and theirs after every move), initial or not."""
        p, tree = self.program, self.parser.formula()
        ok = lambda s: all(p.row(axiom, {}, s, ()) == p.full for axiom in p.axioms)
        depth = 3

        def satisfied(state, left):
            return ok(state) and (left == 0 or all(satisfied(p.update(state, a), left - 1) for a in p.actions))
        states = [(frozenset(f for i, f in enumerate(p.fluents) if n >> i & 1), False)
                  for n in range(1 << len(p.fluents))] + [p.initial]
        return all(self.true_at(tree, s) for s in states if satisfied(s, depth))

    def in_random_models(self, tree, rounds=600):
        """No proof, but a random model that refutes the formula is found if there is a simple one."""
        for seed in range(rounds):
            model = RandomModel(self.program, seed)
            if any(model.row(tree, {}, s, ()) != model.full for s in range(model.size)):
                return False
        return True


class RandomModel(Program):
    """A random model of a program's frame."""

    def __init__(self, program, seed):
        for name in ("agents", "consts", "macros", "owner", "actions", "full", "fluents", "arities"):
            setattr(self, name, getattr(program, name))
        self.known = {}
        self.rng = random.Random(seed)
        self.size = 1 + seed % 5
        # State 0 may be initial and is then never reached.
        self.first = self.size > 1 and self.rng.random() < 0.5
        low = 1 if self.first else 0
        density = self.rng.random()
        self.ends = [self.rng.random() < 0.3 for _ in range(self.size)]
        self.after = [{a: self.rng.randrange(low, self.size) for a in self.actions} for _ in range(self.size)]
        self.can = [frozenset(a for a in self.actions if not end and self.rng.random() < density)
                    for end in self.ends]
        self.true = [{} for _ in range(self.size)]

    def is_initial(self, state):
        return self.first and state == 0

    def is_terminal(self, state):
        return self.ends[state]

    def legal(self, state):
        return self.can[state]

    def update(self, state, action):
        return self.after[state][action]

    def holds_atom(self, state, name):
        return self.true[state].setdefault(name, self.rng.random() < 0.5)


def main():
    data = json.load(open(sys.argv[1]))
    answers = {name: Answers(text) for name, text in data["programs"].items()}
    for vector in data["vectors"]:
        answers[vector["program"]].program.known.clear()
        vector["expected"] = answers[vector["program"]].ask(vector["query"])
        print(vector, file=sys.stderr, flush=True)
    lines = ",\n".join(json.dumps(vector) for vector in data["vectors"])
    print(f'{{\n"programs": {json.dumps(data["programs"], indent=1)},\n"vectors": [\n{lines}\n]\n}}')


if __name__ == "__main__":
    main()
