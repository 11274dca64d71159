#!/usr/bin/env python3
"""Reaches the targets of the seven programs of the paper on symcretic execution, and targets deep behind others.

usage: run.py WAYFARER DIRECTORY [deep]

DIRECTORY gets generated programs and the runs. `deep` leaves out the programs of the paper. SECONDS in the environment is the time for each run (60).
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parents[2] / "tests" / "reach"
SECONDS = os.environ.get("SECONDS", "60")
CONDITIONALS = 1000


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    if "deep" not in sys.argv[3:]:
        print_table(paper(wayfarer, work))
        print()
    rows = [["program", "direction", "verdict", "paths", "queries", "seconds"]]
    for name, source, arguments, targets in deep(work):
        for direction in ["backward", "forward", "both"]:
            summary = json_of(wayfarer, work, source, [*arguments, "--direction", direction], targets)
            for target in summary["targets"]:
                numbers = [f"{summary['paths']:,}", f"{summary['queries']:,}", f"{summary['seconds']:.1f}"]
                rows.append([name, direction, verdict(target), *numbers])
                print(" | ".join(rows[-1]), file=sys.stderr)
    print_table(rows)


def paper(wayfarer, work):
    """The table of the programs of the paper."""
    rows = [["program", "language", "target", "verdict", "direction", "segments", "queries", "seconds"]]
    for name, language, source, arguments, targets in seven(work):
        for target, row in run(wayfarer, work, source, arguments, targets):
            rows.append([name, language, target, *row])
            print(" | ".join(rows[-1]), file=sys.stderr)
    return rows


def seven(work):
    """Programs of the paper: name, language, source, arguments, lines."""
    for name, language in [("unreach", "C"), ("slicing", "C"), ("unreach", "Java"), ("slicing", "Java")]:
        source, line = generated(work, name, language)
        what = f"{name}, {CONDITIONALS:,} conditionals"
        arguments = ["--function", name] if language == "C" else [f"{source.stem}.{name}"]
        yield what, language, source, arguments, [line]
    for name, function, file in [
        ("narrow", "narrow", "narrow.c"),
        ("dart", "both", "dart.c"),
        ("trityp", "classify", "triangle.c"),
        ("easy loop", "easy", "easy_loop.c"),
        ("hard loop", "challenges", "hard_loop.c"),
    ]:
        source = PROGRAMS / file
        yield name, "C", source, ["--function", function], lines_of(source)
    text = (PROGRAMS / "Symcretic.java").read_text()
    # As many traversals as in C.
    text = text.replace("y == 100000000", "y == 1000000000").replace("res == 9677420", "res == 96774195")
    source = work / "Symcretic.java"
    source.write_text(text)
    for name, method in [
        ("narrow", "narrow"),
        ("dart", "dart"),
        ("trityp", "trityp"),
        ("easy loop", "easy"),
        ("hard loop", "hard"),
    ]:
        lines = lines_of_method(text, method)
        yield name, "Java", source, [f"Symcretic.{method}", "--test-time", "300"], lines


def lines_of(source):
    """Lines of the targets that a test names first, those that are reached."""
    found = re.findall(r"^//   \S+?:(\d+): (?:reached|unreachable)", source.read_text(), re.MULTILINE)
    return [int(line) for line in found]


def lines_of_method(text, method):
    targets = {int(line) for line in re.findall(r"^//   \S+?:(\d+): reached", text, re.MULTILINE)}
    lines = text.split("\n")
    begin = next(at for at, line in enumerate(lines, 1) if re.search(rf"static \w+ {method}\(", line))
    end = next(at for at, line in enumerate(lines, 1) if at > begin and line == "    }")
    return [line for line in sorted(targets) if begin <= line <= end]


def generated(work, name, language):
    """A method with many conditionals before its target, and the target's line."""
    numbers = range(1, CONDITIONALS + 1)
    # Methods have 255 parameters at the most.
    count = CONDITIONALS if language == "C" else 250
    parameters = ", ".join(f"int x{number}" for number in range(1, count + 1))
    parameter = [f"x{1 + number % count}" for number in numbers]
    error = "abort()" if language == "C" else "error()"
    lines = ["#include <stdlib.h>"] if language == "C" else [f"class {name.title()} {{"]
    if language == "Java":
        lines += ["    static void error() {", "        throw new AssertionError();", "    }"]
        lines += [f"    static void {name}({parameters}) {{"]
    else:
        lines += [f"void {name}({parameters}) {{"]
    changed = "y" if name == "unreach" else "a"
    lines += [f"    int {changed} = 0;"]
    for number, x in zip(numbers, parameter):
        lines += [f"    if ({x} > {number}) {changed} = {changed} + {number}; else {changed} = {changed} - {number};"]
    if name == "unreach":
        lines += ["    if (y > 0) {", "        if (y == 0)", f"            {error};"]
    else:
        lines += ["    int y = x1 * 3;", "    if (y == 21) {", "        if (x1 == 7)", f"            {error};"]
    line = len(lines)
    lines += ["    }", "}"] + (["}"] if language == "Java" else [])
    source = work / (f"{name}.c" if language == "C" else f"{name.title()}.java")
    source.write_text("\n".join(lines) + "\n")
    return source, line


