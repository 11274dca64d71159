//! The part of the format that Wayfarer's own results are written in.
//!
//! What is empty or `None` is left out of the file. Sections are those of SARIF 2.1.0.

#![allow(missing_docs)] // Fields mean what the format says of those names.

use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the format.
pub const VERSION: &str = "2.1.0";
/// Where its schema is.
pub const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A file (section 3.13).
#[derive(Clone, Debug, Serialize)]
pub struct Log {
    #[serde(rename = "$schema")]
    pub schema: &'static str,
    pub version: &'static str,
    pub runs: Vec<Run>,
}

impl Log {
    /// The log of one run.
    pub fn of(run: Run) -> Log {
        Log {
            schema: SCHEMA,
            version: VERSION,
            runs: vec![run],
        }
    }
}

/// A run of the tool (3.14).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    pub tool: Tool,
    pub invocations: Vec<Invocation>,
    /// What relative URIs are relative to.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub original_uri_base_ids: BTreeMap<String, ArtifactLocation>,
    pub results: Vec<RunResult>,
    pub column_kind: &'static str,
}

/// The tool (3.18).
#[derive(Clone, Debug, Serialize)]
pub struct Tool {
    pub driver: Driver,
}

/// Its main part (3.19).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Driver {
    pub name: &'static str,
    pub semantic_version: &'static str,
    pub rules: Vec<Rule>,
}

/// A kind of result (3.49).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Rule {
    pub id: String,
    pub short_description: Message,
    pub properties: RuleProperties,
}

/// What GitHub shows and filters rules by.
#[derive(Clone, Debug, Serialize)]
pub struct RuleProperties {
    /// Such as `external/cwe/cwe-476`.
    pub tags: Vec<String>,
}

/// How the tool was run (3.20).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Invocation {
    pub execution_successful: bool,
}

/// A result (3.27).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RunResult {
    pub rule_id: String,
    /// Number of the rule in the driver's list.
    pub rule_index: usize,
    pub kind: ResultKind,
    pub level: Level,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_state: Option<BaselineState>,
    pub message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub locations: Vec<Location>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub code_flows: Vec<CodeFlow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub related_locations: Vec<Location>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub partial_fingerprints: BTreeMap<String, String>,
    pub properties: BTreeMap<String, serde_json::Value>,
}

/// What is said of the program (3.27.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ResultKind {
    /// It has an error.
    Fail,
    /// A person has to look.
    Review,
}

/// How bad it is (3.27.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Level {
    Error,
    Warning,
    Note,
    /// Kinds other than `fail` have no level.
    None,
}

/// Whether it was there before (3.27.24).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum BaselineState {
    New,
    Unchanged,
}

/// A text (3.11). In those of results `[text](1)` is a link to the related location of that number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Message {
    pub text: String,
}

impl Message {
    /// A message without links.
    pub fn plain(text: &str) -> Message {
        let mut escaped = String::with_capacity(text.len());
        for c in text.chars() {
            if "[]\\".contains(c) {
                escaped.push('\\');
            }
            escaped.push(c);
        }
        Message { text: escaped }
    }
}

/// A place (3.28).
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// What messages refer to it by.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub physical_location: Option<PhysicalLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Message>,
}

/// A place in a file (3.29).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PhysicalLocation {
    pub artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
}

/// A file (3.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactLocation {
    pub uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri_base_id: Option<String>,
}

/// A part of a file (3.30).
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Region {
    /// From 1.
    pub start_line: u32,
    /// From 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_column: Option<u32>,
}

/// A function or method (3.33).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LogicalLocation {
    /// As in the source.
    pub fully_qualified_name: String,
    /// For the linker, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decorated_name: Option<String>,
    pub kind: &'static str,
}

/// How the program comes to a result (3.36).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CodeFlow {
    pub thread_flows: Vec<ThreadFlow>,
}

/// The same in one thread (3.37).
#[derive(Clone, Debug, Serialize)]
pub struct ThreadFlow {
    /// In the order of execution.
    pub locations: Vec<FlowLocation>,
}

/// A step of it (3.38).
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FlowLocation {
    pub location: Location,
    /// Calls that it is in.
    pub nesting_level: usize,
    /// From 1.
    pub execution_order: usize,
}
