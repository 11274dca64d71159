//! What programs of several files, and programs that meet the library models, do in the machine.

use std::path::PathBuf;
use std::sync::Arc;
use wayfarer_llvm::{Build, BuildOptions, build};

fn build_files(files: &[(&str, &str)], options: &BuildOptions) -> Build {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mut inputs = Vec::new();
    for (name, contents) in files {
        let path = directory.path().join(name);
        std::fs::write(&path, contents).expect("the source is written");
        inputs.push(path);
    }
    let cache = Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library"));
    let cflags = [options.cflags.clone(), vec!["-w".to_owned()]].concat();
    let options = BuildOptions {
        cache,
        cflags,
        ..options.clone()
    };
    let built = build(&inputs, &directory.path().join("work"), &options).expect("it builds");
    if let Err(errors) = ir::verify(&built.module) {
        panic!("{}", errors[0]);
    }
    built
}

/// Output and end of a run.
fn run(files: &[(&str, &str)], options: &BuildOptions) -> (String, String) {
    let built = build_files(files, options);
    let arguments = [b"program".to_vec()];
    let run = vm::run_concrete(Arc::new(built.module), vm::Options::default(), &arguments)
        .expect("it starts");
    let end = match run.end {
        vm::End::Exit(status) => format!("exit {status}"),
        vm::End::Error(error) => format!("{} line {}", error.kind.name(), error.location.line),
        vm::End::Unsupported(what) => format!("{} line {}", what.what, what.location.line),
        end => format!("{end:?}"),
    };
    (String::from_utf8_lossy(&run.output).into_owned(), end)
}

#[track_caller]
fn expect(files: &[(&str, &str)], output: &str, end: &str) {
    let found = run(files, &BuildOptions::default());
    assert_eq!((found.0.as_str(), found.1.as_str()), (output, end));
}

#[test]
fn files_share_globals_and_keep_statics() {
    expect(
        &[
            (
                "a.c",
                "#include <stdio.h>\nextern int shared; int other(void); __attribute__((common)) int tentative;\n\
                 static int hidden(void) { return 1; }\n\
                 int main(void) { shared++; tentative = 4; printf(\"%d %d\\n\", hidden(), other()); \
                 return shared; }",
            ),
            (
                "b.c",
                "int shared = 6; __attribute__((common)) int tentative;\nstatic int hidden(void) { return 20; }\n\
                 int other(void) { return hidden() + shared + tentative; }",
            ),
        ],
        "1 31\n",
        "exit 7",
    );
}

#[test]
fn variables_of_the_library_are_none_of_the_program() {
    let source = "#include <memory>\n#include <stdexcept>\nint calls;\n\
                  int f(int a) { calls++; if (a == 7) throw std::runtime_error(\"7\"); \
                  return *std::make_shared<int>(a); }\nint main() { return f(3); }";
    let built = build_files(&[("a.cpp", source)], &BuildOptions::default());
    let of_user = built.module.globals.iter().filter(|global| global.user);
    let names: Vec<&str> = of_user.map(|global| &*global.name).collect();
    assert!(names.contains(&"calls"), "{names:?}");
    assert!(
        !names.iter().any(|name| name.starts_with("wfl_")),
        "{names:?}"
    );
}

#[test]
fn definitions_of_the_program_win() {
    expect(
        &[(
            "a.c",
            "int puts(const char *);\n\
             unsigned long strlen(const char *s) { return 77; }\n\
             static char *strdup(const char *s) { return \"mine\"; }\n\
             int rand = 3; int time; double lrand48 = 2;\n\
             int main(void) { puts(strdup(\"x\")); const char *p = \"abc\"; return strlen(p) + rand + time + (int)lrand48; }",
        )],
        "mine\n",
        "exit 82",
    );
}

#[test]
fn weak_definitions_give_way() {
    expect(
        &[
            (
                "a.c",
                "__attribute__((weak)) int f(void) { return 1; }\n\
                 extern int absent __attribute__((weak));\n\
                 int main(void) { return f() + (&absent ? 100 : 0); }",
            ),
            ("b.c", "int f(void) { return 2; }"),
        ],
        "",
        "exit 2",
    );
}

#[test]
fn calls_without_or_with_other_prototypes_work_as_on_the_machine() {
    expect(
        &[
            (
                "a.c",
                "int printf(); long three(); char narrow(); void *pointer(); int two();\n\
                 int main(void) { printf(\"%ld %d %d\\n\", three(1, 2L, 3), narrow(300), \
                 pointer(0L) == 0); return two(5, 6, 7); }",
            ),
            (
                "b.c",
                "long three(long a, int b, short c) { return a * 100 + b * 10 + c; }\n\
                 int narrow(int v) { return v - 250; }\n\
                 long pointer(void *p) { return (long)p; }\n\
                 int two(int a, int b) { return a * b; }",
            ),
        ],
        "123 50 1\n",
        "exit 30",
    );
}

#[test]
fn calls_that_cannot_work_are_errors() {
    expect(
        &[
            (
                "a.c",
                "double f();\nint main(void) {\n  return (int)f(1); }",
            ),
            ("b.c", "double f(double x) { return x; }"),
        ],
        "",
        "bad-call line 3",
    );
}

#[test]
fn inline_assembly_is_named_where_it_is_met() {
    expect(
        &[(
            "a.c",
            "int main(int c, char **v) {\n  int x = c;\n  __asm__ volatile(\"\" : \"+r\"(x) : : \"memory\");\n\
             if (c > 5)\n    __asm__(\"rdtsc\");\n  __asm__(\"cpuid\" : \"+a\"(x));\n  return x; }",
        )],
        "",
        "inline assembly that is not understood: \"cpuid\" line 6",
    );
}

#[test]
fn sanitizer_traps_have_their_kinds() {
    let source = "int main(int c, char **v) {\n  int big = 2147483647;\n  return big + c; }";
    let options = BuildOptions {
        cflags: ["-fsanitize=undefined", "-fsanitize-trap=undefined"]
            .map(str::to_owned)
            .to_vec(),
        ..BuildOptions::default()
    };
    let (_, end) = run(&[("a.c", source)], &options);
    assert_eq!(end, "signed-overflow line 3");
}

#[test]
fn bitcode_and_assembly_are_inputs() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("f.c");
    std::fs::write(&source, "int f(int a) { return a * 3; }").expect("the source is written");
    for (name, flag) in [("f.bc", "-c"), ("f.ll", "-S")] {
        let output = directory.path().join(name);
        let status = std::process::Command::new("clang-19")
            .args(["-O1", "-emit-llvm", flag, "-o"])
            .args([&output, &source])
            .status()
            .expect("clang-19 runs");
        assert!(status.success());
        let main = directory.path().join("main.c");
        std::fs::write(&main, "int f(int); int main(void) { return f(5); }").expect("written");
        let options = BuildOptions {
            library: false,
            ..BuildOptions::default()
        };
        let built = build(
            &[main.clone(), output],
            &directory.path().join("work"),
            &options,
        )
        .expect("it builds");
        assert_eq!(built.sources, [main]);
        let run = vm::run_concrete(
            Arc::new(built.module),
            vm::Options::default(),
            &[b"p".to_vec()],
        )
        .expect("it starts");
        assert_eq!(run.end, vm::End::Exit(15));
    }
}
