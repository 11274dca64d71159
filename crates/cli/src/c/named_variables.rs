//! The variables that code and initial contents name.

use ir::{Constant, Function, GlobalId, Initialiser, Module, Operand};
use std::collections::BTreeSet;

/// The variables whose addresses are in the code of a function.
pub fn of_code(function: &Function) -> BTreeSet<GlobalId> {
    let mut all = BTreeSet::new();
    let mut see = |operand: &Operand| {
        if let Operand::Constant(Constant::Global(id, _)) = operand {
            all.insert(*id);
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            instruction.kind.operands().into_iter().for_each(&mut see);
        }
        let end = &block.terminator.kind;
        end.operands().into_iter().for_each(&mut see);
        for edge in end.edges() {
            edge.moves.iter().for_each(|(_, operand)| see(operand));
        }
    }
    all
}

/// Variables, and those whose addresses are in their initial contents.
pub fn with_what_they_lead_to(module: &Module, of: BTreeSet<GlobalId>) -> BTreeSet<GlobalId> {
    let mut all = of.clone();
    let mut todo: Vec<GlobalId> = of.into_iter().collect();
    while let Some(id) = todo.pop() {
        let global = module.globals.get(id.0 as usize);
        for (_, initialiser) in global.iter().flat_map(|it| &it.initialisers) {
            if let Initialiser::Global(other, _) = initialiser
                && all.insert(*other)
            {
                todo.push(*other);
            }
        }
    }
    all
}
