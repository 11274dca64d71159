//! `wayfarer report`: its pages say what the run found, link to each other, and show what programs say as text.

use crate::sarif::is_as_checked;
use scraper::{Html, Selector};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A file's name that HTML and shells have to quote.
const HOSTILE: &str = "a \"b\" & <i>c'.c";

const C_PROGRAM: &str = "#include <wayfarer.h>\n\
    #include <assert.h>\n\
    static int pick(int x) {\n\
        if (x > 10 && x < 5)\n\
            return 1;\n\
        return x == 7;\n\
    }\n\
    static int never(int y) {\n\
        if (y) return 3;\n\
        return 4;\n\
    }\n\
    int main(void) {\n\
        int x = wf_int(\"<b>x</b>\");\n\
        int r = pick(x);\n\
        if (r > 50) return never(x);\n\
        assert(r == 0 || \"</code><script>alert(1)</script>\"[0] == 1);\n\
        return r;\n\
    }\n";

const JAVA_PROGRAM: &str = "package p;\n\
    public class Shop {\n\
        public static int price(int amount) {\n\
            if (amount < 0)\n\
                throw new IllegalStateException(\"<script>alert(1)</script>\");\n\
            if (amount * amount == 3)\n\
                return 1;\n\
            switch (amount % 3) {\n\
                case 0: return 5;\n\
                case 7: return 6;\n\
                default: return 7;\n\
            }\n\
        }\n\
    }\n";

pub fn wayfarer(directory: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(words)
        .current_dir(directory)
        .output()
        .expect("wayfarer runs")
}

fn succeeds(directory: &Path, words: &[&str], codes: &[i32]) {
    let result = wayfarer(directory, words);
    let code = result.status.code().unwrap_or(-1);
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert!(codes.contains(&code), "{words:?}: {code}: {stderr}");
}

/// The pages of a folder, by their paths in it.
pub fn pages(folder: &Path) -> BTreeMap<String, Html> {
    let mut pages = BTreeMap::new();
    for below in ["", "source", "tests"] {
        let entries = std::fs::read_dir(folder.join(below)).expect("a folder of the report");
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path
                .extension()
                .is_some_and(|extension| extension == "html")
            {
                let name = path.strip_prefix(folder).expect("below the folder");
                let text = std::fs::read_to_string(&path).expect("a page");
                let page = Html::parse_document(&text);
                pages.insert(name.display().to_string(), page);
            }
        }
    }
    pages
}

fn select<'p>(page: &'p Html, selector: &str) -> Vec<scraper::ElementRef<'p>> {
    let selector = Selector::parse(selector).expect("a selector");
    page.select(&selector).collect()
}

fn texts(page: &Html, selector: &str) -> Vec<String> {
    let found = select(page, selector).into_iter();
    found.map(|element| element.text().collect()).collect()
}

/// Fails unless every link leads somewhere, no name stands twice on a page, and nothing runs but the report's script.
pub fn check(folder: &Path, pages: &BTreeMap<String, Html>) {
    let ids: BTreeMap<&str, BTreeSet<&str>> = pages
        .iter()
        .map(|(name, page)| {
            let mut ids = BTreeSet::new();
            for element in select(page, "[id]") {
                let id = element.value().id().unwrap_or_default();
                assert!(ids.insert(id), "{name}: {id} stands twice");
            }
            (name.as_str(), ids)
        })
        .collect();
    let mut links = 0;
    for (name, page) in pages {
        for element in select(page, "[href], [src]") {
            let value = element.value();
            let address = value.attr("href").or(value.attr("src")).unwrap_or_default();
            if address == "data:," {
                continue;
            }
            let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
            let target = match file {
                "" => name.clone(),
                file => resolved(name, file),
            };
            assert!(folder.join(&target).is_file(), "{name}: {address}");
            if !anchor.is_empty() {
                let known = ids
                    .get(target.as_str())
                    .is_some_and(|ids| ids.contains(anchor));
                assert!(known, "{name}: {address}: no such anchor");
            }
            links += 1;
        }
        let scripts = select(page, "script");
        assert_eq!(scripts.len(), 1, "{name}");
        assert!(
            scripts[0]
                .value()
                .attr("src")
                .is_some_and(|it| it.ends_with("report.js"))
        );
        assert_eq!(texts(page, "script"), [""], "{name}");
        assert!(
            select(page, "i, b b, img, iframe").is_empty(),
            "{name}: foreign elements"
        );
    }
    assert!(links > 20, "{links}");
}

