//! Processes of a run are killed or stopped at random moments: it ends with what an undisturbed run
//! finds, or says what to do, and leaves nothing behind.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

#[test]
fn a_run_survives_the_death_of_any_of_its_processes() {
    let mut disturbed = Disturbed::new(14, 1);
    for what in [
        (Victim::Worker, Signal::SIGKILL),
        (Victim::Worker, Signal::SIGSTOP),
        (Victim::Starter, Signal::SIGKILL),
        (Victim::Starter, Signal::SIGSTOP),
        (Victim::Command, Signal::SIGKILL),
        (Victim::NativeRun, Signal::SIGKILL),
    ] {
        disturbed.disturb(what);
    }
    disturbed.check();
}

/// `DISTURBANCES` of them, 20 if it is not set.
#[test]
#[ignore = "long"]
fn a_run_survives_many_deaths() {
    let count = std::env::var("DISTURBANCES").ok();
    let count = count.and_then(|count| count.parse().ok()).unwrap_or(20);
    let seed = std::env::var("SEED").ok();
    let seed = seed.and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut disturbed = Disturbed::new(17, seed);
    for _ in 0..count {
        let what = disturbed.anything();
        disturbed.disturb(what);
    }
    disturbed.check();
}

/// Whom it hits.
#[derive(Clone, Copy, Debug)]
enum Victim {
    /// The command itself.
    Command,
    /// The process that starts workers.
    Starter,
    Worker,
    /// What runs a test natively: launcher, Bubblewrap, the program.
    NativeRun,
}

/// Many paths, three errors, and tests that take a while natively.
const PROGRAM: &str = "#include <assert.h>\n#include <unistd.h>\n#include <wayfarer.h>\n\
     int main(void) {\n    int n = 0;\n    for (int i = 0; i < INPUTS; i++)\n        \
     if (wf_int(\"x\") > 5) n++;\n    usleep(50000);\n    assert(n != 3);\n    \
     assert(n != INPUTS);\n    if (n == 5) { int *p = 0; return *p; }\n    return n;\n}\n";

/// Runs, all of one program.
struct Disturbed {
    work: TempDir,
    source: PathBuf,
    random: SmallRng,
    /// What an undisturbed run finds.
    expected: Value,
    runs: u32,
    problems: Vec<String>,
}

/// What may not depend on who dies.
fn results(summary: &Value) -> Value {
    let finding = |finding: &Value| {
        let (kind, line, paths) = (&finding["kind"], &finding["line"], &finding["paths"]);
        format!("{kind} {line} {paths}")
    };
    let findings = summary["findings"].as_array().into_iter().flatten();
    let findings: BTreeSet<String> = findings.map(finding).collect();
    serde_json::json!({
        "exhaustive": summary["exhaustive"],
        "paths": summary["paths"],
        "findings": findings,
        "left": summary["left"],
        "failure": summary["failure"],
    })
}

impl Disturbed {
    fn new(inputs: u32, seed: u64) -> Disturbed {
        let work = tempfile::tempdir().expect("a directory");
        let source = work.path().join("program.c");
        let text = PROGRAM.replace("INPUTS", &inputs.to_string());
        std::fs::write(&source, text).expect("a program is written");
        let mut disturbed = Disturbed {
            work,
            source,
            random: SmallRng::seed_from_u64(seed),
            expected: Value::Null,
            runs: 0,
            problems: Vec::new(),
        };
        let (place, child) = disturbed.start();
        let summary = place.summary(&child.wait_with_output().expect("it ends"));
        disturbed.expected = results(&summary.expect("a summary"));
        disturbed
    }

    fn start(&mut self) -> (Place, Child) {
        self.runs += 1;
        let directory = self.work.path().join(format!("run{}", self.runs));
        std::fs::create_dir(&directory).expect("a directory is made");
        let place = Place(directory);
        let mut command = place.command("explore");
        command.arg(&self.source).args(["--jobs", "2", "-o", "out"]);
        let child = command.spawn().expect("the command runs");
        (place, child)
    }

