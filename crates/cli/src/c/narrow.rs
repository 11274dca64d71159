//! What is not there yet for programs of 32 bits.

use crate::Usage;
use crate::arguments::Uninit;
use crate::plan::{CPlan, Plan};

/// Refuses options that cannot be kept for programs of 32 bits.
pub fn check(plan: &Plan, c: &CPlan) -> Result<(), Usage> {
    let given = [
        ("--function", c.function.is_some()),
        ("--lazy", plan.lazy.is_some()),
        ("--spec", !c.sources.spec.is_empty()),
        ("--stub-undefined and --stub-writes", c.stub_undefined),
        ("--free", !plan.tests.free.is_empty()),
        ("--uninit free", c.sources.uninit == Uninit::Free),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Usage(format!(
            "{option}: not for programs of 32 bits (-m32)"
        ))),
        None => Ok(()),
    }
}
