//! `wayfarer show`: what a run is, found and left, also while it runs.

pub mod coverage;
mod infeasible;
mod json;
pub mod overview;
mod pruned;
mod tree;

use crate::arguments::Show;
use crate::cpp_names;
use crate::{exit, scan, terminal};
use store::Reader;

/// Prints what is asked for.
pub fn run(options: &Show) -> anyhow::Result<u8> {
    if scan::is_scan(&options.directory) {
        return scan::show(options);
    }
    let reader = Reader::open(&options.directory)?;
    let mut out = String::new();
    if options.dot {
        tree::dot(&reader.tree()?, options.max_nodes, &mut out);
    } else if options.json {
        let mut all = json::all(&reader, &options.directory, options.tree)?;
        cpp_names::add_readable(&mut all);
        say!("{all:#}");
    } else {
        let parts = [
            options.tests,
            options.findings,
            options.statistics,
            options.coverage,
            options.lines,
            options.infeasible,
            options.pruned,
            options.tree,
        ];
        if !parts.contains(&true) {
            overview::run(&reader, &options.directory, &mut out)?;
        }
        if options.tests {
            overview::tests(&reader, &mut out)?;
        }
        if options.findings {
            overview::findings(&reader, &options.directory, &mut out)?;
        }
        if options.statistics {
            overview::statistics(&reader, &mut out)?;
        }
        if options.coverage {
            coverage::functions(&reader, &mut out)?;
            coverage::uncovered(&reader, &options.directory, &mut out)?;
        }
        if options.lines {
            coverage::lines(&reader, &mut out)?;
        }
        if options.infeasible {
            infeasible::text(&reader, &mut out)?;
        }
        if options.pruned {
            pruned::text(&reader, &mut out)?;
        }
        if options.tree {
            tree::text(&reader.tree()?, options.max_nodes, &mut out);
        }
    }
    terminal::print(&out)?;
    Ok(exit::NOTHING_FOUND)
}

/// A place as it is printed.
pub fn place(file: &str, line: u32) -> String {
    match (file, line) {
        ("", _) => "unknown place".to_owned(),
        (file, 0) => file.to_owned(),
        (file, line) => format!("{file}:{line}"),
    }
}
