//! The programs that tests explore again and again.

use crate::compiled::{CLASSES, compile};
use std::path::Path;
use tempfile::TempDir;

/// A program with its options.
pub struct Subject {
    /// What stands for it on the command line, its options included.
    arguments: Vec<String>,
    _classes: Option<TempDir>,
}

impl Subject {
    /// A program of `tests/programs` or `tests/java/programs` with these options.
    pub fn new(name: &str, options: &[&str]) -> Subject {
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
        let (mut arguments, classes) = match name.ends_with(".java") {
            true => {
                let classes = compile(&programs.join("java/programs").join(name));
                let path = classes.path().join(CLASSES).display().to_string();
                (vec!["--class-path".to_owned(), path], Some(classes))
            }
            false => {
                let path = programs.join("programs").join(name);
                (vec![path.display().to_string()], None)
            }
        };
        arguments.extend(options.iter().map(ToString::to_string));
        Subject {
            arguments,
            _classes: classes,
        }
    }

    /// The command line behind `explore`: these options, too.
    pub fn with(&self, options: &[&str]) -> Vec<String> {
        let options = options.iter().map(ToString::to_string);
        self.arguments.iter().cloned().chain(options).collect()
    }
}
