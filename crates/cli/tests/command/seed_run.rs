//! `--seed-run`: the tests of an earlier run are run first, also where the program is another one now.

use crate::expectation::explore_into;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What of a hash leads back to the values that it is of.
const HASH: [(&str, &str); 2] = [
    (
        "c",
        "static unsigned long mix(unsigned long h) {
           for (int i = 0; i < 3; i++) { h ^= h >> 29; h *= 0xbf58476d1ce4e5b9ul; h ^= h >> 32; }
           return h; }",
    ),
    (
        "java",
        "static long mix(long h) {
           for (int i = 0; i < 3; i++) { h ^= h >>> 29; h *= 0xbf58476d1ce4e5b9L; h ^= h >>> 32; }
           return h; }",
    ),
];

fn mix(mut h: u64) -> u64 {
    for _ in 0..3 {
        h ^= h >> 29;
        h = h.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        h ^= h >> 32;
    }
    h
}

/// Aliases, numbers and a text.
const C: &str = "#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; };
HASH
int of_list(struct node *n, const char *name) {
    if (!n || !n->next || n->next == n || n->next->next != n)
        return 0;
    if (!name || strcmp(name, \"ring\"))
        return 1;
    if (CONDITION)
        abort();
    return 2;
}
";
const JAVA: &str = "public class Ring {
  static class Node { int value; Node next; }
  HASH
  public static int ofList(Node n, String name) {
    if (n == null || n.next == null || n.next == n || n.next.next != n) return 0;
    if (!\"ring\".equals(name)) return 1;
    if (CONDITION) throw new IllegalStateException();
    return 2;
  }
}
";

/// A program with that condition, in a file.
fn program(folder: &Path, language: usize, text: &str, condition: &str) -> PathBuf {
    let (extension, hash) = HASH[language];
    let file = folder.join(format!("Ring.{extension}"));
    let text = text.replace("HASH", hash).replace("CONDITION", condition);
    std::fs::write(&file, text).expect("the source is written");
    file
}

/// How many native runs have confirmed the error behind the condition.
fn confirmed(summary: &Value) -> usize {
    let findings = summary["findings"].as_array().expect("a list");
    let confirmed = findings.iter().filter(|it| it["verdict"] == "confirmed");
    confirmed.count()
}

fn check(language: usize, text: &str, options: &[&str], values: (&str, &str)) {
    let folder = tempfile::tempdir().expect("a temporary directory");
    let folder = folder.path();
    let out = folder.join("out");
    let easy = format!("{} == 4711 && {} == -5", values.0, values.1);
    let hashed = mix(mix(4711) ^ u64::from(-5i32 as u32));
    let (suffix, mask) = [("ul", "0xfffffffful"), ("L", "0xffffffffL")][language];
    let hard = format!(
        "mix(mix({} & {mask}) ^ ({} & {mask})) == 0x{hashed:x}{suffix}",
        values.0, values.1
    );
    let own = ["--jobs", "1", "--solver-time", "0.05", "--force"];
    let options = [options, &own].concat();
    let first = explore_into(&out, &program(folder, language, text, &easy), &options);
    assert!(confirmed(&first) == 1, "{first:#}");
    let file = program(folder, language, text, &hard);
    // The run's own directory, which is replaced.
    let seeds = out.display().to_string();
    let seeded = [&options[..], &["--seed-run", &seeds]].concat();
    for jobs in ["1", "2"] {
        let options = [&seeded[..], &["--jobs", jobs]].concat();
        let summary = explore_into(&out, &file, &options);
        assert!(confirmed(&summary) == 1, "{summary:#}");
    }
    let without = explore_into(&out, &file, &options);
    assert_eq!(confirmed(&without), 0, "{without:#}");
}

#[test]
fn tests_of_a_function_of_c_come_first_after_an_edit() {
    let options = ["--function", "of_list", "--time", "10"];
    check(0, C, &options, ("n->value", "n->next->value"));
}

#[test]
fn tests_of_a_method_come_first_after_an_edit() {
    let options = ["Ring.ofList", "--time", "10"];
    check(1, JAVA, &options, ("n.value", "n.next.value"));
}
