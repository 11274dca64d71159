//! Why branches could not be taken.

use super::place;
use explore::extensions::{Conflict, DecidedAt, InfeasibleStatistics};
use serde_json::{Value, json};
use std::fmt::Write;
use store::{Reader, StoreError};

/// Conflicts with how often they were met, the most frequent first.
fn conflicts(reader: &Reader) -> Result<Vec<(Conflict, u64)>, StoreError> {
    let facts = reader.facts(InfeasibleStatistics::NAME)?.into_iter();
    let mut conflicts: Vec<(Conflict, u64)> = facts
        .filter_map(|(fact, count)| Some((Conflict::read(&fact)?, count)))
        .collect();
    conflicts.sort_by(|one, two| (two.1, &one.0).cmp(&(one.1, &two.0)));
    Ok(conflicts)
}

/// A line an arm, and one for each set of decisions that is in its way.
pub fn text(reader: &Reader, out: &mut String) -> Result<(), StoreError> {
    let conflicts = conflicts(reader)?;
    if conflicts.is_empty() {
        out.push_str(
            "no arm is known to be infeasible; `explore` looks for the reasons with \
             --explain-infeasible\n",
        );
    }
    for (Conflict { arm, with }, count) in conflicts {
        let times = match count {
            1 => "once".to_owned(),
            count => format!("{count} times"),
        };
        let _ = write!(out, "{times} infeasible: {}", said(&arm));
        let _ = match with.as_slice() {
            [] => writeln!(out, ", which cannot hold at all"),
            _ => writeln!(out, ", after"),
        };
        for decided in with {
            let _ = writeln!(out, "    {}", said(&decided));
        }
    }
    Ok(())
}

/// A decision in words.
fn said(decided: &DecidedAt) -> String {
    let DecidedAt {
        kind,
        function,
        place: at,
        choice,
    } = decided;
    let side = match (kind.as_str(), choice) {
        ("branch", 0) => "the false side of the branch".to_owned(),
        ("branch", _) => "the true side of the branch".to_owned(),
        (kind, choice) => format!("choice {choice} of the {kind}"),
    };
    format!("{side} at {} in {function}", place(&at.file, at.line))
}

/// The same as JSON.
pub fn json(reader: &Reader) -> Result<Value, StoreError> {
    let decided = |decided: &DecidedAt| {
        json!({
            "kind": decided.kind, "function": decided.function, "file": decided.place.file,
            "line": decided.place.line, "column": decided.place.column, "choice": decided.choice,
        })
    };
    let conflicts = conflicts(reader)?.into_iter();
    let conflicts = conflicts.map(|(Conflict { arm, with }, count)| {
        let with: Vec<Value> = with.iter().map(decided).collect();
        json!({ "arm": decided(&arm), "with": with, "count": count })
    });
    Ok(conflicts.collect())
}
