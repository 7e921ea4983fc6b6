"""The formula language of `docs/formulas.md`: text and definitions to the table of an evidence file."""

import re

from gdl import Refused

TOKEN = re.compile(r'\s+|(?P<comment>#[^\n]*)|(?P<token><<|>>|->|"(?:[^"\\]|\\.)*"|\w[\w\']*|.)', re.S)
LEVELS = [["->"], ["|"], ["&"], ["+", "-"], ["*"]]
TRUE, FALSE = 0, 1


def tokens_of(text):
    """Returns the tokens of a text with their lines, and the comments with theirs."""
    tokens, comments, line = [], [], 0
    for found in TOKEN.finditer(text):
        if found["comment"]:
            comments.append((found["comment"], line))
        elif found["token"]:
            tokens.append((found["token"], line))
        line += found[0].count("\n")
    return tokens, comments


class Parser:
    """Tokens to trees: tuples whose first part is the kind."""

    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, wanted=None):
        token = self.peek()
        if token is None or wanted is not None and token != wanted:
            raise Refused(f"the formula has {token} where {wanted} is due")
        self.at += 1
        return token

    def expression(self, level=0):
        if level == len(LEVELS):
            return self.prefix()
        left = self.expression(level + 1)
        while self.peek() in LEVELS[level]:
            operator = self.take()
            right = self.expression(level if operator == "->" else level + 1)
            left = (operator, left, right)
        return left

    def prefix(self):
        token = self.peek()
        if token in ("!", "~"):
            self.take()
            return ("!", self.prefix())
        if token == "-":
            self.take()
            return ("negative", self.prefix())
        if token in ("<", "["):
            self.take()
            agent = self.primary()
            self.take(">" if token == "<" else "]")
            times = ("number", 1)
            if self.peek() == "^":
                self.take()
                times = self.primary()
            return (token, agent, times, self.prefix())
        return self.primary()

    def primary(self):
        token = self.take()
        if token == "(":
            inner = self.expression()
            self.take(")")
            return inner
        if token.isdigit():
            return ("number", int(token))
        if not re.match(r'[\w"]', token):
            raise Refused(f"the formula has {token} where a formula is due")
        if self.peek() != "(":
            return ("name", token)
        start = self.at
        self.take("(")
        arguments, depth = [[]], 1
        while depth:
            one = self.take()
            depth += (one == "(") - (one == ")")
            if one == "," and depth == 1:
                arguments.append([])
            elif depth:
                arguments[-1].append(one)
        return ("call", token, arguments, "".join(self.tokens[start:self.at]))


def parse(tokens):
    parser = Parser(tokens)
    tree = parser.expression()
    if parser.peek() is not None:
        raise Refused(f"the formula goes on with {parser.peek()}")
    return tree


def concepts_of(text):
    """Returns the clauses of a file of definitions, by names and numbers of parameters."""
    tokens, comments = tokens_of(text)
    words = [token for token, _ in tokens]
    heads = [i for i, (token, line) in enumerate(tokens) if (i == 0 or tokens[i - 1][1] < line or words[i - 1] == ";") and is_head(words, i)]
    if words and heads[:1] != [0]:
        raise Refused(f"the definitions begin with {words[0]}")
    found, last = {}, -1
    for place, start in enumerate(heads):
        end = heads[place + 1] if place + 1 < len(heads) else len(words)
        equals = words.index("=", start)
        patterns = [word for word in words[start + 2:equals - 1] if word != ","] if words[start + 1] == "(" else []
        body = parse([word for word in words[equals + 1:end] if word != ";"])
        also = [name for comment, line in comments if last < line < tokens[start][1] and comment.startswith("#@ also:") for name in re.findall(r"\w+", comment[8:])]
        last = tokens[start][1]
        key = (words[start], len(patterns))
        found.setdefault(key, []).append((patterns, body))
        for name in also:
            found.setdefault((name, len(patterns)), found[key])
    return found


def is_head(words, at):
    if not re.match(r"[^\W\d]\w*$", words[at]):
        return False
    end = at + 1
    if words[end:end + 1] == ["("]:
        end = words.index(")", end) + 1 if ")" in words[end:] else end
    return words[end:end + 1] == ["="]


