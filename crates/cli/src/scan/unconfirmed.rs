//! Tests that no native run has confirmed, switched off in JUnit classes that go into a build: there they would fail
//! for what Wayfarer got wrong.

use super::warnings::read_json;
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;
use suite::VerdictKind;

/// A test that is not confirmed.
#[derive(Debug, PartialEq, Eq)]
pub struct Unconfirmed {
    /// Full name of its JUnit class.
    class: String,
    method: String,
    /// What became of it.
    verdict: VerdictKind,
}

/// Those of a unit's run.
///
/// # Errors
/// If results cannot be read.
pub fn of_run(run: &Path) -> anyhow::Result<Vec<Unconfirmed>> {
    let summary = read_json(&run.join("summary.json"))?;
    let mut list = Vec::new();
    for it in summary["verdicts"].as_array().into_iter().flatten() {
        let verdict =
            VerdictKind::deserialize(&it["verdict"]["verdict"]).unwrap_or(VerdictKind::NotReplayed);
        let number = it["test"].as_u64();
        let Some(number) = number.filter(|_| !verdict.is_confirmed()) else {
            continue;
        };
        let test = read_json(&run.join(format!("test{number:06}.json")))?;
        if let Some((class, method)) = junit_name(&test) {
            list.push(Unconfirmed {
                class,
                method,
                verdict,
            });
        }
    }
    Ok(list)
}

fn junit_name(test: &Value) -> Option<(String, String)> {
    let (class, method) = test["junit"].as_str()?.split_once('#')?;
    Some((class.to_owned(), method.to_owned()))
}

/// The text of a JUnit class without these tests running, unless they do not run anyway.
pub fn switched_off(text: &str, class: &str, unconfirmed: &[Unconfirmed]) -> String {
    let annotation = match text.contains("org.junit.jupiter") {
        true => "org.junit.jupiter.api.Disabled",
        false => "org.junit.Ignore",
    };
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for test in unconfirmed.iter().filter(|test| test.class == class) {
        let head = format!(" void {}() throws ", test.method);
        let Some(at) = lines.iter().position(|line| line.contains(&head)) else {
            continue;
        };
        let annotations = lines[..at].iter().rev();
        let mut annotations = annotations.take_while(|line| line.trim_start().starts_with('@'));
        let is_off = |line: &String| ["Disabled(", "Ignore("].iter().any(|it| line.contains(it));
        if !annotations.any(is_off) {
            let verdict = test.verdict.name();
            let line = format!(
                "    @{annotation}(\"Wayfarer's own run has not confirmed it: {verdict}\")"
            );
            lines.insert(at, line);
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_that_are_not_confirmed_are_switched_off_once() {
        let test = |method: &str| Unconfirmed {
            class: "p.ATest".to_owned(),
            method: method.to_owned(),
            verdict: VerdictKind::NotReproduced,
        };
        let text = "import org.junit.jupiter.api.Test;\n    @Test\n    void f_1() throws Exception {\n    }\n    \
                    @Test\n    @Disabled(\"It may not end\")\n    void f_2() throws Exception {\n    }\n";
        let off = switched_off(text, "p.ATest", &[test("f_1"), test("f_2"), test("f_3")]);
        assert_eq!(off.matches("Disabled(").count(), 2);
        assert!(off.contains("not reproduced\")\n    void f_1()"));
        assert_eq!(switched_off(text, "p.BTest", &[test("f_1")]), text);
    }

    #[test]
    fn any_class_is_switched_off() {
        let class = "package p;\nimport org.junit.jupiter.api.Test;\nclass ATest {\n    @Test\n    \
                     void f_1() throws Throwable {\n    }\n}\n";
        let unconfirmed = Unconfirmed {
            class: "p.ATest".to_owned(),
            method: "f_1".to_owned(),
            verdict: VerdictKind::NotReproduced,
        };
        mutants::check(&mutants::texts(&[class]), 3_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let off =
                |text: &str| switched_off(text, "p.ATest", std::slice::from_ref(&unconfirmed));
            let notes = |text: &str| text.matches("has not confirmed it").count();
            let once = off(&text);
            assert_eq!(notes(&off(&once)), notes(&once));
        });
    }
}
