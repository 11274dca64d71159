//! Compilation databases: `compile_commands.json`, as CMake, Meson, Bear and Ninja write it.

use crate::invocation::{self, Invocation, Stage};
use crate::record::Unit;
use crate::{BuildError, Language};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// An entry.
#[derive(Deserialize)]
struct Entry {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// The sources in C and C++ of a compilation database.
///
/// # Errors
/// If it cannot be read.
pub fn read_database(path: &Path) -> Result<Vec<Unit>, BuildError> {
    let text = std::fs::read(path).map_err(BuildError::file(path))?;
    from_text(path, &text)
}

fn from_text(path: &Path, text: &[u8]) -> Result<Vec<Unit>, BuildError> {
    let entries: Vec<Entry> =
        serde_json::from_slice(text).map_err(|error| BuildError::damaged(path, &error))?;
    let mut units = Vec::new();
    for entry in entries {
        let words = match entry.arguments.is_empty() {
            false => entry.arguments,
            true => shlex::split(&entry.command).ok_or_else(|| {
                BuildError::damaged(
                    path,
                    &format!("not a command of a shell: {}", entry.command),
                )
            })?,
        };
        // From where the database is, if it does not say an absolute path.
        let beside = path.parent().unwrap_or(Path::new("")).join(entry.directory);
        let directory = std::path::absolute(&beside).map_err(BuildError::file(&beside))?;
        let words = behind_compiler(words);
        let invocation = Invocation::new(&words, &directory, Language::C);
        let mut sources = invocation.sources.iter();
        let explored = sources.find(|(_, language)| language.is_explored());
        let source = directory.join(entry.file);
        let known = units
            .iter()
            .any(|unit: &Unit| unit.source == source && unit.words == words);
        if let Some(&(_, language)) = explored
            && invocation.stage != Stage::Neither
            && !known
        {
            units.push(Unit {
                object: None,
                sha256: String::new(),
                language,
                directory,
                source,
                words,
            });
        }
    }
    Ok(units)
}

/// The words behind the compiler's name, which others may stand before (`ccache cc`, `wayfarer cc`).
fn behind_compiler(words: Vec<String>) -> Vec<String> {
    let option = words.iter().position(|word| word.starts_with('-'));
    // A source may come before all options.
    let is_source = |word: &String| {
        let language = invocation::by_extension(Path::new(word), Language::C);
        language.is_some_and(Language::is_explored)
    };
    let source = words.iter().position(is_source);
    let first = [option, source].into_iter().flatten().min();
    words.into_iter().skip(first.unwrap_or(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATABASE: &str = r#"[
        {"directory": "/b", "file": "a.c", "command": "ccache cc -DX='\"y z\"' -c a.c -o a.o"},
        {"directory": "sub", "file": "/s/b.c", "arguments": ["cc", "-c", "/s/b.c"], "output": "b.o"},
        {"directory": "/b", "file": "c.cpp", "command": "c++ -c c.cpp"}
    ]"#;

    #[test]
    fn any_database_is_read() {
        mutants::check(&mutants::texts(&[DATABASE]), 5000, |bytes| {
            for unit in from_text(Path::new("/b/any.json"), bytes).unwrap_or_default() {
                crate::of_unit(&unit);
            }
        });
    }

    #[test]
    fn entries_have_arguments_or_a_command() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("compile_commands.json");
        std::fs::write(&path, DATABASE).expect("written");
        let units = read_database(&path).expect("a database");
        let sources: Vec<&Path> = units.iter().map(|unit| unit.source.as_path()).collect();
        assert_eq!(sources, ["/b/a.c", "/s/b.c", "/b/c.cpp"].map(Path::new));
        assert_eq!(units[2].language, Language::Cpp);
        assert_eq!(units[0].words[0], "-DX=\"y z\"");
        assert_eq!(units[1].directory, directory.path().join("sub"));
    }

    #[test]
    fn damaged_databases_are_told() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("compile_commands.json");
        for text in [
            "",
            "{",
            "[{}]",
            r#"[{"directory": "/", "file": "a.c", "command": "cc 'a"}]"#,
        ] {
            std::fs::write(&path, text).expect("written");
            let said = read_database(&path).expect_err("damaged").to_string();
            assert!(said.contains("damaged"), "{said}");
        }
    }
}
