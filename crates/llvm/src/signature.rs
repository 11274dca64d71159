//! How a function is called at the level of registers and stack, for native callers of it.

use crate::reader::{Module, Ty, TyKind, Value};
use llvm_sys::LLVMLinkage;
use std::collections::{BTreeMap, BTreeSet};

/// The calling interface of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// LLVM-level parameters in order.
    pub parameters: Vec<SignatureParameter>,
    /// True if more arguments may follow.
    pub variadic: bool,
    /// True if the function cannot be named from outside of its module (`static`).
    pub internal: bool,
}

/// An LLVM-level parameter. The intermediate representation splits a vector into several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureParameter {
    /// `i1`, `i24`, `f32`, `f80`, `ptr`, `<2 x f32>`; LLVM's own words for anything else.
    pub kind: String,
    /// How many parameters of the intermediate representation it is.
    pub parts: usize,
    /// True if a narrow integer is passed sign-extended.
    pub signed: bool,
    /// Size and alignment of an aggregate passed in memory.
    pub by_value: Option<(u64, u64)>,
    /// True for a pointer that is declared not to be null.
    pub not_null: bool,
    /// Bytes that a pointer is declared to lead to at the least (`int v[static 4]`).
    pub bytes_there: u64,
}

/// The calling interfaces of the functions of a module, by their names.
pub(crate) fn signatures(module: &Module<'_>) -> BTreeMap<String, Signature> {
    let functions = module.functions();
    functions
        .map(|function| (function.name(), signature(module, function)))
        .collect()
}

fn signature(module: &Module<'_>, function: Value<'_>) -> Signature {
    let parameters = function.parameters().into_iter().enumerate();
    let parameters = parameters.map(|(index, parameter)| {
        let index = index as u32;
        let (kind, parts) = kind(parameter.ty());
        let by_value = function.parameter_by_value(index).map(|ty| {
            let align = function.parameter_alignment(index);
            let align = align.unwrap_or_else(|| ty.align(module)).max(8);
            (ty.alloc_size(module), align)
        });
        SignatureParameter {
            kind,
            parts,
            signed: function.parameter_has_attribute(index, "signext"),
            by_value,
            not_null: function.parameter_has_attribute(index, "nonnull")
                || function.parameter_has_attribute(index, "dereferenceable"),
            bytes_there: function.parameter_dereferenceable(index).unwrap_or(0),
        }
    });
    Signature {
        parameters: parameters.collect(),
        variadic: function.value_type().is_variadic(),
        internal: function.is_internal(),
    }
}

/// A variable as its source has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variable {
    /// True for one that no other source sees.
    pub internal: bool,
    /// True if each thread has its own.
    pub per_thread: bool,
}

/// The variables that a module only declares and that must be there, but for those that each thread has, by their symbols.
pub(crate) fn needed_variables(module: &Module<'_>) -> BTreeSet<String> {
    let declared = module.globals().filter(|it| it.is_declaration());
    let needed = declared
        .filter(|it| it.linkage() == LLVMLinkage::LLVMExternalLinkage && !it.is_thread_local());
    needed.map(|global| global.name()).collect()
}

/// The variables that a module defines, by their symbols.
pub(crate) fn variables(module: &Module<'_>) -> BTreeMap<String, Variable> {
    let defined = module.globals().filter(|it| !it.is_declaration());
    let variables = defined.map(|global| {
        let variable = Variable {
            internal: global.is_internal(),
            per_thread: global.is_thread_local(),
        };
        (global.name(), variable)
    });
    variables.collect()
}

fn kind(ty: Ty<'_>) -> (String, usize) {
    match ty.kind() {
        TyKind::Vector(element, count) => {
            (format!("<{count} x {}>", kind(element).0), count as usize)
        }
        TyKind::Int(width) => (format!("i{width}"), 1),
        TyKind::Float(format) => (format!("f{}", format.width()), 1),
        TyKind::Ptr => ("ptr".to_owned(), 1),
        // Front ends for C pass no other types; what is made of one is nobody's business here.
        TyKind::Void
        | TyKind::Struct(_)
        | TyKind::Array(..)
        | TyKind::Function
        | TyKind::Metadata
        | TyKind::Other => (ty.print(), 1),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn parameters_are_as_the_calling_convention_has_them() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let source = directory.path().join("a.c");
        let text = "struct two { float x, y; }; struct big { long a[3]; };\n\
                    struct pair { char *p; int n; };\n\
                    int f(struct two a, struct big b, struct pair c, _Bool d, short e,\n\
                    long double g, ...) { return e; }\n\
                    __attribute__((nonnull(1))) int h(char *p, int v[static 4]) { return *p + *v; }\n\
                    static int hidden(void) { return 1; }\nint g(void) { return hidden(); }\n";
        std::fs::write(&source, text).expect("the source is written");
        let build = crate::build(
            &[source],
            &directory.path().join("work"),
            &crate::BuildOptions {
                library: false,
                ..crate::BuildOptions::default()
            },
        )
        .expect("the source compiles");
        let of = |name: &str| build.signatures.get(name);
        let found = of("f").expect("the function is there");
        let kinds: Vec<&str> = found.parameters.iter().map(|p| p.kind.as_str()).collect();
        assert_eq!(
            kinds,
            ["<2 x f32>", "ptr", "ptr", "i32", "i1", "i16", "f80"]
        );
        assert_eq!(found.parameters[0].parts, 2);
        assert_eq!(found.parameters[1].by_value, Some((24, 8)));
        assert_eq!(found.parameters[2].by_value, None);
        assert!(!found.parameters[4].signed && found.parameters[5].signed);
        assert!(found.variadic && !found.internal);
        assert!(of("hidden").expect("the function is there").internal);
        let declared = &of("h").expect("the function is there").parameters;
        assert_eq!((declared[0].not_null, declared[0].bytes_there), (true, 0));
        assert_eq!((declared[1].not_null, declared[1].bytes_there), (true, 16));
        assert_eq!(of("nothing"), None);
    }
}
