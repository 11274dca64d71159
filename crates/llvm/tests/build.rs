//! Whole builds of small programs, and of inputs that cannot be built.

use wayfarer_llvm::{Build, BuildOptions, build};

fn build_text(name: &str, source: &str, options: &BuildOptions) -> (tempfile::TempDir, Build) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join(name);
    std::fs::write(&path, source).expect("the source is written");
    let built = build(&[path], &directory.path().join("work"), options).expect("it builds");
    (directory, built)
}

#[test]
fn a_program_becomes_a_valid_module() {
    let source = "int puts(const char *); int f(int a) { return a / 3; } \
                  int main(int c, char **v) { puts(v[0]); return f(c); }";
    let (_directory, built) = build_text("a.c", source, &BuildOptions::default());
    ir::verify(&built.module).expect("the module is valid");
    assert_eq!(built.decision_functions, ["f", "main"]);
}

/// Source types as the textual form has them, with the types they refer to in place of ids.
fn type_text(module: &ir::Module, id: ir::SourceTypeId, depth: u32) -> String {
    use ir::SourceType::*;
    let inner = |id| match depth {
        0 => "…".to_owned(),
        _ => type_text(module, id, depth - 1),
    };
    match &module.source_types[id.0 as usize] {
        Void => "void".to_owned(),
        Int {
            name,
            width,
            signed,
        } => format!("{name}:{}{width}", if *signed { 's' } else { 'u' }),
        Float { name, format, size } => format!("{name}:{format:?}:{size}"),
        Pointer { target } => format!("*{}", inner(*target)),
        Array { element, count } => format!("[{count}]{}", inner(*element)),
        Record {
            name,
            union,
            encapsulated,
            size,
            members,
        } => {
            let members: Vec<String> = members
                .iter()
                .map(|member| {
                    let bits = member
                        .bit_width
                        .map_or(String::new(), |bits| format!(":{bits}"));
                    format!(
                        "{}@{}{bits} {}",
                        member.name,
                        member.bit_offset,
                        inner(member.ty)
                    )
                })
                .collect();
            let kind = match (union, encapsulated) {
                (true, _) => "union",
                (false, true) => "class",
                (false, false) => "struct",
            };
            let name = name.as_deref().unwrap_or("");
            format!("{kind} {name}({size}){{{}}}", members.join("; "))
        }
        Enum {
            name,
            width,
            signed,
            values,
        } => {
            format!(
                "enum {} {width} {signed} {values:?}",
                name.as_deref().unwrap_or("")
            )
        }
        Typedef { name, target } => format!("{name}={}", inner(*target)),
        Qualified { qualifier, target } => format!("{qualifier} {}", inner(*target)),
        Function {
            result,
            parameters,
            variadic,
        } => {
            let mut parts: Vec<String> = parameters.iter().map(|ty| inner(*ty)).collect();
            parts.extend(variadic.then(|| "...".to_owned()));
            format!("{}({})", inner(*result), parts.join(", "))
        }
    }
}

#[test]
fn source_types_are_those_of_the_source() {
    let source = "
        struct list { struct list *next; int v; };
        enum color { RED, GREEN = -5 };
        typedef unsigned long size;
        union u { int i; float f; };
        struct bits { unsigned a : 3; int b : 7; _Bool c; };
        struct open;
        struct flexible { int n; char data[]; };
        struct list a; int b[2][3]; const char *c; enum color d; size e; union u f;
        struct bits g; struct open *h; int (*i)(int, const char *, ...); void (*j)(void);
        volatile long double k; _Complex double l; struct flexible *m; unsigned char n;
        __float128 o; _Float16 p; struct { int x; union { int y; char z; }; } q; void *r;
        int __attribute__((vector_size(16))) s; __int128 t;
    ";
    let options = BuildOptions {
        library: false,
        ..BuildOptions::default()
    };
    let (_directory, built) = build_text("a.c", source, &options);
    let expected = [
        (
            "a",
            "struct list(16){next@0 *struct list(16){next@0 *…; v@64 int:s32}; v@64 int:s32}",
        ),
        ("b", "[2][3]int:s32"),
        ("c", "*const char:s8"),
        ("d", "enum color 32 true [(\"RED\", 0), (\"GREEN\", -5)]"),
        ("e", "size=unsigned long:u64"),
        ("f", "union u(4){i@0 int:s32; f@0 float:Single:4}"),
        (
            "g",
            "struct bits(4){a@0:3 unsigned int:u32; b@3:7 int:s32; c@16 _Bool:u8}",
        ),
        ("h", "*struct open(0){}"),
        ("i", "*int:s32(int:s32, *const …, ...)"),
        ("j", "*void()"),
        ("k", "volatile long double:X87:16"),
        ("l", "[2]double:Double:8"),
        ("m", "*struct flexible(4){n@0 int:s32; data@32 [0]char:s8}"),
        ("n", "unsigned char:u8"),
        ("o", "__float128:Quad:16"),
        ("p", "_Float16:Half:2"),
        (
            "q",
            "struct (8){x@0 int:s32; @32 union (4){y@0 int:s32; z@0 char:s8}}",
        ),
        ("r", "*void"),
        ("s", "[4]int:s32"),
        ("t", "__int128:s128"),
    ];
    for (name, text) in expected {
        let global = built
            .module
            .globals
            .iter()
            .find(|global| global.name == name);
        let global = global.expect("every variable is there");
        assert!(global.user);
        let id = global.source_type.expect("its type is known");
        assert_eq!(type_text(&built.module, id, 3), text, "{name}");
    }
}

#[test]
fn parameters_have_their_names_and_types() {
    let source = "struct small { int a, b; }; struct big { long v[9]; };
        double f(char c, unsigned short *p, struct small s, struct big b, struct small t[4]);
        double f(char c, unsigned short *p, struct small s, struct big b, struct small t[4]) {
            return c + *p + s.a + b.v[2] + t[1].b;
        }
        struct big g(int n) { struct big b = {{n}}; return b; }
        static void h(void) {}
        int main(void) { h(); return 0; }";
    let options = BuildOptions {
        library: false,
        ..BuildOptions::default()
    };
    let (_directory, built) = build_text("a.c", source, &options);
    let module = &built.module;
    let describe = |name: &str| {
        let function = module
            .functions
            .iter()
            .find(|function| function.name == name);
        let function = function.expect("every function is there");
        let mut parts = Vec::new();
        for parameter in &function.parameters {
            let ty = parameter
                .source_type
                .map_or("?".to_owned(), |id| type_text(module, id, 1));
            let size = parameter
                .by_value_size
                .map_or(String::new(), |size| format!(" ({size})"));
            parts.push(format!("{} {ty}{size}", parameter.name));
        }
        let result = function
            .source_result
            .map_or("?".to_owned(), |id| type_text(module, id, 0));
        let line = function.location.line;
        format!(
            "{line}: {} -> {result} {}",
            parts.join(", "),
            function.internal
        )
    };
    assert_eq!(
        describe("f"),
        "3: c char:s8, p *unsigned short:u16, s.coerce ?, b struct big(72){v@0 [9]…} (72), \
         t *struct small(8){a@0 …; b@32 …} -> double:Double:8 false"
    );
    assert_eq!(
        describe("g"),
        "6: agg.result ?, n int:s32 -> struct big(72){v@0 …} false"
    );
    assert_eq!(describe("h"), "7:  -> ? true");
    let file = module.functions[0]
        .location
        .file
        .expect("its file is known");
    assert!(module.files[file.0 as usize].ends_with("/a.c"));
    assert!(module.files[file.0 as usize].starts_with('/'));
}
