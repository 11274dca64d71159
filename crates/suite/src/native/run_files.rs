//! The files of a native run: what the runtime gives the program, and what comes out.

use crate::{EntryPoint, MadeBy, MemoryInput, Plan, Suite, SuiteError, TestCase};
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Where the files of a test are while it is run. Those of the next one have the same names, so that it can run in the same
/// namespaces.
pub(super) const OF_TEST: &str = "test";

/// Inputs by name.
pub(super) const INPUTS_FILE: &str = ".wf-inputs";

/// The arguments of a function under test.
pub(super) const ENTRY_FILE: &str = ".wf-entry";

/// The arguments and the environment of the process.
pub(super) const PROCESS_FILE: &str = ".wf-process";

/// What memory never written holds.
pub(super) const MEMORY_FILE: &str = ".wf-memory";

/// All of these.
pub(super) const OWN_FILES: [&str; 4] = [INPUTS_FILE, ENTRY_FILE, PROCESS_FILE, MEMORY_FILE];

/// What the program with sanitizers says of itself, and what it has executed.
pub(super) const NOTES_FILE: &str = ".wf-notes";
pub(super) const PROFILE_FILE: &str = ".wf-profile";

/// Where a run of a test has its files.
pub(super) struct RunFiles {
    /// It starts there.
    pub(super) directory: PathBuf,
    pub(super) readable: Vec<PathBuf>,
    pub(super) writable: Vec<PathBuf>,
}

impl RunFiles {
    /// What the program with sanitizers says of itself.
    pub(super) fn notes(&self) -> &Path {
        &self.writable[0]
    }

    /// What it has executed.
    pub(super) fn profile(&self) -> &Path {
        &self.writable[1]
    }
}

/// Writes what the runtime gives the program.
pub(super) fn write_inputs(
    suite: &Suite,
    test: &TestCase,
    directory: &Path,
) -> Result<(), SuiteError> {
    let write = |name: &str, contents: &[u8]| {
        let path = directory.join(name);
        std::fs::write(&path, contents).map_err(SuiteError::io(&path))
    };
    write(INPUTS_FILE, &input_file(test))?;
    write(PROCESS_FILE, &process_file(&suite.plan, test))?;
    if let EntryPoint::Function { parameters, .. } = &suite.plan.entry {
        let entry = test.entry.clone().unwrap_or_default();
        if let Some(problem) = entry.problem(parameters.len()) {
            return Err(SuiteError::format(&suite.test_file(test.id), problem));
        }
        write(ENTRY_FILE, &entry.to_bytes(&suite.plan))?;
    }
    if suite.plan.free_memory {
        write(MEMORY_FILE, &memory_file(test))?;
    }
    Ok(())
}

/// The mode of files that programs write.
const MODE: u32 = 0o600;

/// Makes files, or takes out what they hold. What somebody may still write to, or has changed the mode of, is made anew: a sandbox
/// that sees it does not see the new one.
pub(super) fn make_empty(files: &[PathBuf], keep: bool) -> Result<(), SuiteError> {
    let mut all = files.iter();
    all.try_for_each(|file| make_one_empty(file, keep).map_err(SuiteError::io(file)))
}

fn make_one_empty(file: &Path, keep: bool) -> std::io::Result<()> {
    let known = file.symlink_metadata();
    let is_kept = keep && known.is_ok_and(|it| it.is_file() && it.mode() & 0o7777 == MODE);
    if !is_kept {
        match std::fs::remove_file(file) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    let mut options = std::fs::File::options();
    options.write(true).create(true).truncate(true).mode(MODE);
    options.open(file).map(drop)
}

/// The same of a directory: a sandbox that sees it sees it afterwards.
pub(super) fn make_empty_directory(path: &Path) -> std::io::Result<()> {
    match std::fs::create_dir(path) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        made => return made,
    }
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => std::fs::remove_dir_all(entry.path())?,
            false => std::fs::remove_file(entry.path())?,
        }
    }
    Ok(())
}

/// What memory never written holds, as the runtime reads it.
fn memory_file(test: &TestCase) -> Vec<u8> {
    let known: Vec<&MemoryInput> = test.memory.iter().filter(|it| it.number > 0).collect();
    let mut out = (known.len() as u32).to_le_bytes().to_vec();
    for stretch in known {
        let kind: u32 = match stretch.object {
            MadeBy::Call => 0,
            MadeBy::Allocation => 1,
        };
        out.extend(kind.to_le_bytes());
        out.extend(stretch.number.to_le_bytes());
        out.extend(u64::from(stretch.offset).to_le_bytes());
        out.extend((stretch.input.bytes.len() as u64).to_le_bytes());
        out.extend(&stretch.input.bytes);
    }
    out
}

/// The test's inputs as the runtime reads them.
fn input_file(test: &TestCase) -> Vec<u8> {
    let length = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut out = length(test.inputs.len()).to_vec();
    for input in &test.inputs {
        out.extend(length(input.name.len()));
        out.extend(input.name.as_bytes());
        out.extend((input.bytes.len() as u64).to_le_bytes());
        out.extend(&input.bytes);
    }
    out
}

/// Arguments, the program's name first, and environment as the runtime reads them.
fn process_file(plan: &Plan, test: &TestCase) -> Vec<u8> {
    let name = plan.program_name.as_bytes();
    let arguments = test.arguments.iter().map(|argument| &*argument.hex);
    let arguments: Vec<&[u8]> = std::iter::once(name).chain(arguments).collect();
    let environment: Vec<&[u8]> = test.environment.iter().map(|it| &*it.hex).collect();
    let mut out = Vec::new();
    for texts in [arguments, environment] {
        out.extend(u32::try_from(texts.len()).unwrap_or(u32::MAX).to_le_bytes());
        for text in texts {
            out.extend((text.len() as u64).to_le_bytes());
            out.extend(text);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn files_that_others_may_write_or_have_closed_are_made_anew() {
        let place = tempfile::tempdir().expect("a directory");
        let file = place.path().join("notes");
        let number = |keep: bool| {
            make_empty(std::slice::from_ref(&file), keep).expect("it is made");
            let about = file.metadata().expect("it is there");
            assert_eq!((about.len(), about.mode() & 0o7777), (0, MODE));
            // So that no other file gets its number.
            (
                about.ino(),
                std::fs::File::open(&file).expect("it is opened"),
            )
        };
        let (first, _held) = number(true);
        std::fs::write(&file, "said").expect("it is written");
        let (second, _held) = number(true);
        assert_eq!(first, second);
        let (third, _held) = number(false);
        assert_ne!(second, third);
        let closed = std::fs::Permissions::from_mode(0o000);
        std::fs::set_permissions(&file, closed).expect("its mode is changed");
        let (fourth, _held) = number(true);
        assert_ne!(third, fourth);
    }
}
