//! Running the compiler.

use crate::build::BuildOptions;
use crate::monitors::{Monitors, WATCHED_ERRNO};
use crate::{LlvmError, foreign, library};
use object_cache::{Compilation, Language, ObjectCache};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How to compile.
pub struct Compiler<'a> {
    /// What the user asks for.
    pub options: &'a BuildOptions,
    /// Directory of the headers for programs under test.
    pub headers: PathBuf,
}

/// Options for programs under test, which the user's come after.
const FLAGS: &[&str] = &[
    "-emit-llvm",
    "-c",
    "-g",
    "-fno-discard-value-names",
    // Classes of C++ have their members even where another file has their constructors or virtual functions.
    "-fstandalone-debug",
    "-fno-color-diagnostics",
    // Headers then declare functions, which have models, instead of macros and tables.
    "-U_FORTIFY_SOURCE",
    "-D__NO_CTYPE",
];

/// True for a file that the compiler takes.
pub fn is_source(path: &Path) -> bool {
    Language::of(path).is_some()
}

/// True for one in C++.
pub fn is_cpp_source(path: &Path) -> bool {
    Language::of(path) == Some(Language::Cpp)
}

fn extension(path: &Path) -> &str {
    path.extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or("")
}

/// Makes bitcode of every input, in order, several at a time.
pub fn compile_all(
    inputs: &[PathBuf],
    work: &Path,
    compiler: &Compiler<'_>,
    warnings: &mut Vec<String>,
) -> Result<Compiled, LlvmError> {
    let numbered: Vec<(PathBuf, PathBuf)> = inputs
        .iter()
        .enumerate()
        .map(|(index, input)| (input.clone(), work.join(format!("input-{index}.bc"))))
        .collect();
    let compile = |watches_errno: bool| {
        in_parallel(compiler.options.jobs, &numbered, |(input, output)| {
            to_bitcode((input, output), compiler, watches_errno)
        })
    };
    let (said, watches_errno) = match compile(true) {
        // A program may declare `errno` itself: that is no declaration then.
        Err(LlvmError::Compile { path, .. }) if is_errno_watched(compiler.options) => {
            let said = compile(false)?;
            let path = path.display();
            warnings.push(format!(
                "--spec: {path} compiles only where errno is not watched: it is not"
            ));
            (said, false)
        }
        said => (said?, true),
    };
    let old_c = said.iter().any(|said| said.old_c);
    let said = said
        .iter()
        .map(|said| said.text.trim())
        .filter(|said| !said.is_empty());
    warnings.extend(said.map(str::to_owned));
    let bitcode = numbered.into_iter().map(|(_, output)| output).collect();
    Ok(Compiled {
        bitcode,
        old_c,
        watches_errno,
    })
}

fn is_errno_watched(options: &BuildOptions) -> bool {
    let mut flags = options.monitors.iter().flat_map(Monitors::flags);
    flags.any(|flag| flag == WATCHED_ERRNO)
}

/// What compiling the inputs gave.
pub struct Compiled {
    /// A file for each input, in order.
    pub bitcode: Vec<PathBuf>,
    /// True if an input compiled only with [`OLD_C`].
    pub old_c: bool,
    /// False if an input compiled only where nobody watches over `errno`.
    pub watches_errno: bool,
}

/// What compiling one input gave beside the bitcode.
struct Said {
    /// Warnings.
    text: String,
    /// True if it compiled only with [`OLD_C`].
    old_c: bool,
}

/// Does the same to every item, several at a time (0: as many as there are cores); results are in
/// the order of the items, and so is the error if there are several.
pub fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> Result<R, LlvmError> + Sync,
) -> Result<Vec<R>, LlvmError> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = if jobs == 0 { cores } else { jobs };
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(item);
                    let mut results = results
                        .lock()
                        .expect("no thread panics while it holds the lock");
                    results.push((index, result));
                }
            });
        }
    });
    let mut results = results
        .into_inner()
        .expect("no thread panics while it holds the lock");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The text of a source behind the preprocessor, as far as the compiler has it. Files made on the way go to `work`; texts are kept
