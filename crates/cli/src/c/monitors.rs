//! Specifications of C programs (`--spec`).

use super::program::flags;
use crate::Usage;
use crate::arguments::ProgramOptions;
use anyhow::Context;
use llvm::Monitors;
use std::path::{Path, PathBuf};
use suite::monitors::{IN_PLACE_OF, SpecificationSource, WATCHED, in_c};

/// The source with the monitors, in the directory of what is built.
const SOURCE: &str = "specification.c";

/// The monitors of the specifications that options name, which are written to `work`. `None` if they name none.
pub fn read(options: &ProgramOptions, work: &Path) -> anyhow::Result<Option<Monitors>> {
    let files: &[PathBuf] = &options.spec;
    if files.is_empty() {
        return Ok(None);
    }
    let optimises = |flag: &String| flag.starts_with("-O") && flag != "-O0";
    if options.optimise > 0 || flags(&options.cflags).iter().any(optimises) {
        let message = "--spec: not together with --optimise or -O: calls that the compiler has inlined or changed \
                       would not be seen";
        return Err(Usage(message.to_owned()).into());
    }
    let mut sources = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let contents = specification::parse(path, &text).map_err(|it| Usage(it.to_string()))?;
        let warnings = specification::warnings(path, &text, &contents);
        for warning in warnings.map_err(|it| Usage(it.to_string()))? {
            eprintln!("wayfarer: warning: {warning}");
        }
        let path = path
            .canonicalize()
            .with_context(|| path.display().to_string())?;
        sources.push(SpecificationSource { path, contents });
    }
    std::fs::create_dir_all(work).with_context(|| work.display().to_string())?;
    let source = work.join(SOURCE);
    let name = std::path::absolute(&source).with_context(|| source.display().to_string())?;
    let made = in_c(&sources, &name).map_err(|it| Usage(it.to_string()))?;
    std::fs::write(&source, made.text).with_context(|| source.display().to_string())?;
    Ok(Some(Monitors {
        source,
        functions: made.functions,
        in_place_of: IN_PLACE_OF.to_owned(),
        watched: WATCHED.to_owned(),
    }))
}
