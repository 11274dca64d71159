//! Branches that no unit of a scan has covered, a line each.

use super::summary::coverage_lines;
use crate::output::SCAN;
use crate::uncovered::{Sources, WayKey, language, nearness, not_taken, ways, why};
use anyhow::Context;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{Reader, Uncovered};

/// The ways of branches, with what they are called and why they were not taken; `None` once a unit has taken it.
type Ways = BTreeMap<WayKey, Option<(String, Uncovered)>>;

/// What a scan has covered.
struct ScanCoverage {
    /// The sums, as `scan.json` has them.
    sums: Value,
    ways: Ways,
}

impl ScanCoverage {
    /// Of a scan that has come to its end. Units that have seen another state of a file say nothing of it.
    fn read(directory: &Path) -> anyhow::Result<ScanCoverage> {
        let path = directory.join(SCAN);
        let context = || path.display().to_string();
        let text = std::fs::read_to_string(&path).with_context(context)?;
        let scan: Value = serde_json::from_str(&text).with_context(context)?;
        let targets = scan["targets"].as_array().into_iter().flatten();
        let targets: Vec<PathBuf> = targets
            .filter_map(|it| it.as_str().map(PathBuf::from))
            .collect();
        let mut ways = Ways::new();
        for unit in scan["units"].as_array().into_iter().flatten() {
            let unit = directory.join(unit["directory"].as_str().unwrap_or_default());
            if store::exists(&unit) {
                add(&mut ways, &unit, &targets)?;
            }
        }
        Ok(ScanCoverage {
            sums: scan["coverage"].clone(),
            ways,
        })
    }
}

/// The coverage of a scan in words: sums, and the branches that no unit has covered.
///
/// # Errors
/// If the scan has not come to its end, or a store is damaged.
pub fn text(directory: &Path) -> anyhow::Result<String> {
    let coverage = ScanCoverage::read(directory)?;
    let mut out = coverage_lines(&coverage.sums);
    let ways: Vec<_> = coverage.ways.iter().collect();
    let branch = |key: &WayKey| (key.file.clone(), key.function.clone(), key.decision);
    for of_branch in ways.chunk_by(|a, b| branch(a.0) == branch(b.0)) {
        let open = of_branch.iter().filter_map(|(_, way)| way.as_ref());
        let open = open.map(|(text, reason)| (text.as_str(), why(reason)));
        not_taken(of_branch[0].0, open, &mut out);
    }
    Ok(out)
}

/// As [`text`], in JSON: the sums, and all ways of branches.
///
/// # Errors
/// As [`text`].
pub fn json(directory: &Path) -> anyhow::Result<Value> {
    let coverage = ScanCoverage::read(directory)?;
    let branches = coverage.ways.iter().map(|(key, open)| {
        json!({
            "function": key.function, "decision": key.decision, "choice": key.choice,
            "file": key.file, "line": key.line, "column": key.column,
            "way": open.as_ref().map(|(text, _)| text),
            "uncovered_because": open.as_ref().map(|(_, reason)| reason.to_string()),
        })
    });
    Ok(json!({
        "measured": coverage.sums,
        "branches": branches.collect::<Vec<_>>(),
    }))
}

/// Adds the ways that a unit has seen: of reasons the nearest to the way counts.
fn add(all: &mut Ways, unit: &Path, targets: &[PathBuf]) -> anyhow::Result<()> {
    let reader = Reader::open(unit)?;
    let mut sources = Sources::of_directory(&reader, unit, targets)?;
    let known = |key: &WayKey| all.get(key)?.as_ref().map(|(text, _)| text.as_str());
    for way in ways(&reader, language(unit), &mut sources, &known)? {
        if !sources.is_unchanged(&way.key.file) {
            continue;
        }
        let open = way.uncovered.map(|reason| (way.text, reason));
        let nearer = |known: &Option<(String, Uncovered)>| match (known, &open) {
            (Some((_, known)), Some((_, new))) => nearness(new) > nearness(known),
            (Some(_), None) => true,
            (None, _) => false,
        };
        if all.get(&way.key).is_none_or(nearer) {
            all.insert(way.key, open);
        }
    }
    Ok(())
}
