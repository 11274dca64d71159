//! Who may call whom.

use super::Components;
use crate::{
    BlockId, Constant, Function, FunctionId, Initialiser, InstructionKind, Operand, Program,
    SelectorId, Type,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A call in the code of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// Block of the call.
    pub block: BlockId,
    /// Index of the instruction in the block.
    pub instruction: u32,
    /// True for a call through a pointer and for a virtual call.
    pub indirect: bool,
    /// Functions that it may call, ascending: the callee of a direct call, the candidates of an
    /// indirect one. Those that are not among the functions of the graph are left out.
    pub callees: Arc<[FunctionId]>,
}

/// The call graph of a program.
///
/// An indirect call may call every function whose address is taken somewhere (by an instruction
/// or in a global's contents) and whose signature fits ([`fits_call`]). What a pointer made up
/// from numbers could call is not in it. A virtual call may call every implementation of its
/// selector in the classes loaded so far ([`Program::implementations`]).
#[derive(Clone, Debug)]
pub struct CallGraph {
    sites: Vec<Vec<CallSite>>,
    callees: Vec<Vec<u32>>,
    callers: Vec<Vec<u32>>,
    address_taken: Vec<bool>,
    components: Components,
}

/// All functions that a program has in memory now; those that are not loaded yet are declarations
/// without name, parameters or body.
pub fn functions_of(program: &dyn Program) -> Vec<Arc<Function>> {
    (0..program.function_count())
        .map(|id| program.loaded_function(FunctionId(id)).unwrap_or_default())
        .collect()
}

/// True if a call with arguments and results of those types suits a function: as many arguments
/// as parameters (or more if it is variadic), as many results or fewer, types alike (`ptr` and
/// `i64` are).
pub fn fits_call(callee: &Function, arguments: &[Type], results: &[Type]) -> bool {
    let count_fits = if callee.variadic {
        arguments.len() >= callee.parameters.len()
    } else {
        arguments.len() == callee.parameters.len()
    };
    let mut parameters = callee
        .parameters
        .iter()
        .map(|p| callee.registers[p.register.0 as usize]);
    count_fits
        && results.len() <= callee.results.len()
        && arguments
            .iter()
            .zip(parameters.by_ref())
            .all(|(a, b)| alike(*a, b))
        && results
            .iter()
            .zip(&callee.results)
            .all(|(a, b)| alike(*a, *b))
}

fn alike(a: Type, b: Type) -> bool {
    let address = |ty| if ty == Type::Ptr { Type::Int(64) } else { ty };
    address(a) == address(b)
}

impl CallGraph {
    /// The graph of a program's functions (see [`functions_of`]), which the verifier accepts.
    pub fn new(program: &dyn Program, functions: &[Arc<Function>]) -> CallGraph {
        let address_taken = address_taken(program, functions);
        let mut candidates = Candidates {
            program,
            functions,
            address_taken: &address_taken,
            known: FxHashMap::default(),
            implementations: FxHashMap::default(),
        };
        let sites: Vec<Vec<CallSite>> = functions
            .iter()
            .map(|function| call_sites(function, &mut candidates))
            .collect();
        let mut callees: Vec<Vec<u32>> = Vec::with_capacity(functions.len());
        let mut callers = vec![Vec::new(); functions.len()];
        for (caller, sites) in sites.iter().enumerate() {
            let mut all: Vec<u32> = sites
                .iter()
                .flat_map(|site| site.callees.iter().map(|id| id.0))
                .collect();
            all.sort_unstable();
            all.dedup();
            all.iter()
                .for_each(|callee| callers[*callee as usize].push(caller as u32));
            callees.push(all);
        }
        let components = Components::new(functions.len(), |node| &callees[node as usize]);
        CallGraph {
            sites,
            callees,
            callers,
            address_taken,
            components,
        }
    }

    /// Number of functions.
    pub fn function_count(&self) -> usize {
        self.sites.len()
    }

    /// Calls in a function, in order of its code.
    pub fn sites(&self, function: FunctionId) -> &[CallSite] {
        &self.sites[function.0 as usize]
    }

    /// Functions that a function may call, ascending.
    pub fn callees(&self, function: FunctionId) -> impl ExactSizeIterator<Item = FunctionId> {
        self.callees[function.0 as usize]
            .iter()
            .copied()
            .map(FunctionId)
    }

    /// Functions that may call a function, ascending.
    pub fn callers(&self, function: FunctionId) -> impl ExactSizeIterator<Item = FunctionId> {
        self.callers[function.0 as usize]
            .iter()
            .copied()
            .map(FunctionId)
    }

    /// True if the address of a function is taken.
    pub fn is_address_taken(&self, function: FunctionId) -> bool {
        self.address_taken[function.0 as usize]
    }

    /// Strongly connected components, callees before callers; nodes are function ids.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// True if a function may call itself, directly or through others.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        let component = self.components.of(function.0);
        self.components.all()[component as usize].len() > 1
            || self.callees[function.0 as usize]
                .binary_search(&function.0)
                .is_ok()
    }

    /// Functions that are called from `roots` or what these call, roots included, ascending.
    pub fn reachable(&self, roots: &[FunctionId]) -> Vec<FunctionId> {
        let mut seen = vec![false; self.function_count()];
        let mut work: Vec<u32> = roots.iter().map(|id| id.0).collect();
        while let Some(function) = work.pop() {
            if !std::mem::replace(&mut seen[function as usize], true) {
                work.extend(&self.callees[function as usize]);
            }
        }
        (0..seen.len() as u32)
            .filter(|id| seen[*id as usize])
            .map(FunctionId)
            .collect()
    }
}

