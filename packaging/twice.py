"""No helper has a second definition: lists functions of one name and one shape in more than one file of core, app and
ui, and ends with 1 where there are any. A shape is the body as tokens, its parameters numbered, so that neither layout
nor the names of parameters tell two apart. Called by packaging/check."""
import collections
import pathlib
import re
import sys

FEWEST_LINES = 3  # shorter ones say no more than their names
ENTRY = re.compile(r"main|(probe|read)([A-Z]\w*)?")  # each reader has its own, and all are called alike
TOKEN = re.compile(r'''//[^\n]*|/\*.*?\*/|\#(?:[^\n\\]|\\.)*|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'
                       |\d(?:'?[\w.])*|\w+|::|->|[^\s\w]''', re.S | re.X)
NO_FUNCTION = {"class", "struct", "enum", "union", "="}
OPEN, CLOSE = "([{", ")]}"


def tokens(text):
    """(token, line) of what is neither a comment nor the preprocessor's."""
    found, line, at = [], 1, 0
    for match in TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if not match[0].startswith(("//", "/*", "#")):
            found.append((match[0], line))
    return found


def closing(found, at):
    """Where the bracket that opens at `at` is closed."""
    depth = 0
    for i in range(at, len(found)):
        depth += (found[i][0] in OPEN) - (found[i][0] in CLOSE)
        if depth == 0:
            return i
    raise ValueError(f"line {found[at][1]}: {found[at][0]} is not closed")


def parameters(words):
    """Their names, in order: the last word of each, before its default."""
    names, depth, last, default = [], 0, None, False
    for word in [*words, ","]:
        depth += (word in "([{<") - (word in ")]}>")
        if word == "," and depth == 0:
            names.append(last)
            last, default = None, False
        elif word == "=":
            default = True
        elif not default and re.match(r"[A-Za-z_]", word):
            last = word
    return [name for name in names if name]


def functions(found):
    """(name, line, lines, shape) of each free function that is defined at namespace scope."""
    head, i = [], 0
    while i < len(found):
        word, line = found[i]
        if word == ";" or word == "}":
            head = []
        elif word == "{":
            words = [found[k][0] for k in head]
            if "namespace" in words or words[:1] == ["extern"]:  # what stands in it is at namespace scope, too
                head = []
            else:
                end = closing(found, i)
                call = words.index("(") if "(" in words else 0
                if call > 0 and not NO_FUNCTION & set(words[:call]) and words[call - 2:call - 1] != ["::"]:
                    last = closing(found, head[call])
                    named = parameters([found[k][0] for k in range(head[call] + 1, last)])
                    number = {name: f"\0{n}" for n, name in enumerate(named)}
                    shape = tuple(number.get(found[k][0], found[k][0]) for k in range(i, end))
                    yield words[call - 1], line, found[end][1] - found[head[0]][1] + 1, shape
                head, i = [], end
        elif word in OPEN:  # a list of parameters, or what a member begins with
            end = closing(found, i)
            head += range(i, end + 1)
            i = end
        else:
            head.append(i)
        i += 1


def main(root):
    defined = collections.defaultdict(list)
    for path in sorted(path for room in ("core", "app", "ui") for path in (root / room).rglob("*.*")):
        if path.suffix not in (".cpp", ".h"):
            continue
        for name, line, lines, shape in functions(tokens(path.read_text())):
            if lines >= FEWEST_LINES and not ENTRY.fullmatch(name):
                defined[name, shape].append(f"{path.relative_to(root)}:{line}")
    twice = {name: places for (name, _), places in defined.items() if len({p.split(":")[0] for p in places}) > 1}
    for name, places in sorted(twice.items()):
        print(f"{name} is defined in {', '.join(places)}")
    if not defined:
        sys.exit("twice: no function found")
    sys.exit(1 if twice else 0)


main(pathlib.Path(sys.argv[1]))
