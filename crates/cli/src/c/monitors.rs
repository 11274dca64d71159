//! Specifications of C programs (`--spec`).

use super::program::flags;
use crate::Usage;
use crate::arguments::ProgramOptions;
use crate::specifications::{self, Specifications, written};
use anyhow::Context;
use llvm::{ErrnoUse, Monitored, Monitors};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use suite::monitors::{IN_PLACE_OF, SpecificationSource, WATCHED, in_c};

/// The source with the monitors, in the directory of what is built.
const SOURCE: &str = "specification.c";

/// The specifications that a program is watched over by, and their monitors in a file.
pub struct Watched {
    sources: Vec<SpecificationSource>,
    file: PathBuf,
    /// Its name in what the compiler says.
    name: PathBuf,
    functions: Vec<String>,
    /// The functions that files of the user speak of.
    expected: Vec<String>,
    starts_at_main: bool,
}

/// The monitors of the specifications that options name, which are written to `work`. `None` if they name none.
///
/// `starts_at_main`: the program runs from its beginning, and has all its functions: nothing has set `errno` before.
pub fn read(
    options: &ProgramOptions,
    work: &Path,
    starts_at_main: bool,
) -> anyhow::Result<Option<Watched>> {
    if options.spec.is_empty() {
        return Ok(None);
    }
    let optimises = |flag: &String| flag.starts_with("-O") && flag != "-O0";
    if options.optimise > 0 || flags(&options.cflags).iter().any(optimises) {
        let message = "--spec: not together with --optimise or -O: calls that the compiler has inlined or changed \
                       would not be seen";
        return Err(Usage(message.to_owned()).into());
    }
    std::fs::create_dir_all(work).with_context(|| work.display().to_string())?;
    let mut sources = Vec::new();
    let mut expected = Vec::new();
    for path in &options.spec {
        let Specifications { source, is_own } =
            specifications::read(path, specifications::OF_C, work)?;
        if is_own {
            let functions = source.contents.functions.iter();
            expected.extend(functions.map(|function| function.name.clone()));
        }
        sources.push(source);
    }
    let file = work.join(SOURCE);
    let name = std::path::absolute(&file).with_context(|| file.display().to_string())?;
    let made = in_c(&sources, &name, None).map_err(|it| Usage(it.to_string()))?;
    written(&file, &made.text)?;
    Ok(Some(Watched {
        sources,
        file,
        name,
        functions: made.functions,
        expected,
        starts_at_main,
    }))
}

impl Watched {
    /// The monitors as the program is linked with them.
    pub fn monitors(&self) -> Monitors {
        Monitors {
            source: self.file.clone(),
            functions: self.functions.clone(),
            expected: self.expected.clone(),
            watches_errno: self.starts_at_main,
            in_place_of: IN_PLACE_OF.to_owned(),
            watched: WATCHED.to_owned(),
        }
    }

    /// Leaves in the file, which tests are linked with, what is for functions that the program calls.
    pub fn keep(&self, monitored: &Monitored) -> anyhow::Result<()> {
        let called = [&monitored.own[..], &monitored.foreign].concat();
        let made = in_c(&self.sources, &self.name, Some(&called));
        let made = made.map_err(|it| Usage(it.to_string()))?;
        let uses = errno_uses(monitored);
        written(&self.file, &format!("{}{uses}", made.text))?;
        Ok(())
    }
}

/// What the program compiled from its sources calls where it uses `errno`, if that is watched: as the machine does, it
/// goes on to what is watched there. The compiler names the places in both in the same way.
fn errno_uses(monitored: &Monitored) -> String {
    let mut cases = String::new();
    for (place, used) in &monitored.errno_uses {
        let function = match used {
            ErrnoUse::Read => "wf_errno_read",
            ErrnoUse::Set => "wf_errno_set",
            ErrnoUse::Copied => continue,
        };
        if !monitored.foreign.iter().any(|name| name == function) {
            continue;
        }
        let (file, line, number) = (
            suite::c_string_literal(&place.file),
            place.line,
            place.number,
        );
        let _ = writeln!(
            cases,
            "  if (line == {line} && number == {number} && !__builtin_strcmp(file, {file}))\n    \
             return {IN_PLACE_OF}{function}();"
        );
    }
    if monitored.errno_uses.is_empty() {
        return cases;
    }
    format!(
        "/* Where errno is used, and what for. */\n\
         #undef __errno_location\nextern int *__errno_location(void);\n\
         int *wf_errno(const char *file, int line, int number) {{\n{cases}  return __errno_location();\n}}\n"
    )
}
