//! JUnit test classes, which compile against the program alone.
//!
//! A class of tests holds the tests of one class under test, in order; after [`TESTS_IN_CLASS`] of
//! them the next one begins.

mod arrange;
mod ending;
mod names;
mod observed;
mod print;
mod syntax;
mod test_method;

use super::shape::Shapes;
use super::{JUnit, JavaMonitorPlan, JavaTest, Type};
use crate::SuiteError;
use names::{JavaNames, is_identifier, package_of, simple_name, upper_first};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use test_method::Rendered;

/// Name of the generated helper class.
const HELPER: &str = "WayfarerObjects";
const HELPER_SOURCE: &str = include_str!("../../../runtime/WayfarerObjects.java");

/// Tests in one class: methods and constants of a class are limited, and people must read it.
const TESTS_IN_CLASS: usize = 100;

/// Package of tests for classes in whose packages nobody may put his own.
const FOREIGN_PACKAGE: &str = "wayfarer.tests";

/// How tests are written.
#[derive(Clone, Debug)]
pub struct JUnitOptions {
    /// For which JUnit.
    pub version: JUnit,
    /// Seconds a test may take.
    pub seconds: u64,
    /// Who writes them: `Wayfarer 0.1.0`.
    pub producer: String,
    /// Monitors that watch over them.
    pub monitors: Option<JavaMonitorPlan>,
    /// What they are called.
    pub names: TestNames,
}

/// What classes of tests are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestNames {
    /// What is behind the name of the class under test: `Test` for `FooTest`.
    pub suffix: String,
    /// Their package; `None` for that of the class under test.
    pub package: Option<String>,
}

/// Why classes of tests cannot be called so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TestNameError {
    /// No name of a class ends so.
    #[error("{0}: no name of a class ends in that")]
    Suffix(String),
    /// Not the name of a package.
    #[error("{0}: not a package")]
    Package(String),
}

impl TestNames {
    /// Names in the package of the class under test, unless `package` is another one.
    ///
    /// # Errors
    /// If these are no names of Java.
    pub fn new(suffix: &str, package: Option<&str>) -> Result<TestNames, TestNameError> {
        // It stands behind a name, so that it may be a word of the language.
        if !is_identifier(&format!("A{suffix}")) || suffix.is_empty() {
            return Err(TestNameError::Suffix(suffix.to_owned()));
        }
        if let Some(package) = package.filter(|it| !it.split('.').all(is_identifier)) {
            return Err(TestNameError::Package(package.to_owned()));
        }
        Ok(TestNames {
            suffix: suffix.to_owned(),
            package: package.map(str::to_owned),
        })
    }
}

/// Writes JUnit classes into a directory.
#[derive(Debug)]
pub struct JUnitWriter {
    directory: PathBuf,
    options: JUnitOptions,
    shapes: Shapes,
    classes: BTreeMap<String, TestClasses>,
    taken: BTreeSet<String>,
}

/// The classes with the tests of one class under test.
#[derive(Debug)]
struct TestClasses {
    names: JavaNames,
    /// Binary name without its suffix and number.
    base: String,
    suffix: String,
    /// How many of them are full.
    full: usize,
    /// The tests of the last one.
    rendered: Vec<Rendered>,
}

impl JUnitWriter {
    /// A writer into `directory`, the root of packages.
    pub fn new(directory: &Path, options: JUnitOptions, shapes: Shapes) -> JUnitWriter {
        JUnitWriter {
            directory: directory.to_owned(),
            options,
            shapes,
            classes: BTreeMap::new(),
            taken: BTreeSet::new(),
        }
    }

