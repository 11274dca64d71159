//! How often annotations were made, compared and of use, and why there were none.

use crate::results::Place;
use ir::Program;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use vm::Fork;

/// Places with what they ask for that are told apart, at the most.
const MOST_POINTS: usize = 4096;

/// What [`super::Prune`] tells of itself, counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum PruneFact {
    /// Something that was done.
    Count(String),
    /// It could not be told what matters, for this reason.
    Unavailable(String),
    /// A state agreed in what matters there.
    OfUse {
        /// Function.
        function: String,
        /// Where.
        place: Place,
        /// What it asks for.
        asks: Vec<String>,
    },
}

impl PruneFact {
    /// Reads a fact; `None` if it is damaged.
    pub fn read(fact: &[u8]) -> Option<PruneFact> {
        postcard::from_bytes(fact).ok()
    }
}

/// A place with what it asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct PointId(usize);

/// See the module's description.
pub(super) struct Counts {
    program: Arc<dyn Program>,
    counts: FxHashMap<&'static str, u64>,
    unavailable: FxHashMap<&'static str, u64>,
    points: Vec<(PruneFact, u64)>,
    numbers: FxHashMap<PruneFact, usize>,
    /// Names of variables of libraries, which are not told of.
    library: FxHashSet<String>,
    /// Time that was told of.
    told: Duration,
}

impl Counts {
    pub(super) fn new(program: Arc<dyn Program>) -> Counts {
        let library = program.globals().iter().filter(|global| !global.user);
        Counts {
            library: library.map(|global| global.name.clone()).collect(),
            program,
            counts: FxHashMap::default(),
            unavailable: FxHashMap::default(),
            points: Vec::new(),
            numbers: FxHashMap::default(),
            told: Duration::ZERO,
        }
    }

    /// Something was done.
    pub(super) fn add(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    /// It cannot be told what matters.
    pub(super) fn unavailable(&mut self, why: &'static str) {
        *self.unavailable.entry(why).or_default() += 1;
    }

    /// True for the name of a variable of the program under test.
    pub(super) fn is_users(&self, name: &str) -> bool {
        !self.library.contains(name)
    }

    /// The place of a fork, where this is asked for. Those beyond a bound are one.
    pub(super) fn point(&mut self, fork: &Fork, asks: Vec<String>) -> PointId {
        let site = fork.site;
        let function = self.program.function(site.function);
        let fact = match self.points.len() < MOST_POINTS {
            true => PruneFact::OfUse {
                function: function.map_or_else(|_| String::new(), |it| it.name.clone()),
                place: Place::of(&*self.program, site.location),
                asks,
            },
            false => PruneFact::Count("states that agreed elsewhere".to_owned()),
        };
        let next = self.points.len();
        let number = *self.numbers.entry(fact.clone()).or_insert(next);
        if number == next {
            self.points.push((fact, 0));
        }
        PointId(number)
    }

    /// A state agreed.
    pub(super) fn of_use(&mut self, point: PointId) {
        self.points[point.0].1 += 1;
    }

    /// What was counted since this was last asked, by when so much time was spent.
    pub(super) fn take(&mut self, spent: Duration) -> Vec<(Vec<u8>, u64)> {
        let milliseconds = (spent - self.told).as_millis() as u64;
        if milliseconds > 0 {
            self.told += Duration::from_millis(milliseconds);
            self.counts.insert("milliseconds spent on it", milliseconds);
        }
        let counts = self.counts.drain();
        let counts = counts.map(|(what, count)| (PruneFact::Count(what.to_owned()), count));
        let mut facts: Vec<(PruneFact, u64)> = counts.collect();
        let reasons = self.unavailable.drain();
        facts.extend(reasons.map(|(why, count)| (PruneFact::Unavailable(why.to_owned()), count)));
        let used = self.points.iter_mut().filter(|(_, count)| *count > 0);
        facts.extend(used.map(|(fact, count)| (fact.clone(), std::mem::take(count))));
        let written = facts.into_iter();
        written
            .filter_map(|(fact, count)| Some((postcard::to_stdvec(&fact).ok()?, count)))
            .collect()
    }
}
