//! `wayfarer report`: what a run or a scan has found, as pages (see the crate `pages`).

mod files;
mod findings;
mod run;
mod scan;
mod tests;

use crate::arguments::Report;
use crate::{Usage, exit};
use anyhow::Context;
use pages::PagesError;
use std::path::{Path, PathBuf};

/// The folder of the pages, below the directory of the run, if nothing is said of it.
pub const FOLDER: &str = "report";

/// Writes the pages.
///
/// # Errors
/// If the directory holds no results, or the folder cannot be written.
pub fn run(options: &Report) -> anyhow::Result<u8> {
    let directory = options
        .directory
        .canonicalize()
        .with_context(|| options.directory.display().to_string())?;
    let report = match crate::scan::is_scan(&directory) {
        true => scan::report(&directory)?,
        false => run::report(&directory)?,
    };
    let into = options.into.clone();
    let into = into.unwrap_or_else(|| options.directory.join(FOLDER));
    match pages::write(&report, &into) {
        Err(error @ PagesError::Foreign(_)) => return Err(Usage(error.to_string()).into()),
        written => written?,
    }
    say!("{}", index(&into).display());
    Ok(exit::NOTHING_FOUND)
}

fn index(folder: &Path) -> PathBuf {
    folder.join("index.html")
}

/// A word of a shell command.
pub fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text,
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}
