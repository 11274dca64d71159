//! What a run is to reach.

use super::covered::{CoveredPart, Part};
use ir::analysis::Target;
use ir::{BlockId, FunctionId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a run is to reach: each target is some parts of the program, one of which is to be executed. With
/// targets nothing else is worth a test to a run, and strategies know of nothing else that is uncovered.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    list: Vec<Vec<CoveredPart>>,
    /// Numbers of the targets that a part belongs to, by function.
    of_part: FxHashMap<String, Vec<(Part, usize)>>,
    /// Targets that stay open when they are executed.
    lasting: FxHashSet<usize>,
    /// Errors are to be reached, too, of kinds that any code may make. Those that code makes in places of
    /// their own are parts.
    pub any_error: bool,
}

impl Targets {
    /// One more target: it is reached when one of these parts is executed.
    pub fn add(&mut self, parts: &[CoveredPart]) {
        let number = self.list.len();
        for part in parts {
            let of = self.of_part.entry(part.function.clone()).or_default();
            of.push((part.part, number));
        }
        self.list.push(parts.to_vec());
    }

    /// The same, of a target that stays open when one of the parts is executed: what happens there is looked for, and each path
    /// may come to something else. What a path does below a call of a function with such a part, or in it, is
    /// explored whole.
    pub fn add_lasting(&mut self, parts: &[CoveredPart]) {
        self.lasting.insert(self.list.len());
        self.add(parts);
    }

    /// Functions with parts of targets that stay open.
    pub(crate) fn lasting_functions(&self) -> impl Iterator<Item = &str> {
        let lasting = self.lasting.iter();
        let parts = lasting.flat_map(|&target| &self.list[target]);
        parts.map(|part| part.function.as_str())
    }

    /// Targets that a part belongs to.
    fn of(&self, function: &str, part: Part) -> impl Iterator<Item = usize> + '_ {
        let of = self.of_part.get(function).into_iter().flatten();
        let of = of.filter(move |(known, _)| *known == part);
        of.map(|&(_, target)| target)
    }
}

/// The targets that are not reached yet.
#[derive(Clone, Debug)]
pub(crate) struct OpenTargets {
    targets: Arc<Targets>,
    reached: FxHashSet<usize>,
}

impl OpenTargets {
    /// All of them.
    pub(crate) fn new(targets: Arc<Targets>) -> OpenTargets {
        OpenTargets {
            targets,
            reached: FxHashSet::default(),
        }
    }

    /// True if an error that any code may make is one.
    pub(crate) fn any_error(&self) -> bool {
        self.targets.any_error
    }

    /// True if none is left.
    pub(crate) fn are_reached(&self) -> bool {
        !self.any_error() && self.reached.len() == self.targets.list.len()
    }

    /// True if parts of a function belong to targets, reached or not.
    pub(crate) fn are_in(&self, function: &str) -> bool {
        self.targets.of_part.contains_key(function)
    }

    /// True if a part belongs to a target that is not reached.
    pub(crate) fn has(&self, function: &str, part: Part) -> bool {
        let mut of = self.targets.of(function, part);
        of.any(|target| !self.reached.contains(&target))
    }

    /// Parts of a function that belong to targets that are not reached.
    pub(crate) fn of_function(&self, function: &str, id: FunctionId) -> Vec<Target> {
        let parts = self.targets.of_part.get(function).into_iter().flatten();
        let open = parts.filter(|(_, target)| !self.reached.contains(target));
        let open: BTreeSet<Part> = open.map(|&(part, _)| part).collect();
        let target = |part| match part {
            Part::Block(block) => Target::Block(id, BlockId(block)),
            Part::Arm(block, index) => Target::Edge(id, BlockId(block), index),
        };
        open.into_iter().map(target).collect()
    }

    /// A part was executed: tells which other parts belong to no open target any more.
    pub(crate) fn reach(&mut self, function: &str, part: Part) -> Vec<CoveredPart> {
        let targets = self.targets.clone();
        let mut others = Vec::new();
        for target in targets.of(function, part) {
            if !targets.lasting.contains(&target) && self.reached.insert(target) {
                others.extend(&targets.list[target]);
            }
        }
        others.retain(|other| {
            let is_it = other.part == part && other.function == function;
            !is_it && !self.has(&other.function, other.part)
        });
        others.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(number: u32) -> CoveredPart {
        CoveredPart {
            function: "f".to_owned(),
            part: Part::Block(number),
        }
    }

    #[test]
    fn with_one_part_the_others_of_a_target_are_of_no_interest() {
        let mut targets = Targets::default();
        targets.add(&[block(1), block(2), block(3)]);
        targets.add(&[block(3), block(4)]);
        let mut open = OpenTargets::new(Arc::new(targets));
        assert!(open.has("f", Part::Block(2)) && !open.has("f", Part::Block(5)));
        assert_eq!(open.reach("f", Part::Block(1)), [block(2)]);
        assert!(open.has("f", Part::Block(3)) && !open.are_reached());
        assert_eq!(open.reach("f", Part::Block(3)), [block(4)]);
        assert_eq!(open.of_function("f", FunctionId(0)), []);
        assert!(open.are_reached());
        assert_eq!(open.reach("f", Part::Block(3)), []);
    }

    #[test]
    fn targets_at_which_something_is_looked_for_stay_open() {
        let mut targets = Targets::default();
        targets.add(&[block(1)]);
        targets.add_lasting(&[block(1), block(2)]);
        let mut open = OpenTargets::new(Arc::new(targets));
        assert_eq!(open.reach("f", Part::Block(1)), []);
        assert!(open.has("f", Part::Block(1)) && open.has("f", Part::Block(2)));
        assert!(!open.are_reached());
    }
}
