//! What a program, a library or an object says of what it was built from.

use crate::invocation::{Language, by_extension};
use crate::libraries::Linked;
use crate::record::{Link, Record, SECTION, Unit, from_section, hash};
use crate::{BuildError, libraries};
use object::read::archive::ArchiveFile;
use object::{File, Object, ObjectSection, ObjectSymbol};
use std::collections::BTreeSet;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What a file was built from.
#[derive(Debug, Default)]
pub struct Built {
    /// Sources in C and C++, in the order in which they were linked.
    pub units: Vec<Unit>,
    /// Sources in C and C++ of members of archives that were linked with, but not needed then: what is compiled
    /// without optimisation may call more. With the names that they define for others.
    pub spares: Vec<(Unit, Vec<String>)>,
    /// Sources in other languages, or whose names do not say that they are in C or C++.
    pub foreign: Vec<Unit>,
    /// What was linked beside all these: words for the linker, with paths that are absolute.
    pub linked: Vec<String>,
    /// Sources that have changed since, or that are gone.
    pub changed: Vec<PathBuf>,
    /// Objects, and archives with some, that say nothing of what they were built from, as another compiler makes them.
    pub silent: BTreeSet<PathBuf>,
}

/// True for a program, a library or an object, by what it begins with; or for one that libtool made, which
/// is a text beside it.
pub fn is_built(path: &Path) -> bool {
    let mut start = [0; 8];
    let read = std::fs::File::open(path).and_then(|mut file| file.read(&mut start));
    read.is_ok() && (start.starts_with(b"\x7fELF") || is_archive(&start))
        || behind_libtool(path).is_some()
}

fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n")
}

/// Reads what a file was built from, and the shared libraries that it is linked with.
///
/// # Errors
/// If it cannot be read, or says nothing.
pub fn read(path: &Path) -> Result<Built, BuildError> {
    let mut records = Records::default();
    records.add(path)?;
    if records.units.is_empty() {
        return Err(BuildError::NotRecorded {
            path: path.to_owned(),
        });
    }
    let mut linked = Vec::new();
    let mut members = Vec::new();
    let mut number = 0;
    // Libraries have libraries of their own.
    while let Some(link) = records.links.get(number).cloned() {
        number += 1;
        for word in libraries::of_link(&link) {
            match word {
                Linked::Word(word) => linked.push(word),
                Linked::File { path, shared } => {
                    members.push(path.clone());
                    let known = records.files.contains(&path);
                    if !known && !shared && !says(&path) {
                        records.silent.insert(path.clone());
                    }
                    // What is in an archive is in what was linked with it, if it says so itself.
                    if !known && (!shared && !says(&path) || shared && !records.add_if_told(&path))
                    {
                        linked.push(path.display().to_string());
                        if shared {
                            let directory = path.parent().unwrap_or(Path::new("/"));
                            linked.push(format!("-Wl,-rpath,{}", directory.display()));
                        }
                    }
                }
            }
        }
    }
    let mut built = Built {
        spares: spares(&members, &records.units),
        silent: records.silent,
        ..Built::default()
    };
    for unit in records.units {
        let now = hash(&unit.source);
        if !unit.sha256.is_empty() && now.as_ref() != Some(&unit.sha256) {
            built.changed.push(unit.source.clone());
        }
        // By `-x` alone a name says nothing to those who compile it again.
        let named = by_extension(&unit.source, unit.language);
        if unit.language.is_explored() && named.is_some_and(Language::is_explored) {
            built.units.push(unit);
            continue;
        }
        let object = unit.object.iter().filter(|object| object.is_file());
        linked.extend(object.map(|object| object.display().to_string()));
        built.foreign.push(unit);
    }
    let mut seen = BTreeSet::new();
    linked.retain(|word| seen.insert(word.clone()));
    built.linked = linked;
    Ok(built)
}

/// The members of archives whose sources are not among these.
fn spares(files: &[PathBuf], units: &[Unit]) -> Vec<(Unit, Vec<String>)> {
    let mut all = Vec::new();
    for file in files {
        let Some(bytes) = contents(file).ok().filter(|bytes| is_archive(bytes)) else {
            continue;
        };
        // A member that cannot be read has been told of where the archive was read.
        let _ = each_member(file, &bytes, |path, bytes| {
            let mut records = Records::default();
            records.add_object(path, bytes)?;
            if let [unit] = &records.units[..]
                && unit.language.is_explored()
                && !units.contains(unit)
            {
                all.push((unit.clone(), defined(path, bytes)?));
            }
            Ok(())
        });
    }
    all
}

