//! What ARCHITECTURE.md promises of the crates, checked on their manifests and sources.

mod circles;
mod imports;
mod map;
mod source;

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crates in the order of ARCHITECTURE.md's table: each depends only on those before it.
const ORDER: [&str; 19] = [
    "mutants",
    "pages",
    "scratch",
    "object-cache",
    "builds",
    "specification",
    "sarif",
    "term",
    "solver",
    "ir",
    "semantics",
    "llvm",
    "jvm",
    "vm",
    "explore",
    "backward",
    "store",
    "suite",
    "cli",
];

/// Manifests of the workspace, as cargo reads them.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// All Rust sources below a directory, as one text.
fn sources(directory: &Path, all: &mut String) {
    let Ok(entries) = std::fs::read_dir(directory) else {
        return;
    };
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            sources(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push_str(&std::fs::read_to_string(&path).expect("a source"));
        }
    }
}

/// True if the sources name a crate in a path, a macro or an import.
fn names(sources: &str, krate: &str) -> bool {
    let mentioned = sources.match_indices(krate);
    mentioned.into_iter().any(|(at, _)| {
        let before = sources[..at].chars().next_back();
        let after = &sources[at + krate.len()..];
        let starts = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let used = sources[..at].ends_with("use ") && after.starts_with([';', ' ']);
        starts && (after.starts_with("::") || used)
    })
}

fn source_files(directory: &Path, all: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            source_files(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            all.push(path);
        }
    }
}

#[test]
fn every_dependency_is_used() {
    let mut unused = Vec::new();
    for package in packages() {
        let manifest = PathBuf::from(text(&package, "manifest_path"));
        let root = manifest.parent().expect("a directory");
        let (mut own, mut tests) = (String::new(), String::new());
        sources(&root.join("src"), &mut own);
        let build = root.join("build.rs");
        own.push_str(&std::fs::read_to_string(build).unwrap_or_default());
        sources(&root.join("tests"), &mut tests);
        sources(&root.join("benches"), &mut tests);
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let rename = dependency["rename"].as_str();
            let krate = rename.unwrap_or(text(dependency, "name")).replace('-', "_");
            // Optional ones and those of tests are used by benches and tests.
            let outside = dependency["optional"] == true || text(dependency, "kind") == "dev";
            // Of one that is compiled nowhere, tests read a file.
            let is_read = dependency["target"] == "cfg(any())";
            let used = match is_read {
                true => tests.contains(text(dependency, "name")),
                false => names(&own, &krate) || (outside && names(&tests, &krate)),
            };
            if !used {
                unused.push(format!("{}: {krate}", text(&package, "name")));
            }
        }
    }
    assert!(
        unused.is_empty(),
        "dependencies that nothing uses: {unused:?}"
    );
}

/// `make test-mutants` runs those with `any_` in their names.
#[test]
fn tests_with_mutants_are_found_by_their_names() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for krate in ORDER.iter().filter(|&&krate| krate != "mutants") {
        for folder in ["src", "tests"] {
            let folder = crates.join(krate).join(folder);
            if folder.is_dir() {
                source_files(&folder, &mut files);
            }
        }
    }
    let (mut known, mut wrong) = (0, Vec::new());
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a source");
        for (at, _) in source.match_indices(concat!("mutants::", "check(")) {
            let before = &source[..at];
            let (above, name) = before.rsplit_once("fn ").expect("a function");
            let name = name.split('(').next().unwrap_or_default();
            known += 1;
            // Functions beside tests may have names of their own.
            if above.trim_end().ends_with("#[test]") && !name.contains("any_") {
                wrong.push(format!("{}: {name}", file.display()));
            }
        }
    }
    assert!(known > 60, "{known}");
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn crates_depend_on_those_above_them() {
    let place = |name: &str| ORDER.iter().position(|&krate| krate == name);
    for package in packages() {
        let manifest = PathBuf::from(text(&package, "manifest_path"));
        let folder = manifest.parent().and_then(Path::file_name);
        let name = folder.expect("a folder").to_string_lossy();
        let own = place(&name).unwrap_or_else(|| panic!("{name} is not in ARCHITECTURE.md"));
        for dependency in package["dependencies"].as_array().expect("dependencies") {
            let is_ours = text(dependency, "path").contains("/crates/");
            let krate = Path::new(text(dependency, "path")).file_name();
            let krate = krate.unwrap_or_default().to_string_lossy();
            // Tests may run what they make.
            if is_ours && text(dependency, "kind") != "dev" {
                let other = place(&krate).unwrap_or_else(|| panic!("{krate} has no place"));
                assert!(other < own, "{name} depends on {krate}");
            }
        }
    }
}

/// The type that a line of a source declares, if it does; `Result` is every module's own.
fn declared_type(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let after_visibility = words.iter().position(|word| !word.starts_with("pub"))?;
    let (&keyword, name) = (
        words.get(after_visibility)?,
        words.get(after_visibility + 1)?,
    );
    let declares = match keyword {
        "struct" | "enum" | "trait" | "union" => true,
        // Those of traits and their implementations are indented.
        "type" => !line.starts_with(' '),
        _ => false,
    };
    let end = name.find(|c: char| !c.is_alphanumeric());
    let name = &name[..end.unwrap_or(name.len())];
    (declares && name != "Result").then_some(name)
}

#[test]
fn no_type_name_means_two_things_in_one_crate() {
    let mut problems = Vec::new();
    for krate in ORDER {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(krate)
            .join("src");
        let mut files = Vec::new();
        source_files(&root, &mut files);
        let mut declared: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for file in files {
            let place = file
                .strip_prefix(&root)
                .expect("below")
                .to_string_lossy()
                .into_owned();
            if place.split(['/', '.']).any(|part| part == "tests") {
                continue;
            }
            let source = std::fs::read_to_string(&file).expect("a source");
            let code = source
                .split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default();
            for name in code.lines().filter_map(declared_type) {
                declared
                    .entry(name.to_owned())
                    .or_default()
                    .insert(place.clone());
            }
        }
        let doubled = declared.into_iter().filter(|(_, places)| places.len() > 1);
        problems.extend(doubled.map(|(name, places)| format!("{krate}: {name} in {places:?}")));
    }
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}
