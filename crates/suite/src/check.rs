//! The errors that are looked for only if somebody asks.

use serde::{Deserialize, Serialize};

/// Errors that `--check` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Signed overflow.
    Overflow,
    /// Unsigned overflow.
    UnsignedOverflow,
    /// Pointer arithmetic that leaves the address space.
    PointerOverflow,
    /// A float outside the range of the integer it is converted to.
    FloatCast,
    /// A variable-length array of no or negative size.
    VlaBound,
    /// What depends on memory never written.
    Uninit,
    /// Heap memory that nothing points to at the end.
    Leak,
}

impl Check {
    /// Every check.
    pub const ALL: &[Check] = &[
        Check::Overflow,
        Check::UnsignedOverflow,
        Check::PointerOverflow,
        Check::FloatCast,
        Check::VlaBound,
        Check::Uninit,
        Check::Leak,
    ];

    /// Its name on the command line and in plans.
    pub fn name(self) -> &'static str {
        match self {
            Check::Overflow => "overflow",
            Check::UnsignedOverflow => "unsigned-overflow",
            Check::PointerOverflow => "pointer-overflow",
            Check::FloatCast => "float-cast",
            Check::VlaBound => "vla-bound",
            Check::Uninit => "uninit",
            Check::Leak => "leak",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_plans_are_those_of_the_command_line() {
        for &check in Check::ALL {
            let written = serde_json::to_value(check).expect("it is written");
            assert_eq!(written, check.name());
        }
    }
}
