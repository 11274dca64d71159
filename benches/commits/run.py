#!/usr/bin/env python3
"""Reaches what commits of a library change, and compares what the tests do before and after.

usage: run.py WAYFARER REPOSITORY DIRECTORY [COMMIT...]

REPOSITORY is a clone of the library (https://github.com/DaveGamble/cJSON), DIRECTORY gets the sources before and
after each commit and the runs. SECONDS in the environment is the time for each function (60). A test is one of
unit_FUNCTION.c, which is compiled with either source under AddressSanitizer: it behaves differently if it passes
with one and fails with the other.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import print_table  # noqa: E402 (the path must be known before)

HEADINGS = ["commit", "what it is about", "function", "targets", "reached", "proved", "open", "tests", "different",
            "seconds"]
SANITIZERS = ["-g", "-w", "-fsanitize=address,undefined"]


def main():
    wayfarer, repository, work = (Path(it).resolve() for it in sys.argv[1:4])
    wanted = sys.argv[4:]
    table = tomllib.loads((Path(__file__).parent / "commits.toml").read_text())
    rows, different = [], 0
    for commit in table["commits"]:
        if wanted and not any(commit["commit"].startswith(it) for it in wanted):
            continue
        directory = work / commit["commit"][:7]
        shutil.rmtree(directory, ignore_errors=True)
        for side, revision in [("before", "~1"), ("after", "")]:
            extract(repository, commit["commit"] + revision, table["files"], directory / side)
        patch = git(repository, "diff", commit["commit"] + "~1", commit["commit"], "--", table["source"])
        (directory / "patch").write_bytes(patch)
        of_commit = [row(wayfarer, directory, table["source"], commit, name) for name in commit["functions"]]
        different += any(int(it[-2]) for it in of_commit)
        rows += of_commit
    print_table([HEADINGS] + rows)
    print(f"{different} commits with a test that behaves differently")


def git(repository, *arguments):
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout


def extract(repository, revision, files, directory):
    directory.mkdir(parents=True)
    archive = git(repository, "archive", revision, *files)
    subprocess.run(["tar", "x", "-C", str(directory)], input=archive, check=True)


def row(wayfarer, directory, source, commit, function):
    """The row of a function of a commit in the table."""
    output = directory / function
    options = commit.get("options", [])
    command = [str(wayfarer), "reach", f"after/{source}", "--function", function, "--target", "diff:patch", *options]
    command += ["--time", os.environ.get("SECONDS", "60"), "--format", "c", "--json", "--output", str(output)]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    if done.returncode not in (0, 1, 4):
        sys.exit(f"{shlex.join(command)} in {directory} failed:\n{done.stderr[-4000:]}")
    summary = json.loads(done.stdout)
    verdicts = [target["verdict"] for target in summary["targets"]]
    counts = [str(verdicts.count(it)) for it in ["reached", "unreachable", "open"]]
    before, after = (outcomes(directory, source, side, output, function, options) for side in ["before", "after"])
    different = [test for test in after if before.get(test) != after[test]]
    cells = [commit["commit"][:7], commit["what"], f"`{function}`", str(len(verdicts)), *counts, str(summary["tests"])]
    cells += [str(len(different)), f"{summary['seconds']:.1f}"]
    print(" | ".join(cells), file=sys.stderr)
    return cells


def outcomes(directory, source, side, output, function, options):
    """Which tests pass with the source of one side, by name."""
    program = output / f"unit-{side}"
    unit = output / f"unit_{function}.c"
    if not unit.exists():
        return {}
    flags = options[options.index("--cflags") + 1].split() if "--cflags" in options else []
    flags += ["-Dmain=wf_program_main", f"-I{output / 'build' / 'include'}"]
    flags += [f'-DUNIT_SOURCE="{directory / side / source}"']
    subprocess.run(["clang-19", *SANITIZERS, *flags, str(unit), "-lm", "-o", str(program)], check=True)
    said = subprocess.run([str(program)], capture_output=True, text=True, errors="replace").stdout
    return {name: line for line, name in re.findall(r"^(ok|not ok) \d+ - (test_\d+)", said, re.MULTILINE)}


if __name__ == "__main__":
    main()
