//! What a user has changed: files and lines of a diff, and the functions that these are of.

use super::code::ProgramCode;
use crate::Usage;
use crate::reach::elsewhere::{FileWishes, Wish};
use crate::reach::patch;
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Endings of files that others include.
const HEADERS: [&str; 6] = ["h", "hh", "hpp", "hxx", "inc", "def"];
/// Endings of files that a program may be made of.
const SOURCES: [&str; 3] = ["c", "java", "i"];
/// How comments begin, and how they go on.
const COMMENTS: [&str; 3] = ["//", "/*", "*"];

/// Changed lines by file.
pub struct Changes {
    files: Vec<FileWishes>,
    /// Files that are new as a whole.
    new: Vec<String>,
    /// What paths start from, if it is known.
    root: Option<PathBuf>,
}

/// The functions that are changed.
#[derive(Default)]
pub struct ChangedFunctions {
    /// By their names.
    pub names: BTreeSet<String>,
    /// The first changed header with lines that are of no function: any function may use them.
    pub header: Option<String>,
    /// Changed sources with no function of the program.
    pub others: Vec<String>,
}

/// What has changed since a revision of git, or what a patch changes; `None` if neither is given.
///
/// # Errors
/// If git knows no such revision, or the patch cannot be read.
pub fn read(since: Option<&str>, diff: Option<&Path>) -> anyhow::Result<Option<Changes>> {
    match (since, diff) {
        (Some(revision), _) => since_revision(revision).map(Some),
        (None, Some(path)) => Ok(Some(Changes {
            files: patch::read(path)?,
            new: Vec::new(),
            root: None,
        })),
        (None, None) => Ok(None),
    }
}

/// The difference of the working tree to a revision, with files that git does not know yet.
fn since_revision(revision: &str) -> anyhow::Result<Changes> {
    if revision.starts_with('-') {
        return Err(Usage(format!("--since {revision}: not a revision")).into());
    }
    let git = |root: &Path, words: &[&str]| -> anyhow::Result<String> {
        let mut command = Command::new("git");
        let done = command.current_dir(root).args(words).output();
        let done = done.context("git")?;
        if !done.status.success() {
            let why = String::from_utf8_lossy(&done.stderr);
            let (what, why) = (words[0], why.trim());
            bail!(Usage(format!("--since {revision}: git {what}: {why}")));
        }
        Ok(String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let root = git(Path::new("."), &["rev-parse", "--show-toplevel"])?;
    let root = PathBuf::from(root.trim_end_matches('\n'));
    // What the user's configuration makes of a diff may be none that can be read.
    let words = [
        "diff",
        "--no-color",
        "--no-ext-diff",
        "--unified=0",
        revision,
        "--",
    ];
    let text = git(&root, &words)?;
    let new = git(&root, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    let new = new.split('\0').filter(|path| !path.is_empty());
    Ok(Changes {
        files: match text.is_empty() {
            true => Vec::new(),
            false => patch::parse(&text)?,
        },
        new: new.map(str::to_owned).collect(),
        root: Some(root),
    })
}

impl Changes {
    /// The functions of a program that are changed.
    pub fn functions(&self, code: &ProgramCode) -> ChangedFunctions {
        let mut changed = ChangedFunctions::default();
        for change in &self.files {
            let files = self.files_of(&change.path, code);
            for file in &files {
                changed.add(self, change, (file, code));
            }
            changed.note_others(&change.path, files.is_empty());
        }
        for path in &self.new {
            let files = self.files_of(path, code);
            let all = code.functions.iter();
            let all = all.filter(|(_, it)| files.contains(&it.file.as_str()));
            changed.names.extend(all.map(|(name, _)| name.clone()));
            changed.note_others(path, files.is_empty());
        }
        changed
    }

    /// The files of the program that a path of the diff may mean. Its root may be another one than that of the program, of
    /// which files of Java have the paths of their packages.
    fn files_of<'c>(&self, path: &str, code: &'c ProgramCode) -> Vec<&'c str> {
        let path = Path::new(path);
        let whole = self.root.as_ref().map(|root| root.join(path));
        let whole = whole.and_then(|path| path.canonicalize().ok());
        let is_it = |file: &&str| {
            let file = Path::new(*file);
            match (&whole, file.canonicalize()) {
                (Some(whole), Ok(file)) => *whole == file,
                _ => file.ends_with(path) || path.ends_with(file),
            }
        };
        code.files().into_iter().filter(is_it).collect()
    }

    /// The text of a changed file as it is now.
    fn text_of(&self, path: &str, file: &str) -> String {
        let whole = self.root.as_ref().map(|root| root.join(path));
        let places = [Some(PathBuf::from(file)), whole];
        let mut texts = places.into_iter().flatten().map(std::fs::read);
        let text = texts.find_map(Result::ok).unwrap_or_default();
        String::from_utf8_lossy(&text).into_owned()
    }
}

impl ChangedFunctions {
    /// Adds what a change does to a file of the program.
    fn add(&mut self, changes: &Changes, change: &FileWishes, (file, code): (&str, &ProgramCode)) {
        let text = changes.text_of(&change.path, file);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let says_nothing = |line: u32| {
            let text = (line as usize).checked_sub(1).and_then(|at| lines.get(at));
            text.is_some_and(|it| {
                it.is_empty() || COMMENTS.iter().any(|begin| it.starts_with(begin))
            })
        };
        for wish in &change.wishes {
            let (line, is_removed) = match *wish {
                Wish::Next(line) => (line, true),
                Wish::Line(line) | Wish::Sides(line) | Wish::Way { line, .. } => (line, false),
            };
            let (functions, is_inside) = code.functions_at(file, line);
            if !is_inside && !is_removed && says_nothing(line) {
                continue;
            }
            if !is_inside && is_header(file) {
                self.header.get_or_insert_with(|| change.path.clone());
            }
            self.names.extend(functions.into_iter().map(str::to_owned));
        }
    }

    /// Takes note of a changed file without functions of the program.
    fn note_others(&mut self, path: &str, has_none: bool) {
        if !has_none {
            return;
        }
        if is_header(path) {
            self.header.get_or_insert_with(|| path.to_owned());
        } else if has_ending(path, &SOURCES) {
            self.others.push(path.to_owned());
        }
    }
}

fn is_header(path: &str) -> bool {
    has_ending(path, &HEADERS)
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    let ending = Path::new(path).extension().and_then(|it| it.to_str());
    ending.is_some_and(|ending| endings.contains(&ending))
}