fn address_taken(program: &dyn Program, functions: &[Arc<Function>]) -> Vec<bool> {
    referred_to(program, functions, false)
}

/// For each of a program's functions (see [`functions_of`]): true if the user's own code or variables have
/// its address.
pub fn user_refers_to(program: &dyn Program, functions: &[Arc<Function>]) -> Vec<bool> {
    referred_to(program, functions, true)
}

fn referred_to(program: &dyn Program, functions: &[Arc<Function>], by_user: bool) -> Vec<bool> {
    let mut taken = vec![false; functions.len()];
    let globals = program.globals().iter();
    for global in globals.filter(|global| global.user || !by_user) {
        for (_, initialiser) in &global.initialisers {
            if let Initialiser::Function(id) = initialiser {
                taken[id.0 as usize] = true;
            }
        }
    }
    let mut look = |operand: &Operand| {
        if let Operand::Constant(Constant::Function(id)) = operand
            && let Some(taken) = taken.get_mut(id.0 as usize)
        {
            *taken = true;
        }
    };
    let looked_at = functions
        .iter()
        .filter(|function| function.user || !by_user);
    for block in looked_at.flat_map(|function| &function.blocks) {
        for instruction in &block.instructions {
            instruction.kind.operands().into_iter().for_each(&mut look);
        }
        block
            .terminator
            .kind
            .operands()
            .into_iter()
            .for_each(&mut look);
        for edge in block.terminator.kind.edges() {
            edge.moves.iter().for_each(|(_, value)| look(value));
        }
    }
    taken
}

/// Types of arguments and of results of an indirect call.
type Signature = (Vec<Type>, Vec<Type>);

/// Candidates of indirect calls, found once per signature.
struct Candidates<'a> {
    program: &'a dyn Program,
    functions: &'a [Arc<Function>],
    address_taken: &'a [bool],
    known: FxHashMap<Signature, Arc<[FunctionId]>>,
    implementations: FxHashMap<SelectorId, Arc<[FunctionId]>>,
}

impl Candidates<'_> {
    fn of(&mut self, arguments: &[Type], results: Vec<Type>) -> Arc<[FunctionId]> {
        let (functions, taken) = (self.functions, self.address_taken);
        let signature = (arguments.to_vec(), results);
        let find = |(arguments, results): &Signature| {
            (0..functions.len() as u32)
                .filter(|id| taken[*id as usize])
                .filter(|id| fits_call(&functions[*id as usize], arguments, results))
                .map(FunctionId)
                .collect()
        };
        let found = self.known.get(&signature).cloned();
        found.unwrap_or_else(|| {
            let found: Arc<[FunctionId]> = find(&signature);
            self.known.insert(signature, Arc::clone(&found));
            found
        })
    }

    fn of_selector(&mut self, selector: SelectorId) -> Arc<[FunctionId]> {
        let (program, count) = (self.program, self.functions.len());
        let find = || {
            let mut all = program
                .objects()
                .map_or_else(Vec::new, |objects| objects.implementations(selector));
            all.retain(|id| (id.0 as usize) < count);
            all.into()
        };
        Arc::clone(self.implementations.entry(selector).or_insert_with(find))
    }
}

fn call_sites(function: &Function, candidates: &mut Candidates) -> Vec<CallSite> {
    let mut sites = Vec::new();
    for (block, contents) in function.blocks.iter().enumerate() {
        for (index, instruction) in contents.instructions.iter().enumerate() {
            let Some((indirect, callees)) = call(function, &instruction.kind, candidates) else {
                continue;
            };
            let (block, instruction) = (BlockId(block as u32), index as u32);
            sites.push(CallSite {
                block,
                instruction,
                indirect,
                callees,
            });
        }
    }
    sites
}

/// True if a call is indirect, and what it may call; `None` if the instruction is no call.
fn call(
    function: &Function,
    kind: &InstructionKind,
    candidates: &mut Candidates,
) -> Option<(bool, Arc<[FunctionId]>)> {
    if let InstructionKind::Call { function, .. } = kind {
        let known = (function.0 as usize) < candidates.functions.len();
        let callees = known.then_some(*function).into_iter().collect();
        return Some((false, callees));
    }
    if let InstructionKind::CallVirtual { selector, .. } = kind {
        return Some((true, candidates.of_selector(*selector)));
    }
    let InstructionKind::CallIndirect {
        callee,
        results,
        types,
        ..
    } = kind
    else {
        return None;
    };
    let callees = match callee {
        Operand::Constant(Constant::Function(id)) => {
            let known = (id.0 as usize) < candidates.functions.len();
            known.then_some(*id).into_iter().collect()
        }
        Operand::Constant(Constant::Bits(_) | Constant::Wide(_) | Constant::Global(..)) => {
            Arc::from([])
        }
        Operand::Register(_) => {
            let results = results
                .iter()
                .map(|to| function.registers[to.0 as usize])
                .collect();
            candidates.of(types, results)
        }
    };
    Some((true, callees))
}
