//! What is to be thought of a finding: does a native run show it, can users of the program make its inputs, and
//! are they told of it?

use super::units::{Language, Unit, Units};
use super::warnings::{Class, RawFinding, read_json};
use serde_json::Value;
use std::path::Path;

/// A finding of a unit's run.
pub struct Judged<'a> {
    pub units: &'a Units,
    pub unit: &'a Unit,
    /// Directory of the run.
    pub run: &'a Path,
    pub finding: &'a RawFinding,
}

impl Judged<'_> {
    /// Its class, and why if that needs words. `summary` is that of the run.
    ///
    /// # Errors
    /// If its test cannot be read.
    pub fn class(&self, summary: &Value) -> anyhow::Result<(Class, Option<String>)> {
        let finding = self.finding;
        if let Some(missing) = self.missing_class() {
            let why = format!("{missing} is not on the class path (--class-path)");
            return Ok((Class::Open, Some(why)));
        }
        match finding.verdict.as_str() {
            "confirmed" | "confirmed by another way" | "observed" => {}
            verdict => {
                let why = why_open(summary, finding.test).unwrap_or_else(|| verdict.to_owned());
                return Ok((Class::Open, Some(why)));
            }
        }
        let unusual = |why: String| Ok((Class::Unusual, Some(why)));
        if self.units.language == Language::C {
            return match &finding.assumption {
                Some(assumption) => unusual(assumption.clone()),
                None if !self.unit.public.contains(&self.unit.name) => {
                    unusual(format!("only its own file calls {}", self.unit.name))
                }
                None => Ok((Class::Confirmed, None)),
            };
        }
        let test = read_json(&self.run.join(format!("test{:06}.json", finding.test)))?;
        let text = |name: &str| test["method"][name].as_str().unwrap_or_default();
        let method = format!("{}.{}{}", text("class"), text("name"), text("descriptor"));
        let documentation = self.units.documented.as_ref();
        if let Some(why) = documentation.and_then(|it| it.why(finding, &method, &self.units.code)) {
            return Ok((Class::Documented, Some(why)));
        }
        if finding.assumption.is_some() {
            return unusual(
                "no calls were found that make objects in this state (--objects calls)".to_owned(),
            );
        }
        if !self.unit.public.contains(&method) {
            return unusual("the method is not public".to_owned());
        }
        if let Some(name) = null_argument(finding, &method, &test) {
            return unusual(format!("null is given for {name}"));
        }
        Ok((Class::Confirmed, None))
    }

    /// The class that the finding is due to, if it is one that the class path lacks.
    fn missing_class(&self) -> Option<&str> {
        let message = self.finding.message.replace('/', ".");
        // What only the native run shows has the exception in its message alone.
        let said = message.split(':').next();
        let exception = self.finding.exception.as_deref().or(said)?;
        let mut words = message.split(|c: char| c.is_whitespace() || ":;,".contains(c));
        let missing = &self.units.missing;
        let found = words.find_map(|word| missing.get(word));
        found
            .filter(|_| MISSING.contains(&exception))
            .map(String::as_str)
    }
}

/// Exceptions by which classes are said to be missing.
const MISSING: [&str; 3] = [
    "java.lang.NoClassDefFoundError",
    "java.lang.TypeNotPresentException",
    "java.lang.ClassNotFoundException",
];

/// What kept a native run from showing what its test predicts.
fn why_open(summary: &Value, test: u64) -> Option<String> {
    let mut verdicts = summary["verdicts"].as_array()?.iter();
    let verdict = &verdicts.find(|it| it["test"] == test)?["verdict"];
    let name = verdict["verdict"].as_str()?.replace('-', " ");
    if let Some(reason) = verdict["reason"].as_str() {
        return Some(format!("{name}: {reason}"));
    }
    let difference = verdict["differences"].as_array()?.first()?;
    let part = |key: &str| difference[key].as_str().unwrap_or("nothing");
    let (what, predicted, observed) = (part("what"), part("predicted"), part("observed"));
    Some(format!(
        "{name}: {what}: predicted {predicted}, observed {observed}"
    ))
}

/// The argument that is null, if a null pointer exception is about one: callers rarely mean to give it.
/// `under_test` is the method that is given it.
fn null_argument(finding: &RawFinding, under_test: &str, test: &Value) -> Option<String> {
    if finding.exception.as_deref() != Some("java.lang.NullPointerException") {
        return None;
    }
    let given = test["arguments"].as_array()?.iter();
    let nulls = given
        .filter(|it| it["type"] == "null")
        .filter_map(|it| it["name"].as_str());
    let nulls: Vec<&str> = nulls.collect();
    let because = finding.message.split_once("because ").map(|(_, rest)| rest);
    let quoted = because.and_then(|rest| rest.strip_prefix('"')?.split('"').next());
    let own = quoted.and_then(|name| nulls.iter().find(|null| **null == name));
    if let Some(own) = own {
        return Some((*own).to_owned());
    }
    // What the method itself finds null in a field, or gets from a call, is not what it was given. Behind calls
    // arguments have other names.
    let is_local = quoted.is_some_and(|name| name.starts_with("<local"));
    let is_itself = finding
        .stack
        .first()
        .is_some_and(|frame| frame.function == under_test);
    let is_other = is_itself && because.is_some() && !is_local;
    nulls
        .first()
        .filter(|_| !is_other)
        .map(|it| (*it).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(message: &str, function: &str) -> RawFinding {
        serde_json::from_value(serde_json::json!({
            "kind": "uncaught-exception", "exception": "java.lang.NullPointerException",
            "message": message, "file": "", "line": 0, "column": 0, "function": function,
            "stack": [{"function": function, "file": "", "line": 0}], "verdict": "confirmed", "test": 1,
        }))
        .expect("a finding")
    }

    #[test]
    fn null_arguments_are_told_from_other_nulls() {
        let test = serde_json::json!({"arguments": [
            {"name": "n", "type": "int", "value": 0}, {"name": "out", "type": "null"},
        ]});
        let name = |message, function| null_argument(&finding(message, function), "f", &test);
        let given = Some("out".to_owned());
        assert_eq!(name("x because \"out\" is null", "f"), given);
        assert_eq!(name("x because \"<local3>\" is null", "f"), given);
        assert_eq!(name("x because \"this.out\" is null", "f"), None);
        assert_eq!(
            name("x because the return value of \"g()\" is null", "f"),
            None
        );
        assert_eq!(
            name("x because \"s\" is null", "java.lang.String.concat"),
            given
        );
        assert_eq!(name("charset", "f"), given);
    }
}
