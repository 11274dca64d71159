//! What a search knows of the program before it begins.

use crate::address::AddressSpace;
use crate::heap::KnownCode;
use crate::heap_effects::{Objects, callees_at, statics_registers};
use crate::pointers::{Base, Escaped, Pointer, pointers};
use crate::region::Region;
use ir::analysis::{
    CallGraph, Cfg, DistanceGraph, Dominators, Effects, Loops, PostDominators, Target, World,
    functions_of, is_unsupported, never_goes_on,
};
use ir::{
    BlockId, CIntrinsic, ClassId, Function, FunctionId, GlobalId, Initialiser, InstructionKind,
    Intrinsic, Program, Reg,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use term::{Bits, Pool, Term};

/// The functions of a program, all of which are in memory, with what can be told of them.
pub struct ProgramCode<'a> {
    pub(crate) program: &'a dyn Program,
    functions: Vec<Arc<Function>>,
    pub(crate) calls: CallGraph,
    effects: Effects,
    distances: DistanceGraph,
    bodies: RefCell<FxHashMap<FunctionId, Rc<Body>>>,
    /// Globals whose addresses are used as anything but addresses.
    pub(crate) escaped: Rc<FxHashSet<GlobalId>>,
    /// Functions that natively may do otherwise than their code says: those that call what the machine or
    /// a model of the library does not support, or approximates.
    partial: FxHashSet<FunctionId>,
    /// The program lets signals call functions.
    pub(crate) handles_signals: bool,
    /// Something jumps out of functions: what is behind a `setjmp` is reached from anywhere.
    pub(crate) has_long_jumps: bool,
    /// What is particular to a program with objects.
    pub(crate) objects: Option<Objects<'a>>,
}

/// A function with its graphs.
pub(crate) struct Body {
    pub(crate) id: FunctionId,
    pub(crate) function: Arc<Function>,
    pub(crate) cfg: Cfg,
    pub(crate) dominators: Dominators,
    pub(crate) post_dominators: PostDominators,
    pub(crate) loops: Loops,
    /// Something in it is not supported: what is behind that has no edges that lead there.
    pub(crate) has_unsupported: bool,
    /// Where registers point to that always point into the same variable.
    pub(crate) pointers: Vec<Option<Pointer>>,
    /// Variables that may be pointed to by what is not known where it points.
    pub(crate) escaped: FxHashSet<Reg>,
    /// Registers that hold nothing but the statics of a class.
    pub(crate) statics: FxHashMap<Reg, ClassId>,
    /// Its program has objects.
    pub(crate) has_objects: bool,
    regions: RefCell<FxHashMap<BlockId, Option<Rc<Region>>>>,
}

impl<'a> ProgramCode<'a> {
    /// Looks at a program, all of whose functions are in memory.
    pub fn new(program: &'a dyn Program) -> ProgramCode<'a> {
        ProgramCode::of(program, functions_of(program), KnownCode::default())
    }

    /// With variables that arguments of the entry may point to.
    #[must_use]
    pub fn with_passed(mut self, variables: &[GlobalId]) -> ProgramCode<'a> {
        Rc::make_mut(&mut self.escaped).extend(variables);
        self
    }

    /// Looks at a program with objects, of which so much is known.
    pub fn with_objects(program: &'a dyn Program, known: KnownCode) -> ProgramCode<'a> {
        let mut functions = functions_of(program);
        for (number, function) in functions.iter_mut().enumerate() {
            if !known.functions.contains(&FunctionId(number as u32)) {
                *function = Arc::default();
            }
        }
        ProgramCode::of(program, functions, known)
    }

    fn of(
        program: &'a dyn Program,
        functions: Vec<Arc<Function>>,
        known: KnownCode,
    ) -> ProgramCode<'a> {
        let calls = CallGraph::new(program, &functions);
        let mut instructions = functions
            .iter()
            .flat_map(|function| &function.blocks)
            .flat_map(|block| &block.instructions);
        let has_long_jumps = instructions.any(|instruction| {
            matches!(
                instruction.kind,
                InstructionKind::CallIntrinsic {
                    intrinsic: Intrinsic::C(CIntrinsic::LongJump),
                    ..
                }
            )
        });
        ProgramCode {
            partial: partial_functions(&functions, &calls),
            handles_signals: handles_signals(program, &calls),
            program,
            escaped: Rc::new(escaped_globals(program, &functions)),
            effects: Effects::new(&functions, &calls, World::Closed),
            distances: DistanceGraph::new(&functions, &calls),
            objects: Objects::new(program, &functions, &calls, known),
            functions,
            calls,
            bodies: RefCell::default(),
            has_long_jumps,
        }
    }

