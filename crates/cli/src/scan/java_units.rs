//! The classes of a Java program that are visited.

use super::code::{FunctionCode, ProgramCode};
use super::documented::JavaDocumentation;
use super::fingerprint::{code_text, hash};
use super::target::JavaTarget;
use super::units::{Language, Needed, Unit, Units};
use crate::Usage;
use crate::arguments::Explore;
use crate::java::{add_files, check_output, function_name, warn_of_missing};
use crate::specifications;
use anyhow::Context;
use ir::Program as _;
use jvm::{ClassPath, ClassPathOptions, Jdk, Method, Program, UserCalls};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Folder of what is compiled, in the scan's.
const CLASSES: &str = "classes";

/// Finds the classes; compiles those that are given as sources, once for all units.
///
/// # Errors
/// If there is no JDK, sources do not compile, or classes cannot be read.
pub fn find(options: Explore, java: JavaTarget, directory: &Path) -> anyhow::Result<Units> {
    check_output(directory)?;
    let given = &options.java.classes;
    let java_home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let jdk = Jdk::find(given.jdk.as_deref(), java_home.as_deref())?;
    let mut targets = java.classes.clone();
    if !java.sources.is_empty() {
        targets.push(compile(&jdk, &java, &given.entries(), directory)?);
    }
    for path in targets.iter().chain(&given.entries()) {
        if !path.exists() {
            return Err(Usage(format!("{}: there is no such file", path.display())).into());
        }
    }
    let mut source_path = given.source_path.clone();
    source_path.extend(java.source_roots.iter().cloned());
    let beside = java.sources.iter().filter_map(|source| source.parent());
    let beside = beside.map(|folder| match folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => folder.to_owned(),
    });
    source_path.extend(beside.collect::<BTreeSet<_>>());
    // As units name them, whose results are compared with where the code is.
    let source_path = canonical(&source_path)?;
    let open = |entries: Vec<PathBuf>| {
        ClassPath::open(&ClassPathOptions {
            entries,
            jdk: Some(jdk.home.clone()),
            java_home: None,
            source_path: source_path.clone(),
            monitors: None,
        })
    };
    let own: BTreeSet<String> = open(targets.clone())?.user_classes().into_iter().collect();
    let all: Vec<PathBuf> = targets.iter().cloned().chain(given.entries()).collect();
    let program = Program::new(open(all.clone())?, jvm::Options::default());
    let mut found = JavaClassList::new(&program, java.names);
    for class in &own {
        found.add(class)?;
    }
    found.check_names()?;
    let missing = program.missing_classes(&own)?;
    warn_of_missing(&missing);
    let mut beside = Vec::new();
    for path in given.entries().iter().chain(&options.program.spec) {
        add_files(path, &mut beside)?;
    }
    let (mut list, left_out, mut shape) = (found.list, found.left_out, found.shape);
    if specifications::of_annotations(&options.program.spec) {
        shape += &crate::java::annotated_specification(program.class_path())?;
    }
    if options.lazy.any() {
        let unsettled = crate::java::unsettled(&program)?;
        for unit in &mut list {
            unit.unsettled.clone_from(&unsettled);
        }
    }
    if list.is_empty() {
        let why = left_out.iter();
        let why = why.map(|(why, count)| format!("; left out: {count} {why}"));
        let message = format!(
            "scan: there is no class with methods to visit{}",
            why.collect::<String>()
        );
        return Err(Usage(message).into());
    }
    let code = code(&program, &own)?;
    Ok(Units {
        language: Language::Java,
        list,
        program: words(&all, &source_path)?,
        targets: java.sources.into_iter().chain(targets).collect(),
        shape: hash(&(shape + &store::hash_of_files(&beside)?)),
        code,
        callers: BTreeMap::new(),
        documented: Some(JavaDocumentation::new(program)),
        missing: missing.keys().map(|name| name.replace('/', ".")).collect(),
        left_out,
    })
}

/// Compiles the sources below the directory of the scan.
fn compile(
    jdk: &Jdk,
    java: &JavaTarget,
    class_path: &[PathBuf],
    directory: &Path,
) -> anyhow::Result<PathBuf> {
    let classes = directory.join(CLASSES);
    if classes.exists() {
        let context = || format!("cannot empty {}", classes.display());
        std::fs::remove_dir_all(&classes).with_context(context)?;
    }
    let mut with = [class_path, &java.classes].concat();
    with.push(suite::java::JavaSuite::write_interface(directory)?);
    jvm::javac::compile(jdk, &java.sources, &with, &classes)?;
    Ok(classes)
}

/// How `explore` is told of the program.
fn words(class_path: &[PathBuf], source_path: &[PathBuf]) -> anyhow::Result<Vec<OsString>> {
    let joined =
        |paths: &[PathBuf]| Ok::<_, anyhow::Error>(std::env::join_paths(canonical(paths)?)?);
    let mut words = vec!["--class-path".into(), joined(class_path)?];
    if !source_path.is_empty() {
        words.extend(["--sourcepath".into(), joined(source_path)?]);
    }
    Ok(words)
}

