//! What ARCHITECTURE.md promises of the crates, checked on their manifests and sources.

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

/// Files of a crate's `src` as modules (`strategy::turns`), with the modules that each imports.
fn imports(root: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut files = Vec::new();
    source_files(root, &mut files);
    let modules: BTreeMap<String, String> = files
        .into_iter()
        .map(|file| {
            let module = file.strip_prefix(root).expect("below").with_extension("");
            let module = module.to_string_lossy().replace('/', "::");
            let module = module.strip_suffix("::mod").unwrap_or(&module).to_owned();
            (module, std::fs::read_to_string(&file).expect("a source"))
        })
        .filter(|(module, _)| !["lib", "main"].contains(&module.as_str()))
        .filter(|(module, _)| module.split("::").all(|part| part != "tests"))
        .collect();
    // The module itself, or the nearest one above it that is a file.
    let file_of = |path: &str| {
        let mut path = path;
        while !modules.contains_key(path) {
            path = path.rsplit_once("::")?.0;
        }
        Some(path.to_owned())
    };
    let imports = modules.iter().map(|(module, source)| {
        let above = module.rsplit_once("::").map_or("", |(above, _)| above);
        let code: Vec<&str> = source
            .split("#[cfg(test)]\nmod tests")
            .next()
            .unwrap_or_default()
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
            .collect();
        let named = paths(&code.join("\n")).into_iter().filter_map(|path| {
            let path = match path.strip_prefix("super::") {
                Some(rest) if above.is_empty() => rest.to_owned(),
                Some(rest) => format!("{above}::{rest}"),
                None => path.strip_prefix("crate::")?.to_owned(),
            };
            file_of(&path).filter(|other| other != module)
        });
        (module.clone(), named.collect())
    });
    imports.collect()
}

/// Paths from `crate::` or `super::` in a source, those in braces one by one.
fn paths(code: &str) -> Vec<String> {
    let mut paths = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let rest = &code[at + start.len()..];
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            let (path, behind) = rest.split_at(end.unwrap_or(rest.len()));
            match behind.strip_prefix('{') {
                Some(inside) => {
                    let inside = inside.split(['}', ';']).next().unwrap_or_default();
                    let names = inside.split([',', '{']).map(str::trim);
                    let names = names.map(|name| name.split(' ').next().unwrap_or_default());
                    paths.extend(names.map(|name| format!("{start}{path}{name}")));
                }
                None => paths.push(format!("{start}{path}")),
            }
        }
    }
    paths
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

/// A way from a module back to itself, if there is one.
fn circle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    graph.keys().find_map(|start| circle_through(graph, start))
}

/// A way from that module back to itself.
fn circle_through(
    graph: &BTreeMap<String, BTreeSet<String>>,
    start: &String,
) -> Option<Vec<String>> {
    let mut came_from: BTreeMap<&String, &String> = BTreeMap::new();
    let mut work = vec![start];
    while let Some(at) = work.pop() {
        for next in graph.get(at).into_iter().flatten() {
            if came_from.contains_key(next) {
                continue;
            }
            came_from.insert(next, at);
            if next == start {
                let mut way = vec![start.clone()];
                let mut node = came_from[start];
                while node != start {
                    way.push(node.clone());
                    node = came_from[node];
                }
                return Some(way);
            }
            work.push(next);
        }
    }
    None
}

#[test]
fn files_of_the_explorer_do_not_import_each_other_in_circles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../explore/src");
    let graph = imports(&root);
    assert!(graph.values().flatten().count() > 100, "imports are seen");
    assert_eq!(circle(&graph), None);
}

/// What a crate's root folder has, folders and files, with what each imports of the others.
fn top_imports(root: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let top = |module: &str| module.split("::").next().unwrap_or_default().to_owned();
    let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (module, others) in imports(root) {
        let from = top(&module);
        let others = others.iter().map(|other| top(other));
        let others: Vec<String> = others.filter(|other| *other != from).collect();
        graph.entry(from).or_default().extend(others);
    }
    graph
}

#[test]
fn folders_do_not_import_each_other_in_circles() {
    for krate in ORDER {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{krate}/src"));
        let graph = top_imports(&root);
        let folders = graph.keys().filter(|name| root.join(name).is_dir());
        let circles = folders.filter_map(|folder| circle_through(&graph, folder));
        assert_eq!(circles.collect::<Vec<_>>(), [[""; 0]; 0], "{krate}");
    }
}

/// Folders and the files beside them, where none may be in a circle.
#[test]
fn nothing_in_the_root_folder_of_these_is_in_a_circle() {
    for krate in ["cli", "explore", "jvm", "solver", "term", "vm"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{krate}/src"));
        assert_eq!(circle(&top_imports(&root)), None, "{krate}");
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
            let used = names(&own, &krate) || (outside && names(&tests, &krate));
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
