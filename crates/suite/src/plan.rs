//! The directory of a suite: how the program under test is built, and its tests.

use crate::native::CoverageScopes;
use crate::native::SandboxOptions;
use crate::{Check, HostInput, SuiteError, TestCase};
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
    pub checks: Vec<Check>,
    /// When it was written, ISO 8601.
    pub created: String,
    /// Names of the functions that `DecisionTrace` numbers.
    pub decision_functions: Vec<String>,
    /// Where the decisions of these functions are in the source.
    #[serde(default)]
    pub decision_places: DecisionPlaces,
    /// What the program is called: `argv[0]`.
    #[serde(default = "program_name")]
    pub program_name: String,
    /// True if functions without body return what the test has under their name.
    #[serde(default)]
    pub stub_undefined: bool,
    /// True if allocations fail where the test says so.
    #[serde(default)]
    pub failing_malloc: bool,
    /// What the host gives that is an input: tests have its values, under names of their own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<HostInput>,
    /// Bitcode that a native run with sanitizers is built from instead of the sources, which are in it
    /// with what C cannot say; relative to the suite's directory.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checked_bitcode: Vec<PathBuf>,
    /// Functions that the program only declares, and by which it asks for inputs of types of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub input_functions: Vec<InputFunction>,
    /// True if memory never written holds what the test says.
    #[serde(default)]
    pub free_memory: bool,
    /// Seconds a test may run natively.
    pub test_seconds: u64,
    /// What tests may touch and use.
    #[serde(default)]
    pub sandbox: SandboxOptions,
    /// What coverage is counted for.
    #[serde(default)]
    pub coverage: CoverageScopes,
}

/// Where decisions are in the source.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DecisionPlaces {
    files: Vec<String>,
    /// For each function, by its number, and each of its decisions: the index of the file, and the
    /// line, 0 if unknown.
    functions: Vec<Vec<(u32, u32)>>,
}

impl DecisionPlaces {
    /// Adds the next function, given by the numbers of its decisions with files and lines.
    pub fn add<'a>(&mut self, decisions: impl Iterator<Item = (u32, &'a str, u32)>) {
        let mut places = Vec::new();
        for (number, file, line) in decisions {
            // Files come in runs, and there are few.
            let known = self.files.iter().rposition(|known| known == file);
            let index = known.unwrap_or_else(|| {
                self.files.push(file.to_owned());
                self.files.len() - 1
            });
            let number = number as usize;
            if places.len() <= number {
                places.resize(number + 1, (0, 0));
            }
            places[number] = (index as u32, line);
        }
        self.functions.push(places);
    }

    /// File and line of a decision, if they are known.
    pub fn place(&self, function: u32, decision: u32) -> Option<(&str, u32)> {
        let &(file, line) = self
            .functions
            .get(function as usize)?
            .get(decision as usize)?;
        let file = self.files.get(file as usize)?;
        (line > 0).then_some((file, line))
    }
}

/// The name of the program in suites that do not say it.
fn program_name() -> String {
    "program".to_owned()
}

/// A function by which a program asks for an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputFunction {
    /// Its name.
    pub name: String,
    /// The C type of its result, as wide as the program's own.
    #[serde(rename = "type")]
    pub ty: String,
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

pub(crate) fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<(), SuiteError> {
    let mut text = serde_json::to_vec_pretty(value).map_err(|e| SuiteError::format(path, e))?;
    text.push(b'\n');
    write_whole(path, &text)
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, SuiteError> {
    let text = std::fs::read(path).map_err(SuiteError::io(path))?;
    serde_json::from_slice(&text).map_err(|e| SuiteError::format(path, e))
}
