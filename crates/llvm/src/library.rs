//! The models of the libraries of C and C++: embedded sources, compiled once and kept.

use crate::LlvmError;
use crate::clang::{Compiler, run_clang};
use crate::reader::{Context, Module};
use crate::translate;
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};
use std::io::Write as _;
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

/// A library: which sources it is made of, and how.
#[derive(Hash)]
struct Library {
    name: &'static str,
    /// Its sources are in this directory, with this extension.
    directory: &'static str,
    extension: &'static str,
    flags: &'static [&'static str],
    /// Below these the compiler finds headers that it is made with, beside those of the C library.
    headers: &'static [&'static str],
    /// Flags that say for which machine, if it is another one than this.
    machine: &'static [&'static str],
}

const C: Library = Library {
    name: "library",
    directory: "",
    extension: ".c",
    flags: &["-std=gnu17", "-fno-builtin", "-fno-math-errno"],
    headers: &[],
    machine: &[],
};

/// The same for programs of 32 bits.
const C_32: Library = Library {
    name: "library-32",
    machine: NARROW_FLAGS,
    ..C
};

/// What programs of 32 bits are compiled with. Floats are computed in the precision of their types, as x86-64 does.
pub const NARROW_FLAGS: &[&str] = &["-m32", "-msse2", "-mfpmath=sse"];

/// What libstdc++ has beside its headers. These are the host's: templates are instantiated from them.
const CPP: Library = Library {
    name: "library-cpp",
    directory: "cpp/",
    extension: ".cpp",
    flags: &["-std=gnu++17", "-D__NO_CTYPE"],
    headers: &["/usr/include/c++", "/usr/include/x86_64-linux-gnu/c++"],
    machine: &[],
};

/// Sources with this ending are compiled for the standard behind it: they have what other members the same classes
/// have there.
const NEWER: (&str, &str) = ("20.cpp", "-std=gnu++20");

/// Optimised, but so that loops stay loops: the machine walks them with symbolic bounds.
const FLAGS: &[&str] = &[
    "-emit-llvm",
    "-c",
    "-O2",
    "-gline-tables-only",
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

/// Writes the headers for programs under test to the directory `include` in `work`, where native runs take them from;
/// gives the directory to compile with. Below a cache that is one which stays, at a place of its own contents: what was
/// compiled with it is then known again without a look into it.
pub fn write_headers(work: &Path, cache: Option<&Path>) -> Result<PathBuf, LlvmError> {
    let directory = work.join("include");
    for (name, contents) in headers() {
        write(&directory.join(name), contents)?;
    }
    let mut hasher = FxHasher::default();
    headers().for_each(|header| header.hash(&mut hasher));
    let kept = cache.map(|cache| cache.join(format!("headers-{:016x}", hasher.finish())));
    let is_kept =
        |kept: &PathBuf| headers().all(|(name, contents)| keep(&kept.join(name), contents).is_ok());
    Ok(kept.filter(is_kept).unwrap_or(directory))
}

/// Headers for programs under test: path as they include it, contents.
fn headers() -> impl Iterator<Item = (&'static str, &'static str)> {
    FILES
        .iter()
        .filter_map(|(name, contents)| Some((name.strip_prefix(PUBLIC)?, *contents)))
}

/// Writes a file unless it is there; other processes see all of it or nothing.
fn keep(path: &Path, contents: &str) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|there| there == contents.as_bytes()) {
        return Ok(());
    }
    let directory = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(directory)?;
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    file.write_all(contents.as_bytes())?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
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
    if is_cpp(user) {
        link_library(&CPP, context, user, work, compiler)?;
    }
    let library = match user.has_narrow_pointers() {
        true => &C_32,
        false => &C,
    };
    link_library(library, context, user, work, compiler)
}

/// True for a program that refers to what libstdc++ has beside its headers.
fn is_cpp(user: &Module<'_>) -> bool {
    let begins = ["_Z", "__cxa_", "__gxx_", "__dynamic_cast"];
    // The library of C has these.
    let of_c = ["__cxa_at", "__cxa_finalize"];
    let mut all = user.functions().chain(user.globals());
    all.any(|value| {
        let name = value.name();
        let starts = |begin: &&str| name.starts_with(begin);
        value.is_declaration() && begins.iter().any(starts) && !of_c.iter().any(starts)
    })
}

