//! What a second scan visits after an edit, and what it leaves: told by what was visited, not by time.

use crate::scan::{in_state, results, scan};
use std::path::Path;
use std::process::Command;

/// A library with constructors, a header and functions that others reach without entering them.
const HEADER: &str = "struct box { int size; int *cell; };\n\
    static inline int doubled(int n) { return n > 4 ? 8 : n + n; }\n\
    #define LARGE 9\n";
const LIBRARY: &str = "#include <stdlib.h>\n#include \"box.h\"\n\
    void box_init(struct box *b) { b->size = 1; b->cell = malloc(4); }\n\
    int box_first(struct box *b) { int cells[4] = {1}; return cells[b->size & 7]; }\n\
    int in_header(int n) { return doubled(n); }\n\
    int of_macro(int n) { return n > LARGE && n != 50; }\n\
    int seldom(int n) { return n == 3; }\n\
    int never_enters(int n) { return (n & 1) > 1 ? seldom(n) : 0; }\n";
const ALL: &str = "box_init, box_first, in_header, of_macro, seldom, never_enters";

/// Scans again with a text of a file replaced; gives what was visited.
fn after(directory: &Path, file: &str, (old, new): (&str, &str)) -> String {
    let path = directory.join(file);
    let text = std::fs::read_to_string(&path).expect("the source");
    assert!(text.contains(old), "{old}");
    std::fs::write(&path, text.replace(old, new)).expect("the source is edited");
    scan(directory, &["a.c", "--time", "120"]);
    in_state(&results(directory), "visited")
}

#[test]
fn units_depend_on_what_they_execute_and_on_what_makes_their_inputs() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    std::fs::write(path.join("box.h"), HEADER).expect("a header");
    std::fs::write(path.join("a.c"), LIBRARY).expect("a source");
    scan(path, &["a.c", "--time", "120"]);
    assert_eq!(in_state(&results(path), "visited"), ALL);
    let by_calls = path.join("out/units/box_first/by-calls");
    assert!(by_calls.is_dir(), "objects were made by calls");

    let edit = |file, old, new| after(path, file, (old, new));
    assert_eq!(
        edit("a.c", "int in_header", "/* A note. */\nint in_header"),
        ""
    );
    assert_eq!(edit("a.c", "n == 3", "n == 4"), "seldom");
    assert_eq!(
        edit("a.c", "b->size = 1", "b->size = 2"),
        "box_init, box_first"
    );
    assert_eq!(edit("box.h", "LARGE 9", "LARGE 10"), "of_macro");
    assert_eq!(edit("box.h", "n > 4", "n > 5"), "in_header");
    // A type of the inputs is part of all that take it.
    let typed = edit("box.h", "int size;", "long size;");
    assert_eq!(typed, "box_init, box_first");
    // Another function that makes objects.
    let made = edit(
        "a.c",
        "int seldom",
        "void box_setup(struct box *b) { b->size = 0; }\nint seldom",
    );
    assert_eq!(made, "box_init, box_first, box_setup");
}

#[test]
fn what_an_earlier_scan_had_no_time_for_is_no_edit() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    std::fs::write(path.join("box.h"), HEADER).expect("a header");
    std::fs::write(path.join("a.c"), LIBRARY).expect("a source");
    scan(path, &["a.c", "--time", "120", "--only", "seldom"]);
    // Time for no visit.
    scan(path, &["a.c", "--time", "0.01"]);
    assert_eq!(in_state(&results(path), "kept"), "seldom");

    assert_eq!(
        after(path, "a.c", ("n == 3", "n == 4")),
        "seldom, never_enters"
    );
    let all = results(path);
    assert_eq!(
        in_state(&all, "not-visited"),
        "box_init, box_first, in_header, of_macro"
    );
    assert_eq!(all["units"][0]["why"], "there was no time for it");

    // They are visited where they are asked for.
    scan(path, &["a.c", "--time", "120", "--only", "of_macro"]);
    assert_eq!(in_state(&results(path), "visited"), "of_macro");
    scan(path, &["a.c", "--time", "120"]);
    assert_eq!(in_state(&results(path), "visited"), "");
    let resumed = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["resume", "out", "--time", "120"])
        .current_dir(path)
        .output();
    assert!(resumed.expect("the command runs").status.code() <= Some(1));
    assert_eq!(
        in_state(&results(path), "visited"),
        "box_init, box_first, in_header"
    );
}

#[test]
fn a_method_that_is_edited_concerns_the_classes_that_execute_it() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let sources = [
        (
            "Price",
            "int half(int n) { return n > 9 ? n / 2 : 1; } int other(int n) { return n + 1; }",
        ),
        ("Cart", "int total(int n) { return new Price().half(n); }"),
        (
            "Note",
            "int length(int n) { java.util.function.IntUnaryOperator f = m -> m * 2; return f.applyAsInt(n); }",
        ),
    ];
    for (name, body) in sources {
        let public = body
            .replace("int half", "public int half")
            .replace("int other", "public int other");
        let public = public
            .replace("int total", "public int total")
            .replace("int length", "public int length");
        let text = format!("package shop;\npublic class {name} {{\n{public}\n}}\n");
        std::fs::write(path.join(format!("{name}.java")), text).expect("a source");
    }
    let scanned = |edits: &[(&str, &str, &str)]| {
        for (file, old, new) in edits {
            let file = path.join(file);
            let text = std::fs::read_to_string(&file).expect("a source");
            assert!(text.contains(old), "{old}");
            std::fs::write(&file, text.replace(old, new)).expect("the source is edited");
        }
        let compiled = Command::new("javac")
            .args([
                "-g",
                "-d",
                "classes",
                "Price.java",
                "Cart.java",
                "Note.java",
            ])
            .current_dir(path)
            .status();
        assert!(compiled.expect("javac runs").success());
        scan(path, &["classes", "--time", "60"]);
        in_state(&results(path), "visited")
    };
    assert_eq!(scanned(&[]), "shop.Cart, shop.Note, shop.Price");
    assert_eq!(
        scanned(&[("Price.java", "public class", "// A note.\npublic class")]),
        ""
    );
    assert_eq!(
        scanned(&[("Price.java", "n / 2", "n / 3")]),
        "shop.Cart, shop.Price"
    );
    assert_eq!(scanned(&[("Price.java", "n + 1", "n + 2")]), "shop.Price");
    assert_eq!(scanned(&[("Note.java", "m * 2", "m * 3")]), "shop.Note");
}
