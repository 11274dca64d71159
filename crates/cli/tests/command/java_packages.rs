//! Inputs whose classes are in other packages than the tests: what only their own package may call makes none.

use crate::expectation::explore_into;

const METHOD: &str = "package app;
public class Use {
  public static int count(Iterable<String> texts) {
    int count = 0;
    if (texts != null)
      for (String text : texts)
        count++;
    return count;
  }
}
";
/// Its class and constructor are for its package, which gives it a text that is not null.
const HELPER: &str = "package PACKAGE;
class Trimmed implements Iterable<String> {
  private final String text;
  Trimmed(String text) { this.text = text; }
  public java.util.Iterator<String> iterator() {
    return java.util.Collections.singleton(text.trim()).iterator();
  }
}
";

#[test]
fn constructors_of_other_packages_make_no_inputs() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    for (package, errors) in [("app", 1), ("lib", 0)] {
        let method = folder.path().join("Use.java");
        let helper = folder.path().join("Trimmed.java");
        std::fs::write(&method, METHOD).expect("a source");
        std::fs::write(&helper, HELPER.replace("PACKAGE", package)).expect("a source");
        let helper = helper.display().to_string();
        let out = folder.path().join(package);
        let options = [&helper, "app.Use.count", "--objects", "calls"];
        let summary = explore_into(&out, &method, &options);
        let found = summary["findings"].as_array().expect("a list");
        assert_eq!(found.len(), errors, "{package}: {summary:#}");
    }
}

const EXCEPTION: &str = "package app;
public class Exception {
  private Character level;
  public int f(java.lang.Integer number, char letter) {
    if (level == null || number == null || letter == 'q')
      throw new IllegalStateException();
    return number + level.of;
  }
}
";

#[test]
fn classes_of_a_package_may_have_names_of_the_language() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let [class, other] =
        ["Exception", "Character"].map(|name| folder.path().join(name).with_extension("java"));
    std::fs::write(&class, EXCEPTION).expect("a source");
    std::fs::write(&other, "package app;\nclass Character { int of; }\n").expect("a source");
    let other = other.display().to_string();
    let options = [&other, "app.Exception.f"];
    let summary = explore_into(&folder.path().join("out"), &class, &options);
    let findings = summary["findings"].as_array().expect("a list");
    let verdicts: Vec<&str> = findings
        .iter()
        .filter_map(|it| it["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["confirmed"], "{summary:#}");
}

const BASE: &str = "package app;
public class Base {
  int size;
  public static int f(Base given) { return given != null && given.size == 7 ? 1 : 0; }
  public Object made() { return null; }
}
";
const BELOW: &str = "package lib;
public class Below extends app.Base {
  public String made() { return null; }
}
";

#[test]
fn fields_of_a_package_are_assigned_in_objects_of_others() {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let [class, below] =
        ["Base", "Below"].map(|name| folder.path().join(name).with_extension("java"));
    std::fs::write(&class, BASE).expect("a source");
    std::fs::write(&below, BELOW).expect("a source");
    let below = below.display().to_string();
    let options = [
        &below,
        "app.Base.f",
        "--objects",
        "any-state",
        "--all-paths",
    ];
    let out = folder.path().join("out");
    let summary = explore_into(&out, &class, &options);
    let verdicts = summary["verdicts"].as_array().expect("a list");
    let confirmed = |it: &serde_json::Value| it["verdict"]["verdict"] == "confirmed";
    assert!(verdicts.iter().all(confirmed), "{summary:#}");
    let text = std::fs::read_to_string(out.join("junit/app/BaseWayfarerTest.java"));
    let text = text.expect("the tests");
    assert!(text.contains("((Base) given).size = 7"), "{text}");
}
