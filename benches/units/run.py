#!/usr/bin/env python3
"""Explores functions of libraries of Debian 12 alone, without a harness, and prints what came of it.

usage: run.py WAYFARER DIRECTORY [NAME...]

DIRECTORY gets the sources (kept for the next time) and the runs. In the environment: SECONDS, the time for
each function (30); BEFORE=1 explores each once more without plain values, for the two columns that compare.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import Sources, print_table  # noqa: E402 (the path must be known before)

HEADINGS = ["function", "lines", "branches", "tests", "confirmed", "in one file", "gcc", "clang", "above", "judged",
            "below", "texts", "numbers"]
JUDGEMENTS = ["real", "misuse", "false"]
COMPILERS = ["gcc", "clang-19"]
WARNINGS = "-Wall -Wextra -pedantic"


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:]
    table = tomllib.loads((Path(__file__).parent / "functions.toml").read_text())
    judged = table.get("judgements", [])
    sources = Sources(work, {name: {"prepare": "true", **it} for name, it in table["packages"].items()})
    rows, totals = [], {}
    for package, described in table["packages"].items():
        for function in described["functions"]:
            function = {"name": function} if isinstance(function, str) else function
            if wanted and function["name"] not in wanted:
                continue
            unit = Unit(wayfarer, work, sources.of(package), described, function)
            rows.append(unit.row(judged, totals))
            print(" | ".join(rows[-1]), file=sys.stderr)
    print_table([HEADINGS] + rows)
    print(sums(rows))
    print(", ".join(f"{value} {name}" for name, value in sorted(totals.items())))


class Unit:
    """A function that is explored."""

    def __init__(self, wayfarer, work, directory, package, function):
        self.wayfarer = wayfarer
        self.directory = directory
        self.name = function["name"]
        self.sources = function.get("sources", package["sources"]).split()
        self.cflags = package["cflags"]
        self.output = work / "runs" / self.name

    def explore(self, output, options):
        """The summary of a run, as JSON."""
        output.parent.mkdir(parents=True, exist_ok=True)
        command = [str(self.wayfarer), "explore", *self.sources, "--cflags", self.cflags, "--function", self.name]
        command += [*options, "--time", os.environ.get("SECONDS", "30"), "--json"]
        command += ["--force", "--output", str(output)]
        done = subprocess.run(command, cwd=self.directory, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{shlex.join(command)} in {self.directory} failed:\n{done.stderr[-4000:]}")
        output.with_suffix(".json").write_text(done.stdout)
        return json.loads(done.stdout)

    def row(self, judged, totals):
        """The row of the function in the table."""
        summary = self.explore(self.output, ["--format", "c"])
        confirmed = sum(it["verdict"]["verdict"] == "confirmed" for it in summary["verdicts"])
        above = [it for it in summary["findings"] if not it.get("assumption")]
        below = len(summary["findings"]) - len(above)
        # Those that a run with objects made by calls has beside them.
        above += summary.get("by_calls", [])
        words = [judgement(self.name, finding, judged) for finding in above]
        shown = ", ".join(f"{words.count(it)} {it}" for it in [*JUDGEMENTS, "open"] if it in words)
        for word in words:
            totals[word] = totals.get(word, 0) + 1
        coverage = reached(summary["coverage"])
        plan = json.loads((self.output / "suite.json").read_text())
        file = self.output / plan.get("unit", {}).get("file", "none")
        kept = len(re.findall(r"^static void test_", file.read_text(), re.M)) if file.exists() else 0
        checks = [check(compiler, file, plan) for compiler in COMPILERS]
        values = [shares(self.output)]
        if os.environ.get("BEFORE"):
            before = self.output.with_name(f"{self.output.name}-before")
            self.explore(before, ["--no-plain-values", "--no-replay", "--format", "none"])
            values.insert(0, shares(before))
        texts, numbers = (" → ".join(value[at] for value in values) for at in range(2))
        return [self.name, percent(coverage["lines"]), percent(coverage["branches"]), str(summary["tests"]),
                str(confirmed), str(kept), *checks, str(len(above)), shown or "-", str(below), texts, numbers]


def check(compiler, file, plan):
    """Whether the tests compile without warnings of their own and go as they say, by the command in them."""
    if not file.exists():
        return "-"
    command = plan["unit"]["command_with_sanitizers"]
    command = command.replace("&& cc ", f"&& {compiler} {WARNINGS} ", 1)
    done = subprocess.run(["sh", "-c", command], cwd="/", capture_output=True, text=True)
    warnings = [line for line in done.stderr.splitlines() if file.name in line and "warning: " in line]
    lines = [line for line in done.stdout.splitlines() if re.match(r"(not )?ok ", line)]
    # A finding must be seen, all others pass.
    wrong = [line for line in lines if line.startswith("ok ") == (" # " in line)]
    if not lines:
        return "does not run"
    if warnings or wrong:
        return f"{len(wrong)} otherwise, {len(warnings)} warnings"
    return "ok"


def judgement(function, finding, judged):
    """How a finding was judged: by function, kind and line."""
    file, line = finding["file"], finding["line"]
    for known in judged:
        if (known["function"], known["kind"]) == (function, finding["kind"]) and line in known["lines"]:
            return known["judgement"]
    print(f"{function}: {finding['kind']} at {file}:{line}: {finding['message']}", file=sys.stderr)
    return "open"


def reached(coverage):
    """The coverage of what the function reaches."""
    parts = coverage.get("parts", [])
    wanted = [part for part in parts if part["part"].startswith("what ")]
    return (wanted or parts or [coverage])[0]


def shares(output):
    """The share of texts that can be read, and that of integers below 1,000 in absolute value."""
    texts, numbers = [], []
    for path in sorted(output.glob("test0*.json")):
        for value in json.loads(path.read_text()).get("entry", {}).get("inputs", []):
            data = bytes.fromhex(value["bytes"])
            if value["type"] == "bytes":
                text = data.split(b"\0")[0]
                texts.append(all(0x20 <= byte < 0x7f or byte in b"\t\n" for byte in text))
            elif value["type"] not in ("object", "float", "double", "long double"):
                signed = not value["type"].startswith("u") and value["type"] != "size_t"
                numbers.append(abs(int.from_bytes(data, "little", signed=signed)) < 1000)
    return [f"{sum(all_)} of {len(all_)}" for all_ in (texts, numbers)]


def sums(rows):
    """What all rows say together."""
    tests, confirmed, kept = (sum(int(row[HEADINGS.index(name)]) for row in rows)
                              for name in ["tests", "confirmed", "in one file"])
    good = sum(row[HEADINGS.index(compiler)] == "ok" for row in rows for compiler in ["gcc", "clang"])
    told = f"{tests} tests, {confirmed} confirmed, {kept} in one file; {good} of {2 * len(rows)} files compile and pass"
    for name in ["texts", "numbers"]:
        cells = [row[HEADINGS.index(name)].split(" → ")[-1].split(" of ") for row in rows]
        plain, all_ = (sum(int(cell[at]) for cell in cells) for at in range(2))
        told += f"; {name} {plain} of {all_}" + (f" ({100 * plain / all_:.1f} %)" if all_ else "")
    return told


def percent(count):
    return f"{100 * count['covered'] / count['total']:.0f} %" if count["total"] else "-"


main()
