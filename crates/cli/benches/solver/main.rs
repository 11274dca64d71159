//! Solvers on recorded query traces: `make bench-solver` prints the first table of
//! `docs/native-solver.md`.
//!
//! Every program of `benches/solver` is explored, its queries are recorded as one incremental
//! SMT-LIB 2 script, and every solver runs that script, all in this run. With names of programs as
//! arguments, only those; `--keep DIR` leaves the traces and the answers there.

mod measure;
mod table;

use measure::{Measured, Measurer};
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;
use std::path::{Path, PathBuf};
use std::process::Command;
use table::{Row, Table};

/// Seconds for one query: what `explore` gives it unless told otherwise.
const QUERY_SECONDS: &str = "10";
/// Processor seconds for one trace; what is not answered by then counts as unanswered.
const TRACE_SECONDS: u64 = 20;

/// A column of the table: a name, and the command that runs a script.
struct Contender {
    name: String,
    command: Vec<String>,
}

fn main() {
    let mut wanted: Vec<String> = Vec::new();
    let mut keep = None;
    let mut arguments = std::env::args().skip(1).filter(|a| a != "--bench");
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--keep" => keep = Some(PathBuf::from(arguments.next().expect("--keep DIR"))),
            _ => wanted.push(argument),
        }
    }
    take_one_core();
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/solver");
    let temporary = tempfile::tempdir().expect("a temporary directory");
    let work = keep.unwrap_or_else(|| temporary.path().to_owned());
    std::fs::create_dir_all(&work).expect("the directory for traces can be made");
    let measurer = Measurer::new(work.clone(), TRACE_SECONDS);
    let contenders = contenders(&programs);
    let startup: Vec<f64> = contenders
        .iter()
        .map(|c| measurer.startup_seconds(&c.command))
        .collect();
    let mut table = Table::new(contenders.iter().map(|c| c.name.clone()).collect());
    table.print_head();
    for program in programs_in(&programs, &wanted) {
        let name = program.file_stem().unwrap_or_default().to_string_lossy();
        let trace = work.join(format!("{name}.smt2"));
        record(&program, &trace, &work);
        let queries = std::fs::read_to_string(&trace)
            .expect("the trace was written")
            .matches("(check-sat)")
            .count();
        let run = |(i, contender): (usize, &Contender)| -> Measured {
            let label = format!("{name}-{i}");
            measurer.run(&contender.command, &trace, &label, startup[i])
        };
        let measured = contenders.iter().enumerate().map(run).collect();
        table.add(Row {
            name: name.into_owned(),
            queries,
            measured,
        });
    }
    table.print_summary();
}

/// Leaves this process and all that it starts the last of its cores: time is processor time, and one
/// solver's threads must not count against it where the others have none.
fn take_one_core() {
    let this = Pid::from_raw(0);
    let allowed = sched_getaffinity(this).expect("the system tells");
    let mut one = CpuSet::new();
    let last = (0..CpuSet::count()).rfind(|&core| allowed.is_set(core) == Ok(true));
    one.set(last.expect("a core to run on"))
        .expect("a core of the set");
    sched_setaffinity(this, &one).expect("a core of its own");
}

/// The solvers of this project, and those whose Python packages `make bench-solver` installs.
fn contenders(programs: &Path) -> Vec<Contender> {
    let wayfarer = |name: &str, options: &[&str]| {
        let mut command = vec![env!("CARGO_BIN_EXE_wayfarer").to_owned()];
        command.extend(["query", "--solver-time", QUERY_SECONDS].map(str::to_owned));
        command.extend(options.iter().map(|&option| option.to_owned()));
        Contender {
            name: name.to_owned(),
            command,
        }
    };
    let mut all = vec![
        wayfarer("native", &["--solver", "native"]),
        wayfarer("portfolio", &["--solver", "portfolio"]),
        wayfarer("native back end alone", &["--solver", "native", "--plain"]),
        wayfarer("Z3 in process", &["--solver", "z3", "--plain"]),
    ];
    let Some(python) = std::env::var_os("BENCH_SOLVER_PYTHON").map(PathBuf::from) else {
        eprintln!("BENCH_SOLVER_PYTHON is not set: without Bitwuzla and the current Z3");
        return all;
    };
    let versions = std::fs::read_to_string(programs.join("requirements.txt"));
    let versions = versions.expect("the pinned versions are part of the project");
    let version = |package: &str| {
        let pinned = versions.lines().find_map(|line| line.strip_prefix(package));
        pinned.map_or(String::new(), |text| {
            text.trim_start_matches('=').to_owned()
        })
    };
    let z3 = python.with_file_name("z3").display().to_string();
    let milliseconds = QUERY_SECONDS.parse::<u64>().expect("a number") * 1000;
    all.push(Contender {
        name: format!("Z3 {}", version("z3-solver")),
        command: vec![z3, format!("-t:{milliseconds}")],
    });
    let script = programs.join("bitwuzla_script.py").display().to_string();
    all.push(Contender {
        name: format!("Bitwuzla {}", version("bitwuzla")),
        command: vec![
            python.display().to_string(),
            script,
            QUERY_SECONDS.to_owned(),
        ],
    });
    all
}

fn programs_in(directory: &Path, wanted: &[String]) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("the programs are part of the project");
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut programs: Vec<PathBuf> = paths
        .filter(|path| {
            let extension = path.extension().unwrap_or_default();
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            (extension == "c" || extension == "java")
                && (wanted.is_empty() || wanted.iter().any(|w| *w == name))
        })
        .collect();
    programs.sort();
    programs
}

/// Explores a program with the options that its first lines give.
fn record(program: &Path, trace: &Path, work: &Path) {
    let text = std::fs::read_to_string(program).expect("readable");
    let options = text
        .lines()
        .find_map(|line| line.strip_prefix("// options: "))
        .unwrap_or_default();
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(program)
        .args(options.split_whitespace())
        // Several workers would write a script each.
        .args(["--jobs", "1", "--no-replay", "--format", "none", "--output"])
        .arg(work.join("explored"))
        .arg("--record-queries")
        .arg(trace)
        .output()
        .expect("wayfarer runs");
    assert!(
        output.status.code().is_some_and(|code| code <= 1),
        "{}: {}",
        program.display(),
        String::from_utf8_lossy(&output.stderr)
    );
}
