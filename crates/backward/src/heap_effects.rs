//! What the functions of a program with objects may change, calls included.

use crate::heap::{HeapEffects, KnownCode, STATE_WIDTH, Space};
use ir::analysis::{CallGraph, CallSite, Components};
use ir::{
    BlockId, ClassId, CoreIntrinsic, Function, FunctionId, InstructionKind, Intrinsic,
    JavaIntrinsic, ObjectModel, Operand, Program, Reg, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A program with objects.
pub(crate) struct Objects<'a> {
    pub(crate) model: &'a dyn ObjectModel,
    pub(crate) known: KnownCode,
    functions: FxHashMap<FunctionId, HeapEffects>,
    /// Of making an object of an input.
    inputs: HeapEffects,
    /// Of functions that are not known, with what these may call.
    others: HeapEffects,
    /// Functions that may run when hardly any stack is left: a call of theirs may fail by that.
    deep: FxHashSet<FunctionId>,
}

impl<'a> Objects<'a> {
    /// Of functions, those left out that are not known; `None` if the program has no objects.
    pub(crate) fn new(
        program: &'a dyn Program,
        functions: &[Arc<Function>],
        calls: &CallGraph,
        known: KnownCode,
    ) -> Option<Objects<'a>> {
        let mut objects = Objects {
            model: program.objects()?,
            deep: deep_functions(functions, calls, &known),
            known,
            functions: FxHashMap::default(),
            inputs: HeapEffects {
                of_library: true,
                ..HeapEffects::default()
            },
            others: HeapEffects {
                by_others: true,
                ..HeapEffects::default()
            },
        };
        let statics: Vec<FxHashMap<Reg, ClassId>> =
            functions.iter().map(|it| statics_registers(it)).collect();
        loop {
            let mut changed = false;
            for &id in &objects.known.functions {
                let function = &functions[id.0 as usize];
                let mut effects = HeapEffects::default();
                for (block, contents) in function.blocks.iter().enumerate() {
                    for (index, instruction) in contents.instructions.iter().enumerate() {
                        let callees = callees_at(calls, id, (BlockId(block as u32), index as u32));
                        let statics = &statics[id.0 as usize];
                        effects.add(&objects.of(&instruction.kind, statics, callees));
                    }
                }
                let is_new = objects.functions.get(&id) != Some(&effects);
                changed |= is_new;
                if is_new {
                    let is_for_inputs = objects.known.called_for_inputs.contains(&id);
                    if is_for_inputs {
                        objects.inputs.add(&effects);
                    }
                    // Those meet inputs that are no objects yet, too.
                    if is_for_inputs || objects.known.called_back.contains(&id) {
                        objects.others.add(&effects);
                    }
                    objects.functions.insert(id, effects);
                }
            }
            if !changed {
                return Some(objects);
            }
        }
    }

    /// What an instruction of a function may change; `callees` are those of a call.
    pub(crate) fn of(
        &self,
        kind: &InstructionKind,
        statics: &FxHashMap<Reg, ClassId>,
        callees: &[FunctionId],
    ) -> HeapEffects {
        let mut effects = HeapEffects::default();
        match kind {
            InstructionKind::PutField {
                ty,
                object,
                class,
                offset,
                ..
            } => {
                let space = field_space(statics, object, (*class, *offset), *ty);
                effects.cells.insert((space, value_width(*ty)));
            }
            InstructionKind::ArrayStore { ty, .. } => {
                effects.cells.insert((element_space(*ty), value_width(*ty)));
            }
            InstructionKind::Resolve { .. } | InstructionKind::IsNull { .. } => {
                effects = self.inputs.clone();
            }
            InstructionKind::Call {
                function: callee, ..
            } => effects = self.of_call(*callee),
            InstructionKind::CallVirtual { selector, .. } => {
                if !self.known.closed.contains(selector) {
                    effects = self.others.clone();
                }
                for callee in callees {
                    effects.add(&self.of_call(*callee));
                }
            }
            InstructionKind::CallIntrinsic {
                intrinsic,
                arguments,
                ..
            } => effects = of_intrinsic(*intrinsic, arguments),
            InstructionKind::CallIndirect { .. }
            | InstructionKind::Store { .. }
            | InstructionKind::Unsupported { .. } => effects.any = true,
            _ => {}
        }
        effects
    }

    /// What a call of a function may change.
    fn of_call(&self, callee: FunctionId) -> HeapEffects {
        if self.known.functions.contains(&callee) {
            return self.functions.get(&callee).cloned().unwrap_or_default();
        }
        match self.known.harmless.contains(&callee) {
            true => HeapEffects {
                of_library: true,
                ..HeapEffects::default()
            },
            false => self.others.clone(),
        }
    }

    /// What it may change that an input becomes an object.
    pub(crate) fn of_inputs(&self) -> &HeapEffects {
        &self.inputs
    }

    /// True if a call in a function may fail because the stack is exhausted.
    pub(crate) fn is_deep(&self, function: FunctionId) -> bool {
        self.deep.contains(&function)
    }

    /// True if a cell may be changed.
    pub(crate) fn may_change(&self, effects: &HeapEffects, cell: (Space, u32)) -> bool {
        effects.may_change(cell, |class| self.known.classes.contains(&class))
    }
}