/// A link of a page, from the folder.
fn resolved(page: &str, link: &str) -> String {
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let mut path = PathBuf::new();
    for part in folder.join(link).components() {
        match part {
            std::path::Component::ParentDir => assert!(path.pop(), "{page}: {link}"),
            part => path.push(part),
        }
    }
    path.display().to_string()
}

fn c_run() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join(HOSTILE), C_PROGRAM).expect("a program");
    succeeds(
        directory.path(),
        &["explore", HOSTILE, "--output", "out"],
        &[1],
    );
    directory
}

#[test]
fn pages_of_a_run_in_c_link_to_each_other_and_give_reasons() {
    let directory = c_run();
    let path = directory.path();
    succeeds(path, &["report", "out"], &[0]);
    let folder = path.join("out/report");
    let all = pages(&folder);
    check(&folder, &all);
    let source = all.iter().find(|(name, _)| name.starts_with("source/"));
    let (_, source) = source.expect("a page of the source");
    assert!(texts(source, "h1")[0].ends_with(HOSTILE));
    let ways = texts(source, "ul.ways li");
    for (way, why) in [
        ("x < 5 true", "no input goes this way"),
        ("y false, y true", "no path came to this branch"),
        ("r > 50 true", "whatever the inputs were"),
    ] {
        let found = ways
            .iter()
            .any(|text| text.starts_with(way) && text.contains(why));
        assert!(found, "{way}: {ways:#?}");
    }
    // What is covered needs no reason.
    assert!(
        !ways.iter().any(|text| text.contains("x > 10 true")),
        "{ways:#?}"
    );
    let code = texts(source, "#L16 code");
    assert!(
        code[0].contains("</code><script>alert(1)</script>"),
        "{code:?}"
    );
    let findings = &all["findings.html"];
    assert_eq!(texts(findings, "article h3").len(), 1);
    let inputs = texts(findings, "dl.inputs dt");
    assert_eq!(inputs, ["<b>x</b>"]);
    assert_eq!(texts(findings, "dl.inputs dd"), ["7"]);
    let run = texts(findings, "pre.run");
    assert!(
        run[0].contains("wayfarer replay") && run[0].contains("--test"),
        "{run:?}"
    );
    // Coverage of what the run starts at comes first.
    assert_eq!(texts(&all["index.html"], ".card h3")[0], "main");
}

#[test]
fn the_same_run_gives_the_same_bytes_and_changed_sources_no_text() {
    let directory = c_run();
    let path = directory.path();
    for into in ["one", "two"] {
        succeeds(path, &["report", "out", "--into", into], &[0]);
    }
    let same = Command::new("diff")
        .args(["-r", "one", "two"])
        .current_dir(path)
        .status();
    assert!(same.is_ok_and(|status| status.success()));
    // An earlier report is replaced, other files are not.
    succeeds(path, &["report", "out", "--into", "one"], &[0]);
    succeeds(path, &["report", "out", "--into", "."], &[2]);
    let source = |into: &str| {
        let all = pages(&path.join(into));
        check(&path.join(into), &all);
        let found = all
            .into_iter()
            .find(|(name, _)| name.starts_with("source/"));
        found.expect("a page of the source").1
    };
    std::fs::write(path.join(HOSTILE), format!("\n{C_PROGRAM}")).expect("a program");
    succeeds(path, &["report", "out", "--into", "changed"], &[0]);
    let changed = source("changed");
    assert!(texts(&changed, ".notice")[0].contains("is not what it was"));
    assert!(texts(&changed, ".l code").iter().all(String::is_empty));
    assert!(texts(&changed, "ul.ways li")[0].contains("of the branch"));
    std::fs::remove_file(path.join(HOSTILE)).expect("removed");
    succeeds(path, &["report", "out", "--into", "missing"], &[0]);
    assert!(texts(&source("missing"), ".notice")[0].contains("missing"));
}

