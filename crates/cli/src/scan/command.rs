//! How a scan was begun, for `wayfarer resume`.

use super::visit;
use crate::arguments::{Command, CommandLine, Scan};
use anyhow::{Context, bail};
use clap::{CommandFactory, FromArgMatches};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The file, in the directory of the scan.
pub const FILE: &str = "scan-command.json";

#[derive(Serialize, Deserialize)]
struct Begun {
    directory: PathBuf,
    arguments: Vec<OsString>,
}

/// Keeps the command line of this process.
///
/// # Errors
/// If it cannot be written.
pub fn write(directory: &Path) -> anyhow::Result<()> {
    let begun = Begun {
        directory: std::env::current_dir().context("the working directory")?,
        arguments: std::env::args_os().skip(1).collect(),
    };
    let path = directory.join(FILE);
    std::fs::write(&path, serde_json::to_string(&begun)?)
        .with_context(|| path.display().to_string())
}

/// The options of the scan in a directory, with the words among them that are for `explore`. Goes to the
/// directory in which it was begun, as paths among them are from there.
///
/// # Errors
/// If they cannot be read.
pub fn read(directory: &Path) -> anyhow::Result<(Scan, Vec<OsString>)> {
    let path = directory.join(FILE);
    let context = || path.display().to_string();
    let text = std::fs::read_to_string(&path).with_context(context)?;
    let begun: Begun = serde_json::from_str(&text).with_context(context)?;
    std::env::set_current_dir(&begun.directory)
        .with_context(|| begun.directory.display().to_string())?;
    options(begun.arguments).with_context(context)
}

fn options(arguments: Vec<OsString>) -> anyhow::Result<(Scan, Vec<OsString>)> {
    let words = std::iter::once(OsString::from("wayfarer")).chain(arguments);
    let words = crate::spelled_out(words);
    let matches = CommandLine::command().try_get_matches_from(words)?;
    let arguments = CommandLine::from_arg_matches(&matches)?;
    let Command::Scan(scan) = arguments.command else {
        bail!("not the command line of a scan");
    };
    let given = matches.subcommand().map(|(_, given)| visit::words(given));
    Ok((*scan, given.unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_command_is_read_or_refused() {
        let begun = Begun {
            directory: "/somewhere".into(),
            arguments: ["scan", "-cp", "lib.jar", "--time", "60", "--jobs=2", "src"]
                .map(OsString::from)
                .into(),
        };
        let text = serde_json::to_string(&begun).expect("JSON");
        assert!(options(begun.arguments).is_ok());
        mutants::check(&mutants::texts(&[&text]), 200, |bytes| {
            if let Ok(begun) = serde_json::from_slice::<Begun>(bytes) {
                let _ = options(begun.arguments);
            }
        });
    }
}
