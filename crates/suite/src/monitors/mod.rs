//! Monitors of specifications as a source in the language of the program: for each function that is watched a
//! function that is called in its place, tells the monitors, and calls it. The machine explores the same code
//! that tests run.

mod coverage;
mod history;
mod instances;
mod java;
mod occurrence;
mod record;
mod steps;
mod variadic;
mod wrapper;

pub use coverage::{ClauseCoverage, SpecificationCoverage};
pub use history::{Monitoring, ToldStep};
pub(crate) use java::origin as java_origin;
pub use java::{JAVA_MONITORS, JavaMonitors, in_java};
pub use record::{
    ClauseTransition, Exercised, HistoryStep, MonitorHistory, ViolationHistory, WatchedClause,
    WatchedSpecification,
};

use specification::{
    Blame, Clause, Function, Group, Moment, Monitor, MonitorError, Specification,
    SpecificationFile, groups, letters,
};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What the function is called that stands for another one, before its name.
pub const IN_PLACE_OF: &str = "__wrap_";
/// What the monitors call a function that is watched, before its name.
pub const WATCHED: &str = "__real_";

/// Specifications that were read from a file.
#[derive(Clone, Debug)]
pub struct SpecificationSource {
    /// The file.
    pub path: PathBuf,
    /// What it says.
    pub contents: SpecificationFile,
}

/// Monitors in C.
#[derive(Clone, Debug)]
pub struct Monitors {
    /// The source.
    pub text: String,
    /// The functions that are watched.
    pub functions: Vec<String>,
}

/// Why there are no monitors of a specification.
#[derive(Debug, thiserror::Error)]
#[error("{}:{line}: {message}", file.display())]
pub struct MonitorsError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub message: String,
}

/// The language that monitors are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MonitorLanguage {
    /// C.
    C,
    /// Java.
    Java,
}

impl MonitorLanguage {
    /// What stands between an object and a field of it.
    fn member(self) -> &'static str {
        match self {
            MonitorLanguage::C => "->",
            MonitorLanguage::Java => ".",
        }
    }

    /// What is done when a clause is violated.
    fn violated(self, text: &str) -> String {
        match self {
            MonitorLanguage::C => {
                let text = crate::format_value::string_literal(text.as_bytes());
                format!("wf_specification_violated({text})")
            }
            MonitorLanguage::Java => {
                let units: Vec<u16> = text.encode_utf16().collect();
                let text = crate::java_text::string(&units);
                format!("wayfarer.Specification.violated({text})")
            }
        }
    }
}

/// A specification with its monitors.
struct Watched<'s> {
    language: MonitorLanguage,
    source: &'s SpecificationSource,
    specification: &'s Specification,
    groups: Vec<Group>,
    /// The number of the first group among those of all specifications.
    first_moment: usize,
    monitors: Vec<Monitor>,
}

/// The monitors of specifications as a source that is called `name` in what the compiler says. What is for
/// functions that are not among those of `called`, if it is known which are, is not compiled.
///
/// # Errors
/// If something in them is not possible in C.
pub fn in_c(
    sources: &[SpecificationSource],
    name: &Path,
    called: Option<&[String]>,
) -> Result<Monitors, MonitorsError> {
    let all = watched(sources, MonitorLanguage::C)?;
    let mut out = String::from(BEGINNING);
    for source in sources {
        for (line, directive) in &source.contents.directives {
            place(&mut out, *line, &source.path);
            let _ = writeln!(out, "{}", source.with_own_files(directive));
        }
    }
    back(&mut out, name);
    let mut functions: Vec<(&SpecificationSource, &Function)> = Vec::new();
    for source in sources {
        for function in &source.contents.functions {
            let known =
                |(_, known): &(&SpecificationSource, &Function)| same_function(known, function);
            if !functions.iter().any(known) && is_watched(&all, function) {
                functions.push((source, function));
            }
        }
    }
    for watched in &all {
        watched.write_monitors(&mut out, name);
    }
    for (source, function) in &functions {
        let is_called = called.is_none_or(|called| called.contains(&function.name));
        let _ = writeln!(out, "#if {}", u8::from(is_called));
        wrapper::write(&mut out, &all, (*source, *function), name)?;
        out.push_str("#endif\n\n");
    }
    wrapper::write_end(&mut out, &all, name);
    Ok(Monitors {
        text: out,
        functions: functions
            .iter()
            .map(|(_, function)| function.name.clone())
            .collect(),
    })
}

const BEGINNING: &str = "/* Monitors of specifications: each __wrap_f is called in place of f, which it calls \
as __real_f. */\n#ifndef _GNU_SOURCE\n#define _GNU_SOURCE\n#endif\n\
#pragma GCC diagnostic ignored \"-Wunused-parameter\"\n#pragma GCC diagnostic ignored \"-Wunused-variable\"\n\
#pragma GCC diagnostic ignored \"-Wunused-function\"\n\
#pragma GCC diagnostic ignored \"-Wpedantic\"\n_Noreturn extern void wf_specification_violated(const char *text);\nextern void \
wf_specification_step(int moment, const void *monitors, unsigned long happened);\nextern void \
*wf_specification_allocate(unsigned long size);\nextern int atexit(void (*function)(void));\n\n";

