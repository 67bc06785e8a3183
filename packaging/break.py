"""Breaks the program at random places, one at a time, and tells which breaks no test sees. Called by packaging/break.

A break flips a comparison, swaps + and -, moves a whole constant by one, negates a condition or deletes a call. What
does not compile is drawn anew. First run the tests of the place's room; if they pass, all of them.
"""
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys

# Where breaks are made, and the folders of the tests that come first.
ROOMS = {"core/measure": ["tests/core/measure", "tests/core/curve"], "core/curve": ["tests/core/curve"],
         "core/judge": ["tests/core/judge"], "core/bound": ["tests/core/bound", "tests/core/curve"],
         "core/ingest": ["tests/core/ingest"], "core/store": ["tests/core/store"], "ui/models": ["tests/models"]}
TEST_SECONDS = 1200
HIDDEN = re.compile(r'//[^\n]*|/\*.*?\*/|^[ \t]*\#[^\n]*|R"(\w*)\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'',
                    re.S | re.M)
COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
# (name, pattern, what it becomes); operators stand between blanks, so that no template and no pointer is one.
BREAKS = [
    ("comparison", re.compile(r"(?<= )(<=|>=|==|!=|<|>)(?= )"), lambda m: COMPARED[m[0]]),
    ("sign", re.compile(r"(?<=[\w)\]] )[+-](?= )"), lambda m: "-" if m[0] == "+" else "+"),
    ("constant", re.compile(r"(?<![\w.'])\d{1,9}(?![\w.'])"), lambda m: str(int(m[0]) + 1)),
    ("condition", re.compile(r"(?<=\bif \()(?!const |auto )[^;{}\n]+(?=\) [^;{}\n]*[;{]$)", re.M), lambda m: f"!({m[0]})"),
    ("call", re.compile(r"^ +(?!return\b|throw\b|delete\b|co_)[\w.:>-]+\([^;{}\n]*\);$", re.M), lambda m: ";"),
]


def places(text):
    """(kind, begin, end, replacement) of each break that can be made."""
    seen = HIDDEN.sub(lambda m: re.sub(r"[^\n]", "\x01", m[0]), text)
    for kind, pattern, becomes in BREAKS:
        for match in pattern.finditer(seen):
            if "\x01" not in match[0] and "static_assert" not in seen[seen.rfind("\n", 0, match.start()):match.start()]:
                yield kind, match.start(), match.end(), becomes(match)


def run(command, tree, seconds=None):
    try:
        done = subprocess.run(command, cwd=tree, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=seconds, check=False)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        return None, f"{late}"


def killers(build, ctest):
    """The tests that fail, or None where all pass."""
    status, said = run(["ctest", "--test-dir", build, "-j2", "--no-tests=error", *ctest], ".",
                       TEST_SECONDS)
    if status == 0:
        return None
    failed = re.findall(r"^\s*\d+ - (\S+) \(", said, re.M)
    return failed or [f"ctest: {said.strip().splitlines()[-1] if said.strip() else status}"]


def first_tests(build, room):
    """Builds the tests that come first; ctest's words for them, or None where something does not compile."""
    tests = ROOMS[room]
    if run(["ninja", "-C", build, *(f"{folder}/all" for folder in tests)], ".")[0] != 0:
        return None
    names = sorted(path.name for folder in tests for path in (build / folder).glob("test_*") if os.access(path, os.X_OK))
    return ["-R", f"^({'|'.join(names)})$"]


def judge(build, room):
    """What becomes of the break that stands in the tree: None where it does not compile."""
    tests = first_tests(build, room)
    if tests is None:
        return None
    seen = killers(build, tests)
    if seen is None:
        if run(["ninja", "-C", build], ".")[0] != 0:
            return None
        seen = killers(build, [])
    return "SURVIVED" if seen is None else "killed by " + " ".join(seen)


def draw(tree, rooms, rng):
    """A room, a source in it and a break there: each source as likely as it has places."""
    room = rng.choice(rooms)
    every = []
    for path in sorted((tree / room).rglob("*.cpp")):
        text = path.read_text()
        every += [(path, text, place) for place in places(text)]
    kinds = sorted({place[0] for _, _, place in every})
    kind = rng.choice(kinds)  # else constants alone would be drawn
    return room, *rng.choice([each for each in every if each[2][0] == kind])


def copy(root, tree):
    """The files that git knows. What is alike keeps its time, and is not built again."""
    root, tree = pathlib.Path(root), pathlib.Path(tree)
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], check=True, capture_output=True).stdout.decode()
    wanted = {name for name in listed.split("\0") if name and (root / name).is_file()}
    for old in [path for path in tree.rglob("*") if path.is_file() and str(path.relative_to(tree)) not in wanted]:
        old.unlink()
    for name in wanted:
        there = tree / name
        if not there.is_file() or there.read_bytes() != (root / name).read_bytes():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(root / name, there)


def breaks(tree, build, wanted, seed, *rooms):
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))  # what is broken is mended first
    tree, build, rng = pathlib.Path(tree), pathlib.Path(build), random.Random(int(seed))
    rooms = list(rooms) or list(ROOMS)
    for room in rooms:  # else each break would seem to be seen
        tests = first_tests(build, room)
        seen = ["the build"] if tests is None else killers(build, tests)
        if seen:
            sys.exit(f"{room}: fails without a break: {' '.join(seen)}")
    told = lived = 0
    while told < int(wanted):
        room, path, text, (kind, begin, end, becomes) = draw(tree, rooms, rng)
        path.write_text(text[:begin] + becomes + text[end:])
        try:
            fate = judge(build, room)
        finally:
            path.write_text(text)
        if fate is None:
            continue
        told += 1
        lived += fate == "SURVIVED"
        print(f"{path.relative_to(tree)}:{text.count(chr(10), 0, begin) + 1}: {kind}: "
              f"'{text[begin:end].strip()}' became '{becomes}': {fate}", flush=True)
    print(f"{told} places, {lived} survived")
    sys.exit(1 if lived else 0)


{"copy": copy, "run": breaks}[sys.argv[1]](*sys.argv[2:])
