//! Has the classes of a program call monitors in place of what these watch over
//! (`runtime/replay/Weaver.java`): the machine explores the classes that tests run.

use super::plan::WatchedMethod;
use super::replay::{RUNNER, tools};
use super::{JavaSuite, Method};
use crate::SuiteError;
use crate::monitors::{JavaMonitors, java_origin};
use scratch::ScratchDirectory;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where and what classes are changed.
pub struct Weaving<'a> {
    /// Home of the JDK.
    pub jdk: &'a Path,
    /// The suite's directory, which gets the in-source interface.
    pub output: &'a Path,
    /// The program.
    pub class_path: &'a [PathBuf],
    /// The methods under test.
    pub methods: &'a [Method],
    /// The monitors.
    pub monitors: &'a JavaMonitors,
    /// Where their source goes, below packages.
    pub sources: &'a Path,
    /// Where they and the classes that call them go: an empty directory.
    pub into: &'a Path,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Woven {
    /// Methods under test that are watched.
    pub watched: Vec<WatchedMethod>,
    /// Methods that no class calls.
    pub idle: Vec<String>,
    /// What cannot be watched, in words.
    pub strange: Vec<String>,
}

/// Why monitors are not in the program.
#[derive(Debug, thiserror::Error)]
pub enum WeaveError {
    /// A specification is at fault.
    #[error("{0}")]
    Specification(String),
    /// Something else is.
    #[error(transparent)]
    Suite(#[from] SuiteError),
}

/// Compiles monitors, and writes the classes anew that call what they watch over.
///
/// # Errors
/// If conditions do not compile, what is watched is not there, or tools are missing.
pub fn weave(weaving: &Weaving<'_>) -> Result<Woven, WeaveError> {
    compile(weaving)?;
    let work = ScratchDirectory::new().map_err(SuiteError::io(&std::env::temp_dir()))?;
    let (runner, facts) = (work.path().join("replay.jar"), work.path().join("facts"));
    std::fs::write(&runner, RUNNER).map_err(SuiteError::io(&runner))?;
    let mut text = String::new();
    for entry in weaving.class_path {
        let _ = writeln!(text, "path {}", entry.display());
    }
    let interface = weaving.output.join(super::plan::INTERFACE_JAR);
    let _ = writeln!(text, "path {}", interface.display());
    let _ = writeln!(text, "monitors {}", weaving.monitors.class);
    let _ = writeln!(text, "into {}", weaving.into.display());
    for method in weaving.methods {
        let Method {
            class,
            name,
            descriptor,
        } = method;
        let _ = writeln!(text, "entry {class} {name} {descriptor}");
    }
    std::fs::write(&facts, text).map_err(SuiteError::io(&facts))?;
    let mut command = Command::new(weaving.jdk.join("bin/java"));
    command.args([
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xshare:auto",
    ]);
    let jars = [runner, tools::asm_jar()?, tools::asm_tree_jar()?];
    command.arg("-cp").arg(tools::class_path(&jars));
    command.arg("wayfarer.replay.Weaver").arg(&facts);
    let ended = command.output();
    let failed = |output: String| SuiteError::Build {
        command: format!("{command:?}"),
        output,
    };
    let ended = ended.map_err(|error| failed(error.to_string()))?;
    if !ended.status.success() {
        return Err(failed(String::from_utf8_lossy(&ended.stderr).into_owned()).into());
    }
    read(&String::from_utf8_lossy(&ended.stdout)).map_err(WeaveError::Specification)
}

/// Reads what the weaver says.
fn read(said: &str) -> Result<Woven, String> {
    let mut woven = Woven::default();
    for line in said.lines() {
        let Some((key, value)) = line.split_once(' ') else {
            continue;
        };
        match key {
            "entry" => {
                let words: Vec<&str> = value.split(' ').collect();
                if let [class, name, descriptor, in_place, own] = words[..] {
                    let method = Method {
                        class: class.to_owned(),
                        name: name.to_owned(),
                        descriptor: descriptor.to_owned(),
                    };
                    woven.watched.push(WatchedMethod {
                        method,
                        in_place: in_place.to_owned(),
                        descriptor: own.to_owned(),
                    });
                }
            }
            "idle" => woven.idle.push(value.to_owned()),
            "strange" => woven.strange.push(value.to_owned()),
            "failed" => return Err(value.to_owned()),
            _ => {}
        }
    }
    Ok(woven)
}

/// Compiles the monitors with all that the program has.
fn compile(weaving: &Weaving<'_>) -> Result<(), WeaveError> {
    let file = weaving.monitors.class.replace('.', "/");
    let file = weaving.sources.join(file).with_extension("java");
    for directory in [file.parent().unwrap_or(weaving.sources), weaving.into] {
        std::fs::create_dir_all(directory).map_err(SuiteError::io(directory))?;
    }
    let text = &weaving.monitors.text;
    crate::directory::write_whole(&file, text.as_bytes())?;
    let interface = JavaSuite::write_interface(weaving.output)?;
    let class_path = tools::class_path(weaving.class_path.iter().chain([&interface]));
    let error = match tools::javac(
        weaving.jdk,
        std::slice::from_ref(&file),
        &class_path,
        weaving.into,
    ) {
        Ok(()) => return Ok(()),
        Err(error) => error,
    };
    let SuiteError::Build { output, .. } = &error else {
        return Err(error.into());
    };
    let said = compiler_errors(output, &file, text);
    match said.is_empty() {
        true => Err(error.into()),
        false => Err(WeaveError::Specification(said.join("\n"))),
    }
}

/// What the compiler says of the source, with the places in specifications that this comes from.
fn compiler_errors(output: &str, file: &Path, text: &str) -> Vec<String> {
    let prefix = format!("{}:", file.display());
    let placed = |line: &str, message: &str| {
        let number = line.strip_prefix(&prefix)?.split(':').next()?;
        let place = java_origin(text, number.parse().ok()?)?;
        Some(format!("{place}: {message}"))
    };
    // One that has no place there may have a symbol, too.
    let mut errors: Vec<Option<String>> = Vec::new();
    for line in output.lines() {
        if let Some((_, message)) = line.split_once(": error: ") {
            errors.push(placed(line, message));
        } else if let Some(symbol) = line.trim_start().strip_prefix("symbol:")
            && let Some(Some(error)) = errors.last_mut()
        {
            error.push_str(": ");
            error.push_str(symbol.trim_start());
        }
    }
    errors.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_those_of_the_specification() {
        let text = "import x;\n// /s/a.spec:7\nif (n) {\n}\n// /s/a.spec:9\nif (m) {\n}\n";
        let output = "/o/M.java:6: error: cannot find symbol\n  if (m) {\n      ^\n  symbol:   \
                      variable m\n  location: class M\n/o/N.java:9: error: cannot find symbol\n  symbol: \
                      class K\n2 errors\n";
        let errors = compiler_errors(output, Path::new("/o/M.java"), text);
        assert_eq!(errors, ["/s/a.spec:9: cannot find symbol: variable m"]);
    }

    #[test]
    fn what_the_weaver_says_is_read() {
        let said = "entry a.B f (I)V f_0 (Ljava/lang/Object;I)V\nidle a.B.g\nstrange x y\n";
        let woven = read(said).expect("no failure");
        assert_eq!(woven.watched[0].in_place, "f_0");
        assert_eq!(
            (woven.idle, woven.strange),
            (vec!["a.B.g".to_owned()], vec!["x y".to_owned()])
        );
        assert_eq!(read("failed no f\n").err().as_deref(), Some("no f"));
    }

    #[test]
    fn any_words_of_the_weaver_are_read() {
        let said =
            "entry a.B f (I)V f_0 (Ljava/lang/Object;I)V\nidle a.B.g\nstrange x y\nfailed z\n";
        mutants::check(&mutants::texts(&[said]), 2_000, |bytes| {
            let _ = read(&String::from_utf8_lossy(bytes));
        });
    }

    #[test]
    fn any_words_of_the_compiler_are_read() {
        let text = "import x;\n// /s/a.spec:7\nif (n) {\n}\n";
        let output = "/o/M.java:3: error: cannot find symbol\n  if (n) {\n      ^\n1 error\n";
        mutants::check(&mutants::texts(&[output]), 3_000, |bytes| {
            compiler_errors(
                &String::from_utf8_lossy(bytes),
                Path::new("/o/M.java"),
                text,
            );
        });
    }
}
