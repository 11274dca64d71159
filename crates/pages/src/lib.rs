//! What a run or a scan has found as a folder of HTML pages, to be opened from a disk.
//!
//! Vocabulary: a [`Report`] is what there is to tell, in the words in which it is told; [`write`] makes pages of it:
//! an overview, a page for each source file, the findings, the tests of each suite, and what was bounded. The pages
//! need no network, and no scripts but to sort tables. All text of a report is escaped.
//!
//! Invariants: this crate knows nothing of runs, programs and the machine; the same report gives the same bytes.

mod bounded;
mod error;
mod findings;
mod folder;
mod links;
mod model;
mod overview;
mod page;
mod source;
mod table;
mod tests_page;

pub use error::PagesError;
pub use folder::write;
pub use model::{
    Bounded, Count, Fact, Finding, Frame, Part, Place, Report, SourceFile, Suite, TestEntry,
    TestPlace, UncoveredWay, Unit,
};
