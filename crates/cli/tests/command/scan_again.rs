//! What a second scan visits after an edit, and what it leaves: told by what was visited, not by time.

use crate::scan::{in_state, results, scan};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A library with constructors, a header and functions that others reach without entering them.
const HEADER: &str = "struct box { int size; int *cell; };\n\
    static inline int doubled(int n) { return n > 4 ? 8 : n + n; }\n\
    #define LARGE 9\n";
const LIBRARY: &str = "#include <assert.h>\n#include <stdlib.h>\n#include \"box.h\"\n\
    void box_init(struct box *b) { b->size = 1; b->cell = malloc(4); }\n\
    int box_first(struct box *b) { int cells[4] = {1}; return cells[b->size & 7]; }\n\
    int in_header(int n) { assert(n < 99 &&\n n > -2000000000); return doubled(n); }\n\
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
    // There is time for what leads to an edit on slow machines, too.
    scan(directory, &["a.c", "--time", "120", "--revisit-share", "1"]);
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

/// What of a hash leads back to the number that it is of, and functions that lead to it.
const GUARDED: &str = "#include <assert.h>
#include <stdlib.h>
static unsigned long mix(unsigned long h) {
  for (int i = 0; i < ROUNDS; i++) { h ^= h >> 29; h *= 0xbf58476d1ce4e5b9ul; h ^= h >> 32; }
  return h; }
int guarded(unsigned long n) { if (mix(n) == mix(471147110815ul)) abort(); return 0; }
int beside(unsigned long n) { return n > 3; }
int halves(unsigned long n) { return mix(n) & 1 ? 1 : 2; }
int of_pointer(unsigned long *n) { assert(n); return mix(*n) & 1; }
";

#[test]
fn what_leads_to_an_edit_begins_with_its_tests_and_may_be_left() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    std::fs::write(path.join("a.c"), GUARDED.replace("ROUNDS", "0")).expect("a source");
    let edit = |old: &str, new: &str, share: &str| {
        let file = path.join("a.c");
        let text = std::fs::read_to_string(&file).expect("a source");
        std::fs::write(&file, text.replace(old, new)).expect("the source is edited");
        let words = [
            "a.c",
            "--time",
            "60",
            "--solver-time",
            "0.05",
            "--revisit-share",
            share,
        ];
        scan(path, &words);
        results(path)
    };
    let errors = |all: &Value| {
        let warnings = all["warnings"].as_array().into_iter().flatten();
        warnings.filter(|it| it["class"] == "confirmed").count()
    };
    let before = edit("", "", "0.1");
    assert_eq!(
        (in_state(&before, "visited").as_str(), errors(&before)),
        ("guarded, beside, halves, of_pointer", 1)
    );

    // No solver finds the number again.
    let after = edit("i < 0", "i < 3", "0.1");
    assert_eq!(
        (in_state(&after, "visited").as_str(), errors(&after)),
        ("guarded, halves, of_pointer", 1),
        "{after:#}"
    );
    let units = std::fs::read_dir(path.join("out/units")).expect("results");
    let names = units.map(|entry| entry.expect("an entry").file_name());
    assert!(
        names
            .into_iter()
            .all(|name| !name.to_string_lossy().ends_with(".before"))
    );

    let left = edit("i < 3", "i < 4", "0");
    // What has an error is looked at whatever time there is, but for those that callers are told of.
    assert_eq!(
        (in_state(&left, "visited").as_str(), errors(&left)),
        ("guarded", 1),
        "{left:#}"
    );
    assert_eq!(in_state(&left, "not-visited"), "halves, of_pointer");
    let why = left["units"][2]["why"].as_str().expect("a reason");
    assert!(why.contains("code that has changed"), "{why}");
    let text = std::fs::read_to_string(path.join("out/scan.txt")).expect("a summary");
    assert!(
        text.contains("1 of them had findings that do not count"),
        "{text}"
    );
    let resumed = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(["resume", "out"])
        .current_dir(path)
        .output();
    assert_eq!(resumed.expect("the command runs").status.code(), Some(1));
    let again = results(path);
    assert_eq!(
        (in_state(&again, "not-visited").as_str(), errors(&again)),
        ("", 1)
    );
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