/// What an operation of the machine may change.
fn of_intrinsic(intrinsic: Intrinsic, arguments: &[Operand]) -> HeapEffects {
    use JavaIntrinsic as Java;
    let mut effects = HeapEffects::default();
    match intrinsic {
        Intrinsic::Core(
            CoreIntrinsic::Assume
            | CoreIntrinsic::Exit
            | CoreIntrinsic::IsSymbolic
            | CoreIntrinsic::Concretise
            | CoreIntrinsic::Math1
            | CoreIntrinsic::Math2
            | CoreIntrinsic::MonitorStep,
        )
        | Intrinsic::Java(
            Java::ClassState
            | Java::InputValue
            | Java::LazyInput
            | Java::LazyInputOf
            | Java::Observe
            | Java::Uncaught
            | Java::ErrorText
            | Java::IdentityHash
            | Java::ClassOfObject
            | Java::ClassElement
            | Java::ClassIsAssignable
            | Java::ClassIsInstance
            | Java::CloneObject
            | Java::TimeMillis
            | Java::TimeNanos
            | Java::Surroundings
            | Java::PropertyOfMachine,
        ) => {}
        Intrinsic::Java(Java::ClassBegin | Java::ClassFailed) => match class_argument(arguments) {
            Some(class) => drop(effects.cells.insert((Space::State(class), STATE_WIDTH))),
            None => effects.any = true,
        },
        Intrinsic::Java(_) | Intrinsic::C(_) => effects.any = true,
    }
    effects
}

/// The class that is the first argument.
pub(crate) fn class_argument(arguments: &[Operand]) -> Option<ClassId> {
    match arguments.first() {
        Some(Operand::Constant(ir::Constant::Bits(id))) => Some(ClassId(*id as u32)),
        _ => None,
    }
}

/// Bits of a value of a type in an object.
pub(crate) fn value_width(ty: Type) -> u32 {
    (ty.store_size() * 8) as u32
}

/// The cell that a field is, which a class declares at an offset.
pub(crate) fn field_space(
    statics: &FxHashMap<Reg, ClassId>,
    object: &Operand,
    (class, offset): (ClassId, u32),
    ty: Type,
) -> Space {
    let reference = ty == Type::Ptr;
    let of_class = match object {
        Operand::Register(register) => statics.get(register).copied(),
        Operand::Constant(_) => None,
    };
    match of_class {
        Some(class) => Space::Static {
            class,
            offset,
            reference,
        },
        None => Space::Field {
            class,
            offset,
            reference,
        },
    }
}

/// The cells that elements of a type are.
pub(crate) fn element_space(ty: Type) -> Space {
    Space::Element {
        reference: ty == Type::Ptr,
    }
}

