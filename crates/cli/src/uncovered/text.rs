//! Ways that were not taken, as text.

use super::WayKey;
use std::fmt::Write;

/// A line for a branch with ways that were not taken: which, and why each was not.
pub fn not_taken<'w>(
    key: &WayKey,
    open: impl Iterator<Item = (&'w str, String)>,
    out: &mut String,
) {
    // One after the other, those of one reason together.
    let mut reasons: Vec<(String, Vec<&str>)> = Vec::new();
    for (text, why) in open {
        match reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, texts)) => texts.push(text),
            None => reasons.push((why, vec![text])),
        }
    }
    if reasons.is_empty() {
        return;
    }
    let place = match (key.file.as_str(), key.line, key.column) {
        ("", _, _) => "unknown place".to_owned(),
        (file, 0, _) => file.to_owned(),
        (file, line, 0) => format!("{file}:{line}"),
        (file, line, column) => format!("{file}:{line}:{column}"),
    };
    let reasons = reasons.iter();
    let reasons = reasons.map(|(why, texts)| format!("{}: {why}", texts.join(", ")));
    let _ = writeln!(
        out,
        "not taken: {place} in {}: {}",
        key.function,
        reasons.collect::<Vec<_>>().join("; and "),
    );
}
