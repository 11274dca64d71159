//! Whether tests can be run natively at all: before the first of them, their program must end well and
//! must be seen to crash, before anything of it has run that is the user's.

use super::sandbox::Ended;
use super::verdict::JudgedRun;
use crate::SuiteError;

/// The status with which that ends well: see `runtime/must-run.c`.
const STATUS: i32 = 42;

/// Looks at both runs of the probe: as it must end well, and as it must crash.
pub(crate) fn check(well: &JudgedRun<'_>, crashed: &JudgedRun<'_>) -> Result<(), SuiteError> {
    let problem = |run: &JudgedRun<'_>, expected: &str| {
        let ended = how(run.ended);
        let problem = run.failure().unwrap_or_else(|| {
            let said = run.said();
            format!("a program that must {expected} {ended}{said}")
        });
        Err(SuiteError::Harness { problem })
    };
    if well.failure().is_some() || well.ended.status != Some(STATUS) {
        return problem(well, "end well");
    }
    if crashed.failure().is_some() || crashed.first_error().is_none() {
        return problem(crashed, "crash");
    }
    Ok(())
}

fn how(ended: &Ended) -> String {
    match (ended.timed_out, ended.status, ended.signal) {
        (true, ..) => "did not end in time".to_owned(),
        (_, Some(status), _) => format!("ended with status {status}"),
        (_, None, Some(signal)) => format!("was killed by signal {signal}"),
        (_, None, None) => "ended in an unknown way".to_owned(),
    }
}
