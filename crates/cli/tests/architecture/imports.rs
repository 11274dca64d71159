//! Which files of a crate import which: paths are followed through `use` and `pub use` to the file
//! that declares what they name.

use crate::source::{self, Module, Path};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path as FilePath;

/// Nodes with those that each leads to. Files are nodes by their modules (`strategy::turns`); the
/// crate's root is the empty one.
pub type Graph = BTreeMap<String, BTreeSet<String>>;

/// A way through `use`s is shorter than that.
const DEPTH: u32 = 20;

/// The modules of a crate.
#[derive(Default)]
struct Modules {
    /// All modules by their paths from the root.
    modules: BTreeMap<Path, Module>,
    /// Those that are not files, with the files that they are in.
    within: BTreeMap<Path, Path>,
}

/// What a path leads to.
enum Meaning {
    /// Something that this file declares.
    Item(Path),
    /// A module itself.
    Module(Path),
}

impl Modules {
    /// Adds a module in a file, with what is in braces in it.
    fn add(&mut self, path: Path, mut module: Module, file: &Path) {
        for (name, inner) in std::mem::take(&mut module.inline) {
            let path = [path.clone(), vec![name]].concat();
            self.add(path, inner, file);
        }
        if path != *file {
            self.within.insert(path.clone(), file.clone());
        }
        self.modules.insert(path, module);
    }

    /// Adds the module of a file and those in the files below it, given how to read one.
    fn read(&mut self, path: Path, source: &dyn Fn(&Path) -> String) {
        let module = source::module(&source(&path));
        for child in &module.files {
            self.read([path.clone(), vec![child.clone()]].concat(), source);
        }
        self.add(path.clone(), module, &path);
    }

    fn child(&self, module: &Path, name: &str) -> Option<Path> {
        let child = [module.clone(), vec![name.to_owned()]].concat();
        self.modules.contains_key(&child).then_some(child)
    }

    /// The file that a module is in.
    fn file(&self, module: &Path) -> Path {
        self.within.get(module).unwrap_or(module).clone()
    }

