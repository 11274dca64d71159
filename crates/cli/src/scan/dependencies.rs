//! What the results of a visit depend on: functions whose code they hold for.

use super::units::{Language, Needed, Unit, Units};
use super::visit::Visitor;
use serde_json::Value;

/// Functions that a visit with results depends on: those that its paths have executed. What C may call without that
/// counts as well where it is analysed instead (to skip calls, to prune, to refute from a target), and, if a limit has cut
/// the visit off, where nobody else visits it (`static`).
///
/// # Errors
/// If the store of the visit cannot be read.
pub fn of_visit(
    visitor: &Visitor,
    (units, unit): (&Units, &Unit),
    summary: &Value,
) -> anyhow::Result<Vec<String>> {
    let mut all = visitor.executed(unit)?;
    all.extend(unit.starts.iter().cloned());
    if unit.is_judging && units.language == Language::Java {
        // What may call what is searched in all classes.
        all.extend(units.code.functions.keys().cloned());
    } else if is_analysed(unit, summary) {
        all.extend(before_visit(unit, units));
    } else if summary["limits"]
        .as_object()
        .is_some_and(|hit| !hit.is_empty())
    {
        all.extend(unit.hidden.iter().cloned());
    }
    Ok(all)
}

/// True if code counts that was analysed instead of executed.
pub fn is_analysed(unit: &Unit, summary: &Value) -> bool {
    let lazy = &summary["lazy"];
    let has = |count: &Value| count.as_u64() > Some(0);
    let skips = !lazy["call_depth"].is_null() || has(&lazy["skipped_calls"]);
    unit.is_judging || skips || has(&summary["prune"]["instructions"])
}

/// Functions that a unit is known to need before it is visited.
pub fn before_visit(unit: &Unit, units: &Units) -> Vec<String> {
    match (&unit.needed, units.language) {
        (Needed::Functions(all), Language::C) => all.clone(),
        // Of Java it is not known yet what it executes.
        (Needed::Functions(_) | Needed::Anything, _) => unit.starts.clone(),
    }
}
