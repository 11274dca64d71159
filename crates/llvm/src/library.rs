//! The models of the C library: embedded sources, compiled once and kept.

use crate::LlvmError;
use crate::clang::{Compiler, run_clang};
use crate::reader::{Context, Module};
use crate::translate;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Sources and headers: path below `library/`, contents.
const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/library_files.rs"));

/// Headers for programs under test are below this directory of the library.
const PUBLIC: &str = "include/";

/// Name of the header for programs under test.
pub const HEADER_NAME: &str = "wayfarer.h";

/// The header for programs under test.
pub const HEADER: &str = include_str!("../library/include/wayfarer.h");

/// Optimised, but so that loops stay loops: the machine walks them with symbolic bounds.
const FLAGS: &[&str] = &[
    "-emit-llvm",
    "-c",
    "-std=gnu17",
    "-O2",
    "-gline-tables-only",
    "-fno-builtin",
    "-fno-math-errno",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-strict-aliasing",
    "-fno-discard-value-names",
    "-fno-color-diagnostics",
    "-w",
];

/// Directory that places in the models name.
const PLACE: &str = "/wayfarer/library";

/// Writes the headers for programs under test; gives their directory.
pub fn write_headers(work: &Path) -> Result<PathBuf, LlvmError> {
    let directory = work.join("include");
    for (name, contents) in FILES {
        if let Some(name) = name.strip_prefix(PUBLIC) {
            write(&directory.join(name), contents)?;
        }
    }
    Ok(directory)
}

fn write(path: &Path, contents: &str) -> Result<(), LlvmError> {
    let result = path
        .parent()
        .map_or(Ok(()), std::fs::create_dir_all)
        .and_then(|()| std::fs::write(path, contents));
    result.map_err(|error| LlvmError::write(path, &error))
}

/// Links the models that a program needs into it. Its own definitions win.
pub fn link<'c>(
    context: &'c Context,
    user: &mut Module<'c>,
    work: &Path,
    compiler: &Compiler<'_>,
) -> Result<(), LlvmError> {
    let path = compiled(work, compiler)?;
    let mut library = Module::read_lazily(context, &path)?;
    // A static function of the program may have the name of a library function, which the program
    // then cannot mean elsewhere: the models keep theirs to themselves.
    let private: FxHashSet<String> = user
        .functions()
        .chain(user.globals())
        .filter(|value| value.is_internal())
        .map(|value| value.name())
        .collect();
    let called: FxHashSet<String> = user
        .functions()
        .chain(library.functions())
        .flat_map(|function| translate::called_instead(&function.name()))
        .collect();
    let is_root = |name: &str| translate::is_called_by_the_machine(name) || called.contains(name);
    library.weaken_definitions(&private, is_root);
    user.link(library)
}

/// Bitcode of all models, from the cache if these sources were compiled before. A cache that cannot be written is none.
fn compiled(work: &Path, compiler: &Compiler<'_>) -> Result<PathBuf, LlvmError> {
    let own = work.join("library");
    match &compiler.options.cache {
        None => compiled_in(&own, compiler),
        Some(cache) => match compiled_in(cache, compiler) {
            Err(LlvmError::Write { .. }) => compiled_in(&own, compiler),
            other => other,
        },
    }
}

fn compiled_in(cache: &Path, compiler: &Compiler<'_>) -> Result<PathBuf, LlvmError> {
    let key = key(&compiler.options.clang);
    let path = cache.join(format!("library-{key:016x}.bc"));
    if path.exists() {
        return Ok(path);
    }
    // A directory of our own, as another process may be doing the same.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let unique = NEXT.fetch_add(1, Ordering::Relaxed);
    let draft = cache.join(format!(
        "library-{key:016x}.{}-{unique}",
        std::process::id()
    ));
    let result = compile_into(&draft, compiler)
        .and_then(|whole| std::fs::rename(whole, &path).map_err(|e| LlvmError::write(&path, &e)));
    // What is left is of no use; that it cannot be removed hurts nothing.
    let _ = std::fs::remove_dir_all(&draft);
    result.map(|()| path)
}

/// Compiles the models in a directory; gives the bitcode of all.
fn compile_into(draft: &Path, compiler: &Compiler<'_>) -> Result<PathBuf, LlvmError> {
    for (name, contents) in FILES {
        write(&draft.join(name), contents)?;
    }
    let bitcode = compile_models(draft, compiler)?;
    let context = Context::new();
    let mut parts = bitcode.iter().map(|path| Module::read(&context, path));
    let mut whole = parts.next().ok_or(LlvmError::NoInput)??;
    for part in parts {
        whole.link(part?)?;
    }
    let path = draft.join("library.bc");
    whole.write(&path)?;
    Ok(path)
}

fn compile_models(sources: &Path, compiler: &Compiler<'_>) -> Result<Vec<PathBuf>, LlvmError> {
    let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
    flags.push(format!("-I{}", sources.display()));
    flags.push(format!("-I{}", sources.join(PUBLIC).display()));
    // Places in the models do not depend on where they are compiled.
    flags.push(format!("-ffile-prefix-map={}={PLACE}", sources.display()));
    let models: Vec<PathBuf> = FILES
        .iter()
        .filter(|(name, _)| name.ends_with(".c") && !name.contains('/'))
        .map(|(name, _)| sources.join(name))
        .collect();
    crate::clang::in_parallel(compiler.options.jobs, &models, |model| {
        let output = model.with_extension("bc");
        run_clang(&compiler.options.clang, &flags, model, &output)?;
        Ok(output)
    })
}

/// Identifies sources, options and compiler.
fn key(clang: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (FILES, FLAGS, PLACE, clang).hash(&mut hasher);
    hasher.finish()
}
