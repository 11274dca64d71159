//! Where classes come from.

use crate::class_file::ClassFile;
use crate::source::jimage::Image;
use crate::symbol::Symbols;
use crate::{Jdk, JvmError, javac};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use zip::ZipArchive;

/// Class files of the library models: internal name, contents; sorted by name.
const LIBRARY: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/library_classes.rs"));

/// More is not taken out of a jar at once: a few kilobytes of one can stand for all memory.
const MOST_BYTES: u64 = 1 << 28;

/// What makes up a program, as the command line has it.
#[derive(Clone, Debug, Default)]
pub struct ClassPathOptions {
    /// Directories, jars, and `.java` or `.class` files, in order.
    pub entries: Vec<PathBuf>,
    /// Directory of the JDK to use instead of the one found.
    pub jdk: Option<PathBuf>,
    /// Value of `JAVA_HOME`.
    pub java_home: Option<PathBuf>,
    /// Directories with sources, to name files in messages.
    pub source_path: Vec<PathBuf>,
    /// The class with the monitors of specifications, which is no code of the user's.
    pub monitors: Option<String>,
}

/// The classes of a program and of the JDK.
#[derive(Debug)]
pub struct ClassPath {
    jdk: Jdk,
    image: Image,
    entries: Vec<Entry>,
    source_path: Vec<PathBuf>,
    /// Internal name of the class with the monitors of specifications.
    monitors: Option<String>,
    /// Keeps what was compiled for as long as it is needed.
    _compiled: Option<scratch::ScratchDirectory>,
}

#[derive(Debug)]
enum Entry {
    Directory(PathBuf),
    /// A class file by itself, found by its name alone.
    File(PathBuf),
    Jar(Jar),
}

#[derive(Debug)]
struct Jar {
    path: PathBuf,
    names: FxHashSet<String>,
    /// `Main-Class` of its manifest.
    main_class: Option<String>,
    /// Releases that have classes of their own, newest first.
    versions: Vec<u16>,
    archive: Mutex<ZipArchive<File>>,
}

/// Letters that are wrong, missing, too many or exchanged in a name that is misspelt.
const MOST_MISSPELT: usize = 2;

/// Who a class belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The class path given.
    User,
    /// The JDK.
    Jdk,
    /// The library models.
    Library,
    /// Monitors of specifications: they call the user's code and are called by it, but are none of it.
    Monitor,
}

impl Origin {
    /// True for what is found on the class path: all that calls of the user's code lead to outside of the JDK.
    pub(crate) fn is_of_program(self) -> bool {
        match self {
            Origin::User | Origin::Monitor => true,
            Origin::Jdk | Origin::Library => false,
        }
    }
}

impl ClassPath {
    /// Opens a class path; compiles what is source.
    ///
    /// # Errors
    /// If there is no JDK, an entry is missing or none, or sources do not compile.
    pub fn open(options: &ClassPathOptions) -> Result<ClassPath, JvmError> {
        let jdk = Jdk::find(options.jdk.as_deref(), options.java_home.as_deref())?;
        let image = Image::open(&jdk.home.join("lib/modules"))?;
        let (sources, others): (Vec<PathBuf>, Vec<PathBuf>) = options
            .entries
            .iter()
            .cloned()
            .partition(|path| has_extension(path, "java"));
        let mut source_path = options.source_path.clone();
        let compiled = match sources.as_slice() {
            [] => None,
            sources => {
                let directory = scratch::ScratchDirectory::new()
                    .map_err(|error| JvmError::read(&std::env::temp_dir(), &error))?;
                for source in sources {
                    if !source.is_file() {
                        return Err(missing(source));
                    }
                    let parent = source.parent().unwrap_or(Path::new(""));
                    if !source_path.iter().any(|known| known == parent) {
                        source_path.push(parent.to_owned());
                    }
                }
                javac::compile(&jdk, sources, &others, directory.path())?;
                Some(directory)
            }
        };
        let mut entries = Vec::new();
        if let Some(directory) = &compiled {
            entries.push(Entry::Directory(directory.path().to_owned()));
        }
        for path in &others {
            entries.push(Entry::open(path, jdk.release)?);
            if path.is_dir() && !source_path.contains(path) {
                source_path.push(path.clone());
            }
        }
        Ok(ClassPath {
            jdk,
            image,
            entries,
            source_path,
            monitors: options.monitors.as_ref().map(|it| it.replace('.', "/")),
            _compiled: compiled,
        })
    }

    /// The main class that the manifest of a jar on the class path names.
    ///
    /// # Errors
    /// If the jar cannot be read.
    pub fn main_class(&self, jar: &Path) -> Result<Option<String>, JvmError> {
        let found = self.entries.iter().find_map(|entry| match entry {
            Entry::Jar(found) if found.path == jar => Some(found),
            _ => None,
        });
        Ok(found.and_then(|jar| jar.main_class.clone()))
    }

