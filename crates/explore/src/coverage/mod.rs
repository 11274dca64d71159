//! What of the user's code the machine has executed: what strategies go by and what decides whether
//! a path is worth a test. (The coverage that users are told is the native run's.)

mod covered;
mod targets;

pub use covered::{CoveredPart, Part};
pub(crate) use targets::OpenTargets;
pub use targets::Targets;

use ir::analysis::Target;
use ir::{BlockId, Function, FunctionId, Program, TerminatorKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use vm::{Events, State};

/// An arm of a branch or switch of user code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(u32);

/// Blocks and arms executed so far.
#[derive(Clone)]
pub struct Coverage {
    program: Arc<dyn Program>,
    /// By function; absent until it is loaded and, unless that was at the start, executed.
    functions: Vec<Option<FunctionLayout>>,
    blocks: BitSet,
    edges: BitSet,
    /// Times that something was executed for the first time.
    pub new: u64,
    /// What was executed, in the order of first times: those who keep something up to date with
    /// it remember how much of this they have seen.
    first_times: Vec<Target>,
    /// How many of those [`Coverage::take_fresh`] gave out, or others told of.
    taken: usize,
    /// Functions of user code since [`Coverage::take_added`].
    added: Vec<FunctionId>,
    /// What others executed of functions that are not loaded here yet.
    awaited: FxHashMap<String, Vec<Part>>,
    /// Which of the first times, behind those taken, were others'.
    of_others: Vec<Range<usize>>,
    /// If it is only about these: everything else is taken as covered.
    targets: Option<OpenTargets>,
    /// Arms taken as covered.
    arms_beside: u32,
    /// Is anybody interested in misses?
    pub(crate) notes_misses: bool,
    /// Those noted since they were last taken.
    misses: Vec<Miss>,
    /// True while sequences of calls make an input. What these execute is covered by the tests of what they
    /// call, and counts only where it is a target: but it is new.
    makes_inputs: bool,
    /// Arms of user code that were taken there, and whether functions are user code.
    taken_for_inputs: FxHashSet<(FunctionId, u32, u32)>,
    of_user: FxHashMap<FunctionId, bool>,
    /// The function that was executed there last, all of them, and those since they were last asked for.
    last_for_inputs: Option<FunctionId>,
    executed_for_inputs: FxHashSet<FunctionId>,
    new_for_inputs: Vec<FunctionId>,
}

/// An arm that was never taken, which numbers that are no inputs did not take, either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miss {
    /// The arm.
    pub edge: Edge,
    /// By how much a number would have had to be another.
    pub distance: u64,
}

/// Misses of a path that are kept, the last of each arm.
const MISSES: usize = 4;

/// The misses of a path, the latest last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Misses(Rc<[Miss]>);

impl Misses {
    pub(crate) fn list(&self) -> &[Miss] {
        &self.0
    }

    /// More of them have come.
    pub(crate) fn add(&mut self, new: &[Miss]) {
        let mut all = self.0.to_vec();
        for miss in new {
            all.retain(|other| other.edge != miss.edge);
            all.push(*miss);
        }
        let first = all.len().saturating_sub(MISSES);
        self.0 = all[first..].into();
    }
}

#[derive(Clone, Debug, Default)]
struct FunctionLayout {
    /// It is user code, or has targets.
    counts: bool,
    first_block: u32,
    /// Where each decision is.
    decisions: Vec<Decision>,
    /// First edge of each decision, and behind the last the end.
    first_edges: Vec<u32>,
}

/// The terminator of a decision.
#[derive(Clone, Copy, Debug)]
struct Decision {
    block: BlockId,
    /// False for a switch.
    branch: bool,
    arms: u32,
}

impl Decision {
    /// A number that no decision of the function has.
    const NONE: Decision = Decision {
        block: BlockId(0),
        branch: false,
        arms: 0,
    };

    /// Index among the edges out of the block of the arm with that value: of a branch, `then`
    /// comes first and has the value 1.
    fn edge_index(self, value: u32) -> u32 {
        match self.branch {
            true => 1 - value,
            false => value,
        }
    }
}

impl FunctionLayout {
    /// Every arm, with its block and its index among the edges out of that.
    fn arms(&self) -> impl Iterator<Item = (Edge, (BlockId, u32))> + '_ {
        let decisions = self.decisions.iter().zip(&self.first_edges);
        decisions.flat_map(|(decision, first)| {
            (0..decision.arms).map(move |value| {
                let index = decision.edge_index(value);
                (Edge(first + value), (decision.block, index))
            })
        })
    }
}