/// The names that an object defines for others.
fn defined(path: &Path, bytes: &[u8]) -> Result<Vec<String>, BuildError> {
    let file = File::parse(bytes).map_err(|error| BuildError::damaged(path, &error))?;
    let symbols = file
        .symbols()
        .filter(|symbol| symbol.is_definition() || symbol.is_common());
    let global = symbols.filter(|symbol| symbol.is_global());
    Ok(global
        .filter_map(|symbol| symbol.name().ok().map(str::to_owned))
        .collect())
}

/// True if a file has records.
fn says(path: &Path) -> bool {
    let mut records = Records::default();
    records.add(path).is_ok() && !records.units.is_empty()
}

/// The records of some files.
#[derive(Default)]
struct Records {
    units: Vec<Unit>,
    links: Vec<Link>,
    files: BTreeSet<PathBuf>,
    silent: BTreeSet<PathBuf>,
}

impl Records {
    /// Adds those of a file, if it can be read and has some of a source.
    fn add_if_told(&mut self, path: &Path) -> bool {
        let before = self.units.len();
        self.add(path).is_ok() && self.units.len() > before
    }

    fn add(&mut self, path: &Path) -> Result<(), BuildError> {
        let path = behind_libtool(path).unwrap_or_else(|| path.to_owned());
        if !self.files.insert(path.clone()) {
            return Ok(());
        }
        let bytes = contents(&path)?;
        match is_archive(&bytes) {
            true => self.add_archive(&path, &bytes),
            false => self.add_object(&path, &bytes),
        }
    }

    fn add_archive(&mut self, path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
        each_member(path, bytes, |path, bytes| {
            let before = self.units.len();
            self.add_object(path, bytes)?;
            if self.units.len() == before {
                self.silent.insert(path.to_owned());
            }
            Ok(())
        })
    }

    fn add_object(&mut self, path: &Path, bytes: &[u8]) -> Result<(), BuildError> {
        let file = File::parse(bytes).map_err(|error| BuildError::damaged(path, &error))?;
        for section in file.sections() {
            if section.name() != Ok(SECTION) {
                continue;
            }
            let data = section
                .data()
                .map_err(|error| BuildError::damaged(path, &error))?;
            let records = from_section(data).map_err(|error| BuildError::damaged(path, &error))?;
            for record in records {
                match record {
                    Record::Unit(unit) => self.units.push(unit),
                    Record::Link(link) => self.links.push(link),
                }
            }
        }
        Ok(())
    }
}

/// The contents of a file. Archives and records may name anything: a pipe or a device has no end, or blocks.
fn contents(path: &Path) -> Result<Vec<u8>, BuildError> {
    let failed = BuildError::file(path);
    let read = std::fs::metadata(path).and_then(|known| match known.is_file() {
        true => std::fs::read(path),
        false => Err(std::io::Error::other("no regular file")),
    });
    read.map_err(failed)
}

/// Calls a function with the place and the bytes of each object in an archive.
fn each_member(
    path: &Path,
    bytes: &[u8],
    mut with: impl FnMut(&Path, &[u8]) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let damaged = |error| BuildError::damaged(path, &error);
    let archive = ArchiveFile::parse(bytes).map_err(damaged)?;
    for member in archive.members() {
        let member = member.map_err(damaged)?;
        if archive.is_thin() {
            let name = String::from_utf8_lossy(member.name()).into_owned();
            let file = path.parent().unwrap_or(Path::new("")).join(name);
            let bytes = contents(&file)?;
            with(&file, &bytes)?;
        } else {
            let bytes = member.data(bytes).map_err(damaged)?;
            // Archives have members that are no objects, such as bitcode.
            if bytes.starts_with(b"\x7fELF") {
                with(path, bytes)?;
            }
        }
    }
    Ok(())
}

/// Texts of libtool are longer than this only where they are programs.
const LIBTOOL_START: usize = 4096;

/// The file that a text of libtool stands for.
fn behind_libtool(path: &Path) -> Option<PathBuf> {
    let mut start = vec![0; LIBTOOL_START];
    let mut file = std::fs::File::open(path).ok()?;
    let length = file.read(&mut start).ok()?;
    let text = std::str::from_utf8(&start[..length]).ok()?;
    if !text.contains("libtool") || !(text.starts_with("#!") || text.starts_with('#')) {
        return None;
    }
    behind_text(path, text)?
        .into_iter()
        .find(|path| path.is_file())
}

