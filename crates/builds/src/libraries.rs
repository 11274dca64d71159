//! What a call of the linker links beside what was compiled.

use crate::invocation::{Word, read_words};
use crate::record::Link;
use std::path::{Path, PathBuf};

/// Something that is linked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Linked {
    /// A word for the linker, such as `-lm`.
    Word(String),
    /// A file of the build.
    File {
        /// Where it is.
        path: PathBuf,
        /// True for a shared library; an archive or object otherwise.
        shared: bool,
    },
}

/// What a call of the linker links. Libraries that are found in directories which the call names are files.
pub(crate) fn of_link(link: &Link) -> Vec<Linked> {
    let words = read_words(&link.words, &link.directory);
    let option = |word: &Word, begin: &str| match word {
        Word::With(name, value) if name == begin => Some(value.clone()),
        Word::Option(option) => option.strip_prefix(begin).map(str::to_owned),
        _ => None,
    };
    let directories: Vec<PathBuf> = words
        .iter()
        .filter_map(|word| option(word, "-L"))
        .map(|path| link.directory.join(path))
        .collect();
    let mut linked = Vec::new();
    for word in &words {
        if let Some(name) = option(word, "-l") {
            linked.push(match find(&name, &directories) {
                Some(path) => file(path),
                None => Linked::Word(format!("-l{name}")),
            });
        } else if let Word::File(name) = word {
            let path = link.directory.join(name);
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let linkable = [".o", ".a", ".so", ".lo", ".la"]
                .iter()
                .any(|end| name.ends_with(end));
            if (linkable || name.contains(".so.")) && path.is_file() {
                linked.push(file(path));
            }
        }
    }
    linked
}

fn file(path: PathBuf) -> Linked {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let shared = name.ends_with(".so") || name.contains(".so.");
    Linked::File {
        path: path.canonicalize().unwrap_or(path),
        shared,
    }
}

/// The library of a name in one of the directories.
fn find(name: &str, directories: &[PathBuf]) -> Option<PathBuf> {
    let names = match name.strip_prefix(':') {
        Some(exact) => vec![exact.to_owned()],
        None => vec![format!("lib{name}.so"), format!("lib{name}.a")],
    };
    let mut found = directories
        .iter()
        .flat_map(|directory| names.iter().map(|name| directory.join(name)));
    found.find(|path| Path::is_file(path))
}