    fn anything(&mut self) -> (Victim, Signal) {
        let victims = [
            Victim::Command,
            Victim::Starter,
            Victim::Worker,
            Victim::Worker,
            Victim::NativeRun,
        ];
        let victim = victims[self.random.random_range(0..victims.len())];
        let signals = [Signal::SIGKILL, Signal::SIGSTOP];
        (victim, signals[self.random.random_range(0..2)])
    }

    /// One run, in which this happens.
    fn disturb(&mut self, (victim, signal): (Victim, Signal)) {
        let (place, child) = self.start();
        let command = child.id() as i32;
        let wait = Duration::from_millis(self.random.random_range(0..1000));
        let chosen = self.choose(&place, command, victim, wait);
        let name = format!("run {}: {signal} to {victim:?} {chosen:?}", self.runs);
        eprintln!("{name}");
        let all: BTreeSet<Alive> = descendants(command)
            .into_iter()
            .filter_map(Alive::now)
            .collect();
        if let Some(process) = chosen {
            // It may have just ended.
            let _ = kill(Pid::from_raw(process), signal);
        }
        if matches!((victim, signal), (Victim::Command, Signal::SIGSTOP)) {
            std::thread::sleep(Duration::from_secs(3));
            let _ = kill(Pid::from_raw(command), Signal::SIGCONT);
        }
        let summary = match place.wait(child) {
            Some(output) if output.status.code().is_some() => place.summary(&output),
            // Killed: what was stored goes on.
            Some(_) => {
                self.gone(&name, &all);
                let mut resume = place.command("resume");
                let resumed = resume.arg("out").spawn().expect("the command runs");
                place
                    .wait(resumed)
                    .and_then(|output| place.summary(&output))
            }
            None => None,
        };
        match summary {
            Some(summary) if results(&summary) != self.expected => {
                let got = results(&summary);
                self.problems
                    .push(format!("{name}: {got} instead of {}", self.expected));
            }
            Some(_) => {}
            None => self.problems.push(format!("{name}: no end, or no summary")),
        }
        self.gone(&name, &all);
        // What nobody could remove goes with the next run.
        let mut next = place.command("ir");
        let next = next.arg(&self.source).stdout(Stdio::null()).status();
        assert!(next.expect("the command runs").success());
        let left = std::fs::read_dir(place.temporary()).expect("a directory is listed");
        for entry in left.flatten() {
            let left = entry.file_name();
            if left.to_string_lossy().starts_with("wayfarer") {
                self.problems
                    .push(format!("{name}: {left:?} is left behind"));
            }
        }
    }

    /// A process of that kind, some time after there is one.
    fn choose(
        &mut self,
        place: &Place,
        command: i32,
        victim: Victim,
        wait: Duration,
    ) -> Option<i32> {
        let find = || -> Vec<i32> {
            let children = |of: i32| -> Vec<i32> {
                let all = processes();
                let children = all.iter().filter(|process| process.parent == of);
                children.map(|process| process.pid).collect()
            };
            let is_own = |pid: &i32| name_of(*pid) == name_of(command);
            // What the command executes bears its name, too, until it is executed: the starter has children.
            let starts = |pid: &i32| is_own(pid) && children(*pid).iter().any(is_own);
            let starters: Vec<i32> = children(command).into_iter().filter(starts).collect();
            match victim {
                // Before there is something to go on with, it is begun again.
                Victim::Command if !store::exists(&place.0.join("out")) => Vec::new(),
                Victim::Command => vec![command],
                Victim::Starter => starters,
                Victim::Worker => starters.iter().flat_map(|&pid| children(pid)).collect(),
                Victim::NativeRun => {
                    let below = descendants(command).into_iter();
                    below.filter(|&pid| is_native_run(pid)).collect()
                }
            }
        };
        let since = Instant::now();
        while find().is_empty() && since.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(wait);
        let mut found = find();
        // Native runs come and go.
        while found.is_empty() && Alive::now(command).is_some() && since.elapsed() < PATIENCE {
            found = find();
        }
        (!found.is_empty()).then(|| found[self.random.random_range(0..found.len())])
    }

