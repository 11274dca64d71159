//! Circles of imports: none between folders of a crate, and none between files where none may be.

use crate::ORDER;
use crate::imports::{Graph, imports};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The files of all crates, with what each imports.
static GRAPHS: LazyLock<BTreeMap<&str, Graph>> = LazyLock::new(|| {
    let graphs = ORDER.iter().map(|krate| (*krate, imports(&sources(krate))));
    graphs.collect()
});

fn sources(krate: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../{krate}/src"))
}

/// All that can be reached from a node.
fn reached<'a>(graph: &'a Graph, start: &'a str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut work = vec![start];
    while let Some(at) = work.pop() {
        for next in graph.get(at).into_iter().flatten() {
            if reached.insert(next.as_str()) {
                work.push(next);
            }
        }
    }
    reached
}

/// The sets of nodes that can all be reached from one another, the largest first.
fn circles(graph: &Graph) -> Vec<Vec<&str>> {
    let reach: Vec<_> = graph
        .keys()
        .map(|node| (node.as_str(), reached(graph, node)))
        .collect();
    let sets = reach.iter().map(|(node, from)| {
        let back = reach
            .iter()
            .filter(|(other, back)| from.contains(other) && back.contains(node));
        back.map(|(other, _)| *other).collect::<Vec<_>>()
    });
    let sets: BTreeSet<Vec<&str>> = sets.filter(|set| !set.is_empty()).collect();
    let mut sets: Vec<Vec<&str>> = sets.into_iter().collect();
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    sets
}

/// A graph of what a folder has, files and folders, with what each imports of the others; `above` is
/// the folder's module.
fn within_folder(graph: &Graph, above: &str) -> Graph {
    // The child that a module is in; none of the folder's own module and those beside it.
    let child = |module: &str| {
        let below = match above {
            "" => module,
            _ => module.strip_prefix(above)?.strip_prefix("::")?,
        };
        let first = below.split("::").next().unwrap_or_default();
        (!first.is_empty()).then(|| first.to_owned())
    };
    let mut folded = Graph::new();
    for (module, imported) in graph {
        let Some(from) = child(module) else { continue };
        let others = imported.iter().filter_map(|other| child(other));
        let others: Vec<String> = others.filter(|other| *other != from).collect();
        folded.entry(from).or_default().extend(others);
    }
    folded
}

/// The modules of a crate's folders, with the root's.
fn folders(graph: &Graph) -> BTreeSet<&str> {
    let above = graph
        .keys()
        .filter_map(|module| Some(module.rsplit_once("::")?.0));
    above.chain([""]).collect()
}

/// The circles within each folder of a crate, with the folder's path below `src`.
fn circles_by_folder(krate: &str) -> Vec<(String, Vec<String>)> {
    let graph = &GRAPHS[krate];
    let mut found = Vec::new();
    for folder in folders(graph) {
        for circle in circles(&within_folder(graph, folder)) {
            let names = circle.into_iter().map(str::to_owned);
            found.push((folder.replace("::", "/"), names.collect()));
        }
    }
    found
}

#[test]
fn imports_are_seen() {
    for krate in ["cli", "explore", "vm"] {
        let count = GRAPHS[krate].values().flatten().count();
        assert!(count > 300, "{krate}: {count}");
    }
}

#[test]
fn files_of_the_explorer_do_not_import_each_other_in_circles() {
    assert_eq!(circles(&GRAPHS["explore"]), [[""; 0]; 0]);
}

/// A folder is in a circle if something in it imports what is in one, be it a file beside the folder.
#[test]
fn folders_do_not_import_each_other_in_circles() {
    for krate in ORDER {
        let has_folder = |(folder, circle): &(String, Vec<String>)| {
            let place = sources(krate).join(folder);
            circle.iter().any(|name| place.join(name).is_dir())
        };
        let found = circles_by_folder(krate);
        let found: Vec<_> = found.into_iter().filter(has_folder).collect();
        assert_eq!(found, [], "{krate}");
    }
}

/// Folders and the files beside them, where none may be in a circle.
#[test]
fn nothing_in_the_root_folder_of_these_is_in_a_circle() {
    for krate in ["cli", "explore", "jvm", "solver", "term", "vm"] {
        let found = circles_by_folder(krate);
        let in_root = found.into_iter().filter(|(folder, _)| folder.is_empty());
        assert_eq!(in_root.collect::<Vec<_>>(), [], "{krate}");
    }
}

/// Files that import each other are read together: how many that are, where it is few. (`--nocapture` shows all.)
#[test]
fn circles_of_files_are_small() {
    let most = [("vm", 2), ("term", 3), ("jvm", 3), ("solver", 4)];
    for krate in ORDER {
        let found = circles(&GRAPHS[krate]);
        println!("{krate}: {found:?}");
        let largest = found.first().map_or(0, Vec::len);
        if let Some((_, most)) = most.iter().find(|(name, _)| *name == krate) {
            assert!(largest <= *most, "{krate}: {found:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(edges: &[(&str, &str)]) -> Graph {
        let mut graph = Graph::new();
        for (from, to) in edges {
            graph
                .entry((*from).to_owned())
                .or_default()
                .insert((*to).to_owned());
        }
        graph
    }

    #[test]
    fn circles_are_told_apart_and_chains_are_none() {
        let graph = graph(&[
            ("a", "b"),
            ("b", "a"),
            ("b", "c"),
            ("c", "d"),
            ("d", "e"),
            ("e", "c"),
        ]);
        assert_eq!(circles(&graph), [vec!["c", "d", "e"], vec!["a", "b"]]);
    }

    #[test]
    fn files_of_a_folder_count_as_the_folder() {
        let graph = graph(&[("a::b", "c"), ("c", "a::d"), ("a::d", "e")]);
        assert_eq!(circles(&graph), [[""; 0]; 0]);
        assert_eq!(circles(&within_folder(&graph, "")), [["a", "c"]]);
        assert_eq!(folders(&graph), BTreeSet::from(["", "a"]));
    }
}
