//! What became of the results of other analysers: by what a run found ([`judge`], [`verdict`]), for people ([`summary`]) and
//! written into their logs ([`logs`]).

mod judge;
mod logs;
pub mod of_run;
mod summary;
mod verdict;
