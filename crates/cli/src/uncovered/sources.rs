//! Source files as they were when a run was made, as far as that is known.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use store::{Description, InputFile, Reader, StoreError};
use suite::java::JavaPlan;
use suite::{Language, Suite};

/// A source file.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its lines, or why they are not shown.
    pub text: Result<Vec<String>, String>,
    /// Something to be known of the text.
    pub note: Option<String>,
}

/// Where sources are looked for, and those that were read.
pub struct Sources {
    /// Folders that names of sources may start at.
    roots: Vec<PathBuf>,
    /// Hashes of files as they were.
    hashes: HashMap<PathBuf, String>,
    /// When the run began: what was written later is not what it was.
    began: Option<SystemTime>,
    known: BTreeMap<String, Source>,
}

/// Folders of sources as seen from one of classes, or from that of a project.
const BESIDE: [&str; 8] = [
    "",
    "src",
    "src/main/java",
    "../src",
    "../src/main/java",
    "../../src/main/java",
    "../../../src/main/java",
    "../../../../src/main/java",
];

impl Sources {
    /// Those of the run in a directory; `more` are folders or files where they may be, too.
    ///
    /// # Errors
    /// If its store is damaged.
    pub fn of_directory(
        reader: &Reader,
        directory: &Path,
        more: &[PathBuf],
    ) -> Result<Sources, StoreError> {
        let description = reader.description()?;
        let sessions = reader.sessions()?;
        let began = sessions.first().map(|session| session.started.as_str());
        let mut roots = class_path(directory);
        roots.extend_from_slice(more);
        Ok(Sources::of_run(&description, began, &roots))
    }

    /// Those of a run that began then (as ISO 8601); `more` are further folders or files to look at.
    fn of_run(description: &Description, began: Option<&str>, more: &[PathBuf]) -> Sources {
        let mut sources = Sources {
            roots: vec![description.directory.clone()],
            hashes: HashMap::new(),
            began: began.and_then(|text| humantime::parse_rfc3339(text).ok()),
            known: BTreeMap::new(),
        };
        sources.add(&description.inputs);
        let directory = &description.directory;
        for word in description.arguments.iter().flat_map(paths) {
            sources.add_root(&directory.join(word));
        }
        for root in more {
            sources.add_root(&directory.join(root));
        }
        sources
    }

    /// Files with their hashes.
    fn add(&mut self, inputs: &[InputFile]) {
        let inputs = inputs.iter();
        let hashes = inputs.map(|input| (input.path.clone(), input.sha256.clone()));
        self.hashes.extend(hashes);
    }

    /// Adds what is known of files by other runs of the same program, of what these alone have seen.
    pub fn add_hashes_of(&mut self, older: Sources) {
        for (path, hash) in older.hashes {
            self.hashes.entry(path).or_insert(hash);
        }
    }

    fn add_root(&mut self, path: &Path) {
        for beside in BESIDE {
            let root = path.join(beside);
            if root.is_dir() && !self.roots.contains(&root) {
                self.roots.push(root);
            }
        }
    }

    /// A source by the name that debug information has.
    pub fn get(&mut self, name: &str) -> &Source {
        if !self.known.contains_key(name) {
            let source = self.read(name);
            self.known.insert(name.to_owned(), source);
        }
        &self.known[name]
    }

    /// True if the file is the one that the run saw, for all that is known.
    pub fn is_unchanged(&mut self, name: &str) -> bool {
        self.get(name).text.is_ok()
    }

