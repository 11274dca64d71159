//! What a program stores to its variables, as far as its code shows it: nothing, constants, or anything.

use ir::{
    Constant, Function, FunctionId, GlobalId, Initialiser, InstructionKind, Module, Operand, Reg,
    TerminatorKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use vm::StoredValues;

/// What a pointer may be computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Root {
    Global(GlobalId),
    Parameter(u32),
}

/// More values than that are anything.
const MOST_VALUES: usize = 16;

/// What each variable may be given; nothing of those that are not there.
pub fn of(module: &Module, functions: &[Arc<Function>]) -> BTreeMap<GlobalId, StoredValues> {
    let roots: Vec<BTreeMap<Reg, BTreeSet<Root>>> = functions.iter().map(|f| roots(f)).collect();
    let mut touched = Touched::default();
    // What a function does with its parameters is known once it is of those that it calls.
    loop {
        let before = (touched.parameters.len(), touched.globals.len());
        for (number, function) in functions.iter().enumerate() {
            if function.name != vm::INITIALISE {
                let id = FunctionId(number as u32);
                touched.add_code(functions, (id, function), &roots[number]);
            }
        }
        if (touched.parameters.len(), touched.globals.len()) == before {
            break;
        }
    }
    for global in &module.globals {
        for (_, initialiser) in &global.initialisers {
            // Who has its address may store there.
            if let Initialiser::Global(other, _) = initialiser {
                touched.globals.insert(*other);
            }
        }
    }
    let mut stored: BTreeMap<GlobalId, StoredValues> = BTreeMap::new();
    for (id, values) in touched.values {
        let values = match values.len() <= MOST_VALUES {
            true => StoredValues::Only(values.into_iter().collect()),
            false => StoredValues::Anything,
        };
        stored.insert(id, values);
    }
    let anything = touched.globals.into_iter();
    stored.extend(anything.map(|id| (id, StoredValues::Anything)));
    stored
}

/// What code stores to, or leaves the address of where it is not followed.
#[derive(Default)]
struct Touched {
    globals: BTreeSet<GlobalId>,
    parameters: BTreeSet<(FunctionId, u32)>,
    /// Constants that are stored to whole variables.
    values: BTreeMap<GlobalId, BTreeSet<u64>>,
}

impl Touched {
    fn add_code(
        &mut self,
        functions: &[Arc<Function>],
        (id, function): (FunctionId, &Function),
        roots: &BTreeMap<Reg, BTreeSet<Root>>,
    ) {
        for block in &function.blocks {
            for instruction in &block.instructions {
                self.add_instruction(functions, (id, &instruction.kind), roots);
            }
            if let TerminatorKind::Return { .. } = &block.terminator.kind {
                for operand in block.terminator.kind.operands() {
                    self.add(id, operand, roots);
                }
            }
        }
    }

    fn add_instruction(
        &mut self,
        functions: &[Arc<Function>],
        (id, kind): (FunctionId, &InstructionKind),
        roots: &BTreeMap<Reg, BTreeSet<Root>>,
    ) {
        match kind {
            InstructionKind::Store { value, address, .. } => {
                self.add(id, value, roots);
                let chosen = constants(&functions[id.0 as usize], value);
                match (address, chosen) {
                    (Operand::Constant(Constant::Global(global, 0)), Some(chosen)) => {
                        self.values.entry(*global).or_default().extend(chosen);
                    }
                    _ => self.add(id, address, roots),
                }
            }
            InstructionKind::Call {
                function: callee,
                arguments,
                ..
            } => {
                let known = functions.get(callee.0 as usize);
                let known = known.filter(|it| !it.is_declaration());
                for (number, argument) in (0..).zip(arguments) {
                    let passed = known.filter(|it| (number as usize) < it.parameters.len());
                    if passed.is_none() || self.parameters.contains(&(*callee, number)) {
                        self.add(id, argument, roots);
                    }
                }
            }
            InstructionKind::CallIndirect { arguments, .. } => {
                arguments.iter().for_each(|it| self.add(id, it, roots));
            }
            // What they write to comes first.
            InstructionKind::CallIntrinsic { arguments, .. } => {
                arguments
                    .iter()
                    .take(1)
                    .for_each(|it| self.add(id, it, roots));
            }
            _ => {}
        }
    }

