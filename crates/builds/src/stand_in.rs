//! Standing in for the compiler: it is run as it would have been, and what it makes says of itself what it
//! was made of.

use crate::BuildError;
use crate::invocation::{Invocation, Language, Stage};
use crate::record::{Link, Record, SECTION, Unit, hash, to_section};
use object::write::{Object, SectionId};
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};

const OBJCOPY: &str = "llvm-objcopy-19";

/// A compiler that is stood in for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The C compiler.
    C,
    /// The C++ compiler.
    Cpp,
}

impl Tool {
    /// The compiler itself: the one that programs are explored with, so that a build's questions to the
    /// compiler are answered for it; or what the user says.
    fn compiler(self) -> OsString {
        let (variable, usual) = match self {
            Tool::C => ("WAYFARER_CC", "clang-19"),
            Tool::Cpp => ("WAYFARER_CXX", "clang++-19"),
        };
        let said = std::env::var_os(variable).filter(|name| !name.is_empty());
        said.unwrap_or_else(|| usual.into())
    }
}

/// Runs a compiler with these words, and adds to what it makes what that was made of. Gives the exit status
/// of the compiler, which nothing here changes: what cannot be written down is told on stderr.
///
/// # Errors
/// If the compiler cannot be started.
pub fn run(tool: Tool, words: &[OsString]) -> Result<u8, BuildError> {
    let compiler = tool.compiler();
    let plain: Option<Vec<String>> = words
        .iter()
        .map(|word| word.clone().into_string().ok())
        .collect();
    let directory = std::env::current_dir().ok();
    let (Some(plain), Some(directory)) = (plain, directory) else {
        return compile(&compiler, words, None);
    };
    let usual = match tool {
        Tool::C => Language::C,
        Tool::Cpp => Language::Cpp,
    };
    let invocation = Invocation::new(&plain, &directory, usual);
    let call = Call {
        words: &plain,
        directory: &directory,
        invocation: &invocation,
    };
    match invocation.stage {
        Stage::Neither => compile(&compiler, words, None),
        Stage::Objects => {
            let status = compile(&compiler, words, None)?;
            if status == 0 {
                warn(call.mark_objects());
            }
            Ok(status)
        }
        Stage::Linked => {
            // Kept until the linker is done with it.
            let made = call.linked_records();
            let marker = match made {
                Ok(marker) => marker,
                Err(error) => {
                    warn(Err(error));
                    None
                }
            };
            compile(
                &compiler,
                words,
                marker.as_ref().map(|(_, path)| path.as_path()),
            )
        }
    }
}

fn warn(result: Result<(), BuildError>) {
    if let Err(error) = result {
        eprintln!("wayfarer: warning: what this is compiled from is not written down: {error}");
    }
}

/// Runs the compiler, with one more object to be linked.
fn compile(
    compiler: &OsString,
    words: &[OsString],
    marker: Option<&Path>,
) -> Result<u8, BuildError> {
    let mut command = Command::new(compiler);
    command.args(words);
    if let Some(marker) = marker {
        // Behind a `--` all words are files.
        if !words.iter().any(|word| word == "--") {
            command.args(["-x", "none"]);
        }
        command.arg(marker);
    }
    let status = command.status().map_err(|error| BuildError::Tool {
        tool: compiler.to_string_lossy().into_owned(),
        message: error.to_string(),
    })?;
    Ok(code(status))
}

/// The exit status as a shell has it.
fn code(status: ExitStatus) -> u8 {
    let code = status
        .code()
        .or_else(|| status.signal().map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}

/// A call of the compiler.
struct Call<'a> {
    words: &'a [String],
    directory: &'a Path,
    invocation: &'a Invocation,
}

