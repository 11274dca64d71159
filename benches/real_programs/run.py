#!/usr/bin/env python3
"""Explores real programs of Debian 12 and prints what their native runs confirm.

usage: run.py WAYFARER DIRECTORY [NAME...]

DIRECTORY gets the sources (kept for the next time) and the runs. SECONDS in the environment is the time
for each program (60).
"""

import json
import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import Sources, print_table  # noqa: E402 (the path must be known before)

VERDICTS = ["confirmed", "confirmed-by-another-way", "inconclusive", "not-reproduced", "not-replayed"]
HEADINGS = ["program", "tests", "confirmed", "by another way", "inconclusive", "not reproduced", "not replayed",
            "errors", "lines", "own lines", "own branches", "seconds"]


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:]
    # What makes packages ready builds some of them with it.
    os.environ["WAYFARER"] = str(wayfarer)
    table = tomllib.loads((Path(__file__).parent / "programs.toml").read_text())
    sources = Sources(work, table["packages"])
    rows = []
    for program in table["programs"]:
        if wanted and program["name"] not in wanted:
            continue
        directory = sources.of(program["package"])
        package = table["packages"][program["package"]]
        summary = explore(wayfarer, program, package, directory, work)
        rows.append(row(program, summary, directory, work))
        print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
    print_table([HEADINGS] + rows)


def explore(wayfarer, program, package, directory, work):
    """The summary of a run, as JSON."""
    output = work / "runs" / program["name"]
    output.parent.mkdir(exist_ok=True)
    command = [str(wayfarer), "explore"]
    if "binary" in program:
        command += [program["binary"]]
    else:
        command += source_options(program, package)
    command += ["--program-name", program.get("called", program["name"])]
    command += shlex.split(program["options"])
    command += ["--time", os.environ.get("SECONDS", "60"), "--format", "none", "--json"]
    command += ["--force", "--output", str(output)]
    done = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{shlex.join(command)} in {directory} failed:\n{done.stderr[-4000:]}")
    (work / "runs" / f"{output.name}.json").write_text(done.stdout)
    return json.loads(done.stdout)


def source_options(program, package):
    """The sources of a program that no build has linked, and how they are compiled."""
    files = package.get("sources", "").split() + program.get("sources", "").split()
    members = package.get("members", "").split() + program.get("members", "").split()
    files += [f"{package['library']}/{member}.c" for member in members]
    options = [*files, "--cflags", package["cflags"]]
    return options + ["--cflags", program["cflags"]] if "cflags" in program else options


def own_coverage(program, directory, work):
    """Of the program's own sources, as lcov has it: shares of lines and of branches."""
    own = {str(directory / source) for source in program.get("own", program.get("sources", "")).split()}
    lines, branches, inside = [], [], False
    for line in (work / "runs" / program["name"] / "coverage.lcov").read_text().splitlines():
        key, _, rest = line.partition(":")
        if key == "SF":
            inside = rest in own
        elif inside and key == "DA":
            lines.append(rest.split(",")[1] != "0")
        elif inside and key == "BRDA":
            branches.append(rest.split(",")[3] not in ("0", "-"))
    return [f"{100 * sum(marks) / len(marks):.0f} %" if marks else "-" for marks in (lines, branches)]


def row(program, summary, directory, work):
    """The row of a program in the table."""
    told = [verdict["verdict"]["verdict"] for verdict in summary["verdicts"]]
    counts = [told.count(name) for name in VERDICTS]
    counts[-1] += summary["tests"] - len(told)
    errors = [finding["verdict"] for finding in summary["findings"]]
    shown = ", ".join(f"{errors.count(name)} {name}" for name in sorted(set(errors))) or "none"
    lines = summary["coverage"]["lines"]
    return [program["name"], str(summary["tests"]), *map(str, counts), shown,
            f"{100 * lines['covered'] / max(1, lines['total']):.0f} %", *own_coverage(program, directory, work),
            f"{summary['seconds']:.0f}"]


main()
