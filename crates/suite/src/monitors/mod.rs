//! Monitors of specifications as a source in C: for each function that is watched a function that is called in
//! its place, tells the monitors, and calls it. The machine explores the same code that tests are linked with.

mod steps;
mod wrapper;

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

/// Why there are no monitors of a specification in C.
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

/// A specification with its monitors.
struct Watched<'s> {
    source: &'s SpecificationSource,
    specification: &'s Specification,
    groups: Vec<Group>,
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
    let mut all = Vec::new();
    for source in sources {
        for specification in &source.contents.specifications {
            all.push(Watched::new(source, specification)?);
        }
    }
    let mut out = String::from(BEGINNING);
    for source in sources {
        for (line, directive) in &source.contents.directives {
            place(&mut out, *line, &source.path);
            let _ = writeln!(out, "{directive}");
        }
    }
    back(&mut out, name);
    let mut functions: Vec<(&SpecificationSource, &Function)> = Vec::new();
    for source in sources {
        for function in &source.contents.functions {
            let known =
                |(_, known): &(&SpecificationSource, &Function)| known.name == function.name;
            if !functions.iter().any(known) && is_watched(&all, &function.name) {
                functions.push((source, function));
            }
        }
    }
    for watched in &all {
        watched.write_monitors(&mut out);
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
as __real_f. */\n_Noreturn extern void wf_specification_violated(const char *text);\nextern void \
*wf_specification_allocate(unsigned long size);\nextern int atexit(void (*function)(void));\n\n";

/// True if an event is about a function.
fn is_watched(all: &[Watched<'_>], name: &str) -> bool {
    let groups = all
        .iter()
        .flat_map(|watched| watched.groups.iter().map(move |group| (watched, group)));
    let mut functions = groups.filter_map(|(watched, group)| watched.function(group));
    functions.any(|function| function.name == name)
}

/// What follows is of that line of a file.
fn place(out: &mut String, line: usize, file: &Path) {
    let file = crate::readable::string_literal(file.display().to_string().as_bytes());
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
    ) -> Result<Watched<'s>, MonitorsError> {
        let error = |line, message: &str| MonitorsError {
            file: source.path.clone(),
            line,
            message: message.to_owned(),
        };
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
            if throws {
                return Err(error(event.line, "functions in C do not throw"));
            }
        }
        Ok(Watched {
            source,
            specification,
            groups: groups(specification),
            monitors,
        })
    }

    /// The function that a group of events is about.
    fn function(&self, group: &Group) -> Option<&'s Function> {
        group
            .function
            .map(|number| &self.source.contents.functions[number])
    }

    /// What the specification is called in C.
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