def deep(work):
    """Targets behind more than a million paths: name, source, arguments, lines."""
    count = 40
    bits = "\n".join(f"    if (b[{number}] > 100) sum += {number + 1};" for number in range(count))
    sum_up = work / "sum.c"
    sum_up.write_text(
        "#include <stdio.h>\nint main(void) {\n    unsigned char b[41] = {0};\n    int sum = 0;\n"
        f"    if (fread(b, 1, 41, stdin) < 41) return 1;\n{bits}\n"
        "    if (sum == 417 && b[40] == 7)\n        return 3;\n    return 0;\n}\n"
    )
    line = sum_up.read_text().split("\n").index("        return 3;") + 1
    yield "40 decisions that add up to a number", sum_up, ["--stdin", "41"], [line]
    noise = "\n".join(f"    if (x{number} > 5) a++; else a--;" for number in range(1, 30))
    parameters = ", ".join(f"int x{number}" for number in range(1, 31))
    never = work / "never.c"
    never.write_text(
        f"int f({parameters}) {{\n    int a = 0, y = x30 & 7;\n{noise}\n"
        "    if (y > 3) {\n        if (y * 3 > 21)\n            return 7;\n    }\n    return a;\n}\n"
    )
    line = never.read_text().split("\n").index("            return 7;") + 1
    yield "unreachable, behind 29 decisions", never, ["--function", "f"], [line]
    source = PROGRAMS / "deep_input.c"
    yield "a word in the input", source, ["--stdin", "24"], lines_of(source)
    source = PROGRAMS / "DeepInput.java"
    yield "a text in the arguments, read into an object (Java)", source, ["DeepInput.word"], lines_of(source)


def run(wayfarer, work, source, arguments, lines):
    summary = json_of(wayfarer, work, source, arguments, lines)
    for target in summary["targets"]:
        numbers = [format(target.get(key, ""), shape) if key in target else "" for key, shape in
                   [("segments", ",d"), ("queries", ",d"), ("seconds", ".2f")]]
        line = target["target"].rsplit(":", 1)[-1]
        yield line, [verdict(target), target.get("direction", ""), *numbers]


def verdict(target):
    what = target["verdict"]
    return f"{what} [{target['native']}]" if "native" in target else what


def json_of(wayfarer, work, source, arguments, lines):
    out = work / "out"
    shutil.rmtree(out, ignore_errors=True)
    targets = [word for line in lines for word in ("--target", f"{source.name}:{line}")]
    command = [wayfarer, "reach", source, *arguments, *targets, "--json", "--time", SECONDS, "--output", out]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode not in (0, 1, 4):
        sys.exit(result.stderr)
    return json.loads(result.stdout)


def print_table(rows):
    print("| " + " | ".join(rows[0]) + " |")
    print("|" + "---|" * len(rows[0]))
    for row in rows[1:]:
        print("| " + " | ".join(row) + " |")


main()
