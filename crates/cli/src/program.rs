//! From files on the command line to a program in the intermediate representation.

use crate::Usage;
use crate::arguments::{ProgramOptions, Uninit};
use llvm::{Build, BuildOptions, Checks};
use std::path::{Path, PathBuf};

/// What `--check` knows.
const CHECKS: &[&str] = &[
    "overflow",
    "unsigned-overflow",
    "pointer-overflow",
    "float-cast",
    "vla-bound",
    "uninit",
    "leak",
];

/// Builds the program; intermediate files go to `work`.
pub fn build(options: &ProgramOptions, all_functions: bool, work: &Path) -> anyhow::Result<Build> {
    for check in &options.check {
        if !CHECKS.contains(&check.as_str()) {
            let known = CHECKS.join(", ");
            return Err(Usage(format!("--check {check}: unknown; there are {known}")).into());
        }
    }
    if options.uninit == Uninit::Free && options.check.iter().any(|check| check == "uninit") {
        let text = "--uninit free leaves no read of memory never written for --check uninit";
        return Err(Usage(text.to_owned()).into());
    }
    let has = |name: &str| options.check.iter().any(|check| check == name);
    let checks = Checks {
        overflow: has("overflow"),
        unsigned_overflow: has("unsigned-overflow"),
        pointer_overflow: has("pointer-overflow"),
        float_cast: has("float-cast"),
        vla_bound: has("vla-bound"),
        uninit: has("uninit") || options.uninit == Uninit::Free,
    };
    let mut cflags = flags(&options.cflags);
    if all_functions {
        // A static function that nothing calls would not be there to be explored.
        cflags.extend(["-Xclang", "-femit-all-decls"].map(str::to_owned));
    }
    let build_options = BuildOptions {
        cflags,
        optimisation: options.optimise,
        checks,
        error_label: options.error_label.clone(),
        cache: cache_directory(),
        ..BuildOptions::default()
    };
    Ok(llvm::build(&options.files, work, &build_options)?)
}

/// Compiler flags, split at white space.
pub fn flags(cflags: &[String]) -> Vec<String> {
    cflags
        .iter()
        .flat_map(|flags| flags.split_whitespace())
        .map(str::to_owned)
        .collect()
}

/// Where compiled library models are kept between runs.
fn cache_directory() -> Option<PathBuf> {
    let variable = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")))?;
    Some(cache.join("wayfarer"))
}
