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

/// Why tests do not compile: what the compiler says, beginning with a line that says it alone.
#[derive(Debug, Default)]
pub struct Failed {
    /// By class and method.
    methods: BTreeMap<(PathBuf, String), String>,
    /// Whole classes, by file below the root.
    classes: BTreeMap<PathBuf, String>,
}

/// The file beside a class that keeps tests which do not compile.
fn aside(class: &Path) -> PathBuf {
    class.with_extension("not-compiled.txt")
}

/// Why a test is not in its class, if it was put aside before.
pub fn kept_aside(root: &Path, class: &Path, method: &str) -> Option<String> {
    let beside = std::fs::read_to_string(root.join(aside(class))).ok()?;
    let source = std::fs::read_to_string(root.join(class)).unwrap_or_default();
    let lines: Vec<&str> = source.lines().collect();
    if methods(&lines).iter().any(|own| own.name == method) {
        return None;
    }
    let mut entries = beside.lines().filter_map(|line| line.strip_prefix("// "));
    let known = entries.find_map(|line| line.strip_prefix(method)?.strip_prefix(": "));
    Some(known.unwrap_or("it is not in its class").to_owned())
}

impl Failed {
    /// Adds a test that does not compile.
    pub fn add(&mut self, class: PathBuf, method: String, why: String) {
        self.methods.entry((class, method)).or_insert(why);
    }

    /// Adds those of another compilation.
    pub fn extend(&mut self, other: &Failed) {
        let (methods, classes) = (other.methods.clone(), other.classes.clone());
        self.methods.extend(methods);
        self.classes.extend(classes);
    }

    /// Takes the tests out of the classes below a root, and writes them beside with the reasons; gives
    /// their number.
    pub fn set_aside(&self, root: &Path) -> Result<usize, SuiteError> {
        let mut files: BTreeSet<&PathBuf> = self.methods.keys().map(|(file, _)| file).collect();
        files.extend(self.classes.keys());
        let mut count = 0;
        for file in files {
            let path = root.join(file);
            if !path.is_file() {
                continue;
            }
            let source = std::fs::read_to_string(&path).map_err(SuiteError::io(&path))?;
            let mut lines: Vec<&str> = source.lines().collect();
            let mut beside = String::new();
            for own in methods(&lines).iter().rev() {
                let key = (file.clone(), own.name.to_owned());
                let Some(why) = self.methods.get(&key).or_else(|| self.classes.get(file)) else {
                    continue;
                };
                let text: Vec<&str> = lines
                    .drain(own.lines.start - 1..own.lines.end - 1)
                    .collect();
                let why = why.replace('\n', "\n//     ");
                beside = format!("// {}: {why}\n{}\n\n{beside}", own.name, text.join("\n"));
                count += 1;
            }
            if beside.is_empty() {
                continue;
            }
            let kept = root.join(aside(file));
            crate::directory::write_whole(&kept, beside.as_bytes())?;
            lines.push("");
            crate::directory::write_whole(&path, lines.join("\n").as_bytes())?;
        }
        Ok(count)
    }

    /// Why a test of a class, given by its file below the root, does not compile.
    pub fn reason(&self, class: &Path, method: &str) -> Option<&str> {
        let key = (class.to_owned(), method.to_owned());
        let reason = self.methods.get(&key).or_else(|| self.classes.get(class));
        reason.and_then(|reason| reason.lines().next())
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

/// The errors that `javac` found in a file. What it says of one goes on up to the next place, and to the
/// count of all at the end.
fn errors_in(output: &str, file: &Path) -> Vec<Diagnostic> {
    let prefix = format!("{}:", file.display());
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut is_own = false;
    for line in output.lines() {
        let error = |rest: &str| {
            let (number, message) = rest.split_once(": error: ")?;
            Some((number.parse().ok()?, message.to_owned()))
        };
        if let Some((line, message)) = line.strip_prefix(&prefix).and_then(error) {
            let file = file.to_owned();
            found.push(Diagnostic {
                file,
                line,
                message,
            });
            is_own = true;
            continue;
        }
        let is_count = line.ends_with(" error") || line.ends_with(" errors");
        is_own &= line.starts_with(' ') || !(is_count || line.contains(".java:"));
        if let Some(last) = found.last_mut().filter(|_| is_own) {
            last.message = format!("{}\n{line}", last.message);
        }
    }
    found
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
    fn any_output_of_the_compiler_is_read() {
        let output = "warning: old\n/t/A.java:12: error: cannot find symbol\n  int x = y;\n          ^\n1 error\n";
        let class =
            "class A {\n    @Test\n    void f_1() throws Throwable {\n        g();\n    }\n}";
        mutants::check(&mutants::texts(&[output, class]), 10_000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            errors_in(&text, Path::new("/t/A.java"));
            methods(&text.lines().collect::<Vec<_>>());
        });
    }

    #[test]
    fn errors_have_places() {
        let output = "warning: old\n/t/A.java:12: error: cannot find symbol\n  int x = y;\n          ^\n\
                      /t/B.java:3: error: not here\n1 error\n";
        let expected = Diagnostic {
            file: PathBuf::from("/t/A.java"),
            line: 12,
            message: "cannot find symbol\n  int x = y;\n          ^".to_owned(),
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

    #[test]
    fn tests_that_do_not_compile_are_kept_beside_their_class() {
        let root = tempfile::tempdir().expect("a temporary directory");
        let class = Path::new("ATest.java");
        let head = "import x;\n\nclass ATest {\n";
        let f = "    @Test\n    void f_1() throws Exception {\n        f();\n    }\n";
        let g = "    @Test\n    void g_2() throws Exception {\n        g();\n    }\n";
        let write = |text: &str| std::fs::write(root.path().join(class), text).expect("written");
        write(&format!("{head}{f}\n{g}}}\n"));
        let mut failed = Failed::default();
        let why = "cannot find symbol\n  symbol: g".to_owned();
        failed.add(class.to_owned(), "g_2".to_owned(), why);
        assert_eq!(failed.reason(class, "g_2"), Some("cannot find symbol"));
        assert_eq!(failed.set_aside(root.path()).expect("set aside"), 1);
        let read = |name: &str| std::fs::read_to_string(root.path().join(name)).expect("readable");
        assert_eq!(read("ATest.java"), format!("{head}{f}}}\n"));
        let beside = "// g_2: cannot find symbol\n//       symbol: g\n\n    @Test\n    void g_2() throws Exception \
                      {\n        g();\n    }\n\n";
        assert_eq!(read("ATest.not-compiled.txt"), beside);
        let kept = |method: &str| kept_aside(root.path(), class, method);
        assert_eq!(kept("g_2").as_deref(), Some("cannot find symbol"));
        assert_eq!(kept("f_1"), None);
    }
}
