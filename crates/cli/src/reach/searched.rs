//! Programs in which targets are looked for, whatever their language.

use super::code::Code;
use super::located::LocatedResult;
use super::target_error::TargetError;
use explore::{CoveredPart, Finding};
use ir::{BlockId, ErrorKind};
use std::collections::{BTreeMap, BTreeSet};

/// A point of a function (by its number among those of the user): a block, and an instruction of it.
pub type Point = (usize, BlockId, u32);

/// A target before the blocks are split.
pub struct Found {
    pub name: String,
    /// The file it is in, if it is one of many.
    pub file: Option<String>,
    pub points: Vec<Point>,
    pub arms: Vec<CoveredPart>,
    pub errors: SoughtErrors,
    /// Where it is, if it is the result of another analyser.
    pub located: Option<LocatedResult>,
}

/// Errors of kinds, wherever they happen.
#[derive(Clone, Debug, Default)]
pub struct SoughtErrors {
    pub kinds: Vec<ErrorKind>,
    /// If violations are meant, those of this specification only.
    pub specification: Option<String>,
    /// Parts of the program of which one is executed before each of them; none if they may happen anywhere.
    pub behind: Vec<CoveredPart>,
}

impl SoughtErrors {
    /// Errors of these kinds.
    pub fn of(kinds: Vec<ErrorKind>) -> SoughtErrors {
        SoughtErrors {
            kinds,
            specification: None,
            behind: Vec::new(),
        }
    }

    /// Violations of a specification, or of any, which come behind one of these parts.
    pub fn violations(specification: Option<String>, behind: Vec<CoveredPart>) -> SoughtErrors {
        SoughtErrors {
            kinds: vec![ErrorKind::SpecificationViolation],
            specification,
            behind,
        }
    }

    /// True if a finding is one of them.
    pub fn include(&self, finding: &Finding) -> bool {
        let is_of = |name: &String| is_violation_of(&finding.message, name);
        self.kinds.contains(&finding.kind) && self.specification.as_ref().is_none_or(is_of)
    }
}

/// True for what a monitor says of a violation of the specification of a name.
pub fn is_violation_of(message: &str, specification: &str) -> bool {
    message.contains(&format!(" violates {specification} ("))
}

/// A program in which targets are looked for.
pub trait Searched {
    /// The functions that targets may be in.
    fn code(&self) -> &Code;

    /// True if places in the source have columns.
    fn has_columns(&self) -> bool;

    /// Where a function begins.
    fn function(&self, name: &str) -> Result<Vec<Point>, TargetError>;

    /// Errors of a kind, or of all kinds.
    fn errors(&self, text: &str, kind: Option<ErrorKind>) -> Result<Vec<Found>, TargetError>;

    /// Where monitors have the transitions into states that violate a specification, or any; none if that is not known.
    fn violations(&self, specification: Option<&str>) -> Vec<CoveredPart>;

    /// Splits blocks before these instructions: gives the block that begins there, for each.
    fn split(
        &mut self,
        points: &BTreeMap<usize, BTreeSet<(BlockId, u32)>>,
    ) -> BTreeMap<Point, BlockId>;
}
