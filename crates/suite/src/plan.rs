//! The directory of a suite: how the program under test is built, and its tests.

use crate::{SuiteError, TestCase};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::io::Write;
use std::path::{Path, PathBuf};

/// How the program is built and entered: `suite.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Version of this format.
    pub format: u32,
    /// Version of Wayfarer that wrote it.
    pub producer: String,
    /// The inputs given on the command line (`.c`, `.i`, `.bc`, `.ll`), absolute.
    pub sources: Vec<PathBuf>,
    /// Flags for the compiler.
    pub cflags: Vec<String>,
    /// The user's code as one bitcode file, relative to the suite's directory.
    pub bitcode: PathBuf,
    /// The same, logging its decisions; relative to the suite's directory.
    pub decisions_bitcode: Option<PathBuf>,
    /// Where runs start.
    pub entry: EntryPoint,
    /// Checks asked for by `--check`.
    pub checks: Vec<String>,
    /// When it was written, ISO 8601.
    pub created: String,
    /// Names of the functions that `DecisionTrace` numbers.
    pub decision_functions: Vec<String>,
    /// True if functions without body return what the test has under their name.
    #[serde(default)]
    pub stub_undefined: bool,
    /// True if allocations fail where the test says so.
    #[serde(default)]
    pub failing_malloc: bool,
    /// Seconds a test may run natively.
    pub test_seconds: u64,
}

/// Where runs start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum EntryPoint {
    /// At `main`.
    Main,
    /// At a function; its arguments are the inputs.
    Function {
        /// Linkage name.
        name: String,
        /// Parameters in order.
        parameters: Vec<FunctionParameter>,
        /// True if more arguments may follow; none does.
        #[serde(default)]
        variadic: bool,
        /// True for a `static` function.
        #[serde(default)]
        internal: bool,
        /// The source that defines it, as in [`Plan::sources`]; `None` if unknown.
        #[serde(default)]
        source: Option<PathBuf>,
    },
}

/// A parameter of the function under test, as the calling convention has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FunctionParameter {
    /// Name, which is that of the input too.
    pub name: String,
    /// LLVM-level kind: `i1`..`i64`, `i128`, `f16`, `f32`, `f64`, `f80`, `f128`, `ptr`, or a vector
    /// of these as `<2 x f32>`.
    pub kind: String,
    /// True if a narrow integer is passed sign-extended.
    #[serde(default)]
    pub signed: bool,
    /// For an aggregate passed in memory: its size in bytes.
    pub by_value_size: Option<u64>,
    /// And its alignment.
    #[serde(default)]
    pub by_value_align: Option<u64>,
}

/// A suite in its directory.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The directory.
    pub directory: PathBuf,
    /// How the program is built.
    pub plan: Plan,
}

impl Suite {
    /// Starts a suite in `directory`, which is made if need be.
    ///
    /// # Errors
    /// If the directory or its `suite.json` cannot be written.
    pub fn create(directory: &Path, plan: Plan) -> Result<Suite, SuiteError> {
        std::fs::create_dir_all(directory).map_err(SuiteError::io(directory))?;
        write_json(&directory.join("suite.json"), &plan)?;
        Ok(Suite {
            directory: directory.to_owned(),
            plan,
        })
    }

    /// Opens the suite in `directory`.
    ///
    /// # Errors
    /// If there is none or its `suite.json` is damaged.
    pub fn open(directory: &Path) -> Result<Suite, SuiteError> {
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

    /// Writes a test's JSON file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, test: &TestCase) -> Result<(), SuiteError> {
        write_json(&self.stem(test.id).with_extension("json"), test)
    }

    /// A test by its number.
    ///
    /// # Errors
    /// If there is none, or it is damaged.
    pub fn test(&self, id: u32) -> Result<TestCase, SuiteError> {
        read_json(&self.stem(id).with_extension("json"))
    }

    /// All tests of the suite, by number.
    ///
    /// # Errors
    /// If the directory cannot be listed or a test is damaged.
    pub fn tests(&self) -> Result<Vec<TestCase>, SuiteError> {
        let mut tests: Vec<TestCase> = read_tests(&self.directory)?;
        tests.sort_by_key(|test| test.id);
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
    /// C: a [`Suite`].
    C,
    /// Java: a [`crate::java::JavaSuite`].
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

pub(crate) fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), SuiteError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|e| SuiteError::format(path, e))?;
    text.push(b'\n');
    write_whole(path, &text)
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, SuiteError> {
    let text = std::fs::read(path).map_err(SuiteError::io(path))?;
    serde_json::from_slice(&text).map_err(|e| SuiteError::format(path, e))
}
