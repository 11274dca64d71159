//! What calls of methods change that go their plain way: they return no exception, initialise no class, and decide of
//! no input which object it is. What they do on all other ways is not looked at: who skips calls enters those.
//!
//! As far as it is listed nothing else is changed that was there before: objects that the call makes may not be found
//! by anybody, as it returns no reference and stores none.

use super::pointers::{Pointers, Root};
use crate::analysis::{CallGraph, CallSite, Cfg};
use crate::{
    BlockId, ClassId, Constant, CoreIntrinsic, Function, FunctionId, InstructionKind, Intrinsic,
    JavaIntrinsic, Operand, SelectorId, TerminatorKind, Type,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Objects that may be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WrittenObjects {
    /// The one that this argument refers to.
    Argument(u32),
    /// Any that was there.
    Any,
}

/// What a call changes on its plain way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlainEffects {
    /// Fields that are numbers, by their offsets.
    pub fields: BTreeSet<(WrittenObjects, u32)>,
    /// Elements of arrays of numbers, by their width in bits.
    pub elements: BTreeSet<(WrittenObjects, u32)>,
    /// Static fields that are numbers.
    pub statics: BTreeSet<(ClassId, u32)>,
    /// Objects that have references written into them.
    pub references: BTreeSet<WrittenObjects>,
    /// What it changes beside that cannot be told.
    pub more: bool,
    /// There are other ways.
    pub other_ways: bool,
    /// There are several plain ways.
    pub decides: bool,
    /// It has loops or recursion, which may not end.
    pub loops: bool,
}

impl PlainEffects {
    /// True if it changes nothing but numbers that are listed.
    pub fn can_be_told(&self) -> bool {
        !self.more && self.references.is_empty()
    }
}

/// What is known of a program beside its code.
pub struct PlainWorld<'a> {
    /// True for functions that initialise a class.
    pub initialises: &'a dyn Fn(FunctionId) -> bool,
    /// True for virtual methods all of whose implementations the call graph has.
    pub is_closed: &'a dyn Fn(SelectorId) -> bool,
}

/// The effects of all functions of a call graph on their plain ways, callees first, recursive ones until nothing is
/// added.
pub fn plain_effects(
    functions: &[Arc<Function>],
    calls: &CallGraph,
    world: &PlainWorld<'_>,
) -> Vec<PlainEffects> {
    let mut effects = vec![PlainEffects::default(); functions.len()];
    let ways: Vec<PlainWays> = functions
        .iter()
        .map(|function| PlainWays::of(function, world))
        .collect();
    for component in calls.components().all() {
        loop {
            let mut changed = false;
            for &number in component {
                let body = Body {
                    function: &functions[number as usize],
                    ways: &ways[number as usize],
                    effects: &effects,
                    world,
                };
                let mut of = body.effects(calls, FunctionId(number));
                of.loops |= calls.is_recursive(FunctionId(number));
                changed |= effects[number as usize] != of;
                effects[number as usize] = of;
            }
            if !changed || component.len() == 1 && !calls.is_recursive(FunctionId(component[0])) {
                break;
            }
        }
    }
    effects
}

/// The plain ways through a function.
struct PlainWays {
    /// Blocks on them.
    blocks: Vec<bool>,
    pointers: Pointers,
    /// Blocks that initialise a class, or return what was thrown.
    others: Vec<bool>,
    loops: bool,
    /// From some block several others are on plain ways.
    decides: bool,
}

impl PlainWays {
    fn of(function: &Function, world: &PlainWorld<'_>) -> PlainWays {
        let cfg = Cfg::new(function);
        let initialises = |number: usize| {
            let mut instructions = function.blocks[number].instructions.iter();
            instructions.any(|it| match &it.kind {
                InstructionKind::Call { function, .. } => (world.initialises)(*function),
                _ => false,
            })
        };
        let mut blocks = vec![false; function.blocks.len()];
        let mut todo: Vec<BlockId> = Vec::new();
        let mut others = vec![false; function.blocks.len()];
        for (number, block) in function.blocks.iter().enumerate() {
            if initialises(number) {
                others[number] = true;
                continue;
            }
            match &block.terminator.kind {
                TerminatorKind::Return(values) if !function.throws || is_zero(values.last()) => {
                    todo.push(BlockId(number as u32));
                }
                TerminatorKind::Return(_) => others[number] = true,
                TerminatorKind::Jump(_)
                | TerminatorKind::Branch { .. }
                | TerminatorKind::Switch { .. }
                | TerminatorKind::Error { .. } => {}
            }
        }
        while let Some(block) = todo.pop() {
            let number = block.0 as usize;
            if !blocks[number] && !initialises(number) {
                blocks[number] = true;
                todo.extend(cfg.predecessors(block));
            }
        }
        let decides = function.blocks.iter().zip(&blocks).any(|(block, plain)| {
            let edges = block.terminator.kind.edges();
            let targets = edges.iter().map(|edge| edge.target);
            let targets: BTreeSet<BlockId> = targets.filter(|it| blocks[it.0 as usize]).collect();
            *plain && targets.len() > 1
        });
        PlainWays {
            decides,
            blocks,
            pointers: Pointers::of(function),
            others,
            loops: super::has_cycle(function),
        }
    }

