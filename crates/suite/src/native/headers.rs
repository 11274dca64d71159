//! Where compilers find the headers that a suite has for its program.

use std::path::{Path, PathBuf};

/// How directories are called that are kept between runs with the headers of programs under test.
const KEPT: &str = "headers-";

/// What compilers read headers from. A suite's own directory is a new one in each run; where one with the same headers
/// is kept between runs, it is that: what was compiled with them is then known again without a look into it.
pub(super) fn directory(suite: &Path) -> PathBuf {
    let own = suite.join("build/include");
    let kept = scratch::cache_directory().and_then(|cache| same_as(&own, &cache));
    kept.unwrap_or(own)
}

/// The kept directory that has what another one has.
fn same_as(own: &Path, cache: &Path) -> Option<PathBuf> {
    let entries = std::fs::read_dir(cache).ok()?.flatten();
    let kept = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(KEPT));
    kept.map(|entry| entry.path())
        .find(|kept| has_all_of(kept, own))
}

/// True if all files below a directory are below another one as well.
fn has_all_of(kept: &Path, own: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(own) else {
        return false;
    };
    let mut entries = entries.flatten();
    entries.all(|entry| {
        let (own, kept) = (entry.path(), kept.join(entry.file_name()));
        match own.is_dir() {
            true => has_all_of(&kept, &own),
            false => matches!(
                (std::fs::read(own), std::fs::read(kept)),
                (Ok(own), Ok(kept)) if own == kept
            ),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_are_kept_are_those_of_the_suite() {
        let place = tempfile::tempdir().expect("a temporary directory");
        let write = |name: &str, text: &str| {
            let path = place.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a directory")).expect("it is made");
            std::fs::write(path, text).expect("a header is written");
        };
        let (own, cache) = (place.path().join("own"), place.path().join("cache"));
        for name in ["own", "cache/headers-2", "cache/else-3"] {
            write(&format!("{name}/wayfarer.h"), "new");
            write(&format!("{name}/klee/klee.h"), "klee");
        }
        write("cache/headers-1/wayfarer.h", "old");
        write("cache/headers-1/klee/klee.h", "klee");
        assert_eq!(same_as(&own, &cache), Some(cache.join("headers-2")));
        write("own/klee/klee.h", "other");
        assert_eq!(same_as(&own, &cache), None);
        assert_eq!(same_as(&own, &place.path().join("nowhere")), None);
        assert_eq!(same_as(&place.path().join("nowhere"), &cache), None);
    }
}
