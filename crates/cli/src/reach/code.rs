//! The code that targets are looked for in, whatever its language.

use super::files::Files;
use super::operand::ConditionOperand;
use super::spec::Position;
use ir::{BlockId, Function, Location};
use jvm::function_name;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Functions of the user with their source.
pub struct Code {
    /// In the order of the program.
    pub functions: Vec<UserFunction>,
    /// Names of source files, by the numbers that locations have.
    pub files: Vec<String>,
    /// Source files that there is code of, here or elsewhere in the program.
    pub sources: BTreeSet<String>,
}

/// What code is the program's own, and neither that of a library nor of its language.
#[derive(Clone, Debug)]
pub enum OwnCode {
    /// Functions of these names.
    Functions(BTreeSet<String>),
    /// Methods of classes of these names.
    Classes(BTreeSet<String>),
}

impl OwnCode {
    /// True for a function of that name; methods have their class in front.
    pub fn has(&self, function: &str) -> bool {
        match self {
            OwnCode::Functions(names) => names.contains(function),
            OwnCode::Classes(names) => {
                let class = function_name::class(function);
                class.is_some_and(|class| names.contains(class))
            }
        }
    }
}

/// A function of the user.
pub struct UserFunction {
    pub function: Arc<Function>,
    pub branches: Vec<Branch>,
}

/// A branch of the source.
pub struct Branch {
    pub block: BlockId,
    /// Its place: where its condition begins in the source; where there are no columns, its number in the line is the
    /// column.
    pub location: Location,
    /// The edge that is taken if its condition holds; `None` if that is not known.
    pub holds: Option<u32>,
    /// Its condition in the text of the source, where that is there.
    pub operand: Option<ConditionOperand>,
}

impl Branch {
    /// If a position means it: the edge that is taken if what stands there holds, `None` inside if that is not known.
    pub fn meant_by(&self, position: &Position, files: &Files) -> Option<Option<u32>> {
        let whole = Position {
            column: None,
            ..position.clone()
        };
        let (Some(column), Some(operand)) = (position.column, &self.operand) else {
            return files.has(position, self.location).then_some(self.holds);
        };
        let place = (position.line, column);
        let at_line = Location {
            line: position.line,
            ..self.location
        };
        if !files.has(&whole, at_line) || !operand.has(place) {
            return None;
        }
        let inside = operand.is_negated_from(place) != operand.is_negated_from(operand.begin);
        Some(
            self.holds
                .map(|holds| if inside { 1 - holds } else { holds }),
        )
    }
}

/// Places of all instructions of a function.
pub fn locations(function: &Function) -> impl Iterator<Item = Location> + '_ {
    function.blocks.iter().flat_map(|block| {
        let locations = block.instructions.iter().map(|it| it.location);
        locations.chain([block.terminator.location])
    })
}
