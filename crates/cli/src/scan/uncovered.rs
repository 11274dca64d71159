//! Branches that no unit of a scan has covered, a line each.

use super::summary::coverage_lines;
use crate::output::SCAN;
use crate::uncovered::{Sources, WayKey, language, nearness, not_taken, ways, why};
use anyhow::Context;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{Reader, Uncovered};

/// The ways of branches, with what they are called and why they were not taken; `None` once a unit has taken it.
type Ways = BTreeMap<WayKey, Option<(String, Uncovered)>>;

/// The coverage of a scan in words: sums, and the branches that no unit has covered. Units that have seen another state of a
/// file say nothing of it.
///
/// # Errors
/// If the scan has not come to its end, or a store is damaged.
pub fn text(directory: &Path) -> anyhow::Result<String> {
    let path = directory.join(SCAN);
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let scan: Value = serde_json::from_str(&text).with_context(|| path.display().to_string())?;
    let targets = scan["targets"].as_array().into_iter().flatten();
    let targets: Vec<PathBuf> = targets
        .filter_map(|it| it.as_str().map(PathBuf::from))
        .collect();
    let mut all = Ways::new();
    for unit in scan["units"].as_array().into_iter().flatten() {
        let unit = directory.join(unit["directory"].as_str().unwrap_or_default());
        if store::exists(&unit) {
            add(&mut all, &unit, &targets)?;
        }
    }
    let mut out = coverage_lines(&scan["coverage"]);
    let ways: Vec<_> = all.iter().collect();
    let branch = |key: &WayKey| (key.file.clone(), key.function.clone(), key.decision);
    for of_branch in ways.chunk_by(|a, b| branch(a.0) == branch(b.0)) {
        let open = of_branch.iter().filter_map(|(_, way)| way.as_ref());
        let open = open.map(|(text, reason)| (text.as_str(), why(reason)));
        not_taken(of_branch[0].0, open, &mut out);
    }
    Ok(out)
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
