//! What an analyser has found.

use crate::SarifError;
use crate::fields::Fields;
use crate::uri::path_of;
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;

/// Steps of base URIs at the most, which may refer to each other.
const BASES: usize = 16;

/// A log of whatever analyser, with what matters of its results.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The whole log.
    value: Value,
    /// Results that say of the program that something is or may be wrong, in the order of the log.
    pub results: Vec<ReportedResult>,
}

/// A result of an analyser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedResult {
    /// Number of its run in the log, from 0.
    pub run: usize,
    /// Its number in the run, from 0.
    pub number: usize,
    /// Name of the analyser.
    pub tool: String,
    /// Name of the rule; empty if it has none.
    pub rule: String,
    /// What it says.
    pub message: String,
    /// Numbers of weaknesses (CWE) that the rule or the result names.
    pub weaknesses: Vec<u32>,
    /// Places that it names, without repetitions. Those without a file or line are left out.
    pub places: Vec<ReportedPlace>,
}

/// A place that a result names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedPlace {
    /// As far as the log tells: absolute, or relative to an unknown root.
    pub path: PathBuf,
    /// From 1.
    pub line: u32,
    /// What the result says of it.
    pub role: Role,
}

/// What a result says of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It is where it is.
    Primary,
    /// A code flow ends there.
    End,
    /// It has to do with it, or is on the way.
    Other,
}

impl Analysis {
    /// Reads a log.
    ///
    /// # Errors
    /// If it is none of version 2.1.0: where it is not.
    pub fn read(bytes: &[u8]) -> Result<Analysis, SarifError> {
        // Some tools of Windows write the mark of UTF-8 first.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let value: Value = serde_json::from_slice(bytes).map_err(|error| SarifError::Json {
            line: error.line(),
            column: error.column(),
            why: error.to_string(),
        })?;
        let log = Fields::of_log(&value)?;
        match log.text("version")? {
            Some(crate::VERSION) => {}
            Some(other) => return Err(SarifError::Version(other.to_owned())),
            None => return Err(log.missing("version", "the version of SARIF")),
        }
        if !log.has("runs") {
            return Err(log.missing("runs", "a list"));
        }
        let mut results = Vec::new();
        for (number, run) in log.list("runs")?.iter().enumerate() {
            let run = AnalysedRun::of(run, number)?;
            for (number, result) in run.fields.list("results")?.iter().enumerate() {
                results.extend(run.result(result, number)?);
            }
        }
        Ok(Analysis { value, results })
    }

    /// The log as it was read.
    pub(crate) fn value(&self) -> &Value {
        &self.value
    }

    /// The log with no results but these, which are given by their numbers among [`Analysis::results`].
    pub fn only(&self, numbers: &[usize]) -> Analysis {
        let mut value = self.value.clone();
        let chosen: Vec<&ReportedResult> = numbers
            .iter()
            .filter_map(|&number| self.results.get(number))
            .collect();
        let mut results: Vec<ReportedResult> = Vec::new();
        let runs = value.get_mut("runs").and_then(Value::as_array_mut);
        for (run, of_run) in runs.into_iter().flatten().enumerate() {
            let Some(all) = of_run.get_mut("results").and_then(Value::as_array_mut) else {
                continue;
            };
            let mut kept = Vec::new();
            for result in chosen.iter().filter(|result| result.run == run) {
                results.push(ReportedResult {
                    number: kept.len(),
                    ..(*result).clone()
                });
                kept.extend(all.get(result.number).cloned());
            }
            *all = kept;
        }
        Analysis { value, results }
    }

    /// The log as text.
    pub fn text(&self) -> String {
        format!("{:#}\n", self.value)
    }
}

/// A run of an analyser, and what its results refer to.
struct AnalysedRun<'v> {
    fields: Fields<'v>,
    number: usize,
    tool: String,
    rules: Vec<Fields<'v>>,
    rules_by_name: HashMap<&'v str, usize>,
    /// Paths of base URIs, by name, with the base that each is relative to.
    bases: HashMap<&'v str, (PathBuf, Option<&'v str>)>,
    artifacts: Vec<Fields<'v>>,
}

