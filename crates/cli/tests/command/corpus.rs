//! `--seeds` and `--corpus-out`: what a fuzzer has is run first, and tests are files as it reads them.

use crate::expectation::explore_into;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// What nobody finds without being told: the last eight bytes are a checksum of those before. Each length is
/// a case of its own, and the data is copied to memory of its size.
const CHECKED: &str = r#"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 24)
        return 0;
    uint8_t *copy = malloc(size);
    if (copy == NULL)
        return 0;
    memcpy(copy, data, size);
    uint64_t sum = 14695981039346656037u, last;
    for (size_t i = 0; i < size - 8; i++)
        sum = (sum ^ copy[i]) * 1099511628211u;
    memcpy(&last, copy + size - 8, 8);
    int known = sum == last;
    free(copy);
    if (!known)
        return 0;
    switch (size) {
    case 25: return 1;
    case 100: return 2;
    case 101: return copy[0];
    default: return 3;
    }
}
"#;

/// Standard input.
const READER: &str = r#"
#include <stdio.h>

int main(void) {
    unsigned sum = 0;
    int first = getchar();
    for (int i = 0; i < 5; i++)
        sum = (sum ^ (unsigned)getchar()) * 16777619u;
    if (sum != SUM)
        return 0;
    if (first == 'x')
        return 3;
    return 4;
}
"#;

fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let step = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(1_099_511_628_211);
    let sum = bytes.iter().fold(14_695_981_039_346_656_037, step);
    bytes.extend(sum.to_le_bytes());
    bytes
}

struct Setting {
    folder: tempfile::TempDir,
}

impl Setting {
    fn new(program: &str, seeds: &[Vec<u8>]) -> Setting {
        let folder = tempfile::tempdir().expect("a temporary directory");
        let setting = Setting { folder };
        std::fs::write(setting.path("program.c"), program).expect("written");
        // As AFL has them.
        let queue = setting.path("seeds/queue");
        std::fs::create_dir_all(&queue).expect("a directory");
        std::fs::write(setting.path("seeds/fuzzer_stats"), "no seed").expect("written");
        for (number, seed) in seeds.iter().enumerate() {
            std::fs::write(queue.join(format!("id:{number:06}")), seed).expect("written");
        }
        setting
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn explore(&self, options: &[&str]) -> Value {
        let seeds = self.path("seeds").display().to_string();
        let corpus = self.path("corpus").display().to_string();
        let own = ["--seeds", &seeds, "--corpus-out", &corpus];
        let all = [options, &own].concat();
        explore_into(&self.path("out"), &self.path("program.c"), &all)
    }

    fn corpus(&self) -> BTreeSet<Vec<u8>> {
        contents(&self.path("corpus"))
    }
}

fn contents(folder: &Path) -> BTreeSet<Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .map(|path| std::fs::read(path).expect("a file is readable"))
        .collect()
}

fn all_confirmed(summary: &Value) -> bool {
    let tests = summary["verdicts"].as_array().expect("a list");
    let confirmed = |test: &Value| test["verdict"]["verdict"] == "confirmed";
    !tests.is_empty() && tests.iter().all(confirmed)
}

#[test]
fn paths_of_seeds_come_first_whatever_their_sizes() {
    let checked = |size: usize, byte: u8| with_checksum(vec![byte; size - 8]);
    let seeds = [
        checked(25, 1),
        checked(100, 2),
        checked(101, 3),
        checked(30, 4),
    ];
    let setting = Setting::new(CHECKED, &seeds);
    for jobs in ["1", "2"] {
        let options = [
            "--function",
            "LLVMFuzzerTestOneInput",
            "--time",
            "30",
            "--jobs",
            jobs,
        ];
        // As many paths as there are seeds, and that of no data at all.
        let most: &[&str] = if jobs == "1" {
            &["--max-paths", "5"]
        } else {
            &["--force"]
        };
        let summary = setting.explore(&[&options[..], most].concat());
        assert!(all_confirmed(&summary), "{summary:#}");
        let found = summary["findings"].as_array().expect("a list");
        let kinds: Vec<&Value> = found.iter().map(|finding| &finding["kind"]).collect();
        assert_eq!(kinds, ["use-after-free"], "{summary:#}");
        let corpus = setting.corpus();
        let sizes: BTreeSet<usize> = corpus.iter().map(Vec::len).collect();
        assert!(sizes.is_superset(&[25, 30, 100, 101].into()), "{sizes:?}");
        if jobs == "1" {
            assert_eq!(summary["paths"], 5);
        }
    }
}

#[test]
fn standard_input_is_as_long_as_the_longest_seed() {
    let tail = b"abcde";
    let step = |sum: u32, &byte: &u8| (sum ^ u32::from(byte)).wrapping_mul(16_777_619);
    let sum = tail.iter().fold(0u32, step);
    let program = READER.replace("SUM", &format!("{sum}u"));
    let seed = [b"-", &tail[..]].concat();
    let setting = Setting::new(&program, &[seed.clone(), b"-ab".to_vec()]);
    let summary = setting.explore(&[]);
    assert!(all_confirmed(&summary), "{summary:#}");
    let corpus = setting.corpus();
    assert!(
        corpus.iter().all(|bytes| bytes.len() == seed.len()),
        "{corpus:?}"
    );
    // What is open beside the seed is explored, and the seed itself is plain already but for its first byte.
    let other = [b"x", &tail[..]].concat();
    assert!(corpus.contains(&other), "{corpus:?}");
    assert!(
        corpus
            .iter()
            .any(|bytes| bytes[0] != b'x' && bytes[1..] == *tail),
        "{corpus:?}"
    );
}
