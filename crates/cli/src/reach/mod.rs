//! What a run is to reach ([`spec`]), where in the program that is ([`places`]), proofs that nothing gets
//! there ([`backward`]), and what came of it ([`verdict`]).

pub mod backward;
pub mod code;
pub mod effort;
pub mod elsewhere;
mod expand;
pub mod files;
pub mod located;
pub mod operand;
pub mod patch;
pub mod places;
pub mod searched;
pub mod spec;
pub mod target_error;
mod uncovered;
pub mod verdict;

use crate::Usage;
use crate::reported::{self, GivenLog, SoughtResult};
use backward::{Backward, Scope};
use explore::KnownPreconditions;
use places::{Goal, Target};
use spec::{Spec, SpecError};
use std::fmt::Display;
use std::path::Path;

/// The targets of a run, with how they are written.
pub fn specs(texts: &[String]) -> anyhow::Result<Vec<(String, Spec)>> {
    let parsed = texts.iter().map(|text| {
        let files = match (text.strip_prefix("uncovered:"), text.strip_prefix("diff:")) {
            (Some(path), _) => Some(uncovered::read(Path::new(path))),
            (None, Some(path)) => Some(patch::read(Path::new(path))),
            (None, None) => None,
        };
        let spec = match files {
            Some(files) => {
                Spec::Elsewhere(files.map_err(|error| wrong(text, &format!("{error:#}")))?)
            }
            None => text
                .parse()
                .map_err(|error: SpecError| wrong(text, &error))?,
        };
        Ok((text.clone(), spec))
    });
    parsed.collect()
}

/// The results that name errors which are looked for, as targets with the words that messages begin with.
pub fn specs_of_results(logs: &[GivenLog]) -> Vec<(String, Spec)> {
    let all = reported::reported(logs).enumerate();
    let sought = all.filter_map(|(number, reported)| {
        let condition = reported.condition?;
        let result = reported.result;
        let name = format!(
            "--sarif-in {}: /runs/{}/results/{} ({})",
            reported.log.path.display(),
            result.run,
            result.number,
            result.rule
        );
        let sought = SoughtResult {
            number,
            condition,
            places: result.places.clone(),
        };
        Some((name, Spec::Reported(sought)))
    });
    sought.collect()
}

fn wrong(target: &str, why: &dyn Display) -> anyhow::Error {
    Usage(format!("--target {target}: {why}")).into()
}

/// What a proof that no input reaches a target takes for granted, in a run that starts at one of these
/// functions or, if there are none, at `main`.
pub fn assumptions(functions: &[String]) -> Vec<String> {
    let entry = match functions {
        [_, ..] => format!(
            "for calls of {} with any arguments that --help describes",
            functions.join(", ")
        ),
        [] => "for runs of the program with the inputs that the options allow".to_owned(),
    };
    vec![
        entry,
        "a run ends with the first error of the program".to_owned(),
    ]
}

/// The same for methods of Java.
pub fn assumptions_of_methods(methods: &[String]) -> Vec<String> {
    let mut all = assumptions(methods);
    all.push(
        "no class of the program is initialised before, so that no argument is an object that a static field holds"
            .to_owned(),
    );
    all.push("functions that are arguments return anything and change nothing".to_owned());
    all.push("no variables of the environment are set but those that most systems have".to_owned());
    all.push("no setting of the JDK has been changed before".to_owned());
    all.push("what a test calls to make its arguments is no part of the call".to_owned());
    all.push("there is memory enough, and stack enough where no call recurs".to_owned());
    all
}

/// What a run is to reach.
pub struct Targets {
    pub list: Vec<Target>,
    /// What backward searches say of them, if there were any.
    pub backward: Vec<Backward>,
    /// The code that they go through.
    pub scope: Scope,
    /// What they found on the way, for the search from the entry.
    pub preconditions: Option<KnownPreconditions>,
    /// There is no search from the entry.
    pub only_backward: bool,
    /// What a proof that none reaches one takes for granted.
    pub assumptions: Vec<String>,
    /// What code is the program's own.
    pub own: code::OwnCode,
    /// Why no result of an analyser is refuted, if none is.
    pub unsettled: Option<String>,
}

impl Targets {
    /// True if there is none left to be searched for from the entry.
    pub fn is_over(&self) -> bool {
        let is_over = |(found, target): (&Backward, &Target)| match target.goal {
            Goal::Nowhere(_) => true,
            Goal::Parts(_) | Goal::AnyError(_) => matches!(found, Backward::Proved(_)),
        };
        let all = self.backward.len() == self.list.len();
        self.only_backward || all && self.backward.iter().zip(&self.list).all(is_over)
    }

    /// The same for those who explore: those that are not proved unreachable.
    pub fn parts(&self) -> explore::Targets {
        let mut targets = explore::Targets::default();
        for (number, target) in self.list.iter().enumerate() {
            if let Some(Backward::Proved(_)) = self.backward.get(number) {
                continue;
            }
            match &target.goal {
                Goal::Parts(parts) => match &target.located {
                    Some(located) => {
                        targets.add_lasting(parts);
                        targets.any_error |= located.at_the_end;
                    }
                    None => targets.add(parts),
                },
                Goal::AnyError(errors) if errors.behind.is_empty() => targets.any_error = true,
                Goal::AnyError(errors) => targets.add(&errors.behind),
                Goal::Nowhere(_) => {}
            }
        }
        targets
    }
}