/// True if an event is about a function.
fn is_watched(all: &[Watched<'_>], wanted: &Function) -> bool {
    let groups = all
        .iter()
        .flat_map(|watched| watched.groups.iter().map(move |group| (watched, group)));
    let mut functions = groups.filter_map(|(watched, group)| watched.function(group));
    functions.any(|function| same_function(function, wanted))
}

/// True for two declarations of the same function. Methods of a name differ by their parameters.
fn same_function(one: &Function, other: &Function) -> bool {
    let types = |function: &Function| -> Vec<String> {
        let parameters = function.parameters.iter();
        parameters.map(|it| it.ty().to_owned()).collect()
    };
    one.name == other.name && (one.method.is_none() || types(one) == types(other))
}

/// The specifications of all sources.
fn watched(
    sources: &[SpecificationSource],
    language: MonitorLanguage,
) -> Result<Vec<Watched<'_>>, MonitorsError> {
    let mut all: Vec<Watched<'_>> = Vec::new();
    for source in sources {
        source.check(language)?;
        for specification in &source.contents.specifications {
            let mut new = Watched::new(source, specification, language)?;
            let moments = all.iter().map(|watched| watched.groups.len());
            new.first_moment = moments.sum();
            all.push(new);
        }
    }
    Ok(all)
}

impl SpecificationSource {
    fn error(&self, line: usize, message: &str) -> MonitorsError {
        MonitorsError {
            file: self.path.clone(),
            line,
            message: message.to_owned(),
        }
    }

    /// A line for the compiler, in which a file to be included that stands beside the specification has its whole path:
    /// the compiler reads another file, in another folder.
    fn with_own_files(&self, directive: &str) -> String {
        let named = directive.trim_start_matches('#').trim_start();
        let named = named.strip_prefix("include").map(str::trim);
        let named = named.and_then(|it| it.strip_prefix('"')?.split_once('"'));
        let beside = named.and_then(|(name, _)| {
            let path = self.path.parent()?.join(name).canonicalize().ok()?;
            path.is_file().then_some(path)
        });
        match beside {
            Some(path) => {
                let path =
                    crate::format_value::string_literal(path.display().to_string().as_bytes());
                format!("#include {path}")
            }
            None => directive.to_owned(),
        }
    }

    /// Refuses what is of the other language.
    fn check(&self, language: MonitorLanguage) -> Result<(), MonitorsError> {
        let contents = &self.contents;
        let functions = contents.functions.iter();
        match language {
            MonitorLanguage::C => {
                let method = functions.filter(|it| it.method.is_some()).map(|it| it.line);
                let imports = contents.imports.iter().map(|(line, _)| *line);
                match method.chain(imports).next() {
                    Some(line) => {
                        Err(self.error(line, "methods and imports are for Java programs"))
                    }
                    None => Ok(()),
                }
            }
            MonitorLanguage::Java => {
                let plain = functions.filter(|it| it.method.is_none()).map(|it| it.line);
                let directives = contents.directives.iter().map(|(line, _)| *line);
                match plain.chain(directives).next() {
                    Some(line) => Err(self.error(
                        line,
                        "of a Java program methods are declared with their class: function int Deque.size();",
                    )),
                    None => Ok(()),
                }
            }
        }
    }
}

/// What follows is of that line of a file.
fn place(out: &mut String, line: usize, file: &Path) {
    let file = crate::format_value::string_literal(file.display().to_string().as_bytes());
    let _ = writeln!(out, "#line {line} {file}");
}

/// What follows is of the text itself.
fn back(out: &mut String, name: &Path) {
    let line = out.matches('\n').count() + 2;
    place(out, line, name);
}

impl<'s> Watched<'s> {
    fn new(
        source: &'s SpecificationSource,
        specification: &'s Specification,
        language: MonitorLanguage,
    ) -> Result<Watched<'s>, MonitorsError> {
        let error = |line, message: &str| source.error(line, message);
        let letters = letters(specification).map_err(|event| {
            let line = specification.events[event].line;
            error(line, "too many events with conditions at the same moment")
        })?;
        let mut monitors = Vec::new();
        for clause in &specification.clauses {
            let monitor = Monitor::new(clause, &letters)
                .map_err(|MonitorError { message, .. }| error(clause.line, &message))?;
            monitors.push(monitor);
        }
        for event in &specification.events {
            let throws = event.occasions.iter().any(|it| it.moment == Moment::Throw);
            if throws && language == MonitorLanguage::C {
                return Err(error(event.line, "functions in C do not throw"));
            }
        }
        Ok(Watched {
            language,
            source,
            specification,
            groups: groups(specification),
            first_moment: 0,
            monitors,
        })
    }

    /// The function that a group of events is about.
    fn function(&self, group: &Group) -> Option<&'s Function> {
        group
            .function
            .map(|number| &self.source.contents.functions[number])
    }

    /// What the specification is called in the program.
    fn name(&self) -> String {
        format!("wf_{}", self.specification.name)
    }

    /// What is said when a clause is violated by an event of a group.
    fn violation(&self, clause: &Clause, group: &Group) -> String {
        let who = match (self.function(group), clause.blame) {
            (Some(function), Blame::Caller) => format!("the caller of {}", function.name),
            (Some(function), Blame::Component) => function.name.clone(),
            (None, _) => "the program, as it ends,".to_owned(),
        };
        let file = self
            .source
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy();
        let (name, line) = (&self.specification.name, clause.line);
        format!("{who} violates {name} ({file}:{line}): {}", clause.text)
    }
}
