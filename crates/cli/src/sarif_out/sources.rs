//! Where source files are, as SARIF has it, and what tells their lines from others.

use anyhow::Context;
use sarif::ArtifactLocation;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

/// The root that sources are relative to, as SARIF's examples and GitHub call it.
const ROOT: &str = "%SRCROOT%";
/// Where builds have sources of Java.
const JAVA_ROOTS: [&str; 2] = ["src/main/java", "src"];

/// Where source files are.
pub struct SourceLocations {
    /// The work tree of git that the working directory is in, or that directory.
    root: PathBuf,
    /// Folders that relative paths may begin in.
    folders: Vec<PathBuf>,
    /// By the names that findings have.
    files: HashMap<String, LocatedSource>,
}

/// A source file.
#[derive(Clone)]
pub struct LocatedSource {
    pub location: ArtifactLocation,
    /// `primaryLocationLineHash` of its lines.
    hashes: Vec<String>,
    /// Its lines, without the space around them.
    lines: Vec<String>,
}

impl LocatedSource {
    /// The text of a line (from 1); empty if it is not known.
    pub fn line(&self, line: u32) -> &str {
        at(&self.lines, line).map_or("", String::as_str)
    }

    /// What GitHub knows a line (from 1) by.
    pub fn hash(&self, line: u32) -> Option<&String> {
        at(&self.hashes, line)
    }
}

fn at(list: &[String], line: u32) -> Option<&String> {
    list.get((line as usize).checked_sub(1)?)
}

impl SourceLocations {
    /// Sources whose names, if they are relative, begin in these folders or in the working directory.
    ///
    /// # Errors
    /// If the working directory is not known.
    pub fn new(folders: Vec<PathBuf>) -> anyhow::Result<SourceLocations> {
        let current = std::env::current_dir().context("the working directory")?;
        let root = current
            .ancestors()
            .find(|folder| folder.join(".git").exists());
        let root = root.unwrap_or(&current).to_owned();
        let mut all: Vec<PathBuf> = folders.iter().map(|it| current.join(it)).collect();
        // What is named may be sources themselves.
        let around = folders.iter().filter(|it| it.is_file());
        all.extend(around.flat_map(|it| {
            current
                .join(it)
                .ancestors()
                .skip(1)
                .map(Path::to_owned)
                .collect::<Vec<_>>()
        }));
        all.push(current.clone());
        all.extend(JAVA_ROOTS.iter().map(|it| current.join(it)));
        Ok(SourceLocations {
            root,
            folders: all,
            files: HashMap::new(),
        })
    }

    /// What relative URIs are relative to.
    pub fn bases(&self) -> BTreeMap<String, ArtifactLocation> {
        let location = ArtifactLocation {
            uri: format!("{}/", sarif::file_uri(&self.root).trim_end_matches('/')),
            uri_base_id: None,
        };
        BTreeMap::from([(ROOT.to_owned(), location)])
    }

    /// Where a file is.
    pub fn location(&self, path: &Path) -> ArtifactLocation {
        match path.strip_prefix(&self.root) {
            Ok(relative) => ArtifactLocation {
                uri: sarif::relative_uri(relative),
                uri_base_id: Some(ROOT.to_owned()),
            },
            Err(_) if path.is_absolute() => ArtifactLocation {
                uri: sarif::file_uri(path),
                uri_base_id: None,
            },
            // Nobody knows where it is.
            Err(_) => ArtifactLocation {
                uri: sarif::relative_uri(path),
                uri_base_id: None,
            },
        }
    }

    /// The source of a name that findings have.
    pub fn source(&mut self, name: &str) -> &LocatedSource {
        if !self.files.contains_key(name) {
            let source = self.read(name);
            self.files.insert(name.to_owned(), source);
        }
        &self.files[name]
    }

    fn read(&self, name: &str) -> LocatedSource {
        let candidates = self.folders.iter().map(|folder| folder.join(name));
        let found = candidates.into_iter().find(|path| path.is_file());
        let bytes = found.as_deref().map(std::fs::read);
        let bytes = bytes.and_then(Result::ok).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        LocatedSource {
            location: self.location(found.as_deref().unwrap_or(Path::new(name))),
            hashes: match found {
                Some(_) => sarif::line_hashes(&text),
                None => Vec::new(),
            },
            lines: text.lines().map(|line| line.trim().to_owned()).collect(),
        }
    }
}