#[test]
fn pages_of_a_run_in_java_have_its_tests_and_reasons() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    std::fs::create_dir_all(path.join("src/p")).expect("a folder");
    std::fs::write(path.join("src/p/Shop.java"), JAVA_PROGRAM).expect("a program");
    let compiled = Command::new("javac")
        .args(["-g", "-d", "classes", "src/p/Shop.java"])
        .current_dir(path)
        .status();
    assert!(compiled.is_ok_and(|status| status.success()));
    let explore = [
        "explore",
        "-cp",
        "classes",
        "p.Shop.price",
        "--output",
        "out",
    ];
    succeeds(path, &explore, &[1]);
    succeeds(path, &["report", "out"], &[0]);
    let folder = path.join("out/report");
    let all = pages(&folder);
    check(&folder, &all);
    let source = &all["source/0001-Shop.java.html"];
    let ways = texts(source, "ul.ways li");
    for way in [
        "amount * amount == 3 true",
        "case 2 of 2 (in ascending order) of switch (amount % 3)",
    ] {
        assert!(
            ways.iter().any(|text| text.starts_with(way)),
            "{way}: {ways:#?}"
        );
    }
    let findings = &all["findings.html"];
    let message = texts(findings, ".message");
    assert!(
        message[0].contains("<script>alert(1)</script>"),
        "{message:?}"
    );
    let text = texts(findings, "pre.text");
    assert!(
        text[0].contains("@Test") && text[0].contains("assertThrows"),
        "{text:?}"
    );
    let stack = texts(findings, "ol.stack a");
    assert_eq!(stack, ["p/Shop.java:5"]);
}

#[test]
fn pages_of_a_scan_put_its_units_together() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    // Each function covers a way of the other's callee.
    let program = "static int half(int x) { if (x < 0) return 1; if (x * x == 3) return 2; return 3; }\n\
        int down(int x) { return half(x < 0 ? x : -1); }\n\
        int up(int x) { return half(x < 0 ? 1 : x); }\n\
        int fails(int x) { return 10 / (x - 3); }\n";
    std::fs::write(path.join("a.c"), program).expect("a program");
    succeeds(
        path,
        &["scan", "a.c", "--output", "out", "--jobs", "1"],
        &[1],
    );
    succeeds(path, &["report", "out"], &[0]);
    let folder = path.join("out/report");
    let all = pages(&folder);
    check(&folder, &all);
    let index = &all["index.html"];
    assert_eq!(texts(index, ".card h3")[0], "The target");
    let text = texts(index, "main").concat();
    for unit in ["down", "up", "fails"] {
        assert!(text.contains(unit), "{text}");
    }
    let ways = texts(&all["source/0001-a.c.html"], "ul.ways li");
    assert!(
        ways.iter().any(|text| text.starts_with("x * x == 3 true")),
        "{ways:#?}"
    );
    assert!(!ways.iter().any(|text| text.contains("x < 0")), "{ways:#?}");
    let findings = &all["findings.html"];
    assert_eq!(texts(findings, "h2 .badge"), ["confirmed"]);
    assert_eq!(texts(findings, "dl.inputs dd"), ["3"]);
}

/// A list that its own functions never leave as raw memory is: only objects made by calls show what is wrong.
const LIST: &str = "struct list { int *items; int count; };\n\
    void list_init(struct list *list) { list->items = 0; list->count = 0; }\n\
    int list_last(struct list *list) { return list->items[list->count - 1]; }\n";

#[test]
fn findings_with_objects_made_by_calls_have_their_inputs_and_test() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    std::fs::write(path.join("a.c"), LIST).expect("a program");
    for (verb, which) in [("scan", "--only"), ("explore", "--function")] {
        let words = [
            verb,
            "a.c",
            which,
            "list_last",
            "--output",
            verb,
            "--time",
            "60",
        ];
        succeeds(path, &words, &[1]);
        succeeds(path, &["report", verb], &[0]);
        let folder = path.join(verb).join("report");
        let all = pages(&folder);
        check(&folder, &all);
        let findings = texts(&all["findings.html"], "article.finding").into_iter();
        let made: Vec<String> = findings
            .filter(|text| text.contains("invalid-pointer"))
            .collect();
        assert_eq!(made.len(), 1, "{verb}: {made:#?}");
        for part in ["Shown by test", "list_call1", "wayfarer replay", "by-calls"] {
            assert!(made[0].contains(part), "{verb}: {part}: {made:#?}");
        }
        let suites = texts(&all["tests.html"], "h2");
        assert_eq!(
            suites,
            ["list_last", "list_last, with objects made by calls"]
        );
        let log = std::fs::read_to_string(path.join(verb).join("results.sarif"));
        assert!(log.expect("a log").contains("by-calls/test000001.c"));
    }
}

/// A class that is nowhere, and an abstract class without one that extends it.
const JAVA_LIBRARY: [(&str, &str); 3] = [
    (
        "dep/Dep.java",
        "package dep;\npublic class Dep {\n    public int half() { return 1; }\n}\n",
    ),
    (
        "p/Use.java",
        "package p;\n\
        public class Use {\n\
            public int f(dep.Dep d) {\n\
                return 10 / d.half();\n\
            }\n\
            public static int half(int of) throws java.io.IOException {\n\
                if (of < 0) throw new java.io.IOException();\n\
                return of / 2;\n\
            }\n\
        }\n",
    ),
    (
        "p/Shape.java",
        "package p;\n\
        public abstract class Shape {\n\
            public int side;\n\
            public int area() {\n\
                return side * side;\n\
            }\n\
        }\n",
    ),
];

