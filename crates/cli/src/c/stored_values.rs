//! What a program stores to its variables, as far as its code shows it: nothing, constants, what it is given, or what it computes.

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

/// What each variable may hold; nothing of those that are not there.
pub fn of(module: &Module, functions: &[Arc<Function>]) -> BTreeMap<GlobalId, StoredValues> {
    let bodies: Vec<Body> = functions.iter().map(|f| Body::of(f)).collect();
    let mut touched = Touched::default();
    // What a function does with its parameters is known once it is of those that it calls.
    loop {
        let before = (touched.parameters.len(), touched.computed.len());
        for (number, function) in functions.iter().enumerate() {
            if function.name != vm::INITIALISE {
                let id = FunctionId(number as u32);
                touched.add_code((module, functions), (id, function), &bodies[number]);
            }
        }
        if (touched.parameters.len(), touched.computed.len()) == before {
            break;
        }
    }
    for global in &module.globals {
        for (_, initialiser) in &global.initialisers {
            // Who has its address may store there.
            if let Initialiser::Global(other, _) = initialiser {
                touched.computed.insert(*other);
            }
        }
    }
    touched.values(module)
}

/// What code stores to, or leaves the address of where it is not followed.
#[derive(Default)]
struct Touched {
    /// Parameters behind which something is stored.
    parameters: BTreeSet<(FunctionId, u32)>,
    /// Variables that something is stored to which is neither a constant nor made of parameters alone.
    computed: BTreeSet<GlobalId>,
    /// Variables that something is stored to which is made of parameters and constants.
    given: BTreeSet<GlobalId>,
    /// Constants that are stored to whole variables.
    constants: BTreeMap<GlobalId, BTreeSet<u64>>,
}

impl Touched {
    fn values(self, module: &Module) -> BTreeMap<GlobalId, StoredValues> {
        let mut values: BTreeMap<GlobalId, StoredValues> = BTreeMap::new();
        for (id, constants) in self.constants {
            let constants = match constants.len() <= MOST_VALUES {
                true => StoredValues::Only(constants.into_iter().collect()),
                false => StoredValues::Given,
            };
            values.insert(id, constants);
        }
        let computed = self.computed.into_iter();
        values.extend(computed.map(|id| (id, StoredValues::Computed)));
        for id in self.given {
            // What a function is given may be any number; the parts of a variable may depend on each other.
            let is_number = module.globals[id.0 as usize].size <= 8;
            if is_number || values.get(&id) != Some(&StoredValues::Computed) {
                values.insert(id, StoredValues::Given);
            }
        }
        values
    }

    fn add_code(
        &mut self,
        program: (&Module, &[Arc<Function>]),
        (id, function): (FunctionId, &Function),
        body: &Body<'_>,
    ) {
        for block in &function.blocks {
            for instruction in &block.instructions {
                self.add_instruction(program, (id, &instruction.kind), body);
            }
            if let TerminatorKind::Return { .. } = &block.terminator.kind {
                for operand in block.terminator.kind.operands() {
                    self.add(id, operand, &body.roots);
                }
            }
        }
    }

