"""Games described in GDL, evaluated by SWI-Prolog.

The rules become Prolog clauses, as they stand: `true` and `does` are facts that are set anew for every
position, `not` is negation as failure, `distinct` is `\\==`, relations that depend on themselves are tabled.
A position is the sorted list of its facts as text."""

import re
import shutil
import subprocess
import tempfile
from collections import namedtuple

Look = namedtuple("Look", "over legal goals")

DRIVER = r"""
:- use_module(library(readutil)).
kif(T) :- atomic(T), !, write(T).
kif(T) :- T =.. [F|As], write('('), write(F), forall(member(A, As), (write(' '), kif(A))), write(')').
line(Key, Ts) :- sort(Ts, Set), write(Key), forall(member(T, Set), (write('\t'), kif(T))), nl.
set(Facts) :- retractall(g_true(_)), forall(member(F, Facts), assertz(g_true(F))), abolish_all_tables.
answer(roles) :- forall(g_role(R), line(role, [R])).
answer(init) :- findall(F, g_init(F), Fs), line(facts, Fs).
answer(look(Facts)) :- set(Facts), ( g_terminal -> line(terminal, [yes]) ; true ),
    forall(g_role(R), (
        findall(M, g_legal(R, M), Ms), line(R, Ms),
        findall(V, g_goal(R, V), Vs), line(goal, Vs))).
answer(next(Facts, Joint)) :- set(Facts), retractall(g_does(_, _)),
    forall(member(R-M, Joint), assertz(g_does(R, M))),
    findall(F, g_next(F), Fs), line(facts, Fs), retractall(g_does(_, _)).
loop :- repeat, read(T), ( T == end_of_file -> ! ; ( catch(answer(T), E, (print_message(error, E), line(error, [E]))) -> true ; line(error, [failed]) ), write(end), nl, flush_output, fail ).
"""


class Refused(Exception):
    """The evidence is not valid."""


class NoOpinion(Exception):
    """The evidence may be valid, but this verifier cannot say."""


def parse_kif(text):
    """Returns the expressions of a text: words in lower case, and lists."""
    text = re.sub(r";[^\n]*", "", text).lower()
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise Refused("a parenthesis closes nothing")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    if len(stack) > 1:
        raise Refused("a parenthesis is never closed")
    return stack[0]


def kif(term):
    """Returns a term as text."""
    return term if isinstance(term, str) else "(" + " ".join(map(kif, term)) + ")"


def infix(term):
    """Returns a term as formulas name it: `cell(1,1,x)`."""
    return term if isinstance(term, str) else term[0] + "(" + ",".join(map(infix, term[1:])) + ")"


def quoted(word):
    return "'" + word.replace("\\", "\\\\").replace("'", "\\'") + "'"


def variables(term):
    if isinstance(term, str):
        return {term} if term.startswith("?") else set()
    return set().union(*map(variables, term), set())


def prolog(term, names):
    """Returns a term as Prolog text; `names` maps variables to those of the clause."""
    if isinstance(term, str):
        return names.setdefault(term, f"V{len(names)}") if term.startswith("?") else quoted(term)
    if len(term) == 1:
        return quoted(kif(term))
    return quoted(term[0]) + "(" + ",".join(prolog(part, names) for part in term[1:]) + ")"


def signature(atom):
    return (atom, 0) if isinstance(atom, str) else (atom[0], len(atom) - 1)


def relation(atom, names):
    """Returns a relation as Prolog text. The prefix keeps it apart from what Prolog defines itself."""
    name, count = signature(atom)
    arguments = ",".join(prolog(part, names) for part in atom[1:]) if count else ""
    return quoted("g_" + name) + (f"({arguments})" if count else "")


def disjuncts(body):
    """Returns the bodies without `or` that a body stands for."""
    for place, literal in enumerate(body):
        if isinstance(literal, list) and literal and literal[0] in ("or", "and"):
            choices = [[part] for part in literal[1:]] if literal[0] == "or" else [literal[1:]]
            return [whole for part in choices for whole in disjuncts(body[:place] + part + body[place + 1:])]
        if isinstance(literal, list) and literal[:1] == ["not"] and isinstance(literal[1], list) and literal[1][0] in ("or", "and"):
            parts = [["not", part] for part in literal[1][1:]]
            inner = ["and" if literal[1][0] == "or" else "or", *parts]
            return disjuncts(body[:place] + [inner] + body[place + 1:])
    return [body]


def waits(literal):
    """Returns whether all variables of a literal must have values before it is asked."""
    return isinstance(literal, list) and literal[0] in ("not", "distinct")


