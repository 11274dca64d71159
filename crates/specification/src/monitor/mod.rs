//! Monitors: deterministic automata over steps.

mod choose;
mod letters;
mod minimise;
mod normal_form;
mod past;
mod progression;
mod sequences;
mod table;
mod tables;
mod written;

pub use choose::Decision;
pub use letters::{Group, Letter, groups, letters};
pub use table::{Monitor, MonitorError};
pub use tables::{ClauseState, ClauseTable, MomentTable, MonitorTables};
