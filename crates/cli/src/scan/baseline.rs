//! Warnings that are accepted: a file of their fingerprints, with what a reader needs to know which they are.

use super::warnings::{Class, Warning};
use crate::Usage;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::Path;

/// The file.
#[derive(Default, Serialize, Deserialize)]
struct Baseline {
    warnings: Vec<Accepted>,
}

#[derive(Serialize, Deserialize)]
struct Accepted {
    fingerprint: String,
    /// For readers.
    #[serde(default)]
    what: String,
}

/// The fingerprints of what is accepted.
///
/// # Errors
/// If the file cannot be read, or is none.
pub fn read(path: Option<&Path>) -> anyhow::Result<HashSet<String>> {
    let Some(path) = path else {
        return Ok(HashSet::new());
    };
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Usage(format!("--baseline {shown}: {error}")))?;
    let known = fingerprints(&text).map_err(|why| Usage(format!("--baseline {shown}:{why}")))?;
    Ok(known)
}

/// Those in the text of the file; or where in it what is wrong.
fn fingerprints(text: &str) -> Result<HashSet<String>, String> {
    let baseline: Baseline = serde_json::from_str(text)
        .map_err(|error| format!("{}:{}: {error}", error.line(), error.column()))?;
    let known = baseline.warnings.into_iter().map(|it| it.fingerprint);
    Ok(known.collect())
}

/// Marks what is accepted.
pub fn mark(known: &HashSet<String>, warnings: &mut [Warning]) {
    for warning in warnings {
        warning.baseline = known.contains(&warning.fingerprint);
    }
}

/// Writes what was found, as accepted from now on.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, warnings: &[Warning]) -> anyhow::Result<()> {
    // What was impossible is new when it is not.
    let possible = warnings.iter().filter(|it| it.class != Class::Refuted);
    let accepted = possible.map(|warning| Accepted {
        fingerprint: warning.fingerprint.clone(),
        what: format!(
            "{} in {}: {}",
            warning.kind, warning.function, warning.message
        ),
    });
    let baseline = Baseline {
        warnings: accepted.collect(),
    };
    let text = format!("{:#}\n", serde_json::to_value(baseline)?);
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_baseline_is_read_or_refused() {
        let text =
            r#"{"warnings": [{"fingerprint": "00ff", "what": "x in f: y"}, {"fingerprint": "1"}]}"#;
        assert_eq!(fingerprints(text).map(|known| known.len()), Ok(2));
        mutants::check(&mutants::texts(&[text]), 5_000, |bytes| {
            if let Err(why) = fingerprints(&String::from_utf8_lossy(bytes)) {
                assert!(why.starts_with(|c: char| c.is_ascii_digit()), "{why}");
            }
        });
    }
}
