//! Where the classes of a Java program are.

use clap::Args;
use std::path::{Path, PathBuf};

/// Where a Java program's classes are.
#[derive(Args, Debug)]
#[command(next_help_heading = "Java")]
pub struct JavaClasses {
    /// Directories, jars and .java files with the classes of the program, separated by colons
    /// (-cp and -classpath are the same)
    #[arg(long, value_name = "PATH", value_delimiter = ':', visible_alias = "cp")]
    pub class_path: Vec<PathBuf>,
    /// Directory of the JDK (otherwise JAVA_HOME, or the oldest of version 17 or newer in
    /// /usr/lib/jvm)
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Directories with the sources of classes, to name files in messages
    #[arg(long = "sourcepath", value_name = "PATH", value_delimiter = ':')]
    pub source_path: Vec<PathBuf>,
}

impl JavaClasses {
    /// The class path, without empty entries; `DIR/*` is every jar in DIR.
    pub fn entries(&self) -> Vec<PathBuf> {
        let mut entries = Vec::new();
        for path in &self.class_path {
            if path.file_name().is_some_and(|name| name == "*") {
                entries.extend(jars(path.parent().unwrap_or(Path::new("."))));
            } else if !path.as_os_str().is_empty() {
                entries.push(path.clone());
            }
        }
        entries
    }
}

/// The jars of a directory, by name.
fn jars(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut jars: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|found| found == "jar"))
        .collect();
    jars.sort();
    jars
}