#[test]
fn what_the_class_path_lacks_is_told_where_it_is_needed() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    for (name, text) in JAVA_LIBRARY {
        let file = path.join("src").join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("folders");
        std::fs::write(file, text).expect("a source");
    }
    let sources = JAVA_LIBRARY.map(|(name, _)| format!("src/{name}"));
    let compiled = Command::new("javac")
        .args(["-g", "-d", "classes"])
        .args(sources)
        .current_dir(path)
        .status();
    assert!(compiled.is_ok_and(|status| status.success()));
    std::fs::remove_dir_all(path.join("classes/dep")).expect("a class is removed");
    let scan = ["scan", "classes", "--output", "out", "--time", "60"];
    succeeds(path, &scan, &[0]);
    succeeds(path, &["report", "out"], &[0]);
    let folder = path.join("out/report");
    let all = pages(&folder);
    check(&folder, &all);
    // One class that is missing is one warning, in the program's own code.
    let findings = &all["findings.html"];
    assert_eq!(texts(findings, "h2 .badge"), ["open", "documented"]);
    assert_eq!(texts(findings, "article.finding").len(), 2);
    assert!(texts(findings, "article p")[0].starts_with("p/Use.java:"));
    // The lines of a class of which no object is are told why.
    let shape = all
        .iter()
        .find(|(name, _)| name.ends_with("Shape.java.html"));
    let (_, shape) = shape.expect("a page of the source");
    let ways = texts(shape, "ul.ways li");
    assert!(
        ways.iter()
            .any(|text| text.contains("an input of p.Shape")
                && text.contains("add one (--class-path)")),
        "{ways:#?}"
    );
    // The log has the reasons, too.
    let log = std::fs::read_to_string(path.join("out/results.sarif")).expect("a log");
    for why in ["dep.Dep is not on the class path", "declares it"] {
        assert!(log.contains(why), "{why}: {log}");
    }
    let log = serde_json::from_str(&log).expect("JSON");
    is_as_checked(&log, "reasons");
}

/// Each condition that compares with a number marked here cannot hold: the words say so of no other.
#[test]
fn what_is_said_of_conditions_in_c_is_what_cannot_be() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    let program = "#include <wayfarer.h>\n\
        int main(void) {\n\
            int x = wf_int(\"x\"), y = wf_int(\"y\"), r = 0;\n\
            if (x < 0 || x > 9 || y < 0 || y > 9) return 0;\n\
            if ((x > 5 && y * y == 3) || y == 2) r++;\n\
            if ((x > 5 && y > 3) || x * x == 5) r++;\n\
            if (x > 5 && (y * y == 6 || y == 2)) r++;\n\
            if (!(x > 5 && y * y == 7)) r++;\n\
            if ((x * x == 8 || y > 4) && x > 6) r++;\n\
            while (!(x * x == 10) && x > 7) x--;\n\
            do { r++; } while (y * y == 11);\n\
            r += x * x == 12 ? x++ : 2;\n\
            return r;\n\
        }\n";
    std::fs::write(path.join("a.c"), program).expect("a program");
    succeeds(path, &["explore", "a.c", "--output", "out"], &[0]);
    let shown = wayfarer(path, &["show", "out", "--coverage"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    let lines = shown.lines().filter(|line| line.starts_with("not taken: "));
    let ways: BTreeSet<String> = lines
        .filter_map(|line| {
            Some(
                line.split_once(" in main: ")?
                    .1
                    .split_once(": ")?
                    .0
                    .to_owned(),
            )
        })
        .collect();
    let impossible = [3, 5, 6, 7, 8, 10, 11, 12].map(|number| {
        let variable = if [3, 6, 7, 11].contains(&number) {
            "y"
        } else {
            "x"
        };
        format!("`{variable} * {variable} == {number}` true")
    });
    assert_eq!(ways, impossible.into_iter().collect(), "{shown}");
}

#[test]
fn what_is_no_run_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    succeeds(directory.path(), &["report", "nowhere"], &[3]);
    succeeds(directory.path(), &["report", "."], &[3]);
    assert!(!directory.path().join("report").exists());
}
