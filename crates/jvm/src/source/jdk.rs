//! Finding a JDK.

use crate::JvmError;
use std::path::{Path, PathBuf};

/// Where Debian and others put their JDKs.
const INSTALLED: &str = "/usr/lib/jvm";

/// An installed JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its directory, the one with `bin` and `lib`.
    pub home: PathBuf,
    /// Its feature release, such as 17.
    pub release: u16,
}

impl Jdk {
    /// The JDK of that directory if one is given, that of `java_home` (the value of `JAVA_HOME`)
    /// if that is set, or else the one in `/usr/lib/jvm` with the lowest release of at least 17.
    ///
    /// # Errors
    /// If there is none, or the one given is none.
    pub fn find(given: Option<&Path>, java_home: Option<&Path>) -> Result<Jdk, JvmError> {
        if let Some(home) = given {
            return Jdk::at(home);
        }
        if let Some(home) = java_home.filter(|home| !home.as_os_str().is_empty()) {
            return Jdk::at(home).map_err(|error| JvmError::Jdk(format!("JAVA_HOME: {error}")));
        }
        let mut found: Vec<Jdk> = std::fs::read_dir(INSTALLED)
            .into_iter()
            .flatten()
            .filter_map(|entry| Jdk::at(&entry.ok()?.path()).ok())
            .filter(|jdk| jdk.release >= 17)
            .collect();
        found.sort_by(|a, b| (a.release, &a.home).cmp(&(b.release, &b.home)));
        found.into_iter().next().ok_or_else(|| {
            JvmError::Jdk(format!(
                "no JDK found: none of at least version 17 is in {INSTALLED}; set JAVA_HOME, give \
                 --jdk, or install openjdk-17-jdk-headless"
            ))
        })
    }

    /// The JDK in a directory.
    ///
    /// # Errors
    /// If there is none.
    pub fn at(home: &Path) -> Result<Jdk, JvmError> {
        let bad = |what: &str| JvmError::Jdk(format!("no JDK in {}: {what}", home.display()));
        if !home.join("lib/modules").is_file() {
            return Err(bad("there is no lib/modules"));
        }
        let text = std::fs::read_to_string(home.join("release"))
            .map_err(|_| bad("there is no file named release"))?;
        Ok(Jdk {
            home: home.to_owned(),
            release: release_in(&text).map_err(bad)?,
        })
    }

    /// Newest major version of class files that it supports.
    pub fn newest_class_version(&self) -> u16 {
        self.release.saturating_add(44)
    }
}

/// The feature release that a JDK's file named `release` tells, or what is wrong with it.
fn release_in(text: &str) -> Result<u16, &'static str> {
    let version = text
        .lines()
        .find_map(|line| line.strip_prefix("JAVA_VERSION=\""))
        .ok_or("its file named release has no JAVA_VERSION")?;
    let digits: String = version.chars().take_while(char::is_ascii_digit).collect();
    digits
        .parse()
        .map_err(|_| "its JAVA_VERSION is not understood")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_release_is_read_or_refused() {
        let text = "IMPLEMENTOR=\"Debian\"\nJAVA_VERSION=\"17.0.9\"\nOS_ARCH=\"x86_64\"\n";
        assert_eq!(release_in(text), Ok(17));
        mutants::check(&mutants::texts(&[text]), 5_000, |bytes| {
            let release = release_in(&String::from_utf8_lossy(bytes));
            let home = PathBuf::new();
            release
                .map(|release| Jdk { home, release }.newest_class_version())
                .ok();
        });
    }
}
