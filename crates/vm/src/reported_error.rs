//! Errors that code makes for certain, as it stands.

use ir::{Block, ErrorKind, Function, InstructionKind, Location, Program, TerminatorKind};

/// The error that a block makes, with the point of no return: the number of its instruction, and its place.
pub fn reported_error(
    program: &dyn Program,
    function: &Function,
    block: &Block,
) -> Option<(ErrorKind, u32, Location)> {
    let mut instructions = block.instructions.iter().enumerate();
    let reported = instructions.find_map(|(at, instruction)| {
        let InstructionKind::Call {
            function: callee, ..
        } = &instruction.kind
        else {
            return None;
        };
        let callee = program.function(*callee).ok()?;
        let kind = reported_by(&callee, function)?;
        Some((kind, at as u32, instruction.location))
    });
    reported.or(match &block.terminator.kind {
        TerminatorKind::Error { kind, .. } => {
            let at = block.instructions.len() as u32;
            Some((*kind, at, block.terminator.location))
        }
        _ => None,
    })
}

/// What a function of the library does nothing but report, called by another.
fn reported_by(callee: &Function, caller: &Function) -> Option<ErrorKind> {
    match callee.name.as_str() {
        _ if callee.user => None,
        // As programs for verifiers define it.
        "__assert_fail" if caller.name == "reach_error" => Some(ErrorKind::ReachError),
        "__assert_fail" | "__assert" | "wf_assert_failed" | "klee_assert_fail" => {
            Some(ErrorKind::Assertion)
        }
        "reach_error" | "__VERIFIER_error" | "wf_reach" => Some(ErrorKind::ReachError),
        "abort" => Some(ErrorKind::Abort),
        _ => None,
    }
}
