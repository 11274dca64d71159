//! What the text of a module declares and names: its children, its `use`s, its items, and the paths
//! in its code. Code for tests alone is left out.

use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use syn::visit::Visit;

/// The segments of a path, as they are written or from the crate's root.
pub type Path = Vec<String>;

/// A module, in a file of its own or within braces.
#[derive(Debug, Default)]
pub struct Module {
    /// Modules below it that are in braces.
    pub inline: BTreeMap<String, Module>,
    /// Modules below it that have files.
    pub files: BTreeSet<String>,
    /// Names that `use` brings in, with the paths that it has them from. Those in functions count as
    /// the module's, so that a name may have several.
    pub bindings: BTreeMap<String, BTreeSet<Path>>,
    /// The modules and enumerations that `use` brings in with all their names.
    pub globs: BTreeSet<Path>,
    /// Names of types, functions and the like.
    pub items: BTreeSet<String>,
    /// Paths that the module depends on.
    pub named: BTreeSet<Path>,
    /// Names alone in its code, of local variables, too.
    pub names: BTreeSet<String>,
    /// Paths that it gives out again by `pub use`.
    pub given_out: BTreeSet<Path>,
}

/// What a source says.
pub fn module(source: &str) -> Module {
    let mut module = Module::default();
    module.visit_file(&syn::parse_file(source).expect("Rust that the compiler has accepted"));
    module
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let condition = attribute.path().is_ident("cfg").then(|| {
            let condition = attribute.parse_args::<syn::Path>();
            condition.is_ok_and(|condition| condition.is_ident("test"))
        });
        condition == Some(true)
    })
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(item) => &item.attrs,
        syn::Item::Enum(item) => &item.attrs,
        syn::Item::Fn(item) => &item.attrs,
        syn::Item::Impl(item) => &item.attrs,
        syn::Item::Macro(item) => &item.attrs,
        syn::Item::Mod(item) => &item.attrs,
        syn::Item::Static(item) => &item.attrs,
        syn::Item::Struct(item) => &item.attrs,
        syn::Item::Trait(item) => &item.attrs,
        syn::Item::Type(item) => &item.attrs,
        syn::Item::Union(item) => &item.attrs,
        syn::Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn declared(item: &syn::Item) -> Option<&syn::Ident> {
    match item {
        syn::Item::Const(item) => Some(&item.ident),
        syn::Item::Enum(item) => Some(&item.ident),
        syn::Item::Fn(item) => Some(&item.sig.ident),
        syn::Item::Macro(item) => item.ident.as_ref(),
        syn::Item::Static(item) => Some(&item.ident),
        syn::Item::Struct(item) => Some(&item.ident),
        syn::Item::Trait(item) => Some(&item.ident),
        syn::Item::Type(item) => Some(&item.ident),
        syn::Item::Union(item) => Some(&item.ident),
        _ => None,
    }
}

impl Module {
    /// True if code of the module has a path by its name alone.
    pub fn uses(&self, path: &Path) -> bool {
        let mut bound = self.bindings.iter();
        bound.any(|(name, paths)| paths.contains(path) && self.names.contains(name))
    }

    /// Takes in the leaves of a `use`.
    fn take_use(&mut self, tree: &syn::UseTree, prefix: &mut Path, gives_out: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.take_use(&path.tree, prefix, gives_out);
                prefix.pop();
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.take_use(tree, prefix, gives_out);
                }
            }
            syn::UseTree::Glob(_) => {
                self.globs.insert(prefix.clone());
                self.name_used(prefix.clone(), gives_out);
            }
            syn::UseTree::Name(name) => {
                self.take_leaf(&name.ident, &name.ident, prefix, gives_out);
            }
            syn::UseTree::Rename(rename) => {
                self.take_leaf(&rename.ident, &rename.rename, prefix, gives_out);
            }
        }
    }

    fn take_leaf(&mut self, name: &syn::Ident, bound: &syn::Ident, prefix: &Path, out: bool) {
        let mut path = prefix.clone();
        let mut bound = bound.to_string();
        if name != "self" {
            path.push(name.to_string());
        } else if bound == "self" {
            bound = path.last().cloned().unwrap_or_default();
        }
        let paths = self.bindings.entry(bound).or_default();
        paths.insert(path.clone());
        self.name_used(path, out);
    }

    fn name_used(&mut self, path: Path, gives_out: bool) {
        if gives_out {
            self.given_out.insert(path);
        } else {
            self.named.insert(path);
        }
    }

    /// Paths among the tokens of a macro's call or definition, which need not be expressions.
    fn take_tokens(&mut self, tokens: TokenStream) {
        let mut path = Path::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.end_path(&mut path);
                    }
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Group(group) => {
                    self.end_path(&mut path);
                    self.take_tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => self.end_path(&mut path),
            }
        }
        self.end_path(&mut path);
    }

    fn end_path(&mut self, path: &mut Path) {
        let mut path = std::mem::take(path);
        if path.len() > 1 {
            self.named.insert(path);
        } else {
            self.names.extend(path.pop());
        }
    }
}

