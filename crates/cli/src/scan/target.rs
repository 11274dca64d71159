//! What is scanned: from what the user names to sources of C, or to classes of Java.

use crate::Usage;
use crate::arguments::Explore;
use crate::plan::looks_like_class;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// What is scanned.
pub enum Scanned {
    /// Sources, or what was built from them: the files of the options.
    C,
    Java(JavaTarget),
}

/// Classes that are scanned.
#[derive(Default)]
pub struct JavaTarget {
    /// Folders of classes, jars and class files.
    pub classes: Vec<PathBuf>,
    /// Sources that are compiled.
    pub sources: Vec<PathBuf>,
    /// Folders that sources lie in.
    pub source_roots: Vec<PathBuf>,
    /// Names of classes, if not all are meant.
    pub names: Vec<String>,
}

/// Finds out what is meant, and puts the sources of C in the place of their folders.
///
/// # Errors
/// If there is no such thing, or nothing to scan in it.
pub fn find(options: &mut Explore) -> anyhow::Result<Scanned> {
    let given = std::mem::take(&mut options.program.files);
    let mut java = JavaTarget::default();
    let mut c = Vec::new();
    for path in &given {
        if path.is_dir() {
            of_directory(path, &mut java, &mut c)?;
        } else if !path.exists() {
            match name_of_class(path) {
                Some(name) if !options.java.classes.class_path.is_empty() => java.names.push(name),
                _ if looks_like_class(path) => {
                    return Err(Usage(format!(
                        "{}: there is no such file; a class is looked for in --class-path DIRECTORIES \
                         (`wayfarer explore CLASS --class-path .` explores one of the JDK)",
                        path.display()
                    ))
                    .into());
                }
                _ => return Err(Usage(format!("{}: there is no such file", path.display())).into()),
            }
        } else {
            match extension(path) {
                Some("java") => java.sources.push(path.clone()),
                Some("jar" | "class") => java.classes.push(path.clone()),
                _ => c.push(path.clone()),
            }
        }
    }
    let is_java = !java.classes.is_empty() || !java.sources.is_empty() || !java.names.is_empty();
    match (is_java, c.is_empty()) {
        (true, false) => {
            let first = c[0].display();
            Err(Usage(format!(
                "{first} is C, and others are Java: name one of them"
            ))
            .into())
        }
        (true, true) => {
            if java.classes.is_empty() && java.sources.is_empty() {
                java.classes = std::mem::take(&mut options.java.classes.class_path);
            }
            Ok(Scanned::Java(java))
        }
        (false, true) if given.is_empty() && !options.java.classes.class_path.is_empty() => {
            java.classes = options.java.classes.entries();
            options.java.classes.class_path.clear();
            Ok(Scanned::Java(java))
        }
        (false, _) => {
            options.program.files = c;
            Ok(Scanned::C)
        }
    }
}

/// What may be the name of a class.
fn name_of_class(path: &Path) -> Option<String> {
    let name = path.to_str()?;
    let is_name = name.split('.').all(|part| {
        !part.is_empty()
            && part
                .chars()
                .all(|c| c.is_alphanumeric() || "_$".contains(c))
    });
    is_name.then(|| name.to_owned())
}

fn extension(path: &Path) -> Option<&str> {
    path.extension().and_then(|extension| extension.to_str())
}

/// Where a folder of classes has those of a build by languages and source sets.
const BY_LANGUAGE: &str = "java/main";

/// Where builds put classes, and where their sources are.
const BUILDS: [(&str, &str, &str); 3] = [
    ("pom.xml", "target/classes", "src/main/java"),
    ("build.gradle", "build/classes/java/main", "src/main/java"),
    (
        "build.gradle.kts",
        "build/classes/java/main",
        "src/main/java",
    ),
];

