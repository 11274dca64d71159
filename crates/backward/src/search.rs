//! The search back from a target: everything that may lead to it, until all of it is refuted or the entry
//! is reached.

mod calls;
mod headers;
mod loops;

use crate::code::{Body, ProgramCode};
use crate::condition::{Call, Condition, Variables};
use crate::heap::Space;
use crate::invariants::{Invariants, Knowledge};
use crate::merge::{Merged, merge};
use crate::recorder::Recorder;
use crate::region::Region;
use crate::transfer::{Crossed, cross, cross_edge, cross_moves};
use crate::visited::Visited;
use ir::analysis::Target;
use ir::{BlockId, FunctionId, TerminatorKind};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{Answer, PathCondition, Solver};
use std::rc::Rc;
use std::time::Instant;
use term::{Model, Pool, Term};

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
    };
    for &target in targets {
        let (Target::Block(function, _) | Target::Edge(function, _, _)) = target;
        if search.may_run(function) {
            search.begin(target);
        }
    }
    search.run()
}

/// A condition before an instruction.
#[derive(Clone)]
pub(crate) struct State {
    block: BlockId,
    instruction: u32,
    condition: Condition,
    /// Traversals of loops on the way, by depth of the frame and header.
    traversals: Vec<((usize, BlockId), u32)>,
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
        self.pending.push(State {
            block,
            instruction,
            condition,
            traversals: Vec::new(),
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
                Crossed::Nowhere => return Ok(()),
                Crossed::Anywhere => return Err(Outcome::GaveUp(NOT_FOLLOWED)),
                Crossed::Call => {
                    if self.enter_call(&state, &instruction.kind) {
                        return Ok(());
                    }
                    self.step_over(&mut state, &body, &instruction.kind);
                }
            }
        }
        if state.condition.is_false {
            return Ok(());
        }
        match state.block {
            BlockId(0) => self.at_entry(state, &body),
            _ => self.at_block(state, &body),
        }
    }

    /// At the start of a block that is not the first one.
    fn at_block(&mut self, state: State, body: &Body) -> Result<(), Stopped> {
        let at = (state.condition.function, state.block);
        let before = body.cfg.predecessors(state.block);
        let header = body.loops.innermost(state.block);
        let header = header.map(|id| body.loops.get(id));
        let header = header.filter(|it| it.header == state.block);
        if header.is_some() && self.ends_at_header(&state) {
            return Ok(());
        }
        if before.len() > 1 {
            if self.visited.covers(at, &state.condition) {
                return Ok(());
            }
            if let Some(over) = self.over_region(&state, body) {
                self.pending.push(over);
                return Ok(());
            }
            if header.is_none() && self.merge_ways(&state, body) {
                return Ok(());
            }
        }
        let Some(around) = header else {
            for &from in before {
                self.along_edges(&state, body, from);
            }
            return Ok(());
        };
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
        if !self.is_refuted(&condition) {
            self.pending.push(State {
                block: from,
                instruction: body.function.blocks[from.0 as usize].instructions.len() as u32,
                condition,
                traversals: state.traversals.clone(),
            });
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
            let refuted = condition.is_false || grown && self.is_refuted(&before.condition);
            if !refuted {
                let mut condition = state.condition.clone();
                let edge = terminator.edges()[number];
                cross_moves(self.pool, self.variables, body, &mut condition, edge);
                self.record(&condition, body, (from, number));
                self.pending.push(before);
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

    /// True if nothing satisfies a condition, as far as the solver can tell.
    fn is_refuted(&mut self, condition: &Condition) -> bool {
        condition.is_false || {
            let goal = conjunction(self.pool, condition.constraints.iter().copied());
            self.cannot_hold(goal)
        }
    }

    /// True if nothing satisfies a goal, as far as the solver can tell.
    fn cannot_hold(&mut self, goal: Term) -> bool {
        if let Some(holds) = self.pool.constant_bool(goal) {
            return !holds;
        }
        self.statistics.queries += 1;
        let (nothing, hint) = (PathCondition::new(), Model::new());
        let answer = self.solver.check(self.pool, &nothing, goal, &hint);
        matches!(answer, Answer::Unsat(_))
    }

    /// At the entry of a function: back to the call that was entered, or to all callers.
    fn at_entry(&mut self, state: State, body: &Body) -> Result<(), Stopped> {
        if let Some(call) = state.condition.calls.last().cloned() {
            let mut before = state;
            before
                .traversals
                .retain(|((depth, _), _)| *depth < before.condition.depth());
            self.leave(&mut before, &call, body, true);
            if !before.condition.is_false {
                self.pending.push(before);
            }
            return Ok(());
        }
        let function = state.condition.function;
        if self.cuts.is_some() {
            let mut condition = state.condition;
            if self.begins_program(function) {
                self.set_initial(&mut condition);
            }
            if let Some(cuts) = &mut self.cuts {
                cuts.push(Cut {
                    from: None,
                    condition,
                });
            }
            return Ok(());
        }
        match self.entry.initialise {
            Some(initialise) if function == initialise => self.at_start(&state.condition)?,
            Some(initialise) if self.entry.functions.contains(&function) => {
                self.after_initialisation(&state.condition, initialise);
            }
            None if self.entry.functions.contains(&function) => self.at_start(&state.condition)?,
            Some(_) | None => {}
        }
        if self.code.handles_signals && self.code.calls.is_address_taken(function) {
            return Err(Outcome::GaveUp("functions that signals may call"));
        }
        if self.entry.called_from_outside.contains(&function) {
            return Err(Outcome::GaveUp("functions that are called by the host"));
        }
        if self
            .visited
            .covers((function, BlockId(0)), &state.condition)
        {
            return Ok(());
        }
        let callers = self.code.calls.callers(function);
        let callers: Vec<FunctionId> = callers.filter(|&it| self.may_run(it)).collect();
        for caller in callers {
            for site in self.code.calls.sites(caller) {
                if !site.callees.contains(&function) {
                    continue;
                }
                let mut before = state.clone();
                before.traversals.clear();
                let call = Call {
                    function: caller,
                    block: site.block,
                    instruction: site.instruction,
                };
                self.enter_frame(caller);
                self.leave(&mut before, &call, body, false);
                if !before.condition.is_false {
                    self.pending.push(before);
                }
            }
        }
        Ok(())
    }

    /// From the entry where runs begin to the end of what initialises the program before.
    fn after_initialisation(&mut self, condition: &Condition, initialise: FunctionId) {
        let mut condition = condition.clone();
        // The arguments are anything.
        let mut free = FxHashMap::default();
        for (_, variable) in condition.take_registers(|_| true) {
            let width = self.pool.width(variable);
            let any = condition.anything(self.pool, self.variables, width);
            free.insert(variable, any);
        }
        condition.function = initialise;
        condition.assign(self.pool, self.variables, free);
        let body = self.enter_frame(initialise);
        for (number, block) in body.function.blocks.iter().enumerate() {
            if matches!(block.terminator.kind, TerminatorKind::Return(_)) {
                self.pending.push(State {
                    block: BlockId(number as u32),
                    instruction: block.instructions.len() as u32,
                    condition: condition.clone(),
                    traversals: Vec::new(),
                });
            }
        }
    }

    /// True for a function that is called once, first of all.
    fn begins_program(&self, function: FunctionId) -> bool {
        let calls = &self.code.calls;
        let called = calls.callers(function).len() > 0 || calls.is_address_taken(function);
        let outside = self.entry.called_from_outside.contains(&function);
        let first = self.entry.functions.contains(&function) && self.entry.initialise.is_none();
        first && !called && !outside
    }

    /// Variables that nobody has written have their initial values.
    fn set_initial(&mut self, condition: &mut Condition) {
        let mut values = FxHashMap::default();
        for cell in &condition.cells {
            if let Space::State(_) = cell.space {
                // No class is initialised yet.
                values.insert(cell.variable, self.pool.bv(cell.width, 0));
            } else if let Some(value) = self.code.initial(
                self.pool,
                &self.variables.addresses,
                (cell.address, cell.width),
            ) {
                values.insert(cell.variable, self.pool.constant(&value));
            }
        }
        condition.assign(self.pool, self.variables, values);
    }

    /// At the entry where runs begin.
    fn at_start(&mut self, condition: &Condition) -> Result<(), Stopped> {
        let mut condition = condition.clone();
        self.set_initial(&mut condition);
        if self.is_refuted(&condition) {
            return Ok(());
        }
        let approximate = condition.approximate;
        Err(Outcome::Reached { approximate })
    }
}

fn conjunction(pool: &mut Pool, terms: impl Iterator<Item = Term>) -> Term {
    let truth = pool.bool(true);
    terms.fold(truth, |all, term| pool.and(all, term))
}