    fn read(&self, name: &str) -> Source {
        let without = |why: String| Source {
            text: Err(why),
            note: None,
        };
        let mut found = self.roots.iter().map(|root| root.join(name));
        let Some(path) = found.find(|path| path.is_file()) else {
            return without(format!(
                "The source is missing: {name} is no file now, and in none of the folders of sources that the \
                 command names. Its lines are shown without text."
            ));
        };
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                return without(format!(
                    "The source cannot be read: {}: {error}",
                    path.display()
                ));
            }
        };
        let note = match self.hashes.get(&path) {
            Some(hash) => match store::file_hash(&path) {
                Ok(now) if now == *hash => None,
                _ => return without(changed("is not what it was when the run was made")),
            },
            None => match self.is_newer(&path) {
                true => return without(changed("was written after the run began")),
                false => Some(
                    "The run has no hash of this file. It was last written before the run began, so it is taken \
                     to be what the run saw."
                        .to_owned(),
                ),
            },
        };
        let text = String::from_utf8_lossy(&bytes);
        Source {
            text: Ok(text.lines().map(str::to_owned).collect()),
            note,
        }
    }

    fn is_newer(&self, path: &Path) -> bool {
        let written = std::fs::metadata(path).and_then(|it| it.modified());
        match (written, self.began) {
            (Ok(written), Some(began)) => written > began,
            _ => false,
        }
    }
}

fn changed(how: &str) -> String {
    format!("The source {how}. Its lines are shown without text.")
}

/// Paths in a word of the command line: of lists, each; of options, what is behind `=`.
fn paths(word: &OsString) -> Vec<PathBuf> {
    let text = word.to_string_lossy();
    let value = match text.strip_prefix("--") {
        Some(option) => option.split_once('=').map_or("", |(_, value)| value),
        None => &text,
    };
    let paths = value.split(':').filter(|path| !path.is_empty());
    paths.map(PathBuf::from).collect()
}

/// The language of a suite; what has none is C's.
pub fn language(directory: &Path) -> Language {
    suite::language(directory).unwrap_or(Language::C)
}

/// Class path of a suite, of Java.
fn class_path(directory: &Path) -> Vec<PathBuf> {
    match suite::language(directory) {
        Ok(Language::Java) => {
            let suite = Suite::<JavaPlan>::open(directory);
            suite.map(|it| it.plan.class_path).unwrap_or_default()
        }
        Ok(Language::C) | Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn description(directory: &Path, inputs: Vec<InputFile>) -> Description {
        Description {
            version: String::new(),
            directory: directory.to_owned(),
            arguments: vec!["--class-path=no:classes".into()],
            inputs,
            program: String::new(),
            starts: Vec::new(),
            seeds: Vec::new(),
        }
    }

    #[test]
    fn changed_and_missing_sources_have_no_text() {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("a.c");
        std::fs::write(&file, "int x;\n").expect("a file");
        let sha256 = store::file_hash(&file).expect("a hash");
        let name = file.display().to_string();
        let path = file.clone();
        let description = description(directory.path(), vec![InputFile { path, sha256 }]);
        let mut sources = Sources::of_run(&description, None, &[]);
        assert_eq!(sources.get(&name).text, Ok(vec!["int x;".to_owned()]));
        std::fs::write(&file, "int y;\n").expect("a file");
        let mut sources = Sources::of_run(&description, None, &[]);
        assert!(!sources.is_unchanged(&name));
        std::fs::remove_file(&file).expect("removed");
        let mut sources = Sources::of_run(&description, None, &[]);
        assert!(!sources.is_unchanged(&name));
    }

    #[test]
    fn sources_of_classes_are_found_beside_them() {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::create_dir_all(directory.path().join("classes")).expect("a folder");
        std::fs::create_dir_all(directory.path().join("src/p")).expect("a folder");
        std::fs::write(directory.path().join("src/p/A.java"), "class A {}").expect("a file");
        let description = description(directory.path(), Vec::new());
        let mut sources = Sources::of_run(&description, None, &[]);
        let source = sources.get("p/A.java");
        assert_eq!(source.text, Ok(vec!["class A {}".to_owned()]));
        assert!(source.note.is_some());
        let mut sources = Sources::of_run(&description, Some("2000-01-01T00:00:00Z"), &[]);
        assert!(!sources.is_unchanged("p/A.java"));
    }
}
