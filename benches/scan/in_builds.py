#!/usr/bin/env python3
"""Tests of a scan in builds: scans a library of Debian 12 in a project of Maven and in one of Gradle, and has each of
these compile and run the tests, without a network. Ends with exit code 1 if tests fail.

usage: in_builds.py WAYFARER DIRECTORY

DIRECTORY gets the sources (kept for the next time) and the projects. In the environment: SECONDS, the time of a
scan (60).
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[1]))
from debian import Sources, print_table, run  # noqa: E402 (the path must be known before)

LIBRARY = "json-simple"
JUPITER = "5.9.2"
POM = f"""<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>scanned</groupId><artifactId>scanned</artifactId><version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>{JUPITER}</version><scope>test</scope>
    </dependency>
  </dependencies>
  <build><plugins>
    <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.10.1</version></plugin>
    <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.0</version></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>2.22.3</version></plugin>
  </plugins></build>
</project>
"""
GRADLE = """apply plugin: 'java'
dependencies { testCompile files('/usr/share/java/junit4.jar', '/usr/share/java/hamcrest-core.jar') }
test { ignoreFailures = true }
"""


def main():
    wayfarer, work = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    table = tomllib.loads((Path(__file__).parent / "libraries.toml").read_text())
    sources = Sources(work, {LIBRARY: {"prepare": "true", **table["packages"][LIBRARY]}}).of(LIBRARY)
    rows = [["build", "JUnit", "tests", "passed", "switched off", "failed"]]
    for name, build in (("Maven", maven), ("Gradle", gradle)):
        project = work / "builds" / name.lower()
        shutil.rmtree(project, ignore_errors=True)
        (project / "src/main").mkdir(parents=True)
        shutil.copytree(sources / "src/main/java", project / "src/main/java")
        rows.append([name, *build(wayfarer, work, project)])
    failed = [f"{name}: tests failed: {count}" for name, *_, count in rows[1:] if count != "0"]
    print_table(rows)
    if failed:
        sys.exit("; ".join(failed))


def scan(wayfarer, project, *words):
    """Scans the sources of a project; the tests go where its build looks for them."""
    command = [wayfarer, "scan", "src/main/java", "--time", os.environ.get("SECONDS", "60"), "--output", "scan",
               "--into", "src/test/java", *words]
    done = subprocess.run(command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{project}: {done.stdout[-4000:]}")


def maven(wayfarer, work, project):
    """Maven with JUnit 5: its repository is a copy of Debian's, as it writes into it."""
    repository = work / "maven-repository"
    if not repository.exists():
        run(["cp", "-rL", "/usr/share/maven-repo", repository], work)
    (project / "pom.xml").write_text(POM)
    scan(wayfarer, project)
    run(["mvn", "-q", "-B", "-o", f"-Dmaven.repo.local={repository}", "-Dmaven.test.failure.ignore=true", "test"],
        project)
    return ["5", *outcomes(project / "target/surefire-reports")]


def gradle(wayfarer, _work, project):
    """Gradle with JUnit 4: Debian's knows no later one."""
    (project / "build.gradle").write_text(GRADLE)
    scan(wayfarer, project, "--junit", "4")
    run(["gradle", "--offline", "--no-daemon", "-q", "test"], project)
    return ["4", *outcomes(project / "build/test-results/test")]


def outcomes(reports):
    """Numbers of tests, of those that passed, that are switched off, and that failed."""
    tests = off = failed = 0
    for report in reports.glob("TEST-*.xml"):
        # Characters that XML does not have stand in messages of tests that were meant to fail.
        text = re.sub(r"&#(?:x[0-9a-fA-F]+|\d+);", "", report.read_text(errors="replace"))
        suite = ElementTree.fromstring(text)
        tests += int(suite.get("tests"))
        off += int(suite.get("skipped", 0))
        failed += int(suite.get("failures")) + int(suite.get("errors"))
    if tests == 0:
        sys.exit(f"{reports}: no tests")
    return [str(tests), str(tests - off - failed), str(off), str(failed)]


if __name__ == "__main__":
    main()
