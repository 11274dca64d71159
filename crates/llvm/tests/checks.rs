//! Errors that the translation makes visible, each found where it is and nowhere else.

use std::path::PathBuf;
use std::sync::Arc;
use wayfarer_llvm::{BuildOptions, Checks, build};

/// How a program ends: `exit N`, or kind and line of an error.
fn end(source: &str, checks: Checks, optimisation: u8) -> String {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path().join("a.c");
    std::fs::write(&path, source).expect("the source is written");
    let options = BuildOptions {
        checks,
        optimisation,
        // Most programs here need no models, and building goes faster without.
        library: source.contains("exit(") || source.contains("abort("),
        cflags: vec!["-w".to_owned()],
        cache: Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library")),
        ..BuildOptions::default()
    };
    let built = build(&[path], &directory.path().join("work"), &options).expect("it builds");
    if let Err(errors) = ir::verify(&built.module) {
        panic!("{}", errors[0]);
    }
    let arguments = [b"program".to_vec()];
    let run = vm::run_concrete(Arc::new(built.module), vm::Options::default(), &arguments)
        .expect("it starts");
    match run.end {
        vm::End::Exit(status) => format!("exit {status}"),
        vm::End::Error(error) => format!("{} {}", error.kind.name(), error.location.line),
        end => format!("{end:?}"),
    }
}

/// `argc`, which is 1, keeps the compiler from computing the result; the body is on line 2.
fn body(text: &str) -> String {
    format!("#include <stdlib.h>\nint main(int one, char **v) {{ {text} return 0; }}")
}

const NONE: Checks = Checks {
    overflow: false,
    unsigned_overflow: false,
    pointer_overflow: false,
    float_cast: false,
    vla_bound: false,
    uninit: false,
};
const OVERFLOW: Checks = Checks {
    overflow: true,
    ..NONE
};
const UNSIGNED: Checks = Checks {
    unsigned_overflow: true,
    ..NONE
};
const POINTER: Checks = Checks {
    pointer_overflow: true,
    ..NONE
};
const FLOAT: Checks = Checks {
    float_cast: true,
    ..NONE
};
const VLA: Checks = Checks {
    vla_bound: true,
    ..NONE
};

#[test]
fn always_found() {
    let cases = [
        ("return 5 / (one - 1);", "division-by-zero 2"),
        ("return 5u % (unsigned)(one - 1);", "division-by-zero 2"),
        ("return (-2147483647 - one) / -one;", "signed-overflow 2"),
        ("return (-2147483647 - one) % -one;", "signed-overflow 2"),
        (
            "return (int)((-9223372036854775807LL - one) / -one);",
            "signed-overflow 2",
        ),
        ("return 1 << (one + 31);", "bad-shift 2"),
        ("return 1 >> -one;", "bad-shift 2"),
        ("return (int)(1ULL << (one + 62) >> 60);", "exit 8"),
        ("if (one) __builtin_unreachable();", "unreachable 2"),
        ("if (one) __builtin_trap();", "trap 2"),
        ("if (one) abort();", "abort 2"),
        ("if (one) exit(4);", "exit 4"),
        ("return (2147483647 + one) != 0;", "exit 1"),
        ("double d = 1e30 * one; return (int)d & 1;", "exit 0"),
    ];
    for (text, expected) in cases {
        assert_eq!(end(&body(text), NONE, 0), expected, "{text}");
    }
}

