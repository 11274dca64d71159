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
