//! Branch coverage over time for every search order on real programs in C and Java: `make
//! bench-coverage` prints the table of `docs/strategies.md` and draws `docs/coverage.svg`.
//!
//! SECONDS (10) of processor time for each run, SEEDS (2) runs of each order on each program,
//! JOBS (one a core) runs at a time, ORDERS (all) and PROGRAMS (all) by name. The time is that of the
//! processor, so that what else the machine does hardly shows.

#[path = "coverage/chart.rs"]
mod chart;
#[path = "coverage/measure.rs"]
mod measure;

use measure::{Curve, Program};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Orders measured besides the single ones.
const TOGETHER: &[&str] = &[
    "coverage-new,random-path",
    "coverage-new,nearest-uncovered",
    "nearest-uncovered,random-path",
    "coverage-new,nearest-uncovered,subpath",
];

/// The mean of a value of the curves of an order on a program, in parts of the best coverage.
type Mean<'a> = dyn Fn(&str, &str, &dyn Fn(&Curve) -> f64) -> f64 + 'a;

/// A run to be measured.
struct Job<'a> {
    order: &'a str,
    program: &'a Program,
    seed: u32,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("the workspace exists");
    let seconds = f64::from(number("SECONDS", 10));
    let drivers = root.join("benches/coverage/drivers");
    let mut programs = programs(&fetch(&root), &drivers);
    programs.extend(java_programs(&fetch_java(&root), &drivers));
    let programs: Vec<Program> = chosen("PROGRAMS", programs, |program| &program.name);
    let single = explore::strategy::unspecified().map(|known| known.name);
    let orders: Vec<&str> = single.chain(TOGETHER.iter().copied()).collect();
    let orders: Vec<String> = orders.into_iter().map(str::to_owned).collect();
    let orders = chosen("ORDERS", orders, |order| order);
    let mut jobs = Vec::new();
    for seed in 0..number("SEEDS", 2) {
        for program in &programs {
            for order in &orders {
                jobs.push(Job {
                    order,
                    program,
                    seed,
                });
            }
        }
    }
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let curves = run_all(&jobs, seconds, number("JOBS", cores) as usize);
    let mut best: BTreeMap<&str, f64> = BTreeMap::new();
    for (program, curve) in jobs.iter().map(|job| &*job.program.name).zip(&curves) {
        let most = best.entry(program).or_insert(0.0);
        *most = most.max(curve.last());
    }
    let names: Vec<&str> = programs.iter().map(|program| &*program.name).collect();
    let mean = |order: &str, program: &str, value: &dyn Fn(&Curve) -> f64| {
        let values: Vec<f64> = jobs
            .iter()
            .zip(&curves)
            .filter(|(job, _)| job.order == order && job.program.name == program)
            .map(|(_, curve)| value(curve) / best[program].max(1.0))
            .collect();
        values.iter().sum::<f64>() / values.len() as f64
    };
    table(&orders, &names, &best, seconds, &mean);
    let rows: Vec<chart::Line> = orders
        .iter()
        .map(|order| chart::Line {
            name: order,
            panels: names
                .iter()
                .map(|program| {
                    let steps = (0..=chart::STEPS).map(|step| seconds * step as f64);
                    let times = steps.map(|time| time / chart::STEPS as f64);
                    times
                        .map(|at| mean(order, program, &|curve| curve.at(at)))
                        .collect()
                })
                .collect(),
        })
        .collect();
    let picture = root.join("docs/coverage.svg");
    std::fs::write(&picture, chart::draw(&rows, &names, seconds)).expect("docs are writable");
    println!("\n{} is drawn.", picture.display());
    natively(&programs, seconds);
}

fn number(variable: &str, default: u32) -> u32 {
    std::env::var(variable).map_or(default, |text| {
        text.parse()
            .unwrap_or_else(|_| panic!("{variable}={text}: not a number"))
    })
}