    /// The class of a source or class file of the class path given: that of a class file; of a source
    /// the one that has the name of the file, in whatever package, or else its first.
    pub fn class_of_file(&self, file: &Path) -> Option<String> {
        if has_extension(file, "class") {
            return class_in(file).ok().map(|name| name.replace('/', "."));
        }
        let stem = file.file_stem()?.to_string_lossy().into_owned();
        let all = self.user_classes();
        let named = all
            .iter()
            .find(|name| name.rsplit('/').next() == Some(&stem));
        named.or(all.first()).map(|name| name.replace('/', "."))
    }

    /// The JDK in use.
    pub fn jdk(&self) -> &Jdk {
        &self.jdk
    }

    /// Contents of a class by internal name.
    ///
    /// # Errors
    /// If it is there but cannot be read.
    pub fn class(&self, name: &str) -> Result<Option<(Vec<u8>, Origin)>, JvmError> {
        if let Ok(index) = LIBRARY.binary_search_by(|(known, _)| (*known).cmp(name)) {
            return Ok(Some((LIBRARY[index].1.to_vec(), Origin::Library)));
        }
        // What belongs to the JDK cannot be replaced by a user, as with the real one.
        if let Some(bytes) = self.image.class(name)? {
            return Ok(Some((bytes, Origin::Jdk)));
        }
        for entry in &self.entries {
            if let Some(bytes) = entry.class(name)? {
                let origin = match self.is_monitor(name) {
                    true => Origin::Monitor,
                    false => Origin::User,
                };
                return Ok(Some((bytes, origin)));
            }
        }
        Ok(None)
    }

    /// True for the monitors of specifications, by internal name.
    fn is_monitor(&self, name: &str) -> bool {
        let rest = self.monitors.as_ref().and_then(|it| name.strip_prefix(it));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
    }

    /// True if there is a library model of that internal name.
    pub(crate) fn is_model(name: &str) -> bool {
        LIBRARY
            .binary_search_by(|(known, _)| (*known).cmp(name))
            .is_ok()
    }

    /// Internal names of the classes of library models, sorted.
    pub(crate) fn models() -> impl Iterator<Item = &'static str> {
        LIBRARY.iter().map(|(name, _)| *name)
    }

    /// Internal names of all classes of the user, sorted.
    pub fn user_classes(&self) -> Vec<String> {
        let mut all = self.program_classes();
        all.retain(|name| !self.is_monitor(name));
        all
    }

    /// Internal names of all classes of the user, and of monitors of specifications; sorted.
    pub(crate) fn program_classes(&self) -> Vec<String> {
        let mut all = BTreeSet::new();
        for entry in &self.entries {
            entry.list(&mut all);
        }
        all.into_iter().collect()
    }

    /// The file of a source as the user sees it: below the source path if it is there, or as the
    /// class says.
    pub(crate) fn source_file(&self, package: &str, file: &str) -> String {
        let relative = if package.is_empty() {
            PathBuf::from(file)
        } else {
            Path::new(package).join(file)
        };
        for directory in &self.source_path {
            for candidate in [directory.join(&relative), directory.join(file)] {
                if candidate.is_file() {
                    return candidate.display().to_string();
                }
            }
        }
        relative.display().to_string()
    }

    /// Why a class may be missing, to be appended to a message.
    pub(crate) fn hint(&self, name: &str) -> String {
        for entry in &self.entries {
            if let Entry::Jar(jar) = entry
                && let Some(inner) = jar.names.iter().filter(|n| n.ends_with(".jar")).min()
            {
                return format!(
                    "; {} contains the jar {inner}, which is not searched: unpack it and put it on \
                     the class path",
                    jar.path.display()
                );
            }
        }
        let simple = name.rsplit('/').next().unwrap_or(name);
        let similar: Vec<String> = self
            .user_classes()
            .into_iter()
            .filter(|known| is_similar(known, name, simple))
            .map(|known| known.replace('/', "."))
            .collect();
        if similar.is_empty() {
            String::new()
        } else {
            format!("; did you mean {}?", similar.join(" or "))
        }
    }
}

/// True if somebody who writes one name may mean the other: by its simple name in another package, or misspelt.
fn is_similar(known: &str, name: &str, simple: &str) -> bool {
    known.rsplit('/').next() == Some(simple)
        || strsim::damerau_levenshtein(known, name) <= MOST_MISSPELT
}

/// Internal name of the class that a class file holds.
fn class_in(file: &Path) -> Result<String, JvmError> {
    let what = file.display().to_string();
    let bytes = read(file)?.ok_or_else(|| missing(file))?;
    let symbols = Symbols::default();
    let class = ClassFile::read(bytes, &what, &symbols)?;
    Ok(symbols.text(class.name).to_owned())
}

