#!/usr/bin/env python3
"""Explores classes of libraries of Debian 12 with their objects in any state, made by calls, and both, scans them, and prints what came
of it: branches covered, tests, and the findings above the line (confirmed), judged by hand, and below (unusual, documented).

usage: run.py WAYFARER DIRECTORY [CLASS...]

DIRECTORY gets the libraries (kept for the next time) and the runs. In the environment: SECONDS, the time for each
class and way (40); PARALLEL, how many runs at a time (as many as there are cores); BEFORE=1 explores each once more
without plain values, for the column that compares.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from debian import print_table, run  # noqa: E402 (the path must be known before)

WAYS = ["any-state", "calls", "both"]
HEADINGS = ["class", *WAYS, "tests", "confirmed", "JUnit 4", "JUnit 5", "above", "judged", "by reflection", "unusual", "documented", "texts"]
JUDGEMENTS = ["real", "misuse", "false"]
JARS = Path("/usr/share/java")


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    table = tomllib.loads((HERE / "classes.toml").read_text())
    packages = table["packages"]
    units = []
    for name, package in packages.items():
        beside = [name, *package.get("beside", [])]
        path = [fetched(work, it, packages[it]) for it in beside]
        units += [Unit(wayfarer, work, path, f"{package['prefix']}.{it}", it) for it in package["classes"]]
    wanted = sys.argv[3:]
    units = [unit for unit in units if not wanted or unit.short in wanted]
    judged, totals = table.get("judgements", []), []
    with ThreadPoolExecutor(int(os.environ.get("PARALLEL", os.cpu_count()))) as pool:
        rows = []
        for row in pool.map(lambda unit: unit.row(judged, totals), units):
            print(" | ".join(row), file=sys.stderr, flush=True)
            rows.append(row)
    print_table([HEADINGS] + [*rows, sums(rows)])
    print(", ".join(f"{totals.count(name)} {name}" for name in sorted(set(totals))))


def fetched(work, name, package):
    """The jar of a package, fetched by name and version."""
    place = work / "libraries" / f"{name}_{package['version'].replace(':', '.')}"
    jar = place / "usr/share/java" / package["jar"]
    if not jar.exists():
        place.mkdir(parents=True, exist_ok=True)
        run(["apt-get", "download", "-qq", f"{name}={package['version']}"], place)
        archive, = place.glob("*.deb")
        run(["dpkg", "-x", archive.name, "."], place)
    return jar


class Unit:
    """A class that is explored."""

    def __init__(self, wayfarer, work, path, name, short):
        self.wayfarer = wayfarer
        self.path = ":".join(map(str, path))
        self.name = name
        self.short = short
        self.output = work / "runs" / name.replace("$", ".")

    def explore(self, way, junit, options=()):
        """The summary of a run, as JSON."""
        output = self.output / "-".join([way, *(it.strip("-") for it in options)])
        output.parent.mkdir(parents=True, exist_ok=True)
        command = [str(self.wayfarer), "explore", "-cp", self.path, self.name, "--objects", way, "--junit", junit, *options]
        command += ["--jobs", "1", "--time", os.environ.get("SECONDS", "40"), "--json", "--force", "--output", str(output)]
        done = subprocess.run(command, capture_output=True, text=True)
        output.with_suffix(".json").write_text(done.stdout)
        output.with_suffix(".log").write_text(done.stderr)
        if done.returncode not in (0, 1):
            sys.exit(f"{shlex.join(command)} failed:\n{done.stderr[-4000:]}")
        return output, json.loads(done.stdout)

    def scan(self):
        """Where the scan of the class is, and its warnings."""
        output = self.output / "scan"
        command = [str(self.wayfarer), "scan", "-cp", self.path, self.name]
        command += ["--jobs", "1", "--time", os.environ.get("SECONDS", "40"), "--json", "--force", "--output", str(output)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in (0, 1):
            sys.exit(f"{shlex.join(command)} failed:\n{done.stderr[-4000:]}")
        return output, json.loads((output / "scan.json").read_text())["warnings"]

    def row(self, judged, totals):
        """The row of the class in the table."""
        runs = {way: self.explore(way, "5" if way == "both" else "4") for way in WAYS}
        output, summary = runs["both"]
        confirmed = sum(it["verdict"]["verdict"] == "confirmed" for it in summary["verdicts"])
        place, warnings = self.scan()
        classes = [it["class"] for it in warnings]
        above = [it for it in warnings if it["class"] == "confirmed"]
        words = [judgement(self.short, it, judged) for it in above]
        totals.extend(words)
        shown = ", ".join(f"{words.count(it)} {it}" for it in [*JUDGEMENTS, "open"] if it in words)
        by_reflection = sum(uses_reflection(place / it["test"]["directory"], it["test"]["number"]) for it in above)
        texts = [output]
        if os.environ.get("BEFORE"):
            texts.insert(0, self.explore("both", "5", ["--no-plain-values", "--no-replay"])[0])
        # JUnit 4 has the tests of objects made by calls, JUnit 5 those of both.
        checks = [check(runs[way][0], version, self.path) for way, version in [("calls", "4"), ("both", "5")]]
        return [self.short, *(branches(runs[way][1]) for way in WAYS), str(summary["tests"]), str(confirmed), *checks,
                str(len(above)), shown or "-", str(by_reflection), str(classes.count("unusual")), str(classes.count("documented")),
                " → ".join(map(readable, texts))]


def branches(summary):
    """The branches of the methods explored that tests cover."""
    parts = summary["coverage"]["parts"]
    part = next((it for it in parts if "explored" in it["part"] and not it["part"].startswith("what ")), parts[0])
    return f"{part['branches']['covered']} of {part['branches']['total']}"


def uses_reflection(output, test):
    """Whether a test reaches what Java's rules of access keep from it."""
    for path in output.glob("junit/**/*WayfarerTest.java"):
        found = re.search(rf"\n    (public )?void \w+_{test}\(\).*?\n    }}\n", path.read_text(), re.S)
        if found:
            return "WayfarerObjects." in found.group()
    return False


