//! Functions of user code in words that every process understands: what coverage is told of.

use super::finding::Place;
use ir::{Function, Location, Program, TerminatorKind};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionCode {
    /// Name.
    pub name: String,
    /// Where it begins.
    pub place: Place,
    /// Its blocks, by number.
    pub blocks: Vec<BlockCode>,
}

/// A block of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockCode {
    /// Files and lines of its instructions.
    pub lines: BTreeSet<(String, u32)>,
    /// The decision at its end.
    pub decision: Option<DecisionCode>,
}

/// A branch or switch of the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionCode {
    /// Its number in the function.
    pub number: u32,
    /// Where it is.
    pub place: Place,
    /// For each edge out of the block the choice that takes it.
    pub choices: Vec<u32>,
}

impl FunctionCode {
    /// A function of a program.
    pub fn of(program: &dyn Program, function: &Function) -> FunctionCode {
        let blocks = function.blocks.iter().map(|block| {
            let mut locations: BTreeSet<Location> =
                block.instructions.iter().map(|it| it.location).collect();
            locations.insert(block.terminator.location);
            let lines = locations.into_iter().filter(|location| location.line > 0);
            let lines = lines.map(|location| {
                let place = Place::of(program, location);
                (place.file, place.line)
            });
            BlockCode {
                lines: lines.collect(),
                decision: decision(program, block),
            }
        });
        FunctionCode {
            name: function.name.clone(),
            place: Place::of(program, function.location),
            blocks: blocks.collect(),
        }
    }
}

impl FunctionCode {
    /// Number of arms of its decisions.
    pub fn arms(&self) -> u32 {
        let decisions = self
            .blocks
            .iter()
            .filter_map(|block| block.decision.as_ref());
        decisions
            .map(|decision| decision.choices.len() as u32)
            .sum()
    }
}

fn decision(program: &dyn Program, block: &ir::Block) -> Option<DecisionCode> {
    let (number, choices) = match &block.terminator.kind {
        // Of a branch, the way taken if the condition holds comes first.
        TerminatorKind::Branch { decision, .. } => ((*decision)?, vec![1, 0]),
        TerminatorKind::Switch {
            decision, cases, ..
        } => ((*decision)?, (0..=cases.len() as u32).collect()),
        _ => return None,
    };
    Some(DecisionCode {
        number,
        place: Place::of(program, block.terminator.location),
        choices,
    })
}
