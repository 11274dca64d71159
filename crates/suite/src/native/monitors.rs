//! Monitors of specifications in native runs.

use super::build::{compile, execute, linker};
use super::redirect::{Renamed, redirected};
use crate::monitors::{IN_PLACE_OF, WATCHED};
use crate::{MonitorPlan, Plan, Suite, SuiteError};
use std::path::{Path, PathBuf};
use std::process::Command;

const OBJCOPY: &str = "llvm-objcopy-19";

/// Other names of the functions of libraries that are watched, for objects of the program.
pub(super) fn watched(plan: &Plan) -> Renamed {
    let mut renamed = Renamed::default();
    let foreign = plan.monitors.iter().flat_map(|monitors| &monitors.foreign);
    for name in foreign {
        renamed.add(name, format!("{IN_PLACE_OF}{name}"));
    }
    renamed
}

/// The object with the monitors, if there are any: it allocates as the program does.
pub(super) fn monitors(
    suite: &Suite,
    work: &Path,
    sanitized: bool,
) -> Result<Option<PathBuf>, SuiteError> {
    let plan = &suite.plan;
    let Some(MonitorPlan {
        source,
        own,
        foreign,
        ..
    }) = &plan.monitors
    else {
        return Ok(None);
    };
    let mut flags = plan.cflags.clone();
    flags.extend(["-g", "-O0"].map(str::to_owned));
    let include = suite.directory.join("build/include");
    flags.push(format!("-I{}", include.display()));
    let name = match sanitized {
        true => "monitors-checked",
        false => "monitors",
    };
    let object = compile(&suite.directory.join(source), work, name, &flags)?;
    // What conditions call themselves is no event.
    let own = own
        .iter()
        .map(|name| format!("--redefine-sym={name}={WATCHED}{name}"));
    let foreign = foreign
        .iter()
        .map(|name| format!("--redefine-sym={WATCHED}{name}={name}"));
    execute(Command::new(OBJCOPY).args(own.chain(foreign)).arg(&object))?;
    let redirected = redirected(plan, sanitized);
    execute(
        Command::new(OBJCOPY)
            .args(redirected.options())
            .arg(&object),
    )?;
    Ok(Some(object))
}

/// Options for the linker that has other functions called in place of those of the program that are watched.
pub(super) fn wrapped(plan: &Plan) -> Result<Vec<String>, SuiteError> {
    let own = plan.monitors.iter().flat_map(|monitors| &monitors.own);
    let options: Vec<String> = own.map(|name| format!("-Wl,--wrap={name}")).collect();
    if !options.is_empty() && linker().is_empty() {
        return Err(SuiteError::Build {
            command: "clang-19 -fuse-ld=lld".to_owned(),
            output: "functions of the program can be watched only with LLVM's linker, ld.lld-19: GNU's does not \
                     see calls in the file that defines a function"
                .to_owned(),
        });
    }
    Ok(options)
}
