//! Options of `run` and `java-api`, and where the classes of a Java program are.

use super::java_classes::JavaClasses;
use clap::Args;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Options of `run`.
#[derive(Args, Debug)]
#[command(trailing_var_arg = true)]
pub struct Run {
    /// FILE is C source or bitcode, what `wayfarer cc` has built, Java source, a class file or jar, or with -cp the name
    /// of the main class; all that is behind it are arguments of the program
    #[arg(required = true, num_args = 1.., value_names = ["FILE", "ARGS"])]
    command: Vec<OsString>,
    /// Further files to be linked (before PROGRAM)
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Flags for the compiler
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Vec<String>,
    /// The machine of a program in C: 64 bits, or with -m32 i386 on Linux
    #[arg(short = 'm', value_name = "BITS", value_parser = ["32", "64"])]
    pub machine: Option<String>,
    /// Optimise the program first: 0, 1 or 2
    #[arg(long, value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=2))]
    pub optimise: u8,
    /// Watch over the specifications in a file, or over jdk, or annotations, as of `explore` (may be given several times)
    #[arg(long, value_name = "FILE")]
    pub spec: Vec<PathBuf>,
    /// Report how many instructions were executed, and how fast
    #[arg(long)]
    pub statistics: bool,
    #[command(flatten)]
    pub java: JavaOptions,
}

impl Run {
    /// The program.
    pub fn file(&self) -> &Path {
        // The option parser asks for one word at least.
        self.command.first().map_or(Path::new(""), Path::new)
    }

    /// Its arguments.
    pub fn arguments(&self) -> &[OsString] {
        self.command.get(1..).unwrap_or_default()
    }
}

/// How a Java program is run.
#[derive(Args, Debug)]
#[command(next_help_heading = "Java")]
pub struct JavaOptions {
    #[command(flatten)]
    pub classes: JavaClasses,
    /// Execute the assert statements of the program
    #[arg(long, visible_alias = "ea")]
    pub enable_assertions: bool,
}

/// Options of `java-api`.
#[derive(Args, Debug)]
pub struct JavaApi {
    /// The directory
    #[arg(default_value = ".")]
    pub directory: PathBuf,
}
