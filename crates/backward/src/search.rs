//! The search back from a target: everything that may lead to it, until all of it is refuted or the entry
//! is reached.

mod calls;
mod entry;
mod headers;
mod known;
mod loops;

use crate::code::{Body, ProgramCode};
use crate::condition::{Condition, Variables};
use crate::invariants::{Invariants, Knowledge};
use crate::merge::{Merged, merge};
use crate::origins::Origins;
use crate::recorder::Recorder;
use crate::refuted::{ROOT, Tree};
use crate::region::Region;
use crate::transfer::{Crossed, cross, cross_edge, cross_moves};
use crate::visited::Visited;
use ir::analysis::{Loop, Target};
use ir::{BlockId, FunctionId};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::Solver;
use std::rc::Rc;
use std::time::Instant;
use term::{Pool, Term};

/// Where runs begin.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The functions that are called, with any arguments: one of them in a run.
    pub functions: Vec<FunctionId>,
    /// Functions that are executed though no call of the program's code leads to them.
    pub called_from_outside: Vec<FunctionId>,
    /// What is executed before, if anything: variables hold their initial values when it begins.
    pub initialise: Option<FunctionId>,
}

/// How exactly a search crosses what need not be crossed whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Precision {
    /// Calls that are entered, one in the other.
    pub calls: usize,
    /// Traversals of each loop, one by one; what it does in more of them is forgotten.
    pub loops: u32,
    /// Invariants of loops are inferred, and at headers the solver says whether a condition asks for more
    /// than those before.
    pub learns: bool,
}

/// What ends a search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Blocks crossed.
    pub segments: u64,
    /// When the time is up.
    pub until: Option<Instant>,
}

/// What a search did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Blocks and regions crossed.
    pub segments: u64,
    /// Questions to the solver.
    pub queries: u64,
}

/// What a search comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No run reaches the target.
    Refuted,
    /// The entry was reached with a condition that can be satisfied; `approximate` says that things were
    /// forgotten on the way, which may be why.
    Reached {
        /// The condition asks for less than what leads to the target.
        approximate: bool,
    },
    /// Nobody knows: why.
    GaveUp(&'static str),
}

/// Goes back from targets, one of which is to be reached.
pub fn refute(
    pool: &mut Pool,
    solver: &mut Solver,
    code: &ProgramCode<'_>,
    (entry, targets): (&Entry, &[Target]),
    (precision, limits): (Precision, Limits),
    (knowledge, statistics): (&mut Knowledge, &mut Statistics),
) -> Outcome {
    let mut search = Search {
        pool,
        solver,
        code,
        entry,
        precision,
        limits,
        statistics,
        variables: &mut knowledge.variables,
        recorder: &mut knowledge.recorder,
        running: knowledge
            .running
            .get_or_insert_with(|| running(code, entry)),
        targets: targets.into(),
        invariants: &mut knowledge.invariants,
        cuts: None,
        visited: Visited::default(),
        pending: Vec::new(),
        tree: Some(Tree::new(std::mem::take(&mut knowledge.refuted))),
    };
    for &target in targets {
        let (Target::Block(function, _) | Target::Edge(function, _, _)) = target;
        if search.may_run(function) {
            search.begin(target);
        }
    }
    let outcome = search.run();
    if let Some(tree) = search.tree.take() {
        knowledge.refuted = tree.finish();
    }
    outcome
}

/// A condition before an instruction.
#[derive(Clone)]
pub(crate) struct State {
    block: BlockId,
    instruction: u32,
    condition: Condition,
    /// Traversals of loops on the way, by depth of the frame and header.
    traversals: Vec<((usize, BlockId), u32)>,
    /// The node of the tree that it comes from.
    parent: usize,
}

/// A header, or the entry of the function (`None`), that a search from another header came to.
pub(crate) struct Cut {
    pub(crate) from: Option<BlockId>,
    pub(crate) condition: Condition,
}