/// Those that a variable names, separated by spaces; all if it is not set.
fn chosen<T>(variable: &str, all: Vec<T>, name: impl Fn(&T) -> &str) -> Vec<T> {
    let Ok(names) = std::env::var(variable) else {
        return all;
    };
    let names: Vec<&str> = names.split_whitespace().collect();
    all.into_iter()
        .filter(|one| names.contains(&name(one)))
        .collect()
}

/// The packages whose C sources are explored, unpacked by cargo.
fn fetch(root: &Path) -> PathBuf {
    let sources = root.join("target/bench-coverage/sources");
    if !sources.join("hoedown").is_dir() {
        let status = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()))
            .args(["vendor", "--locked", "--quiet", "--manifest-path"])
            .arg(root.join("benches/coverage/Cargo.toml"))
            .arg(&sources)
            .stdout(std::process::Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()), "cargo vendor");
    }
    sources
}

/// The Debian packages whose classes are explored, unpacked; the directory of their jars.
fn fetch_java(root: &Path) -> PathBuf {
    let packages = root.join("target/bench-coverage/java");
    let jars = packages.join("usr/share/java");
    if !jars.is_dir() {
        std::fs::create_dir_all(&packages).expect("target is writable");
        let status = Command::new("sh")
            .args(["-ec", "apt-get download -q $(cat \"$0\") && for package in *.deb; do dpkg -x \"$package\" .; done"])
            .arg(root.join("benches/coverage/java-packages.txt"))
            .current_dir(&packages)
            .stdout(std::process::Stdio::null())
            .status();
        assert!(
            status.is_ok_and(|status| status.success()),
            "apt-get download"
        );
    }
    jars
}

/// Methods of drivers that hand a free text to a library.
fn java_programs(jars: &Path, drivers: &Path) -> Vec<Program> {
    let programs = [
        ("commons-csv", "Csv", "fields"),
        ("json-simple", "Json", "again"),
        ("commons-lang3", "Numbers", "number"),
    ];
    let program = |(library, class, method)| Program {
        name: String::from(library),
        arguments: vec![
            "-cp".into(),
            jars.join(format!("{library}.jar")).into(),
            drivers.join(format!("{class}.java")).into(),
            format!("{class}.{method}").into(),
            "--string-length".into(),
            "12".into(),
        ],
    };
    programs.map(program).into()
}

/// The programs in C: a driver (or a `main` of the package itself), sources, and free input.
fn programs(sources: &Path, drivers: &Path) -> Vec<Program> {
    let program = |name: &str, directory: &str, files: &[&str], flags: &str, rest: &[&str]| {
        let directory = sources.join(directory);
        let driver = drivers.join(format!("{name}.c"));
        let driver = Some(driver).filter(|driver| driver.is_file());
        let files = files.iter().map(|file| directory.join(file));
        let flags = format!("-I{} {flags}", directory.display());
        let files = driver.into_iter().chain(files).map(PathBuf::into_os_string);
        let mut arguments: Vec<OsString> = files.collect();
        arguments.extend([
            "--format".into(),
            "none".into(),
            "--cflags".into(),
            flags.into(),
        ]);
        arguments.extend(rest.iter().map(OsString::from));
        Program {
            name: name.to_owned(),
            arguments,
        }
    };
    let hoedown = [
        "../bin/hoedown.c",
        "autolink.c",
        "buffer.c",
        "document.c",
        "escape.c",
        "html.c",
        "html_blocks.c",
        "html_smartypants.c",
        "stack.c",
        "version.c",
    ];
    let lua = [
        "lapi.c",
        "lauxlib.c",
        "lcode.c",
        "lctype.c",
        "ldebug.c",
        "ldo.c",
        "ldump.c",
        "lfunc.c",
        "lgc.c",
        "llex.c",
        "lmem.c",
        "lobject.c",
        "lopcodes.c",
        "lparser.c",
        "lstate.c",
        "lstring.c",
        "ltable.c",
        "ltm.c",
        "lundump.c",
        "lvm.c",
        "lzio.c",
    ];
    let bzip2 = [
        "blocksort.c",
        "bzlib.c",
        "compress.c",
        "crctable.c",
        "decompress.c",
        "huffman.c",
        "randtable.c",
    ];
    let zlib = [
        "adler32.c",
        "crc32.c",
        "inffast.c",
        "inflate.c",
        "inftrees.c",
        "zutil.c",
    ];
    vec![
        program(
            "hoedown",
            "hoedown/libhoedown/src",
            &hoedown,
            "",
            &[
                "--stdin",
                "8",
                "--arg=--all-block",
                "--arg=--all-span",
                "--arg=--all-flags",
            ],
        ),
        program("lua", "lua-src/lua-5.4.9", &lua, "", &["--stdin", "8"]),
        program("zlib", "libz-sys/src/zlib", &zlib, "", &["--stdin", "16"]),
        program(
            "bzip2",
            "bzip2-sys/bzip2-1.0.8",
            &bzip2,
            "-DBZ_NO_STDIO",
            &["--stdin", "32"],
        ),
        program(
            "lz4",
            "lz4-sys/liblz4/lib",
            &["lz4.c"],
            "",
            &["--stdin", "16"],
        ),
        program("miniz", "miniz-sys", &["miniz.c"], "", &["--stdin", "48"]),
        program(
            "picohttpparser",
            "picohttpparser-sys/deps/picohttpparser",
            &["picohttpparser.c"],
            "",
            &["--stdin", "24"],
        ),
    ]
}

