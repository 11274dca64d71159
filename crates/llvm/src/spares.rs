//! Sources that are part of a program only if something in it needs them, as members of an archive.

use crate::clang::{self, Compiler};
use crate::reader::{Context, Module};
use crate::{LlvmError, foreign};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A source that a program may need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spare {
    /// The source.
    pub source: PathBuf,
    /// The functions and variables that it defines for others.
    pub defines: Vec<String>,
}

/// Compiles spares and links them to a program.
pub struct SpareLinker<'a, 'c> {
    /// The context of the program's bitcode.
    pub context: &'c Context,
    /// Where files are put that are made on the way.
    pub work: &'a Path,
    /// How they are compiled.
    pub compiler: &'a Compiler<'a>,
}

impl<'c> SpareLinker<'_, 'c> {
    /// Links those that define what the program only declares, and what these need, until none is needed.
    /// Gives their sources.
    pub fn link(
        &self,
        program: &mut Module<'c>,
        warnings: &mut Vec<String>,
    ) -> Result<Vec<PathBuf>, LlvmError> {
        let mut left: Vec<&Spare> = self.compiler.options.spares.iter().collect();
        let mut used = Vec::new();
        while !left.is_empty() {
            // What is defined elsewhere, and only shown to the optimiser here.
            program.run_passes("elim-avail-extern")?;
            let mut missing = declared(program);
            let mut needed = Vec::new();
            left.retain(|spare| {
                let before = missing.len();
                missing.retain(|name| !spare.defines.contains(name));
                let is_needed = missing.len() < before;
                if is_needed {
                    needed.push(spare.source.clone());
                }
                !is_needed
            });
            if needed.is_empty() {
                break;
            }
            let work = self.work.join(format!("spares-{}", used.len()));
            std::fs::create_dir_all(&work).map_err(|error| LlvmError::write(&work, &error))?;
            let compiled = clang::compile_all(&needed, &work, self.compiler, warnings)?;
            for (source, path) in needed.iter().zip(&compiled.bitcode) {
                let module = Module::read(self.context, path)?;
                foreign::check_target(&module, source)?;
                program.link(module)?;
            }
            used.extend(needed);
        }
        Ok(used)
    }
}

/// The functions and variables that a program does not define.
fn declared(program: &Module<'_>) -> BTreeSet<String> {
    let all = program.functions().chain(program.globals());
    let declared = all.filter(|value| value.is_declaration());
    declared.map(|value| value.name()).collect()
}
