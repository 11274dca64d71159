//! Compiles JUnit classes. A test that does not compile does not keep the others from it: it is
//! emptied in a copy of its class, or its class left out where the error is in no test.

use super::tools::javac;
use crate::SuiteError;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where a compilation takes place.
pub struct Compilation<'a> {
    pub jdk: &'a Path,
    /// Root of the packages of the classes.
    pub root: &'a Path,
    pub class_path: &'a OsString,
    /// Receives changed copies of classes.
    pub copies: &'a Path,
    /// Receives the class files.
    pub into: &'a Path,
}

/// Why tests do not compile.
#[derive(Debug, Default)]
pub struct Failed {
    /// By class and method.
    methods: BTreeMap<(PathBuf, String), String>,
    /// Whole classes, by file below the root.
    classes: BTreeMap<PathBuf, String>,
}

impl Failed {
    /// Why a test of a class, given by its file below the root, does not compile.
    pub fn reason(&self, class: &Path, method: &str) -> Option<&str> {
        let key = (class.to_owned(), method.to_owned());
        let reason = self.methods.get(&key).or_else(|| self.classes.get(class));
        reason.map(String::as_str)
    }

    fn count(&self) -> usize {
        self.methods.len() + self.classes.len()
    }
}

/// An error of `javac` by its place.
#[derive(Debug, PartialEq)]
struct Diagnostic {
    file: PathBuf,
    /// From 1.
    line: usize,
    message: String,
}

impl Compilation<'_> {
    /// Compiles classes, given by their files below the root; those that nothing may be left out of
    /// are `whole`.
    ///
    /// # Errors
    /// If they do not compile for another reason than errors in tests.
    pub fn run(
        &self,
        tests: &BTreeSet<PathBuf>,
        whole: &BTreeSet<PathBuf>,
    ) -> Result<Failed, SuiteError> {
        let mut failed = Failed::default();
        // Where the text of each class is now.
        let mut texts: BTreeMap<&PathBuf, PathBuf> = tests
            .iter()
            .map(|file| (file, self.root.join(file)))
            .collect();
        while !texts.is_empty() {
            let mut sources: Vec<PathBuf> = texts.values().cloned().collect();
            sources.extend(whole.iter().map(|file| self.root.join(file)));
            let error = match javac(self.jdk, &sources, self.class_path, self.into) {
                Ok(()) => break,
                Err(error) => error,
            };
            let SuiteError::Build { output, .. } = &error else {
                return Err(error);
            };
            let before = failed.count();
            for (file, text) in texts.clone() {
                let errors = errors_in(output, &text);
                if errors.is_empty() {
                    continue;
                }
                match self.without(file, &text, &errors, &mut failed)? {
                    Some(copy) => texts.insert(file, copy),
                    None => texts.remove(file),
                };
            }
            if failed.count() == before {
                return Err(error);
            }
        }
        Ok(failed)
    }

    /// Writes a copy of a class whose tests with errors are empty; `None` if the class itself has
    /// one.
    fn without(
        &self,
        file: &Path,
        text: &Path,
        errors: &[Diagnostic],
        failed: &mut Failed,
    ) -> Result<Option<PathBuf>, SuiteError> {
        let source = std::fs::read_to_string(text).map_err(SuiteError::io(text))?;
        let mut lines: Vec<&str> = source.lines().collect();
        let methods = methods(&lines);
        let mut empty = Vec::new();
        for error in errors {
            let own = methods.iter().find(|own| own.lines.contains(&error.line));
            let Some(own) = own else {
                let reason = error.message.clone();
                failed.classes.insert(file.to_owned(), reason);
                return Ok(None);
            };
            let key = (file.to_owned(), own.name.to_owned());
            let reason = failed.methods.entry(key);
            reason.or_insert_with(|| error.message.clone());
            empty.push(own);
        }
        for own in empty {
            lines[own.lines.start - 1..own.lines.end - 1].fill("");
        }
        let copy = self.copies.join(file);
        if let Some(parent) = copy.parent() {
            std::fs::create_dir_all(parent).map_err(SuiteError::io(parent))?;
        }
        std::fs::write(&copy, lines.join("\n")).map_err(SuiteError::io(&copy))?;
        Ok(Some(copy))
    }
}

/// The errors that `javac` found in a file.
fn errors_in(output: &str, file: &Path) -> Vec<Diagnostic> {
    let prefix = format!("{}:", file.display());
    let places = output.lines().filter_map(|line| line.strip_prefix(&prefix));
    let error = |text: &str| {
        let (line, message) = text.split_once(": error: ")?;
        Some(Diagnostic {
            file: file.to_owned(),
            line: line.parse().ok()?,
            message: message.to_owned(),
        })
    };
    places.filter_map(error).collect()
}

/// A test method of a class as the writer lays it out, with what stands before it.
struct TestMethod<'a> {
    name: &'a str,
    /// Numbers from 1.
    lines: std::ops::Range<usize>,
}

fn methods<'a>(lines: &[&'a str]) -> Vec<TestMethod<'a>> {
    let mut all = Vec::new();
    let mut start = None;
    let mut name = None;
    for (index, line) in lines.iter().enumerate() {
        let number = index + 1;
        if start.is_none() {
            // The first begins behind the head of the class.
            let head = line.contains("class ") && line.ends_with('{');
            start = head.then_some(number + 1);
            continue;
        }
        let declared = line.strip_prefix("    ").map(|line| {
            let line = line.strip_prefix("public ").unwrap_or(line);
            line.strip_prefix("void ")
                .and_then(|rest| rest.split_once('('))
        });
        if let Some(Some((declared, _))) = declared {
            name = Some(declared);
        }
        if *line == "    }"
            && let (Some(first), Some(name)) = (start, name.take())
        {
            all.push(TestMethod {
                name,
                lines: first..number + 1,
            });
            start = Some(number + 1);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_places() {
        let output = "warning: old\n/t/A.java:12: error: cannot find symbol\n  int x = y;\n          ^\n\
                      /t/B.java:3: error: not here\n1 error\n";
        let expected = Diagnostic {
            file: PathBuf::from("/t/A.java"),
            line: 12,
            message: "cannot find symbol".to_owned(),
        };
        assert_eq!(errors_in(output, Path::new("/t/A.java")), [expected]);
    }

    #[test]
    fn methods_are_found_with_their_annotations() {
        let text = "import x;\n\nclass A {\n    @Test\n    void f_1() throws Throwable {\n        \
                    try {\n        }\n    }\n\n    // g\n    public void g_2() throws Throwable {\n    }\n}";
        let lines: Vec<&str> = text.lines().collect();
        let found: Vec<(&str, _)> = methods(&lines)
            .iter()
            .map(|m| (m.name, m.lines.clone()))
            .collect();
        assert_eq!(found, [("f_1", 4..9), ("g_2", 9..13)]);
    }
}
