"""What Eclipse's compiler for Java warns of, in SARIF, which it does not write itself."""

import json
import xml.etree.ElementTree as ElementTree

from debian import run

WARNINGS = "+null,nullDereference,resource,deadCode"


def log_of(place, described, path):
    """Has the compiler look at sources of a library, and writes the log with its warnings."""
    told = path.with_suffix(".xml")
    given = described["java"]
    with_path = ["-cp", given["class_path"]] if "class_path" in given else []
    run(["ecj", "-proc:none", "-17", "-nowarn", f"-warn:{WARNINGS}", *with_path, "-encoding", "UTF-8", "-log", str(told),
         "-d", "none", given["sources"]], place)
    compiler = ElementTree.parse(told).getroot()
    results = [result(source.get("path"), problem)
               for source in compiler.iter("source") for problem in source.iter("problem")]
    driver = {"name": "ecj", "version": compiler.get("version")}
    log = {"version": "2.1.0", "runs": [{"tool": {"driver": driver}, "results": results}]}
    path.write_text(json.dumps(log, indent=2))
    return path


def result(file, problem):
    """A warning."""
    place = {"artifactLocation": {"uri": file}, "region": {"startLine": int(problem.get("line"))}}
    return {"ruleId": problem.get("id"), "level": "warning", "message": {"text": problem.find("message").get("value")},
            "locations": [{"physicalLocation": place}]}
