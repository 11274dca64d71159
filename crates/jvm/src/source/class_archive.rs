//! Classes of a program as the JVM has them in memory (an archive for class data sharing), kept between runs: it
//! starts in two thirds of the processor time with them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// The archive of a program.
pub enum ClassArchive {
    /// It is there.
    Made(PathBuf),
    /// The next run makes it.
    Missing {
        /// Where that run writes it: others may be doing the same.
        draft: PathBuf,
        /// Where it belongs.
        path: PathBuf,
    },
}

impl ClassArchive {
    /// That of a program which the JDK in a directory runs, itself on a class path of jars unless the JDK has it.
    /// `None` if there is no room for it.
    pub fn of(program: &str, jdk: &Path, class_path: &[PathBuf]) -> Option<ClassArchive> {
        let cache = scratch::cache_directory()?;
        // A JVM takes no archive but its own, and none if a jar has changed.
        let mut hasher = DefaultHasher::new();
        jdk.hash(&mut hasher);
        std::fs::read(jdk.join("release")).ok()?.hash(&mut hasher);
        for jar in class_path {
            let metadata = std::fs::metadata(jar).ok()?;
            (jar, metadata.len(), metadata.modified().ok()?).hash(&mut hasher);
        }
        let name = format!("{program}-{:016x}", hasher.finish());
        let path = cache.join(format!("{name}.jsa"));
        if path.exists() {
            return Some(ClassArchive::Made(path));
        }
        std::fs::create_dir_all(&cache).ok()?;
        // The JVM writes no file that is there.
        let draft = tempfile::Builder::new().prefix(&name).tempfile_in(&cache);
        let draft = draft.ok()?.path().to_owned();
        Some(ClassArchive::Missing { draft, path })
    }

    /// The option of the JVM that uses it, or makes it.
    pub fn option(&self) -> String {
        match self {
            ClassArchive::Made(path) => format!("-XX:SharedArchiveFile={}", path.display()),
            ClassArchive::Missing { draft, .. } => {
                format!("-XX:ArchiveClassesAtExit={}", draft.display())
            }
        }
    }

    /// The run is over: what it has made is kept. Where it is, if there is one now.
    pub fn keep(self) -> Option<PathBuf> {
        match self {
            ClassArchive::Made(path) => Some(path),
            // Without an archive the next run takes longer, and nothing else.
            ClassArchive::Missing { draft, path } => {
                std::fs::rename(draft, &path).ok().map(|()| path)
            }
        }
    }
}
