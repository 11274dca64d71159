//! Specifications (`--spec`): their files, and what monitors see of a path.

use crate::Usage;
use crate::reach::spec::Spec;
use anyhow::Context;
use explore::{KeptPath, PathEnd};
use ir::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use suite::StackFrame;
use suite::monitors::{MonitorHistory, MonitorLanguage, Monitoring, SpecificationSource, ToldStep};

/// Specifications of C that have names instead of files.
pub const OF_C: &[(&str, &str)] = &[("libc", specification::LIBC)];
/// Those of Java.
pub const OF_JAVA: &[(&str, &str)] = &[("jdk", specification::JDK)];

/// What annotations of the program's classes say, by its name on the command line.
pub const ANNOTATIONS: &str = "annotations";

/// True if what annotations of classes say is among them.
pub fn of_annotations(paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| path == Path::new(ANNOTATIONS))
}

/// Specifications as the command line names them.
pub struct Specifications {
    pub source: SpecificationSource,
    /// They are in a file of the user, or in annotations of classes.
    pub is_own: bool,
}

/// Reads specifications, from a file or from the library of those that have names, which are written to `work`.
pub fn read(path: &Path, library: &[(&str, &str)], work: &Path) -> anyhow::Result<Specifications> {
    let known = library.iter().find(|(name, _)| path == Path::new(name));
    let is_own = known.is_none_or(|(name, _)| *name == ANNOTATIONS);
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

/// The monitors of the specifications in these files, or of these names of the library; `None` if there are none.
pub fn monitoring(
    paths: &[PathBuf],
    library: &[(&str, &str)],
    language: MonitorLanguage,
) -> anyhow::Result<Option<Arc<Monitoring>>> {
    let mut sources = Vec::new();
    for path in paths {
        let known = library.iter().find(|(name, _)| path == Path::new(name));
        let text = match known {
            Some((_, text)) => (*text).to_owned(),
            None => std::fs::read_to_string(path).with_context(|| path.display().to_string())?,
        };
        let contents = specification::parse(path, &text).map_err(|it| Usage(it.to_string()))?;
        let path = match known {
            Some((name, _)) => PathBuf::from(name).with_extension("spec"),
            None => path.clone(),
        };
        sources.push(SpecificationSource { path, contents });
    }
    if sources.is_empty() {
        return Ok(None);
    }
    let monitoring = Monitoring::new(&sources, language);
    let monitoring = monitoring.map_err(|it| Usage(it.to_string()))?;
    Ok(Some(Arc::new(monitoring)))
}

/// Refuses targets that are violations of specifications which there are not.
pub fn check_targets(
    monitoring: Option<&Monitoring>,
    targets: &[(String, Spec)],
) -> Result<(), Usage> {
    let all = monitoring.map_or_else(Vec::new, Monitoring::described);
    for (text, target) in targets {
        let Spec::Violation(wanted) = target else {
            continue;
        };
        let names: Vec<&str> = all.iter().map(|it| it.name.as_str()).collect();
        let is_known = |wanted: &String| names.contains(&wanted.as_str());
        if names.is_empty() {
            return Err(Usage(format!(
                "--target {text}: say which specification with --spec"
            )));
        }
        if !wanted.as_ref().is_none_or(is_known) {
            let names = names.join(", ");
            let message =
                format!("--target {text}: there is no such specification; there are {names}");
            return Err(Usage(message));
        }
    }
    Ok(())
}

/// What monitors saw of a path. `None` if there are none.
pub fn history(monitoring: Option<&Arc<Monitoring>>, path: &KeptPath) -> Option<MonitorHistory> {
    let monitoring = monitoring?;
    let log = &path.trace.monitors;
    let steps = log.steps.iter().map(|step| ToldStep {
        moment: step.moment,
        object: step.object,
        happened: step.happened,
    });
    let steps: Vec<ToldStep> = steps.collect();
    let violated = |kind| kind == ErrorKind::SpecificationViolation;
    let is_violation = matches!(path.end, PathEnd::Error { kind, .. } if violated(kind));
    let place = |number: usize| {
        let number = log.steps[number].place as usize;
        let (function, place) = &log.places[number];
        StackFrame {
            function: function.clone(),
            file: place.file.clone(),
            line: place.line,
        }
    };
    Some(monitoring.history((&steps, log.cut), is_violation, &place))
}

/// Writes a file.
pub fn written(path: &Path, text: &str) -> anyhow::Result<PathBuf> {
    std::fs::write(path, text).with_context(|| path.display().to_string())?;
    Ok(path.to_owned())
}
