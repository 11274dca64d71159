//! From the command line to classes and the methods that are meant.

use super::monitors;
use super::scopes::coverage_scopes;
use crate::Usage;
use crate::plan::{JavaPlan, Plan};
use anyhow::Context;
use jvm::{ClassPath, ClassPathOptions, Jdk, Method, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use suite::CoverageScopes;
use suite::java::{JavaMonitorPlan, JavaSuite};

/// Classes compiled from sources, in the output directory.
const CLASSES: &str = "build/classes";

/// A program, and the methods that are explored.
pub struct Classes {
    pub program: Arc<Program>,
    /// How to find the same classes once more.
    pub searched: ClassPathOptions,
    /// The same classes for the writer of tests.
    pub shapes: suite::java::Shapes,
    pub jdk: PathBuf,
    /// Directories and jars, absolute or below the output directory.
    pub class_path: Vec<PathBuf>,
    pub sources: Vec<PathBuf>,
    pub source_path: Vec<PathBuf>,
    pub methods: Vec<Method>,
    /// The methods that coverage is counted for.
    pub coverage: CoverageScopes,
    /// Names of the functions that are called with pinned arguments.
    pub opaque: Vec<String>,
    /// Monitors of specifications.
    pub monitors: Option<JavaMonitorPlan>,
}

impl Classes {
    /// Files that the program is made from.
    pub fn files(&self) -> Vec<PathBuf> {
        let entries = self.class_path.iter().filter(|path| path.is_file());
        self.sources.iter().chain(entries).cloned().collect()
    }

    /// SHA-256 of all classes of the program and of what tells one JDK from another. `output` is the
    /// directory that relative parts of the class path are in.
    pub fn hash(&self, output: &Path) -> anyhow::Result<String> {
        let mut files = Vec::new();
        for entry in &self.class_path {
            add_files(&output.join(entry), &mut files)?;
        }
        add_files(&self.jdk.join("release"), &mut files)?;
        Ok(store::hash_of_files(&files)?)
    }
}

/// How classes are translated to be explored.
pub fn translation() -> jvm::Options {
    jvm::Options {
        assertions: true,
        ..jvm::Options::default()
    }
}

/// Adds a file, or all files of a directory in an order that is always the same.
pub fn add_files(path: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    if !path.is_dir() {
        files.extend(path.is_file().then(|| path.to_owned()));
        return Ok(());
    }
    let context = || path.display().to_string();
    let entries = std::fs::read_dir(path).with_context(context)?;
    let mut below = entries
        .map(|entry| Ok(entry.with_context(context)?.path()))
        .collect::<anyhow::Result<Vec<_>>>()?;
    below.sort();
    below.iter().try_for_each(|path| add_files(path, files))
}

/// Tells the user of classes that the program names and that are nowhere, each with one that names it.
pub fn warn_of_missing(missing: &BTreeMap<String, String>) {
    const MOST: usize = 5;
    let dotted = |name: &String| name.replace('/', ".");
    for (name, by) in missing.iter().take(MOST) {
        let (name, by) = (dotted(name), dotted(by));
        eprintln!(
            "wayfarer: warning: {name}, which {by} needs, is not on the class path: code that uses it ends \
             by an error; add its jar with --class-path"
        );
    }
    if missing.len() > MOST {
        let more = missing.len() - MOST;
        eprintln!("wayfarer: warning: {more} more classes are not on the class path");
    }
}

/// Where classes are looked for.
pub struct SearchedClassPath {
    /// As suites have it: what is compiled is below the output directory.
    pub class_path: Vec<PathBuf>,
    pub options: ClassPathOptions,
    /// Sources on the class path.
    sources: Vec<PathBuf>,
}

/// Finds or compiles the classes, and the methods.
pub fn classes(plan: &Plan, java: &JavaPlan) -> anyhow::Result<Classes> {
    let java_home = std::env::var_os("JAVA_HOME").map(PathBuf::from);
    let jdk = Jdk::find(java.jdk.as_deref(), java_home.as_deref())?;
    let mut searched = search(plan, java, &jdk)?;
    let classes = ClassPath::open(&searched.options)?;
    let specs = match java.names.is_empty() {
        false => java.names.clone(),
        true => classes_of_files(&classes, &java.files)?,
    };
    let mut translation = jvm::Options {
        sequence_length: java.sequence_length,
        ..translation()
    };
    let program = Program::new(classes, translation.clone());
    let select_all = |program: &Program| -> anyhow::Result<Vec<Method>> {
        let found = specs.iter().map(|spec| select(program, spec));
        Ok(found.collect::<anyhow::Result<Vec<_>>>()?.concat())
    };
    let mut methods = select_all(&program)?;
    let coverage = coverage_scopes(&program, &methods);
    let monitors = monitors::watch(plan, java, (&mut searched, &jdk), &methods)?;
    let open = || ClassPath::open(&searched.options);
    let packages = methods.iter().map(|method| {
        let package = method.class_name.rsplit_once('.');
        package.map_or("", |(package, _)| package).replace('.', "/")
    });
    translation.packages = packages.collect();
    // The one before has loaded all that coverage is counted for.
    let program = Program::new(open()?, translation);
    methods = select_all(&program)?;
    let tested: BTreeSet<String> = methods
        .iter()
        .map(|method| method.class_name.replace('.', "/"))
        .collect();
    warn_of_missing(&program.missing_classes(&tested)?);
    let shapes = suite::java::shapes(Arc::new(open()?));
    let mut opaque = Vec::new();
    for spec in &plan.opaque {
        opaque.extend(named(&program, spec)?.iter().map(function_name));
    }
    Ok(Classes {
        program: Arc::new(program),
        searched: searched.options.clone(),
        coverage,
        opaque,
        monitors,
        shapes,
        jdk: jdk.home,
        class_path: searched.class_path,
        sources: absolute_all(&searched.sources)?,
        source_path: searched.options.source_path.clone(),
        methods,
    })
}

/// Compiles what are sources of the class path, and says where all classes are.
fn search(plan: &Plan, java: &JavaPlan, jdk: &Jdk) -> anyhow::Result<SearchedClassPath> {
    let entries = java.class_path.iter().chain(&java.files).cloned();
    let entries: Vec<PathBuf> = entries.collect();
    if let Some(missing) = entries.iter().find(|entry| !entry.exists()) {
        anyhow::bail!("{}: no such file or directory", missing.display());
    }
    let is_source = |path: &PathBuf| path.extension().is_some_and(|found| found == "java");
    let (sources, others): (Vec<PathBuf>, Vec<PathBuf>) = entries.into_iter().partition(is_source);
    let others = others.iter().map(|path| class_path_entry(path));
    let others = others.collect::<anyhow::Result<Vec<_>>>()?;
    let source_path = source_path(java, &sources)?;
    let (mut class_path, mut entries) = (Vec::new(), Vec::new());
    if !sources.is_empty() {
        let classes = plan.output.join(CLASSES);
        if classes.exists() {
            std::fs::remove_dir_all(&classes)
                .with_context(|| format!("cannot empty {}", classes.display()))?;
        }
        // Sources may use the in-source interface.
        let mut compiled_with = others.clone();
        compiled_with.push(JavaSuite::write_interface(&plan.output)?);
        jvm::javac::compile(jdk, &sources, &compiled_with, &classes)?;
        class_path.push(PathBuf::from(CLASSES));
        entries.push(classes);
    }
    class_path.extend(others.iter().cloned());
    entries.extend(others);
    Ok(SearchedClassPath {
        class_path,
        options: ClassPathOptions {
            entries,
            jdk: Some(jdk.home.clone()),
            java_home: None,
            source_path,
            monitors: None,
        },
        sources,
    })
}

/// Where sources may be found: where the user says, and beside those that are given.
fn source_path(java: &JavaPlan, sources: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let beside = sources.iter().filter_map(|source| source.parent());
    let all = java.source_path.iter().map(PathBuf::as_path).chain(beside);
    let mut all: Vec<PathBuf> = all
        .map(|path| match path.as_os_str().is_empty() {
            true => PathBuf::from("."),
            false => path.to_owned(),
        })
        .collect();
    all.dedup();
    absolute_all(&all)
}

/// What the JVM finds the same classes by.
fn class_path_entry(path: &Path) -> anyhow::Result<PathBuf> {
    let path = absolute(path)?;
    match path.extension() {
        Some(extension) if extension == "class" && path.is_file() => Ok(jvm::directory_of(&path)?),
        _ => Ok(path),
    }
}

/// The classes named like the files, if nothing else is named.
fn classes_of_files(classes: &ClassPath, files: &[PathBuf]) -> anyhow::Result<Vec<String>> {
    let named = files
        .iter()
        .filter(|file| file.extension().is_none_or(|e| e != "jar"));
    let found: Vec<String> = named
        .filter_map(|file| classes.class_of_file(file))
        .collect();
    if found.is_empty() {
        let message = "which method? name a class (com.acme.Foo), a method (com.acme.Foo.bar), or one of \
                       several ('com.acme.Foo.bar(int,Foo)')";
        return Err(Usage(message.to_owned()).into());
    }
    Ok(found)
}

/// The name of the function that a method becomes.
pub fn function_name(method: &Method) -> String {
    format!("{}.{}{}", method.class_name, method.name, method.descriptor)
}

/// The methods of that name.
fn named(program: &Program, spec: &str) -> anyhow::Result<Vec<Method>> {
    match program.select(spec) {
        Ok(found) => Ok(found),
        Err(error @ (jvm::JvmError::NoMethod(_) | jvm::JvmError::Ambiguous { .. })) => {
            Err(Usage(error.to_string()).into())
        }
        Err(error) => Err(error.into()),
    }
}

/// The methods that are meant: of a class all that are not private.
fn select(program: &Program, spec: &str) -> anyhow::Result<Vec<Method>> {
    let found = named(program, spec)?;
    if found.len() == 1 {
        return Ok(found);
    }
    let open: Vec<Method> = found
        .into_iter()
        .filter(|method| !method.is_private)
        .collect();
    if open.is_empty() {
        return Err(Usage(format!("{spec}: it has no method to explore")).into());
    }
    Ok(open)
}

fn absolute(path: &Path) -> anyhow::Result<PathBuf> {
    path.canonicalize()
        .with_context(|| path.display().to_string())
}

fn absolute_all(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    paths.iter().map(|path| absolute(path)).collect()
}

/// Why nothing is refuted of calls that come after others, if that is so: these may have left other values.
///
/// # Errors
/// If a class cannot be read.
pub fn unsettled(program: &Program) -> anyhow::Result<Option<String>> {
    let changing = program.class_with_variables()?;
    Ok(changing.map(|class| {
        format!(
            "classes may have been used before, which changes static variables ({class} has some)"
        )
    }))
}
