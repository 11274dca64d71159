//! Where monitors of specifications say that one is violated.

use crate::reach::searched::is_violation_of;
use explore::{CoveredPart, Part};
use ir::{
    Block, FunctionId, Instruction, InstructionKind, ObjectModel, Operand, Program as _, Reg,
};
use jvm::Program;

/// What monitors call, with what they have to say.
const VIOLATED: &str = "<wayfarer.Specification.violated(Ljava/lang/String;)V";

/// The blocks of the class of monitors that call it for the specification of a name, or for any. Where a text is not known
/// it may be of any. None if the class cannot be read.
pub fn places(program: &Program, class: &str, specification: Option<&str>) -> Vec<CoveredPart> {
    let Some(violated) = program.find_function(VIOLATED) else {
        return Vec::new();
    };
    let Ok(methods) = program.source_methods(&class.replace('.', "/")) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for method in methods {
        // A violation in code that cannot be read would be missed.
        let Ok(function) = program.function(method.function) else {
            return Vec::new();
        };
        let blocks = (0..).zip(&function.blocks);
        let of_function = blocks.filter(|(_, block)| {
            let mut texts = texts(program, block, violated);
            texts.any(|text| match (specification, text) {
                (Some(name), Some(text)) => is_violation_of(&text, name),
                (None, _) | (_, None) => true,
            })
        });
        found.extend(of_function.map(|(number, _)| CoveredPart {
            function: function.name.clone(),
            part: Part::Block(number),
        }));
    }
    found
}

/// What a block gives to calls of a function, as far as that is known.
fn texts<'a>(
    program: &'a Program,
    block: &'a Block,
    callee: FunctionId,
) -> impl Iterator<Item = Option<String>> + 'a {
    let instructions = block.instructions.iter().enumerate();
    instructions.filter_map(move |(index, instruction)| match &instruction.kind {
        InstructionKind::Call {
            function,
            arguments,
            ..
        } if *function == callee => Some(match arguments.first() {
            Some(Operand::Register(text)) => literal(program, &block.instructions[..index], *text),
            _ => None,
        }),
        _ => None,
    })
}

/// The text that a register holds behind instructions, if the last of them that assigns to it gives it one.
fn literal(program: &Program, before: &[Instruction], register: Reg) -> Option<String> {
    let mut assigned = before.iter().rev().map(|instruction| &instruction.kind);
    match assigned.find(|kind| kind.destinations().contains(&register))? {
        InstructionKind::StringLiteral { literal, .. } => {
            Some(String::from_utf16_lossy(&program.literal(*literal)))
        }
        _ => None,
    }
}