#[test]
fn found_on_request() {
    let cases = [
        (OVERFLOW, "return 2147483647 + one;", "signed-overflow 2"),
        (
            OVERFLOW,
            "return -2147483647 - one - one;",
            "signed-overflow 2",
        ),
        (OVERFLOW, "return 65536 * one * 65536;", "signed-overflow 2"),
        (
            OVERFLOW,
            "int x = -2147483647 - one; return -x;",
            "signed-overflow 2",
        ),
        (
            OVERFLOW,
            "int x = 2147483646 + one; x++;",
            "signed-overflow 2",
        ),
        (
            OVERFLOW,
            "long x = 0x7fffffffffffffff; x += one;",
            "signed-overflow 2",
        ),
        (
            OVERFLOW,
            "unsigned x = 0xffffffff; x += one; return x;",
            "exit 0",
        ),
        (
            OVERFLOW,
            "signed char c = 127; c++; return c == -128;",
            "exit 1",
        ),
        (
            UNSIGNED,
            "unsigned x = 0xffffffff; x += one;",
            "unsigned-overflow 2",
        ),
        (UNSIGNED, "unsigned x = one; x -= 2;", "unsigned-overflow 2"),
        (
            UNSIGNED,
            "unsigned long x = 1UL << 40; x *= x * one;",
            "unsigned-overflow 2",
        ),
        (
            UNSIGNED,
            "unsigned short s = 65535; s += one; return s;",
            "exit 0",
        ),
        (
            UNSIGNED,
            "int a[4], *p = a + 2, *q = a + one; return (int)(q - p) + 2;",
            "exit 1",
        ),
        (
            UNSIGNED,
            "int a[4] = {7}, *p = a + 2; unsigned i = 2; return p[-one - one];",
            "exit 7",
        ),
        (
            UNSIGNED,
            "unsigned i = 2; int a[4] = {7}, *p = a + 2; return *(p - i);",
            "exit 7",
        ),
        (
            UNSIGNED,
            "switch (one) { case 3 ... 300: return 1; } return 2;",
            "exit 2",
        ),
        (
            POINTER,
            "char *p = 0; p += one; return p != 0;",
            "pointer-overflow 2",
        ),
        (
            POINTER,
            "char a[4], *p = a; p += 2 * one; p -= one; return p == a + 1;",
            "exit 1",
        ),
        (
            POINTER,
            "char a[4], *p = a + 0x7fffffffffffffff * one; p += 0x7fffffffffffffff; \
                   return p != a;",
            "pointer-overflow 2",
        ),
        (
            FLOAT,
            "double d = 2147483648.0 * one; return (int)d;",
            "float-cast-overflow 2",
        ),
        (
            FLOAT,
            "double d = 2147483647.9 * one; return (int)d == 2147483647;",
            "exit 1",
        ),
        (
            FLOAT,
            "double d = -2147483648.9 * one; return (int)d == -2147483647 - 1;",
            "exit 1",
        ),
        (
            FLOAT,
            "double d = -2147483649.0 * one; return (int)d;",
            "float-cast-overflow 2",
        ),
        (
            FLOAT,
            "float f = -2147483648.0f * one; return (int)f != 0;",
            "exit 1",
        ),
        (
            FLOAT,
            "double d = -0.9 * one; return (unsigned)d;",
            "exit 0",
        ),
        (
            FLOAT,
            "double d = -1.0 * one; return (unsigned)d;",
            "float-cast-overflow 2",
        ),
        (
            FLOAT,
            "double d = 0.0 / (one - 1); return (int)d;",
            "float-cast-overflow 2",
        ),
        (
            FLOAT,
            "long double d = 1e18L * one; return (long)d != 0;",
            "exit 1",
        ),
        (
            FLOAT,
            "long double d = 1e19L * one; return (long)d != 0;",
            "float-cast-overflow 2",
        ),
        (
            FLOAT,
            "double d = 300.0 * one; return (unsigned char)d;",
            "float-cast-overflow 2",
        ),
        (VLA, "int n = one - 2; int a[n]; a[0] = 1;", "vla-bound 2"),
        (
            VLA,
            "int n = one - 1; int a[n]; return (char **)a == v;",
            "vla-bound 2",
        ),
        (
            VLA,
            "int n = one + 1; int a[n]; return sizeof a + ((char **)a == v);",
            "exit 8",
        ),
        (
            VLA,
            "char *p = __builtin_alloca(one + 3); p[3] = 2; return p[3];",
            "exit 2",
        ),
    ];
    for (checks, text, expected) in cases {
        assert_eq!(end(&body(text), checks, 0), expected, "{text}");
        if expected.starts_with("exit") {
            continue;
        }
        // Without the check the program goes on, though to a result C does not define.
        let without = end(&body(text), NONE, 0);
        assert!(!without.starts_with(expected), "{text}: {without}");
    }
}

/// An optimiser may shift or add ahead of the condition under which the result is used.
#[test]
fn speculated_instructions_are_no_errors() {
    let source = "int f(int x, int n) { return n < 32 ? x << n : 0; }\n\
                  int main(int one, char **v) { return f(one, one + 39); }";
    for level in 0..=2 {
        assert_eq!(
            end(
                source,
                Checks {
                    overflow: true,
                    ..NONE
                },
                level
            ),
            "exit 0"
        );
    }
}
