//! Invariants of loops: what holds whenever control comes to a loop's header, for whatever call of its
//! function.
//!
//! Candidates are made of a few patterns over the registers and cells that the loops of a function change
//! or read ([`candidates`]): bounds, order, congruences, linear equalities, and each of these under a
//! condition of a branch. What does not hold in states that sampled runs of the loops come to is dropped at
//! once ([`samples`]). The rest is proved by induction over all loops of the function together
//! ([`houdini`]): as long as some candidate does not follow, on a way from header to header
//! ([`transitions`]), from the candidates where the way begins, it is dropped (Flanagan and Leino,
//! *Houdini, an annotation assistant for ESC/Java*, FME 2001).

mod candidates;
mod houdini;
mod linear;
mod samples;
mod slots;
mod transitions;

use crate::code::ProgramCode;
use crate::condition::Variables;
use crate::recorder::Recorder;
use crate::refuted::Refuted;
use ir::{BlockId, FunctionId};
use rustc_hash::{FxHashMap, FxHashSet};
use semantics::precondition::Preconditions;
pub(crate) use slots::{Definitions, Slot, first, read_by};
use solver::Solver;
use std::rc::Rc;
use std::time::{Duration, Instant};
use term::{Pool, Term};
pub(crate) use transitions::{Header, Loops, Transition};

/// What holds at the headers of a function's loops.
#[derive(Debug, Default)]
pub(crate) struct Invariants {
    /// What its variables stand for.
    slots: Vec<(Slot, Term)>,
    headers: FxHashMap<BlockId, Vec<Term>>,
}

impl Invariants {
    /// What holds at a header, over the variables of its outermost frame.
    pub(crate) fn at(&self, header: BlockId) -> &[Term] {
        self.headers.get(&header).map_or(&[], Vec::as_slice)
    }

    /// The registers and cells that it may speak of, each with its variable.
    pub(crate) fn slots(&self) -> &[(Slot, Term)] {
        &self.slots
    }
}

/// Time for the invariants of one function.
const TIME: Duration = Duration::from_secs(10);

/// The invariants of loops, given all ways between their headers.
pub(crate) fn infer(
    pool: &mut Pool,
    solver: &mut Solver,
    loops: &Loops,
    until: Option<Instant>,
    queries: &mut u64,
) -> Invariants {
    let limit = Instant::now() + TIME;
    let until = until.map_or(limit, |until| until.min(limit));
    let samples = samples::sample(pool, solver, loops, queries);
    let mut headers: FxHashMap<BlockId, Vec<Term>> = FxHashMap::default();
    for header in &loops.headers {
        let of_header = samples.get(&header.block).map_or(&[][..], Vec::as_slice);
        let candidates = candidates::at(pool, loops, header, of_header);
        headers.insert(header.block, candidates);
    }
    let mut houdini = houdini::Houdini {
        pool,
        solver,
        loops,
        until,
        queries,
    };
    houdini.reduce(&mut headers);
    Invariants {
        slots: loops.slots.clone(),
        headers,
    }
}

/// The conjunction of terms.
fn all(pool: &mut Pool, terms: &[Term]) -> Term {
    let truth = pool.bool(true);
    terms.iter().fold(truth, |all, &term| pool.and(all, term))
}

/// What searches of one program learn for the next: the variables of conditions, invariants, and what no run
/// comes to; and what they leave for searches from the entry.
pub struct Knowledge {
    pub(crate) variables: Variables,
    pub(crate) recorder: Recorder,
    pub(crate) invariants: FxHashMap<FunctionId, Rc<Invariants>>,
    pub(crate) refuted: Refuted,
    /// The functions that may run, once they were asked for.
    pub(crate) running: Option<FxHashSet<FunctionId>>,
}

impl Knowledge {
    /// Nothing yet.
    pub fn new(code: &ProgramCode<'_>) -> Knowledge {
        Knowledge {
            variables: Variables::of(code),
            recorder: Recorder::default(),
            invariants: FxHashMap::default(),
            refuted: Refuted::default(),
            running: None,
        }
    }

    /// The conditions that searches came to without forgetting anything, with the pool of their terms.
    pub fn into_preconditions(self, pool: Pool) -> Preconditions {
        self.recorder.preconditions(pool, &self.variables)
    }
}

/// The ways of loops that lead to a header.
fn ways_to(loops: &Loops, header: BlockId) -> impl Iterator<Item = &Transition> {
    loops.transitions.iter().filter(move |way| way.to == header)
}