#[derive(Clone, Debug, Default)]
struct BitSet {
    words: Vec<u64>,
    length: u32,
    ones: u32,
}

impl BitSet {
    fn get(&self, index: u32) -> bool {
        self.words[(index / 64) as usize] >> (index % 64) & 1 != 0
    }

    /// True if the bit was clear. (A count kept by `ones += u32::from(new)` is lost by rustc 1.95 at
    /// its highest level of optimisation; a test that runs optimised would tell.)
    #[inline]
    fn set(&mut self, index: u32) -> bool {
        let word = &mut self.words[(index / 64) as usize];
        let bit = 1 << (index % 64);
        if *word & bit != 0 {
            return false;
        }
        *word |= bit;
        self.ones += 1;
        true
    }

    fn grow(&mut self, by: u32) -> u32 {
        let first = self.length;
        self.length += by;
        self.words.resize(self.length.div_ceil(64) as usize, 0);
        first
    }
}

impl Coverage {
    /// Nothing of this program is covered. What it loads while it runs is taken in when it is
    /// executed first. With targets it is only about these.
    pub fn new(program: Arc<dyn Program>, targets: Option<Arc<Targets>>) -> Coverage {
        let mut coverage = Coverage {
            program,
            functions: Vec::new(),
            blocks: BitSet::default(),
            edges: BitSet::default(),
            new: 0,
            first_times: Vec::new(),
            taken: 0,
            added: Vec::new(),
            awaited: FxHashMap::default(),
            of_others: Vec::new(),
            targets: targets.map(OpenTargets::new),
            arms_beside: 0,
            notes_misses: false,
            misses: Vec::new(),
            makes_inputs: false,
            taken_for_inputs: FxHashSet::default(),
            of_user: FxHashMap::default(),
            last_for_inputs: None,
            executed_for_inputs: FxHashSet::default(),
            new_for_inputs: Vec::new(),
        };
        for id in (0..coverage.program.function_count()).map(FunctionId) {
            if let Some(function) = coverage.program.loaded_function(id) {
                coverage.add(id, &function);
            }
        }
        coverage
    }

    fn add(&mut self, id: FunctionId, function: &Function) {
        let mut layout = FunctionLayout {
            counts: self.counts(function),
            ..FunctionLayout::default()
        };
        if function.user {
            self.added.push(id);
        }
        if layout.counts {
            layout.first_block = self.blocks.grow(function.blocks.len() as u32);
            for (index, block) in function.blocks.iter().enumerate() {
                let (decision, branch, arms) = match &block.terminator.kind {
                    TerminatorKind::Branch {
                        decision: Some(decision),
                        ..
                    } => (*decision as usize, true, 2),
                    TerminatorKind::Switch {
                        decision: Some(decision),
                        cases,
                        ..
                    } => (*decision as usize, false, cases.len() as u32 + 1),
                    _ => continue,
                };
                if layout.decisions.len() <= decision {
                    layout.decisions.resize(decision + 1, Decision::NONE);
                }
                let block = BlockId(index as u32);
                layout.decisions[decision] = Decision {
                    block,
                    branch,
                    arms,
                };
            }
            for decision in &layout.decisions {
                layout.first_edges.push(self.edges.grow(decision.arms));
            }
            layout.first_edges.push(self.edges.length);
            self.take_as_covered_beside_targets(function, &layout);
        }
        let index = id.0 as usize;
        if self.functions.len() <= index {
            self.functions.resize_with(index + 1, || None);
        }
        self.functions[index] = Some(layout);
        if !self.awaited.is_empty() {
            let begun = self.first_times.len();
            for part in self.awaited.remove(&function.name).unwrap_or_default() {
                self.mark_part(id, part);
            }
            self.of_others.push(begun..self.first_times.len());
        }
    }

    /// True for functions whose parts may be executed for the first time.
    fn counts(&self, function: &Function) -> bool {
        let mut targets = self.targets.iter();
        function.user || targets.any(|targets| targets.are_in(&function.name))
    }