def in_order(body):
    """Returns the literals of a body, `not` and `distinct` as soon as their variables have values."""
    done, bound, left = [], set(), [literal for literal in body if waits(literal)]
    for literal in [None, *(literal for literal in body if not waits(literal))]:
        if literal is not None:
            done.append(literal)
            bound |= variables(literal)
        ready = [one for one in left if variables(one) <= bound]
        left = [one for one in left if one not in ready]
        done += ready
    if left:
        raise Refused(f"a variable of {kif(left[0])} has no value")
    return done


def goal_text(literal, names):
    if waits(literal) and literal[0] == "not":
        return f"\\+ {relation(literal[1], names)}"
    if waits(literal):
        return f"{prolog(literal[1], names)} \\== {prolog(literal[2], names)}"
    return relation(literal, names)


def recursive(needs):
    """Returns the relations that depend on themselves."""
    def reached(start):
        seen, todo = set(), list(needs.get(start, ()))
        while todo:
            one = todo.pop()
            if one not in seen:
                seen.add(one)
                todo += needs.get(one, ())
        return seen
    return {one for one in needs if one in reached(one)}


class Rules:
    """A description: clauses in Prolog, and what can be read off the text."""

    def __init__(self, text):
        self.rules = []
        for form in parse_kif(text):
            head, body = (form[1], form[2:]) if form[0] == "<=" else (form, [])
            self.rules += [(head, part) for part in disjuncts(body)]

    def bodies(self):
        """Yields every literal of every body, without its negation, with the head above it."""
        for head, body in self.rules:
            for literal in body:
                negated = isinstance(literal, list) and literal[0] == "not"
                yield head, literal[1] if negated else literal

    def program(self):
        clauses, needs, mentioned = {}, {}, set()
        for head, body in self.rules:
            names = {}
            goals = [goal_text(literal, names) for literal in in_order(body)]
            text = relation(head, names) + (" :- " + ", ".join(goals) if goals else "")
            clauses.setdefault(signature(head), []).append(text + ".")
        for head, literal in self.bodies():
            if not (isinstance(literal, list) and literal[0] == "distinct"):
                mentioned.add(signature(literal))
                needs.setdefault(signature(head), set()).add(signature(literal))
        fixed = {("terminal", 0), ("goal", 2), ("legal", 2), ("next", 1), ("role", 1), ("init", 1), ("true", 1), ("does", 2)}
        lines = [f":- dynamic({quoted('g_' + name)}/{count})." for name, count in sorted((mentioned | fixed) - set(clauses))]
        lines += [f":- table({quoted('g_' + name)}/{count})." for name, count in sorted(recursive(needs) & set(clauses))]
        return "\n".join([":- style_check(-singleton)."] + lines + [clause for key in clauses for clause in clauses[key]] + [DRIVER])

    def best_goal(self, role):
        """Returns the greatest goal that a rule names for a role."""
        values = []
        for head, _ in self.rules:
            if signature(head) == ("goal", 2) and (head[1] == role or head[1].startswith("?")):
                if not str(head[2]).isdigit():
                    raise NoOpinion("a rule computes goals, so that the best one is not in the text")
                values.append(int(head[2]))
        return max(values, default=100)

    def control(self, roles):
        """Returns the relation whose facts `(R ROLE)` say who is on turn, if exactly one can."""
        found = set()
        for head, _ in self.rules:
            if signature(head) == ("init", 1) and isinstance(head[1], list) and len(head[1]) == 2 and head[1][1] in roles:
                found.add(head[1][0])
        return found.pop() if len(found) == 1 else None

    def rotates(self, control):
        """Returns whether who is on turn next depends on nothing but who is now."""
        static = self.static()
        for head, body in self.rules:
            if signature(head) == ("next", 1) and (not isinstance(head[1], list) or head[1][0] == control):
                for literal in body:
                    inner = literal[1] if literal[0] == "not" else literal
                    turns = inner[0] == "true" and isinstance(inner[1], list) and inner[1][0] == control
                    if not turns and inner[0] != "distinct" and signature(inner) not in static:
                        return False
        return True

    def static(self):
        """Returns the relations that are the same in all positions."""
        defined = {signature(head) for head, _ in self.rules}
        changing = {("true", 1), ("does", 2)}
        while True:
            more = {signature(head) for head, literal in self.bodies() if signature(literal) in changing} - changing
            if not more:
                return defined - changing
            changing |= more


