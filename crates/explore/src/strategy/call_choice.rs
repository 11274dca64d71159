//! What calls of sequences are good for, by what their code reads and writes: some can change what decisions of
//! the user's code depend on that are not covered yet; some what that code reads at all, so that it may fail; the others nothing.

use super::contract::{Arm, SequencePosition, View};
use ir::analysis::{DecisionReads, DecisionSlices};
use ir::{
    BlockId, CallEffects, Constant, FunctionId, InstructionKind, Intrinsic, JavaIntrinsic,
    ObjectCells, Operand, Program, TerminatorKind,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use vm::ForkKind;

/// How many calls one counts for that changes only what is read elsewhere, and one that changes nothing that is read,
/// beyond itself.
const READ_DELAY: usize = 2;
const IDLE_DELAY: usize = 8;

/// Instructions that are looked at for the decisions of a function, at the most; of longer ones any cell counts.
const MOST_STEPS: usize = 1 << 22;

/// The calls of the sequences of one class.
#[derive(Default)]
struct Maker {
    effects: Vec<Arc<CallEffects>>,
    /// Which call an arm makes: by block and choice.
    arms: FxHashMap<(BlockId, u64), u32>,
    /// What each is good for now.
    uses: Vec<Use>,
}

/// What a call may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// What decisions depend on that are not covered.
    Decides,
    /// What the code reads otherwise.
    IsRead,
    /// Nothing that it reads.
    None,
}

/// What the calls of sequences are good for.
#[derive(Default)]
pub(super) struct CallChoice {
    makers: FxHashMap<FunctionId, Maker>,
    /// What decisions depend on, by function.
    slices: FxHashMap<FunctionId, FxHashMap<BlockId, ObjectCells>>,
    /// How much was covered, and how many makers there were, when it was last told which calls count.
    as_of: Option<(usize, usize)>,
}

impl CallChoice {
    /// By how many calls more, so to speak, a node is behind those on the way to it, and behind its arm, that are
    /// good for less than others.
    pub(super) fn delay(&mut self, on_way: &SequencePosition, arm: &Arm, view: &View<'_>) -> usize {
        if !on_way.making && on_way.made.is_empty() {
            return 0;
        }
        let function = arm.site.function;
        let chosen = (arm.kind == ForkKind::Switch)
            .then(|| self.call_behind(arm, view.program))
            .flatten();
        let makers = on_way.made.iter().map(|(maker, _)| *maker);
        makers.for_each(|maker| self.learn(maker, view.program));
        self.update(view);
        let made = on_way.made.iter().copied();
        let calls = made.chain(chosen.map(|call| (function, call)));
        let delays = calls.map(|call| match self.use_of(call) {
            Use::Decides => 0,
            Use::IsRead => READ_DELAY,
            Use::None => IDLE_DELAY,
        });
        delays.sum()
    }

    /// The call of a sequence that an arm makes.
    fn call_behind(&mut self, arm: &Arm, program: &dyn Program) -> Option<u32> {
        self.learn(arm.site.function, program);
        let maker = self.makers.get(&arm.site.function)?;
        maker.arms.get(&(arm.site.block, arm.choice)).copied()
    }

    fn use_of(&self, (maker, call): (FunctionId, u32)) -> Use {
        let uses = self.makers.get(&maker).map(|maker| &maker.uses);
        let known = uses.and_then(|uses| uses.get(call as usize));
        known.copied().unwrap_or(Use::Decides)
    }

    /// Takes in a function, if it makes inputs by sequences of calls.
    fn learn(&mut self, function: FunctionId, program: &dyn Program) {
        if self.makers.contains_key(&function) {
            return;
        }
        let maker = maker_of(function, program).unwrap_or_default();
        self.makers.insert(function, maker);
    }

