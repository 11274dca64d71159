//! Bitcode that others made.
//!
//! LLVM's parser may abort the process on malformed input, and even what its verifier accepts may
//! crash its printer. So foreign files are turned into text and back by child processes (`opt`);
//! only what those wrote is read here.

use crate::LlvmError;
use crate::clang::{before_stack_dump, is_cpp_source};
use crate::reader::Module;
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Rewrites a bitcode or assembly file as verified bitcode; gives LLVM's warnings.
pub fn normalise(input: &Path, output: &Path, opt: &str) -> Result<String, LlvmError> {
    check_magic(input)?;
    let text = output.with_extension("ll");
    let said = run_opt(opt, input, input, &text, true)?;
    run_opt(opt, input, &text, output, false)?;
    // Only an intermediate step; it may stay.
    let _ = std::fs::remove_file(&text);
    Ok(said)
}

/// Verifies `from` and writes it again; errors are about `input`.
fn run_opt(
    opt: &str,
    input: &Path,
    from: &Path,
    to: &Path,
    as_text: bool,
) -> Result<String, LlvmError> {
    let mut command = Command::new(opt);
    command.arg("-passes=verify").arg(from).arg("-o").arg(to);
    if as_text {
        command.arg("-S");
    }
    let result = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| LlvmError::Tool {
            tool: opt.to_owned(),
            message: error.to_string(),
        })?;
    let said = String::from_utf8_lossy(&result.stderr).into_owned();
    if result.status.success() {
        return Ok(said);
    }
    // A crash prints a stack trace; the first lines say what is wrong.
    let told = before_stack_dump(&said);
    let lines: Vec<&str> = told.lines().take(5).collect();
    let message = match lines.join("\n").trim() {
        "" => format!("{opt} fails on it: {}", result.status),
        lines => lines.to_owned(),
    };
    Err(LlvmError::Bitcode {
        path: input.to_owned(),
        message,
    })
}

/// Bitcode, and bitcode in Apple's wrapper, start with these bytes.
const MAGIC: &[[u8; 4]] = &[*b"BC\xc0\xde", [0xde, 0xc0, 0x17, 0x0b]];

/// LLVM takes what has no magic number for assembly, and an empty file for an empty module.
fn check_magic(input: &Path) -> Result<(), LlvmError> {
    if input.extension().is_none_or(|extension| extension != "bc") {
        return Ok(());
    }
    let mut start = Vec::new();
    std::fs::File::open(input)
        .and_then(|file| file.take(4).read_to_end(&mut start))
        .map_err(|error| LlvmError::read(input, &error))?;
    if MAGIC.iter().any(|magic| start == magic) {
        return Ok(());
    }
    Err(LlvmError::Bitcode {
        path: input.to_owned(),
        message: "it does not start as bitcode does".to_owned(),
    })
}

/// Refuses programs for other machines than x86-64 and the one of 32 bits that it executes, too.
pub fn check_target(module: &Module<'_>, path: &Path) -> Result<(), LlvmError> {
    let (triple, layout) = module.target();
    let narrow = module.has_narrow_pointers();
    let is_known = match narrow {
        // Its layout differs between systems.
        true => is_i386(&triple) && triple.contains("linux"),
        false => triple.is_empty() || triple.starts_with("x86_64"),
    };
    // The least byte first.
    if !is_known || !layout.starts_with("e-") || triple.ends_with("x32") {
        let target = if triple.is_empty() { layout } else { triple };
        return Err(LlvmError::Target {
            path: path.to_owned(),
            target,
        });
    }
    match narrow && is_cpp(path, module) {
        true => Err(LlvmError::NarrowCpp {
            path: path.to_owned(),
        }),
        false => Ok(()),
    }
}

fn is_i386(triple: &str) -> bool {
    ["i386-", "i486-", "i586-", "i686-"]
        .iter()
        .any(|machine| triple.starts_with(machine))
}

fn is_cpp(path: &Path, module: &Module<'_>) -> bool {
    is_cpp_source(path) || module.functions().any(|it| it.name().starts_with("_Z"))
}

/// Refuses a program of which one part is for another machine than the others.
pub fn check_alike(
    one: (&Module<'_>, &Path),
    other: (&Module<'_>, &Path),
) -> Result<(), LlvmError> {
    if one.0.has_narrow_pointers() == other.0.has_narrow_pointers() {
        return Ok(());
    }
    Err(LlvmError::Mixed {
        one: one.1.to_owned(),
        other: other.1.to_owned(),
    })
}

/// Bytes that variables may take in programs of 32 bits, with what keeps them apart.
const MOST_BYTES: u64 = 800 << 20;

/// Refuses a program of 32 bits whose variables have no room among its addresses.
pub fn check_room(program: &ir::Module) -> Result<(), LlvmError> {
    // At the most: what is around an object, and what its alignment needs.
    let room = |size: u64| size.saturating_mul(4).min(size.saturating_add(13 << 10)) + 512;
    let sizes = program.globals.iter().map(|global| room(global.size));
    let functions = 512 * program.functions.len() as u64;
    let bytes = sizes.fold(functions, u64::saturating_add);
    match program.narrow_pointers && bytes > MOST_BYTES {
        true => Err(LlvmError::NarrowSize { bytes }),
        false => Ok(()),
    }
}