    fn has(&self, block: BlockId) -> bool {
        self.blocks.get(block.0 as usize).copied().unwrap_or(false)
    }
}

fn is_zero(operand: Option<&Operand>) -> bool {
    matches!(operand, Some(Operand::Constant(Constant::Bits(0))))
}

/// A function whose effects are asked for.
struct Body<'a> {
    function: &'a Function,
    ways: &'a PlainWays,
    /// Of those that it calls.
    effects: &'a [PlainEffects],
    world: &'a PlainWorld<'a>,
}

impl Body<'_> {
    fn effects(&self, calls: &CallGraph, id: FunctionId) -> PlainEffects {
        let mut effects = PlainEffects {
            more: self.function.is_declaration(),
            other_ways: self.has_other_ways(calls.sites(id)),
            loops: self.ways.loops,
            decides: self.ways.decides,
            ..PlainEffects::default()
        };
        let mut sites = calls.sites(id).iter().peekable();
        for (number, block) in self.function.blocks.iter().enumerate() {
            let block_id = BlockId(number as u32);
            for (index, instruction) in block.instructions.iter().enumerate() {
                let here = (block_id, index as u32);
                let site = sites.next_if(|site| (site.block, site.instruction) == here);
                if !self.ways.has(block_id) {
                    continue;
                }
                match site {
                    Some(site) => {
                        let continues = self.continues_thrown(block_id);
                        self.add_call(&instruction.kind, &site.callees, continues, &mut effects);
                    }
                    None => self.add_instruction(&instruction.kind, &mut effects),
                }
            }
        }
        effects
    }

    /// True if the function may throw or initialise a class, by itself or by what it calls.
    fn has_other_ways(&self, sites: &[CallSite]) -> bool {
        let mut seen = vec![false; self.function.blocks.len()];
        let mut todo = vec![BlockId(0)];
        while let Some(block) = todo.pop() {
            let number = block.0 as usize;
            if self.function.blocks.is_empty() || std::mem::replace(&mut seen[number], true) {
                continue;
            }
            if self.ways.others[number] {
                return true;
            }
            let terminator = &self.function.blocks[number].terminator.kind;
            let first = sites.partition_point(|site| site.block < block);
            let of_block = sites[first..].iter().take_while(|site| site.block == block);
            match terminator {
                // Behind a call it is asked whether it threw.
                TerminatorKind::Branch {
                    otherwise,
                    decision: None,
                    ..
                } if of_block.clone().count() > 0
                    && of_block.clone().all(|site| self.throws_nothing(site)) =>
                {
                    todo.push(otherwise.target);
                }
                _ => todo.extend(terminator.edges().iter().map(|edge| edge.target)),
            }
        }
        false
    }

    fn throws_nothing(&self, site: &CallSite) -> bool {
        let instruction = self.function.blocks[site.block.0 as usize]
            .instructions
            .get(site.instruction as usize);
        let is_known = instruction.is_some_and(|it| self.knows_callees(&it.kind, &site.callees));
        let mut callees = site.callees.iter();
        is_known && callees.all(|callee| !self.effects[callee.0 as usize].other_ways)
    }

    fn knows_callees(&self, kind: &InstructionKind, callees: &[FunctionId]) -> bool {
        match kind {
            InstructionKind::Call { .. } => !callees.is_empty(),
            InstructionKind::CallVirtual { selector, .. } => (self.world.is_closed)(*selector),
            _ => false,
        }
    }

    /// True if the function goes on on a plain way where the call in a block has thrown something.
    fn continues_thrown(&self, block: BlockId) -> bool {
        match &self.function.blocks[block.0 as usize].terminator.kind {
            // Behind a call it is asked whether it threw.
            TerminatorKind::Branch {
                then,
                decision: None,
                ..
            } => self.ways.has(then.target),
            TerminatorKind::Jump(_)
            | TerminatorKind::Branch { .. }
            | TerminatorKind::Switch { .. }
            | TerminatorKind::Return(_)
            | TerminatorKind::Error { .. } => true,
        }
    }

    fn add_call(
        &self,
        kind: &InstructionKind,
        callees: &[FunctionId],
        continues_thrown: bool,
        effects: &mut PlainEffects,
    ) {
        let arguments = super::arguments(kind);
        effects.more |= !self.knows_callees(kind, callees);
        for callee in callees {
            let of = &self.effects[callee.0 as usize];
            // What it has done until it threw is not known.
            effects.more |= of.more || of.other_ways && continues_thrown;
            effects.other_ways |= of.other_ways;
            effects.loops |= of.loops;
            effects.decides |= of.decides;
            effects.statics.extend(&of.statics);
            for &(written, offset) in &of.fields {
                for objects in self.objects(written, arguments) {
                    effects.fields.insert((objects, offset));
                }
            }
            for &(written, width) in &of.elements {
                for objects in self.objects(written, arguments) {
                    effects.elements.insert((objects, width));
                }
            }
            for &written in &of.references {
                effects.references.extend(self.objects(written, arguments));
            }
        }
    }

    /// Objects that a callee writes, as the caller knows them.
    fn objects(&self, written: WrittenObjects, arguments: &[Operand]) -> Vec<WrittenObjects> {
        match written {
            WrittenObjects::Any => vec![WrittenObjects::Any],
            WrittenObjects::Argument(number) => match arguments.get(number as usize) {
                Some(operand) => self.behind(operand),
                None => vec![WrittenObjects::Any],
            },
        }
    }

    /// What was there before of the objects that an operand may refer to.
    fn behind(&self, operand: &Operand) -> Vec<WrittenObjects> {
        let roots = self.ways.pointers.of_operand(operand);
        let of_root = |root: Root| match root {
            Root::Own(_) | Root::Fresh => None,
            Root::Whole(number) => Some(WrittenObjects::Argument(number)),
            Root::Unknown
            | Root::Global(_)
            | Root::Parameter(_)
            | Root::Statics(_)
            | Root::Part => Some(WrittenObjects::Any),
        };
        match roots.is_empty() {
            true => vec![WrittenObjects::Any],
            false => roots.into_iter().filter_map(of_root).collect(),
        }
    }

    fn add_instruction(&self, kind: &InstructionKind, effects: &mut PlainEffects) {
        match kind {
            InstructionKind::PutField {
                ty, object, offset, ..
            } => self.add_field(*ty, object, *offset, effects),
            InstructionKind::ArrayStore { ty, array, .. } => {
                let written = self.behind(array);
                match ty {
                    Type::Ptr => effects.references.extend(written),
                    Type::Int(_) | Type::Float(_) => {
                        let width = ty.store_size() as u32 * 8;
                        effects
                            .elements
                            .extend(written.into_iter().map(|objects| (objects, width)));
                    }
                }
            }
            InstructionKind::Resolve { value, .. } => {
                effects.other_ways |= !self.behind(value).is_empty();
            }
            InstructionKind::CallIntrinsic {
                intrinsic,
                arguments,
                ..
            } => effects.more |= !self.changes_nothing(*intrinsic, arguments),
            InstructionKind::Load { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Alloca { .. }
            | InstructionKind::Unsupported { .. }
            | InstructionKind::Call { .. }
            | InstructionKind::CallIndirect { .. }
            | InstructionKind::CallVirtual { .. } => effects.more = true,
            InstructionKind::New { .. }
            | InstructionKind::NewArray { .. }
            | InstructionKind::ClassObject { .. }
            | InstructionKind::StringLiteral { .. }
            | InstructionKind::GetField { .. }
            | InstructionKind::ArrayLoad { .. }
            | InstructionKind::ArrayLength { .. }
            | InstructionKind::ClassOf { .. }
            | InstructionKind::IsInstance { .. }
            | InstructionKind::IsNull { .. }
            | InstructionKind::Statics { .. }
            | InstructionKind::Copy { .. }
            | InstructionKind::Binary { .. }
            | InstructionKind::Unary { .. }
            | InstructionKind::Compare { .. }
            | InstructionKind::FloatBinary { .. }
            | InstructionKind::FloatUnary { .. }
            | InstructionKind::FloatFma { .. }
            | InstructionKind::FloatCompare { .. }
            | InstructionKind::Cast { .. }
            | InstructionKind::Select { .. } => {}
        }
    }

    fn add_field(&self, ty: Type, object: &Operand, offset: u32, effects: &mut PlainEffects) {
        let is_reference = ty == Type::Ptr;
        if let Some(class) = self.statics_of(object) {
            match is_reference {
                true => drop(effects.references.insert(WrittenObjects::Any)),
                false => drop(effects.statics.insert((class, offset))),
            }
            return;
        }
        for objects in self.behind(object) {
            match is_reference {
                true => drop(effects.references.insert(objects)),
                false => drop(effects.fields.insert((objects, offset))),
            }
        }
    }

    /// The class whose static fields an operand stands for.
    fn statics_of(&self, operand: &Operand) -> Option<ClassId> {
        match self.ways.pointers.of_operand(operand)[..] {
            [Root::Statics(class)] => Some(class),
            _ => None,
        }
    }

    /// True for an operation that changes nothing that was there before.
    fn changes_nothing(&self, intrinsic: Intrinsic, arguments: &[Operand]) -> bool {
        match intrinsic {
            Intrinsic::Core(core) => {
                matches!(core, CoreIntrinsic::Math1 | CoreIntrinsic::Math2)
            }
            Intrinsic::Java(JavaIntrinsic::ArrayCopy) => arguments
                .get(2)
                .is_some_and(|to| self.behind(to).is_empty()),
            Intrinsic::Java(java) => matches!(
                java,
                JavaIntrinsic::CloneObject
                    | JavaIntrinsic::NewArrayOf
                    | JavaIntrinsic::ClassOfObject
            ),
            Intrinsic::C(_) => false,
        }
    }
}
