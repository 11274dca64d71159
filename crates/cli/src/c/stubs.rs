//! Functions without body and variables that are defined nowhere (`--stub-undefined`), as a source of its own that is
//! linked with the program: each function returns an input, and with `--stub-writes` writes inputs behind its pointers;
//! variables are zero. So native runs have them, too, in the place of what the C library may have.

use super::program;
use super::stub_text::{MOST_PARTS, StubbedFunction, VARIABLES, stub_source};
use crate::plan::CPlan;
use anyhow::Context;
use ir::analysis::functions_of;
use ir::{Constant, Function, FunctionId, Global, InstructionKind, Operand, Program, SourceType};
use llvm::Build;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Where the source with the functions is, in the directory of what is built.
const SOURCE: &str = "stubs.c";
/// What variables are called by which the compiler says what type a function has, before its name.
const TYPE_OF: &str = "wf_type_of_";

/// The plan with such a source in it, and what the summary says of it; `None` if nothing is missing whose type is known.
/// The program is `build`.
pub fn plan(c: &CPlan, build: &Build, work: &Path) -> anyhow::Result<Option<(CPlan, String)>> {
    if !c.stub_undefined || c.sources.files.iter().any(|it| llvm::is_cpp_source(it)) {
        return Ok(None);
    }
    let (missing, variables) = (missing(build), missing_variables(build));
    if missing.is_empty() && variables.is_empty() {
        return Ok(None);
    }
    let stubs = match missing.is_empty() {
        true => Vec::new(),
        false => stubs(c, &missing, work).unwrap_or_else(|error| {
            eprintln!(
                "wayfarer: warning: the types of functions without body are not known: {error:#}"
            );
            Vec::new()
        }),
    };
    if stubs.is_empty() && variables.is_empty() {
        return Ok(None);
    }
    let file = work.join(SOURCE);
    let source = stub_source(&stubs, &variables);
    std::fs::write(&file, source).with_context(|| file.display().to_string())?;
    let mut whole = c.clone();
    whole.sources.files.push(file);
    whole.stubs = stubs.iter().map(|stub| stub.name.clone()).collect();
    let mut said = Vec::new();
    if !stubs.is_empty() {
        said.push(described(&stubs, &missing));
    }
    if !variables.is_empty() {
        whole.stubs.push(VARIABLES.to_owned());
        let names: Vec<&str> = variables.iter().map(|it| it.name.as_str()).collect();
        said.push(format!(
            "variables that are defined nowhere and are zero: {}",
            names.join(", ")
        ));
    }
    Ok(Some((whole, said.join("; "))))
}

/// The functions without body that can be written in C.
fn stubs(
    c: &CPlan,
    missing: &BTreeMap<String, BTreeSet<PathBuf>>,
    work: &Path,
) -> anyhow::Result<Vec<StubbedFunction>> {
    let types = types(c, missing, work)?;
    let mut stubs = Vec::new();
    for global in types.module.globals() {
        let name = global.name.strip_prefix(TYPE_OF);
        let (Some(name), Some(ty)) = (name, global.source_type) else {
            continue;
        };
        let SourceType::Pointer { target } =
            types.module.source_type(types.module.resolved_type(ty))
        else {
            continue;
        };
        let function = StubbedFunction::of(&types.module, name, *target, c.stub_writes);
        stubs.extend(function);
    }
    Ok(stubs)
}

/// The functions for the summary.
fn described(stubs: &[StubbedFunction], missing: &BTreeMap<String, BTreeSet<PathBuf>>) -> String {
    let mut text = String::new();
    for stub in stubs {
        let comma = if text.is_empty() { "" } else { ", " };
        let writes = match (stub.writes, stub.is_cut) {
            (true, true) => format!(" (writes the first {MOST_PARTS} parts)"),
            (true, false) => " (writes)".to_owned(),
            (false, _) => String::new(),
        };
        let _ = write!(text, "{comma}{}{writes}", stub.name);
    }
    let is_known = |name: &&String| stubs.iter().any(|it| it.name == **name);
    let others: Vec<&str> = missing
        .keys()
        .filter(|it| !is_known(it))
        .map(|it| &**it)
        .collect();
    let mut text = format!("functions without body that return anything: {text}");
    if !others.is_empty() {
        let _ = write!(
            text,
            "; whose types C has no words for: {}",
            others.join(", ")
        );
    }
    text
}

/// The functions without body that the program calls, or whose addresses it takes, and the files that do it.
fn missing(build: &Build) -> BTreeMap<String, BTreeSet<PathBuf>> {
    let functions = functions_of(&build.module);
    let is_missing = |id: &FunctionId| {
        let function = functions.get(id.0 as usize);
        function.is_some_and(|it| it.is_declaration() && !vm::asks_for_input(&it.name))
    };
    let mut found: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    for function in functions.iter().filter(|function| function.user) {
        let file = function.location.file.map(|file| build.module.file(file));
        let file = file.map(PathBuf::from).unwrap_or_default();
        for id in named_functions(function).into_iter().filter(&is_missing) {
            let name = functions[id.0 as usize].name.clone();
            found.entry(name).or_default().insert(file.clone());
        }
    }
    found
}

/// The variables of the program that are defined nowhere and whose size is known.
fn missing_variables(build: &Build) -> Vec<&Global> {
    let globals = build.module.globals().iter();
    let needed = |it: &&Global| build.needed_variables.contains(&it.name);
    let missing = globals
        .filter(|it| it.external && it.size > 0)
        .filter(needed);
    let is_name = |name: &str| {
        let letter = |it: char| it.is_ascii_alphabetic() || it == '_';
        name.starts_with(letter) && name.chars().all(|it| letter(it) || it.is_ascii_digit())
    };
    missing.filter(|it| is_name(&it.name)).collect()
}

/// The functions that the code of one names.
fn named_functions(function: &Function) -> Vec<FunctionId> {
    let mut found = Vec::new();
    for instruction in function.blocks.iter().flat_map(|it| &it.instructions) {
        if let InstructionKind::Call { function, .. } = &instruction.kind {
            found.push(*function);
        }
        for operand in instruction.kind.operands() {
            if let Operand::Constant(Constant::Function(id)) = operand {
                found.push(*id);
            }
        }
    }
    found
}

/// The program with variables whose types are those of pointers to the functions, which the sources that name them
/// declare.
fn types(
    c: &CPlan,
    missing: &BTreeMap<String, BTreeSet<PathBuf>>,
    work: &Path,
) -> anyhow::Result<Build> {
    let work = work.join("types");
    std::fs::create_dir_all(&work).with_context(|| work.display().to_string())?;
    let mut sources = c.sources.clone();
    sources.spec.clear();
    let mut asked = BTreeSet::new();
    for (number, source) in c.sources.files.iter().enumerate() {
        let whole = source.canonicalize();
        let whole = whole.with_context(|| source.display().to_string())?;
        let path = suite::c_string_literal(&whole.display().to_string());
        let mut text = format!("#include {path}\n");
        let is_it = |file: &PathBuf| file.canonicalize().is_ok_and(|it| it == whole);
        let only = c.sources.files.len() == 1;
        for (name, files) in missing {
            if (only || files.iter().any(is_it)) && asked.insert(name) {
                let _ = writeln!(text, "__typeof__({name}) *{TYPE_OF}{name};");
            }
        }
        let file = work.join(format!("types-{number}.c"));
        std::fs::write(&file, text).with_context(|| file.display().to_string())?;
        sources = sources.replacing(&whole, &file);
    }
    program::build(&sources, true, &work)
}
