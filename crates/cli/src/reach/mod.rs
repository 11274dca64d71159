//! `wayfarer reach`: what a run is to reach ([`spec`]), where in the program that is ([`places`]), and what
//! came of it ([`verdict`]).

pub mod places;
pub mod spec;
pub mod verdict;

use crate::Usage;
use crate::arguments::{Explore, Reach};
use spec::Spec;

/// Begins a run that is to reach targets.
pub fn run(options: Reach) -> anyhow::Result<u8> {
    crate::explore_command::run(explore_options(options))
}

/// The options of the exploration that does it.
pub fn explore_options(options: Reach) -> Explore {
    Explore {
        targets: options.target,
        ..options.explore
    }
}

/// The targets of a run, as they are written.
pub fn specs(options: &Explore) -> anyhow::Result<Vec<Spec>> {
    let parsed = options.targets.iter().map(|text| {
        let spec = text.parse::<Spec>();
        spec.map_err(|error| Usage(format!("--target {text}: {error}")).into())
    });
    parsed.collect()
}

/// What a proof that no input reaches a target takes for granted.
pub fn assumptions(options: &Explore) -> Vec<String> {
    let entry = match &options.function {
        Some(name) => format!("for calls of {name} with any arguments that --help describes"),
        None => "for runs of the program with the inputs that the options allow".to_owned(),
    };
    vec![
        entry,
        "a run ends with the first error of the program".to_owned(),
    ]
}