#[test]
fn results_of_sources_named_from_here_move_with_them() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let source = path.join("src/Share.java");
    std::fs::create_dir(path.join("src")).expect("a folder");
    let text = "public class Share {\n  public static int of(int n) { return 1 / (n - 5); }\n}\n";
    let scanned = |before: &str| {
        std::fs::write(&source, format!("{before}{text}")).expect("a source");
        scan(path, &["src", "--time", "60"]);
        let all = results(path);
        (
            all["warnings"][0]["line"].clone(),
            in_state(&all, "visited"),
        )
    };
    assert_eq!(scanned(""), (2.into(), "Share".to_owned()));
    assert_eq!(scanned("\n\n\n"), (5.into(), String::new()));
}

const TILL: &str = "package shop;
public class Till {
  private int sum;
  public Till(int sum) { this.sum = sum > 100 ? 100 : sum; }
  public static int first(int n) { return n > 3 ? 10 / (n - 41) : 0; }
  public static int second(int n) { return 10 / (n - 5); }
  public static int third(int n) { return helper(n) + 1; }
  private static int helper(int n) { return n < 0 ? 10 / (n + 8) : n; }
  public int total(int n) { return sum > 50 && n == 7 ? 10 / (sum - 60) : 0; }
}
";

/// The class above under scan, edited again and again.
struct Till<'p>(&'p Path);

impl Till<'_> {
    fn scan(&self, edits: &[(&str, &str)]) {
        let file = self.0.join("Till.java");
        let text = std::fs::read_to_string(&file);
        let mut text = text.unwrap_or_else(|_| TILL.to_owned());
        for (old, new) in edits {
            assert!(text.contains(old), "{old}");
            text = text.replace(old, new);
        }
        std::fs::write(&file, text).expect("a source");
        let compiled = Command::new("javac")
            .args(["-g", "-d", "classes", "Till.java"])
            .current_dir(self.0)
            .status();
        assert!(compiled.expect("javac runs").success());
        let done = scan(self.0, &["classes", "--time", "40"]);
        assert!(done.status.code() <= Some(1), "{done:?}");
        assert_eq!(in_state(&results(self.0), "visited"), "shop.Till");
    }

    /// What the run of the class holds.
    fn shown(&self) -> Value {
        let shown = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .args(["show", "out/units/shop.Till", "--json"])
            .current_dir(self.0)
            .output();
        serde_json::from_slice(&shown.expect("the command runs").stdout).expect("JSON")
    }

    fn sessions(&self) -> usize {
        self.shown()["sessions"].as_array().map_or(0, Vec::len)
    }

    /// Lines of divisions by zero, with their functions, as the store and the scan have them.
    fn divisions(&self) -> Vec<(String, u64)> {
        let list = |all: &Value, name: &str| {
            let found = all[name].as_array().into_iter().flatten();
            let place = |it: &Value| {
                let function = it["function"].as_str()?;
                let (function, _) = function.rsplit_once('(')?;
                Some((function.to_owned(), it["line"].as_u64()?))
            };
            let mut places: Vec<_> = found.filter_map(place).collect();
            places.sort();
            places
        };
        let stored = list(&self.shown(), "findings");
        let told = list(&results(self.0), "warnings");
        assert_eq!(stored, told);
        stored
    }

    /// Numbers and arguments of the tests of a method, which native runs have confirmed.
    fn tests_of(&self, method: &str) -> Vec<(u64, Value)> {
        let shown = self.shown();
        let tests = shown["tests"].as_array().into_iter().flatten();
        let tests = tests.filter_map(|row| {
            assert_eq!(row["verdict"]["verdict"], "confirmed", "{row}");
            let number = row["id"].as_u64()?;
            let file = format!("out/units/shop.Till/test{number:06}.json");
            assert!(self.0.join(file).is_file(), "{row}");
            let is_of_it = row["test"]["method"]["name"] == method;
            is_of_it.then(|| (number, row["test"]["arguments"].clone()))
        });
        tests.collect()
    }
}