impl Call<'_> {
    fn unit(&self, source: &Path, language: Language, object: Option<PathBuf>) -> Record {
        let source = self.directory.join(source);
        Record::Unit(Unit {
            directory: self.directory.to_owned(),
            sha256: hash(&source).unwrap_or_default(),
            source,
            language,
            words: self.words.to_vec(),
            object,
        })
    }

    /// Adds to each object what it was compiled from.
    fn mark_objects(&self) -> Result<(), BuildError> {
        for (source, language) in &self.invocation.sources {
            let object = self.directory.join(self.invocation.object(source));
            let record = self.unit(source, *language, Some(object.clone()));
            if is_elf(&object) {
                add_section(&object, &section(&object, &[record])?)?;
            }
        }
        Ok(())
    }

    /// An object with the records of what is compiled and linked in one go, and how it is linked; `None`
    /// where the linker would not take it.
    fn linked_records(&self) -> Result<Option<(scratch::ScratchDirectory, PathBuf)>, BuildError> {
        let Some(architecture) = architecture(self.words) else {
            return Ok(None);
        };
        let says_language = |word: &String| word.starts_with("-x") && word != "-xnone";
        let is_divided = self.words.iter().any(|word| word == "--");
        let absent = |(source, _): &(PathBuf, Language)| !self.directory.join(source).exists();
        // The compiler would take the records for a source, or complains of fewer files than it has.
        if is_divided && self.words.iter().any(says_language)
            || self.invocation.sources.iter().all(absent) && self.invocation.linked.is_empty()
        {
            return Ok(None);
        }
        let sources = self.invocation.sources.iter();
        let units = sources.map(|(source, language)| self.unit(source, *language, None));
        let link = Record::Link(Link {
            directory: self.directory.to_owned(),
            words: self.words.to_vec(),
        });
        let records: Vec<Record> = units.chain([link]).collect();
        let directory = scratch::ScratchDirectory::new()
            .map_err(BuildError::file(Path::new("a temporary directory")))?;
        let path = directory.path().join("records.o");
        let bytes = marker(architecture, &section(&path, &records)?);
        let bytes = bytes.map_err(|error| BuildError::damaged(&path, &error))?;
        std::fs::write(&path, bytes).map_err(BuildError::file(&path))?;
        Ok(Some((directory, path)))
    }
}

fn section(path: &Path, records: &[Record]) -> Result<Vec<u8>, BuildError> {
    to_section(records).map_err(|error| BuildError::damaged(path, &error))
}

/// What the linker links for; `None` if that is another machine than this one.
fn architecture(words: &[String]) -> Option<Architecture> {
    let foreign =
        |word: &String| word == "-target" || word.starts_with("--target") || word == "-mx32";
    if !cfg!(target_arch = "x86_64") || words.iter().any(foreign) {
        return None;
    }
    let narrow = words
        .iter()
        .rev()
        .find(|word| *word == "-m32" || *word == "-m64");
    match narrow.is_some_and(|word| word == "-m32") {
        true => Some(Architecture::I386),
        false => Some(Architecture::X86_64),
    }
}

/// An object with nothing in it but the section of records.
pub(crate) fn marker(
    architecture: Architecture,
    section: &[u8],
) -> Result<Vec<u8>, object::write::Error> {
    let mut made = Object::new(BinaryFormat::Elf, architecture, Endianness::Little);
    let mut add = |name: &str, data: &[u8]| {
        let id: SectionId =
            made.add_section(Vec::new(), name.as_bytes().to_vec(), SectionKind::Other);
        made.append_section_data(id, data, 1);
    };
    add(SECTION, section);
    // Without it linkers think that the stack has to be executable.
    add(".note.GNU-stack", &[]);
    made.write()
}

fn is_elf(path: &Path) -> bool {
    use std::io::Read;
    let mut start = [0; 4];
    let read = std::fs::File::open(path).and_then(|mut file| {
        // Not what is no file, such as a device.
        match file.metadata()?.is_file() {
            true => file.read_exact(&mut start),
            false => Ok(()),
        }
    });
    read.is_ok() && start == *b"\x7fELF"
}

/// Adds the section with records to an object.
fn add_section(object: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    let directory = scratch::ScratchDirectory::new().map_err(BuildError::file(object))?;
    let file = directory.path().join("records");
    std::fs::write(&file, bytes).map_err(BuildError::file(&file))?;
    // From its directory: the name of the new file is made of this one, and each `%` in that is replaced.
    let (Some(parent), Some(name)) = (object.parent(), object.file_name()) else {
        return Ok(());
    };
    let output = Command::new(OBJCOPY)
        .current_dir(parent)
        .arg(format!("--add-section={SECTION}={}", file.display()))
        // In place: it replaces the file when the new one is whole.
        .arg(Path::new(".").join(name))
        .stdin(Stdio::null())
        .output()
        .map_err(|error| BuildError::Tool {
            tool: OBJCOPY.to_owned(),
            message: error.to_string(),
        })?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
            Err(BuildError::damaged(object, &said))
        }
    }
}