/// The files that a text of libtool may stand for.
fn behind_text(path: &Path, text: &str) -> Option<Vec<PathBuf>> {
    let hidden = path.parent().unwrap_or(Path::new("")).join(".libs");
    let value = |key: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.trim_matches('\'').to_owned())
            .filter(|value| !value.is_empty() && value != "none")
    };
    let name = path.file_name()?;
    Some(
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("la") => vec![
                hidden.join(value("old_library=")?),
                hidden.join(value("dlname=")?),
            ],
            Some("lo") => {
                let beside = path.parent().unwrap_or(Path::new(""));
                let object = value("non_pic_object=").or_else(|| value("pic_object="))?;
                vec![beside.join(object)]
            }
            _ => {
                let relinked = format!("lt-{}", name.to_string_lossy());
                vec![hidden.join(relinked), hidden.join(name)]
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use crate::record::to_section;
    use object::Architecture;

    /// An object with a record of each kind.
    fn object() -> Vec<u8> {
        let words: Vec<String> = ["-c", "a.c", "-DX=1"].map(str::to_owned).into();
        let unit = Record::Unit(Unit {
            directory: "/b".into(),
            source: "/b/a.c".into(),
            language: Language::C,
            words: words.clone(),
            object: Some("/b/a.o".into()),
            sha256: String::new(),
        });
        let link = Record::Link(Link {
            directory: "/b".into(),
            words,
        });
        let section = to_section(&[unit, link]).expect("a section");
        crate::stand_in::marker(Architecture::X86_64, &section).expect("an object")
    }

    /// An archive with one member.
    fn archive(member: &[u8]) -> Vec<u8> {
        let header = format!(
            "{:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n",
            "a.o/",
            0,
            0,
            0,
            644,
            member.len()
        );
        [b"!<arch>\n", header.as_bytes(), member].concat()
    }

    #[test]
    fn any_object_and_archive_is_read() {
        let object = object();
        let archive = archive(&object);
        let path = Path::new("any");
        let read = |bytes: &[u8]| {
            let mut records = Records::default();
            let read = match is_archive(bytes) {
                true => records.add_archive(path, bytes),
                false => records.add_object(path, bytes),
            };
            records
                .links
                .iter()
                .for_each(|link| drop(libraries::of_link(link)));
            records
                .units
                .iter()
                .for_each(|unit| drop(crate::of_unit(unit)));
            read.is_ok() && records.units.len() == 1 && records.links.len() == 1
        };
        assert!(read(&object) && read(&archive));
        mutants::check(&[object, archive], 5000, |bytes| {
            read(bytes);
        });
    }

    #[test]
    fn thin_archives_of_devices_are_refused() {
        let header = |name: &str, length: usize| {
            format!(
                "{name:<16}{:<12}{:<6}{:<6}{:<8}{length:<10}`\n",
                0, 0, 0, 644
            )
        };
        let names = "/dev/zero/\n\n";
        let archive = [
            "!<thin>\n",
            &header("//", names.len()),
            names,
            &header("/0", 9),
        ]
        .concat();
        let directory = tempfile::tempdir().expect("a temporary directory");
        let path = directory.path().join("a.a");
        std::fs::write(&path, archive).expect("an archive");
        let error = read(&path).expect_err("no object").to_string();
        assert_eq!(error, "/dev/zero: no regular file");
    }

    #[test]
    fn any_text_of_libtool_is_read() {
        let texts = [
            "# liba.la - a libtool library file\ndlname='liba.so.0'\nold_library='liba.a'\n",
            "# a.lo - a libtool object file\npic_object='.libs/a.o'\nnon_pic_object=none\n",
        ];
        let library = behind_text(Path::new("/b/liba.la"), texts[0]);
        let files = ["/b/.libs/liba.a", "/b/.libs/liba.so.0"].map(PathBuf::from);
        assert_eq!(library.as_deref(), Some(&files[..]));
        mutants::check(&mutants::texts(&texts), 5000, |bytes| {
            let text = String::from_utf8_lossy(bytes);
            for name in ["liba.la", "a.lo", "a", ""] {
                behind_text(Path::new(name), &text);
            }
        });
    }
}
