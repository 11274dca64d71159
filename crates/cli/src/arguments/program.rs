//! What a program is, how it is compiled, and what it gets as input.

use super::one_of;
use clap::Args;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use suite::Check;

/// What the program is and how it is compiled.
#[derive(Args, Clone, Debug)]
pub struct ProgramOptions {
    /// Sources in C (.c, .i) and C++ (.cpp, .cc, .cxx, .C), LLVM 19 bitcode (.bc) or assembly (.ll); several are linked. Programs, libraries
    /// and objects that a build with CC="wayfarer cc" has made; compile_commands.json. Java: sources,
    /// jars or class files, and what to explore: com.acme.Foo (all its methods that are not private),
    /// com.acme.Foo.bar, or 'com.acme.Foo.bar(int,Foo)'. explore and reach without any: what wayfarer.toml
    /// names, here or in a folder above
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Flags for the compiler, such as '-Iinclude -DNDEBUG' (may be given several times)
    #[arg(
        long,
        value_name = "FLAGS",
        allow_hyphen_values = true,
        help_heading = "Program"
    )]
    pub cflags: Vec<String>,
    /// The machine of a program in C: 64 bits, or with -m32 i386 on Linux
    #[arg(short = 'm', value_name = "BITS", value_parser = ["32", "64"], help_heading = "Program")]
    pub machine: Option<String>,
    /// Optimise the program before it is explored: 0, 1 or 2; 0 keeps every branch of the source
    #[arg(long, value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=2), help_heading = "Program")]
    pub optimise: u8,
    /// Look for more errors: overflow, unsigned-overflow, pointer-overflow, float-cast, vla-bound,
    /// uninit, leak (comma-separated)
    #[arg(
        long,
        value_name = "CHECKS",
        value_delimiter = ',',
        value_parser = one_of(Check::ALL, Check::name),
        help_heading = "Program"
    )]
    pub check: Vec<Check>,
    /// What memory holds that was never written: 0 on the stack and 0xbe on the heap, and what
    /// depends on it is counted; or anything, so that it is an input (local variables, malloc)
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Uninit::Filled,
          help_heading = "Program")]
    pub uninit: Uninit,
    /// Reaching a label of this name is an error, as in C programs for verifiers that have `ERROR:`
    #[arg(long, value_name = "NAME", help_heading = "Program")]
    pub error_label: Option<String>,
    /// Watch over the specifications in a file (docs/specifications.md), or libc and jdk: what the C library and
    /// classes of the JDK ask of their callers, or annotations: what those of the program's classes say. A violation
    /// is an error (may be given several times)
    #[arg(long, value_name = "FILE", help_heading = "Program")]
    pub spec: Vec<PathBuf>,
    /// Flags of single sources, by their absolute paths, as a build has compiled them.
    #[arg(skip)]
    pub own_flags: BTreeMap<PathBuf, Vec<String>>,
    /// Sources that are part of the program if it needs what they define, as members of its archives.
    #[arg(skip)]
    pub spares: Vec<llvm::Spare>,
    /// Words for the linker of native runs, as a build has them.
    #[arg(skip)]
    pub linked: Vec<String>,
    /// Functions without body return something instead of doing what they do.
    #[arg(skip)]
    pub has_stubs: bool,
}

impl ProgramOptions {
    /// Tells the compiler what the options say of the machine.
    pub fn settle_machine(&mut self) {
        let bits = self.machine.take();
        self.cflags.extend(bits.map(|bits| format!("-m{bits}")));
    }

    /// The same program with another file in the place of a source, which is given by its absolute path.
    pub fn replacing(&self, source: &Path, file: &Path) -> ProgramOptions {
        let mut replaced = self.clone();
        for path in &mut replaced.files {
            if path.canonicalize().is_ok_and(|path| path == source) {
                *path = file.to_owned();
            }
        }
        let file = file.canonicalize().unwrap_or_else(|_| file.to_owned());
        if let Some(flags) = self.own_flags.get(source) {
            replaced.own_flags.insert(file, flags.clone());
        }
        replaced
    }
}

/// What memory holds that was never written.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uninit {
    /// 0 on the stack and 0xbe on the heap; what depends on it is counted
    Filled,
    /// Anything: each cell is an input
    Free,
}

/// What the program gets as input.
#[derive(Args, Debug)]
pub struct InputOptions {
    /// A fixed command line argument (may be given several times; before those of --args)
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        help_heading = "Inputs"
    )]
    pub arg: Vec<String>,
    /// N free command line arguments of up to LEN bytes each, such as 2x3
    #[arg(long, value_name = "NxLEN", help_heading = "Inputs")]
    pub args: Vec<String>,
    /// SIZE free bytes as standard input (otherwise it is empty)
    #[arg(long, value_name = "SIZE", help_heading = "Inputs")]
    pub stdin: Option<u64>,
    /// A file the program finds: NAME=SIZE for free bytes, NAME=PATH for those of a real file
    #[arg(long, value_name = "NAME=SIZE|PATH", help_heading = "Inputs")]
    pub file: Vec<String>,
    /// Directory with inputs that are run first, one a file, and go on from there: for standard input (as
    /// long as the longest of them without --stdin), the one --file of free bytes, or the data of
    /// --function LLVMFuzzerTestOneInput. It may be the corpus of libFuzzer or what AFL wrote
    #[arg(long, value_name = "DIR", help_heading = "Inputs")]
    pub seeds: Option<PathBuf>,
    /// Bytes of the data of --function LLVMFuzzerTestOneInput at the most, or as many as the longest of
    /// --seeds has
    #[arg(long, value_name = "N", default_value_t = 63, help_heading = "Inputs")]
    pub data_length: u64,
    /// What the program is called, its argv[0] (default: its first file without the extension)
    #[arg(long, value_name = "NAME", help_heading = "Inputs")]
    pub program_name: Option<String>,
    /// An environment variable: NAME=VALUE, or NAME=sym:LEN for up to LEN free bytes
    #[arg(long, value_name = "NAME=VALUE", help_heading = "Inputs")]
    pub env: Vec<String>,
}
