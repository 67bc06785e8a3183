"""Mutations of workspaces and of result files, each through `plumbline analyze`. Called by packaging/mutate."""
import collections
import concurrent.futures
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys

CPU_SECONDS = 5  # of the program's own time, so that a busy machine makes no hang
WALL_SECONDS = 60
MEMORY = 4 << 30
PAGE = 16384
LARGEST = 1 << 20  # a result file is cut to so many bytes
EDGES = [0, 1, -1, 2, 7, 255, 2**31 - 1, 2**31, 2**32, 2**53, 2**62 - 1, 2**62, 2**63 - 1, -(2**63), -(2**31), 10**18]
WORDS = [b"NaN", b"-Infinity", b"1e999", b"-1", b"0", b"9" * 40, b"null", b"[", b"{", b"]" * 9, b'"', b"\\u0000", b"\0",
         b"\xff\xfe", b"[[[[[[[[[[", b"\n", b"\r", b",,", b"1e-320", b"18446744073709551616", b"true", b"\xf0\x9f\x92"]
REALS = [0.0, -1.5, 1e308, -1e308, float("inf"), 5e-324]
ENDLESS = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT n FROM r"


def flip_bytes(data, rng):
    for _ in range(rng.choice([1, 1, 2, 8, 64])):
        data[rng.randrange(len(data))] = rng.randrange(256)


def cut(data, rng):
    del data[rng.randrange(len(data)):]


# -- workspaces

def swap_pages(data, rng):
    pages = len(data) // PAGE
    if pages < 3:
        return flip_bytes(data, rng)
    a, b = rng.sample(range(1, pages), 2)
    data[a * PAGE:(a + 1) * PAGE], data[b * PAGE:(b + 1) * PAGE] = (
        data[b * PAGE:(b + 1) * PAGE], data[a * PAGE:(a + 1) * PAGE])


def copy_page(data, rng):
    pages = len(data) // PAGE
    a, b = rng.randrange(1, pages), rng.randrange(1, pages)
    data[a * PAGE:(a + 1) * PAGE] = data[b * PAGE:(b + 1) * PAGE]


def clear_page(data, rng):
    a = rng.randrange(1, len(data) // PAGE)
    data[a * PAGE:(a + 1) * PAGE] = bytes(PAGE)


def head_of_page(data, rng):
    a = rng.randrange(1, len(data) // PAGE) * PAGE
    for _ in range(rng.choice([1, 2, 4])):
        data[a + rng.randrange(64)] = rng.randrange(256)


def change_values(database, rng):
    tables = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
              if not name.startswith("sqlite_")]
    for _ in range(rng.choice([1, 1, 3])):
        table = rng.choice(tables)
        columns = database.execute(f"PRAGMA table_info({table})").fetchall()
        _, name, kind, *_ = rng.choice(columns)
        some = rng.choice(["", f" WHERE random() % {rng.choice([2, 10, 100])} = 0",
                           f" WHERE {name} = (SELECT max({name}) FROM {table})"])
        value = {"INTEGER": lambda: rng.choice(EDGES + [rng.randrange(1000)]),
                 "REAL": lambda: rng.choice(REALS),
                 "TEXT": lambda: rng.choice(["", "x", "{", "\0", "\udcff".encode("utf8", "surrogatepass").decode("latin1"),
                                             "concurrency", "Infinity", "[" * 5000]),
                 "BLOB": lambda: rng.randbytes(rng.choice([0, 1, 7, 8, 64, 4096]))}[kind]()
        database.execute(f"UPDATE OR IGNORE {table} SET {name} = ?{some}", (value,))


def shift_numbers(database, rng):
    table, column = rng.choice([("requests", "run"), ("requests", "finish"), ("runs", "source"), ("sources", "file"),
                                ("members", "configuration"), ("gaps", "request"), ("reported", "run"),
                                ("contexts", "source"), ("requests", "error"), ("typed_loads", "source"),
                                ("gap_cache", "request"), ("gap_cache", "count"), ("requests", "end_ns")])
    shift = rng.choice([1, -1, 1000, 10**9, -(10**9)])
    database.execute(f"UPDATE OR IGNORE {table} SET {column} = {column} + ?", (shift,))


def delete_rows(database, rng):
    table = rng.choice(["files", "sources", "contexts", "runs", "reported", "texts", "requests", "gaps", "gap_cache",
                        "configurations", "members", "settings", "sqlite_sequence"])
    some = rng.choice(["", " WHERE rowid % 2 = 0"]) if table not in ("contexts", "reported", "settings") else ""
    database.execute(f"DELETE FROM {table}{some}")


def change_schema(database, rng):
    table = rng.choice(["files", "sources", "runs", "requests", "texts", "members", "configurations", "gaps"])
    database.executescript(rng.choice([
        f"ALTER TABLE {table} RENAME TO kept; CREATE VIEW {table} AS SELECT * FROM kept",
        f"CREATE VIEW e AS {ENDLESS}; DROP TABLE {table}; CREATE VIEW {table} AS SELECT n AS id FROM e",
        f"CREATE TRIGGER t AFTER INSERT ON {table} BEGIN DELETE FROM requests; END",
        f"ALTER TABLE {table} ADD COLUMN g INTEGER AS (1) VIRTUAL",
        "CREATE VIRTUAL TABLE v USING fts5(x)",
        "DROP INDEX requests_by_run",
        f"DROP TABLE {table}",
        "DROP VIEW readable_gaps; CREATE VIEW readable_gaps AS SELECT 1",
        f"PRAGMA user_version = {rng.choice([0, 1, 3, -5])}",
    ]))


IN_BYTES = [flip_bytes, flip_bytes, swap_pages, swap_pages, copy_page, clear_page, head_of_page, cut]
IN_SQL = [change_values, change_values, change_values, shift_numbers, delete_rows, change_schema]


def mutated_workspace(base, path, rng):
    how = rng.choice(IN_BYTES + IN_SQL)
    if how in IN_BYTES:
        data = bytearray(base.read_bytes())
        how(data, rng)
        path.write_bytes(data)
        return how.__name__
    shutil.copy(base, path)
    database = sqlite3.connect(path)
    try:
        database.execute("PRAGMA foreign_keys = OFF")
        how(database, rng)
        database.commit()
    except sqlite3.Error:
        database.rollback()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return how.__name__


def base_workspaces(program, samples, folder):
    bases = []
    for names in (["two-engines"], ["fresh-and-repeated", "reasoning"], ["speculative", "buffering-proxy"]):
        base = folder / ("-".join(names) + ".plumb")
        base.unlink(missing_ok=True)
        subprocess.run([program, "import", "-o", base, *(samples / name for name in names)], check=False,
                       stdout=subprocess.DEVNULL)
        database = sqlite3.connect(base)
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        bases.append(base)
    return bases


# -- result files

def change_number(data, rng):
    numbers = list(re.finditer(rb"-?\d+(?:\.\d+)?", data[:65536]))
    if not numbers:
        return flip_bytes(data, rng)
    for number in sorted(rng.sample(numbers, min(len(numbers), rng.choice([1, 1, 3]))), key=lambda each: -each.start()):
        data[number.start():number.end()] = rng.choice(WORDS[:6] + [str(edge).encode() for edge in EDGES])


def insert_word(data, rng):
    place = rng.randrange(len(data))
    data[place:place] = rng.choice(WORDS)


def delete_range(data, rng):
    place = rng.randrange(len(data))
    del data[place:place + rng.choice([1, 3, 20, 400])]


def double_range(data, rng):
    place = rng.randrange(len(data))
    data[place:place] = data[place:place + rng.choice([1, 20, 400, 4000])] * rng.choice([1, 1, 50])


def swap_lines(data, rng):
    lines = bytes(data).split(b"\n")
    a, b = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]
    data[:] = b"\n".join(lines)


