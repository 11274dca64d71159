//! Errors behind arms that may be taken if skipped calls do what they like.

use crate::paths::ForkPoint;
use crate::results::{ErrorSite, Place};
use ir::{BlockId, ErrorKind, Function, Location, Program, TerminatorKind};
use vm::{ArmOutcome, ForkKind, Site, reported_error};

/// Blocks that are looked at behind an arm.
const MOST_BLOCKS: usize = 16;

/// The error that a path makes for certain once it has taken an arm.
pub(crate) fn error_behind(
    program: &dyn Program,
    point: &ForkPoint,
    arm: usize,
) -> Option<ErrorSite> {
    let (site, taken) = (&point.fork.site, &point.fork.arms[arm]);
    let function = program.function(site.function).ok()?;
    let (kind, location) = match taken.outcome {
        ArmOutcome::Error(kind) => (kind, site.location),
        ArmOutcome::Discard => return None,
        ArmOutcome::Continue => {
            let first = block_behind(&function, site, point.fork.kind, taken.choice)?;
            error_from(program, &function, first)?
        }
    };
    Some(ErrorSite {
        kind,
        function: function.name.clone(),
        place: Place::of(program, location),
        exception: String::new(),
        assumption: String::new(),
    })
}

/// The block that a choice at the end of another leads to.
fn block_behind(function: &Function, site: &Site, kind: ForkKind, choice: u64) -> Option<BlockId> {
    let block = function.blocks.get(site.block.0 as usize)?;
    let is_end = site.instruction as usize == block.instructions.len();
    if !is_end || !matches!(kind, ForkKind::Branch | ForkKind::Switch) {
        return None;
    }
    let edge = match &block.terminator.kind {
        TerminatorKind::Branch {
            then, otherwise, ..
        } => match choice {
            0 => otherwise,
            _ => then,
        },
        TerminatorKind::Switch { cases, default, .. } => {
            let case = cases.get(choice as usize);
            case.map_or(default, |(_, edge)| edge)
        }
        TerminatorKind::Jump(_) | TerminatorKind::Return(_) | TerminatorKind::Error { .. } => {
            return None;
        }
    };
    Some(edge.target)
}

/// The error that code makes for certain from a block on.
fn error_from(
    program: &dyn Program,
    function: &Function,
    mut block: BlockId,
) -> Option<(ErrorKind, Location)> {
    for _ in 0..MOST_BLOCKS {
        let code = function.blocks.get(block.0 as usize)?;
        if let Some((kind, _, location)) = reported_error(program, function, code) {
            return Some((kind, location));
        }
        match &code.terminator.kind {
            TerminatorKind::Jump(edge) => block = edge.target,
            TerminatorKind::Branch { .. }
            | TerminatorKind::Switch { .. }
            | TerminatorKind::Return(_)
            | TerminatorKind::Error { .. } => return None,
        }
    }
    None
}
