//! The directory of a suite, whatever the language of the program: its plan and its tests.

use crate::{CoverageScopes, Limits, Plan, SandboxOptions, SuiteError, Verdict};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How a program is built and entered, in its language: `suite.json`.
pub trait SuitePlan: Clone + Serialize + DeserializeOwned + Send + 'static {
    /// Its tests.
    type Test: Test;

    /// Seconds a test may run natively.
    fn test_seconds(&self) -> u64;

    /// What tests may touch and use.
    fn sandbox(&self) -> &SandboxOptions;

    /// The same, to be changed.
    fn sandbox_mut(&mut self) -> &mut SandboxOptions;

    /// The limits of a native run, with so many seconds for a test or as the plan has it.
    fn limits(&self, seconds: Option<u64>) -> Limits {
        let seconds = seconds.unwrap_or(self.test_seconds());
        self.sandbox().limits(Duration::from_secs(seconds))
    }
}

/// A test, in any language: `testNNNNNN.json`.
pub trait Test: Clone + PartialEq + Serialize + DeserializeOwned + Send + 'static {
    /// Number in its suite, from 1.
    fn id(&self) -> u32;

    /// Hash of its path.
    fn path(&self) -> &str;

    /// Sets what the native run said; `None` before it ran.
    fn set_verdict(&mut self, verdict: Option<Verdict>);

    /// True if it is predicted to end in an error.
    fn predicts_error(&self) -> bool;

    /// What is predicted, in words: a part of a line.
    fn prediction(&self) -> String;

    /// What is wrong with it, for tests that were read from a file.
    fn problem(&self) -> Option<String>;
}

/// A suite in its directory.
#[derive(Clone, Debug)]
pub struct Suite<P = Plan> {
    /// The directory.
    pub directory: PathBuf,
    /// How the program is built.
    pub plan: P,
}

impl<P: SuitePlan> Suite<P> {
    /// Starts the suite in its directory, which is made if need be.
    ///
    /// # Errors
    /// If the directory or its `suite.json` cannot be written.
    pub fn create(&self) -> Result<(), SuiteError> {
        let directory = &self.directory;
        std::fs::create_dir_all(directory).map_err(SuiteError::io(directory))?;
        write_json(&directory.join("suite.json"), &self.plan)
    }

    /// Opens the suite in `directory`.
    ///
    /// # Errors
    /// If there is none or its `suite.json` is damaged.
    pub fn open(directory: &Path) -> Result<Suite<P>, SuiteError> {
        let plan = read_json(&directory.join("suite.json"))?;
        Ok(Suite {
            directory: directory.to_owned(),
            plan,
        })
    }

    /// Base name of a test's files, without the extension.
    pub fn stem(&self, id: u32) -> PathBuf {
        self.directory.join(format!("test{id:06}"))
    }

    /// A test's JSON file.
    pub fn test_file(&self, id: u32) -> PathBuf {
        self.stem(id).with_extension("json")
    }

    /// Writes a test's JSON file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, test: &P::Test) -> Result<(), SuiteError> {
        write_json(&self.test_file(test.id()), test)
    }

    /// A test by its number.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn test(&self, id: u32) -> Result<P::Test, SuiteError> {
        read_json(&self.test_file(id))
    }

    /// All tests of the suite, by number.
    ///
    /// # Errors
    /// If the directory cannot be listed or a test is damaged.
    pub fn tests(&self) -> Result<Vec<P::Test>, SuiteError> {
        let mut tests: Vec<P::Test> = read_tests(&self.directory)?;
        tests.sort_by_key(Test::id);
        for test in &tests {
            if let Some(problem) = test.problem() {
                return Err(SuiteError::format(&self.test_file(test.id()), problem));
            }
        }
        Ok(tests)
    }
}

/// What all `testNNNNNN.json` of a directory hold, in no order.
pub(crate) fn read_tests<T: DeserializeOwned>(directory: &Path) -> Result<Vec<T>, SuiteError> {
    let mut tests = Vec::new();
    for entry in std::fs::read_dir(directory).map_err(SuiteError::io(directory))? {
        let path = entry.map_err(SuiteError::io(directory))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let digits = name
            .strip_prefix("test")
            .and_then(|rest| rest.strip_suffix(".json"));
        if digits.is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit())) {
            tests.push(read_json(&path)?);
        }
    }
    Ok(tests)
}

/// Language of the program that a suite in a directory is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C: [`Plan`].
    C,
    /// Java: [`crate::java::JavaPlan`].
    Java,
}

/// The language of the suite in a directory.
///
/// # Errors
/// If there is none or its `suite.json` is damaged.
pub fn language(directory: &Path) -> Result<Language, SuiteError> {
    #[derive(Deserialize)]
    struct Any {
        language: Option<String>,
    }
    let path = directory.join("suite.json");
    let any: Any = read_json(&path)?;
    match any.language.as_deref() {
        None | Some("c") => Ok(Language::C),
        Some("java") => Ok(Language::Java),
        Some(other) => Err(SuiteError::format(
            &path,
            format!("unknown language {other:?}"),
        )),
    }
}

/// What coverage of the suite in this directory is counted for.
///
/// # Errors
/// If it is no suite.
pub fn coverage_scopes(directory: &Path) -> Result<CoverageScopes, SuiteError> {
    #[derive(Deserialize)]
    struct Any {
        #[serde(default)]
        coverage: CoverageScopes,
    }
    let any: Any = read_json(&directory.join("suite.json"))?;
    Ok(any.coverage)
}

/// Writes a file whole or not at all: a killed run leaves no half-written test.
pub(crate) fn write_whole(path: &Path, contents: &[u8]) -> Result<(), SuiteError> {
    let directory = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(directory).map_err(SuiteError::io(directory))?;
    file.write_all(contents).map_err(SuiteError::io(path))?;
    file.persist(path).map_err(|error| SuiteError::Io {
        path: path.to_owned(),
        source: error.error,
    })?;
    Ok(())
}

fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), SuiteError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|e| SuiteError::format(path, e))?;
    text.push(b'\n');
    write_whole(path, &text)
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, SuiteError> {
    let text = std::fs::read(path).map_err(SuiteError::io(path))?;
    serde_json::from_slice(&text).map_err(|e| SuiteError::format(path, e))
}
