//! Runs of the command, with the coverage they report along the way.

use serde_json::Value;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A program to be explored.
pub struct Program {
    pub name: String,
    /// Arguments of `explore`: what is explored, and free inputs.
    pub arguments: Vec<OsString>,
}

impl Program {
    fn explore(&self, output: &std::path::Path) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
        command.arg("explore").args(&self.arguments);
        command.args(["--json", "--output"]).arg(output);
        command
    }
}

/// Arms taken, by seconds of processor time since the exploration began.
#[derive(Clone, Debug, Default)]
pub struct Curve {
    points: Vec<(f64, f64)>,
}

impl Curve {
    /// Arms taken by that time.
    pub fn at(&self, seconds: f64) -> f64 {
        let before = self.points.partition_point(|&(time, _)| time <= seconds);
        before
            .checked_sub(1)
            .map_or(0.0, |index| self.points[index].1)
    }

    /// Arms taken in the end.
    pub fn last(&self) -> f64 {
        self.points.last().map_or(0.0, |point| point.1)
    }

    /// Mean over the time from 0.
    pub fn mean(&self, seconds: f64) -> f64 {
        const SAMPLES: u32 = 200;
        let at = |sample: u32| self.at(seconds * f64::from(sample) / f64::from(SAMPLES));
        (1..=SAMPLES).map(at).sum::<f64>() / f64::from(SAMPLES)
    }
}

/// A run is ended after so many times its processor time have passed, on however busy a machine.
const PATIENCE: f64 = 30.0;

/// Time between two looks at the clock of the run.
const POLL: Duration = Duration::from_millis(50);

/// Explores for so many seconds of processor time, that of the compiler not counted.
pub fn run(program: &Program, order: &str, seed: u32, seconds: f64) -> Curve {
    let output = tempfile::tempdir().expect("a temporary directory");
    let mut child = program
        .explore(output.path())
        .args([
            "--log",
            "wayfarer::progress=debug",
            "--no-replay",
            "--strategy",
            order,
        ])
        .args(["--seed", &seed.to_string()])
        .process_group(0)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("wayfarer runs");
    let told = listen(&mut child);
    let (mut points, mut begun) = (Vec::new(), None);
    let group = child.id();
    let stdout = child.stdout.take().expect("stdout is piped");
    let summary = std::thread::spawn(move || serde_json::from_reader::<_, Value>(stdout).ok());
    let started = std::time::Instant::now();
    let mut stopped = false;
    while child.try_wait().expect("the run is a child").is_none() {
        let (covered, now) = (*told.lock().expect("no panics"), processor_seconds(group));
        let late = started.elapsed().as_secs_f64() > PATIENCE * seconds;
        if late && !stopped {
            stopped = true;
            interrupt(group);
        }
        if let (Some(covered), Some(now)) = (covered, now) {
            let begun = *begun.get_or_insert(now);
            points.push((now - begun, covered));
            if now - begun >= seconds && !stopped {
                stopped = true;
                interrupt(group);
            }
        }
        std::thread::sleep(POLL);
    }
    let summary = summary.join().ok().flatten();
    let end = summary.and_then(|summary| summary["machine_branches"]["covered"].as_f64());
    let last = points.last().map_or(0.0, |point| point.0);
    match end {
        Some(end) if last < seconds => points.push((last, end)),
        Some(_) => {}
        None => eprintln!("{} by {order}: no summary", program.name),
    }
    points.retain(|point| point.0 <= seconds);
    Curve { points }
}

/// As Ctrl-C does.
fn interrupt(process: u32) {
    let kill = format!("kill -INT {process}");
    let _ = Command::new("sh").args(["-c", &kill]).status();
}

/// The newest number of arms that the run has told of, from its log.
fn listen(child: &mut Child) -> Arc<Mutex<Option<f64>>> {
    let told = Arc::new(Mutex::new(None));
    let (log, heard) = (child.stderr.take().expect("stderr is piped"), told.clone());
    std::thread::spawn(move || {
        for line in BufReader::new(log).lines().map_while(Result::ok) {
            let covered = line
                .split_whitespace()
                .find_map(|word| word.strip_prefix("covered="));
            if let Some(covered) = covered.and_then(|number| number.parse().ok()) {
                *heard.lock().expect("no panics") = Some(covered);
            }
        }
    });
    told
}

/// Processor time of all processes of a group.
fn processor_seconds(group: u32) -> Option<f64> {
    /// Kernels that we run on count in hundredths for user space.
    const TICKS: f64 = 100.0;
    let mut ticks = 0;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        // Behind the name, which may have anything in it: state, parent, group, …
        let Some((_, fields)) = stat.rsplit_once(')') else {
            continue;
        };
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        if number(2) == Some(u64::from(group)) {
            ticks += number(11)? + number(12)?;
        }
    }
    Some(ticks as f64 / TICKS)
}

/// Explores by the default order and replays: arms in the machine, branches natively.
pub fn natively(program: &Program, seconds: f64) -> Option<(String, String)> {
    let output = tempfile::tempdir().ok()?;
    let time = seconds.to_string();
    let result = program
        .explore(output.path())
        .args(["--time", &time])
        .output()
        .ok()?;
    let summary: Value = serde_json::from_slice(&result.stdout).ok()?;
    let count = |value: &Value| {
        let (covered, total) = (value["covered"].as_u64()?, value["total"].as_u64()?);
        let percent = covered as f64 * 100.0 / total.max(1) as f64;
        Some(format!("{covered} of {total} ({percent:.1} %)"))
    };
    let native = &summary["coverage"]["branches"];
    Some((count(&summary["machine_branches"])?, count(native)?))
}
