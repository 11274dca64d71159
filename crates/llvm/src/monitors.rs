//! Functions that are called in place of others, as the linker's `--wrap` has it.

use crate::LlvmError;
use crate::clang::{self, Compiler};
use crate::errno_uses::{self, ErrnoPlace, ErrnoUse};
use crate::reader::{Context, Module};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A source with functions that are called in place of others.
#[derive(Clone, Debug)]
pub struct Monitors {
    /// The source. It is no part of the program: its errors are those of who calls it.
    pub source: PathBuf,
    /// The functions in whose place those of the source are called, which have [`Monitors::in_place_of`] before
    /// their names.
    pub functions: Vec<String>,
    /// Those of them that the program is expected to call.
    pub expected: Vec<String>,
    /// Whether uses of `errno` may be watched: nothing but the program, from its beginning, has set it.
    pub watches_errno: bool,
    /// What stands before the name of a function that is called in place of another.
    pub in_place_of: String,
    /// What stands before the name where the source calls the function itself.
    pub watched: String,
}

/// Functions in whose place others are called.
#[derive(Clone, Debug)]
pub struct Monitored {
    /// The source with those others.
    pub source: PathBuf,
    /// Functions that the program defines.
    pub own: Vec<String>,
    /// Functions of libraries that it calls.
    pub foreign: Vec<String>,
    /// What stands before the name of a function that is called in place of another.
    pub in_place_of: String,
    /// Where the program uses `errno`, if that is watched.
    pub errno_uses: BTreeMap<ErrnoPlace, ErrnoUse>,
}

impl Monitored {
    /// The functions that are called in place of those that the program defines: a run may begin with one.
    pub(crate) fn entries(&self) -> Vec<String> {
        let own = self.own.iter();
        own.map(|name| format!("{}{name}", self.in_place_of))
            .collect()
    }
}

/// Functions that <stdarg.h> for programs under test calls with lists of arguments, if [`WATCHED_LISTS`] is defined.
const OF_LISTS: &[&str] = &[
    "wf_va_start",
    "wf_va_end",
    "wf_va_copy",
    "wf_va_arg",
    "wf_va_list_left",
];
/// See [`OF_LISTS`]. Declarations of lists have an attribute then that is for variables, wherever they stand.
const WATCHED_LISTS: &[&str] = &["-DWF_WATCHED_VA_LIST", "-Wno-attributes"];
/// Has <errno.h> for programs under test tell of uses of `errno`.
pub(crate) const WATCHED_ERRNO: &str = "-DWF_WATCHED_ERRNO";

impl Monitors {
    /// What the program is compiled with, so that what is watched can be seen.
    pub(crate) fn flags(&self) -> Vec<&'static str> {
        let watches =
            |names: &[&str]| (self.functions.iter()).any(|name| names.contains(&name.as_str()));
        let mut flags = Vec::new();
        if watches(OF_LISTS) {
            flags.extend(WATCHED_LISTS);
        }
        if self.watches_errno && watches(&[errno_uses::READ, errno_uses::SET]) {
            flags.push(WATCHED_ERRNO);
        }
        flags
    }
}

/// What monitors are compiled with: they run at every event. Conditions stay branches.
const PASSES: &str = "function(mem2reg,early-cse,jump-threading,adce,simplifycfg<no-sink-common-insts;\
                      no-hoist-common-insts;no-speculate-blocks;no-simplify-cond-branch>)";

/// Where and how the source is compiled.
pub(crate) struct Place<'a, 'c> {
    pub(crate) context: &'c Context,
    pub(crate) work: &'a Path,
    pub(crate) compiler: &'a Compiler<'a>,
}

impl<'c> Place<'_, 'c> {
    /// Links the functions of a source into a program, and has it call them.
    pub(crate) fn link(
        &mut self,
        monitors: &Monitors,
        user: &mut Module<'c>,
        warnings: &mut Vec<String>,
    ) -> Result<Monitored, LlvmError> {
        let (mut own, mut foreign) = (Vec::new(), Vec::new());
        for name in &monitors.functions {
            let Some(function) = user.function(name) else {
                if monitors.expected.contains(name) {
                    warnings.push(format!("--spec: the program does not call {name}"));
                }
                continue;
            };
            if function.is_internal() {
                return Err(LlvmError::Monitor {
                    function: name.clone(),
                    message: "it is static: nothing can be called in its place when tests are run"
                        .to_owned(),
                });
            }
            match function.is_declaration() {
                true => foreign.push(name.clone()),
                false => own.push(name.clone()),
            }
        }
        let mut source = self.compile(&monitors.source)?;
        source.run_passes(PASSES)?;
        for name in own.iter().chain(&foreign) {
            let watched = format!("{}{name}", monitors.watched);
            if !user.has_same_type(name, &source, &watched) {
                return Err(LlvmError::Monitor {
                    function: name.clone(),
                    message: "the specification declares it with another type than the program"
                        .to_owned(),
                });
            }
            user.call_instead(name, &format!("{}{name}", monitors.in_place_of));
        }
        user.link(source)?;
        for name in &monitors.functions {
            user.resolve(&format!("{}{name}", monitors.watched), name);
        }
        Ok(Monitored {
            source: monitors.source.clone(),
            own,
            foreign,
            in_place_of: monitors.in_place_of.clone(),
            errno_uses: BTreeMap::new(),
        })
    }

    fn compile(&self, source: &Path) -> Result<Module<'c>, LlvmError> {
        let options = self.compiler.options;
        let mut flags = [
            "-emit-llvm",
            "-c",
            "-w",
            "-gline-tables-only",
            // Conditions are to be branches.
            "-O0",
            "-Xclang",
            "-disable-O0-optnone",
            "-fno-discard-value-names",
            "-fno-color-diagnostics",
            "-U_FORTIFY_SOURCE",
            "-D__NO_CTYPE",
            // No call of a function that has the machine told.
            "-Dwf_specification_step=wf__monitor_step",
        ]
        .map(str::to_owned)
        .to_vec();
        flags.push(format!("-I{}", self.compiler.headers.display()));
        let include = options.include.iter();
        flags.extend(include.map(|path| format!("-I{}", path.display())));
        flags.extend(options.cflags.iter().cloned());
        let output = self.work.join("monitors.bc");
        clang::run_clang(&options.clang, &flags, source, &output)?;
        Module::read(self.context, &output)
    }
}

/// Gives the parameters of functions that are called in place of others the names and types that the source has
/// for those: a run may begin with one.
pub(crate) fn tell_types(module: &mut ir::Module, monitored: &Monitored) {
    for name in &monitored.own {
        let found = |name: &str| {
            let functions = module.functions.iter();
            functions.clone().position(|function| function.name == name)
        };
        let other = format!("{}{name}", monitored.in_place_of);
        let (Some(own), Some(other)) = (found(name), found(&other)) else {
            continue;
        };
        let own = Arc::clone(&module.functions[own]);
        let other = Arc::make_mut(&mut module.functions[other]);
        for (to, from) in other.parameters.iter_mut().zip(&own.parameters) {
            to.name.clone_from(&from.name);
            to.source_type = from.source_type;
        }
        other.source_parameters.clone_from(&own.source_parameters);
        other.source_result = own.source_result;
    }
}
