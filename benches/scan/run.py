#!/usr/bin/env python3
"""Scans libraries of Debian 12 and prints what came of it.

usage: run.py WAYFARER DIRECTORY [NAME...]

DIRECTORY gets the sources (kept for the next time) and the scans. In the environment: SECONDS, the time for
each library (300); KEEP=1: scans that there are are kept as far as they hold, and judged by the rules of this version.
"""

import json
import os
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import Sources, print_table, run  # noqa: E402 (the path must be known before)

HEADINGS = ["library", "units", "functions or methods", "visited", "lines", "branches", "paths", "tests", "confirmed",
            "above", "judged", "open", "unusual", "documented", "refuted"]
JUDGEMENTS = ["real", "misuse", "false"]


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:]
    table = tomllib.loads((Path(__file__).parent / "libraries.toml").read_text())
    judged = table.get("judgements", [])
    sources = Sources(work, {name: {"prepare": "true", **it} for name, it in table["packages"].items()})
    work.mkdir(parents=True, exist_ok=True)
    rows, totals = [], Counter()
    for name, described in table["packages"].items():
        if wanted and name not in wanted:
            continue
        if "jars" in described:
            install(described["jars"], described["version"])
        place = work if described["scan"] == [described.get("jars", {}).get("file")] else sources.of(name)
        out = scan(wayfarer, work, place, name, described["scan"])
        rows.append(row(out, name, judged, totals))
        print(" | ".join(rows[-1]), file=sys.stderr)
    print_table([HEADINGS] + rows)
    print(", ".join(f"{count} {what}" for what, count in sorted(totals.items())))


def install(jars, version):
    """Installs the package that a jar is in, unless it is there."""
    if not Path(jars["file"]).exists():
        sudo = [] if os.geteuid() == 0 else ["sudo"]
        named = f"{jars['package']}={version}"
        run([*sudo, "apt-get", "install", "-q", "-y", "--no-install-recommends", named], ".")


def scan(wayfarer, work, directory, name, words):
    """Scans a library; gives the directory of the scan."""
    out = work / "scans" / name
    if not os.environ.get("KEEP"):
        subprocess.run(["rm", "-rf", out], check=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    seconds = os.environ.get("SECONDS", "300")
    command = [wayfarer, "scan", *words, "--time", seconds, "--output", out]
    with open(out.parent / f"{name}.log", "w") as log:
        done = subprocess.run(command, cwd=directory, stdout=log, stderr=log)
    if done.returncode not in (0, 1):
        sys.exit(f"{name}: exit code {done.returncode}; see {log.name}")
    return out


def row(out, name, judged, totals):
    """A line of the table."""
    scan = json.loads((out / "scan.json").read_text())
    units = scan["units"]
    summaries = [json.loads((out / unit["directory"] / "summary.json").read_text())
                 for unit in units if unit["paths"] is not None]
    verdicts = Counter(it["verdict"]["verdict"] for summary in summaries for it in summary["verdicts"])
    classes = Counter(warning["class"] for warning in scan["warnings"])
    judgements = Counter()
    for warning in scan["warnings"]:
        if warning["class"] == "confirmed":
            judgements[judgement(name, warning, judged)] += 1
    totals.update(judgements)
    words = [f"{judgements[it]} {it}" for it in [*JUDGEMENTS, "not judged"] if judgements[it]]
    starts = sum(len(unit["starts"]) for unit in units)
    visited = sum(len(unit["starts"]) for unit in units if unit["state"] in ("visited", "kept"))
    coverage = scan["coverage"]
    return [name, str(len(units)), str(starts), str(visited), share(coverage["lines"]), share(coverage["branches"]),
            f"{sum(it['paths'] for it in summaries):,}", f"{sum(it['tests'] for it in summaries):,}",
            f"{verdicts['confirmed'] + verdicts['confirmed-by-another-way']:,}", str(classes["confirmed"]),
            ", ".join(words) or "-", str(classes["open"]), str(classes["unusual"]), str(classes["documented"]),
            str(classes["refuted"])]


def judgement(package, warning, judged):
    """What was thought of a warning, by its function and kind or exception."""
    function = warning["function"].split("(")[0]
    for it in judged:
        kind = it.get("exception", it.get("kind"))
        of_kind = kind in (warning["exception"], warning["kind"], None)
        if it["package"] == package and function in it["functions"] and of_kind:
            return it["judgement"]
    print(f"{package}: not judged: {warning['kind']} {warning['message']} in {function}", file=sys.stderr)
    return "not judged"


def share(count):
    return f"{round(100 * count['covered'] / count['total'])} %" if count["total"] else "-"


if __name__ == "__main__":
    main()
