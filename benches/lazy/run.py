#!/usr/bin/env python3
"""The tables of docs/lazy.md: programs of the paper on lazy expansion, explored lazily and eagerly.

usage: run.py WAYFARER DIRECTORY

DIRECTORY gets generated programs and the runs. SECONDS in the environment is the time for each run (60);
OPERATIONS and TOKENS say up to which size the calculator and the parser of PL/0 are explored (4 and 8).
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import count

PROGRAMS = Path(__file__).resolve().parents[2] / "tests" / "programs"
SECONDS = os.environ.get("SECONDS", "60")
OPERATIONS = int(os.environ.get("OPERATIONS", "4"))
TOKENS = int(os.environ.get("TOKENS", "8"))

# Program, lazy functions, iterations of the paper: of LATEST and of CUTE.
SMALL = [
    ("lazy_strcmp.c", "compare", "-", "-"),
    ("lazy_locate_two.c", "locate", "59", "651"),
    ("lazy_locate_same.c", "locate", "63", "841"),
    ("lazy_strcmp_order.c", "compare", "68", "841"),
]


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    small(wayfarer, work)
    locate(wayfarer, work)
    calculator(wayfarer, work)
    pl0(wayfarer, work)


def small(wayfarer, work):
    rows = [["program", "lazily: paths", "iterations", "paper", "branches", "eagerly: paths", "the paper"]]
    for name, functions, paper, of_cute in SMALL:
        lazily = explore(wayfarer, work, PROGRAMS / name, functions, replay=True)
        eagerly = explore(wayfarer, work, PROGRAMS / name, None)
        iterations = str(lazily["lazy"]["iterations"])
        rows.append([name, paths(lazily), iterations, paper, branches(lazily), paths(eagerly), of_cute])
    print_table(rows)


def locate(wayfarer, work):
    rows = [["length", "lazily: runs and steps", "eagerly: paths", "3n - 1"]]
    text = (PROGRAMS / "lazy_locate.c").read_text()
    for length in [10, 100, 1000]:
        source = work / f"locate{length}.c"
        source.write_text(text.replace("LENGTH = 1000", f"LENGTH = {length}"))
        lazily = explore(wayfarer, work, source, "locate")
        eagerly = explore(wayfarer, work, source, None)
        rows.append([str(length), str(lazily["lazy"]["iterations"]), paths(eagerly), str(3 * length - 1)])
    print_table(rows)


def calculator(wayfarer, work):
    rows = [["operations", "lazily: paths", "valid", "iterations", "seconds", "eagerly: paths", "valid", "seconds"]]
    text = (PROGRAMS / "lazy_calculator.c").read_text()
    for operations in range(1, OPERATIONS + 1):
        source = work / f"calculator{operations}.c"
        source.write_text(text.replace("#define OPERATIONS 2", f"#define OPERATIONS {operations}"))
        row = [str(operations)]
        lazily = explore(wayfarer, work, source, "next_token")
        row += [paths(lazily), valid(lazily), str(lazily["lazy"]["iterations"]), seconds(lazily)]
        eagerly = explore(wayfarer, work, source, None)
        row += [paths(eagerly), valid(eagerly), seconds(eagerly)]
        rows.append(row)
        print(" | ".join(row), file=sys.stderr)
    print_table(rows)


def pl0(wayfarer, work):
    rows = [["tokens", "by the grammar", "lazily: valid", "paths", "iterations", "seconds", "eagerly: valid", "paths"]]
    text = (PROGRAMS / "lazy_pl0.c").read_text()
    for tokens in range(7, TOKENS + 1):
        source = work / f"pl0_{tokens}.c"
        source.write_text(text.replace("#define TOKENS 3", f"#define TOKENS {tokens}"))
        row = [str(tokens), str(count.at_most(tokens))]
        lazily = explore(wayfarer, work, source, "lex,same", time=str(5 * int(SECONDS)))
        row += [valid(lazily), paths(lazily), str(lazily["lazy"]["iterations"]), seconds(lazily)]
        eagerly = explore(wayfarer, work, source, None)
        row += [valid(eagerly), paths(eagerly)]
        rows.append(row)
        print(" | ".join(row), file=sys.stderr)
    print_table(rows)


def explore(wayfarer, work, source, functions, replay=False, time=SECONDS):
    out = work / f"{source.stem}-{'lazy' if functions else 'eager'}"
    command = [str(wayfarer), "explore", str(source), "--all-paths", "--time", time, "--json", "--force", "-o", str(out)]
    if functions:
        command += ["--lazy-functions", functions]
    if not replay:
        command += ["--no-replay"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if not done.stdout:
        sys.exit(done.stderr.decode())
    summary = json.loads(done.stdout)
    summary["directory"] = out
    return summary


def paths(summary):
    """The number of paths, with a mark if they are not all."""
    return f"{summary['paths']:,}" + ("" if summary["exhaustive"] else " of more")


def valid(summary):
    """How many of the tests of a run end with status 0."""
    found = 0
    for test in summary["directory"].glob("test*.json"):
        outcome = json.loads(test.read_text())["outcome"]
        found += outcome.get("kind") == "exit" and outcome.get("status") == 0
    return f"{found:,}"


def seconds(summary):
    return f"{summary['seconds']:.1f}"


def branches(summary):
    covered = summary["coverage"]["branches"]
    return f"{covered['covered']} of {covered['total']}"


def print_table(rows):
    print(f"| {' | '.join(rows[0])} |")
    print("|" + "---|" * len(rows[0]))
    for row in rows[1:]:
        print(f"| {' | '.join(row)} |")
    print()


main()
