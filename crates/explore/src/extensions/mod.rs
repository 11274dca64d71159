//! Techniques that go along with an exploration, and what they are told: see [`Extension`]. To add one,
//! write its file here and have [`wanted`] make it.

mod aim;
mod beside_targets;
mod contract;
mod infeasible;
mod list;
mod loop_bound;
mod loop_stand_ins;
mod prune;
mod seeds;
mod state_matching;

pub use aim::Aim;
pub use beside_targets::BesideTargets;
pub use contract::{Arrived, Extension, Forked, InfeasibleArm, Skip, Tools};
pub use infeasible::{Conflict, DecidedAt, InfeasibleStatistics};
pub(crate) use list::Extensions;
pub use loop_bound::LoopBound;
pub use loop_stand_ins::LoopStandIns;
pub use prune::{Prune, PruneFact};
pub use seeds::Seeds;
pub use state_matching::StateMatching;

use crate::options::Options;
use ir::Program;
use std::sync::Arc;

/// The extensions that options ask for.
pub(crate) fn wanted(options: &Options, program: &Arc<dyn Program>) -> Vec<Box<dyn Extension>> {
    let mut wanted: Vec<Box<dyn Extension>> = Vec::new();
    if let Some(targets) = &options.targets {
        wanted.push(Box::new(BesideTargets::new(
            program.clone(),
            targets.clone(),
        )));
        wanted.push(Box::new(LoopStandIns::default()));
        if let Some(preconditions) = &options.preconditions {
            let aim = Aim::new(program.clone(), preconditions.0.clone(), targets.clone());
            wanted.push(Box::new(aim));
        }
    }
    if let Some(most) = options.limits.loop_bound {
        wanted.push(Box::new(LoopBound::new(most)));
    }
    if let Some(keeps) = options.prune {
        wanted.push(Box::new(Prune::new(program.clone(), keeps)));
    }
    if let Some(how) = options.match_states {
        wanted.push(Box::new(StateMatching::new(how)));
    }
    if options.explain_infeasible {
        wanted.push(Box::new(InfeasibleStatistics::default()));
    }
    wanted
}