    /// Something is stored there, or may be.
    fn add(&mut self, id: FunctionId, operand: &Operand, roots: &BTreeMap<Reg, BTreeSet<Root>>) {
        match operand {
            Operand::Constant(Constant::Global(global, _)) => {
                self.globals.insert(*global);
            }
            Operand::Constant(_) => {}
            Operand::Register(register) => {
                for root in roots.get(register).into_iter().flatten() {
                    match root {
                        Root::Global(global) => drop(self.globals.insert(*global)),
                        Root::Parameter(number) => drop(self.parameters.insert((id, *number))),
                    }
                }
            }
        }
    }
}

/// The constants that a value is one of, if it is chosen among constants only.
fn constants(function: &Function, value: &Operand) -> Option<BTreeSet<u64>> {
    let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
    let mut todo = vec![value.clone()];
    while let Some(operand) = todo.pop() {
        let register = match operand {
            Operand::Constant(Constant::Bits(value)) => {
                found.insert(value);
                continue;
            }
            Operand::Constant(_) => return None,
            Operand::Register(register) => register,
        };
        if !seen.insert(register) {
            continue;
        }
        let before = todo.len();
        for block in &function.blocks {
            for instruction in &block.instructions {
                match &instruction.kind {
                    InstructionKind::Copy { to, value } if *to == register => {
                        todo.push(value.clone());
                    }
                    InstructionKind::Select {
                        to,
                        then,
                        otherwise,
                        ..
                    } if *to == register => todo.extend([then.clone(), otherwise.clone()]),
                    kind if kind.destinations().contains(&register) => return None,
                    _ => {}
                }
            }
            for edge in block.terminator.kind.edges() {
                let moved = edge.moves.iter().filter(|(to, _)| *to == register);
                todo.extend(moved.map(|(_, value)| value.clone()));
            }
        }
        // A parameter is anything.
        if todo.len() == before {
            return None;
        }
    }
    Some(found)
}

/// What the registers of a function may be computed from, that is an address.
fn roots(function: &Function) -> BTreeMap<Reg, BTreeSet<Root>> {
    let mut known: BTreeMap<Reg, BTreeSet<Root>> = BTreeMap::new();
    for (number, parameter) in (0..).zip(&function.parameters) {
        let root = Root::Parameter(number);
        known.entry(parameter.register).or_default().insert(root);
    }
    let of = |known: &BTreeMap<Reg, BTreeSet<Root>>, operand: &Operand| match operand {
        Operand::Register(register) => known.get(register).cloned().unwrap_or_default(),
        Operand::Constant(Constant::Global(id, _)) => BTreeSet::from([Root::Global(*id)]),
        Operand::Constant(_) => BTreeSet::new(),
    };
    loop {
        let mut changed = false;
        let mut add = |known: &mut BTreeMap<Reg, BTreeSet<Root>>, to: Reg, operand: &Operand| {
            let more = of(known, operand);
            if !more.is_empty() {
                let all = known.entry(to).or_default();
                let before = all.len();
                all.extend(more);
                changed |= all.len() != before;
            }
        };
        for block in &function.blocks {
            for instruction in &block.instructions {
                let kind = &instruction.kind;
                let moves = matches!(
                    kind,
                    InstructionKind::Copy { .. }
                        | InstructionKind::Binary { .. }
                        | InstructionKind::Cast { .. }
                        | InstructionKind::Select { .. }
                );
                for &to in kind.destinations().iter().filter(|_| moves) {
                    for operand in kind.operands() {
                        add(&mut known, to, operand);
                    }
                }
            }
            for edge in block.terminator.kind.edges() {
                for (to, value) in &edge.moves {
                    add(&mut known, *to, value);
                }
            }
        }
        if !changed {
            return known;
        }
    }
}
