//! Code that the front end writes itself, in the instructions of decoded bytecode.

mod dynamic;
mod entry;
mod initialise;

pub use entry::{EntryMonitors, EntryOptions};