    /// Adds a test to its class and writes that; returns where it is: `com.acme.FooWayfarerTest#bar_1`.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn add(&mut self, test: &JavaTest) -> Result<String, SuiteError> {
        let class = test.method.class.clone();
        if !self.classes.contains_key(&class) {
            let classes = self.start(&class);
            self.classes.insert(class.clone(), classes);
        }
        let options = &self.options;
        let classes = self.classes.get_mut(&class).expect("it was just inserted");
        if classes.rendered.len() == TESTS_IN_CLASS {
            classes.full += 1;
            classes.rendered.clear();
        }
        let rendered = test_method::render(test, &classes.names, options);
        let uses_helper = rendered.uses_helper;
        let method = rendered.name.clone();
        classes.rendered.push(rendered);
        let name = classes.test_class();
        let text = file(classes, options);
        self.write(&name, &text)?;
        let package = package_of(&name).to_owned();
        if uses_helper {
            self.write_helper(&package)?;
        }
        Ok(format!("{name}#{method}"))
    }

    /// Names for the tests of a class that nobody else has.
    fn start(&mut self, class: &str) -> TestClasses {
        let TestNames { suffix, package } = &self.options.names;
        let package = match (package, observed::is_jdk(class)) {
            (Some(package), _) => package,
            (None, true) => FOREIGN_PACKAGE,
            (None, false) => package_of(class),
        };
        let names = JavaNames::new(package, self.shapes.clone());
        let parts = class
            .rsplit_once('.')
            .map_or(class, |(_, name)| name)
            .split('$');
        let simple: String = parts.map(upper_first).collect();
        let qualified = |suffix: &str| match package {
            "" => format!("{simple}{suffix}"),
            package => format!("{package}.{simple}{suffix}"),
        };
        let mut base = qualified("");
        let suffixes = ["Generated".to_owned()].into_iter();
        let numbered = (2..).map(|number| format!("Generated{number}_"));
        let mut suffixes = suffixes.chain(numbered);
        while self.taken.contains(&base) || self.shapes.find(&format!("{base}{suffix}")).is_some() {
            base = qualified(&suffixes.next().expect("there is no end of numbers"));
        }
        self.taken.insert(base.clone());
        TestClasses {
            names,
            base,
            suffix: suffix.clone(),
            full: 0,
            rendered: Vec::new(),
        }
    }

    fn write(&self, class: &str, text: &str) -> Result<(), SuiteError> {
        let path = self
            .directory
            .join(class.replace('.', "/"))
            .with_extension("java");
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(SuiteError::io(parent))?;
        }
        crate::directory::write_whole(&path, text.as_bytes())
    }

    fn write_helper(&self, package: &str) -> Result<(), SuiteError> {
        let (name, mut text) = match package {
            "" => (HELPER.to_owned(), String::new()),
            package => (
                format!("{package}.{HELPER}"),
                format!("package {package};\n\n"),
            ),
        };
        text.push_str(HELPER_SOURCE);
        let header = format!("// Generated by {}.\n", self.options.producer);
        self.write(&name, &(header + &text))
    }
}

impl TestClasses {
    /// Binary name of the class that the next test goes into.
    fn test_class(&self) -> String {
        match self.full {
            0 => format!("{}{}", self.base, self.suffix),
            full => format!("{}{}{}", self.base, full + 1, self.suffix),
        }
    }
}

fn package_of_annotations(version: JUnit) -> &'static str {
    match version {
        JUnit::Four => "org.junit",
        JUnit::Five => "org.junit.jupiter.api",
    }
}

/// How an annotation is written: in full where a class of the tests' package has its name.
fn annotation(name: &str, names: &JavaNames, version: JUnit) -> String {
    match names.is_taken(name) {
        true => format!("{}.{name}", package_of_annotations(version)),
        false => name.to_owned(),
    }
}

/// The text of a class of tests.
fn file(classes: &TestClasses, options: &JUnitOptions) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "// Generated by {}.\n// What the tests assert was observed, not specified: whether it is \
         right is for you to say.",
        options.producer
    );
    let name = classes.test_class();
    if !package_of(&name).is_empty() {
        let _ = writeln!(out, "package {};", package_of(&name));
    }
    let statics: BTreeSet<&str> = classes
        .rendered
        .iter()
        .flat_map(|r| r.assertions.clone())
        .collect();
    let annotations: BTreeSet<&str> = classes
        .rendered
        .iter()
        .flat_map(|r| r.annotations.clone())
        .collect();
    let package = package_of_annotations(options.version);
    let assertions = match options.version {
        JUnit::Four => "org.junit.Assert",
        JUnit::Five => "org.junit.jupiter.api.Assertions",
    };
    out.push('\n');
    for name in &statics {
        let _ = writeln!(out, "import static {assertions}.{name};");
    }
    if !statics.is_empty() {
        out.push('\n');
    }
    for name in &classes.names.imported {
        let _ = writeln!(out, "import java.lang.{name};");
    }
    let timeout = (options.version == JUnit::Five).then_some("Timeout");
    for name in annotations.into_iter().chain(timeout) {
        if !classes.names.is_taken(name) {
            let _ = writeln!(out, "import {package}.{name};");
        }
    }
    out.push('\n');
    let suppressed: BTreeSet<&str> = classes
        .rendered
        .iter()
        .flat_map(|r| r.suppressed.clone())
        .collect();
    match suppressed.iter().collect::<Vec<_>>().as_slice() {
        [] => {}
        [one] => {
            let _ = writeln!(out, "@SuppressWarnings(\"{one}\")");
        }
        _ => {
            let list: Vec<String> = suppressed
                .iter()
                .map(|name| format!("\"{name}\""))
                .collect();
            let _ = writeln!(out, "@SuppressWarnings({{{}}})", list.join(", "));
        }
    }
    let simple = simple_name(&name);
    match options.version {
        JUnit::Four => {
            let _ = writeln!(out, "public class {simple} {{");
        }
        JUnit::Five => {
            let timeout = annotation("Timeout", &classes.names, options.version);
            let _ = writeln!(out, "@{timeout}({})\nclass {simple} {{", options.seconds);
        }
    }
    for (index, rendered) in classes.rendered.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        out.push_str(&rendered.text);
    }
    out.push_str("}\n");
    out
}

/// A type as a person would write it.
fn readable_type(ty: &Type) -> String {
    match ty {
        Type::Primitive(name) => (*name).to_owned(),
        Type::Class(name) => simple_name(name).to_owned(),
        Type::Array(element) => format!("{}[]", readable_type(element)),
    }
}
