//! What is to be thought of a finding: does a native run show it, can users of the program make its inputs, and
//! are they told of it?

use super::units::{Language, Unit, Units};
use super::warnings::{Class, RawFinding, read_json};
use super::{arguments, c_arguments};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;
use suite::VerdictKind;

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
        let verdict = VerdictKind::named(&finding.verdict);
        if !verdict.is_some_and(VerdictKind::is_shown) {
            // A native run reads what happens to be there.
            if let Some(passed) = finding.assumption.as_deref().filter(|it| *it == vm::PASSED) {
                return Ok((
                    Class::Unusual,
                    Some(format!("{passed}; no native run shows it")),
                ));
            }
            let why = why_open(summary, finding.test).unwrap_or_else(|| finding.verdict.clone());
            return Ok((Class::Open, Some(why)));
        }
        let unusual = |why: String| Ok((Class::Unusual, Some(why)));
        if self.units.language == Language::C {
            return match &finding.assumption {
                Some(assumption) => unusual(assumption.clone()),
                None if let Some(why) =
                    c_arguments::refused(&self.units.list, self.unit, finding, &self.test()?) =>
                {
                    Ok((Class::Documented, Some(why)))
                }
                None if let Some(why) = self.hardly_given()? => unusual(why),
                None if !self.unit.public.contains(&self.unit.name) => {
                    unusual(format!("only its own file calls {}", self.unit.name))
                }
                None => Ok((Class::Confirmed, None)),
            };
        }
        let test = self.test()?;
        let method = under_test(&test);
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
        if let Some(package) = internal_package(&test) {
            return unusual(format!("the package {package} is internal"));
        }
        let owns = |function: &str| self.units.code.functions.contains_key(function);
        let sees_to_it = documentation.is_some_and(|it| it.compares_with_length(&method))
            && finding
                .stack
                .first()
                .is_some_and(|frame| frame.function == method);
        if !sees_to_it && let Some(why) = arguments::refused_argument(finding, &method, &test, owns)
        {
            return Ok((Class::Documented, Some(why)));
        }
        let deprecated = documentation.and_then(|it| it.deprecated_call(&test, &self.units.code));
        if let Some(called) = deprecated {
            return unusual(format!("an input is made by {called}, which is deprecated"));
        }
        if let Some(class) =
            documentation.and_then(|it| it.made_to_be_read(finding, &test, &self.units.code))
        {
            return unusual(format!(
                "an input is a {class} that nothing was read into (Externalizable)"
            ));
        }
        let constant =
            documentation.and_then(|it| it.constant_out_of_reach(&test, &self.units.code));
        if let Some(class) = constant {
            return unusual(format!(
                "an input is a constant of {class}, which is private"
            ));
        }
        if let Some(why) = documentation.and_then(|it| it.undeclared_class_object(&method, &test)) {
            return unusual(why);
        }
        if let Some(why) = arguments::hardly_given(finding, &method, &test) {
            return unusual(why);
        }
        Ok((Class::Confirmed, None))
    }

    /// The test that shows it.
    fn test(&self) -> anyhow::Result<Value> {
        read_json(&self.run.join(format!("test{:06}.json", self.finding.test)))
    }

    /// What callers of a function of C hardly give.
    fn hardly_given(&self) -> anyhow::Result<Option<String>> {
        let test = self.test()?;
        let outside = c_arguments::outside_of_enumeration(self.unit, &test);
        let twice = outside.or_else(|| c_arguments::one_object(self.finding, &test));
        Ok(twice.or_else(|| c_arguments::several_answers(&test)))
    }

    /// The method under test, as functions are called; `None` if there is no such test, as of functions of C.
    ///
    /// # Errors
    /// If the test cannot be read.
    pub fn method(&self) -> anyhow::Result<Option<String>> {
        if self.units.language == Language::C || self.finding.test == 0 {
            return Ok(None);
        }
        Ok(Some(under_test(&self.test()?)))
    }

    /// The class that the finding is due to, if it is one that the class path lacks.
    pub fn missing_class(&self) -> Option<&str> {
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

/// The method that a test is of, as functions are called.
fn under_test(test: &Value) -> String {
    let text = |name: &str| test["method"][name].as_str().unwrap_or_default();
    format!("{}.{}{}", text("class"), text("name"), text("descriptor"))
}

/// The package that the method under test is in, if its name says that it is not for others.
fn internal_package(test: &Value) -> Option<&str> {
    let (package, _) = test["method"]["class"].as_str()?.rsplit_once('.')?;
    package
        .split('.')
        .any(|part| part == "internal")
        .then_some(package)
}

/// What kept a native run from showing what its test predicts.
fn why_open(summary: &Value, test: u64) -> Option<String> {
    let mut verdicts = summary["verdicts"].as_array()?.iter();
    let verdict = &verdicts.find(|it| it["test"] == test)?["verdict"];
    let name = VerdictKind::deserialize(&verdict["verdict"]).ok()?.name();
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
