//! Files of a run that were damaged: what reads them says so, or makes do with what is there.

use std::cell::Cell;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = "\
#include <stdio.h>
#include <stdlib.h>
static int letters(const char *text) {
    int found = 0;
    for (; *text; text++)
        if (*text == 'a')
            found++;
    return found;
}
int main(void) {
    char text[4];
    if (!fgets(text, sizeof text, stdin))
        return 2;
    if (letters(text) == 3)
        abort();
    return 0;
}
";

/// What reads a run.
const READERS: [&[&str]; 9] = [
    &["show", "run"],
    &["show", "run", "--json", "--tree"],
    &["show", "run", "--pruned", "--infeasible", "--dot"],
    &["show", "run", "--lines", "--coverage", "--statistics"],
    &["show", "run", "--tests", "--findings"],
    &["report", "run"],
    &["resume", "run", "--max-paths", "20", "--no-replay"],
    &[
        "explore",
        "a.c",
        "--seed-run",
        "run",
        "--max-paths",
        "5",
        "--no-replay",
        "--force",
        "-o",
        "other",
    ],
    &[
        "reach",
        "a.c",
        "--target",
        "uncovered:run",
        "--time",
        "1",
        "--no-store",
        "-o",
        "reached",
    ],
];

fn wayfarer(directory: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .args(arguments)
        .current_dir(directory)
        .output()
        .expect("wayfarer runs")
}

#[test]
fn any_run_is_read_or_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let directory = directory.path();
    std::fs::write(directory.join("a.c"), PROGRAM).expect("the program is written");
    let exploring = "explore a.c --stdin 3 --prune coverage --explain-infeasible --max-paths 10 --no-replay -o whole";
    let made = wayfarer(directory, &exploring.split(' ').collect::<Vec<_>>());
    assert!(made.status.code().is_some_and(|code| code < 2), "{made:?}");
    let round = Cell::new(0);
    for name in ["run.db", "summary.json", "suite.json", "test000001.json"] {
        let whole = std::fs::read(directory.join("whole").join(name)).expect(name);
        mutants::check(&[whole], 27, |bytes| {
            let run = directory.join("run");
            let _ = std::fs::remove_dir_all(&run);
            let copied = Command::new("cp")
                .args(["-r", "whole", "run"])
                .current_dir(directory)
                .status();
            assert!(copied.expect("cp runs").success());
            std::fs::write(run.join(name), bytes).expect("it is damaged");
            let arguments = READERS[round.replace(round.get() + 1) % READERS.len()];
            let output = wayfarer(directory, arguments);
            let said = String::from_utf8_lossy(&output.stderr);
            let code = output.status.code();
            assert!(
                code.is_some_and(|code| code < 4) && !said.contains("panicked"),
                "{arguments:?}: {code:?} {said}"
            );
            assert!(
                code < Some(2) || said.contains("wayfarer"),
                "{arguments:?}: {said}"
            );
        });
    }
}
