//! `wayfarer ir`.

use crate::{Usage, arguments::Ir, built, c, exit};
use ir::FunctionId;
use ir::analysis::{CallGraph, Effects, World, functions_of};
use std::io::Write;

/// Prints a program.
pub fn run(options: &Ir) -> anyhow::Result<u8> {
    if options.program.files.is_empty() {
        return Err(Usage("which program? There is no FILE".to_owned()).into());
    }
    let mut program = options.program.clone();
    built::expand(&mut program)?;
    let work = scratch::ScratchDirectory::new()?;
    let build = c::build(&program, options.function.is_some(), work.path())?;
    let module = build.module;
    let shown = |function: &ir::Function| match &options.function {
        Some(name) => function.name == *name,
        None => !function.is_declaration() && (function.user || options.library),
    };
    let effects = options.effects.then(|| {
        let functions = functions_of(&module);
        let calls = CallGraph::new(&module, &functions);
        Effects::new(&functions, &calls, World::Closed)
    });
    let mut out = std::io::stdout().lock();
    let mut any = false;
    for (index, function) in module.functions.iter().enumerate() {
        if shown(function) {
            any = true;
            let id = FunctionId(index as u32);
            match &effects {
                Some(effects) => {
                    let words = effects.of(id).in_words(&module, function);
                    writeln!(out, "{}: {words}", function.name)?;
                }
                None => write!(out, "{}", ir::function_text(&module, id))?,
            }
        }
    }
    match &options.function {
        Some(name) if !any => Err(Usage(format!("--function {name}: the program has none")).into()),
        _ => Ok(exit::NOTHING_FOUND),
    }
}