impl<'v> AnalysedRun<'v> {
    fn of(fields: &Fields<'v>, number: usize) -> Result<AnalysedRun<'v>, SarifError> {
        let driver = fields.path(&["tool", "driver"])?;
        let Some(driver) = driver else {
            return Err(fields.missing("tool/driver", "an object"));
        };
        let mut rules = driver.list("rules")?;
        if let Some(tool) = fields.object("tool")? {
            for extension in tool.list("extensions")? {
                rules.extend(extension.list("rules")?);
            }
        }
        let mut rules_by_name = HashMap::new();
        for (number, rule) in rules.iter().enumerate() {
            if let Some(id) = rule.text("id")? {
                rules_by_name.entry(id).or_insert(number);
            }
        }
        let mut bases = HashMap::new();
        let named = fields.object("originalUriBaseIds")?;
        for (name, _) in fields.entries("originalUriBaseIds")? {
            let base = named.as_ref().map(|named| named.object(name));
            let Some(base) = base.transpose()?.flatten() else {
                continue;
            };
            if let Some(path) = base.text("uri")?.and_then(path_of) {
                bases.insert(name, (path, base.text("uriBaseId")?));
            }
        }
        Ok(AnalysedRun {
            fields: fields.clone(),
            number,
            tool: driver.text("name")?.unwrap_or_default().to_owned(),
            rules,
            rules_by_name,
            bases,
            artifacts: fields.list("artifacts")?,
        })
    }

    /// A result, unless it says that nothing is wrong, or that it is not there any more.
    fn result(
        &self,
        result: &Fields<'v>,
        number: usize,
    ) -> Result<Option<ReportedResult>, SarifError> {
        match result.text("kind")? {
            None | Some("fail" | "review" | "open") => {}
            Some("pass" | "notApplicable" | "informational") => return Ok(None),
            Some(_) => return Err(result.missing("kind", "a kind of result")),
        }
        if result.text("baselineState")? == Some("absent") {
            return Ok(None);
        }
        let (name, rule) = self.rule(result)?;
        let mut weaknesses = weaknesses(result)?;
        if let Some(rule) = &rule {
            weaknesses.extend(self::weaknesses(rule)?);
        }
        weaknesses.sort_unstable();
        weaknesses.dedup();
        Ok(Some(ReportedResult {
            run: self.number,
            number,
            tool: self.tool.clone(),
            message: message(result, rule.as_ref())?.unwrap_or_else(|| name.clone()),
            rule: name,
            weaknesses,
            places: self.places(result)?,
        }))
    }

    /// The rule of a result: its name, and what the run says of it.
    fn rule(&self, result: &Fields<'v>) -> Result<(String, Option<Fields<'v>>), SarifError> {
        let reference = result.object("rule")?;
        let mut name = result.text("ruleId")?;
        let mut index = result.number("ruleIndex")?;
        if let Some(reference) = &reference {
            name = name.or(reference.text("id")?);
            // That of an extension counts from its own first one.
            let is_driver = !reference.has("toolComponent");
            index = index.or(reference.number("index")?.filter(|_| is_driver));
        }
        let named = name.and_then(|name| {
            // `RULE/SUB` is a part of `RULE` (3.27.5).
            let of_name = self.rules_by_name.get(name);
            of_name.or_else(|| self.rules_by_name.get(name.rsplit_once('/')?.0))
        });
        let number = named.copied().or(index.map(|index| index as usize));
        let rule = number.and_then(|number| self.rules.get(number)).cloned();
        let name = match (name, &rule) {
            (Some(name), _) => name,
            (None, Some(rule)) => rule.text("id")?.unwrap_or_default(),
            (None, None) => "",
        };
        Ok((name.to_owned(), rule))
    }

    /// The places of a result.
    fn places(&self, result: &Fields<'v>) -> Result<Vec<ReportedPlace>, SarifError> {
        let mut places = Vec::new();
        for location in result.list("locations")? {
            self.add(&location, Role::Primary, &mut places)?;
        }
        for location in result.list("relatedLocations")? {
            self.add(&location, Role::Other, &mut places)?;
        }
        for flow in result.list("codeFlows")? {
            for thread in flow.list("threadFlows")? {
                let steps = thread.list("locations")?;
                for (number, step) in steps.iter().enumerate() {
                    let role = match number + 1 == steps.len() {
                        true => Role::End,
                        false => Role::Other,
                    };
                    if let Some(location) = step.object("location")? {
                        self.add(&location, role, &mut places)?;
                    }
                }
            }
        }
        for stack in result.list("stacks")? {
            for frame in stack.list("frames")? {
                if let Some(location) = frame.object("location")? {
                    self.add(&location, Role::Other, &mut places)?;
                }
            }
        }
        Ok(places)
    }

    fn add(
        &self,
        location: &Fields<'v>,
        role: Role,
        places: &mut Vec<ReportedPlace>,
    ) -> Result<(), SarifError> {
        let Some(physical) = location.object("physicalLocation")? else {
            return Ok(());
        };
        let line = match physical.object("region")? {
            Some(region) => region.number("startLine")?.filter(|&line| line > 0),
            None => None,
        };
        let artifact = physical.object("artifactLocation")?;
        let path = artifact.map(|artifact| self.path(&artifact)).transpose()?;
        if let (Some(line), Some(path)) = (line, path.flatten()) {
            let is_it = |known: &&mut ReportedPlace| (&known.path, known.line) == (&path, line);
            match places.iter_mut().find(is_it) {
                Some(known) => known.role = known.role.min(role),
                None => places.push(ReportedPlace { path, line, role }),
            }
        }
        Ok(())
    }

    /// The path of a file.
    fn path(&self, artifact: &Fields<'v>) -> Result<Option<PathBuf>, SarifError> {
        if let Some(uri) = artifact.text("uri")? {
            let base = artifact.text("uriBaseId")?;
            return Ok(path_of(uri).map(|path| self.based(path, base)));
        }
        let index = artifact.number("index")?;
        let known = index.and_then(|index| self.artifacts.get(index as usize));
        let location = known.map(|known| known.object("location")).transpose()?;
        let Some(location) = location.flatten() else {
            return Ok(None);
        };
        let base = location.text("uriBaseId")?;
        let path = location.text("uri")?.and_then(path_of);
        Ok(path.map(|path| self.based(path, base)))
    }

    /// A path below a base, which may be below another. Bases without a path of their own say nothing.
    fn based(&self, path: PathBuf, base: Option<&str>) -> PathBuf {
        let (mut path, mut base) = (path, base);
        for _ in 0..BASES {
            let Some((directory, next)) = base.and_then(|name| self.bases.get(name)) else {
                break;
            };
            path = directory.join(path);
            base = *next;
        }
        path
    }
}

/// What a result says.
fn message(result: &Fields<'_>, rule: Option<&Fields<'_>>) -> Result<Option<String>, SarifError> {
    let Some(message) = result.object("message")? else {
        return Ok(None);
    };
    if let Some(text) = message.text("text")? {
        return Ok(Some(text.to_owned()));
    }
    let (Some(id), Some(rule)) = (message.text("id")?, rule) else {
        return Ok(None);
    };
    let Some(known) = rule.path(&["messageStrings", id])? else {
        return Ok(None);
    };
    let mut text = known.text("text")?.unwrap_or_default().to_owned();
    for (number, argument) in message.texts("arguments")?.iter().enumerate() {
        text = text.replace(&format!("{{{number}}}"), argument);
    }
    Ok(Some(text))
}

/// Numbers of weaknesses that a rule or a result names: in tags (`external/cwe/cwe-476`, `CWE-476`), in
/// properties called `cwe` and the like, or in a taxonomy of that name.
fn weaknesses(of: &Fields<'_>) -> Result<Vec<u32>, SarifError> {
    let mut all = Vec::new();
    if let Some(properties) = of.object("properties")? {
        for tag in properties.texts("tags")? {
            all.extend(weakness(tag));
        }
        for (key, value) in of.entries("properties")? {
            if key.to_ascii_lowercase().starts_with("cwe") {
                add_weaknesses(value, &mut all);
            }
        }
    }
    for reference in of.list("taxa")? {
        all.extend(taxon(&reference)?);
    }
    for relationship in of.list("relationships")? {
        if let Some(target) = relationship.object("target")? {
            all.extend(taxon(&target)?);
        }
    }
    Ok(all)
}

fn add_weaknesses(value: &Value, all: &mut Vec<u32>) {
    match value {
        Value::String(text) => all.extend(
            text.split([',', ' ', ';'])
                .filter_map(|part| weakness(part).or(part.parse().ok())),
        ),
        Value::Number(number) => {
            all.extend(
                number
                    .as_u64()
                    .and_then(|number| u32::try_from(number).ok()),
            );
        }
        Value::Array(values) => values.iter().for_each(|value| {
            // Deeper lists name nothing.
            if !value.is_array() {
                add_weaknesses(value, all);
            }
        }),
        Value::Null | Value::Bool(_) | Value::Object(_) => {}
    }
}

/// An entry of the taxonomy of weaknesses, if a reference is to one.
fn taxon(reference: &Fields<'_>) -> Result<Option<u32>, SarifError> {
    let Some(id) = reference.text("id")? else {
        return Ok(None);
    };
    let taxonomy = reference.object("toolComponent")?;
    let taxonomy = taxonomy.map(|it| it.text("name")).transpose()?.flatten();
    let is_weakness = taxonomy.is_some_and(|name| name.eq_ignore_ascii_case("cwe"));
    Ok(weakness(id).or_else(|| id.parse().ok().filter(|_| is_weakness)))
}

/// The number in `CWE-476`, also at the end of a longer tag.
fn weakness(tag: &str) -> Option<u32> {
    let lower = tag.to_ascii_lowercase();
    let at = lower.rfind("cwe")?;
    let rest = lower[at + 3..].trim_start_matches(['-', '_', ':', '/', ' ']);
    let digits = rest.find(|c: char| !c.is_ascii_digit());
    rest[..digits.unwrap_or(rest.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = include_str!("../tests/analysis.sarif");

    fn read(text: &str) -> Result<Analysis, SarifError> {
        Analysis::read(text.as_bytes())
    }

    #[test]
    fn results_are_understood_however_they_refer() {
        let analysis = read(LOG).expect("a log");
        let shown: Vec<String> = analysis
            .results
            .iter()
            .map(|result| {
                let places = result.places.iter().map(|place| {
                    format!("{:?} {}:{}", place.role, place.path.display(), place.line)
                });
                format!(
                    "{}.{} {} {} {:?}: {} [{}]",
                    result.run,
                    result.number,
                    result.tool,
                    result.rule,
                    result.weaknesses,
                    result.message,
                    places.collect::<Vec<_>>().join(", ")
                )
            })
            .collect();
        let expected = [
            "0.0 one null [476]: may be null here [Primary /build/src/a b.c:7, Other /build/src/a b.c:3]",
            "0.1 one leak/part [401]: x leaks, see y [Primary /abs/b.c:9]",
            "0.2 one  [369, 789]: says its own [Primary c.c:1, Other c.c:2, End c.c:6, Other c.c:4]",
            "0.5 one null [476]: nowhere []",
            "1.0 two NP [476]: NP [Primary acme/Foo.java:12]",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn what_is_no_log_is_told_with_its_place() {
        let message = |text: &str| read(text).map(|_| ()).map_err(|error| error.to_string());
        for (text, expected) in [
            (
                "",
                "line 1, column 0: EOF while parsing a value at line 1 column 0",
            ),
            ("[]", "/: an object was expected"),
            ("{}", "/version: the version of SARIF was expected"),
            (
                r#"{"version": "2.0.0"}"#,
                "/version: SARIF 2.0.0 is not supported, 2.1.0 is",
            ),
            (r#"{"version": "2.1.0"}"#, "/runs: a list was expected"),
            (
                r#"{"version": "2.1.0", "runs": {}}"#,
                "/runs: a list was expected",
            ),
            (
                r#"{"version": "2.1.0", "runs": [{}]}"#,
                "/runs/0/tool/driver: an object was expected",
            ),
            (
                &LOG.replace("\"startLine\": 7", "\"startLine\": \"7\""),
                "/runs/0/results/0/locations/0/physicalLocation/region/startLine: a number from 0 \
                 was expected",
            ),
        ] {
            assert_eq!(message(text), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn bases_that_refer_to_each_other_come_to_an_end() {
        let text = LOG.replace(
            "\"uri\": \"src/\",",
            "\"uri\": \"src/\", \"uriBaseId\": \"SRC\",",
        );
        let text = text.replacen(
            "\"uriBaseId\": \"ROOT\"",
            "\"description\": {\"text\": \"\"}",
            1,
        );
        assert!(read(&text).is_ok_and(|it| it.results.len() == 5));
    }

    #[test]
    fn any_log_is_read_or_refused() {
        mutants::check(&mutants::texts(&[LOG]), 3_000, |bytes| {
            if let Ok(analysis) = Analysis::read(bytes) {
                let numbers: Vec<usize> = (0..analysis.results.len()).collect();
                let _ = analysis.only(&numbers).judged(&[]);
            }
        });
    }
}
