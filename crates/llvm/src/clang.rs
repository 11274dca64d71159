//! Running the compiler.

use crate::build::BuildOptions;
use crate::{LlvmError, foreign};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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
    "-fno-color-diagnostics",
    // Headers then declare functions, which have models, instead of macros and tables.
    "-U_FORTIFY_SOURCE",
    "-D__NO_CTYPE",
];

/// True for a file that the compiler takes.
pub fn is_source(path: &Path) -> bool {
    matches!(extension(path), "c" | "i")
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
) -> Result<Vec<PathBuf>, LlvmError> {
    let numbered: Vec<(PathBuf, PathBuf)> = inputs
        .iter()
        .enumerate()
        .map(|(index, input)| (input.clone(), work.join(format!("input-{index}.bc"))))
        .collect();
    let said = in_parallel(compiler.options.jobs, &numbered, |(input, output)| {
        to_bitcode(input, output, compiler)
    })?;
    let said = said
        .iter()
        .map(|said| said.trim())
        .filter(|said| !said.is_empty());
    warnings.extend(said.map(str::to_owned));
    Ok(numbered.into_iter().map(|(_, output)| output).collect())
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

/// Makes bitcode of one input; gives the compiler's warnings.
fn to_bitcode(input: &Path, output: &Path, compiler: &Compiler<'_>) -> Result<String, LlvmError> {
    if let Err(error) = std::fs::metadata(input) {
        return Err(LlvmError::read(input, &error));
    }
    match extension(input) {
        "c" | "i" => {
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
            flags.extend(options.cflags.iter().cloned());
            run_clang(&options.clang, &flags, input, output)
        }
        "bc" | "ll" => foreign::normalise(input, output, &compiler.options.opt),
        _ => Err(LlvmError::UnknownKind {
            path: input.to_owned(),
        }),
    }
}

/// Compiles one file; gives the compiler's warnings.
pub fn run_clang(
    clang: &str,
    flags: &[String],
    input: &Path,
    output: &Path,
) -> Result<String, LlvmError> {
    let result = Command::new(clang)
        .args(flags)
        .arg(input)
        .arg("-o")
        .arg(output)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| LlvmError::Tool {
            tool: clang.to_owned(),
            message: error.to_string(),
        })?;
    let said = String::from_utf8_lossy(&result.stderr).into_owned();
    if result.status.success() {
        return Ok(said);
    }
    let message = match said.trim() {
        "" => format!("{clang}: {}", result.status),
        said => said.to_owned(),
    };
    Err(LlvmError::Compile {
        path: input.to_owned(),
        message,
    })
}
