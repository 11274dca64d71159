//! What a project says of its functions once and for all (`wayfarer.toml`): sources, flags, and for each function what
//! its arguments are and what its callers see to.

use crate::arguments::Explore;
use crate::{Usage, input_options};
use anyhow::Context;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// What the file is called.
const NAME: &str = "wayfarer.toml";
/// Flags of the compiler that are followed by a path.
const PATH_FLAGS: [&str; 5] = ["-I", "-isystem", "-iquote", "-idirafter", "-include"];

/// The file.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Project {
    /// C sources, by their paths from the file's directory.
    #[serde(default)]
    sources: Vec<Spanned<PathBuf>>,
    /// Flags for the compiler.
    #[serde(default)]
    flags: Vec<String>,
    #[serde(default)]
    functions: BTreeMap<String, Described>,
    /// As `--free-globals`, of functions that say nothing of it.
    #[serde(default, rename = "free-globals")]
    free_globals: Vec<String>,
}

/// What is said of a function.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Described {
    /// Its sources, instead of the project's.
    sources: Option<Vec<Spanned<PathBuf>>>,
    /// As `--input`.
    #[serde(default)]
    input: Vec<Spanned<String>>,
    /// As `--assume`.
    #[serde(default)]
    assume: Vec<String>,
    /// As `--precondition`.
    precondition: Option<String>,
    /// As `--free-globals`.
    #[serde(rename = "free-globals")]
    free_globals: Option<Vec<String>>,
}

/// Adds what the project says to the options of a run: of the file that `--project` names, or, if the
/// command line names no program, of the next one from the working directory upwards. Gives the file.
pub fn apply(options: &mut Explore) -> anyhow::Result<Option<PathBuf>> {
    let named = options.program.files.is_empty() && options.java.classes.class_path.is_empty();
    let file = match &options.project {
        Some(file) => file.clone(),
        None if named => next_file()?,
        None => return Ok(None),
    };
    let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let at = |span, message: &str| wrong((&file, &text), span, message);
    let project = Project::read(&file, &text)?;
    let directory = file.parent().unwrap_or(Path::new("")).to_owned();
    let mut functions = project.functions;
    let described = options
        .function
        .as_ref()
        .and_then(|name| functions.remove(name));
    let described = described.unwrap_or_default();
    if options.program.files.is_empty() {
        for source in described.sources.unwrap_or(project.sources) {
            let path = directory.join(source.get_ref());
            if !path.is_file() {
                let message = format!("{}: there is no such file", path.display());
                return Err(at(Some(source.span()), &message).into());
            }
            options.program.files.push(path);
        }
    }
    if options.program.files.is_empty() {
        return Err(at(
            None,
            "neither the command line nor this file names a source",
        )
        .into());
    }
    for input in &described.input {
        if let Err(error) = input_options::readings(std::slice::from_ref(input.get_ref())) {
            return Err(at(Some(input.span()), &error.to_string()).into());
        }
    }
    let input = described.input.into_iter().map(Spanned::into_inner);
    // What the command line says goes before: of two readings of a pointer the last one holds.
    options.input.splice(0..0, input);
    options.assume.splice(0..0, described.assume);
    let precondition = &mut options.java.precondition;
    *precondition = precondition.take().or(described.precondition);
    if options.function.is_some() && options.free_globals.is_empty() {
        let free = described.free_globals.unwrap_or(project.free_globals);
        options.free_globals = free;
    }
    let flags = from_directory(&project.flags, &directory);
    options.program.cflags.splice(0..0, flags);
    Ok(Some(file))
}

impl Project {
    /// What the text of the file says.
    fn read(file: &Path, text: &str) -> Result<Project, Usage> {
        toml::from_str(text)
            .map_err(|error: toml::de::Error| wrong((file, text), error.span(), error.message()))
    }
}