    /// A path that is written in a module, from the crate's root; none of another crate's.
    fn absolute(&self, module: &Path, written: &[String]) -> Option<Path> {
        let mut base = module.clone();
        let mut rest = written;
        while let Some((first, others)) = rest.split_first() {
            match first.as_str() {
                "crate" => base.clear(),
                "super" => {
                    base.pop()?;
                }
                "self" => {}
                _ => break,
            }
            rest = others;
        }
        let is_relative = rest.len() == written.len();
        if is_relative && !self.has(&base, rest.first()?) {
            return None;
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// True if a name means something in a module, not counting what comes with all names of another.
    fn has(&self, module: &Path, name: &str) -> bool {
        let known = &self.modules[module];
        self.child(module, name).is_some()
            || known.items.contains(name)
            || known.bindings.contains_key(name)
    }

    /// What a path from the root leads to: several things if a `use` of its name is not the only one.
    fn follow(&self, path: &[String], depth: u32) -> Vec<Meaning> {
        let mut module = Path::new();
        let mut rest = path;
        while let Some((first, others)) = rest.split_first() {
            let known = &self.modules[&module];
            let child = self.child(&module, first);
            // A name may be a module's and a function's, which is what the end of a path means.
            let is_child = child.is_some()
                && (!others.is_empty()
                    || !(known.items.contains(first) || known.bindings.contains_key(first)));
            if is_child {
                module = child.expect("a child");
                rest = others;
                continue;
            }
            if known.items.contains(first) || depth == 0 {
                return vec![Meaning::Item(self.file(&module))];
            }
            if let Some(paths) = known.bindings.get(first) {
                let targets = paths.iter().filter_map(|path| {
                    let target = self.absolute(&module, path)?;
                    Some([target, others.to_vec()].concat())
                });
                return targets
                    .flat_map(|path| self.follow(&path, depth - 1))
                    .collect();
            }
            for glob in &known.globs {
                let Some(glob) = self.absolute(&module, glob) else {
                    continue;
                };
                if self.modules.contains_key(&glob) && self.has(&glob, first) {
                    return self.follow(&[glob, rest.to_vec()].concat(), depth - 1);
                }
            }
            // What a macro declares.
            return vec![Meaning::Item(self.file(&module))];
        }
        vec![Meaning::Module(module)]
    }

    /// The files that a module names something of. A module that is named alone is none: what is used
    /// of it is a path of its own.
    fn imported(&self, path: &Path, module: &Module) -> BTreeSet<Path> {
        let written = module.named.iter().map(|written| (written, false));
        let given_out = module.given_out.iter().map(|written| (written, true));
        let mut files = BTreeSet::new();
        for (written, is_given_out) in written.chain(given_out) {
            let Some(named) = self.absolute(path, written) else {
                continue;
            };
            for meaning in self.follow(&named, DEPTH) {
                let file = match meaning {
                    Meaning::Item(file) => file,
                    Meaning::Module(of) if module.globs.contains(written) => self.file(&of),
                    Meaning::Module(_) => continue,
                };
                // A table of contents does not depend on what it lists.
                let is_listed = is_given_out && file.starts_with(path) && !module.uses(written);
                if !is_listed {
                    files.insert(file);
                }
            }
        }
        files.remove(&self.file(path));
        files
    }

    fn graph(&self) -> Graph {
        let mut graph = Graph::new();
        for (path, module) in &self.modules {
            let files = self.imported(path, module);
            let files = files.into_iter().map(|file| file.join("::"));
            let from = self.file(path).join("::");
            graph.entry(from).or_default().extend(files);
        }
        graph
    }
}

/// The files of a crate, with those that each imports.
pub fn imports(root: &FilePath) -> Graph {
    graph(&|path| {
        let file = match path.as_slice() {
            [] => root.join("lib"),
            names => root.join(names.join("/")),
        };
        let places = [
            file.with_extension("rs"),
            file.join("mod.rs"),
            root.join("main.rs"),
        ];
        let file = places.iter().find(|place| place.exists());
        std::fs::read_to_string(file.expect("a module's file")).expect("a source")
    })
}

/// The same, given how to read the file of a module.
fn graph(source: &dyn Fn(&Path) -> String) -> Graph {
    let mut modules = Modules::default();
    modules.read(Path::new(), source);
    modules.graph()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The imports of a module's file in a crate of these files.
    #[track_caller]
    fn check(files: &[(&str, &str)], module: &str, expected: &[&str]) {
        let graph = graph(&|path| {
            let path = path.join("::");
            let file = files.iter().find(|(name, _)| *name == path);
            file.expect("a file").1.to_owned()
        });
        let imported: Vec<&str> = graph[module].iter().map(String::as_str).collect();
        assert_eq!(imported, expected);
    }

    #[test]
    fn names_that_the_root_gives_out_are_those_of_the_files_that_declare_them() {
        let files = [
            ("", "mod a; mod c; pub use a::Foo; pub use c::Bar as Baz;"),
            ("a", "mod b; pub use b::Foo;"),
            ("a::b", "pub struct Foo; fn f(_: crate::Baz) {}"),
            ("c", "use crate::Foo; pub struct Bar(Foo);"),
        ];
        check(&files, "c", &["a::b"]);
        check(&files, "a::b", &["c"]);
        check(&files, "a", &[]);
        check(&files, "", &[]);
    }

    #[test]
    fn modules_above_are_counted_one_by_one() {
        let files = [
            ("", "mod a; mod d;"),
            ("a", "mod b; pub struct A;"),
            ("a::b", "mod c; pub struct B;"),
            (
                "a::b::c",
                "use super::{B, super::{A, super::d::{self, D}}}; fn f() { super::super::super::d::e() }",
            ),
            ("d", "pub struct D; pub fn e() {}"),
        ];
        check(&files, "a::b::c", &["a", "a::b", "d"]);
    }

    #[test]
    fn what_is_used_of_a_module_counts_and_not_the_module() {
        let files = [
            ("", "mod a; mod d;"),
            ("a", "pub mod b; pub mod c; fn f() {}"),
            ("a::b", ""),
            ("a::c", "pub fn g() {}"),
            ("d", "use crate::a::{self, b}; fn h() { a::c::g() }"),
        ];
        check(&files, "d", &["a::c"]);
    }

    #[test]
    fn a_module_depends_on_children_whose_names_it_uses() {
        let files = [
            ("", "mod a;"),
            (
                "a",
                "mod b; mod c; use b::B; pub use c::C; fn f() -> B { b::g() }",
            ),
            ("a::b", "pub struct B; pub fn g() {}"),
            ("a::c", "use super::B; pub struct C(B);"),
        ];
        check(&files, "a", &["a::b"]);
        check(&files, "a::c", &["a::b"]);
    }

    #[test]
    fn a_table_of_contents_depends_on_what_its_code_uses() {
        let files = [
            ("", "mod a; pub use a::B;"),
            (
                "a",
                "mod b; mod c; pub use b::B; pub use c::C; fn f() -> Vec<B> { todo() }",
            ),
            ("a::b", "pub struct B;"),
            ("a::c", "use super::{super::*, B}; pub struct C(B);"),
        ];
        check(&files, "", &[]);
        check(&files, "a", &["a::b"]);
        check(&files, "a::c", &["", "a::b"]);
    }

    #[test]
    fn a_function_may_have_the_name_of_its_module() {
        let files = [
            ("", "mod a; mod b;"),
            ("a", "mod f; pub use f::f; pub fn g() {}"),
            ("a::f", "pub fn f() {}"),
            ("b", "use crate::a::f; fn h() { f() }"),
        ];
        check(&files, "b", &["a::f"]);
    }

    #[test]
    fn all_names_of_a_module_are_found_in_it() {
        let files = [
            ("", "mod a; mod b;"),
            ("a", "mod c; pub use c::*;"),
            ("a::c", "pub struct C;"),
            (
                "b",
                "use crate::a::C; mod inner { use super::C; fn f(_: C) {} }",
            ),
        ];
        check(&files, "b", &["a::c"]);
    }

    #[test]
    fn names_of_other_crates_are_left_out() {
        let files = [
            ("", "mod a; mod b;"),
            ("a", "use std::b::C; fn f() { b::d() }"),
            ("b", ""),
        ];
        check(&files, "a", &[]);
    }
}
