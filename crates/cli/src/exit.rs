//! Exit codes; see `wayfarer --help`.

/// Done, and nothing was found.
pub const NOTHING_FOUND: u8 = 0;
/// Done, and errors of the program were found.
pub const BUGS_FOUND: u8 = 1;
/// The command line makes no sense.
pub const USAGE: u8 = 2;
/// The program could not be built or run, or results could not be kept.
pub const COULD_NOT_RUN: u8 = 3;
/// It is not known whether a target can be reached.
pub const OPEN: u8 = 4;