/// What is wrong with the text of a file at a place.
fn wrong((file, text): (&Path, &str), span: Option<Range<usize>>, message: &str) -> Usage {
    let (line, column) = position(text, span.map_or(0, |span| span.start));
    let (file, message) = (file.display(), message.trim_end());
    Usage(format!("{file}:{line}:{column}: {message}"))
}

/// The file in the working directory, or in the next one above that has one.
fn next_file() -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("the working directory")?;
    let found = here
        .ancestors()
        .map(|directory| directory.join(NAME))
        .find(|file| file.is_file());
    let found = found.ok_or_else(|| {
        Usage(format!(
            "which program? There is no FILE, and no {NAME} here or in a folder above"
        ))
    })?;
    // By a short name, as it stands in tests and messages.
    Ok(match found.strip_prefix(&here) {
        Ok(short) => short.to_owned(),
        Err(_) => found,
    })
}

/// Flags whose paths are from a directory. What is included by a name that no file there has is a header of the compiler's.
pub fn from_directory(flags: &[String], directory: &Path) -> Vec<String> {
    let words: Vec<&str> = flags
        .iter()
        .flat_map(|flags| flags.split_whitespace())
        .collect();
    let path = |flag: &str, word: &str| {
        let path = directory.join(word);
        match flag == "-include" && !path.exists() {
            true => word.to_owned(),
            false => path.display().to_string(),
        }
    };
    let mut before = None;
    let words = words.into_iter().map(|word| {
        let attached = PATH_FLAGS
            .iter()
            .find_map(|flag| word.strip_prefix(flag).map(|rest| (flag, rest)));
        let alone = PATH_FLAGS.iter().find(|flag| **flag == word);
        let made = match (before, attached) {
            (Some(flag), _) => path(flag, word),
            (None, Some((flag, rest))) if !rest.is_empty() && alone.is_none() => {
                format!("{flag}{}", path(flag, rest))
            }
            (None, _) => word.to_owned(),
        };
        before = match before {
            Some(_) => None,
            None => alone.copied(),
        };
        made
    });
    words.collect()
}

/// Line and column of a byte of a text, from 1.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.rsplit('\n').next().unwrap_or("");
    (before.matches('\n').count() + 1, line.chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_flags_are_those_of_the_file() {
        let flags = [
            "-Iinc -DX=1".to_owned(),
            "-include".to_owned(),
            "Cargo.toml".to_owned(),
            "-include".to_owned(),
            "stddef.h".to_owned(),
            "-I/usr/x".to_owned(),
        ];
        let made = from_directory(&flags, Path::new(env!("CARGO_MANIFEST_DIR")));
        let expected = [
            concat!("-I", env!("CARGO_MANIFEST_DIR"), "/inc"),
            "-DX=1",
            "-include",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
            "-include",
            "stddef.h",
            "-I/usr/x",
        ];
        assert_eq!(made, expected);
    }

    #[test]
    fn positions_count_from_one() {
        assert_eq!(position("ab\ncd", 4), (2, 2));
        assert_eq!(position("", 7), (1, 1));
    }

    #[test]
    fn any_project_is_read_or_refused_at_a_place() {
        let text = "sources = [\"a.c\", \"src/é.c\"]\nflags = [\"-Iinc -DX=1\"]\n\n[functions.f]\n\
                    input = [\"p: array(n)\"]\nassume = [\"n < 10\"]\nprecondition = \"usual\"\n\n\
                    [functions.\"a b\"]\nsources = [\"b.c\"]\n";
        mutants::check(
            &mutants::texts(&[text]),
            2_000,
            |bytes| match Project::read(Path::new("w.toml"), &String::from_utf8_lossy(bytes)) {
                Ok(project) => drop(from_directory(&project.flags, Path::new("/p"))),
                Err(Usage(why)) => {
                    let mut place = why.split(':').skip(1).map(str::parse::<usize>);
                    assert!(
                        matches!((place.next(), place.next()), (Some(Ok(1..)), Some(Ok(1..)))),
                        "{why}"
                    );
                }
            },
        );
    }
}