pub(crate) struct Search<'a> {
    pub(crate) pool: &'a mut Pool,
    solver: &'a mut Solver,
    code: &'a ProgramCode<'a>,
    entry: &'a Entry,
    precision: Precision,
    limits: Limits,
    statistics: &'a mut Statistics,
    pub(crate) variables: &'a mut Variables,
    recorder: &'a mut Recorder,
    /// Functions that may run; of others, nothing leads to them.
    running: &'a FxHashSet<FunctionId>,
    /// What is to be reached.
    targets: Rc<[Target]>,
    invariants: &'a mut FxHashMap<FunctionId, Rc<Invariants>>,
    /// Where the search ends instead of at the entry: at headers of the outermost frame's function.
    cuts: Option<Vec<Cut>>,
    visited: Visited,
    pending: Vec<State>,
    /// What is learned from what is refuted; nothing on the ways to cuts.
    tree: Option<Tree>,
}

/// Why it ends at what control may come to from anywhere.
const NOT_FOLLOWED: &str = "longjmp, or something that is not supported, is on the way";

/// Functions that calls lead to from where runs begin.
fn running(code: &ProgramCode<'_>, entry: &Entry) -> FxHashSet<FunctionId> {
    let starts = entry.functions.iter().chain(&entry.called_from_outside);
    let mut starts: Vec<FunctionId> = starts.chain(&entry.initialise).copied().collect();
    if code.handles_signals {
        let all = (0..code.calls.function_count()).map(|it| FunctionId(it as u32));
        starts.extend(all.filter(|&it| code.calls.is_address_taken(it)));
    }
    code.calls.reachable(&starts).into_iter().collect()
}

/// Why a search ends early.
type Stopped = Outcome;

