//! Programs, libraries and objects that a build has made, and compilation databases, in the place of the
//! sources that they say they were built from.

use crate::arguments::ProgramOptions;
use anyhow::{Context, bail};
use builds::{Built, Language, Unit};
use llvm::Spare;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Puts sources, with the flags that they were compiled with, in the place of what was built from them. True
/// if anything was.
pub fn expand(options: &mut ProgramOptions) -> anyhow::Result<bool> {
    options.settle_machine();
    let given = std::mem::take(&mut options.files);
    let named = named_sources(&given);
    let mut found = false;
    for file in given {
        if file
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            found = true;
            add_database(&file, &named, options)?;
        } else if !is_text(&file) && builds::is_built(&file) {
            found = true;
            add_built(&file, builds::read(&file)?, options)?;
        } else if !has(options, &file) {
            options.files.push(file);
        }
    }
    Ok(found)
}

/// True for what the compiler takes, by its name.
fn is_text(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    llvm::is_source(path) || matches!(extension, Some("bc" | "ll"))
}

/// The sources on the command line, absolute.
fn named_sources(files: &[PathBuf]) -> BTreeSet<PathBuf> {
    let named = files.iter().filter(|file| is_text(file));
    named.filter_map(|file| file.canonicalize().ok()).collect()
}

/// Adds what a compilation database has: flags of the sources that are named, or all its sources if none
/// is.
fn add_database(
    file: &Path,
    named: &BTreeSet<PathBuf>,
    options: &mut ProgramOptions,
) -> anyhow::Result<()> {
    let units = builds::read_database(file)?;
    let mut used = false;
    for unit in units {
        let known = unit.source.canonicalize().ok();
        let is_named = known.as_ref().is_some_and(|path| named.contains(path));
        if named.is_empty() || is_named {
            used = true;
            add_unit(file, &unit, options)?;
        }
    }
    match used {
        true => Ok(()),
        false if named.is_empty() => bail!("{}: it has no source in C or C++", file.display()),
        false => bail!("{}: it has none of these sources", file.display()),
    }
}

/// Adds what was built.
fn add_built(file: &Path, built: Built, options: &mut ProgramOptions) -> anyhow::Result<()> {
    let shown = file.display();
    for unit in &built.foreign {
        let language = match unit.language {
            Language::Assembler => "assembler",
            Language::C | Language::Cpp => "C or C++ by -x, not by its name",
            Language::Other => "neither C nor C++",
        };
        eprintln!(
            "wayfarer: warning: {} ({language}): its functions have no code here; native runs are linked \
             with its object",
            unit.source.display()
        );
    }
    for silent in &built.silent {
        eprintln!(
            "wayfarer: warning: {}: objects say nothing of what they were built from (CC=\"wayfarer cc\" was not their \
             compiler): their functions have no code here",
            silent.display()
        );
    }
    if built.units.is_empty() {
        bail!("{shown}: it was built from no source in C or C++");
    }
    for unit in &built.units {
        add_unit(file, unit, options)?;
    }
    for (unit, defines) in &built.spares {
        // One that is gone is missed only if it is needed.
        if unit.source.exists()
            && let Some(source) = with_flags(file, unit, options)?
        {
            options.spares.push(Spare {
                source,
                defines: defines.clone(),
            });
        }
    }
    for source in &built.changed {
        eprintln!(
            "wayfarer: warning: {} has changed since {shown} was built: it is explored as it is now",
            source.display()
        );
    }
    let new = built.linked.into_iter();
    let new: Vec<String> = new.filter(|word| !options.linked.contains(word)).collect();
    options.linked.extend(new);
    Ok(())
}

fn add_unit(file: &Path, unit: &Unit, options: &mut ProgramOptions) -> anyhow::Result<()> {
    let Some(path) = with_flags(file, unit, options)? else {
        return Ok(());
    };
    if !has(options, &path) {
        options.files.push(path);
    }
    Ok(())
}

/// Keeps the flags of a unit; gives its source, or nothing if it is known with them.
fn with_flags(
    file: &Path,
    unit: &Unit,
    options: &mut ProgramOptions,
) -> anyhow::Result<Option<PathBuf>> {
    let Ok(mut path) = unit.source.canonicalize() else {
        bail!(
            "{}: {} is gone, from which it was built",
            file.display(),
            unit.source.display()
        );
    };
    let builds::Flags { flags, left_out } = builds::of_unit(unit);
    for left_out in left_out {
        let warning = format!("{}: {left_out}", unit.source.display());
        eprintln!("wayfarer: warning: {warning}");
    }
    // The build has shown its warnings.
    let flags = [vec!["-w".to_owned()], flags].concat();
    if let Some(known) = options.own_flags.get(&path) {
        if *known == flags {
            return Ok(None);
        }
        path = once_more(&path, unit.language, &flags)?;
    } else if llvm::is_cpp_source(&path) != (unit.language == Language::Cpp) {
        // The compiler was told the language, or took what it is called for one (`c++ a.c`).
        path = once_more(&path, unit.language, &flags)?;
    }
    options.own_flags.insert(path.clone(), flags);
    Ok(Some(path))
}

/// True if a file is among those of the program, by whatever path.
fn has(options: &ProgramOptions, file: &Path) -> bool {
    let absolute = file.canonicalize().ok();
    let same = |known: &PathBuf| {
        known == file
            || known
                .canonicalize()
                .is_ok_and(|known| Some(known) == absolute)
    };
    options.files.iter().any(same)
}

/// A source of its own for one that was compiled before with other flags, or as another language than its name says.
fn once_more(source: &Path, language: Language, flags: &[String]) -> anyhow::Result<PathBuf> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    (source, flags).hash(&mut hasher);
    let directory = scratch::cache_directory().context(
        "a source is compiled with several flags, and there is no cache directory to keep that in",
    )?;
    let directory = directory.join("units");
    std::fs::create_dir_all(&directory).with_context(|| directory.display().to_string())?;
    let name = source.file_stem().unwrap_or_default().to_string_lossy();
    let extension = match language {
        Language::Cpp => "cpp",
        _ => "c",
    };
    let path = directory.join(format!("{name}-{:016x}.{extension}", hasher.finish()));
    let text = format!("#include \"{}\"\n", source.display());
    // Others may read it at the same time.
    if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) {
        std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    Ok(path)
}
