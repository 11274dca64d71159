//! Where monitors of specifications say that one is violated.

use crate::reach::searched::is_violation_of;
use explore::{CoveredPart, Part};
use ir::{Block, Constant, FunctionId, Global, Initialiser, InstructionKind, Module, Operand};

/// What monitors call, with what they have to say.
const VIOLATED: &str = "wf_specification_violated";

/// The blocks that call it for the specification of a name, or for any. Where a text is not known it may be of any.
pub fn places(module: &Module, specification: Option<&str>) -> Vec<CoveredPart> {
    let mut functions = module.functions.iter();
    let Some(violated) = functions.position(|function| function.name == VIOLATED) else {
        return Vec::new();
    };
    let violated = FunctionId(violated as u32);
    let is_meant = |text: &Operand| match (specification, text_of(module, text)) {
        (Some(name), Some(text)) => is_violation_of(&text, name),
        (None, _) | (_, None) => true,
    };
    let mut found = Vec::new();
    for function in &module.functions {
        let blocks = (0..).zip(&function.blocks);
        let of_function = blocks.filter(|(_, block)| calls(block, violated).any(is_meant));
        found.extend(of_function.map(|(number, _)| CoveredPart {
            function: function.name.clone(),
            part: Part::Block(number),
        }));
    }
    found
}

/// The first arguments of calls of a function.
fn calls(block: &Block, callee: FunctionId) -> impl Iterator<Item = &Operand> {
    let calls = block.instructions.iter();
    calls.filter_map(move |instruction| match &instruction.kind {
        InstructionKind::Call {
            function,
            arguments,
            ..
        } if *function == callee => arguments.first(),
        _ => None,
    })
}

/// The characters that a constant points to, up to the terminating null.
fn text_of(module: &Module, pointer: &Operand) -> Option<String> {
    let Operand::Constant(Constant::Global(global, offset)) = pointer else {
        return None;
    };
    let Global { initialisers, .. } = module.globals.get(global.0 as usize)?;
    let [(0, Initialiser::Bytes(bytes))] = initialisers.as_slice() else {
        return None;
    };
    let text = bytes.get(usize::try_from(*offset).ok()?..)?;
    let text = text.split(|byte| *byte == 0).next()?;
    Some(String::from_utf8_lossy(text).into_owned())
}
