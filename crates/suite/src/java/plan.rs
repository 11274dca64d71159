//! How a Java program is found and entered.

use super::{JUnit, JavaTest, Method};
use crate::monitors::WatchedSpecification;
use crate::{CoverageScopes, SandboxOptions, Suite, SuiteError, SuitePlan};
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
    /// Monitors of specifications, which are on the class path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitors: Option<JavaMonitorPlan>,
}

/// Monitors of specifications of a Java program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JavaMonitorPlan {
    /// Their class.
    pub class: String,
    /// The methods under test that they watch over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<WatchedMethod>,
    /// What they watch over.
    #[serde(default)]
    pub specifications: Vec<WatchedSpecification>,
}

/// A method under test that monitors watch over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WatchedMethod {
    /// It.
    pub method: Method,
    /// The method of the monitors that is called in place of it.
    pub in_place: String,
    /// The descriptor of that.
    pub descriptor: String,
}

impl JavaMonitorPlan {
    /// What is called in place of a method.
    pub fn in_place_of(&self, method: &Method) -> Option<&WatchedMethod> {
        self.watched.iter().find(|it| it.method == *method)
    }
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
pub type JavaSuite = Suite<JavaPlan>;

impl SuitePlan for JavaPlan {
    type Test = JavaTest;

    fn test_seconds(&self) -> u64 {
        self.test_seconds
    }

    fn sandbox(&self) -> &SandboxOptions {
        &self.sandbox
    }

    fn sandbox_mut(&mut self) -> &mut SandboxOptions {
        &mut self.sandbox
    }
}

impl JavaSuite {
    /// Writes the in-source interface beside the tests that need it; returns the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_interface(directory: &Path) -> Result<PathBuf, SuiteError> {
        let path = directory.join(INTERFACE_JAR);
        if std::fs::read(&path).ok().as_deref() != Some(INTERFACE) {
            crate::directory::write_whole(&path, INTERFACE)?;
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