def check(output, version, path):
    """Whether the tests compile under javac and pass, all of them."""
    sources = sorted(output.glob("junit/**/*.java"))
    if not sources:
        return "-"
    jars = [JARS / f"{it}.jar" for it in (["junit4", "hamcrest"] if version == "4" else ["junit-jupiter-api", "apiguardian-api",
                                                                                     "opentest4j", "junit-platform-commons"])]
    classes = output / "compiled"
    path = ":".join([path, *map(str, jars)])
    done = subprocess.run(["javac", "-nowarn", "-cp", path, "-d", classes, *sources], capture_output=True, text=True)
    if done.returncode != 0:
        return "does not compile"
    names = [it.relative_to(output / "junit").with_suffix("").as_posix().replace("/", ".") for it in sources]
    names = [name for name in names if name.endswith("Test")]
    command = ["java", "-ea", "-cp", f"{classes}:{path}"]
    if version == "4":
        command += ["org.junit.runner.JUnitCore", *names]
    else:
        platform = ["junit-platform-console", "junit-platform-launcher", "junit-platform-engine", "junit-platform-reporting",
                    "opentest4j-reporting-events", "opentest4j-reporting-schema", "junit-jupiter-engine", "picocli"]
        command[-1] = ":".join([command[-1], *(str(JARS / f"{it}.jar") for it in platform)])
        command += ["org.junit.platform.console.ConsoleLauncher", "--details=summary", "--disable-banner",
                    *(f"--select-class={name}" for name in names)]
    done = subprocess.run(command, capture_output=True, text=True)
    output.with_suffix(".junit").write_text(done.stdout + done.stderr)
    if version == "4":
        ran, failed = re.search(r"OK \((\d+) test", done.stdout), re.search(r"Tests run: (\d+),  Failures: (\d+)", done.stdout)
        ran, failed = (failed.group(1), int(failed.group(2))) if failed else (ran and ran.group(1), 0)
    else:
        ran = re.search(r"(\d+) tests successful", done.stdout)
        failed = re.search(r"(\d+) tests failed", done.stdout)
        ran, failed = ran and ran.group(1), int(failed.group(1)) if failed else 0
    if not ran:
        return "does not run"
    return f"{failed} of {ran} fail" if failed else "ok"


def judgement(name, warning, judged):
    """How a warning above the line was judged by hand."""
    for known in judged:
        if known["class"] == name and warning["line"] in known["lines"] and Path(warning["file"]).name == known["file"]:
            return known["judgement"]
    print(f"{name}: {warning['test']}: {warning['file']}:{warning['line']}: {warning['message']}", file=sys.stderr)
    return "open"


def readable(output):
    """The share of strings that can be read."""
    texts = []
    for path in sorted(output.glob("test0*.json")):
        texts += strings(json.loads(path.read_text()))
    good = sum(all(" " <= it <= "~" or it in "\t\n" for it in text) for text in texts)
    return f"{good} of {len(texts)}"


def strings(test):
    """The texts that a test hands over."""
    return [it["text"] for it in test.get("objects", []) if it.get("class") == "java.lang.String" and "text" in it]


def sums(rows):
    """What the rows come to: counts of counts."""
    def added(column):
        words = [re.findall(r"(\d+)(?: of (\d+))?", row[column]) for row in rows]
        parts = max(len(it) for it in words)
        added = []
        for part in range(parts):
            found = [it[part] for it in words if len(it) > part]
            total = sum(int(few) for few, _ in found)
            whole = sum(int(all_ or 0) for _, all_ in found)
            added.append(f"{total} of {whole}" if whole else str(total))
        return " → ".join(added)

    def fine(column):
        return f"{sum(row[column] == 'ok' for row in rows)} of {sum(row[column] != '-' for row in rows)}"

    return ["all", *(added(it) for it in range(1, 6)), fine(6), fine(7), added(8), "", *(added(it) for it in range(10, 14))]


main()
