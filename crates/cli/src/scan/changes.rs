//! What a user has changed: files and lines of a diff.

use super::code::FirstLines;
use crate::Usage;
use crate::reach::elsewhere::{FileWishes, Wish};
use crate::reach::patch;
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Changed lines by file.
pub struct Changes(Vec<FileWishes>);

/// What has changed since a revision of git, or what a patch changes; `None` if neither is given.
///
/// # Errors
/// If git knows no such revision, or the patch cannot be read.
pub fn read(since: Option<&str>, diff: Option<&Path>) -> anyhow::Result<Option<Changes>> {
    let files = match (since, diff) {
        (Some(revision), _) => since_revision(revision)?,
        (None, Some(path)) => patch::read(path)?,
        (None, None) => return Ok(None),
    };
    Ok(Some(Changes(files)))
}

/// The difference of the working tree to a revision.
fn since_revision(revision: &str) -> anyhow::Result<Vec<FileWishes>> {
    if revision.starts_with('-') {
        return Err(Usage(format!("--since {revision}: not a revision")).into());
    }
    // What the user's configuration makes of a diff may be none that can be read.
    let words = [
        "diff",
        "--no-color",
        "--no-ext-diff",
        "--unified=0",
        revision,
        "--",
    ];
    let done = Command::new("git").args(words).output().context("git")?;
    if !done.status.success() {
        let why = String::from_utf8_lossy(&done.stderr);
        bail!(Usage(format!(
            "--since {revision}: git diff: {}",
            why.trim()
        )));
    }
    match done.stdout.is_empty() {
        true => Ok(Vec::new()),
        false => patch::parse(&String::from_utf8_lossy(&done.stdout)),
    }
}

impl Changes {
    /// Names of the functions that are changed.
    pub fn functions(&self, lines: &FirstLines) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for change in &self.0 {
            // A diff has paths from the root of a tree that is not known.
            let is_it = |file: &&str| Path::new(file).ends_with(&change.path);
            for file in lines.files().filter(is_it) {
                for wish in &change.wishes {
                    let line = match *wish {
                        Wish::Line(line) | Wish::Next(line) | Wish::Sides(line) => line,
                        Wish::Way { line, .. } => line,
                    };
                    all.extend(
                        lines
                            .function_at(file, line)
                            .map(|(name, _)| name.to_owned()),
                    );
                }
            }
        }
        all
    }
}
