//! Numbers for the places of decisions, so that steps of paths can be told in a few bytes.

use crate::batch::{Step, StepSite};
use crate::finding::Place;
use ir::Program;
use rustc_hash::FxHashMap;
use vm::{ForkKind, Site};

/// A decision as an explorer knows it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided {
    pub(crate) choice: u32,
    pub(crate) kind: ForkKind,
    pub(crate) site: Site,
}

/// The numbers that an explorer gave.
#[derive(Debug, Default)]
pub(crate) struct SiteNumbers {
    numbers: FxHashMap<(ForkKind, Site), u32>,
}

impl SiteNumbers {
    /// Steps for a batch; places that have no number yet get one and are added to `told`.
    pub(crate) fn steps(
        &mut self,
        decided: &[Decided],
        program: &dyn Program,
        told: &mut Vec<StepSite>,
    ) -> Vec<Step> {
        let steps = decided.iter().map(|decided| {
            let next = self.numbers.len() as u32;
            let number = self.numbers.entry((decided.kind, decided.site));
            let site = *number.or_insert_with(|| {
                told.push(named(decided.kind, decided.site, program));
                next
            });
            let choice = decided.choice;
            Step { choice, site }
        });
        steps.collect()
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

/// Numbers over all explorers of a run, for those who hear of them from several.
#[derive(Debug, Default)]
pub(crate) struct AllSites {
    numbers: FxHashMap<StepSite, u32>,
}

impl AllSites {
    /// Puts the numbers of an explorer's batch into those of all; `own` are the numbers of that
    /// explorer's places so far. Places that others told of are told no more.
    pub(crate) fn renumber(&mut self, batch: &mut crate::batch::Batch, own: &mut Vec<u32>) {
        let mut new = Vec::new();
        for site in std::mem::take(&mut batch.sites) {
            let next = self.numbers.len() as u32;
            let number = *self.numbers.entry(site).or_insert_with_key(|site| {
                new.push(site.clone());
                next
            });
            own.push(number);
        }
        batch.sites = new;
        for step in batch.paths.iter_mut().flat_map(|path| &mut path.steps) {
            step.site = own[step.site as usize];
        }
    }
}
