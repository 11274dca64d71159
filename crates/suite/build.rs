//! Compiles the in-source interface for Java, packed as `wayfarer.jar`, what starts tests in their
//! sandbox, and what programs under test are linked with.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Its sources. That of SV-COMP only calls the other one; the machine's library has it as well.
const SOURCES: &[&str] = &[
    "runtime/interface/wayfarer/Wayfarer.java",
    "../jvm/library/org/sosy_lab/sv_benchmarks/Verifier.java",
];

/// The launcher of sandboxed tests.
const LAUNCHER: &[&str] = &[
    "runtime/sandbox/copy.c",
    "runtime/sandbox/filter.c",
    "runtime/sandbox/launch.c",
    "runtime/sandbox/measure.c",
    "runtime/sandbox/read.c",
];

/// Where the machine's models have what programs under test see of their surroundings.
const MODELS: &str = "../llvm/library";

/// Objects that programs under test are linked with: name, source and flags.
const RUNTIME: &[(&str, &str, &[&str])] = &[
    ("replay", "replay.c", &[]),
    ("process", "process.c", &[]),
    (
        "allocations",
        "allocations.c",
        &["-fno-builtin", "-fno-omit-frame-pointer"],
    ),
    ("memory", "memory.c", &["-fno-builtin"]),
    ("surroundings", "surroundings.c", &["-g", "-DWF_FREE=0"]),
    (
        "surroundings-checked",
        "surroundings.c",
        &["-g", "-DWF_FREE=0", "-fsanitize=address"],
    ),
    ("replayed", "replayed.c", &["-g"]),
    (
        "replayed-checked",
        "replayed.c",
        &["-g", "-fsanitize=address"],
    ),
];

fn main() {
    println!("cargo:rerun-if-changed={MODELS}");
    println!("cargo:rerun-if-changed=runtime/inputs.c");
    for (_, source, _) in RUNTIME {
        println!("cargo:rerun-if-changed=runtime/{source}");
    }
    println!("cargo:rerun-if-changed=runtime/sandbox/sandbox.h");
    for source in SOURCES.iter().chain(LAUNCHER) {
        println!("cargo:rerun-if-changed={source}");
    }
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    if let Err(message) = build() {
        println!("cargo::error={}", message.replace('\n', "\ncargo::error="));
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let output = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    let classes = output.join("interface");
    if classes.exists() {
        std::fs::remove_dir_all(&classes).map_err(|error| error.to_string())?;
    }
    let mut javac = Command::new(tool("javac"));
    // Programs of that age can use it, too.
    javac
        .args([
            "--release",
            "8",
            "-nowarn",
            "-Xlint:-options",
            "-proc:none",
            "-d",
        ])
        .arg(&classes);
    javac.args(SOURCES.iter().map(|source| root.join(source)));
    execute(&mut javac)?;
    let mut jar = Command::new(tool("jar"));
    // The same classes make the same file.
    jar.args(["--create", "--date=2020-01-01T00:00:00Z", "--file"])
        .arg(output.join("wayfarer.jar"));
    execute(jar.arg("-C").arg(&classes).arg("."))?;
    let mut compiler = Command::new("clang-19");
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"]);
    compiler.arg(output.join("launch"));
    compiler.args(LAUNCHER.iter().map(|source| root.join(source)));
    execute(&mut compiler)?;
    for (name, source, flags) in RUNTIME {
        let mut compiler = Command::new("clang-19");
        compiler.args(["-w", "-O1", "-c"]).args(*flags);
        // Reports of sanitizers name no directory of the machine that built this.
        let directory = format!("-ffile-prefix-map={}/=", root.join("runtime").display());
        compiler.arg(directory).arg("-I").arg(root.join(MODELS));
        compiler.arg(root.join("runtime").join(source));
        compiler
            .arg("-o")
            .arg(output.join(name).with_extension("o"));
        execute(&mut compiler)?;
    }
    Ok(())
}

/// A tool of the JDK in `JAVA_HOME`, or the one on the path.
fn tool(name: &str) -> PathBuf {
    match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin").join(name),
        None => PathBuf::from(name),
    }
}

fn execute(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| {
        format!("cannot run {command:?}: {error}; `make dependencies` installs it")
    })?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}
