//! Monitors in Java: a class with a method for all methods of a name that are watched, which are called in place
//! of it (`crate::java::weave`).

mod method;

use super::instances::PRIMITIVES;
use super::occurrence::ends;
use super::{
    MonitorLanguage, MonitorsError, SpecificationSource, Watched, is_watched, same_function,
    watched,
};
use specification::{Function, Method};
use std::fmt::Write;
use std::path::Path;

/// The name of the class, without its package.
pub const JAVA_MONITORS: &str = "WayfarerMonitors";

/// Monitors in Java.
#[derive(Clone, Debug)]
pub struct JavaMonitors {
    /// The source.
    pub text: String,
    /// The name of the class with its package.
    pub class: String,
}

/// Methods that are called the same way, of classes that objects may be of at the same time.
struct Family<'s> {
    /// The method that is called in place of them.
    name: String,
    functions: Vec<(&'s SpecificationSource, &'s Function, &'s Method)>,
}

/// The monitors of specifications as a class of a package, unless a specification names another one.
///
/// # Errors
/// If something in them is not possible in Java.
pub fn in_java(
    sources: &[SpecificationSource],
    package: &str,
) -> Result<JavaMonitors, MonitorsError> {
    let all = watched(sources, MonitorLanguage::Java)?;
    let said = sources.iter().find_map(|it| it.contents.package.as_deref());
    let package = said.unwrap_or(package);
    let mut out = String::new();
    let class = match package {
        "" => JAVA_MONITORS.to_owned(),
        package => {
            let _ = write!(out, "package {package};\n\n");
            format!("{package}.{JAVA_MONITORS}")
        }
    };
    for source in sources {
        for (line, import) in &source.contents.imports {
            place(&mut out, *line, &source.path);
            let _ = writeln!(out, "{import}");
        }
    }
    let _ = write!(
        out,
        "\n/** Monitors of specifications: their methods are called in place of those that are watched. */\n\
         @SuppressWarnings(\"all\")\npublic final class {JAVA_MONITORS} {{\nprivate {JAVA_MONITORS}() {{\n}}\n\n"
    );
    for watched in &all {
        watched.write_state(&mut out);
        for (number, group) in watched.groups.iter().enumerate() {
            watched.write_step(&mut out, number, group);
        }
    }
    write_begin(&mut out, &all);
    write_end(&mut out, &all)?;
    for family in families(sources, &all)? {
        family.write(&mut out, &all)?;
    }
    out.push_str("}\n");
    Ok(JavaMonitors { text: out, class })
}

/// What follows is of that line of a file.
fn place(out: &mut String, line: usize, file: &Path) {
    let _ = writeln!(out, "// {}:{line}", file.display());
}

/// Where in a specification the text of a line of the class comes from.
pub(crate) fn origin(text: &str, line: usize) -> Option<&str> {
    let above: Vec<&str> = text.lines().take(line).collect();
    let mut comments = above.iter().rev();
    comments.find_map(|line| line.strip_prefix("// "))
}

/// The methods that are watched, by how they are called.
fn families<'s>(
    sources: &'s [SpecificationSource],
    all: &[Watched<'_>],
) -> Result<Vec<Family<'s>>, MonitorsError> {
    let mut families: Vec<Family<'s>> = Vec::new();
    for source in sources {
        for function in &source.contents.functions {
            let Some(method) = function.method.as_ref() else {
                continue;
            };
            if !is_watched(all, function) {
                continue;
            }
            let number = families.len();
            let same = families
                .iter_mut()
                .find(|family| family.includes(function, method));
            let Some(family) = same else {
                families.push(Family {
                    name: format!("{}_{number}", function.name.replace('.', "_")),
                    functions: vec![(source, function, method)],
                });
                continue;
            };
            let (_, first, _) = family.functions[0];
            if first.result != function.result {
                let message = format!(
                    "{} is declared with the result {}, and {} with {}: an object may be of both classes",
                    function.name, function.result, first.name, first.result
                );
                return Err(source.error(function.line, &message));
            }
            let known = |(_, known, _): &(&SpecificationSource, &Function, &Method)| {
                same_function(known, function)
            };
            if !family.functions.iter().any(known) {
                family.functions.push((source, function, method));
            }
        }
    }
    Ok(families)
}