/// The directory of a class path in which a JVM finds the class of a class file.
///
/// # Errors
/// If the file holds no class, or is not in the directories of its package.
pub fn directory_of(class_file: &Path) -> Result<PathBuf, JvmError> {
    let name = class_in(class_file)?;
    let found = class_file.ancestors().nth(name.split('/').count());
    let expected = format!("{name}.class");
    found
        .filter(|directory| directory.join(&expected) == class_file)
        .map(Path::to_owned)
        .ok_or_else(|| JvmError::ClassPath {
            path: class_file.to_owned(),
            message: format!("it holds the class of {expected}: a JVM does not find it here"),
        })
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

fn missing(path: &Path) -> JvmError {
    JvmError::ClassPath {
        path: path.to_owned(),
        message: "no such file or directory".to_owned(),
    }
}

impl Entry {
    fn open(path: &Path, release: u16) -> Result<Entry, JvmError> {
        if path.is_dir() {
            return Ok(Entry::Directory(path.to_owned()));
        }
        if !path.exists() {
            return Err(missing(path));
        }
        if has_extension(path, "class") {
            return Ok(Entry::File(path.to_owned()));
        }
        Jar::open(path, release).map(Entry::Jar)
    }

    fn class(&self, name: &str) -> Result<Option<Vec<u8>>, JvmError> {
        match self {
            Entry::Directory(directory) => read(&directory.join(format!("{name}.class"))),
            Entry::File(path) => {
                // The class may be that of the file whatever directory the file is in.
                let simple = name.rsplit('/').next().unwrap_or(name);
                if path.file_stem().is_some_and(|stem| stem == simple) {
                    return read(path);
                }
                let sibling = path.with_file_name(format!("{simple}.class"));
                read(&sibling)
            }
            Entry::Jar(jar) => jar.class(name),
        }
    }

    fn list(&self, into: &mut BTreeSet<String>) {
        match self {
            Entry::Directory(directory) => list_directory(directory, "", into),
            Entry::File(path) => {
                into.extend(path.file_stem().map(|s| s.to_string_lossy().into_owned()));
            }
            Entry::Jar(jar) => into.extend(
                jar.names
                    .iter()
                    .filter(|name| !name.starts_with("META-INF/"))
                    .filter_map(|name| name.strip_suffix(".class"))
                    .filter(|name| is_class_name(name))
                    .map(str::to_owned),
            ),
        }
    }
}

fn is_class_name(name: &str) -> bool {
    !name.ends_with("module-info") && !name.ends_with("package-info")
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, JvmError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) if error.kind() == std::io::ErrorKind::NotADirectory => Ok(None),
        Err(error) => Err(JvmError::read(path, &error)),
    }
}

fn list_directory(directory: &Path, prefix: &str, into: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = entry.path();
        if path.is_dir() {
            list_directory(&path, &format!("{prefix}{name}/"), into);
        } else if let Some(class) = name.strip_suffix(".class")
            && is_class_name(class)
        {
            into.insert(format!("{prefix}{class}"));
        }
    }
}

impl Jar {
    fn open(path: &Path, release: u16) -> Result<Jar, JvmError> {
        let bad = |message: String| JvmError::ClassPath {
            path: path.to_owned(),
            message,
        };
        let file = File::open(path).map_err(|error| JvmError::read(path, &error))?;
        let mut archive = ZipArchive::new(file)
            .map_err(|error| bad(format!("neither a directory nor a jar: {error}")))?;
        let names: FxHashSet<String> = archive.file_names().map(str::to_owned).collect();
        let mut versions = Vec::new();
        let mut main_class = None;
        if let Ok(mut manifest) = archive.by_name("META-INF/MANIFEST.MF") {
            let mut bytes = Vec::new();
            let _ = manifest.by_ref().take(MOST_BYTES).read_to_end(&mut bytes);
            let text = String::from_utf8_lossy(&bytes);
            if text.lines().any(|l| l.trim_end() == "Multi-Release: true") {
                versions = (9..=release).rev().collect();
            }
            let main = text
                .lines()
                .find_map(|line| line.strip_prefix("Main-Class:"));
            main_class = main.map(|name| name.trim().to_owned());
        }
        Ok(Jar {
            path: path.to_owned(),
            names,
            main_class,
            versions,
            archive: Mutex::new(archive),
        })
    }

    fn class(&self, name: &str) -> Result<Option<Vec<u8>>, JvmError> {
        let plain = format!("{name}.class");
        let versioned = self
            .versions
            .iter()
            .map(|version| format!("META-INF/versions/{version}/{plain}"))
            .find(|name| self.names.contains(name));
        let Some(name) = versioned.or(self.names.contains(&plain).then_some(plain)) else {
            return Ok(None);
        };
        let bad = |message: String| JvmError::ClassPath {
            path: self.path.clone(),
            message: format!("{name}: {message}"),
        };
        let mut archive = self.archive.lock().unwrap_or_else(|e| e.into_inner());
        let mut file = archive
            .by_name(&name)
            .map_err(|error| bad(error.to_string()))?;
        let mut bytes = Vec::new();
        file.by_ref()
            .take(MOST_BYTES)
            .read_to_end(&mut bytes)
            .map_err(|error| bad(error.to_string()))?;
        if bytes.len() as u64 == MOST_BYTES {
            return Err(bad(format!("no class has {MOST_BYTES} bytes")));
        }
        Ok(Some(bytes))
    }
}
