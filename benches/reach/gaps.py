#!/usr/bin/env python3
"""What `reach` decides of what `explore` leaves uncovered, on programs of `make bench-coverage`.

usage: gaps.py WAYFARER SOURCES DIRECTORY [NAME...]

SOURCES is target/bench-coverage, which `make bench-coverage` fills; DIRECTORY gets the runs. In the environment:
EXPLORE, seconds of exploring (30), and SECONDS, those of reaching (300).
"""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import print_table  # noqa: E402 (the path must be known before)

DRIVERS = Path(__file__).resolve().parents[1] / "coverage" / "drivers"
# Name: directory, sources, flags, and free input.
C = {
    "picohttpparser": ("picohttpparser-sys/deps/picohttpparser", "picohttpparser", "", "--stdin 24"),
    "lz4": ("lz4-sys/liblz4/lib", "lz4", "", "--stdin 16"),
    "zlib": ("libz-sys/src/zlib", "adler32 crc32 inffast inflate inftrees zutil", "", "--stdin 16"),
    "miniz": ("miniz-sys", "miniz", "", "--stdin 48"),
    "bzip2": ("bzip2-sys/bzip2-1.0.8", "blocksort bzlib compress crctable decompress huffman randtable",
              "-DBZ_NO_STDIO", "--stdin 32"),
    "hoedown": ("hoedown/libhoedown/src",
                "../bin/hoedown autolink buffer document escape html html_blocks html_smartypants stack version", "",
                "--stdin 8 --arg=--all-block --arg=--all-span --arg=--all-flags"),
}
# Library: class and method of the driver.
JAVA = {"commons-csv": ("Csv", "fields"), "json-simple": ("Json", "again"), "commons-lang3": ("Numbers", "number")}


def main():
    wayfarer, sources, work = (Path(it).resolve() for it in sys.argv[1:4])
    wanted = sys.argv[4:]
    work.mkdir(parents=True, exist_ok=True)
    rows = [["program", "branch sides left", "reached", "proved", "open", "decided"]]
    for name in [*C, *JAVA]:
        if not wanted or name in wanted:
            rows.append(row(str(wayfarer), arguments(name, sources), work, name))
            print(" | ".join(rows[-1]), file=sys.stderr)
    print_table(rows)


def arguments(name, sources):
    """What is explored."""
    if name in JAVA:
        method = JAVA[name]
        jar = sources / "java/usr/share/java" / f"{name}.jar"
        return ["-cp", jar, DRIVERS / f"{method[0]}.java", ".".join(method), "--string-length", "12"]
    directory, files, flags, inputs = C[name]
    directory = sources / "sources" / directory
    driver = [it for it in [DRIVERS / f"{name}.c"] if it.is_file()]
    files = [directory / f"{file}.c" for file in files.split()]
    return [*driver, *files, "--cflags", f"-I{directory} {flags}", *inputs.split()]


def row(wayfarer, program, work, name):
    """The row of a program in the table."""
    gaps = work / f"{name}.explored"
    run([wayfarer, "explore", *program, "--time", os.environ.get("EXPLORE", "30"), "--output", gaps])
    options = ["--target", f"uncovered:{gaps}", "--time", os.environ.get("SECONDS", "300")]
    summary = run([wayfarer, "reach", *program, *options, "--output", work / f"{name}.reached"])
    targets = json.loads(summary)["targets"]
    sides = [it["verdict"] for it in targets if re.search(r":(true|false|way \d+)$", it["target"])]
    counts = [sides.count(it) for it in ["reached", "unreachable", "open"]]
    decided = 100 * (counts[0] + counts[1]) / max(1, len(sides))
    return [name, f"{len(sides):,}", *(f"{it:,}" for it in counts), f"{decided:.0f} %"]


def run(command):
    command = [*map(str, command), "--json", "--force"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1, 4):
        sys.exit(f"{shlex.join(command)} failed:\n{done.stderr[-4000:]}")
    return done.stdout


if __name__ == "__main__":
    main()