impl Search<'_> {
    fn begin(&mut self, target: Target) {
        let (Target::Block(function, block) | Target::Edge(function, block, _)) = target;
        let body = self.enter_frame(function);
        let mut condition = Condition::always(function);
        let mut instruction = 0;
        if let Target::Edge(_, _, number) = target {
            let block = &body.function.blocks[block.0 as usize];
            let terminator = &block.terminator.kind;
            cross_edge(
                self.pool,
                self.variables,
                &body,
                &mut condition,
                terminator,
                number as usize,
            );
            instruction = block.instructions.len() as u32;
        }
        self.push(State {
            block,
            instruction,
            condition,
            traversals: Vec::new(),
            parent: ROOT,
        });
    }

    /// False if no calls lead to a function. Of objects the graph of calls does not show all that is called.
    fn may_run(&self, function: FunctionId) -> bool {
        self.code.objects.is_some() || self.running.contains(&function)
    }

    /// The body of a function, a frame of which a condition is about to have.
    pub(crate) fn enter_frame(&mut self, function: FunctionId) -> Rc<Body> {
        let body = self.code.body(function);
        let (pointers, escaped) = (&body.pointers, &body.escaped);
        self.variables.note_pointers(function, pointers, escaped);
        body
    }

    fn run(&mut self) -> Outcome {
        while let Some(state) = self.pending.pop() {
            self.statistics.segments += 1;
            if self.statistics.segments > self.limits.segments {
                return Outcome::GaveUp("too many ways lead to the target");
            }
            if self
                .limits
                .until
                .is_some_and(|until| Instant::now() >= until)
            {
                return Outcome::GaveUp("time");
            }
            if let Err(outcome) = self.step(state) {
                return outcome;
            }
        }
        Outcome::Refuted
    }

    /// Crosses what is before a state in its block, and goes on at what is before the block.
    fn step(&mut self, mut state: State) -> Result<(), Stopped> {
        let body = self.code.body(state.condition.function);
        if body.has_unsupported {
            return Err(Outcome::GaveUp(NOT_FOLLOWED));
        }
        let function = body.function.clone();
        let block = &function.blocks[state.block.0 as usize];
        while state.instruction > 0 && !state.condition.is_false {
            state.instruction -= 1;
            let instruction = &block.instructions[state.instruction as usize];
            let crossed = cross(
                self.pool,
                self.variables,
                self.code,
                &body,
                &mut state.condition,
                (state.block, state.instruction),
            );
            match crossed {
                Crossed::Before => {}
                Crossed::Nowhere => {
                    self.end(state.parent, Origins::NONE, None);
                    return Ok(());
                }
                Crossed::Anywhere => return Err(Outcome::GaveUp(NOT_FOLLOWED)),
                Crossed::Call => {
                    if self.enter_call(&state, &instruction.kind) {
                        self.end(state.parent, Origins::NONE, None);
                        return Ok(());
                    }
                    self.step_over(&mut state, &body, &instruction.kind);
                }
            }
        }
        if state.condition.is_false {
            self.end(state.parent, state.condition.false_from, None);
            return Ok(());
        }
        match state.block {
            BlockId(0) => self.at_entry(state, &body),
            _ => self.at_block(state, &body),
        }
    }

    /// At the start of a block that is not the first one.
    fn at_block(&mut self, mut state: State, body: &Body) -> Result<(), Stopped> {
        let before = body.cfg.predecessors(state.block);
        let header = body.loops.innermost(state.block);
        let header = header.map(|id| body.loops.get(id));
        let header = header.filter(|it| it.header == state.block);
        if header.is_none() && before.len() == 1 {
            self.along_edges(&state, body, before[0]);
            self.end(state.parent, Origins::NONE, None);
            return Ok(());
        }
        if self.is_refuted_already(&state) || header.is_some() && self.ends_at_header(&state) {
            return Ok(());
        }
        if self.is_covered(&state) {
            return Ok(());
        }
        self.open(&mut state);
        let node = state.parent;
        match header {
            Some(header) => self.at_header(state, body, header)?,
            None => self.at_join(&state, body),
        }
        self.end(node, Origins::NONE, None);
        Ok(())
    }

    /// Where several ways come together.
    fn at_join(&mut self, state: &State, body: &Body) {
        if let Some(over) = self.over_region(state, body) {
            self.push(over);
        } else if !self.merge_ways(state, body) {
            for &from in body.cfg.predecessors(state.block) {
                self.along_edges(state, body, from);
            }
        }
    }

    /// At the header of a loop.
    fn at_header(&mut self, state: State, body: &Body, around: &Loop) -> Result<(), Stopped> {
        if let Some(over) = self.over_region(&state, body) {
            self.push(over);
            return Ok(());
        }
        let before = body.cfg.predecessors(state.block);
        let key = (state.condition.depth(), state.block);
        let done = state.traversals.iter().find(|(known, _)| *known == key);
        let done = done.map_or(0, |(_, times)| *times);
        let (latches, outside): (Vec<BlockId>, Vec<BlockId>) = before
            .iter()
            .partition(|from| around.latches.contains(from));
        let mut leaving = state.clone();
        leaving.traversals.retain(|(known, _)| *known != key);
        if done < self.precision.loops {
            let mut again = leaving.clone();
            again.traversals.push((key, done + 1));
            for from in latches {
                self.along_edges(&again, body, from);
            }
        } else {
            let region = Region::of_loop(self.code, body, &around.blocks, state.block);
            let condition = &mut leaving.condition;
            condition.forget_registers(self.pool, self.variables, |it| region.writes(it));
            match &self.code.objects {
                Some(objects) => {
                    condition.forget_heap(self.pool, self.variables, objects, &region.heap);
                }
                None if region.writes_memory => {
                    condition.forget_written(self.pool, self.variables, self.code, &region);
                }
                None => {}
            }
            if region.is_open {
                return Err(Outcome::GaveUp(NOT_FOLLOWED));
            }
        }
        for from in outside {
            self.along_edges(&leaving, body, from);
        }
        Ok(())
    }

    /// The state at the end of the block that every way here goes through, if nothing on the way changes
    /// what the condition reads, nor decides whether control comes here, unless that may be left out.
    fn over_region(&self, state: &State, body: &Body) -> Option<State> {
        let region = body.region(self.code, state.block)?;
        let memory = region.changes(self.code, &state.condition);
        if region.is_open || memory || state.condition.reads_any(|it| region.writes(it)) {
            return None;
        }
        let mut condition = state.condition.clone();
        if !body
            .post_dominators
            .post_dominates(state.block, region.from)
        {
            // Which ways lead here is left out with it.
            if self.is_exact() {
                return None;
            }
            condition.approximate = true;
        }
        let from = &body.function.blocks[region.from.0 as usize];
        Some(State {
            block: region.from,
            instruction: from.instructions.len() as u32,
            condition,
            traversals: state.traversals.clone(),
            parent: state.parent,
        })
    }

    /// Crosses all ways to a block at once, if that can be done.
    fn merge_ways(&mut self, state: &State, body: &Body) -> bool {
        let Some(from) = body.dominators.immediate(state.block) else {
            return false;
        };
        if self.cuts.is_some() {
            return false;
        }
        let at = (&state.condition, state.block);
        let merged = merge(self.pool, self.variables, self.code, body, at, from);
        let Some(Merged { condition, edges }) = merged else {
            return false;
        };
        for (number, edge) in edges.iter().enumerate() {
            self.record(edge, body, (from, number));
        }
        match self.refuted_by(&condition) {
            Some(needed) => self.need(state.parent, needed),
            None => self.push(State {
                block: from,
                instruction: body.function.blocks[from.0 as usize].instructions.len() as u32,
                condition,
                traversals: state.traversals.clone(),
                parent: state.parent,
            }),
        }
        true
    }

    /// True if conditions of branches are not to be left out.
    fn is_exact(&self) -> bool {
        self.precision.learns || self.precision.loops > 0 || self.cuts.is_some()
    }

    /// Back along the edges from a block.
    fn along_edges(&mut self, state: &State, body: &Body, from: BlockId) {
        if !body.cfg.is_reachable(from) {
            return;
        }
        let block = &body.function.blocks[from.0 as usize];
        let terminator = &block.terminator.kind;
        let edges = terminator.edges().into_iter().enumerate();
        for (number, _) in edges.filter(|(_, edge)| edge.target == state.block) {
            let mut before = state.clone();
            before.block = from;
            before.instruction = block.instructions.len() as u32;
            let known = before.condition.constraints.len();
            let condition = &mut before.condition;
            cross_edge(
                self.pool,
                self.variables,
                body,
                condition,
                terminator,
                number,
            );
            let grown = condition.constraints.len() > known;
            let refuted = match condition.is_false || grown {
                true => self.refuted_by(&before.condition),
                false => None,
            };
            if let Some(needed) = refuted {
                self.need(state.parent, needed);
            } else {
                let mut condition = state.condition.clone();
                let edge = terminator.edges()[number];
                cross_moves(self.pool, self.variables, body, &mut condition, edge);
                self.record(&condition, body, (from, number));
                self.push(before);
            }
        }
    }

    /// Leaves a condition before the moves of an edge for searches from the entry, if it is exact and control
    /// may go elsewhere there.
    fn record(&mut self, condition: &Condition, body: &Body, (from, number): (BlockId, usize)) {
        let edge = Target::Edge(condition.function, from, number as u32);
        let edges = body.function.blocks[from.0 as usize]
            .terminator
            .kind
            .edges();
        let is_told = !condition.approximate && !condition.is_false && self.cuts.is_none();
        if is_told
            && edges.len() > 1
            && self.recorder.has_room(edge)
            // The machine is not asked where those objects are.
            && (self.code.objects.is_none() || !condition.names_known_objects(self.pool))
        {
            self.recorder.record(edge, &self.targets, condition);
        }
    }
}

fn conjunction(pool: &mut Pool, terms: impl Iterator<Item = Term>) -> Term {
    let truth = pool.bool(true);
    terms.fold(truth, |all, term| pool.and(all, term))
}