    /// Everything in a function but targets, if there are any, is of no interest.
    fn take_as_covered_beside_targets(&mut self, function: &Function, layout: &FunctionLayout) {
        let Some(targets) = &self.targets else {
            return;
        };
        let is_target = |part| targets.has(&function.name, part);
        for block in (0..function.blocks.len() as u32).filter(|&it| !is_target(Part::Block(it))) {
            self.blocks.set(layout.first_block + block);
        }
        for (edge, (block, index)) in layout.arms() {
            if !is_target(Part::Arm(block.0, index)) {
                self.edges.set(edge.0);
                self.arms_beside += 1;
            }
        }
    }

    /// Takes in a function that is executed for the first time.
    #[cold]
    fn add_executed(&mut self, id: FunctionId) {
        if let Some(function) = self.program.loaded_function(id) {
            self.add(id, &function);
        }
    }

    fn layout(&self, id: FunctionId) -> Option<&FunctionLayout> {
        self.functions.get(id.0 as usize)?.as_ref()
    }

    #[cold]
    fn executed_first(&mut self, target: Target) {
        self.new += 1;
        self.first_times.push(target);
        if self.targets.is_some() {
            self.target_reached(target);
        }
    }

    /// With one part of a target the others are of no interest any more. They count as executed for
    /// those who look for what was not, and are not told of.
    fn target_reached(&mut self, target: Target) {
        let (function, part) = match target {
            Target::Block(function, block) => (function, Part::Block(block.0)),
            Target::Edge(function, block, index) => (function, Part::Arm(block.0, index)),
        };
        let function = self.program.loaded_function(function);
        let (Some(function), Some(targets)) = (function, &mut self.targets) else {
            return;
        };
        let others = targets.reach(&function.name, part);
        let begun = self.first_times.len();
        for other in others {
            if let Some(id) = self.program.find_function(&other.function) {
                self.mark_part(id, other.part);
            }
        }
        self.of_others.push(begun..self.first_times.len());
    }

    /// The edge of user code that a decision with this value takes.
    pub fn edge(&self, function: FunctionId, decision: u32, value: u32) -> Option<Edge> {
        let layout = self.layout(function)?;
        let first = *layout.first_edges.get(decision as usize)?;
        let end = *layout.first_edges.get(decision as usize + 1)?;
        (value < end - first).then_some(Edge(first + value))
    }

    /// True if the machine went along this edge.
    pub fn is_covered(&self, edge: Edge) -> bool {
        self.edges.get(edge.0)
    }

    /// Everything executed, in the order of first times.
    pub fn first_times(&self) -> &[Target] {
        &self.first_times
    }

    /// Takes what was executed for the first time since it was last taken.
    pub(crate) fn take_fresh(&mut self) -> Vec<CoveredPart> {
        let of_others = std::mem::take(&mut self.of_others);
        let fresh = (self.taken..self.first_times.len())
            .filter(|index| !of_others.iter().any(|range| range.contains(index)))
            .map(|index| self.first_times[index]);
        let parts = fresh.filter_map(|target| {
            let (function, part) = match target {
                Target::Block(function, block) => (function, Part::Block(block.0)),
                Target::Edge(function, block, index) => (function, Part::Arm(block.0, index)),
            };
            let function = self.program.loaded_function(function)?.name.clone();
            Some(CoveredPart { function, part })
        });
        let parts = parts.collect();
        self.taken = self.first_times.len();
        parts
    }

    /// A path is gone on with.
    pub(crate) fn go_on(&mut self, path: &State) {
        self.makes_inputs = path.makes_inputs();
    }

    /// True if what is executed makes an input.
    #[inline]
    fn is_making(&self) -> bool {
        self.makes_inputs && self.targets.is_none()
    }

    /// An arm was taken where an input is made.
    #[cold]
    #[inline(never)]
    fn take_for_inputs(&mut self, function: FunctionId, decision: u32, value: u32) {
        let arm = (function, decision, value);
        let is_new = self.is_of_user(function) && self.taken_for_inputs.insert(arm);
        self.new += u64::from(is_new);
    }

    fn is_of_user(&mut self, function: FunctionId) -> bool {
        let program = &self.program;
        *self.of_user.entry(function).or_insert_with(|| {
            let function = program.loaded_function(function);
            function.is_some_and(|function| function.user)
        })
    }

