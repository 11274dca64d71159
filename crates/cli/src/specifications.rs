//! Files with specifications (`--spec`).

use crate::Usage;
use anyhow::Context;
use std::path::{Path, PathBuf};
use suite::monitors::SpecificationSource;

/// Specifications of C that have names instead of files.
pub const OF_C: &[(&str, &str)] = &[("libc", specification::LIBC)];
/// Those of Java.
pub const OF_JAVA: &[(&str, &str)] = &[("jdk", specification::JDK)];

/// Specifications as the command line names them.
pub struct Specifications {
    pub source: SpecificationSource,
    /// They are in a file of the user.
    pub is_own: bool,
}

/// Reads specifications, from a file or from the library of those that have names, which are written to `work`.
pub fn read(path: &Path, library: &[(&str, &str)], work: &Path) -> anyhow::Result<Specifications> {
    let known = library.iter().find(|(name, _)| path == Path::new(name));
    let is_own = known.is_none();
    let path = match known {
        Some((name, text)) => written(&work.join(name).with_extension("spec"), text)?,
        None => path.to_owned(),
    };
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let contents = specification::parse(&path, &text).map_err(|it| Usage(it.to_string()))?;
    let warnings = specification::warnings(&path, &text, &contents);
    for warning in warnings.map_err(|it| Usage(it.to_string()))? {
        eprintln!("wayfarer: warning: {warning}");
    }
    let path = path.canonicalize();
    let path = path.with_context(|| "the file of a specification".to_owned())?;
    Ok(Specifications {
        source: SpecificationSource { path, contents },
        is_own,
    })
}

/// A specification, as summaries name it.
pub struct Named {
    name: String,
    /// The file as the command line has it.
    file: PathBuf,
    clauses: Vec<(usize, String)>,
}

/// The specifications of these files, or names of the library.
pub fn named(paths: &[PathBuf], library: &[(&str, &str)]) -> anyhow::Result<Vec<Named>> {
    let mut all = Vec::new();
    for path in paths {
        let known = library.iter().find(|(name, _)| path == Path::new(name));
        let text = match known {
            Some((_, text)) => (*text).to_owned(),
            None => std::fs::read_to_string(path).with_context(|| path.display().to_string())?,
        };
        let contents = specification::parse(path, &text).map_err(|it| Usage(it.to_string()))?;
        all.extend(contents.specifications.into_iter().map(|it| {
            Named {
                name: it.name,
                file: path.clone(),
                clauses: it
                    .clauses
                    .into_iter()
                    .map(|it| (it.line, it.text))
                    .collect(),
            }
        }));
    }
    Ok(all)
}

/// What is watched over, in a line.
pub fn text(all: &[Named]) -> Option<String> {
    let each = all.iter().map(|it| match it.clauses.len() {
        1 => format!("{} (1 clause)", it.name),
        clauses => format!("{} ({clauses} clauses)", it.name),
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| format!("  watched over: {}", each.join(", ")))
}

/// The same with all clauses.
pub fn json(all: &[Named]) -> serde_json::Value {
    let each = all.iter().map(|it| {
        let clauses = it.clauses.iter();
        let clauses = clauses.map(|(line, text)| serde_json::json!({"line": line, "text": text}));
        serde_json::json!({
            "name": it.name,
            "file": it.file.display().to_string(),
            "clauses": clauses.collect::<Vec<_>>(),
        })
    });
    each.collect()
}

/// Writes a file.
pub fn written(path: &Path, text: &str) -> anyhow::Result<PathBuf> {
    std::fs::write(path, text).with_context(|| path.display().to_string())?;
    Ok(path.to_owned())
}