class Game:
    """A game in GDL."""

    def __init__(self, text):
        program = shutil.which("swipl")
        if program is None:
            raise NoOpinion("there is no swipl: it is in the package swi-prolog-nox")
        self.rules = Rules(text)
        self.file = tempfile.NamedTemporaryFile("w", suffix=".pl")
        self.file.write(self.rules.program())
        self.file.flush()
        command = [program, "-q", "-f", self.file.name, "-g", "loop", "-t", "halt"]
        self.prolog = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.looks, self.nexts = {}, {}
        self.roles = [line[1] for line in self.ask("roles")]
        if "random" in self.roles:
            raise NoOpinion("there is chance in this game")
        self.initial = self.position(self.ask("init"))
        self.control = self.rules.control(self.roles)
        self.rotation = self.control is not None and len(self.roles) > 1 and self.passes_on()

    def close(self):
        self.prolog.stdin.close()
        self.prolog.wait()
        self.prolog.stdout.close()

    def ask(self, question):
        """Asks Prolog. Returns the lines of its answer, each a list of texts."""
        self.prolog.stdin.write(question + ".\n")
        self.prolog.stdin.flush()
        lines = []
        for line in self.prolog.stdout:
            fields = line.rstrip("\n").split("\t")
            if fields[0] == "end":
                return lines
            if fields[0] == "error":
                raise NoOpinion(f"Prolog: {fields[1:]}")
            lines.append(fields)
        raise NoOpinion("Prolog has ended")

    def position(self, lines):
        return tuple(sorted(lines[0][1:]))

    def terms(self, facts):
        return "[" + ",".join(prolog(parse_kif(fact)[0], {}) for fact in facts) + "]"

    def look(self, state):
        """Returns whether the play is over in a state, and moves and goals of every role."""
        if state not in self.looks:
            lines = self.ask(f"look({self.terms(state)})")
            terminal = bool(lines) and lines[0][0] == "terminal"
            of_roles = lines[1:] if terminal else lines
            legal = {line[0]: line[1:] for line in of_roles[0::2]}
            goals = {line[0]: min(map(int, values[1:]), default=0) for line, values in zip(of_roles[0::2], of_roles[1::2])}
            self.looks[state] = Look(terminal or not all(legal.values()), legal, goals)
        return self.looks[state]

    def next(self, state, joint):
        """Returns the state after a move of every role."""
        if (state, joint) not in self.nexts:
            moves = ",".join(f"{quoted(role)}-{prolog(parse_kif(move)[0], {})}" for role, move in zip(self.roles, joint))
            self.nexts[state, joint] = self.position(self.ask(f"next({self.terms(state)},[{moves}])"))
        return self.nexts[state, joint]

    def wins(self, state, role):
        look = self.look(state)
        return look.over and look.goals[role] >= self.rules.best_goal(role)

    def turn(self, state):
        """Returns the role on turn: the one that has a choice, or whom the control fact names."""
        look = self.look(state)
        choosers = [role for role in self.roles if len(look.legal[role]) > 1]
        if len(choosers) > 1:
            raise NoOpinion("two roles have a choice in a position, so that this is no game of turns")
        if choosers or len(self.roles) == 1:
            return choosers[0] if choosers else self.roles[0]
        named = [role for role in self.roles if f"({self.control} {role})" in state]
        if len(named) != 1:
            raise NoOpinion("nobody has a choice in a position, and no fact says who is on turn")
        return named[0]

    def passes_on(self):
        """Returns whether the fact of every role becomes that of another one, whatever else is true."""
        if not self.rules.rotates(self.control):
            return False
        after = []
        for role in self.roles:
            facts = self.next((f"({self.control} {role})",), tuple("noop" for _ in self.roles))
            own = [fact for fact in facts if fact.startswith(f"({self.control} ")]
            after += own if own != [f"({self.control} {role})"] else []
        return sorted(after) == sorted(f"({self.control} {role})" for role in self.roles)

    def as_if_on_turn(self, state, role):
        """Returns the state with another role on turn, or None if the rules do not say what that means."""
        now = f"({self.control} {self.turn(state)})"
        if not self.rotation or now not in state:
            return None
        return tuple(sorted({fact for fact in state if fact != now} | {f"({self.control} {role})"}))

    def moves(self, state, role):
        """Returns the moves of a role with the states that they lead to, also if it is not on turn."""
        look = self.look(state)
        if look.over:
            return {}
        if self.turn(state) != role:
            state = self.as_if_on_turn(state, role)
            if state is None:
                return {}
            look = self.look(state)
            if any(not look.legal[other] for other in self.roles):
                raise NoOpinion("a role has no move in a position where the turn was exchanged")
        forced = {other: look.legal[other][0] for other in self.roles}
        return {move: self.next(state, tuple(move if other == role else forced[other] for other in self.roles)) for move in look.legal[role]}