impl Family<'_> {
    /// True if a call may be one of the method as well as of those that are in the family. One class has no two methods
    /// that differ in their result alone, but results that are objects may be of classes that fit both.
    fn includes(&self, function: &Function, method: &Method) -> bool {
        let (_, first, own) = self.functions[0];
        let types = |function: &Function| -> Vec<String> {
            let skipped = usize::from(own.kind == specification::MethodKind::Instance);
            let parameters = function.parameters.iter().skip(skipped);
            parameters.map(|it| it.ty().to_owned()).collect()
        };
        let same_class =
            own.kind == specification::MethodKind::Instance || own.class == method.class;
        let is_plain = |result: &str| result == "void" || PRIMITIVES.contains(&result);
        let excludes = first.result != function.result
            && (is_plain(&first.result) || is_plain(&function.result));
        own.kind == method.kind
            && own.name == method.name
            && !excludes
            && same_class
            && types(first) == types(function)
    }
}

impl Watched<'_> {
    /// Writes what the monitors remember: for each object, or for the program.
    fn write_state(&self, out: &mut String) {
        let name = self.name();
        let _ = writeln!(out, "private static final class {name} {{");
        for object in &self.specification.objects {
            let _ = writeln!(out, "  {};", object.declaration);
        }
        for (number, clause) in self.specification.clauses.iter().enumerate() {
            let (blame, states) = (clause.blame.name(), self.monitors[number].table.len());
            let text = crate::java_text::comment(&clause.text);
            let _ = writeln!(
                out,
                "  // {states} states, {blame}: {text}\n  int clause_{number};"
            );
        }
        match &self.specification.objects[..] {
            [] => {
                let _ = write!(
                    out,
                    "}}\nprivate static {name} {name}_all = new {name}();\n\n"
                );
            }
            [object] => {
                let _ = write!(
                    out,
                    "  {name} wf_next;\n}}\nprivate static {name} {name}_all;\n\n\
                     private static {name} {name}_of({declaration}) {{\n  {name} wf_it = {name}_all;\n  \
                     while (wf_it != null && wf_it.{object} != {object}) {{\n    wf_it = wf_it.wf_next;\n  }}\n  \
                     if (wf_it == null) {{\n    wf_it = new {name}();\n    wf_it.{object} = {object};\n    \
                     wf_it.wf_next = {name}_all;\n    {name}_all = wf_it;\n  }}\n  return wf_it;\n}}\n\n",
                    declaration = object.declaration,
                    object = object.name,
                );
            }
            [_, _, ..] => {
                let _ = writeln!(out, "  int wf_bound;\n  {name} wf_next;\n}}");
                self.write_instances(out);
            }
        }
    }
}

fn write_begin(out: &mut String, all: &[Watched<'_>]) {
    out.push_str("/** Forgets what has happened. */\npublic static void begin() {\n");
    for watched in all {
        let name = watched.name();
        let new = match watched.specification.objects.is_empty() {
            true => format!("new {name}()"),
            false => "null".to_owned(),
        };
        let _ = writeln!(out, "  {name}_all = {new};");
    }
    out.push_str("  wayfarer.Specification.begin();\n}\n\n");
}

fn write_end(out: &mut String, all: &[Watched<'_>]) -> Result<(), MonitorsError> {
    out.push_str("/** The program, or the method under test, has ended by itself. */\npublic static void end() {\n");
    for place in ends(all, Path::new("")) {
        place.refuse_old()?;
        place.write_java_steps(out, 0);
    }
    out.push_str("  wayfarer.Specification.check();\n}\n\n");
    Ok(())
}
