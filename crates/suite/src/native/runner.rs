//! What a replay of tests is, in any language.

use super::{CoverageReport, Sandbox};
use crate::{Limits, Suite, SuiteError, SuitePlan, Verdict};

/// Runs the tests of a suite where they are believed: as a native program, or on a JVM.
pub trait TestRunner: Sized {
    /// How the program is built.
    type Plan: SuitePlan;

    /// Tests that are worth waiting for, to be run together.
    const TOGETHER: usize;

    /// Builds what runs the tests.
    ///
    /// # Errors
    /// If it does not build, there is no room for it, or nothing can be run.
    fn build(suite: &Suite<Self::Plan>, limits: Limits) -> Result<Self, SuiteError>;

    /// Where tests run.
    fn sandbox(&self) -> &Sandbox;

    /// Runs tests and compares how they end, and the decisions they take, with the predictions:
    /// a verdict each, in their order.
    ///
    /// # Errors
    /// If no test can be run. What keeps one from running is its verdict.
    fn run(
        &mut self,
        tests: &[<Self::Plan as SuitePlan>::Test],
    ) -> Result<Vec<Verdict>, SuiteError>;

    /// Takes what cannot be run out of what was written for people's tools, and sees to it that the rest runs in them. Nobody may
    /// write tests any more.
    ///
    /// # Errors
    /// If a file cannot be read or written, or tests do not run in them.
    fn set_aside(&mut self) -> Result<(), SuiteError>;

    /// Coverage by all tests run so far, also written to `coverage.lcov` in the suite's directory;
    /// `None` if it was not measured.
    ///
    /// # Errors
    /// If it cannot be put together, or the file not be written.
    fn coverage(&self) -> Result<Option<CoverageReport>, SuiteError>;
}
