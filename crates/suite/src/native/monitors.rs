//! Monitors of specifications in native runs.

use super::build::{compile, linker};
use super::redirect::redirected;
use super::symbols::Changes;
use crate::monitors::{IN_PLACE_OF, WATCHED};
use crate::{MonitorPlan, Plan, Suite, SuiteError};
use std::path::{Path, PathBuf};

/// Other names of the functions of libraries that are watched, for objects of the program.
pub(super) fn watched(plan: &Plan) -> Changes {
    let mut changes = Changes::default();
    let foreign = plan.monitors.iter().flat_map(|monitors| &monitors.foreign);
    for name in foreign {
        changes.rename(name, format!("{IN_PLACE_OF}{name}"));
    }
    changes
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
    let mut flags = [plan.cflags.clone(), plan.machine_flags()].concat();
    flags.extend(["-g", "-O0"].map(str::to_owned));
    let include = suite.directory.join("build/include");
    flags.push(format!("-I{}", include.display()));
    let name = match sanitized {
        true => "monitors-checked",
        false => "monitors",
    };
    let object = compile(&suite.directory.join(source), work, name, &flags)?;
    // What conditions call themselves is no event.
    let mut changes = Changes::default();
    for name in own {
        changes.rename(name, format!("{WATCHED}{name}"));
    }
    for name in foreign {
        changes.rename(&format!("{WATCHED}{name}"), name.clone());
    }
    changes.make(&object)?;
    redirected(plan, sanitized).make(&object)?;
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
