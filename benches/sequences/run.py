#!/usr/bin/env python3
"""The table of docs/inputs.md: containers in Java whose states are made by sequences of calls, and how many of these are
told apart by each way of matching states.

usage: run.py WAYFARER DIRECTORY

SECONDS in the environment is the time for each run (60); LENGTHS the lengths of sequences ("5 10 15").
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS = os.environ.get("SECONDS", "60")
LENGTHS = os.environ.get("LENGTHS", "5 10 15").split()

METHODS = ["BinTree.remove", "TreeMap.remove", "BinomialHeap.extractMin", "FibHeap.removeMin"]
WAYS = [
    ("not", []),
    ("exact", ["--match-states", "exact"]),
    ("subsumption", ["--match-states", "subsumption"]),
    ("subsumption, `--prune coverage`", ["--match-states", "subsumption", "--prune", "coverage"]),
    ("shape", ["--match-states", "shape"]),
]


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    print("| method | calls | states matched | states | sequences ended | paths | branches | seconds |")
    print("|---|---|---|---|---|---|---|---|")
    for method in METHODS:
        for length in LENGTHS:
            for name, options in WAYS:
                row(wayfarer, work, method, length, name, options)


def row(wayfarer, work, method, length, name, options):
    source = HERE / (method.split(".")[0] + ".java")
    command = [wayfarer, "explore", source, method, "--objects", "calls", "--sequence-length", length]
    command += ["--jobs", "1", "--no-replay", "--no-store", "--format", "none", "--json", "--force"]
    command += ["--time", SECONDS, "-o", work / "run"] + options
    told = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    summary = json.loads(told.stdout)
    matching, branches = summary["state_matching"], summary["machine_branches"]
    ended = "" if "time" not in summary["limits"] else ", stopped"
    cells = [f"`{method}`", length, name, f"{matching['states']:,}" if options else "",
             f"{matching['matched']:,}" if options else "", f"{summary['paths']:,}",
             f"{branches['covered']} of {branches['total']}", f"{summary['seconds']:.1f}{ended}"]
    print("| " + " | ".join(cells) + " |", flush=True)


main()
