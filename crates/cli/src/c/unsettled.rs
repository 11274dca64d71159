//! What a C program may do otherwise than where a run begins: then neither a proof nor an exhaustive exploration refutes
//! what an analyser says of all its runs.

use super::named_variables::{of_code, with_what_they_lead_to};
use ir::analysis::{CallGraph, Effects, World, functions_of};
use ir::{CIntrinsic, Function, FunctionId, GlobalId, InstructionKind, Intrinsic, Module};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Variables that a message names at the most.
const NAMED: usize = 3;

/// What is known of a module.
pub struct Unsettled<'m> {
    module: &'m Module,
    functions: Vec<Arc<Function>>,
    calls: CallGraph,
    effects: Effects,
    failing_malloc: bool,
}

impl Unsettled<'_> {
    /// Of a module, of runs in which allocations may fail or not.
    pub fn new(module: &Module, failing_malloc: bool) -> Unsettled<'_> {
        let functions = functions_of(module);
        let calls = CallGraph::new(module, &functions);
        let effects = Effects::new(&functions, &calls, World::Closed);
        Unsettled {
            module,
            functions,
            calls,
            effects,
            failing_malloc,
        }
    }

    /// Why nothing is refuted for runs from an entry; `None` if something may be. A function, if it is not `main`, is called
    /// when others may have changed the variables of the program.
    pub fn of(&self, entry: &str) -> Option<String> {
        let module = self.module;
        let start = self.functions.iter().position(|it| it.name == entry)?;
        let start = FunctionId(start as u32);
        let reached = self.calls.reachable(&[start]);
        let reached: Vec<&Function> = reached
            .iter()
            .filter_map(|id| module.functions.get(id.0 as usize))
            .map(|function| &**function)
            .collect();
        if !self.failing_malloc && reached.iter().any(|it| may_fail_to_allocate(it)) {
            return Some(
                "memory that cannot be allocated was not tried (--failing-malloc)".to_owned(),
            );
        }
        if entry == "main" {
            return None;
        }
        let reads = self.effects.of(start).reads;
        let read: BTreeSet<GlobalId> = match reads.any {
            true => reached.iter().flat_map(|it| of_code(it)).collect(),
            false => reads.globals,
        };
        changing(module, read)
    }
}

/// The variables that functions may change, among these and what they lead to, in words.
fn changing(module: &Module, read: BTreeSet<GlobalId>) -> Option<String> {
    let changing: Vec<&str> = with_what_they_lead_to(module, read)
        .iter()
        .filter_map(|id| module.globals.get(id.0 as usize))
        .filter(|global| global.user && !global.constant)
        .map(|global| global.name.as_str())
        .collect();
    let more = match changing.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let named = &changing[..changing.len().min(NAMED)];
    (!changing.is_empty()).then(|| {
        format!(
            "it reads variables that others may have changed before: {}{more}",
            named.join(", ")
        )
    })
}

fn may_fail_to_allocate(function: &Function) -> bool {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    let mut kinds = instructions.map(|instruction| &instruction.kind);
    kinds.any(|kind| {
        matches!(
            kind,
            InstructionKind::CallIntrinsic {
                intrinsic: Intrinsic::C(CIntrinsic::MallocFails),
                ..
            }
        )
    })
}
