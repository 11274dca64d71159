//! Files with specifications (`--spec`).

use crate::Usage;
use anyhow::Context;
use std::path::{Path, PathBuf};
use suite::monitors::SpecificationSource;

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

/// Writes a file.
pub fn written(path: &Path, text: &str) -> anyhow::Result<PathBuf> {
    std::fs::write(path, text).with_context(|| path.display().to_string())?;
    Ok(path.to_owned())
}