/// in the directory `cache`.
///
/// # Errors
/// If the compiler cannot be run, or a file not be written.
pub fn preprocessed(
    source: &Path,
    flags: &[String],
    (work, cache): (&Path, Option<&Path>),
) -> Result<String, LlvmError> {
    let headers = library::write_headers(work, cache)?;
    let mut all: Vec<String> = ["-E", "-w", "-U_FORTIFY_SOURCE", "-D__NO_CTYPE"]
        .map(str::to_owned)
        .to_vec();
    all.push(format!("-I{}", headers.display()));
    let linked = |flag: &&String| flag.starts_with("-l") || flag.starts_with("-L");
    all.extend(flags.iter().filter(|flag| !linked(flag)).cloned());
    let clang = BuildOptions::default().clang;
    let object = work.join("preprocessed");
    if run_kept(&cache_in(cache), &clang, &all, (source, &object)).is_ok() {
        let text = std::fs::read(&object).map_err(|error| LlvmError::read(&object, &error))?;
        // Nobody else reads it.
        let _ = std::fs::remove_file(&object);
        return Ok(String::from_utf8_lossy(&text).into_owned());
    }
    // It tells what it has before it fails.
    let output = Command::new(clang).args(all).arg(source).output();
    let output = output.map_err(|error| LlvmError::read(source, &error))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What compilers make, kept below a directory.
pub fn cache_in(directory: Option<&Path>) -> ObjectCache {
    match directory {
        Some(directory) => ObjectCache::in_directory(directory.join("objects")),
        None => ObjectCache::none(),
    }
}

/// Makes bitcode of one input.
fn to_bitcode(
    (input, output): (&Path, &Path),
    compiler: &Compiler<'_>,
    watches_errno: bool,
) -> Result<Said, LlvmError> {
    if let Err(error) = std::fs::metadata(input) {
        return Err(LlvmError::read(input, &error));
    }
    match extension(input) {
        _ if is_source(input) => {
            let options = compiler.options;
            let mut flags: Vec<String> = FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
            match options.optimisation {
                0 => flags.extend(["-O0", "-Xclang", "-disable-O0-optnone"].map(str::to_owned)),
                level => flags.push(format!("-O{}", level.min(3))),
            }
            flags.push(format!("-I{}", compiler.headers.display()));
            flags.extend(
                options
                    .include
                    .iter()
                    .map(|path| format!("-I{}", path.display())),
            );
            flags.extend(own_flags(input, options));
            let linked = |flag: &&String| flag.starts_with("-l") || flag.starts_with("-L");
            flags.extend(options.cflags.iter().filter(|flag| !linked(flag)).cloned());
            let watched = options.monitors.iter().flat_map(Monitors::flags);
            let watched = watched.filter(|flag| watches_errno || *flag != WATCHED_ERRNO);
            flags.extend(watched.map(str::to_owned));
            let floats = object_cache::float_flags(&flags);
            flags.extend(floats.iter().map(|flag| (*flag).to_owned()));
            let cache = cache_in(options.cache.as_deref());
            compile(&cache, &options.clang, flags, (input, output))
        }
        "bc" | "ll" => {
            let text = foreign::normalise(input, output, &compiler.options.opt)?;
            Ok(Said { text, old_c: false })
        }
        _ => Err(LlvmError::UnknownKind {
            path: input.to_owned(),
        }),
    }
}

/// The options of a single source.
fn own_flags(input: &Path, options: &BuildOptions) -> Vec<String> {
    if options.own_flags.is_empty() {
        return Vec::new();
    }
    let path = input.canonicalize().unwrap_or_else(|_| input.to_owned());
    options.own_flags.get(&path).cloned().unwrap_or_default()
}

/// What the compiler takes for errors since C99 and later, and took without a word before: functions
/// without declaration, variables without type, pointers of any type for each other.
pub const OLD_C: &[&str] = &[
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-mismatch",
    "-Wno-deprecated-non-prototype",
];

/// Compiles a file of the program under test. What does not compile is tried again as C of the time
/// before prototypes.
fn compile(
    cache: &ObjectCache,
    clang: &str,
    mut flags: Vec<String>,
    (input, output): (&Path, &Path),
) -> Result<Said, LlvmError> {
    let (path, message) = match run_kept(cache, clang, &flags, (input, output)) {
        Ok(text) => return Ok(Said { text, old_c: false }),
        Err(LlvmError::Compile { path, message }) if Language::of(input) == Some(Language::C) => {
            (path, message)
        }
        Err(other) => return Err(other),
    };
    flags.extend(OLD_C.iter().map(|flag| (*flag).to_owned()));
    let Ok(said) = run_kept(cache, clang, &flags, (input, output)) else {
        return Err(LlvmError::Compile { path, message });
    };
    let first = message.lines().find(|line| line.contains("error:"));
    let text = format!(
        "{}: compiled as C of before 1999; as today's C: {}\n{said}",
        path.display(),
        first.unwrap_or(&message)
    );
    Ok(Said { text, old_c: true })
}

/// Compiles one file; gives the compiler's warnings.
pub fn run_clang(
    clang: &str,
    flags: &[String],
    input: &Path,
    output: &Path,
) -> Result<String, LlvmError> {
    run_kept(&ObjectCache::none(), clang, flags, (input, output))
}

/// Compiles one file, or takes what came of the same before; gives the compiler's warnings.
fn run_kept(
    cache: &ObjectCache,
    clang: &str,
    flags: &[String],
    (source, object): (&Path, &Path),
) -> Result<String, LlvmError> {
    let compilation = Compilation {
        compiler: clang,
        flags,
        source,
        object,
    };
    let compiled = cache
        .compile(&compilation)
        .map_err(|error| LlvmError::Tool {
            tool: clang.to_owned(),
            message: error.to_string(),
        })?;
    if compiled.is_made() {
        return Ok(compiled.said);
    }
    let status = compiled.status.map_or(String::new(), |it| it.to_string());
    let message = match before_stack_dump(&compiled.said).trim() {
        "" => format!("{clang}: {status}"),
        said => said.to_owned(),
    };
    Err(LlvmError::Compile {
        path: source.to_owned(),
        message,
    })
}

/// What a tool of LLVM says before it shows its own stack, if it crashes (as on a full disk).
pub(crate) fn before_stack_dump(said: &str) -> String {
    let dump = ["PLEASE submit", "Stack dump"];
    let lines = said.lines();
    let lines = lines.take_while(|line| !dump.iter().any(|start| line.starts_with(start)));
    lines.collect::<Vec<_>>().join("\n")
}