    /// Another function is executed where an input is made.
    #[cold]
    #[inline(never)]
    fn execute_for_inputs(&mut self, function: FunctionId) {
        self.last_for_inputs = Some(function);
        if self.executed_for_inputs.insert(function) && self.is_of_user(function) {
            self.new_for_inputs.push(function);
        }
    }

    /// Names of the functions of user code that were executed to make inputs, since this was last asked.
    pub(crate) fn take_executed_for_inputs(&mut self) -> impl Iterator<Item = String> + '_ {
        let program = &self.program;
        let new = self.new_for_inputs.drain(..);
        new.filter_map(|id| Some(program.loaded_function(id)?.name.clone()))
    }

    /// Gives the misses since this was last asked to the path that they are of.
    pub(crate) fn give_misses(&mut self, to: &mut Misses) {
        if !self.misses.is_empty() {
            to.add(&self.misses);
            self.misses.clear();
        }
    }

    /// Takes the functions of user code that became known since this was last asked.
    pub(crate) fn take_added(&mut self) -> Vec<FunctionId> {
        std::mem::take(&mut self.added)
    }

    /// Others have executed this. Nothing fresh may wait to be taken.
    pub(crate) fn mark(&mut self, covered: &CoveredPart) {
        debug_assert_eq!(self.taken, self.first_times.len());
        let id = self.program.find_function(&covered.function);
        let id = id.filter(|&id| {
            if self.layout(id).is_none() {
                self.add_executed(id);
            }
            self.layout(id).is_some()
        });
        match id {
            Some(id) => self.mark_part(id, covered.part),
            None => {
                let parts = self.awaited.entry(covered.function.clone());
                parts.or_default().push(covered.part);
            }
        }
        self.taken = self.first_times.len();
    }

    fn mark_part(&mut self, id: FunctionId, part: Part) {
        let Some(layout) = self.layout(id).filter(|layout| layout.counts) else {
            return;
        };
        match part {
            Part::Block(block) => {
                let index = layout.first_block + block;
                if index < self.blocks.length && self.blocks.set(index) {
                    self.executed_first(Target::Block(id, BlockId(block)));
                }
            }
            Part::Arm(block, index) => {
                let place = (BlockId(block), index);
                let arm = layout.arms().find(|&(_, at)| at == place);
                if let Some((edge, _)) = arm
                    && self.edges.set(edge.0)
                {
                    self.executed_first(Target::Edge(id, BlockId(block), index));
                }
            }
        }
    }

    /// Blocks and arms of decisions of a function of user code, and targets in any, that were not executed yet.
    pub fn uncovered<'a>(
        &'a self,
        id: FunctionId,
        function: &'a Function,
    ) -> impl Iterator<Item = Target> + 'a {
        let layout = self.layout(id);
        // A function loaded but never executed.
        let is_untouched = layout.is_none() && self.counts(function);
        let untouched = match &self.targets {
            None if is_untouched => function.blocks.len() as u32,
            None | Some(_) => 0,
        };
        let untouched = (0..untouched).map(move |block| Target::Block(id, BlockId(block)));
        let wanted = self.targets.iter().filter(move |_| is_untouched);
        let wanted = wanted.flat_map(move |targets| targets.of_function(&function.name, id));
        let untouched = untouched.chain(wanted);
        let layout = layout.filter(|layout| layout.counts);
        let executed = layout.into_iter().flat_map(move |layout| {
            let blocks = (0..function.blocks.len() as u32)
                .filter(|block| !self.blocks.get(layout.first_block + block))
                .map(move |block| Target::Block(id, BlockId(block)));
            let arms = layout.arms().filter(|&(edge, _)| !self.is_covered(edge));
            blocks.chain(arms.map(move |(_, (block, index))| Target::Edge(id, block, index)))
        });
        untouched.chain(executed)
    }

    fn executed(&self) -> impl Iterator<Item = (FunctionId, &FunctionLayout)> {
        let functions = (0..).map(FunctionId).zip(&self.functions);
        let functions = functions.filter_map(|(id, layout)| Some((id, layout.as_ref()?)));
        functions.filter(|(_, layout)| layout.counts && self.blocks.get(layout.first_block))
    }

    /// Functions of user code, and with targets, that were executed.
    pub(crate) fn executed_functions(&self) -> impl Iterator<Item = FunctionId> {
        self.executed().map(|(id, _)| id)
    }

    /// Decisions with an arm that was not executed yet, of functions that were.
    pub(crate) fn open_decisions(&self) -> impl Iterator<Item = (FunctionId, BlockId)> + '_ {
        self.executed().flat_map(|(id, layout)| {
            let open = layout.arms().filter(|&(edge, _)| !self.is_covered(edge));
            open.map(move |(_, (block, _))| (id, block))
        })
    }

    /// Arms executed, and arms in all; of targets, if there are any.
    pub fn edges(&self) -> (u32, u32) {
        let beside = self.arms_beside;
        (self.edges.ones - beside, self.edges.length - beside)
    }

    /// Blocks executed, and blocks in all.
    pub fn blocks(&self) -> (u32, u32) {
        (self.blocks.ones, self.blocks.length)
    }
}

