//! `wayfarer ir`.

use crate::{Usage, arguments::Ir, exit, program};
use ir::FunctionId;
use std::io::Write;

/// Prints a program.
pub fn run(options: &Ir) -> anyhow::Result<u8> {
    let work = scratch::ScratchDirectory::new()?;
    let build = program::build(&options.program, options.function.is_some(), work.path())?;
    let module = build.module;
    let shown = |function: &ir::Function| match &options.function {
        Some(name) => function.name == *name,
        None => !function.is_declaration() && (function.user || options.library),
    };
    let mut out = std::io::stdout().lock();
    let mut any = false;
    for (index, function) in module.functions.iter().enumerate() {
        if shown(function) {
            any = true;
            write!(
                out,
                "{}",
                ir::function_text(&module, FunctionId(index as u32))
            )?;
        }
    }
    match &options.function {
        Some(name) if !any => Err(Usage(format!("--function {name}: the program has none")).into()),
        _ => Ok(exit::NOTHING_FOUND),
    }
}
