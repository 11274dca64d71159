//! What a suite in any language says of specifications.

use crate::SuiteError;
use crate::directory::{read_json, read_tests};
use crate::monitors::{MonitorHistory, WatchedSpecification};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// What is looked at of `suite.json` in any language.
#[derive(Deserialize)]
struct AnyPlan {
    #[serde(default)]
    monitors: Option<AnyMonitors>,
}

#[derive(Deserialize)]
struct AnyMonitors {
    #[serde(default)]
    specifications: Vec<WatchedSpecification>,
}

/// What is looked at of a test in any language.
#[derive(Deserialize)]
struct AnyTest {
    id: u32,
    #[serde(default)]
    monitors: Option<MonitorHistory>,
}

impl WatchedSpecification {
    /// Those that the program of a suite is watched over by.
    ///
    /// # Errors
    /// If the suite cannot be read.
    pub fn of_suite(directory: &Path) -> Result<Vec<WatchedSpecification>, SuiteError> {
        let plan: AnyPlan = read_json(&directory.join("suite.json"))?;
        let monitors = plan.monitors;
        Ok(monitors.map_or_else(Vec::new, |monitors| monitors.specifications))
    }
}

impl MonitorHistory {
    /// What monitors saw of each test of a suite that they watched, by its number.
    ///
    /// # Errors
    /// If a test cannot be read.
    pub fn of_suite(directory: &Path) -> Result<BTreeMap<u32, MonitorHistory>, SuiteError> {
        let tests: Vec<AnyTest> = read_tests(directory)?;
        let histories = tests.into_iter();
        Ok(histories
            .filter_map(|test| Some((test.id, test.monitors?)))
            .collect())
    }
}