impl Events for Coverage {
    #[inline]
    fn block(&mut self, function: FunctionId, block: BlockId) {
        if self.is_making() {
            if self.last_for_inputs != Some(function) {
                self.execute_for_inputs(function);
            }
            return;
        }
        let first_of = |layout: &FunctionLayout| (layout.counts, layout.first_block);
        let (counts, first) = match self.layout(function) {
            Some(layout) => first_of(layout),
            None => {
                self.add_executed(function);
                self.layout(function).map_or((false, 0), first_of)
            }
        };
        if counts && self.blocks.set(first + block.0) {
            self.executed_first(Target::Block(function, block));
        }
    }

    #[inline]
    fn branch(&mut self, function: FunctionId, decision: u32, value: u32) {
        if self.is_making() {
            return self.take_for_inputs(function, decision, value);
        }
        if let Some(edge) = self.edge(function, decision, value)
            && self.edges.set(edge.0)
            && let Some(layout) = self.layout(function)
        {
            let decision = layout.decisions[decision as usize];
            let index = decision.edge_index(value);
            self.executed_first(Target::Edge(function, decision.block, index));
        }
    }

    fn making_inputs(&mut self, inside: bool) {
        self.makes_inputs = inside;
    }

    #[inline]
    fn wants_missed(&self) -> bool {
        self.notes_misses
    }

    fn missed(
        &mut self,
        function: FunctionId,
        decision: u32,
        value: u32,
        distance: impl FnOnce() -> u64,
    ) {
        let edge = self.edge(function, decision, value);
        let Some(edge) = edge.filter(|&edge| !self.is_covered(edge)) else {
            return;
        };
        let distance = distance();
        match self.misses.iter_mut().find(|miss| miss.edge == edge) {
            Some(miss) => miss.distance = distance,
            None => self.misses.push(Miss { edge, distance }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "\
function f(%x: i32) -> i32 {
start:
  %c: i1 = icmp eq i32 %x, 1
  branch %c, one, other decision 0
one:
  return 1
other:
  switch i32 %x { 2: one  3: one  default: rest } decision 1
rest:
  return 0
}
";

    #[test]
    fn arms_are_counted_once_and_told_in_order() {
        let module = ir::parse("program.wir", PROGRAM).expect("the program is well-formed");
        let function = module.functions[0].clone();
        let mut coverage = Coverage::new(Arc::new(module), None);
        let f = FunctionId(0);
        assert_eq!(coverage.edges(), (0, 5));
        let all = coverage.uncovered(f, &function).count();
        assert_eq!(all, 4 + 5);
        coverage.block(f, BlockId(0));
        coverage.branch(f, 0, 0);
        coverage.branch(f, 0, 0);
        coverage.block(f, BlockId(2));
        coverage.branch(f, 1, 2);
        assert_eq!((coverage.edges(), coverage.blocks()), ((2, 5), (2, 4)));
        assert_eq!(coverage.new, 4);
        let told = [
            Target::Block(f, BlockId(0)),
            // The arm of the value 0 is the second edge of a branch.
            Target::Edge(f, BlockId(0), 1),
            Target::Block(f, BlockId(2)),
            Target::Edge(f, BlockId(2), 2),
        ];
        assert_eq!(coverage.first_times(), told);
        let left = coverage.uncovered(f, &function);
        assert!(left.eq([
            Target::Block(f, BlockId(1)),
            Target::Block(f, BlockId(3)),
            Target::Edge(f, BlockId(0), 0),
            Target::Edge(f, BlockId(2), 0),
            Target::Edge(f, BlockId(2), 1),
        ]));
    }
}
