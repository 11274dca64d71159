//! From findings to results.

use super::finding::{Finding, Frame};
use super::rules::rule_of;
use super::sources::SourceLocations;
use super::verdict::FindingVerdict;
use crate::cpp_names;
use crate::fingerprint::FindingFingerprints;
use sarif::{
    BaselineState, CodeFlow, Driver, FlowLocation, Invocation, Level, Location, Log,
    LogicalLocation, Message, PhysicalLocation, Region, ResultKind, Rule, Run, RunResult,
    ThreadFlow, Tool,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use suite::VerdictKind;

/// What GitHub calls its fingerprint.
const LINE_HASH: &str = "primaryLocationLineHash";
/// What we call ours.
const OWN_HASH: &str = "wayfarerFinding/v1";

/// The log of findings, each with the file of the test that shows it. `complete` if nothing has failed.
pub fn log(
    findings: &[Finding],
    tests: &[Option<PathBuf>],
    complete: bool,
    sources: &mut SourceLocations,
) -> Log {
    let mut rules: Vec<Rule> = Vec::new();
    let mut fingerprints = FindingFingerprints::default();
    let mut results = Vec::new();
    for (number, finding) in findings.iter().enumerate() {
        let rule = rule_of(finding);
        let known = rules.iter().position(|known| known.id == rule.id);
        let rule_index = known.unwrap_or(rules.len());
        let rule_id = rule.id.clone();
        if known.is_none() {
            rules.push(rule);
        }
        let test = tests.get(number).and_then(Option::as_deref);
        let (kind, level) = severity(finding);
        results.push(RunResult {
            rule_id,
            rule_index,
            kind,
            level,
            baseline_state: finding.is_known.map(|is_known| match is_known {
                true => BaselineState::Unchanged,
                false => BaselineState::New,
            }),
            message: message(finding, test.is_some()),
            locations: vec![location(&place(finding), finding.column, sources)],
            code_flows: code_flow(finding, sources).into_iter().collect(),
            related_locations: test
                .map(|file| test_location(finding, file, sources))
                .into_iter()
                .collect(),
            partial_fingerprints: hashes(finding, sources, &mut fingerprints),
            properties: properties(finding),
        });
    }
    Log::of(Run {
        tool: Tool {
            driver: Driver {
                name: "Wayfarer",
                semantic_version: env!("CARGO_PKG_VERSION"),
                rules,
            },
        },
        invocations: vec![Invocation {
            execution_successful: complete,
        }],
        original_uri_base_ids: sources.bases(),
        results,
        column_kind: "unicodeCodePoints",
    })
}

/// What native runs say of a finding decides how bad it is.
fn severity(finding: &Finding) -> (ResultKind, Level) {
    match (finding.verdict, &finding.assumption) {
        (FindingVerdict::Native(VerdictKind::NotReproduced), _) => {
            (ResultKind::Review, Level::None)
        }
        (_, Some(_)) | (FindingVerdict::Unusual | FindingVerdict::Documented, _) => {
            (ResultKind::Fail, Level::Note)
        }
        _ if finding.is_shown() => (ResultKind::Fail, Level::Error),
        _ => (ResultKind::Fail, Level::Warning),
    }
}

fn message(finding: &Finding, has_test: bool) -> Message {
    let mut message = Message::plain(&finding.text());
    let mut text = std::mem::take(&mut message.text);
    if !finding.function.is_empty() {
        text += &format!(" in {}", Message::plain(&finding.function).text);
    }
    text += &match has_test {
        true => format!(" ({}: [test {}](1))", finding.verdict, finding.test),
        false => format!(" ({})", finding.verdict),
    };
    if let Some(assumption) = &finding.assumption {
        let assumption = Message::plain(assumption).text;
        text += &format!("; only for unusual inputs: {assumption}");
    }
    if let Some(why) = &finding.why {
        text += &format!("; {}", Message::plain(why).text);
    }
    Message { text }
}

fn place(finding: &Finding) -> Frame {
    Frame {
        function: finding.function.clone(),
        file: finding.file.clone(),
        line: finding.line,
    }
}

fn location(frame: &Frame, column: u32, sources: &mut SourceLocations) -> Location {
    let region = (frame.line > 0).then_some(Region {
        start_line: frame.line,
        start_column: (column > 0).then_some(column),
    });
    let physical = (!frame.file.is_empty()).then(|| PhysicalLocation {
        artifact_location: sources.source(&frame.file).location.clone(),
        region,
    });
    let function = (!frame.function.is_empty()).then(|| LogicalLocation {
        fully_qualified_name: cpp_names::readable(&frame.function).into_owned(),
        decorated_name: frame
            .function
            .starts_with("_Z")
            .then(|| frame.function.clone()),
        kind: "function",
    });
    Location {
        id: None,
        physical_location: physical,
        logical_locations: function.into_iter().collect(),
        message: None,
    }
}

/// The calls that lead to a finding, from the entry on; `None` if they are not known.
pub fn code_flow(finding: &Finding, sources: &mut SourceLocations) -> Option<CodeFlow> {
    let known = finding.stack.iter().filter(|frame| frame.line > 0);
    let mut locations = Vec::new();
    for (depth, frame) in known.rev().enumerate() {
        let mut location = location(frame, 0, sources);
        location.message = Some(Message::plain(&format!(
            "in {}",
            cpp_names::readable(&frame.function)
        )));
        locations.push(FlowLocation {
            location,
            nesting_level: depth,
            execution_order: depth + 1,
        });
    }
    let last = locations.last_mut()?;
    last.location.message = Some(Message::plain(&finding.text()));
    let thread_flows = vec![ThreadFlow { locations }];
    Some(CodeFlow { thread_flows })
}

fn test_location(finding: &Finding, file: &Path, sources: &SourceLocations) -> Location {
    Location {
        id: Some(1),
        physical_location: Some(PhysicalLocation {
            artifact_location: sources.location(file),
            region: None,
        }),
        logical_locations: Vec::new(),
        message: Some(Message::plain(&format!("test {}", finding.test))),
    }
}

/// What a result is known by when lines have come or gone above it.
fn hashes(
    finding: &Finding,
    sources: &mut SourceLocations,
    fingerprints: &mut FindingFingerprints,
) -> BTreeMap<String, String> {
    let source = sources.source(&finding.file);
    let exception = finding.exception.as_deref().unwrap_or_default();
    let own = fingerprints.next(
        (&finding.kind, exception),
        &finding.function,
        source.line(finding.line),
    );
    let line = source.hash(finding.line);
    let line = line.map(|hash| (LINE_HASH.to_owned(), hash.clone()));
    line.into_iter()
        .chain([(OWN_HASH.to_owned(), own)])
        .collect()
}

fn properties(finding: &Finding) -> BTreeMap<String, serde_json::Value> {
    let mut all = BTreeMap::from([
        ("verdict".to_owned(), json!(finding.verdict)),
        ("test".to_owned(), json!(finding.test)),
        ("paths".to_owned(), json!(finding.paths)),
    ]);
    if let Some(assumption) = &finding.assumption {
        all.insert("assumption".to_owned(), json!(assumption));
    }
    if let Some(why) = &finding.why {
        all.insert("why".to_owned(), json!(why));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[test]
    fn messages_and_properties_say_why_a_warning_is_in_its_class() {
        let finding = json!({
            "kind": "division-by-zero", "message": "", "file": "a.c", "line": 3, "column": 0,
            "function": "f", "verdict": "open", "test": 0, "paths": 1,
        });
        let mut finding = Finding::deserialize(&finding).expect("a finding");
        assert_eq!(
            message(&finding, false).text,
            "division-by-zero in f (open)"
        );
        assert!(!properties(&finding).contains_key("why"));
        finding.why = Some("inconclusive: [time]".to_owned());
        assert_eq!(
            message(&finding, false).text,
            "division-by-zero in f (open); inconclusive: \\[time\\]"
        );
        assert_eq!(properties(&finding)["why"], "inconclusive: [time]");
    }
}