    pub(crate) fn function(&self, id: FunctionId) -> &Arc<Function> {
        &self.functions[id.0 as usize]
    }

    /// True if a call of a function may come back.
    pub(crate) fn may_return(&self, id: FunctionId) -> bool {
        let entry = Target::Block(id, BlockId(0));
        // What a virtual call may call is not all in the graph.
        self.objects.is_some()
            || self.function(id).is_declaration()
            || self.is_partial(id)
            || self.distances.target_to_return(entry).is_some()
    }

    /// True if a function natively may do otherwise than its code says.
    pub(crate) fn is_partial(&self, id: FunctionId) -> bool {
        self.partial.contains(&id)
    }

    /// True if a call of a function may write a global.
    pub(crate) fn writes_global(&self, id: FunctionId, global: GlobalId) -> bool {
        let writes = self.effects.of(id).writes;
        if self.is_partial(id) {
            return true;
        }
        let by_pointer = writes.any || !writes.parameters.is_empty();
        writes.globals.contains(&global) || by_pointer && self.escaped.contains(&global)
    }

    /// What a call at a place of a function may call, as far as that is known.
    pub(crate) fn callees(&self, function: FunctionId, at: (BlockId, u32)) -> &[FunctionId] {
        callees_at(&self.calls, function, at)
    }

    /// True if a call of a function may write memory that was there before.
    pub(crate) fn writes_memory(&self, id: FunctionId) -> bool {
        self.is_partial(id) || !self.effects.of(id).writes.is_empty()
    }

    /// What a constant of the program holds at an address, if that is a plain number.
    pub(crate) fn constant(
        &self,
        pool: &Pool,
        addresses: &AddressSpace,
        (address, width): (Term, u32),
    ) -> Option<Bits> {
        let (base, _) = addresses.base(pool, address)?;
        let global = addresses.global_of(base)?;
        let global = self.program.globals().get(global.0 as usize)?;
        match global.constant {
            true => self.initial(pool, addresses, (address, width)),
            false => None,
        }
    }

    /// What a variable of the program holds at an address when it begins, if that is a plain number.
    pub(crate) fn initial(
        &self,
        pool: &Pool,
        addresses: &AddressSpace,
        (address, width): (Term, u32),
    ) -> Option<Bits> {
        let (base, offset) = addresses.base(pool, address)?;
        let (global, offset) = (addresses.global_of(base)?, offset?);
        let global = self.program.globals().get(global.0 as usize)?;
        let size = u64::from(width / 8);
        let end = offset.checked_add(size).filter(|&end| end <= global.size)?;
        if global.external {
            return None;
        }
        let mut bytes = vec![0_u8; size as usize];
        for (at, piece) in &global.initialisers {
            let length = match piece {
                Initialiser::Bytes(bytes) => bytes.len() as u64,
                Initialiser::Global(..) | Initialiser::Function(_) => self.program.pointer_size(),
            };
            if at + length <= offset || *at >= end {
                continue;
            }
            let Initialiser::Bytes(known) = piece else {
                return None;
            };
            for (index, byte) in bytes.iter_mut().enumerate() {
                let position = (offset + index as u64).checked_sub(*at);
                let value = position.and_then(|position| known.get(position as usize));
                *byte = value.copied().unwrap_or(*byte);
            }
        }
        Some(Bits::from_le_bytes(width, &bytes))
    }

    pub(crate) fn body(&self, id: FunctionId) -> Rc<Body> {
        let known = self.bodies.borrow().get(&id).cloned();
        known.unwrap_or_else(|| {
            let has_objects = self.objects.is_some();
            let body = Rc::new(Body::new(id, self.function(id).clone(), has_objects));
            self.bodies.borrow_mut().insert(id, body.clone());
            body
        })
    }
}

