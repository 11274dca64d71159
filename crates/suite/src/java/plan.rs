//! The directory of a Java suite: how the program is found, and its tests.

use super::{JUnit, JavaTest, Method};
use crate::SuiteError;
use crate::native::CoverageScopes;
use crate::native::SandboxOptions;
use crate::plan::{read_json, read_tests, write_json};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How the program is found and entered: `suite.json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JavaPlan {
    /// `java`: what tells it from the plan of a C suite.
    pub language: Java,
    /// Version of this format.
    pub format: u32,
    /// Version of Wayfarer that wrote it.
    pub producer: String,
    /// When it was written, ISO 8601.
    pub created: String,
    /// Directories and jars of the program, absolute, or relative to the suite's directory.
    pub class_path: Vec<PathBuf>,
    /// Sources given on the command line, absolute; compiled, they are on the class path.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<PathBuf>,
    /// Where sources may be found, to name files in coverage.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub source_path: Vec<PathBuf>,
    /// Home of the JDK.
    pub jdk: PathBuf,
    /// Version of JUnit.
    pub junit: JUnit,
    /// The methods under test.
    pub methods: Vec<Method>,
    /// Seconds a test may run.
    pub test_seconds: u64,
    /// What tests may touch and use.
    #[serde(default)]
    pub sandbox: SandboxOptions,
    /// What coverage is counted for.
    #[serde(default)]
    pub coverage: CoverageScopes,
}

/// The in-source interface as a jar: `wayfarer.Wayfarer`, and SV-COMP's `Verifier`.
const INTERFACE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/wayfarer.jar"));

/// Its name.
pub(super) const INTERFACE_JAR: &str = "wayfarer.jar";

/// The word `java`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Java {
    /// It.
    #[default]
    Java,
}

/// A suite of Java tests in its directory.
#[derive(Clone, Debug)]
pub struct JavaSuite {
    /// The directory.
    pub directory: PathBuf,
    /// How the program is found.
    pub plan: JavaPlan,
}

impl JavaSuite {
    /// Starts a suite in `directory`, which is made if need be.
    ///
    /// # Errors
    /// If the directory or its `suite.json` cannot be written.
    pub fn create(directory: &Path, plan: JavaPlan) -> Result<JavaSuite, SuiteError> {
        std::fs::create_dir_all(directory).map_err(SuiteError::io(directory))?;
        write_json(&directory.join("suite.json"), &plan)?;
        Ok(JavaSuite {
            directory: directory.to_owned(),
            plan,
        })
    }

    /// Opens the suite in `directory`.
    ///
    /// # Errors
    /// If there is none or its `suite.json` is damaged.
    pub fn open(directory: &Path) -> Result<JavaSuite, SuiteError> {
        Ok(JavaSuite {
            directory: directory.to_owned(),
            plan: read_json(&directory.join("suite.json"))?,
        })
    }

    /// Writes a test's JSON file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, test: &JavaTest) -> Result<(), SuiteError> {
        write_json(&self.test_file(test.id), test)
    }

    /// All tests of the suite, by number.
    ///
    /// # Errors
    /// If the directory cannot be listed or a test is damaged.
    pub fn tests(&self) -> Result<Vec<JavaTest>, SuiteError> {
        let mut tests: Vec<JavaTest> = read_tests(&self.directory)?;
        tests.sort_by_key(|test| test.id);
        for test in &tests {
            if let Some(problem) = test.problem() {
                return Err(SuiteError::format(&self.test_file(test.id), problem));
            }
        }
        Ok(tests)
    }

    pub(super) fn test_file(&self, id: u32) -> PathBuf {
        self.directory.join(format!("test{id:06}.json"))
    }

    /// Writes the in-source interface beside the tests that need it; returns the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_interface(directory: &Path) -> Result<PathBuf, SuiteError> {
        let path = directory.join(INTERFACE_JAR);
        if std::fs::read(&path).ok().as_deref() != Some(INTERFACE) {
            crate::plan::write_whole(&path, INTERFACE)?;
        }
        Ok(path)
    }

    /// The root of the packages of JUnit classes.
    pub fn junit_directory(&self) -> PathBuf {
        self.directory.join("junit")
    }

    /// The class path, absolute.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let directory = std::path::absolute(&self.directory);
        let directory = directory.unwrap_or_else(|_| self.directory.clone());
        let entries = self.plan.class_path.iter();
        entries.map(|entry| directory.join(entry)).collect()
    }
}
