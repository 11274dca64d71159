//! What of the host may be an input.

use serde::{Deserialize, Serialize};

/// What the host gives that `--free` makes an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HostInput {
    /// The time.
    Clock,
    /// The numbers of the process and of its parent.
    Process,
    /// The user and the group.
    User,
    /// Seeds of random numbers.
    Random,
    /// Identity hash codes.
    Hash,
}

impl HostInput {
    /// Every one.
    pub const ALL: &[HostInput] = &[
        HostInput::Clock,
        HostInput::Process,
        HostInput::User,
        HostInput::Random,
        HostInput::Hash,
    ];

    /// Its name on the command line and in plans.
    pub fn name(self) -> &'static str {
        match self {
            HostInput::Clock => "clock",
            HostInput::Process => "process",
            HostInput::User => "user",
            HostInput::Random => "random",
            HostInput::Hash => "hash",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_plans_are_those_of_the_command_line() {
        for &input in HostInput::ALL {
            let written = serde_json::to_value(input).expect("it is written");
            assert_eq!(written, input.name());
        }
    }
}
