#!/usr/bin/env python3
"""Runs tools of GNU coreutils natively and by `wayfarer run`, and tells where they differ.

usage: invocations.py WAYFARER DIRECTORY [TOOL...]

DIRECTORY is that of run.py, which builds the tools there. What is compared is the standard output, the error output,
the exit status, and the files that are left. Also printed: how long `wayfarer run true` takes.
"""

import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import Sources  # noqa: E402 (the path must be known before)

FILES = {
    "words": b"banana\napple\ncherry\ncherry\nbanana\n",
    "numbers": b"10\n9\n-3\n2.5\n0x1f\n100\n7\n",
    "sorted": b"a 1\nb 2\nd 4\ne 5\n",
    "other": b"b x\nc y\nd z\n",
    "table": b"root:x:0:/root\nuser:y:1000:/home/user\nnobody\tz:65534\n:::\n",
    "blank": b"\n\none\n\n\n\ntwo\n\n",
    "binary": bytes(range(0, 40)) + b"\xff\xfe\x80\x7f",
    "empty": b"",
    "encoded": b"aGVsbG8gd29ybGQK\n",
    "prose": b"The quick brown fox jumps  over the lazy dog.\nIt was   a bright cold day in April.\n\n   Indented text here.\n",
    "mixed": b"Banana\nbanana\nAPPLE\napple\nCherry\n",
    "versions": b"file-1.10\nfile-1.9\nfile-1.2b\n",
    "sizes": b"2K\n1G\n300\n5M\n",
    "months": b"MAR x\njan y\nDEC z\n",
    "pairs": b"1 2000\n2 3000000\n3 2000\n",
    "cycle": b"a b\nb c\nc a\n",
    "spaces": b"        a    b   c\n    d\n",
    "names": b"words\0numbers\0",
    "sums": b"",
    "directory/inner": b"inner\n",
    "directory/.hidden": b"",
}
SECONDS = 120


def make(place):
    """A directory with the files, made anew."""
    shutil.rmtree(place, ignore_errors=True)
    for name, contents in FILES.items():
        file = place / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(contents)
    (place / "link").symlink_to("words")


def left(place):
    """What is in a directory: names, and contents of files."""
    found = {}
    for path in sorted(place.rglob("*")):
        name = str(path.relative_to(place))
        if path.is_symlink():
            found[name] = ("link", str(path.readlink()))
        elif path.is_dir():
            found[name] = ("directory", path.stat().st_mode & 0o777)
        else:
            found[name] = (path.read_bytes(), path.stat().st_mode & 0o777)
    return found


def run(command, place, given):
    """Standard output, error output, exit status and files of a command."""
    make(place)
    environment = {"PATH": "/usr/bin:/bin", "LC_ALL": "C", "TZ": "UTC0", "HOME": "/root"}
    with (place / given if given else Path("/dev/null")).open("rb") as stdin:
        done = subprocess.run(command, cwd=place, env=environment, stdin=stdin,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS)
    return {"stdout": done.stdout, "stderr": done.stderr, "status": done.returncode, "files": left(place)}


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:]
    packages = tomllib.loads((Path(__file__).parent / "programs.toml").read_text())["packages"]
    tools = Sources(work, packages).of("coreutils-built") / "src"
    place = work / "invocation"
    same = different = 0
    for line in (Path(__file__).parent / "invocations.txt").read_text().splitlines():
        words = shlex.split(line, comments=True)
        if not words or (wanted and words[0] not in wanted):
            continue
        given = words[-1] if words[-2:-1] == ["<"] else None
        words = words[:-2] if given else words
        command = [str(tools / words[0]), *words[1:]]
        natively = run(command, place, given)
        executed = run([str(wayfarer), "run", *command], place, given)
        unlike = [key for key in natively if natively[key] != executed[key]]
        same, different = same + (not unlike), different + bool(unlike)
        for key in unlike:
            print(f"{line}: {key}: natively {natively[key]!r:.300}, executed {executed[key]!r:.300}", flush=True)
    times = []
    for _ in range(5):
        begun = time.monotonic()
        subprocess.run([str(wayfarer), "run", str(tools / "true")], check=True)
        times.append(time.monotonic() - begun)
    print(f"{same} of {same + different} invocations as natively; `true` in {sorted(times)[2]:.2f} s")
    return 1 if different else 0


sys.exit(main())