#[test]
fn methods_that_have_not_executed_what_is_edited_keep_what_was_found() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let till = Till(directory.path());
    till.scan(&[]);
    let at = |function: &str, line| (format!("shop.Till.{function}"), line);
    let all = [
        at("first", 5),
        at("helper", 8),
        at("second", 6),
        at("total", 9),
    ];
    assert_eq!(till.divisions(), all);
    let names = ["first", "second", "third", "total"];
    let before = names.map(|name| till.tests_of(name));
    assert!(before.iter().all(|tests| tests.len() > 1));

    // It is longer by a line, and has another error.
    till.scan(&[(
        "{ return n > 3 ? 10 / (n - 41)",
        "{\nreturn n > 3 ? 10 / (n - 42)",
    )]);
    assert_eq!(till.sessions(), 2, "the run was gone on with");
    let all = [
        at("first", 6),
        at("helper", 9),
        at("second", 7),
        at("total", 10),
    ];
    assert_eq!(till.divisions(), all);
    for (name, before) in names.iter().zip(&before).skip(1) {
        assert_eq!(&till.tests_of(name), before, "tests of {name} are kept");
    }
    assert_ne!(till.tests_of("first"), before[0]);

    // What it calls.
    till.scan(&[("10 / (n + 8)", "n + 8")]);
    assert_eq!(till.sessions(), 3);
    let all = [at("first", 6), at("second", 7), at("total", 10)];
    assert_eq!(till.divisions(), all);
    assert_eq!(till.tests_of("second"), before[1]);

    // What makes its object, in a class whose other methods need none.
    till.scan(&[("sum > 100 ? 100 : sum", "sum > 55 ? 55 : sum")]);
    assert_eq!(till.sessions(), 4);
    let warnings = results(directory.path())["warnings"].clone();
    let total = warnings.as_array().into_iter().flatten();
    let mut total = total.filter(|it| it["line"] == 10);
    let class = total.next().expect("a state that no calls make").clone();
    assert_eq!(class["class"], "unusual", "{class}");
    assert_eq!(till.tests_of("second"), before[1]);

    // Results that somebody has removed or damaged are made anew, whatever was edited.
    std::fs::remove_file(directory.path().join("out/units/shop.Till/summary.json"))
        .expect("removed");
    till.scan(&[("n - 42", "n - 44")]);
    assert_eq!(till.sessions(), 1);
    let store = directory.path().join("out/units/shop.Till/run.db");
    std::fs::write(&store, "damaged").expect("written");
    till.scan(&[("class Till {", "class Till {\n")]);
    assert_eq!((till.sessions(), till.divisions().len()), (1, 3));

    // All of it.
    till.scan(&[
        ("sum > 55", "sum > 54"),
        ("10 / (n - 5)", "10 / (n - 4)"),
        ("n - 44", "n - 43"),
        ("n == 7", "n == 8"),
        (") + 1", ") + 2"),
    ]);
    assert_eq!(till.sessions(), 1, "it was visited anew");
}

#[test]
fn results_that_a_killed_scan_has_moved_in_part_are_made_anew() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let path = directory.path();
    let library = "int ratio(int n) { return 10 / (n - 7); }\nint half(int n) { return n / 2; }\n";
    std::fs::write(path.join("a.c"), library).expect("a source");
    let words = ["a.c", "--time", "120"];
    scan(path, &words);
    // As a scan leaves it that is killed on the way: some have the new lines, the record does not say so.
    let summary = path.join("out/units/ratio/summary.json");
    let text = std::fs::read_to_string(&summary).expect("results");
    let mut moved: Value = serde_json::from_str(&text).expect("JSON");
    moved["findings"][0]["line"] = 2.into();
    std::fs::write(&summary, moved.to_string()).expect("moved");
    let mark = path.join("out/units/ratio.moving");
    std::fs::write(&mark, "").expect("the mark of a move");

    let again = after(path, "a.c", ("int ratio", "\nint ratio"));
    assert_eq!(again, "ratio");
    assert!(!mark.exists());
    let all = results(path);
    assert_eq!(in_state(&all, "kept"), "half", "{all:#}");
    let warnings = all["warnings"].as_array().expect("warnings");
    let lines: Vec<_> = warnings.iter().map(|it| &it["line"]).collect();
    assert_eq!(lines, [2], "{all:#}");
}
