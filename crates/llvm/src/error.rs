//! What can go wrong while a program is built.

use std::path::{Path, PathBuf};

/// Why no program could be made of the inputs.
#[derive(Debug, thiserror::Error)]
pub enum LlvmError {
    /// A file cannot be read.
    #[error("{}: {message}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// A file cannot be written.
    #[error("{}: cannot write: {message}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// Nothing can be called in place of a function.
    #[error("--spec: {function} cannot be watched: {message}")]
    Monitor {
        /// The function.
        function: String,
        /// The reason.
        message: String,
    },
    /// Nothing to build.
    #[error("no input files")]
    NoInput,
    /// A file of a kind that is not known.
    #[error("{}: not a source in C or C++ by its name, nor a .bc or .ll file, nor a program, library or object that a build made", path.display())]
    UnknownKind {
        /// The file.
        path: PathBuf,
    },
    /// A tool cannot be started.
    #[error("cannot run {tool}: {message} (is it installed?)")]
    Tool {
        /// The tool.
        tool: String,
        /// What the system says.
        message: String,
    },
    /// The compiler refused a source file.
    #[error("{} does not compile:\n{message}", path.display())]
    Compile {
        /// The source file.
        path: PathBuf,
        /// The compiler's own words.
        message: String,
    },
    /// Bitcode that LLVM 19 cannot read.
    #[error("{}: not valid LLVM bitcode: {message}", path.display())]
    Bitcode {
        /// The file.
        path: PathBuf,
        /// What LLVM says.
        message: String,
    },
    /// A program for another machine.
    #[error("{}: built for {target}, but only programs for x86-64 and, with -m32, for i386 on Linux are supported", path.display())]
    Target {
        /// The file.
        path: PathBuf,
        /// Its target triple or data layout.
        target: String,
    },
    /// A program in C++ for a machine of 32 bits.
    #[error("{}: with -m32 only programs in C are supported, not in C++", path.display())]
    NarrowCpp {
        /// The file.
        path: PathBuf,
    },
    /// Parts of 32 and of 64 bits.
    #[error("{} and {}: one is built with -m32, the other is not", one.display(), other.display())]
    Mixed {
        /// A file.
        one: PathBuf,
        /// Another one.
        other: PathBuf,
    },
    /// Variables that have no room in 32 bits.
    #[error(
        "with -m32 there is no room for variables and functions that take {bytes} bytes with what is around them"
    )]
    NarrowSize {
        /// At the most.
        bytes: u64,
    },
    /// Files that do not link.
    #[error("cannot link: {message}")]
    Link {
        /// What LLVM says.
        message: String,
    },
    /// A pass of LLVM failed.
    #[error("LLVM pass failed: {message}")]
    Passes {
        /// What LLVM says.
        message: String,
    },
}

impl LlvmError {
    pub(crate) fn read(path: &Path, error: &std::io::Error) -> LlvmError {
        LlvmError::Read {
            path: path.to_owned(),
            message: error.to_string(),
        }
    }

    pub(crate) fn write(path: &Path, error: &std::io::Error) -> LlvmError {
        LlvmError::Write {
            path: path.to_owned(),
            message: error.to_string(),
        }
    }
}
