#!/usr/bin/env python3
"""Explores real programs of Debian 12 and prints what their native runs confirm.

usage: run.py WAYFARER DIRECTORY [NAME...]

DIRECTORY gets the sources (kept for the next time) and the runs. SECONDS in the environment is the time
for each program (60).
"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

VERDICTS = ["confirmed", "confirmed-by-another-way", "inconclusive", "not-reproduced", "not-replayed"]
HEADINGS = ["program", "tests", "confirmed", "by another way", "inconclusive", "not reproduced", "not replayed",
            "errors", "lines", "seconds"]


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:]
    table = tomllib.loads((Path(__file__).parent / "programs.toml").read_text())
    sources = Sources(work, table["packages"])
    rows = []
    for program in table["programs"]:
        if wanted and program["name"] not in wanted:
            continue
        directory = sources.of(program["package"])
        package = table["packages"][program["package"]]
        summary = explore(wayfarer, program, package, directory, work)
        rows.append(row(program, summary))
        print(" | ".join(rows[-1]), file=sys.stderr)
    print_table([HEADINGS] + rows)


class Sources:
    """Source packages, fetched through the machine's own apt configuration."""

    def __init__(self, work, packages):
        self.work = work
        self.packages = packages
        self.apt = None

    def of(self, name):
        """The directory of a package, ready for a compiler."""
        package = self.packages[name]
        place = self.work / "sources" / f"{name}_{package['version'].replace(':', '%')}"
        ready = place / "ready"
        unpacked = place / "unpacked"
        if not ready.exists():
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir(parents=True)
            self.fetch(name, package["version"], place)
            directory, = [entry for entry in place.iterdir() if entry.is_dir()]
            directory.rename(unpacked)
            run(["sh", "-e", "-c", package["prepare"]], unpacked)
            ready.touch()
        return unpacked

    def fetch(self, name, version, place):
        """Unpacks `name=version`, with the patches of Debian."""
        if self.apt is None:
            self.apt = self.configure()
        command = ["apt-get", *self.apt, "source", "-qq", "--only-source", f"{name}={version}"]
        run(command, place)

    def configure(self):
        """Options by which apt-get knows sources, too: the machine's configuration is left alone."""
        root = self.work / "apt"
        lists = root / "sources"
        for needed in [lists, root / "lists" / "partial", root / "archives" / "partial"]:
            needed.mkdir(parents=True, exist_ok=True)
        for file in Path("/etc/apt/sources.list.d").glob("*.sources"):
            text = file.read_text().splitlines()
            text = ["Types: deb-src" if line.startswith("Types:") else line for line in text]
            (lists / file.name).write_text("\n".join(text) + "\n")
        for file in [Path("/etc/apt/sources.list"), *Path("/etc/apt/sources.list.d").glob("*.list")]:
            if file.exists():
                text = [line.replace("deb ", "deb-src ", 1) for line in file.read_text().splitlines()
                        if line.startswith("deb ")]
                (lists / file.name).write_text("\n".join(text) + "\n")
        settings = {
            "Dir::Etc::sourcelist": "/dev/null",
            "Dir::Etc::sourceparts": lists,
            "Dir::State::Lists": root / "lists",
            "Dir::Cache": root,
            # The lists lie where only their owner reads.
            "APT::Sandbox::User": "root",
        }
        options = [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]
        run(["apt-get", *options, "update", "-qq"], root)
        return options


def run(command, directory):
    """Runs a command quietly; ends everything with what it said if it fails."""
    done = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(command)} in {directory} failed:\n{done.stdout[-4000:]}")


def explore(wayfarer, program, package, directory, work):
    """The summary of a run, as JSON."""
    files = package.get("sources", "").split() + program.get("sources", "").split()
    members = package.get("members", "").split() + program.get("members", "").split()
    files += [f"{package['library']}/{member}.c" for member in members]
    output = work / "runs" / program["name"]
    output.parent.mkdir(exist_ok=True)
    command = [str(wayfarer), "explore", *files, "--cflags", package["cflags"]]
    if "cflags" in program:
        command += ["--cflags", program["cflags"]]
    command += ["--program-name", program.get("called", program["name"])]
    command += shlex.split(program["options"])
    command += ["--time", os.environ.get("SECONDS", "60"), "--format", "none", "--json"]
    command += ["--force", "--output", str(output)]
    done = subprocess.run(command, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{shlex.join(command)} in {directory} failed:\n{done.stderr[-4000:]}")
    (work / "runs" / f"{output.name}.json").write_text(done.stdout)
    return json.loads(done.stdout)


def row(program, summary):
    """The row of a program in the table."""
    told = [verdict["verdict"]["verdict"] for verdict in summary["verdicts"]]
    counts = [told.count(name) for name in VERDICTS]
    counts[-1] += summary["tests"] - len(told)
    errors = [finding["verdict"] for finding in summary["findings"]]
    shown = ", ".join(f"{errors.count(name)} {name}" for name in sorted(set(errors))) or "none"
    lines = summary["coverage"]["lines"]
    return [program["name"], str(summary["tests"]), *map(str, counts), shown,
            f"{100 * lines['covered'] / max(1, lines['total']):.0f} %", f"{summary['seconds']:.0f}"]


def print_table(rows):
    """As Markdown."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    rows.insert(1, ["-" * width for width in widths])
    for cells in rows:
        print("| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |")


main()
