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
use crate::origins::Origins;
use crate::recorder::Recorder;
use crate::refuted::{ROOT, Tree};
use crate::region::Region;
use crate::transfer::{Crossed, cross, cross_edge, cross_moves};
use crate::visited::{Visited, point};
use ir::analysis::{Loop, Target};
use ir::{BlockId, FunctionId, TerminatorKind};
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

    /// Leaves a state to be followed back.
    fn push(&mut self, state: State) {
        if let Some(tree) = &mut self.tree {
            tree.hold(state.parent);
        }
        self.pending.push(state);
    }

    /// A state, or what is behind a node, came to its end.
    fn end(&mut self, parent: usize, needed: Origins, rests_on: Option<usize>) {
        if let Some(tree) = &mut self.tree {
            tree.end(parent, needed, rests_on);
        }
    }

    /// A way back from a node was refuted at once.
    fn need(&mut self, parent: usize, needed: Origins) {
        if let Some(tree) = &mut self.tree {
            tree.need(parent, needed);
        }
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

    /// True if a condition was refuted by what earlier ones were refuted by.
    fn is_refuted_already(&mut self, state: &State) -> bool {
        let Some(tree) = &mut self.tree else {
            return false;
        };
        let at = point(state.block, &state.condition);
        let Some((needed, rests_on)) = tree.refutes(&at, &state.condition) else {
            return false;
        };
        tree.end(state.parent, needed, rests_on);
        true
    }

    /// True if a condition asks for more than one met before.
    fn is_covered(&mut self, state: &State) -> bool {
        let (block, condition) = (state.block, &state.condition);
        let Some(met) = self.visited.covering(block, condition).cloned() else {
            return false;
        };
        if let Some(tree) = &mut self.tree {
            let rests_on = met.node.and_then(|node| tree.open_below(node));
            let needed = condition.origins_of(&met.constraints);
            tree.end(state.parent, needed, rests_on);
        }
        true
    }

    /// The search goes on from a state: it becomes a node.
    fn open(&mut self, state: &mut State) {
        let (block, condition) = (state.block, &mut state.condition);
        let at = point(block, condition);
        let node = self
            .tree
            .as_mut()
            .map(|tree| tree.open(state.parent, at, condition));
        self.visited.meet(block, condition, node);
        state.parent = node.unwrap_or(ROOT);
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

    /// What the conjuncts come from that nothing satisfies, as far as the solver can tell.
    fn refuted_by(&mut self, condition: &Condition) -> Option<Origins> {
        if condition.is_false {
            return Some(condition.false_from);
        }
        let goal = conjunction(self.pool, condition.constraints.keys().copied());
        self.core(goal, condition, (&[], &[]))
            .map(|(needed, _)| needed)
    }

    /// What the conjuncts of a condition come from that conflict in a goal, which nothing satisfies, as far as
    /// the solver can tell; and whether they do so with nothing but what always holds. The goal is the condition
    /// with what always holds and `others`. Terms that were rewritten as they were joined (of `a` and `!a || b`, `b`
    /// is left) say nothing of where they come from: then all of the condition counts.
    fn core(
        &mut self,
        goal: Term,
        condition: &Condition,
        (always, others): (&[Term], &[Term]),
    ) -> Option<(Origins, bool)> {
        let constraints = &condition.constraints;
        let whole = |_: ()| {
            let all = constraints.values();
            (all.fold(Origins::NONE, |all, &one| all.and(one)), false)
        };
        if let Some(holds) = self.pool.constant_bool(goal) {
            return (!holds).then_some(()).map(whole);
        }
        self.statistics.queries += 1;
        let core = self.solver.refute(self.pool, goal)?;
        let conjuncts_of = |terms: &[Term]| -> FxHashSet<Term> {
            let conjuncts = terms.iter().flat_map(|&term| self.pool.conjuncts(term));
            let says_something = |term: &Term| self.pool.constant_bool(*term) != Some(true);
            conjuncts.filter(says_something).collect()
        };
        let (goal, always) = (conjuncts_of(&[goal]), conjuncts_of(always));
        let mut joined = conjuncts_of(others);
        joined.extend(constraints.keys().chain(&always));
        if core.is_empty() || goal != joined || !core.iter().all(|term| goal.contains(term)) {
            return Some(whole(()));
        }
        let is_known = |term: &Term| constraints.contains_key(term) || always.contains(term);
        Some((condition.origins_of(&core), core.iter().all(is_known)))
    }

    /// At the entry of a function: back to the call that was entered, or to all callers.
    fn at_entry(&mut self, state: State, body: &Body) -> Result<(), Stopped> {
        if let Some(call) = state.condition.calls.last().cloned() {
            let mut before = state;
            before
                .traversals
                .retain(|((depth, _), _)| *depth < before.condition.depth());
            self.leave(&mut before, &call, body, true);
            let (parent, false_from) = (before.parent, before.condition.false_from);
            if !before.condition.is_false {
                self.push(before);
            }
            self.end(parent, false_from, None);
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
        if self.code.handles_signals && self.code.calls.is_address_taken(function) {
            return Err(Outcome::GaveUp("functions that signals may call"));
        }
        if self.entry.called_from_outside.contains(&function) {
            return Err(Outcome::GaveUp("functions that are called by the host"));
        }
        if self.is_refuted_already(&state) || self.is_covered(&state) {
            return Ok(());
        }
        let mut state = state;
        self.open(&mut state);
        let node = state.parent;
        self.go_on_at_entry(state, body)?;
        self.end(node, Origins::NONE, None);
        Ok(())
    }

    /// From the entry of a function that a run may begin with, or that is called.
    fn go_on_at_entry(&mut self, state: State, body: &Body) -> Result<(), Stopped> {
        let function = state.condition.function;
        match self.entry.initialise {
            Some(initialise) if function == initialise => self.at_start(&state)?,
            Some(initialise) if self.entry.functions.contains(&function) => {
                self.after_initialisation(&state, initialise);
            }
            None if self.entry.functions.contains(&function) => self.at_start(&state)?,
            Some(_) | None => {}
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
                match before.condition.is_false {
                    true => self.need(before.parent, before.condition.false_from),
                    false => self.push(before),
                }
            }
        }
        Ok(())
    }

    /// From the entry where runs begin to the end of what initialises the program before.
    fn after_initialisation(&mut self, state: &State, initialise: FunctionId) {
        let mut condition = state.condition.clone();
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
                self.push(State {
                    block: BlockId(number as u32),
                    instruction: block.instructions.len() as u32,
                    condition: condition.clone(),
                    traversals: Vec::new(),
                    parent: state.parent,
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
    fn at_start(&mut self, state: &State) -> Result<(), Stopped> {
        let mut condition = state.condition.clone();
        self.set_initial(&mut condition);
        if let Some(needed) = self.refuted_by(&condition) {
            self.need(state.parent, needed);
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
