//! The tests of a scan in a build's own folder of tests.

use super::fingerprint::hash;
use super::record::ScanRecord;
use super::unconfirmed;
use super::units::Units;
use crate::output::UNITS;
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What was copied before: hashes of files by path, in the directory of the scan.
const KNOWN: &str = "into.json";

/// What has come of copying.
pub struct Copied {
    pub files: usize,
    /// Files that were edited, or that others have written.
    pub left_alone: Vec<PathBuf>,
    /// Files that are those of another unit's tests, too.
    pub doubled: Vec<PathBuf>,
}

/// Copies the JUnit classes of all units with results.
///
/// # Errors
/// If files cannot be read or written.
pub fn copy(
    directory: &Path,
    units: &Units,
    record: &ScanRecord,
    into: &Path,
) -> anyhow::Result<Copied> {
    let known = directory.join(KNOWN);
    let text = std::fs::read_to_string(&known).unwrap_or_default();
    let mut hashes: BTreeMap<PathBuf, String> = serde_json::from_str(&text).unwrap_or_default();
    let mut copied = Copied {
        files: 0,
        left_alone: Vec::new(),
        doubled: Vec::new(),
    };
    let mut written: BTreeMap<PathBuf, String> = BTreeMap::new();
    for (unit, standing) in units.list.iter().zip(&record.standing) {
        if !standing.has_results() {
            continue;
        }
        let run = directory.join(UNITS).join(unit.directory());
        let junit = run.join("junit");
        let mut sources = Vec::new();
        find(&junit, Path::new(""), &mut sources)?;
        let unconfirmed = match sources.is_empty() {
            true => Vec::new(),
            false => unconfirmed::of_run(&run)?,
        };
        for relative in sources {
            let from = junit.join(&relative);
            let text =
                std::fs::read_to_string(&from).with_context(|| from.display().to_string())?;
            let text = unconfirmed::switched_off(&text, &class_of(&relative), &unconfirmed);
            let to = into.join(&relative);
            let own = hash(&text);
            if written.get(&to) == Some(&own) {
                continue;
            }
            let there = std::fs::read_to_string(&to).ok().map(|there| hash(&there));
            let is_own = match &there {
                None => true,
                Some(there) => hashes.get(&to) == Some(there) || *there == own,
            };
            if written.contains_key(&to) {
                copied.doubled.push(to);
                continue;
            }
            if !is_own {
                copied.left_alone.push(to);
                continue;
            }
            let parent = to.parent().unwrap_or(into);
            std::fs::create_dir_all(parent)
                .and_then(|()| std::fs::write(&to, &text))
                .with_context(|| to.display().to_string())?;
            copied.files += 1;
            written.insert(to.clone(), own.clone());
            hashes.insert(to, own);
        }
    }
    let text = format!("{:#}\n", serde_json::to_value(&hashes)?);
    std::fs::write(&known, text).with_context(|| known.display().to_string())?;
    Ok(copied)
}

/// The class that a source of Java has, by its path.
fn class_of(relative: &Path) -> String {
    let path = relative.with_extension("");
    path.to_string_lossy().replace('/', ".")
}

/// Sources of Java below a folder, by their paths in it.
fn find(folder: &Path, relative: &Path, found: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let directory = folder.join(relative);
    if !directory.is_dir() {
        return Ok(());
    }
    let context = || directory.display().to_string();
    let mut names = std::fs::read_dir(&directory)
        .with_context(context)?
        .map(|entry| Ok(entry.with_context(context)?.file_name()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    names.sort();
    for name in names {
        let path = relative.join(name);
        if folder.join(&path).is_dir() {
            find(folder, &path, found)?;
        } else if path.extension().is_some_and(|it| it == "java") {
            found.push(path);
        }
    }
    Ok(())
}
