//! `wayfarer run` for Java.

use super::concrete::{finish, machine_options};
use crate::java::{WatchedProgram, put_in_place};
use crate::{Usage, arguments::Run};
use anyhow::{Context, anyhow};
use jvm::{ClassPath, ClassPathOptions, Jdk, Program};
use scratch::ScratchDirectory;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use suite::java::JavaSuite;
use vm::Machine;

/// Where classes of sources go.
const CLASSES: &str = "build/classes";

/// True if the command line means a Java program.
pub fn is_java(options: &Run) -> bool {
    !options.java.classes.class_path.is_empty()
        || ["java", "class", "jar"]
            .iter()
            .any(|extension| has_extension(options.file(), extension))
}

/// Executes the `main` method of a class; its exit status is ours.
pub fn run(options: &Run) -> anyhow::Result<u8> {
    let (mut class_path, main, paths) = program(options)?;
    // It has the monitors as long as the program runs.
    let scratch;
    let mut monitors = None;
    if !options.spec.is_empty() {
        scratch = ScratchDirectory::new().context("a temporary directory")?;
        let (paths, class) = watched(options, (paths, &main), scratch.path())?;
        class_path = ClassPath::open(&paths)?;
        monitors = Some(class);
    }
    let java_options = jvm::Options {
        assertions: options.java.enable_assertions,
        ..jvm::Options::default()
    };
    let program = Program::new(class_path, java_options);
    let arguments = texts(options.arguments())?;
    let entry = program.main_entry(&main, &arguments, monitors.as_deref())?;
    let mut machine = Machine::new(Arc::new(program), machine_options());
    let state = machine.start_function(entry)?;
    finish(&mut machine, state, options.statistics)
}

/// Arguments as the JVM takes them.
fn texts(arguments: &[OsString]) -> anyhow::Result<Vec<String>> {
    let text = |argument: &OsString| {
        let text = argument.to_str().map(str::to_owned);
        text.ok_or_else(|| anyhow!(Usage(format!("{} is not UTF-8", argument.display()))))
    };
    arguments.iter().map(text).collect()
}

/// Where classes are that specifications watch over, and the class of the monitors; both go to a directory.
fn watched(
    options: &Run,
    (mut paths, main): (ClassPathOptions, &str),
    directory: &Path,
) -> anyhow::Result<(ClassPathOptions, String)> {
    let jdk = Jdk::find(paths.jdk.as_deref(), paths.java_home.as_deref())?;
    let interface = JavaSuite::write_interface(directory)?;
    let is_source = |path: &PathBuf| has_extension(path, "java");
    let (sources, mut entries): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.entries.into_iter().partition(is_source);
    if !sources.is_empty() {
        let classes = directory.join(CLASSES);
        let with = [&entries[..], &[interface]].concat();
        jvm::javac::compile(&jdk, &sources, &with, &classes)?;
        entries.insert(0, classes);
    }
    paths.entries = entries;
    let placed = put_in_place(&WatchedProgram {
        spec: &options.spec,
        package: main.rsplit_once('.').map_or("", |(package, _)| package),
        methods: &[],
        jdk: &jdk,
        class_path: &paths.entries,
        output: directory,
    })?;
    paths.entries.insert(0, placed.folder);
    paths.monitors = Some(placed.class.clone());
    Ok((paths, placed.class))
}

/// The class path, the class whose `main` is meant, and where the former is from.
fn program(options: &Run) -> anyhow::Result<(ClassPath, String, ClassPathOptions)> {
    let mut paths = ClassPathOptions {
        entries: options.java.classes.entries(),
        jdk: options.java.classes.jdk.clone(),
        java_home: std::env::var_os("JAVA_HOME").map(Into::into),
        source_path: options.java.classes.source_path.clone(),
        monitors: None,
    };
    let file = options.file();
    let as_file =
        has_extension(file, "java") || has_extension(file, "class") || has_extension(file, "jar");
    if !as_file || (!file.exists() && !has_extension(file, "java")) {
        let name = file.to_string_lossy().replace('/', ".");
        return Ok((ClassPath::open(&paths)?, name, paths));
    }
    paths.entries.insert(0, file.to_owned());
    let class_path = ClassPath::open(&paths)?;
    let main = if has_extension(file, "jar") {
        class_path.main_class(file)?.ok_or_else(|| {
            anyhow!(Usage(format!(
                "{} names no main class; use -cp {0} and the name of the class",
                file.display()
            )))
        })?
    } else {
        class_path
            .class_of_file(file)
            .ok_or_else(|| anyhow!("no class {} in {}", stem(file), file.display()))?
    };
    Ok((class_path, main, paths))
}

fn stem(file: &Path) -> String {
    file.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}