fn link_library<'c>(
    library: &Library,
    context: &'c Context,
    user: &mut Module<'c>,
    work: &Path,
    compiler: &Compiler<'_>,
) -> Result<(), LlvmError> {
    let path = compiled(library, work, compiler)?;
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

/// Bitcode of a library, from the cache if these sources were compiled before. A cache that cannot be written is none.
fn compiled(library: &Library, work: &Path, compiler: &Compiler<'_>) -> Result<PathBuf, LlvmError> {
    let own = work.join("library");
    match &compiler.options.cache {
        None => compiled_in(library, &own, compiler),
        Some(cache) => match compiled_in(library, cache, compiler) {
            Err(LlvmError::Write { .. }) => compiled_in(library, &own, compiler),
            other => other,
        },
    }
}

fn compiled_in(
    library: &Library,
    cache: &Path,
    compiler: &Compiler<'_>,
) -> Result<PathBuf, LlvmError> {
    let key = key(library, &compiler.options.clang);
    let name = library.name;
    let path = cache.join(format!("{name}-{key:016x}.bc"));
    if path.exists() {
        return Ok(path);
    }
    // A directory of our own, as another process may be doing the same.
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let unique = NEXT.fetch_add(1, Ordering::Relaxed);
    let draft = cache.join(format!("{name}-{key:016x}.{}-{unique}", std::process::id()));
    let result = compile_into(library, &draft, compiler)
        .and_then(|whole| std::fs::rename(whole, &path).map_err(|e| LlvmError::write(&path, &e)));
    // What is left is of no use; that it cannot be removed hurts nothing.
    let _ = std::fs::remove_dir_all(&draft);
    result.map(|()| path)
}

/// Compiles a library in a directory; gives the bitcode of all.
fn compile_into(
    library: &Library,
    draft: &Path,
    compiler: &Compiler<'_>,
) -> Result<PathBuf, LlvmError> {
    for (name, contents) in FILES {
        write(&draft.join(name), contents)?;
    }
    let bitcode = compile_models(library, draft, compiler)?;
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

fn compile_models(
    library: &Library,
    sources: &Path,
    compiler: &Compiler<'_>,
) -> Result<Vec<PathBuf>, LlvmError> {
    let flags = FLAGS.iter().chain(library.flags).chain(library.machine);
    let mut flags: Vec<String> = flags.map(|flag| (*flag).to_owned()).collect();
    flags.push(format!("-I{}", sources.display()));
    flags.push(format!("-I{}", sources.join(PUBLIC).display()));
    // Places in the models do not depend on where they are compiled.
    flags.push(format!("-ffile-prefix-map={}={PLACE}", sources.display()));
    let models: Vec<PathBuf> = FILES
        .iter()
        .filter(|(name, _)| library.has(name))
        .map(|(name, _)| sources.join(name))
        .collect();
    crate::clang::in_parallel(compiler.options.jobs, &models, |model| {
        let output = model.with_extension("bc");
        let newer = model.to_string_lossy().ends_with(NEWER.0);
        let newer = newer.then(|| NEWER.1.to_owned());
        let flags: Vec<String> = flags.iter().cloned().chain(newer).collect();
        run_clang(&compiler.options.clang, &flags, model, &output)?;
        Ok(output)
    })
}

impl Library {
    /// True for one of its sources, by its path below the sources of all.
    fn has(&self, source: &str) -> bool {
        let name = source.strip_prefix(self.directory);
        name.is_some_and(|name| name.ends_with(self.extension) && !name.contains('/'))
    }

    /// Adds to a key which headers there are: directories of versions, and when they were changed.
    fn hash_headers(&self, hasher: &mut impl Hasher) {
        for directory in self.headers {
            let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
            let mut versions: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            versions.sort();
            for version in versions {
                let settings = version.join("bits");
                let changed = std::fs::metadata(&settings).and_then(|metadata| metadata.modified());
                (version, changed.ok()).hash(hasher);
            }
        }
    }
}

/// Identifies sources, options, headers and compiler.
fn key(library: &Library, clang: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (FILES, FLAGS, NEWER, library, PLACE, clang).hash(&mut hasher);
    library.hash_headers(&mut hasher);
    hasher.finish()
}
