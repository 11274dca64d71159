//! Builds the program natively: once from its sources with sanitizers and coverage, once from the
//! instrumented bitcode to log decisions.

use crate::{EntryPoint, Suite, SuiteError};
use std::path::{Path, PathBuf};
use std::process::Command;

const CLANG: &str = "clang-19";
const OBJCOPY: &str = "llvm-objcopy-19";
const INPUTS_SOURCE: &str = include_str!("../../runtime/inputs.c");
const REPLAY_SOURCE: &str = include_str!("../../runtime/replay.c");

/// The native programs of a suite.
#[derive(Clone, Debug)]
pub(crate) struct Binaries {
    /// With AddressSanitizer and UndefinedBehaviorSanitizer where built from sources.
    pub(crate) checked: PathBuf,
    /// True if `checked` has sanitizers and coverage: it was built from sources.
    pub(crate) sanitized: bool,
    /// Logs decisions; `None` if the suite has no instrumented bitcode.
    pub(crate) decisions: Option<PathBuf>,
}

/// Builds both programs in `work`.
pub(crate) fn build(suite: &Suite, work: &Path) -> Result<Binaries, SuiteError> {
    let plan = &suite.plan;
    let is_c = |path: &PathBuf| path.extension().is_some_and(|e| e == "c" || e == "i");
    let sanitized = plan.sources.iter().all(is_c);
    let write = |name: &str, text: &str| {
        let path = work.join(name);
        std::fs::write(&path, text)
            .map_err(SuiteError::io(&path))
            .map(|()| path)
    };
    write("inputs.c", INPUTS_SOURCE)?;
    let replay = write("replay.c", REPLAY_SOURCE)?;
    let support = vec![compile(&replay, work, "replay", &["-O1".to_owned()])?];
    let mut objects = Vec::new();
    for (index, source) in plan.sources.iter().enumerate() {
        let mut flags = plan.cflags.clone();
        if sanitized {
            flags.extend(SANITIZERS.iter().map(|&flag| flag.to_owned()));
            for check in &plan.checks {
                flags.extend(check_flag(check).map(str::to_owned));
            }
        }
        flags.extend(["-g", "-O0"].map(str::to_owned));
        flags.push(format!(
            "-I{}",
            suite.directory.join("build/include").display()
        ));
        if matches!(plan.entry, EntryPoint::Function { .. }) {
            flags.extend(["-Xclang", "-femit-all-decls"].map(str::to_owned));
        }
        let object = compile(source, work, &format!("user{index}"), &flags)?;
        expose(&object, &plan.entry)?;
        objects.push(object);
    }
    let checked = work.join("checked");
    let sanitizers: &[&str] = if sanitized { SANITIZERS } else { &[] };
    link(
        &checked,
        objects.iter().chain(&support),
        sanitizers,
        &plan.cflags,
    )?;
    let mut decisions = None;
    if let Some(bitcode) = &plan.decisions_bitcode {
        let bitcode = suite.directory.join(bitcode);
        let object = compile(&bitcode, work, "instrumented", &["-O0".to_owned()])?;
        expose(&object, &plan.entry)?;
        let program = work.join("decisions");
        link(
            &program,
            std::iter::once(&object).chain(&support),
            &[],
            &plan.cflags,
        )?;
        decisions = Some(program);
    }
    Ok(Binaries {
        checked,
        sanitized,
        decisions,
    })
}

/// Reports go on where they can: the machine may predict an end behind undefined behaviour that
/// nobody asked to be told of.
const SANITIZERS: &[&str] = &[
    "-fsanitize=address,undefined",
    "-fsanitize-recover=all",
    "-fno-omit-frame-pointer",
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
];

/// Sanitizer of a check beyond those that `undefined` has.
fn check_flag(check: &str) -> Option<&'static str> {
    match check {
        "unsigned-overflow" => Some("-fsanitize=unsigned-integer-overflow"),
        "float-cast" => Some("-fsanitize=float-cast-overflow"),
        _ => None,
    }
}

fn compile(
    source: &Path,
    work: &Path,
    name: &str,
    flags: &[String],
) -> Result<PathBuf, SuiteError> {
    let object = work.join(name).with_extension("o");
    let mut command = Command::new(CLANG);
    execute(
        command
            .arg("-w")
            .args(flags)
            .arg("-c")
            .arg(source)
            .arg("-o")
            .arg(&object),
    )?;
    Ok(object)
}

/// Lets the harness call a static function under test, and have `main` for itself.
fn expose(object: &Path, entry: &EntryPoint) -> Result<(), SuiteError> {
    let EntryPoint::Function { name, .. } = entry else {
        return Ok(());
    };
    let mut command = Command::new(OBJCOPY);
    command.arg(format!("--globalize-symbol={name}"));
    if name == "main" {
        command.arg("--redefine-sym=main=wf_program_main");
    } else {
        command.arg("--redefine-sym=main=wf_unused_main");
    }
    execute(command.arg(object))
}

fn link<'a>(
    program: &Path,
    objects: impl Iterator<Item = &'a PathBuf>,
    flags: &[&str],
    cflags: &[String],
) -> Result<(), SuiteError> {
    let mut command = Command::new(CLANG);
    command.args(flags).args(objects).arg("-o").arg(program);
    command.args(
        cflags
            .iter()
            .filter(|flag| flag.starts_with("-l") || flag.starts_with("-L")),
    );
    execute(command.args(["-lm", "-lpthread"]))
}

fn execute(command: &mut Command) -> Result<(), SuiteError> {
    let output = match command.output() {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    Err(SuiteError::Build {
        command: format!("{command:?}"),
        output,
    })
}
