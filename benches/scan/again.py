#!/usr/bin/env python3
"""Scans libraries of Debian 12, edits them, and scans them again: prints what the second scan visits and takes.

usage: again.py WAYFARER DIRECTORY [NAME...]

A second table says how much an edit of any function concerns: the share of the seconds for which the first scan has explored
what has executed it, of which a second one takes a tenth for all but the function itself.

DIRECTORY gets the sources (kept for the next time) and the scans. Each edit is made in the library as it was, with
the scan directory as the first scan has left it. Seconds are of the clock, and of all processes of the scan.
"""

import json
import resource
import sqlite3
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import Sources, print_table, run  # noqa: E402 (the path must be known before)

CONCERNED = ["library", "functions", "half of them", "three in four", "nine in ten", "at most a tenth"]
IN_ANY_STATE = " in any state"
HEADINGS = ["library", "edit", "units", "visited", "left", "branches", "warnings", "seconds", "of the first", "CPU seconds", "of the first"]


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:]
    packages = tomllib.loads((Path(__file__).parent / "again.toml").read_text())["packages"]
    sources = Sources(work, {name: {"prepare": "true", **it} for name, it in packages.items()})
    work.mkdir(parents=True, exist_ok=True)
    rows, concerned = [HEADINGS], [CONCERNED]
    for name, described in packages.items():
        if not wanted or name in wanted:
            place = work / "edited" / name
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(sources.of(name), place)
            scans = Scans(wayfarer, place, described)
            rows += rows_of(name, scans)
            concerned.append(concerned_of(name, scans.out / "units"))
    print_table(rows)
    print()
    print_table(concerned)


class Scans:
    """Scans of a library that is edited."""

    def __init__(self, wayfarer, place, described):
        self.wayfarer, self.place, self.described = wayfarer, place, described
        self.out = place / "scan-of-it"

    def scan(self):
        """Scans the library as it is; gives the results, and seconds of the clock and of the processors."""
        words = self.described.get("scan") or self.compiled()
        command = [self.wayfarer, "scan", *words, "--time", str(self.described["seconds"]), "--output", self.out]
        begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        with open(self.place / "scan.log", "a") as log:
            done = subprocess.run(command, cwd=self.place, stdout=log, stderr=log)
        seconds, after = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode not in (0, 1):
            sys.exit(f"exit code {done.returncode}; see {self.place / 'scan.log'}")
        processors = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return json.loads((self.out / "scan.json").read_text()), seconds, processors

    def compiled(self):
        """Compiles sources of Java; gives how a scan is told of them."""
        given = self.described["compile"]
        files = sorted(str(file) for file in (self.place / given["sources"]).rglob("*.java"))
        with_path = ["-cp", given["class_path"]] if "class_path" in given else []
        run(["javac", "-g", "-nowarn", "-encoding", "UTF-8", *with_path, "-d", "classes-of-it", *files], self.place)
        with_path = ["--class-path", given["class_path"]] if with_path else []
        return ["classes-of-it", "--sourcepath", given["sources"], *with_path]

    def again(self, edit):
        """The same after an edit, which is undone."""
        kept, file = self.place / "scan-kept", self.place / edit["file"]
        shutil.rmtree(kept, ignore_errors=True)
        shutil.copytree(self.out, kept)
        text = file.read_text()
        if edit["old"] not in text:
            sys.exit(f"{file}: it has no {edit['old']!r}")
        file.write_text(text.replace(edit["old"], edit["new"], 1))
        came = self.scan()
        file.write_text(text)
        shutil.rmtree(self.out)
        kept.rename(self.out)
        return came


def rows_of(name, scans):
    """The lines of a library."""
    first, seconds, processors = scans.scan()
    rows = [[name, "(first scan)", *counts(first), f"{seconds:.0f}", "", f"{processors:.0f}", ""]]
    for edit in scans.described["edits"]:
        again, own_seconds, own_processors = scans.again(edit)
        rows.append([name, edit["what"], *counts(again), f"{own_seconds:.1f}", share(own_seconds, seconds),
                     f"{own_processors:.1f}", share(own_processors, processors)])
        print(" | ".join(rows[-1]), file=sys.stderr)
    return rows


def concerned_of(name, units):
    """How much edits of functions concern: that of half of them and so on, and the share of those that concern little."""
    whole, seconds = 0, {}
    for record in sorted(units.glob("*.json")):
        visit, store = json.loads(record.read_text()), record.with_suffix("") / "run.db"
        # What there was no time for has none.
        if not store.is_file():
            continue
        whole += visit["seconds"]
        for function, part in parts_of(store, visit["functions"]):
            seconds[function] = seconds.get(function, 0) + visit["seconds"] * part
    shares = sorted(of / whole for of in seconds.values())
    at = [share(shares[int(part * (len(shares) - 1))], 1) for part in (0.5, 0.75, 0.9)]
    few = sum(of <= 0.1 for of in shares)
    return [name, str(len(shares)), *at, share(few, len(shares))]


def parts_of(store, functions):
    """The share of the starts of a unit that have executed each function."""
    with sqlite3.connect(store) as rows:
        names = [name for (name,) in rows.execute("SELECT name FROM start ORDER BY id")]
        executed = [(name.removesuffix(IN_ANY_STATE), name) for name in names]
        executed += rows.execute(
            "SELECT function, start.name FROM covered JOIN start ON start.id = start"
            " UNION SELECT e.name, start.name FROM executed_for_inputs AS e JOIN start ON start.id = start")
    # Both ways to objects go together.
    methods = [name.removesuffix(IN_ANY_STATE) for name in names]
    for function in functions:
        concerned = {start.removesuffix(IN_ANY_STATE) for executed_one, start in executed if executed_one == function}
        part = sum(method in concerned for method in methods) / len(methods)
        yield function, part or 1


def counts(scan):
    """Units, those that were visited, and those that were not; branches that tests take, and confirmed warnings."""
    states = [unit["state"] for unit in scan["units"]]
    left = len(states) - states.count("visited") - states.count("kept")
    covered = scan["coverage"]["branches"]["covered"]
    confirmed = sum(warning["class"] == "confirmed" for warning in scan["warnings"])
    return [str(len(states)), str(states.count("visited")), str(left), str(covered), str(confirmed)]


def share(part, whole):
    return f"{100 * part / whole:.1f} %"


if __name__ == "__main__":
    main()
