//! Where results go: no run destroys an earlier one, and a disk or a memory that is full is told as that,
//! with a run that can be resumed.

use nix::sys::resource::{Resource, setrlimit};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

const EXPLORE: &[&str] = &["explore", "--no-replay", "--format", "none", "--jobs", "1"];

const SMALL: &str = "#include <wayfarer.h>\nint main(void) { return wf_int(\"x\") > 3; }\n";

/// More paths than anybody explores, each of which takes memory.
const LARGE: &str = "#include <stdlib.h>\n#include <wayfarer.h>\nint main(void) {\n\
    unsigned char x[24];\nchar *kept[64];\nint n = 0;\nwf_symbolic(x, 24, \"x\");\n\
    for (int i = 0; i < 24; i++) if (x[i] > 100) n++;\n\
    for (int i = 0; i < 64; i++) { kept[i] = malloc(1000); kept[i][n] = i; }\nreturn n; }\n";

fn directory() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for (name, text) in [("small.c", SMALL), ("large.c", LARGE)] {
        std::fs::write(directory.path().join(name), text).expect("a program is written");
    }
    directory
}

fn command(directory: &Path, arguments: &[&[&str]]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    command.args(arguments.concat()).current_dir(directory);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[track_caller]
fn ends(output: &Output, code: i32, words: &[&str]) {
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    for word in words {
        assert!(stderr.contains(word), "`{word}` is not said: {stderr}");
    }
}

#[test]
fn a_run_is_replaced_only_by_force() {
    let directory = directory();
    let path = directory.path();
    let run = |arguments: &[&str]| {
        let output = command(path, &[EXPLORE, arguments]).output();
        output.expect("the command runs")
    };
    ends(&run(&["small.c"]), 0, &[]);
    let first = std::fs::read(path.join("wayfarer-out/run.db")).expect("the run is stored");
    let second = run(&["small.c"]);
    ends(&second, 0, &["wayfarer-out.2", "--force"]);
    assert!(text(&second.stdout).contains("tests in wayfarer-out.2"));
    ends(
        &run(&["large.c", "--max-paths", "2"]),
        0,
        &["wayfarer-out.3"],
    );
    let refused = run(&["small.c", "-o", "wayfarer-out"]);
    ends(
        &refused,
        2,
        &[
            "holds an earlier run",
            "wayfarer resume wayfarer-out",
            "--force",
        ],
    );
    let same = std::fs::read(path.join("wayfarer-out/run.db")).expect("the run is stored");
    assert!(first == same, "the first run was touched");
    ends(
        &run(&[
            "large.c",
            "-o",
            "wayfarer-out",
            "--force",
            "--max-paths",
            "2",
        ]),
        0,
        &[],
    );
    let pending = command(path, &[&["show", "wayfarer-out"]]).output();
    assert!(text(&pending.expect("show runs").stdout).contains("large.c"));

    // A run without a store can be destroyed as well, though not resumed.
    ends(&run(&["small.c", "-o", "bare", "--no-store"]), 0, &[]);
    let refused = run(&["small.c", "-o", "bare", "--no-store"]);
    ends(&refused, 2, &["holds an earlier run", "--force"]);
    assert!(!text(&refused.stderr).contains("resume"));
    // One that came to nothing leaves nothing to be kept.
    std::fs::write(path.join("broken.c"), "int main(void) { return x; }").expect("it is written");
    ends(&run(&["broken.c", "-o", "out"]), 3, &["broken.c:1"]);
    ends(&run(&["small.c", "-o", "out"]), 0, &[]);
}

#[test]
fn memory_that_runs_out_leaves_a_run_to_resume() {
    let directory = directory();
    for jobs in ["1", "2"] {
        let more = [
            "large.c", "--output", jobs, "--jobs", jobs, "--memory", "100000",
        ];
        let mut explore = command(directory.path(), &[&EXPLORE[..4], &more]);
        // SAFETY: setting a limit allocates nothing.
        unsafe {
            explore.pre_exec(|| {
                let limit = 320 << 20;
                setrlimit(Resource::RLIMIT_AS, limit, limit).map_err(std::io::Error::from)
            });
        }
        let output = explore.output().expect("the command runs");
        ends(&output, 3, &["out of memory", "resume"]);
        let resume = [
            "resume",
            jobs,
            "--jobs",
            "1",
            "--no-replay",
            "--max-paths",
            "5",
        ];
        let output = command(directory.path(), &[&resume]).output();
        ends(&output.expect("the command runs"), 0, &[]);
    }
}

/// On a disk of its own, where the kernel lets users make one.
#[test]
fn a_full_disk_is_named() {
    let directory = directory();
    let script = "mkdir disk && mount -t tmpfs -o size=8m none disk || exit 77\n\
        cp small.c large.c disk; cd disk\n\
        \"$0\" explore --no-replay --format none --jobs 1 large.c -o out --max-paths 20 || exit 1\n\
        dd if=/dev/zero of=filled bs=1k count=100000 2>/dev/null\n\
        for left in 0 60 200; do\n\
        truncate -s -${left}K filled\n\
        echo \"left: $left\" >&2\n\
        \"$0\" resume out --no-replay --max-paths 20\n\
        echo \"code: $?\" >&2\n\
        done\n\
        rm filled; \"$0\" resume out --no-replay --max-paths 20 || exit 1";
    let output = Command::new("unshare")
        .args(["--map-root-user", "--mount", "sh", "-c", script])
        .arg(env!("CARGO_BIN_EXE_wayfarer"))
        .current_dir(directory.path())
        .output()
        .expect("unshare runs");
    let stderr = text(&output.stderr);
    if output.status.code() == Some(77) || stderr.contains("unshare:") {
        eprintln!("no disk of its own: {stderr}");
        return;
    }
    assert!(output.status.success(), "{stderr}");
    let runs: Vec<&str> = stderr.split("left: ").skip(1).collect();
    assert_eq!(runs.len(), 3, "{stderr}");
    for run in runs {
        let is_told = run.contains("is full") || run.contains("No space left");
        assert!(
            run.contains("code: 0") || run.contains("code: 3") && is_told,
            "{stderr}"
        );
        assert!(
            !run.contains("Stack dump") && !run.contains("panicked"),
            "{stderr}"
        );
    }
    assert!(stderr.contains("code: 3"), "{stderr}");
}

#[test]
fn without_a_cache_runs_are_as_with_one() {
    let directory = directory();
    // A file is no directory, whoever asks.
    let home = directory.path().join("small.c");
    let replayed = ["explore", "--jobs", "1", "small.c", "--json"];
    let output = command(directory.path(), &[&replayed])
        .env("HOME", &home)
        .env_remove("XDG_CACHE_HOME")
        .output()
        .expect("the command runs");
    ends(&output, 0, &[]);
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["verdicts"][0]["verdict"]["verdict"], "confirmed");
}