IN_FILES = [flip_bytes, change_number, change_number, insert_word, delete_range, double_range, swap_lines, cut]


def mutated_file(base, path, rng):
    data = bytearray(base.open("rb").read(LARGEST))
    how = rng.choice(IN_FILES)
    for _ in range(rng.choice([1, 1, 2, 4])):
        if data:
            how(data, rng)
    path.write_bytes(data)
    return how.__name__


def base_files(folder):
    return sorted(each for each in folder.rglob("*") if each.is_file() and 0 < each.stat().st_size < 64 << 20)


# -- running

def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def fate(program, path, home):
    own = {name: str(home) for name in ("HOME", "TMPDIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    try:
        done = subprocess.run([program, "analyze", "--json", path], env={**os.environ, **own}, preexec_fn=limits,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              timeout=WALL_SECONDS)
    except subprocess.TimeoutExpired:
        return "hung", b""
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "hung", done.stderr
    return ("fine" if done.returncode in (0, 1, 2) else "crashed"), done.stderr


def one(program, mode, bases, place, folder, seed, number):
    rng = random.Random(f"{seed} {number}")
    base = rng.choice(bases)
    work = folder / f"work-{number}"
    work.mkdir(exist_ok=True)
    path = work / (base.name if mode == "files" else "w.plumb")
    how = (mutated_file if mode == "files" else mutated_workspace)(base, path, rng)
    said, words = fate(program, path, place)
    if said != "fine":
        kept = folder / f"{said}-{seed}-{number}-{path.name}"
        shutil.move(path, kept)
        print(f"{said}: {kept} ({how} of {base.name}) {words[-200:].decode('utf8', 'replace').strip()}", flush=True)
    shutil.rmtree(work)
    return said, how


def main():
    program, samples, folder, mode, count, seed, *rest = sys.argv[1:]
    folder = pathlib.Path(folder)
    place = folder / "home"
    place.mkdir(parents=True, exist_ok=True)
    program = os.path.abspath(program)
    if mode == "workspaces":
        bases = base_workspaces(program, pathlib.Path(samples), folder)
    else:
        bases = base_files(pathlib.Path(rest[0]))
    totals, kinds = collections.Counter(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for said, how in pool.map(lambda number: one(program, mode, bases, place, folder, seed, number),
                                  range(int(count))):
            totals[said] += 1
            kinds[how] += 1
    print(f"{mode}: tried {sum(totals.values())}, crashed {totals['crashed']}, hung {totals['hung']} (seed {seed}; "
          + ", ".join(f"{kind} {many}" for kind, many in sorted(kinds.items())) + ")")
    return 1 if totals["crashed"] or totals["hung"] else 0


if len(sys.argv) < 7 or sys.argv[4] not in ("workspaces", "files") or (sys.argv[4] == "files") != (len(sys.argv) == 8):
    sys.exit("plumbline: usage: packaging/mutate workspaces N SEED | files N SEED FOLDER")
sys.exit(main())
