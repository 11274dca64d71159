//! What a run is to reach ([`spec`]), where in the program that is ([`places`]), and what
//! came of it ([`verdict`]).

pub mod places;
pub mod spec;
pub mod verdict;

use crate::Usage;
use spec::Spec;

/// The targets of a run, with how they are written.
pub fn specs(texts: &[String]) -> anyhow::Result<Vec<(String, Spec)>> {
    let parsed = texts.iter().map(|text| match text.parse::<Spec>() {
        Ok(spec) => Ok((text.clone(), spec)),
        Err(error) => Err(Usage(format!("--target {text}: {error}")).into()),
    });
    parsed.collect()
}

/// What a proof that no input reaches a target takes for granted, in a run that starts at this function
/// or at `main`.
pub fn assumptions(function: Option<&str>) -> Vec<String> {
    let entry = match function {
        Some(name) => format!("for calls of {name} with any arguments that --help describes"),
        None => "for runs of the program with the inputs that the options allow".to_owned(),
    };
    vec![
        entry,
        "a run ends with the first error of the program".to_owned(),
    ]
}