/// Functions of C that never return, whatever their models do.
const NEVER_RETURN: &[&str] = &[
    "exit",
    "_exit",
    "_Exit",
    "quick_exit",
    "abort",
    "__assert_fail",
];

/// Functions by which a program has signals call its own.
const SIGNALS: &[&str] = &[
    "signal",
    "sigaction",
    "bsd_signal",
    "__sysv_signal",
    "sigset",
];

fn handles_signals(program: &dyn Program, calls: &CallGraph) -> bool {
    let known = SIGNALS
        .iter()
        .filter_map(|name| program.find_function(name));
    known.into_iter().any(|id| calls.callers(id).len() > 0)
}

fn partial_functions(functions: &[Arc<Function>], calls: &CallGraph) -> FxHashSet<FunctionId> {
    let approximates = |kind: &InstructionKind| {
        matches!(
            kind,
            InstructionKind::CallIntrinsic {
                intrinsic: Intrinsic::C(CIntrinsic::Approximation | CIntrinsic::AddressSeen),
                ..
            }
        )
    };
    let returns = |id: FunctionId| {
        let name = functions[id.0 as usize].name.as_str();
        !NEVER_RETURN.contains(&name)
    };
    let mut partial = FxHashSet::default();
    let mut pending = Vec::new();
    for (number, function) in functions.iter().enumerate() {
        let mut instructions = function.blocks.iter().flat_map(|block| &block.instructions);
        if instructions.any(|it| is_unsupported(&it.kind) || approximates(&it.kind)) {
            pending.push(FunctionId(number as u32));
        }
    }
    while let Some(id) = pending.pop() {
        if returns(id) && partial.insert(id) {
            pending.extend(calls.callers(id));
        }
    }
    partial
}

/// Globals whose addresses functions use otherwise than to load and store, or other globals hold.
fn escaped_globals(program: &dyn Program, functions: &[Arc<Function>]) -> FxHashSet<GlobalId> {
    let mut escaped = FxHashSet::default();
    for function in functions {
        escaped.extend(Escaped::of(function, &pointers(function)).globals);
    }
    for (_, piece) in program
        .globals()
        .iter()
        .flat_map(|global| &global.initialisers)
    {
        if let Initialiser::Global(global, _) = piece {
            escaped.insert(*global);
        }
    }
    escaped
}

impl Body {
    fn new(id: FunctionId, function: Arc<Function>, has_objects: bool) -> Body {
        let cfg = Cfg::new(&function);
        let dominators = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        let pointers = pointers(&function);
        let mut instructions = function.blocks.iter().flat_map(|it| &it.instructions);
        Body {
            id,
            has_unsupported: instructions.any(|it| is_unsupported(&it.kind)),
            escaped: Escaped::of(&function, &pointers).variables,
            statics: statics_registers(&function),
            has_objects,
            post_dominators: PostDominators::new(&cfg),
            pointers,
            function,
            cfg,
            dominators,
            loops,
            regions: RefCell::default(),
        }
    }

    /// True if a register always holds the address of the same variable of its frame.
    pub(crate) fn is_variable(&self, register: Reg) -> bool {
        let pointer = self.pointers[register.0 as usize];
        pointer.is_some_and(|pointer| pointer.base == Base::Variable(register))
    }

    /// What lies between a block and the nearest one that every way to it goes through.
    pub(crate) fn region(&self, code: &ProgramCode<'_>, block: BlockId) -> Option<Rc<Region>> {
        let known = self.regions.borrow().get(&block).cloned();
        known.unwrap_or_else(|| {
            let region = Region::before(code, self, block).map(Rc::new);
            self.regions.borrow_mut().insert(block, region.clone());
            region
        })
    }
}

/// True if control never comes from an instruction to the next.
pub(crate) fn never_returns(code: &ProgramCode<'_>, kind: &InstructionKind) -> bool {
    match kind {
        InstructionKind::Call { function, .. } => !code.may_return(*function),
        kind => never_goes_on(kind),
    }
}