impl<'a> Visit<'a> for Module {
    fn visit_item(&mut self, item: &'a syn::Item) {
        if is_for_tests(attributes(item)) {
            return;
        }
        self.items.extend(declared(item).map(syn::Ident::to_string));
        syn::visit::visit_item(self, item);
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        if !is_for_tests(&function.attrs) {
            syn::visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        let name = item.ident.to_string();
        match &item.content {
            Some((_, items)) => {
                let mut inner = Module::default();
                for item in items {
                    inner.visit_item(item);
                }
                self.inline.insert(name, inner);
            }
            None => {
                self.files.insert(name);
            }
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        let gives_out = !matches!(item.vis, syn::Visibility::Inherited);
        self.take_use(&item.tree, &mut Path::new(), gives_out);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let names = path.segments.iter().map(|part| part.ident.to_string());
        self.end_path(&mut names.collect());
        syn::visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        self.take_tokens(call.tokens.clone());
        syn::visit::visit_macro(self, call);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(paths: &BTreeSet<Path>) -> Vec<String> {
        paths.iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn braces_in_braces_are_followed() {
        let module = module("use crate::{a::{B, c::D}, e, f::{self, G as H}};");
        let expected = [
            "crate::a::B",
            "crate::a::c::D",
            "crate::e",
            "crate::f",
            "crate::f::G",
        ];
        assert_eq!(written(&module.named), expected);
        assert_eq!(
            module.bindings.keys().collect::<Vec<_>>(),
            ["B", "D", "H", "e", "f"]
        );
        assert_eq!(written(&module.bindings["H"]), ["crate::f::G"]);
    }

    #[test]
    fn what_is_given_out_is_kept_apart() {
        let module = module("pub use a::B; pub(crate) use c::*; use d::E;");
        assert_eq!(written(&module.given_out), ["a::B", "c"]);
        assert_eq!(written(&module.globs), ["c"]);
        assert_eq!(written(&module.named), ["d::E"]);
    }

    #[test]
    fn paths_in_code_and_in_macros_are_seen() {
        let module = module(
            "fn f(a: super::super::A) -> Vec<crate::B> { println!(\"{}\", [crate::c::d(1)]); x() }",
        );
        let expected = ["crate::B", "crate::c::d", "super::super::A"];
        assert_eq!(written(&module.named), expected);
        assert_eq!(module.items.iter().collect::<Vec<_>>(), ["f"]);
    }

    #[test]
    fn code_of_tests_is_left_out() {
        let module = module(
            "mod a; #[cfg(test)] mod b; #[cfg(test)] mod tests { use super::C; }
             #[cfg(test)] use crate::d::E; #[cfg(not(test))] use crate::f::G; mod g { use h::I; }",
        );
        assert_eq!(module.files.iter().collect::<Vec<_>>(), ["a"]);
        assert_eq!(module.inline.keys().collect::<Vec<_>>(), ["g"]);
        assert_eq!(written(&module.named), ["crate::f::G"]);
    }

    #[test]
    fn comments_and_strings_name_nothing() {
        let module = module("/// See [`crate::a::B`].\nfn f() -> &'static str { \"crate::c::D\" }");
        assert_eq!(written(&module.named), [""; 0]);
    }
}