/// What there is in a folder: classes of a build, a compilation database, classes, sources.
fn of_directory(path: &Path, java: &mut JavaTarget, c: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for (build, classes, sources) in BUILDS {
        if path.join(build).is_file() {
            let built = classes;
            let classes = path.join(classes);
            if !classes.is_dir() {
                let modules = modules_of(path, (build, built, sources))?;
                if !modules.0.is_empty() {
                    java.classes.extend(modules.0);
                    java.source_roots.extend(modules.1);
                    return Ok(());
                }
                let message = format!(
                    "{}: there is {build}, but no {}: build it first",
                    path.display(),
                    classes.display()
                );
                return Err(Usage(message).into());
            }
            java.classes.push(classes);
            java.source_roots
                .extend(Some(path.join(sources)).filter(|it| it.is_dir()));
            return Ok(());
        }
    }
    let database = path.join("compile_commands.json");
    if database.is_file() {
        c.push(database);
        return Ok(());
    }
    let by_language = path.join(BY_LANGUAGE);
    if path.ends_with("build/classes") && by_language.is_dir() {
        java.classes.push(by_language);
        let project = path.parent().and_then(Path::parent).unwrap_or(path);
        let sources = project.join("src/main/java");
        java.source_roots
            .extend(Some(sources).filter(|it| it.is_dir()));
        return Ok(());
    }
    let mut found = FolderContents::default();
    found.search(path)?;
    let has_sources = !found.java.is_empty() || !found.c.is_empty();
    if !found.classes && !has_sources && !found.jars.is_empty() {
        java.classes.extend(found.jars);
        return Ok(());
    }
    match (found.classes, found.java.is_empty(), found.c.is_empty()) {
        (true, ..) => java.classes.push(path.to_owned()),
        (false, false, true) => {
            java.sources.extend(found.java);
            java.source_roots.push(path.to_owned());
        }
        (false, true, false) => c.extend(found.c),
        (false, false, false) => {
            let message = format!(
                "{}: it has sources of C and Java: name one of them",
                path.display()
            );
            return Err(Usage(message).into());
        }
        (false, true, true) => {
            let message = format!("{}: there is nothing to scan in it", path.display());
            return Err(Usage(message).into());
        }
    }
    Ok(())
}

/// Classes and sources of the modules of a build that has none of its own: folders below it with a file of the same name.
fn modules_of(
    path: &Path,
    (build, classes, sources): (&str, &str, &str),
) -> anyhow::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    let (mut all_classes, mut all_sources) = (Vec::new(), Vec::new());
    let entries = std::fs::read_dir(path).with_context(|| path.display().to_string())?;
    let mut folders: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    folders.sort();
    for folder in folders {
        if !folder.join(build).is_file() {
            continue;
        }
        let found = |name: &str| Some(folder.join(name)).filter(|it| it.is_dir());
        all_classes.extend(found(classes));
        all_sources.extend(found(sources));
    }
    Ok((all_classes, all_sources))
}

/// What is below a folder.
#[derive(Default)]
struct FolderContents {
    classes: bool,
    jars: Vec<PathBuf>,
    java: Vec<PathBuf>,
    c: Vec<PathBuf>,
}

impl FolderContents {
    fn search(&mut self, directory: &Path) -> anyhow::Result<()> {
        let context = || directory.display().to_string();
        let entries = std::fs::read_dir(directory).with_context(context)?;
        let mut paths = entries
            .map(|entry| Ok(entry.with_context(context)?.path()))
            .collect::<anyhow::Result<Vec<_>>>()?;
        paths.sort();
        for path in paths {
            let hidden = path
                .file_name()
                .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            // Symbolic links to folders may lead round in circles.
            if path.is_dir() && !hidden && !path.is_symlink() {
                self.search(&path)?;
            } else if path.is_file() {
                match extension(&path) {
                    Some("class") => self.classes = true,
                    Some("jar") => self.jars.push(path),
                    // A module says which packages others see, and has no code.
                    Some("java") if !path.ends_with("module-info.java") => self.java.push(path),
                    Some("c") => self.c.push(path),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}
