//! `wayfarer run` for Java.

use crate::concrete_run::{finish, machine_options};
use crate::{Usage, arguments::Run};
use anyhow::anyhow;
use jvm::{ClassPath, ClassPathOptions, Program};
use std::path::Path;
use std::sync::Arc;
use vm::Machine;

/// True if the command line means a Java program.
pub fn is_java(options: &Run) -> bool {
    !options.java.classes.class_path.is_empty()
        || ["java", "class", "jar"]
            .iter()
            .any(|extension| has_extension(&options.file, extension))
}

/// Executes the `main` method of a class; its exit status is ours.
pub fn run(options: &Run) -> anyhow::Result<u8> {
    if !options.spec.is_empty() {
        return Err(
            Usage("--spec: of Java programs only with explore and reach".to_owned()).into(),
        );
    }
    let (class_path, main) = program(options)?;
    let java_options = jvm::Options {
        assertions: options.java.enable_assertions,
        ..jvm::Options::default()
    };
    let program = Program::new(class_path, java_options);
    let entry = program.main_entry(&main, &options.arguments)?;
    let mut machine = Machine::new(Arc::new(program), machine_options());
    let state = machine.start_function(entry)?;
    finish(&mut machine, state, options.statistics)
}

/// The class path, and the class whose `main` is meant.
fn program(options: &Run) -> anyhow::Result<(ClassPath, String)> {
    let mut paths = ClassPathOptions {
        entries: options.java.classes.entries(),
        jdk: options.java.classes.jdk.clone(),
        java_home: std::env::var_os("JAVA_HOME").map(Into::into),
        source_path: options.java.classes.source_path.clone(),
        monitors: None,
    };
    let file = &options.file;
    let as_file =
        has_extension(file, "java") || has_extension(file, "class") || has_extension(file, "jar");
    if !as_file || (!file.exists() && !has_extension(file, "java")) {
        let name = file.to_string_lossy().replace('/', ".");
        return Ok((ClassPath::open(&paths)?, name));
    }
    paths.entries.insert(0, file.clone());
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
    Ok((class_path, main))
}

fn stem(file: &Path) -> String {
    file.file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}
