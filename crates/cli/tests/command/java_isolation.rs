//! JUnit classes whose tests leave something in static fields that others see: each test passes where a build runs all of them
//! in one JVM.

use crate::expectation::explore_into;
use std::path::Path;
use std::process::Command;

const COUNTER: &str = "package leak;
public class Counter {
  private static int calls;
  private static final java.util.List<String> seen = new java.util.ArrayList<>();
  public static int next(int n) {
    calls++;
    if (n > 10) calls += 5;
    if (n == 77) seen.add(\"x\");
    return calls * 2 + seen.size();
  }
}
";
const PLAIN: &str = "package leak;
public class Plain {
  public static int next(int n) { return n > 10 ? 1 : 2; }
}
";
/// Where Debian has JUnit.
const JUNIT: [(&str, &str); 2] = [
    (
        "4",
        "/usr/share/java/junit4.jar:/usr/share/java/hamcrest.jar:/usr/share/java/hamcrest-core.jar",
    ),
    (
        "5",
        "/usr/share/java/junit-jupiter-api.jar:/usr/share/java/junit-jupiter-engine.jar:\
         /usr/share/java/junit-platform-commons.jar:/usr/share/java/junit-platform-engine.jar:\
         /usr/share/java/junit-platform-launcher.jar:/usr/share/java/opentest4j.jar:/usr/share/java/apiguardian-api.jar",
    ),
];
/// Runs a class by JUnit 5 and prints how many tests failed.
const LAUNCHER: &str = "import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.*;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
public class Launch {
  public static void main(String[] names) throws Exception {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(LauncherDiscoveryRequestBuilder.request()
        .selectors(DiscoverySelectors.selectClass(names[0])).build(), listener);
    long all = listener.getSummary().getTestsFoundCount();
    System.out.println((listener.getSummary().getTestsSucceededCount() == all ? \"OK (\" : \"failed (\") + all + \" tests)\");
  }
}
";

/// What JUnit says of the tests of a class, in one JVM.
fn run_by_junit(folder: &Path, out: &Path, class: &str, (version, junit): (&str, &str)) -> String {
    let launcher = folder.join("Launch.java");
    std::fs::write(&launcher, LAUNCHER).expect("written");
    let place = |name: &str| out.join(name).display().to_string();
    let class_path = [place("build/classes"), place("compiled"), junit.to_owned()].join(":");
    std::fs::create_dir(out.join("compiled")).expect("a directory");
    let sources = std::fs::read_dir(out.join("junit/leak")).expect("tests");
    let sources = sources.map(|entry| entry.expect("an entry").path());
    let mut javac = Command::new("javac");
    javac.args([
        "-Xlint:all",
        "-Werror",
        "-d",
        &place("compiled"),
        "-cp",
        &class_path,
    ]);
    javac.args(sources);
    if version == "5" {
        javac.arg(&launcher);
    }
    let javac = javac.output().expect("a compiler");
    assert!(javac.status.success(), "{javac:?}");
    let main = match version {
        "5" => "Launch",
        _ => "org.junit.runner.JUnitCore",
    };
    let java = Command::new("java")
        .args(["-cp", &class_path, main, class])
        .output();
    String::from_utf8_lossy(&java.expect("a JVM").stdout).into_owned()
}

#[test]
fn tests_pass_where_others_leave_something_in_static_fields() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (name, text, isolated) in [("Counter", COUNTER, true), ("Plain", PLAIN, false)] {
        let file = folder.path().join(format!("{name}.java"));
        std::fs::write(&file, text).expect("a source");
        for junit in JUNIT {
            let out = folder.path().join(format!("{name}{}", junit.0));
            let method = format!("leak.{name}.next");
            let summary = explore_into(&out, &file, &[&method, "--junit", junit.0]);
            let tests = summary["tests"].as_u64().expect("a number");
            assert!(tests >= 2, "{summary:#}");
            let said = run_by_junit(
                folder.path(),
                &out,
                &format!("leak.{name}WayfarerTest"),
                junit,
            );
            assert!(said.contains(&format!("OK ({tests} tests)")), "{said}");
            let runner = out.join("junit/leak/WayfarerIsolation.java");
            assert_eq!(runner.is_file(), isolated, "{name}");
        }
    }
}