    /// Says anew what calls are good for, if more is covered.
    fn update(&mut self, view: &View<'_>) {
        let now = (view.coverage.first_times().len(), self.makers.len());
        if self.as_of == Some(now) {
            return;
        }
        self.as_of = Some(now);
        let mut decides = ObjectCells::default();
        for (function, block) in view.coverage.open_decisions() {
            if let Some(cells) = self.slices_of(function, view.program).get(&block) {
                decides.add(cells);
            }
        }
        let mut is_read = ObjectCells::default();
        for function in view.coverage.executed_functions() {
            let objects = view.program.objects();
            if let Some(effects) = objects.and_then(|objects| objects.call_effects(function)) {
                is_read.add(&effects.reads);
            }
        }
        // Before anything was executed nothing tells one call from another.
        let at_first = match is_read.is_empty() {
            true => Use::Decides,
            false => Use::None,
        };
        for maker in self.makers.values_mut() {
            maker.uses = vec![at_first; maker.effects.len()];
        }
        self.mark(Use::Decides, decides);
        self.mark(Use::IsRead, is_read);
    }

    /// Calls that may change some of these cells are good for that, if for nothing better, and so is what may change
    /// what these calls read.
    fn mark(&mut self, good_for: Use, mut wanted: ObjectCells) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for maker in self.makers.values_mut() {
                for (known, effects) in std::iter::zip(&mut maker.uses, &maker.effects) {
                    if *known > good_for && effects.writes.meets(&wanted) {
                        *known = good_for;
                        changed = true;
                        wanted.add(&effects.reads);
                    }
                }
            }
        }
    }

    fn slices_of(
        &mut self,
        id: FunctionId,
        program: &dyn Program,
    ) -> &FxHashMap<BlockId, ObjectCells> {
        self.slices.entry(id).or_insert_with(|| {
            let Some(function) = program.loaded_function(id) else {
                return FxHashMap::default();
            };
            let blocks = (0..).map(BlockId).zip(&function.blocks);
            let decisions = blocks.filter(|(_, block)| block.terminator.kind.decision().is_some());
            let decisions: Vec<BlockId> = decisions.map(|(block, _)| block).collect();
            let instructions = function.blocks.iter().map(|block| block.instructions.len());
            if instructions.sum::<usize>() * decisions.len() > MOST_STEPS {
                let all = decisions.into_iter();
                return all.map(|block| (block, ObjectCells::anything())).collect();
            }
            let slices = DecisionSlices::new(function);
            let decisions = decisions.into_iter();
            decisions
                .map(|block| (block, cells(&slices.of(block), program)))
                .collect()
        })
    }
}

/// The cells that a decision depends on, those that calls in front of it read included.
fn cells(reads: &DecisionReads, program: &dyn Program) -> ObjectCells {
    let mut all = reads.cells.clone();
    let Some(objects) = program.objects() else {
        return all;
    };
    let called = reads.virtual_calls.iter();
    let called = called.flat_map(|selector| objects.implementations(*selector));
    for function in reads.calls.iter().copied().chain(called) {
        if let Some(effects) = objects.call_effects(function) {
            all.add(&effects.reads);
        }
    }
    all
}

/// The calls that a function makes inputs by; `None` for other functions.
fn maker_of(id: FunctionId, program: &dyn Program) -> Option<Maker> {
    let function = program.loaded_function(id)?;
    let mut maker = Maker::default();
    for (number, block) in (0..).map(BlockId).zip(&function.blocks) {
        if !matches!(block.terminator.kind, TerminatorKind::Switch { .. }) {
            continue;
        }
        for (choice, edge) in block.terminator.kind.edges().into_iter().enumerate() {
            let target = &function.blocks[edge.target.0 as usize];
            let mut kinds = target.instructions.iter().map(|it| &it.kind);
            if let Some(call) = kinds.find_map(call_of) {
                maker.arms.insert((number, choice as u64), call);
            }
        }
    }
    let of = program.objects()?.sequences_of(id)?;
    maker.effects = of.effects.clone();
    Some(maker)
}

/// The number of the call that an instruction says is made.
fn call_of(kind: &InstructionKind) -> Option<u32> {
    let InstructionKind::CallIntrinsic {
        intrinsic: Intrinsic::Java(JavaIntrinsic::InputCall),
        arguments,
        ..
    } = kind
    else {
        return None;
    };
    match arguments.first()? {
        Operand::Constant(Constant::Bits(number)) => Some(*number as u32),
        _ => None,
    }
}