class Question:
    """Formulas as numbers: twice the place of a part in `parts`, and one more if it is negated."""

    def __init__(self, layers, roles, asked):
        self.layers, self.roles, self.asked = layers, roles, asked
        first = roles.index(asked)
        self.opponents = roles[first + 1:] + roles[:first]
        self.parts, self.numbers, self.known = [("true",)], {("true",): 0}, {}

    def part(self, *part):
        if part not in self.numbers:
            self.numbers[part] = len(self.parts)
            self.parts.append(part)
        return 2 * self.numbers[part]

    def both(self, left, right):
        if FALSE in (left, right) or left == right ^ 1:
            return FALSE
        if left == TRUE or right == TRUE:
            return right if left == TRUE else left
        return left if left == right else self.part("and", left, right)

    def agent(self, tree, scope):
        if tree[0] == "name" and tree[1] in scope.bound:
            value = scope.bound[tree[1]]
        elif tree[0] == "call" and tree[1] == "B" and len(tree[2]) == 1:
            return self.opponent(self.value(parse(tree[2][0]), scope))
        else:
            value = tree[1] if tree[0] in ("name", "number") else None
        if isinstance(value, str) and value.startswith('"'):
            value = value[1:-1]
        if value == "A":
            return self.asked
        if str(value) in self.roles:
            return str(value)
        opponent = re.fullmatch(r"B([1-9]\d*)?", str(value))
        if not opponent:
            raise Refused(f"{value} is no agent")
        return self.opponent(int(opponent[1] or 1))

    def opponent(self, number):
        if not isinstance(number, int) or not 1 <= number <= len(self.opponents):
            raise Refused(f"there is no opponent {number}")
        return self.opponents[number - 1]

    def value(self, tree, scope):
        """Returns what a tree stands for: `("formula", number)`, a number, or a name."""
        kind = tree[0]
        if kind == "number":
            return tree[1]
        if kind == "negative":
            return -self.value(tree[1], scope)
        if kind in ("+", "-", "*"):
            left, right = self.value(tree[1], scope), self.value(tree[2], scope)
            return left + right if kind == "+" else left - right if kind == "-" else left * right
        if kind == "name" and tree[1] in scope.bound:
            return scope.bound[tree[1]]
        if kind == "name" and tree[1] == "k":
            return len(self.opponents)
        return ("formula", self.formula(tree, scope))

    def formula(self, tree, scope):
        kind = tree[0]
        if kind == "!":
            return self.formula(tree[1], scope) ^ 1
        if kind in ("&", "|", "->"):
            left, right = self.formula(tree[1], scope), self.formula(tree[2], scope)
            return self.both(left, right) if kind == "&" else self.both(left ^ (kind == "|"), right ^ 1) ^ 1
        if kind in ("<", "["):
            agent, times = self.agent(tree[1], scope), self.value(tree[2], scope)
            inner = self.formula(tree[3], scope)
            for _ in range(times):
                inner = self.part("box", agent, inner ^ (kind == "<")) ^ (kind == "<")
            return inner
        if kind == "name":
            return self.named(tree[1], [], tree[1], scope)
        if kind == "call":
            return self.named(tree[1], tree[2], tree[1] + tree[3], scope)
        raise Refused("a number stands where a formula is due")

    def named(self, name, arguments, text, scope):
        """Returns the formula of a parameter, an atom, or the call of a concept."""
        if name in scope.bound and not arguments:
            value = scope.bound[name]
            if not isinstance(value, tuple):
                raise Refused(f"{name} is no formula")
            return value[1]
        if not arguments and name in ("true", "false"):
            return TRUE if name == "true" else FALSE
        if not arguments and name in ("w", "l"):
            return self.part("atom", ("win" if name == "w" else "lost") + f"({self.asked})")
        if name in ("win", "lost", "turn"):
            return self.part("atom", f"{name}({self.agent(parse(arguments[0]), scope)})")
        if name.startswith('"'):
            return self.part("atom", name[1:-1])
        for layer in range(scope.layer, -1, -1):
            clauses = self.layers[layer].get((name, len(arguments)))
            if clauses:
                return self.call(layer, name, clauses, [self.argument(one, scope) for one in arguments])
        if name in ("final", "outcome", "true", "goal"):
            return self.part("atom", text)
        raise Refused(f"there is no concept {name} with {len(arguments)} parameters")

    def argument(self, tokens, scope):
        if len(tokens) == 1 and tokens[0] not in scope.bound and (tokens[0] == "A" or re.fullmatch(r"B\d*", tokens[0]) or tokens[0] in self.roles):
            return self.agent(("name", tokens[0]), scope)
        return self.value(parse(tokens), scope)

    def call(self, layer, name, clauses, values):
        key = (layer, name, tuple(values))
        if key in self.known:
            if self.known[key] is None:
                raise Refused(f"{name} calls itself with the same arguments")
            return self.known[key]
        self.known[key] = None
        for patterns, body in clauses:
            fits = all(pattern == str(value) if pattern.isdigit() else pattern != "k" or value == len(self.opponents) for pattern, value in zip(patterns, values))
            if fits:
                self.known[key] = self.formula(body, Scope(layer, dict(zip(patterns, values))))
                return self.known[key]
        raise Refused(f"no clause of {name} fits {values}")

    def table(self, formula):
        """Returns the lines of the table and, by part, their numbers: parts before wholes, left first."""
        lines, numbers = [], {}

        def visit(part):
            if part in numbers:
                return
            children = [one for one in self.parts[part][1:] if isinstance(one, int)]
            for child in children:
                visit(child // 2)
            shown = [("!" if one % 2 else "") + str(numbers[one // 2]) if isinstance(one, int) else one for one in self.parts[part]]
            numbers[part] = len(lines)
            lines.append(" ".join(shown))
        visit(formula // 2)
        return lines, numbers


class Scope:
    """The file that a tree is from, and the values of the parameters."""

    def __init__(self, layer, bound):
        self.layer, self.bound = layer, bound


def compiled(prelude, definitions, text, roles, asked):
    """Returns the question and the number of the formula of a text."""
    layers = [concepts_of(prelude)] + ([concepts_of(definitions)] if definitions is not None else [])
    question = Question(layers, roles, asked)
    words = [token for token, _ in tokens_of(text)[0]]
    return question, question.formula(parse(words), Scope(len(layers) - 1, {}))
