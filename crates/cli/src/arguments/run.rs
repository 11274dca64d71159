//! Options of `run` and `java-api`, and where the classes of a Java program are.

use clap::Args;
use std::path::PathBuf;

/// Options of `run`.
#[derive(Args, Debug)]
#[command(trailing_var_arg = true)]
pub struct Run {
    /// C source or bitcode, Java source, class file or jar; with -cp the name of the main class
    pub file: PathBuf,
    /// Arguments of the program
    #[arg(allow_hyphen_values = true, value_name = "ARGS")]
    pub arguments: Vec<String>,
    /// Further files to be linked (before PROGRAM)
    #[arg(long, value_name = "FILE")]
    pub with: Vec<PathBuf>,
    /// Flags for the compiler
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Vec<String>,
    /// Optimise the program first: 0, 1 or 2
    #[arg(long, value_name = "LEVEL", default_value_t = 0,
          value_parser = clap::value_parser!(u8).range(0..=2))]
    pub optimise: u8,
    /// Report how many instructions were executed, and how fast
    #[arg(long)]
    pub statistics: bool,
    #[command(flatten)]
    pub java: JavaOptions,
}

/// Where a Java program's classes are.
#[derive(Args, Debug)]
#[command(next_help_heading = "Java")]
pub struct JavaOptions {
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
    /// Execute the assert statements of the program
    #[arg(long, visible_alias = "ea")]
    pub enable_assertions: bool,
}

impl JavaOptions {
    /// The class path, without empty entries; `DIR/*` is every jar in DIR.
    pub fn entries(&self) -> Vec<PathBuf> {
        class_path_entries(&self.class_path)
    }
}

pub(super) fn class_path_entries(class_path: &[PathBuf]) -> Vec<PathBuf> {
    let mut entries = Vec::new();
    for path in class_path {
        if path.file_name().is_some_and(|name| name == "*") {
            let directory = path.parent().unwrap_or(std::path::Path::new("."));
            let mut jars: Vec<PathBuf> = std::fs::read_dir(directory)
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| path.extension().is_some_and(|found| found == "jar"))
                .collect();
            jars.sort();
            entries.extend(jars);
        } else if !path.as_os_str().is_empty() {
            entries.push(path.clone());
        }
    }
    entries
}

/// Options of `java-api`.
#[derive(Args, Debug)]
pub struct JavaApi {
    /// The directory
    #[arg(default_value = ".")]
    pub directory: PathBuf,
}
