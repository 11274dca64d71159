//! Options of `scan`.

use super::Explore;
use clap::Args;
use std::path::PathBuf;

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        Ok(_) | Err(_) => Err("not a share from 0 to 1".to_owned()),
    }
}

/// Options of `scan`.
#[derive(Args, Debug)]
#[command(after_help = "\
TARGET is, for C, sources, folders of them, or a program, library or object that a build with CC=\"wayfarer cc\"
has made; for Java, folders of classes or sources, jars, sources, projects of Maven or Gradle that are built
(--class-path has what they need). Each function that other files see, and each class, is explored by itself,
with the options of `explore`; what it finds is told once for each cause.

The directory of a scan is kept: a second scan visits only what has changed and what depends on it, a scan that
was killed goes on where it was, and `wayfarer resume DIR --time SECONDS` goes on with what is not finished.

Exit codes: 0 no warning above the line, 1 warnings (those of --baseline do not count), 2 wrong usage, 3 could
not run.")]
pub struct Scan {
    /// The log of an analyser in SARIF: only functions and classes are visited that its results are in, or the callers of such;
    /// the errors that these name are looked for, and it is written again with what came of each (judged.sarif; may be
    /// given several times)
    #[arg(long, value_name = "FILE", help_heading = "Scan")]
    pub sarif_in: Vec<PathBuf>,
    /// Warnings that are known: a file that --write-baseline has written. They are told as such and do not
    /// count for the exit code
    #[arg(long, value_name = "FILE", help_heading = "Scan")]
    pub baseline: Option<PathBuf>,
    /// Write the warnings of this scan to FILE, as known from now on
    #[arg(long, value_name = "FILE", help_heading = "Scan")]
    pub write_baseline: Option<PathBuf>,
    /// Visit also functions that no other file sees (static), whose callers may see to more than their types
    /// say: errors in them are for unusual inputs
    #[arg(long, help_heading = "Scan")]
    pub all_functions: bool,
    /// Visit only functions and classes of these names; `*` stands for any characters (comma-separated)
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Scan"
    )]
    pub only: Vec<String>,
    /// Visit only what has changed since a revision of git, and what depends on that
    #[arg(
        long,
        value_name = "REVISION",
        help_heading = "Scan",
        conflicts_with = "diff"
    )]
    pub since: Option<String>,
    /// Visit only what a unified diff changes, and what depends on that (-: standard input)
    #[arg(long, value_name = "PATCH", help_heading = "Scan")]
    pub diff: Option<PathBuf>,
    /// After an edit, the time for what only leads to code that has changed, as a share of what all visits took
    /// before, and 10 seconds at least; it begins with the tests that there are. 1: each as long as before, 0: not at all
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.1,
        value_parser = share,
        help_heading = "Scan"
    )]
    pub revisit_share: f64,
    /// Copy the JUnit classes of tests that are confirmed into a folder of a build, such as src/test/java;
    /// files that were edited there are left alone
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub into: Option<PathBuf>,
    #[command(flatten)]
    pub explore: Explore,
}
