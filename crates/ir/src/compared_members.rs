//! Which pointers that stand in one structure a program takes for ones into one array: it compares them with one another, or
//! takes their distance.

use crate::{Program, SourceType, SourceTypeId};
use std::collections::BTreeSet;
use std::fmt::Write;

/// A member: its structure, and its offset there in bytes.
pub type MemberOffset = (SourceTypeId, u64);

/// How a program compares two pointers that it loads from members of one structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// Only for whether they are one: any pointers may be.
    Equality,
    /// For which of them is first: C says that of pointers into one array only.
    Order,
    /// The second is taken from the first.
    Distance,
}

/// What a program does with pointers that it loads from members of structures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ComparedMembers {
    /// A structure with the offsets of two members of it.
    pairs: Vec<(SourceTypeId, u64, u64, Comparison)>,
    /// What is looked at where it leads, or asked whether it is null.
    looked_at: Vec<MemberOffset>,
}

impl ComparedMembers {
    /// What is known of these.
    pub fn new(
        mut pairs: Vec<(SourceTypeId, u64, u64, Comparison)>,
        mut looked_at: Vec<MemberOffset>,
    ) -> ComparedMembers {
        pairs.sort_unstable();
        pairs.dedup();
        looked_at.sort_unstable();
        looked_at.dedup();
        ComparedMembers { pairs, looked_at }
    }

    /// How two members of a structure are compared, in any order: the strongest of all ways.
    pub fn comparison(
        &self,
        program: &dyn Program,
        record: SourceTypeId,
        (one, other): (u64, u64),
    ) -> Option<Comparison> {
        let fitting = self.pairs.iter().filter(|(of, a, b, _)| {
            (*a == one && *b == other || *a == other && *b == one) && program.same_type(*of, record)
        });
        fitting.map(|(_, _, _, how)| *how).max()
    }

    /// True if the second is taken from the first somewhere, and nowhere the first from the second: it is not behind that.
    pub fn is_behind(
        &self,
        program: &dyn Program,
        record: SourceTypeId,
        (late, early): (u64, u64),
    ) -> bool {
        let taken = |from: u64, what: u64| {
            self.pairs.iter().any(|(of, a, b, how)| {
                let fits = (*a, *b, *how) == (from, what, Comparison::Distance);
                fits && program.same_type(*of, record)
            })
        };
        taken(late, early) && !taken(early, late)
    }

    /// True if the program looks at what a member leads to, or asks whether it is null.
    pub fn is_looked_at(&self, program: &dyn Program, member: MemberOffset) -> bool {
        let mut known = self.looked_at.iter();
        known.any(|(record, at)| *at == member.1 && program.same_type(*record, member.0))
    }

    /// What is known of structures of which `concerns` says that they matter, by their names, in words that are the same as long
    /// as that is.
    pub fn in_words(&self, program: &dyn Program, concerns: impl Fn(&str) -> bool) -> String {
        let named = |record: SourceTypeId| {
            let record_name = match program.source_type(record) {
                SourceType::Record { name, .. } => name.as_deref(),
                _ => None,
            };
            record_name.unwrap_or_default()
        };
        let mut words = BTreeSet::new();
        for (record, one, other, how) in &self.pairs {
            words.insert(format!("{} {one} {other} {how:?}", named(*record)));
        }
        for (record, at) in &self.looked_at {
            words.insert(format!("{} {at}", named(*record)));
        }
        let mut text = String::new();
        for line in words {
            let name = line.split(' ').next().unwrap_or_default();
            if name.is_empty() || concerns(name) {
                let _ = writeln!(text, "{line}");
            }
        }
        text
    }
}
