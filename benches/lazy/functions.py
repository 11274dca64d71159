#!/usr/bin/env python3
"""The table of docs/lazy.md on functions of libraries: branches covered lazily and eagerly in the same time.

usage: functions.py WAYFARER DIRECTORY [NAME...]

DIRECTORY gets the sources (kept for the next time) and the runs. SECONDS in the environment is the time for each
run (60). The libraries are those of benches/units.
"""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import Sources, print_table  # noqa: E402 (the path must be known before)

# Package, function, its sources where they are not those of the package.
FUNCTIONS = [
    ("cjson", "cJSON_Compare", None),
    ("cjson", "parse_number", None),
    ("cjson", "utf16_literal_to_utf8", None),
    ("hiredis", "sdssplitargs", None),
    ("http-parser", "http_parse_host", None),
    ("http-parser", "http_parser_parse_url", None),
    ("libbsd", "expand_number", "src/expand_number.c"),
    ("libbsd", "humanize_number", "src/humanize_number.c"),
    ("libbsd", "strnstr", "src/strnstr.c"),
    ("libcsv", "csv_parse", None),
]


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:]
    units = tomllib.loads((Path(__file__).parents[1] / "units" / "functions.toml").read_text())
    packages = {name: {"prepare": "true", **it} for name, it in units["packages"].items()}
    sources = Sources(work, packages)
    rows = [["function", "branches", "lazily", "paths", "seconds", "eagerly", "paths", "seconds"]]
    for package, function, files in FUNCTIONS:
        if wanted and function not in wanted:
            continue
        described = packages[package]
        command = [str(wayfarer), "explore", *(files or described["sources"]).split()]
        command += ["--cflags", described["cflags"], "--function", function]
        lazily = explore(command + ["--lazy-functions", "*"], sources.of(package), work / f"{function}-lazily")
        eagerly = explore(command, sources.of(package), work / f"{function}-eagerly")
        total = branches(lazily, function)["total"]
        row = [function, str(total)]
        for summary in (lazily, eagerly):
            covered = branches(summary, function)["covered"]
            row += [str(covered), f"{summary['paths']:,}", f"{summary['seconds']:.1f}"]
        rows.append(row)
        print(" | ".join(row), file=sys.stderr)
    print_table(rows)


def explore(command, directory, output):
    """The summary of a run, as JSON."""
    output.parent.mkdir(parents=True, exist_ok=True)
    command = command + ["--time", os.environ.get("SECONDS", "60"), "--json", "--no-store", "--format", "none"]
    done = subprocess.run([*command, "--force", "--output", str(output)], cwd=directory, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{command} in {directory} failed:\n{done.stderr[-4000:]}")
    return json.loads(done.stdout)


def branches(summary, function):
    """The branches of the function itself, counted when its tests are run natively."""
    for part in summary["coverage"]["parts"]:
        if part["part"] == function:
            return part["branches"]
    sys.exit(f"no coverage of {function}: {summary['coverage']}")


main()
