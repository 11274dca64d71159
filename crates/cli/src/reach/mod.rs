//! What a run is to reach ([`spec`]), where in the program that is ([`places`]), proofs that nothing gets
//! there ([`backward`]), and what came of it ([`verdict`]).

pub mod backward;
pub mod places;
pub mod spec;
pub mod verdict;

use crate::Usage;
use backward::Backward;
use places::{Goal, Target};
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

/// What a run is to reach.
pub struct Targets {
    pub list: Vec<Target>,
    /// What backward searches say of them, if there were any.
    pub backward: Vec<Backward>,
    /// There is no search from the entry.
    pub only_backward: bool,
    /// What a proof that none reaches one takes for granted.
    pub assumptions: Vec<String>,
}

impl Targets {
    /// True if there is none left to be searched for from the entry.
    pub fn is_over(&self) -> bool {
        let proved = |found: &Backward| matches!(found, Backward::Proved(_));
        let all = self.backward.len() == self.list.len();
        self.only_backward || all && self.backward.iter().all(proved)
    }

    /// The same for those who explore: those that are not proved unreachable.
    pub fn parts(&self) -> explore::Targets {
        let mut targets = explore::Targets::default();
        for (number, target) in self.list.iter().enumerate() {
            if let Some(Backward::Proved(_)) = self.backward.get(number) {
                continue;
            }
            match &target.goal {
                Goal::Parts(parts) => targets.add(parts),
                Goal::AnyError(_) => targets.any_error = true,
            }
        }
        targets
    }
}
