//! Options of `cc` and `c++`.

use clap::Args;
use std::ffi::OsString;

/// Options of `cc` and `c++`.
#[derive(Args, Debug)]
#[command(
    disable_help_flag = true,
    after_help = "\
CC=\"wayfarer cc\" ./configure && make, or cmake -DCMAKE_C_COMPILER=wayfarer-cc with a script of two lines
(docs/builds.md). Then: wayfarer explore ./program --args 2x4, wayfarer explore ./libfoo.a --function f.
The compiler is clang-19 (clang++-19), or what WAYFARER_CC (WAYFARER_CXX) says."
)]
pub struct Compiler {
    /// The compiler's words
    #[arg(
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "WORDS"
    )]
    pub words: Vec<OsString>,
}