    fn add_instruction(
        &mut self,
        (module, functions): (&Module, &[Arc<Function>]),
        (id, kind): (FunctionId, &InstructionKind),
        body: &Body<'_>,
    ) {
        let roots = &body.roots;
        match kind {
            InstructionKind::Store { value, address, ty } => {
                self.add(id, value, roots);
                let Some(made_of) = MadeOf::find(body, value) else {
                    return self.add(id, address, roots);
                };
                let bytes = ty.store_size();
                let whole = |it: &GlobalId| module.globals[it.0 as usize].size == bytes;
                match address {
                    Operand::Constant(Constant::Global(global, 0))
                        if !made_of.parameters && whole(global) =>
                    {
                        let constants = self.constants.entry(*global).or_default();
                        constants.extend(made_of.constants);
                    }
                    _ => self.add_given(id, address, roots),
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
                let first = arguments.iter().take(1);
                first.for_each(|it| self.add(id, it, roots));
            }
            _ => {}
        }
    }

    /// Something is stored there, or may be.
    fn add(&mut self, id: FunctionId, operand: &Operand, roots: &BTreeMap<Reg, BTreeSet<Root>>) {
        for root in roots_of(operand, roots) {
            match root {
                Root::Global(global) => drop(self.computed.insert(global)),
                Root::Parameter(number) => drop(self.parameters.insert((id, number))),
            }
        }
    }

    /// What is made of parameters is stored there.
    fn add_given(
        &mut self,
        id: FunctionId,
        operand: &Operand,
        roots: &BTreeMap<Reg, BTreeSet<Root>>,
    ) {
        for root in roots_of(operand, roots) {
            match root {
                Root::Global(global) => drop(self.given.insert(global)),
                Root::Parameter(number) => drop(self.parameters.insert((id, number))),
            }
        }
    }
}

/// What an address may be computed from.
fn roots_of(operand: &Operand, roots: &BTreeMap<Reg, BTreeSet<Root>>) -> BTreeSet<Root> {
    match operand {
        Operand::Register(register) => roots.get(register).cloned().unwrap_or_default(),
        Operand::Constant(Constant::Global(id, _)) => BTreeSet::from([Root::Global(*id)]),
        Operand::Constant(_) => BTreeSet::new(),
    }
}

/// What a value is made of that depends on nothing else.
#[derive(Default)]
struct MadeOf {
    /// The constants that it is one of, if there are no parameters.
    constants: BTreeSet<u64>,
    /// True if there are.
    parameters: bool,
}

impl MadeOf {
    /// `None` if it depends on memory, on what is called and the like.
    fn find(body: &Body<'_>, value: &Operand) -> Option<MadeOf> {
        let (mut made, mut seen) = (MadeOf::default(), BTreeSet::new());
        let mut computes = false;
        let mut todo = vec![value];
        while let Some(operand) = todo.pop() {
            let register = match operand {
                Operand::Constant(Constant::Bits(value)) => {
                    made.constants.insert(*value);
                    continue;
                }
                Operand::Constant(_) => return None,
                Operand::Register(register) => register,
            };
            if !seen.insert(register) {
                continue;
            }
            for definition in body.definitions.get(register).into_iter().flatten() {
                match definition {
                    Definition::Parameter => made.parameters = true,
                    Definition::Moved(value) => todo.push(value),
                    Definition::Computed(kind) => match kind {
                        InstructionKind::Select {
                            then, otherwise, ..
                        } => todo.extend([then, otherwise]),
                        InstructionKind::Copy { value, .. } => todo.push(value),
                        InstructionKind::Binary { .. }
                        | InstructionKind::Compare { .. }
                        | InstructionKind::Cast { .. } => {
                            computes = true;
                            todo.extend(kind.operands());
                        }
                        _ => return None,
                    },
                }
            }
        }
        (made.parameters || !computes).then_some(made)
    }
}

/// Where a register gets a value from.
enum Definition<'a> {
    Parameter,
    Moved(&'a Operand),
    Computed(&'a InstructionKind),
}

/// What is looked up of a function.
struct Body<'a> {
    definitions: BTreeMap<Reg, Vec<Definition<'a>>>,
    /// What registers may be computed from, that is an address.
    roots: BTreeMap<Reg, BTreeSet<Root>>,
}

impl<'a> Body<'a> {
    fn of(function: &'a Function) -> Body<'a> {
        let mut definitions: BTreeMap<Reg, Vec<Definition<'a>>> = BTreeMap::new();
        let mut add = |register, definition| {
            let all = definitions.entry(register).or_default();
            all.push(definition);
        };
        for parameter in &function.parameters {
            add(parameter.register, Definition::Parameter);
        }
        for block in &function.blocks {
            for instruction in &block.instructions {
                let kind = &instruction.kind;
                for &to in kind.destinations() {
                    add(to, Definition::Computed(kind));
                }
            }
            for edge in block.terminator.kind.edges() {
                for (to, value) in &edge.moves {
                    add(*to, Definition::Moved(value));
                }
            }
        }
        Body {
            definitions,
            roots: roots(function),
        }
    }
}

/// What the registers of a function may be computed from, that is an address.
fn roots(function: &Function) -> BTreeMap<Reg, BTreeSet<Root>> {
    let mut known: BTreeMap<Reg, BTreeSet<Root>> = BTreeMap::new();
    for (number, parameter) in (0..).zip(&function.parameters) {
        let root = Root::Parameter(number);
        known.entry(parameter.register).or_default().insert(root);
    }
    loop {
        let mut changed = false;
        let mut add = |known: &mut BTreeMap<Reg, BTreeSet<Root>>, to: Reg, operand: &Operand| {
            let more = roots_of(operand, known);
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
