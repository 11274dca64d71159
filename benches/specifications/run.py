#!/usr/bin/env python3
"""How long search orders take to the first violation of a specification: the tables of docs/specifications.md.

usage: run.py WAYFARER DIRECTORY [NAME…]

NAMEs are programs of this folder and of protocols (all); each folder has a table. DIRECTORY gets the runs. In the environment:
SECONDS, the limit of each run (10), SEED (1), and JOBS, the runs side by side (all cores). Runs of one program are next to each other,
so that load from elsewhere meets all orders alike.
"""

import json
import os
import re
import shutil
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from debian import print_table  # noqa: E402 (the path must be known before)

FOLDER = Path(__file__).resolve().parent
GROUPS = [FOLDER, FOLDER / "protocols"]
SECONDS = float(os.environ.get("SECONDS", "10"))
SEED = os.environ.get("SEED", "1")
JOBS = int(os.environ.get("JOBS") or os.cpu_count() or 1)
GUIDED, MIXTURE = "specification", "specification:3,random-path"
# Search orders and a default that do not know of specifications.
OTHERS = ["coverage-new", "nearest-uncovered", "cfg-directed", "generational", "new-data", "branch-distance", "subpath",
          "fewest-visits", "priority", "dfs", "bfs", "random-node", "random-path",
          "nearest-uncovered,new-data,branch-distance"]


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    groups = [(folder, programs_of(folder, sys.argv[3:])) for folder in GROUPS]
    with ThreadPoolExecutor(JOBS) as pool:
        runs = {(it, order): pool.submit(run, wayfarer, work, it, order)
                for _, programs in groups for it in programs for order in [GUIDED, MIXTURE, *OTHERS]}
        for folder, programs in groups:
            if programs:
                report(folder, programs, runs)


def programs_of(folder, names):
    programs = sorted([*folder.glob("*.c"), *folder.glob("*.java")], key=lambda it: it.name.lower())
    return [it for it in programs if not names or it.stem in names]


def report(folder, programs, runs):
    rows = [["program", "lines", GUIDED, MIXTURE, "the best other order", "times faster"]]
    ratios = []
    for program in programs:
        results = {order: runs[program, order].result() for order in [GUIDED, MIXTURE, *OTHERS]}
        best = min(OTHERS, key=lambda order: results[order][1])
        mixture, other = results[MIXTURE], results[best]
        ratio, text = times_faster(mixture, other)
        ratios.append(ratio)
        name = f"{best}: {cell(other)}" if other[2] else cell(other)
        lines = len(program.read_text().splitlines())
        rows.append([program.name, str(lines), cell(results[GUIDED]), cell(mixture), name, text])
        found = ", ".join(f"{order} {cell(result)}" for order, result in results.items() if result[2])
        print(f"{program.name}: {found or 'nothing'}", file=sys.stderr, flush=True)
    print(f"## {folder.name}\n")
    print_table(rows)
    print(f"\nMedian: {statistics.median(ratios):.1f} times faster (a run without a violation counts as {SECONDS:g} s).\n", flush=True)


def run(wayfarer, work, program, order):
    """Paths, seconds, and whether a violation was found."""
    head = program.read_text()
    words = []
    for key in ["explore", "options"]:
        for line in re.findall(rf"^// {key}: (.*)$", head, re.MULTILINE):
            words += line.split()
    # Class paths cannot have colons.
    out = work / f"{program.stem}-{order}".replace(":", "-")
    flags = [] if program.suffix == ".java" else ["--cflags", f"-I{program.parent}"]
    command = [wayfarer, "explore", program.name, *words, *flags, "--strategy", order, "--max-findings", "1", "--jobs", "1",
               "--seed", SEED, "--time", str(SECONDS), "--no-replay", "--format", "none", "--json", "--output", out]
    result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=program.parent)
    shutil.rmtree(out, ignore_errors=True)
    if result.returncode not in (0, 1, 4):
        sys.exit(f"{program.name}, {order}: status {result.returncode}: {result.stderr}")
    summary = json.loads(result.stdout)
    kinds = {finding["kind"] for finding in summary["findings"]}
    if kinds - {"specification-violation"}:
        print(f"{program.name}, {order}: found {kinds}, which is no violation", file=sys.stderr, flush=True)
        return summary["paths"], SECONDS, False
    seconds = summary["seconds"] if kinds else max(SECONDS, summary["seconds"])
    return summary["paths"], seconds, bool(kinds)


def times_faster(mixture, other):
    """How many times faster the mixture was, and what to say of it. No violation: it was at least as slow as the limit."""
    ratio = other[1] / max(mixture[1], 0.01)
    if not mixture[2]:
        return (min(ratio, 1.0), "at most " + f"{ratio:.1f}") if other[2] else (1.0, "neither")
    return ratio, f"{ratio:.1f}" if other[2] else f"at least {ratio:.1f}"


def cell(result):
    paths, seconds, found = result
    return f"{paths:,} paths, {seconds:.1f} s" if found else "none"


main()
