//! Options of commands that print something: answers to a script, a program, the search orders.

use super::{ProgramOptions, one_of};
use clap::Args;
use solver::BackendKind;
use std::path::PathBuf;

/// Options of `query`.
#[derive(Args, Debug)]
pub struct Query {
    /// The script; `-` for stdin
    pub file: PathBuf,
    /// Back end
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = one_of(&BackendKind::ALL, BackendKind::name))]
    pub solver: BackendKind,
    /// Seconds for one check-sat
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub solver_time: f64,
    /// Ask the back end at once, without the stages before it (slicing, caches, model search)
    #[arg(long)]
    pub plain: bool,
    /// Have every answer confirmed by a fresh query to Z3 and by evaluation
    #[arg(long)]
    pub check_solver: bool,
    /// Print the counters of the solver to stderr at the end
    #[arg(long)]
    pub statistics: bool,
}

/// Options of `ir`.
#[derive(Args, Debug)]
pub struct Ir {
    #[command(flatten)]
    pub program: ProgramOptions,
    /// Print only this function
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// Print the library models, too
    #[arg(long)]
    pub library: bool,
    /// Print what calls of each function may read and write and do, instead of its code
    #[arg(long)]
    pub effects: bool,
}

/// Options of `explain-strategy`.
#[derive(Args, Debug)]
pub struct ExplainStrategy {
    /// One or more, as --strategy takes them; all if left out
    pub name: Option<String>,
}
