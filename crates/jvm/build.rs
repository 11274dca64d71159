//! Compiles the Java library models and embeds their class files: a table of
//! `(internal name, contents)`, sorted by name.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Packages of the JDK that the models use though it keeps them to itself.
const EXPORTS: &[&str] = &[
    "java.base/jdk.internal.access",
    "java.base/jdk.internal.misc",
    "java.base/jdk.internal.reflect",
    "java.base/jdk.internal.util",
    "java.base/jdk.internal.vm.annotation",
    "java.base/sun.invoke.util",
    "java.base/sun.nio.cs",
    "java.base/sun.security.action",
    "java.base/sun.util.calendar",
    "java.base/sun.util.locale",
    "java.base/sun.util.locale.provider",
];

fn main() {
    println!("cargo:rerun-if-changed=library");
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    if let Err(message) = build() {
        println!("cargo::error={message}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let output = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    let mut sources = Vec::new();
    collect(&root.join("library"), "java", &mut sources).map_err(|error| error.to_string())?;
    let classes = output.join("classes");
    if classes.exists() {
        std::fs::remove_dir_all(&classes).map_err(|error| error.to_string())?;
    }
    let mut javac = Command::new(javac());
    javac.args(["-g", "-nowarn", "-XDignore.symbol.file", "-proc:none"]);
    javac.args(["-source", "17", "-target", "17", "-Xlint:-options"]);
    for package in EXPORTS {
        javac
            .arg("--add-exports")
            .arg(format!("{package}=ALL-UNNAMED"));
    }
    javac.arg("-d").arg(&classes).args(&sources);
    let result = javac.output().map_err(|error| {
        format!("cannot run {javac:?}: {error}; install openjdk-17-jdk-headless")
    })?;
    if !result.status.success() {
        let text = String::from_utf8_lossy(&result.stderr).replace('\n', "\ncargo::error=");
        return Err(text);
    }
    let mut files = Vec::new();
    collect(&classes, "class", &mut files).map_err(|error| error.to_string())?;
    let mut table = String::from("&[\n");
    let mut rows: Vec<(String, PathBuf)> = files
        .into_iter()
        .map(|file| (name(&classes, &file), file))
        .collect();
    rows.sort();
    for (name, file) in rows {
        writeln!(table, "    ({name:?}, include_bytes!({file:?})),")
            .expect("writing to a string does not fail");
    }
    table.push_str("]\n");
    std::fs::write(output.join("library_classes.rs"), table).map_err(|error| error.to_string())
}

/// The compiler of `JAVA_HOME`, or the one on the path.
fn javac() -> PathBuf {
    match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin/javac"),
        None => PathBuf::from("javac"),
    }
}

/// Internal name of the class in a file below a directory.
fn name(root: &Path, file: &Path) -> String {
    let relative = file.strip_prefix(root).expect("it was found below it");
    let relative = relative.with_extension("");
    relative.to_str().expect("names are UTF-8").to_owned()
}

fn collect(directory: &Path, extension: &str, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, extension, into)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            into.push(path);
        }
    }
    into.sort();
    Ok(())
}