/// Registers that never hold anything but the statics of a class.
pub(crate) fn statics_registers(function: &Function) -> FxHashMap<Reg, ClassId> {
    let mut known: FxHashMap<Reg, Option<ClassId>> = FxHashMap::default();
    for parameter in &function.parameters {
        known.insert(parameter.register, None);
    }
    for block in &function.blocks {
        for instruction in &block.instructions {
            let class = match &instruction.kind {
                InstructionKind::Statics { class, .. } => Some(*class),
                InstructionKind::CallIntrinsic {
                    intrinsic: Intrinsic::Java(JavaIntrinsic::ClassBegin),
                    arguments,
                    ..
                } => class_argument(arguments),
                _ => None,
            };
            for register in instruction.kind.destinations() {
                let of = known.entry(*register).or_insert(class);
                if *of != class {
                    *of = None;
                }
            }
        }
        for edge in block.terminator.kind.edges() {
            known.extend(edge.moves.iter().map(|(register, _)| (*register, None)));
        }
    }
    let known = known.into_iter();
    known
        .filter_map(|(register, class)| Some((register, class?)))
        .collect()
}

/// What a call at a place of a function may call, as far as that is known.
pub(crate) fn callees_at(
    calls: &CallGraph,
    function: FunctionId,
    (block, instruction): (BlockId, u32),
) -> &[FunctionId] {
    let sites = calls.sites(function);
    let key = |site: &CallSite| (site.block, site.instruction);
    match sites.binary_search_by_key(&(block, instruction), key) {
        Ok(found) => &sites[found].callees,
        Err(_) => &[],
    }
}

/// Functions that are called, however deep, from one that may call itself. Code that is not known may call
/// whatever can be called back. What initialises a class does so once: nothing goes deep by it.
fn deep_functions(
    functions: &[Arc<Function>],
    calls: &CallGraph,
    known: &KnownCode,
) -> FxHashSet<FunctionId> {
    let successors = successors(functions, calls, known);
    let initialises = |node: &u32| {
        let function = functions.get(*node as usize);
        function.is_some_and(|it| kinds(it).any(is_class_begin))
    };
    let without: Vec<Vec<u32>> = successors
        .iter()
        .map(|all| all.iter().copied().filter(|it| !initialises(it)).collect())
        .collect();
    let components = Components::new(without.len(), |node| &without[node as usize]);
    let mut pending: Vec<u32> = Vec::new();
    for component in components.all() {
        let itself = |node: &u32| without[*node as usize].contains(node);
        if component.len() > 1 || component.iter().any(itself) {
            pending.extend(component);
        }
    }
    let mut deep = FxHashSet::default();
    while let Some(node) = pending.pop() {
        if deep.insert(FunctionId(node)) {
            pending.extend(&successors[node as usize]);
        }
    }
    deep
}

/// What functions call, by number; behind them the code that is not known, and what makes inputs.
fn successors(functions: &[Arc<Function>], calls: &CallGraph, known: &KnownCode) -> Vec<Vec<u32>> {
    let count = functions.len() as u32;
    let (outside, inputs) = (count, count + 1);
    let mut successors: Vec<Vec<u32>> = (0..count)
        .map(|id| calls.callees(FunctionId(id)).map(|it| it.0).collect())
        .collect();
    for &id in &known.functions {
        let other = |kind: &InstructionKind| match kind {
            InstructionKind::Call { function, .. } => {
                let is_known = known.functions.contains(function);
                (!is_known && !known.harmless.contains(function)).then_some(outside)
            }
            InstructionKind::CallVirtual { selector, .. } => {
                (!known.closed.contains(selector)).then_some(outside)
            }
            InstructionKind::CallIndirect { .. } => Some(outside),
            InstructionKind::Resolve { .. } | InstructionKind::IsNull { .. } => Some(inputs),
            _ => None,
        };
        successors[id.0 as usize].extend(kinds(&functions[id.0 as usize]).filter_map(other));
    }
    let numbers = |all: &BTreeSet<FunctionId>| all.iter().map(|it| it.0).collect();
    successors.push(numbers(&known.called_back));
    successors.push(numbers(&known.called_for_inputs));
    successors
}

fn kinds(function: &Function) -> impl Iterator<Item = &InstructionKind> {
    let blocks = function.blocks.iter();
    blocks.flat_map(|block| block.instructions.iter().map(|it| &it.kind))
}

fn is_class_begin(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::CallIntrinsic {
            intrinsic: Intrinsic::Java(JavaIntrinsic::ClassBegin),
            ..
        }
    )
}
