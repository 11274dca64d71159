//! Versions of JUnit.

use serde::{Deserialize, Serialize};

/// Version of JUnit that tests are written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JUnit {
    /// JUnit 4.13 or later.
    #[serde(rename = "4")]
    Four,
    /// JUnit 5 (Jupiter).
    #[serde(rename = "5")]
    Five,
}