    /// Notes which of these processes are still there.
    fn gone(&mut self, name: &str, processes: &BTreeSet<Alive>) {
        let since = Instant::now();
        let alive = || -> Vec<i32> {
            let still = processes
                .iter()
                .filter(|&process| Alive::now(process.pid) == Some(*process));
            still.map(|process| process.pid).collect()
        };
        while !alive().is_empty() && since.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(20));
        }
        for pid in alive() {
            self.problems
                .push(format!("{name}: {} is left behind", name_of(pid)));
        }
    }

    fn check(self) {
        assert!(self.problems.is_empty(), "\n{}", self.problems.join("\n"));
    }
}

/// On a machine with much to do.
const PATIENCE: Duration = Duration::from_secs(240);

/// Directory of a run.
struct Place(PathBuf);

impl Place {
    fn temporary(&self) -> PathBuf {
        self.0.join("temporary")
    }

    fn command(&self, name: &str) -> Command {
        std::fs::create_dir_all(self.temporary()).expect("a directory is made");
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
        command.arg(name).current_dir(&self.0);
        command.env("TMPDIR", self.temporary());
        if name != "ir" {
            command.arg("--json");
        }
        // In files: a pipe would fill.
        let file = |name: &str| std::fs::File::create(self.0.join(name)).expect("a file is made");
        command.stdout(file("stdout")).stderr(file("stderr"));
        command
    }

    /// Waits until the command has ended; if it does not, it is killed.
    fn wait(&self, mut child: Child) -> Option<Output> {
        let since = Instant::now();
        while child.try_wait().expect("a child is waited for").is_none() {
            if since.elapsed() > PATIENCE {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        child.wait_with_output().ok()
    }

    fn summary(&self, _output: &Output) -> Option<Value> {
        let text = std::fs::read(self.0.join("stdout")).ok()?;
        serde_json::from_slice(&text).ok()
    }
}

struct Process {
    pid: i32,
    parent: i32,
}

/// All there are.
fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").expect("there is /proc");
    let names = entries.flatten().map(|entry| entry.file_name());
    let pids = names.filter_map(|name| name.to_str()?.parse().ok());
    let process = |pid: i32| {
        let fields = stat(pid)?;
        let parent = fields.split_whitespace().nth(1)?.parse().ok()?;
        Some(Process { pid, parent })
    };
    pids.filter_map(process).collect()
}

/// What `/proc` says of a process, behind its name.
fn stat(pid: i32) -> Option<String> {
    let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, fields) = text.rsplit_once(')')?;
    Some(fields.to_owned())
}

/// A process that has not ended; its number may be another's some time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Alive {
    pid: i32,
    started: u64,
}

impl Alive {
    fn now(pid: i32) -> Option<Alive> {
        let fields = stat(pid)?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let started = fields.get(19)?.parse().ok()?;
        (fields[0] != "Z").then_some(Alive { pid, started })
    }
}

fn name_of(pid: i32) -> String {
    let name = std::fs::read_to_string(format!("/proc/{pid}/comm"));
    name.unwrap_or_default().trim().to_owned()
}

fn is_native_run(pid: i32) -> bool {
    let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    let program = line.split(|&byte| byte == 0).next().unwrap_or_default();
    let program = Path::new(std::str::from_utf8(program).unwrap_or_default()).file_name();
    let program = program.and_then(|name| name.to_str()).unwrap_or_default();
    ["launch", "bwrap", "checked", "decisions"].contains(&program)
}

/// A process and all below it.
fn descendants(of: i32) -> BTreeSet<i32> {
    let all = processes();
    let mut found = BTreeSet::from([of]);
    loop {
        let before = found.len();
        let below = all.iter().filter(|process| found.contains(&process.parent));
        let below: Vec<i32> = below.map(|process| process.pid).collect();
        found.extend(below);
        if found.len() == before {
            return found;
        }
    }
}