fn canonical(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let paths = paths.iter().map(|path| {
        path.canonicalize()
            .with_context(|| path.display().to_string())
    });
    paths.collect()
}

/// What the methods of classes come to.
fn code(program: &Program, classes: &BTreeSet<String>) -> anyhow::Result<ProgramCode> {
    let mut code = ProgramCode::default();
    for class in classes {
        // A class that does not link is thrown as an error where it is used.
        for method in program.source_methods(class).unwrap_or_default() {
            let Ok(function) = program.function(method.function) else {
                continue;
            };
            let file = function.location.file;
            let of = FunctionCode {
                hash: hash(&code_text(program, &function)),
                file: file.map_or(String::new(), |file| program.file(file).to_owned()),
                line: function.location.line,
            };
            code.note_lines(&function, &of.file);
            code.functions.insert(function.name.clone(), of);
        }
    }
    Ok(code)
}

/// The units so far.
struct JavaClassList<'p> {
    program: &'p Program,
    calls: UserCalls,
    /// Names of classes that are meant, with whether they were found; all if there are none.
    names: Vec<(String, bool)>,
    list: Vec<Unit>,
    left_out: BTreeMap<String, u64>,
    /// What classes look like to each other.
    shape: String,
}

impl<'p> JavaClassList<'p> {
    fn new(program: &'p Program, names: Vec<String>) -> JavaClassList<'p> {
        JavaClassList {
            program,
            calls: program.user_calls(),
            names: names.into_iter().map(|name| (name, false)).collect(),
            list: Vec::new(),
            left_out: BTreeMap::new(),
            shape: String::new(),
        }
    }

    fn add(&mut self, class: &str) -> anyhow::Result<()> {
        let outline = match self.program.outline(class) {
            Ok(outline) => outline,
            Err(error) => {
                eprintln!("wayfarer: warning: {}: {error}", class.replace('/', "."));
                self.leave_out("classes that cannot be read");
                return Ok(());
            }
        };
        self.shape.push_str(&outline.shape);
        self.shape.push('\n');
        if !self.is_meant(&outline.name) {
            return Ok(());
        }
        if !outline.can_be_named {
            self.leave_out("classes that others cannot name (private, local, anonymous)");
            return Ok(());
        }
        let methods = self.program.select(&outline.name)?;
        let methods: Vec<Method> = methods.into_iter().filter(|it| !it.is_private).collect();
        if methods.is_empty() {
            self.leave_out("classes without methods to explore");
            return Ok(());
        }
        let starts: Vec<String> = methods.iter().map(function_name).collect();
        let (file, line) = self.place(&methods[0]);
        let public = methods
            .iter()
            .filter(|it| outline.is_public && it.is_public);
        self.list.push(Unit {
            needed: self.needed(&starts),
            hidden: Vec::new(),
            name: outline.name,
            file,
            line,
            public: public.map(function_name).collect(),
            enumerations: BTreeMap::new(),
            null_comparisons: BTreeSet::new(),
            first_assertions: BTreeSet::new(),
            inputs: hash(&starts.join("\n")),
            starts,
            unsettled: None,
            is_judging: false,
            reported: Vec::new(),
        });
        Ok(())
    }

    fn place(&self, method: &Method) -> (String, u32) {
        let Ok(function) = self.program.function(method.function) else {
            return (String::new(), 0);
        };
        let file = function.location.file;
        let file = file.map_or(String::new(), |file| self.program.file(file).to_owned());
        (file, function.location.line)
    }

    fn needed(&self, starts: &[String]) -> Needed {
        let mut all = BTreeSet::new();
        for start in starts {
            match self.calls.reached_from(start) {
                None => return Needed::Anything,
                Some(reached) => all.extend(reached.into_iter().map(str::to_owned)),
            }
        }
        Needed::Functions(all.into_iter().collect())
    }

    fn leave_out(&mut self, why: &str) {
        *self.left_out.entry(why.to_owned()).or_default() += 1;
    }

    fn is_meant(&mut self, class: &str) -> bool {
        let mut any = self.names.is_empty();
        for (name, found) in &mut self.names {
            if class == name || class.replace('$', ".") == *name {
                (any, *found) = (true, true);
            }
        }
        any
    }

    /// Names that mean no class: with a hint where there is a similar one.
    fn check_names(&self) -> anyhow::Result<()> {
        for (name, found) in &self.names {
            if !found {
                // It says which classes there are of similar names.
                self.program
                    .select(name)
                    .map_err(|error| Usage(error.to_string()))?;
                let is_of_jdk = name.starts_with("java.")
                    || name.starts_with("javax.")
                    || name.starts_with("jdk.");
                let help = match is_of_jdk {
                    true => format!(
                        "; `wayfarer explore {name} --class-path .` explores a class of the JDK"
                    ),
                    false => {
                        ": give the folder or the jar that it is in as what is scanned".to_owned()
                    }
                };
                let message = format!("{name}: not one of the classes that are scanned{help}");
                return Err(Usage(message).into());
            }
        }
        Ok(())
    }
}
