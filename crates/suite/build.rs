//! Compiles the in-source interface for Java, packed as `wayfarer.jar`, what runs beside tests in the JVM
//! (`replay.jar`), what starts tests in their sandbox, and what programs under test are linked with.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Its sources. That of SV-COMP only calls the other one; the machine's library has it as well.
const SOURCES: &[&str] = &[
    "runtime/interface/wayfarer/Specification.java",
    "runtime/interface/wayfarer/Specified.java",
    "runtime/interface/wayfarer/Wayfarer.java",
    "../jvm/library/org/sosy_lab/sv_benchmarks/Verifier.java",
];

/// What runs beside tests in the JVM, for either JUnit.
const REPLAY: &[&str] = &[
    "Coverage.java",
    "Instrumenter.java",
    "Launch.java",
    "Launch4.java",
    "Launch5.java",
    "Log.java",
    "Output.java",
    "Probe.java",
    "ProbeLoader.java",
    "Runner.java",
    "Surroundings.java",
    "Watched.java",
    "Weaver.java",
    "Weaving.java",
];

/// What it is compiled with, where Debian has it; the jars of a replay are those of `java/replay/tools.rs`.
const REPLAY_JARS: &[&str] = &[
    "/usr/share/java/apiguardian-api.jar",
    "/usr/share/java/asm.jar",
    "/usr/share/java/asm-tree.jar",
    "/usr/share/java/junit-jupiter-api.jar",
    "/usr/share/java/junit-platform-commons.jar",
    "/usr/share/java/junit-platform-engine.jar",
    "/usr/share/java/junit-platform-launcher.jar",
    "/usr/share/java/junit4.jar",
    "/usr/share/java/opentest4j.jar",
];

/// The launcher of sandboxed tests.
const LAUNCHER: &[&str] = &[
    "runtime/sandbox/copy.c",
    "runtime/sandbox/filter.c",
    "runtime/sandbox/launch.c",
    "runtime/sandbox/measure.c",
    "runtime/sandbox/read.c",
    "runtime/sandbox/starts.c",
    "runtime/sandbox/traces.c",
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
    (
        "comparisons",
        "comparisons.c",
        &["-fno-builtin", "-fno-omit-frame-pointer"],
    ),
    ("surroundings", "surroundings.c", &["-g", "-DWF_FREE=0"]),
    (
        "surroundings-checked",
        "surroundings.c",
        &["-g", "-DWF_FREE=0", "-fsanitize=address"],
    ),
    ("replayed", "replayed.c", &["-g"]),
    ("files", "files.c", &["-g"]),
    ("must-run", "must-run.c", &["-O0"]),
    (
        "must-run-checked",
        "must-run.c",
        &["-O0", "-fsanitize=address", "-fno-omit-frame-pointer"],
    ),
    (
        "replayed-checked",
        "replayed.c",
        &["-g", "-fsanitize=address"],
    ),
    ("files-checked", "files.c", &["-g", "-fsanitize=address"]),
];

/// The machines that programs under test are for: what is behind the names of their objects, and flags.
const MACHINES: &[(&str, &[&str])] = &[("", &[]), ("-32", &["-m32", "-msse2", "-mfpmath=sse"])];

fn main() {
    println!("cargo:rerun-if-changed={MODELS}");
    println!("cargo:rerun-if-changed=runtime/inputs.c");
    for (_, source, _) in RUNTIME {
        println!("cargo:rerun-if-changed=runtime/{source}");
    }
    println!("cargo:rerun-if-changed=runtime/sandbox/sandbox.h");
    println!("cargo:rerun-if-changed=runtime/replay");
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
    // Programs of that age can use it, too.
    let interface = SOURCES.iter().map(|source| root.join(source)).collect();
    jar(&output.join("wayfarer"), "8", interface, &[])?;
    let replay = REPLAY
        .iter()
        .map(|name| root.join("runtime/replay").join(name));
    jar(&output.join("replay"), "11", replay.collect(), REPLAY_JARS)?;
    let mut compiler = Command::new("clang-19");
    compiler.args(["-O2", "-Wall", "-Wextra", "-Werror", "-pthread", "-o"]);
    compiler.arg(output.join("launch"));
    compiler.args(LAUNCHER.iter().map(|source| root.join(source)));
    execute(&mut compiler)?;
    for (machine, machine_flags) in MACHINES {
        compile_runtime(&root, &output, machine, machine_flags)?;
    }
    Ok(())
}

/// Compiles what programs under test for a machine are linked with.
fn compile_runtime(
    root: &Path,
    output: &Path,
    machine: &str,
    machine_flags: &[&str],
) -> Result<(), String> {
    for (name, source, flags) in RUNTIME {
        let mut compiler = Command::new("clang-19");
        compiler.args(["-w", "-O1", "-c"]);
        compiler.args(*flags).args(machine_flags);
        // Reports of sanitizers name no directory of the machine that built this.
        let directory = format!("-ffile-prefix-map={}/=", root.join("runtime").display());
        compiler.arg(directory).arg("-I").arg(root.join(MODELS));
        compiler.arg(root.join("runtime").join(source));
        compiler
            .arg("-o")
            .arg(output.join(format!("{name}{machine}.o")));
        execute(&mut compiler)?;
    }
    Ok(())
}

/// Compiles Java for a release and what is newer, and packs it as `CLASSES.jar`.
fn jar(
    classes: &Path,
    release: &str,
    sources: Vec<PathBuf>,
    class_path: &[&str],
) -> Result<(), String> {
    if let Some(missing) = class_path.iter().find(|jar| !Path::new(jar).is_file()) {
        return Err(format!(
            "{missing} is missing; `make dependencies` installs it"
        ));
    }
    if classes.exists() {
        std::fs::remove_dir_all(classes).map_err(|error| error.to_string())?;
    }
    let mut javac = Command::new(tool("javac"));
    javac.args([
        "--release",
        release,
        "-nowarn",
        "-Xlint:-options",
        "-proc:none",
    ]);
    if !class_path.is_empty() {
        javac.arg("-cp").arg(class_path.join(":"));
    }
    execute(javac.arg("-d").arg(classes).args(sources))?;
    let mut jar = Command::new(tool("jar"));
    // The same classes make the same file.
    jar.args(["--create", "--date=2020-01-01T00:00:00Z", "--file"])
        .arg(classes.with_extension("jar"));
    execute(jar.arg("-C").arg(classes).arg("."))
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
