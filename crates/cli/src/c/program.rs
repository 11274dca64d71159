//! From files on the command line to a program in the intermediate representation.

use super::monitors::{self, Watched};
use crate::Usage;
use crate::arguments::{ProgramOptions, Uninit};
use llvm::{Build, BuildOptions, Checks};
use std::path::Path;
use suite::Check;

/// Builds the program; intermediate files go to `work`.
pub fn build(options: &ProgramOptions, all_functions: bool, work: &Path) -> anyhow::Result<Build> {
    let has = |check| options.check.contains(&check);
    if options.uninit == Uninit::Free && has(Check::Uninit) {
        let text = "--uninit free leaves no read of memory never written for --check uninit";
        return Err(Usage(text.to_owned()).into());
    }
    let checks = Checks {
        overflow: has(Check::Overflow),
        unsigned_overflow: has(Check::UnsignedOverflow),
        pointer_overflow: has(Check::PointerOverflow),
        float_cast: has(Check::FloatCast),
        vla_bound: has(Check::VlaBound),
        uninit: has(Check::Uninit) || options.uninit == Uninit::Free,
    };
    let mut cflags = flags(&options.cflags);
    if all_functions {
        // A static function that nothing calls would not be there to be explored.
        cflags.extend(["-Xclang", "-femit-all-decls"].map(str::to_owned));
    }
    let starts_at_main = !all_functions && !options.has_stubs;
    let watched = monitors::read(options, work, starts_at_main)?;
    let build_options = BuildOptions {
        monitors: watched.as_ref().map(Watched::monitors),
        cflags,
        own_flags: options.own_flags.clone(),
        spares: options.spares.clone(),
        optimisation: options.optimise,
        checks,
        error_label: options.error_label.clone(),
        cache: scratch::cache_directory(),
        ..BuildOptions::default()
    };
    let build = llvm::build(&options.files, work, &build_options)?;
    if let Some((watched, monitored)) = watched.zip(build.monitored.as_ref()) {
        watched.keep(monitored)?;
    }
    Ok(build)
}

/// Compiler flags, split at white space.
pub fn flags(cflags: &[String]) -> Vec<String> {
    cflags
        .iter()
        .flat_map(|flags| flags.split_whitespace())
        .map(str::to_owned)
        .collect()
}