/// Curves of all jobs, in their order.
fn run_all(jobs: &[Job<'_>], seconds: f64, at_a_time: usize) -> Vec<Curve> {
    let curves: Mutex<Vec<Option<Curve>>> = Mutex::new(vec![None; jobs.len()]);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..at_a_time.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index) else { break };
                    let curve = measure::run(job.program, job.order, job.seed, seconds);
                    eprintln!(
                        "{}/{}: {} by {}, seed {}: {} arms",
                        index + 1,
                        jobs.len(),
                        job.program.name,
                        job.order,
                        job.seed,
                        curve.last()
                    );
                    curves.lock().expect("no run panics")[index] = Some(curve);
                }
            });
        }
    });
    let curves = curves.into_inner().expect("no run panics");
    curves
        .into_iter()
        .map(|curve| curve.expect("every job was run"))
        .collect()
}

fn table(
    orders: &[String],
    programs: &[&str],
    best: &BTreeMap<&str, f64>,
    seconds: f64,
    mean: &Mean<'_>,
) {
    println!(
        "Arms of branches taken within {seconds} s of processor time, in % of the most that any"
    );
    println!("run took; `over time` is the mean over the whole time instead of its end.\n");
    println!("| order | {} | mean | over time |", programs.join(" | "));
    println!("|---|{}", "---|".repeat(programs.len() + 2));
    let average = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let mut rows: Vec<(f64, String)> = Vec::new();
    for order in orders {
        let ends: Vec<f64> = programs
            .iter()
            .map(|p| mean(order, p, &Curve::last))
            .collect();
        let over: Vec<f64> = programs
            .iter()
            .map(|p| mean(order, p, &|curve| curve.mean(seconds)))
            .collect();
        let cells: Vec<String> = ends
            .iter()
            .map(|end| format!("{:.0}", end * 100.0))
            .collect();
        let (end, over) = (average(&ends) * 100.0, average(&over) * 100.0);
        let row = format!("| {order} | {} | {end:.1} | {over:.1} |", cells.join(" | "));
        rows.push((end + over, row));
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (_, row) in rows {
        println!("{row}");
    }
    let most: Vec<String> = programs
        .iter()
        .map(|program| best[program].to_string())
        .collect();
    println!("| most arms | {} | | |", most.join(" | "));
}

/// What the tests of the default order cover when they run natively, against what the machine
/// counted.
fn natively(programs: &[Program], seconds: f64) {
    println!("\n| program | arms taken in the machine | branches covered natively |");
    println!("|---|---|---|");
    for program in programs {
        match measure::natively(program, seconds) {
            Some((machine, native)) => println!("| {} | {machine} | {native} |", program.name),
            None => println!("| {} | not measured | |", program.name),
        }
    }
}
