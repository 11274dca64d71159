//! What compilers of C and C++ make of a file, kept between runs: programs are explored function by function, and each
//! run needs the same objects. So are texts that others make of a file.
//!
//! An entry is found by what the compiler reads ([`key`]), so that it is never out of date; where no file has changed
//! since, that is known without a look into them ([`memo`]). The least recently
//! used ones are removed beyond a size ([`MOST_BYTES`]).

mod entry;
mod key;
mod language;
mod machine;
mod memo;

pub use language::Language;
pub use machine::{float_flags, is_narrow};

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

/// Bytes of all entries together that are kept from use to use.
pub const MOST_BYTES: u64 = 1 << 30;

/// Where objects are kept.
#[derive(Clone, Debug)]
pub struct ObjectCache {
    directory: Option<PathBuf>,
}

/// What a compiler has said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// How it ended; `None` if the object was there.
    pub status: Option<ExitStatus>,
    /// What it wrote about the source: warnings, and why it failed.
    pub said: String,
}

impl Compiled {
    /// True if there is an object.
    pub fn is_made(&self) -> bool {
        self.status.is_none_or(|status| status.success())
    }
}

/// A file to be compiled.
#[derive(Clone, Copy, Debug)]
pub struct Compilation<'a> {
    /// The compiler: its name, which is looked for in `PATH`, or its path.
    pub compiler: &'a str,
    /// Its options, all but the source and where the object goes.
    pub flags: &'a [String],
    /// C, C++, or LLVM bitcode.
    pub source: &'a Path,
    /// Where the object goes.
    pub object: &'a Path,
}

impl ObjectCache {
    /// Keeps objects below the user's directory for such things; nothing if there is none.
    pub fn of_user() -> ObjectCache {
        let directory = scratch::cache_directory();
        ObjectCache {
            directory: directory.map(|below| below.join("objects")),
        }
    }

    /// Keeps nothing.
    pub fn none() -> ObjectCache {
        ObjectCache { directory: None }
    }

    /// Keeps objects in a directory, which need not exist.
    pub fn in_directory(directory: PathBuf) -> ObjectCache {
        ObjectCache {
            directory: Some(directory),
        }
    }

    /// Makes an object, or takes the one that was made of the same.
    ///
    /// # Errors
    /// If the compiler cannot be started or the object cannot be written. A cache that cannot be read or written is
    /// none.
    pub fn compile(&self, compilation: &Compilation<'_>) -> io::Result<Compiled> {
        let Some(directory) = &self.directory else {
            return run(compilation);
        };
        let Some(key) = key::of(compilation, directory) else {
            return run(compilation);
        };
        if let Some(entry) = entry::read(directory, &key) {
            std::fs::write(compilation.object, &entry.object)?;
            return Ok(Compiled {
                status: None,
                said: entry.said,
            });
        }
        let compiled = run(compilation)?;
        // What was read while the compiler ran may have been edited meanwhile.
        let is_same = || key::of(compilation, directory).is_some_and(|now| now == key);
        if compiled.is_made() && is_same() {
            let object = std::fs::read(compilation.object)?;
            let said = compiled.said.clone();
            if let Err(error) = entry::write(directory, &key, &entry::Entry { said, object }) {
                tracing::debug!("{}: {error}", directory.display());
            }
        }
        Ok(compiled)
    }

    /// A text that `make` makes of what a file holds, or the one that was made before. `kind` names what makes it, in this version.
    pub fn text(&self, kind: &str, of: &Path, make: impl FnOnce() -> String) -> String {
        let key = || key::of_file(kind, of);
        let Some((directory, key)) = self.directory.as_ref().and_then(|at| Some((at, key()?)))
        else {
            return make();
        };
        if let Some(entry) = entry::read(directory, &key) {
            return entry.said;
        }
        let said = make();
        let object = Vec::new();
        let entry = entry::Entry { said, object };
        if let Err(error) = entry::write(directory, &key, &entry) {
            tracing::debug!("{}: {error}", directory.display());
        }
        entry.said
    }
}

/// Has the compiler make the object.
fn run(compilation: &Compilation<'_>) -> io::Result<Compiled> {
    let mut command = Command::new(compilation.compiler);
    command.args(compilation.flags).arg(compilation.source);
    command.arg("-o").arg(compilation.object);
    let output = command.stdin(Stdio::null()).output()?;
    Ok(Compiled {
        status: Some(output.status),
        said: String::from_utf8_lossy(&output.stderr).into_owned(),
    })
}

#[cfg(test)]
mod tests;
