//! Numbers for the places of decisions and the ends of paths, so that paths can be told in a few bytes.

use super::finding::Place;
use super::path_log::{Ending, PathLog, Step, StepSite};
use ir::Program;
use rustc_hash::FxHashMap;
use vm::{Fork, ForkKind, Site};

/// A decision as an explorer knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Decided {
    /// The arm taken.
    pub choice: u64,
    /// What is decided.
    pub kind: ForkKind,
    /// Where.
    pub site: Site,
}

impl Decided {
    /// The decision for an arm of a fork.
    pub fn of(fork: &Fork, arm: usize) -> Decided {
        Decided {
            choice: fork.arms[arm].choice,
            kind: fork.kind,
            site: fork.site,
        }
    }
}

/// The numbers that an explorer gave.
#[derive(Debug, Default)]
pub(crate) struct PathInterner {
    sites: FxHashMap<(ForkKind, Site), u32>,
    endings: FxHashMap<Ending, u32>,
    /// Steps of the path last told of; kept for its memory.
    steps: Vec<Step>,
}

impl PathInterner {
    /// Steps for a log; places that have no number yet get one and are told.
    pub(crate) fn steps(
        &mut self,
        decided: &[Decided],
        program: &dyn Program,
        log: &mut PathLog,
    ) -> &[Step] {
        self.steps.clear();
        for decided in decided {
            let next = self.sites.len() as u32;
            let number = self.sites.entry((decided.kind, decided.site));
            let site = *number.or_insert_with(|| {
                let site = named(decided.kind, decided.site, program);
                log.sites.push((next, site));
                next
            });
            let choice = decided.choice;
            self.steps.push(Step { choice, site });
        }
        &self.steps
    }

    /// Number of an ending; a new one is told.
    pub(crate) fn ending(&mut self, ending: Ending, log: &mut PathLog) -> u32 {
        if let Some(&number) = self.endings.get(&ending) {
            return number;
        }
        let number = self.endings.len() as u32;
        log.endings.push((number, ending.clone()));
        self.endings.insert(ending, number);
        number
    }
}

fn named(kind: ForkKind, site: Site, program: &dyn Program) -> StepSite {
    let function = program.function(site.function);
    StepSite {
        kind,
        function: function.map_or_else(|_| String::new(), |function| function.name.clone()),
        block: site.block.0,
        instruction: site.instruction,
        place: Place::of(program, site.location),
        decision: site.decision,
    }
}
