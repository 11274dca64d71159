#!/usr/bin/env python3
"""Explores libraries of Debian 12 with `--spec libc` and `--spec jdk`: the tables of docs/specifications.md.

usage: run.py WAYFARER DIRECTORY [NAME…]

NAMEs are libraries of libraries.toml (all). DIRECTORY gets the libraries (kept for the next time) and the runs. In the environment:
SECONDS, for each library (60). Ends with 1 if there is a violation, or a test that is not confirmed.
"""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from debian import Sources, print_table, run  # noqa: E402 (the path must be known before)

FOLDER = Path(__file__).resolve().parent
SECONDS = os.environ.get("SECONDS", "60")


def main():
    wayfarer, work, names = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve(), sys.argv[3:]
    work.mkdir(parents=True, exist_ok=True)
    table = tomllib.loads((FOLDER / "libraries.toml").read_text())
    sources = Sources(work, {name: {"prepare": "true", **it} for name, it in table["c"].items()})
    good = True
    for language in ["c", "java"]:
        rows = [["library", "of its input", "paths", "tests", "confirmed", "violations", "other findings"]]
        for name, library in table[language].items():
            if names and name not in names:
                continue
            if language == "c":
                summary = explore_c(wayfarer, work, sources.of(name), name, library)
                size = f"{library['bytes']} bytes"
            else:
                summary = explore_java(wayfarer, work, name, library)
                size = f"{library['characters']} characters"
            rows.append([f"{name} {library['version']}", size, *cells(summary)])
            print(" | ".join(rows[-1]), file=sys.stderr, flush=True)
            good &= rows[-1][-2] == "0" and rows[-1][3] == rows[-1][4]
        print_table(rows)
        print()
    sys.exit(0 if good else 1)


def explore_c(wayfarer, work, directory, name, library):
    cflags = f"-I. {library.get('cflags', '')}"
    command = [*library["sources"].split(), str(FOLDER / library["driver"]), "--cflags", cflags, "--spec", "libc",
               "--file", f"input={library['bytes']}"]
    return explore(wayfarer, directory, command, work / "runs" / name)


def explore_java(wayfarer, work, name, library):
    place = work / "packages" / f"{library['package']}_{library['version'].replace(':', '.')}"
    jar = place / "usr/share/java" / library["jar"]
    if not jar.exists():
        place.mkdir(parents=True, exist_ok=True)
        run(["apt-get", "-qq", "download", f"{library['package']}={library['version']}"], place)
        package, = place.glob("*.deb")
        run(["dpkg", "-x", str(package), str(place)], place)
    command = ["--class-path", f"{FOLDER / library['driver']}:{jar}", library["method"], "--spec", "jdk",
               "--string-length", str(library["characters"])]
    return explore(wayfarer, work, command, work / "runs" / name)


def explore(wayfarer, directory, command, output):
    """The summary of a run, as JSON."""
    output.parent.mkdir(parents=True, exist_ok=True)
    command = [str(wayfarer), "explore", *command, "--time", SECONDS, "--json", "--force", "--output", str(output)]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    if done.returncode not in (0, 1, 4):
        sys.exit(f"{' '.join(command)}: status {done.returncode}:\n{done.stderr[-4000:]}")
    return json.loads(done.stdout)


def cells(summary):
    violations = sum(finding["kind"] == "specification-violation" for finding in summary["findings"])
    confirmed = sum(it["verdict"]["verdict"] == "confirmed" for it in summary["verdicts"])
    exhaustive = ", exhaustive" if summary["exhaustive"] else ""
    return [f"{summary['paths']:,}{exhaustive}", str(summary["tests"]), str(confirmed), str(violations),
            str(len(summary["findings"]) - violations)]


main()
