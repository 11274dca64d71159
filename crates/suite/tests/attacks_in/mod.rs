//! Attacks and what they are let loose on.

use std::io::Read;
use std::net::TcpListener;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::Duration;
use tempfile::TempDir;
use wayfarer_suite::native::Sandbox;
use wayfarer_suite::native::sandbox::{Ended, Exceeded, Run};
use wayfarer_suite::{Limits, SandboxMode};

/// What an attack is written in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    C,
    Java,
}

impl Language {
    pub fn name(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Java => "Java",
        }
    }
}

macro_rules! sources {
    ($folder:literal, $extension:literal, $($name:literal)*) => {
        &[$(($name, include_str!(concat!(
            "../../../../tests/attacks/", $folder, "/", $name, $extension
        )))),*]
    };
}

// In the program, because another user need not be able to read them.
const C: &[(&str, &str)] = sources!("c", ".c",
    "write_outside" "delete" "signal" "ptrace" "connect_loopback" "connect_unix" "fork_200" "fork_bomb"
    "daemonise" "memory_by_children" "fill_disk" "run_for_ever" "ignore_sigterm" "escalate");
const JAVA: &[(&str, &str)] = sources!("java", ".java",
    "WriteOutside" "Delete" "Signal" "Trace" "ConnectLoopback" "ConnectUnix" "Fork200"
    "Daemonise" "MemoryByChildren" "FillDisk" "RunForEver" "IgnoreSigterm");
const HEADER: &str = include_str!("../../../../tests/attacks/c/attack.h");
const JAVA_BASE: &str = include_str!("../../../../tests/attacks/java/Attack.java");

/// Where attacks are compiled and run.
pub struct Place {
    work: TempDir,
    sandbox: Sandbox,
    java: Option<PathBuf>,
}

/// Compiles all attacks; `None`, and a word about it, on a machine that does not let tests be isolated.
pub fn prepare(language: Language) -> Option<Place> {
    let work = tempfile::tempdir().expect("a directory");
    let sandbox = Sandbox::new(SandboxMode::Auto, work.path()).expect("a sandbox");
    if let Some(missing) = sandbox.isolation().missing() {
        eprintln!("attacks are not tried: {missing}");
        return None;
    }
    let write = |name: &str, text: &str| {
        let path = work.path().join(name);
        std::fs::write(&path, text).expect("a source is written");
        path
    };
    let mut java = None;
    match language {
        Language::C => {
            write("attack.h", HEADER);
            for (name, text) in C {
                let source = write(&format!("{name}.c"), text);
                let flags = ["-O1", "-pthread", "-o"];
                let mut compiler = Command::new("clang-19");
                compiler.args(flags).arg(work.path().join(name)).arg(source);
                assert!(compiler.status().expect("clang runs").success());
            }
        }
        Language::Java => {
            let jdk = jvm::Jdk::find(None, None).expect("there is a JDK");
            let mut compiler = Command::new(jdk.home.join("bin/javac"));
            compiler.arg("-d").arg(work.path());
            compiler.arg(write("Attack.java", JAVA_BASE));
            for (name, text) in JAVA {
                compiler.arg(write(&format!("{name}.java"), text));
            }
            assert!(compiler.status().expect("javac runs").success());
            java = Some(jdk.home);
        }
    }
    Some(Place {
        work,
        sandbox,
        java,
    })
}

/// A program of `tests/attacks`.
pub struct Attack {
    pub name: &'static str,
    pub description: &'static str,
    expected: &'static str,
}

impl Attack {
    /// All that are written in a language.
    pub fn all(language: Language) -> Vec<Attack> {
        let sources = match language {
            Language::C => C,
            Language::Java => JAVA,
        };
        let only = std::env::var("ONLY").unwrap_or_default();
        let directive = |text: &'static str, name: &str| {
            let mut lines = text.lines().filter_map(|line| line.strip_prefix("// "));
            let value = lines.find_map(|line| line.strip_prefix(name));
            value.unwrap_or_else(|| panic!("no {name} in {text}"))
        };
        let attacks = sources.iter().map(|(name, text)| Attack {
            name,
            description: directive(text, "attack: "),
            expected: directive(text, "expect: "),
        });
        attacks
            .filter(|attack| attack.name.contains(&only))
            .collect()
    }

    /// How long it may take. One that is ended only when its time is up needs no more than it takes to begin.
    fn seconds(&self, on_jvm: bool) -> u64 {
        match (self.expected, on_jvm) {
            ("time", true) => 6,
            ("time", false) => 3,
            (_, true) => 20,
            (_, false) => 6,
        }
    }

    /// Runs it in the sandbox, as tests are run.
    pub fn run(&self, place: &Place, victims: &Victims) -> Ended {
        let work = place.work.path();
        let directory = tempfile::tempdir_in(work).expect("a directory");
        let own = directory.path().join("files");
        std::fs::create_dir(&own).expect("a directory is made");
        let mut readable = Vec::new();
        let mut command = match &place.java {
            Some(jdk) => {
                readable = vec![jdk.clone(), work.to_owned()];
                let mut command = Command::new(jdk.join("bin/java"));
                command
                    .args(["-XX:+UseSerialGC", "-Xlog:disable", "-Xmx64m", "-cp"])
                    .arg(work)
                    .arg(self.name);
                command
            }
            None => Command::new(work.join(self.name)),
        };
        command.env_clear().args(victims.arguments());
        let limits = Limits {
            time: Duration::from_secs(self.seconds(place.java.is_some())),
            memory_mib: 512,
            file_bytes: 128 << 20,
            processes: 128,
        };
        let run = Run {
            command: &command,
            directory: &own,
            stdin: &[],
            readable: &readable,
            writable: &[],
            limits: &limits,
            limit_address_space: false,
        };
        place.sandbox.run(&run).expect("the attack runs")
    }

    /// What came otherwise than the program says.
    pub fn judge(&self, ended: &Ended) -> Option<String> {
        let said = String::from_utf8_lossy(&ended.stdout.bytes).into_owned();
        let refused = !said.is_empty() && said.lines().all(|line| line.contains(": refused ("));
        let good = self.expected.split(" or ").any(|expected| match expected {
            "refused" => refused && ended.exceeded.is_none(),
            "done" => ended.status == Some(0) && !ended.timed_out && said.ends_with(": done\n"),
            "memory" => ended.exceeded == Some(Exceeded::Memory),
            "processes" => ended.exceeded == Some(Exceeded::Processes),
            "time" => ended.timed_out,
            other => panic!("{}: expects {other}", self.name),
        });
        (!good).then(|| format!("{}: {}, {}", self.name, outcome(ended), ended.said()))
    }
}

/// What an attack got, in a line.
pub fn outcome(ended: &Ended) -> String {
    let said = String::from_utf8_lossy(&ended.stdout.bytes);
    let mut parts: Vec<String> = said.lines().map(str::to_owned).collect();
    if let Some(exceeded) = ended.exceeded {
        parts.push(exceeded.describe().to_owned());
    }
    if ended.timed_out {
        parts.push(match ended.signal {
            Some(_) => "killed when its time was up".to_owned(),
            None => "stopped when its time was up".to_owned(),
        });
    }
    match parts.is_empty() {
        true => format!("{:?} {:?}", ended.status, ended.signal),
        false => parts.join("; "),
    }
}

/// What attacks are aimed at.
pub struct Victims {
    directory: TempDir,
    process: Child,
    port: TcpListener,
    socket: UnixListener,
    abstract_socket: UnixListener,
    abstract_name: String,
}

impl Victims {
    pub fn new() -> Victims {
        let directory = tempfile::tempdir().expect("a directory");
        std::fs::write(directory.path().join("victim"), "whole").expect("a file is written");
        let process = Command::new("sleep")
            .arg("600")
            .spawn()
            .expect("a process runs");
        let port = TcpListener::bind("127.0.0.1:0").expect("a port is bound");
        let socket = UnixListener::bind(directory.path().join("socket")).expect("a socket");
        let abstract_name = format!("wayfarer-attack-{}", process.id());
        let name = SocketAddr::from_abstract_name(&abstract_name).expect("a name");
        let abstract_socket = UnixListener::bind_addr(&name).expect("a socket");
        port.set_nonblocking(true).expect("a setting of a socket");
        for socket in [&socket, &abstract_socket] {
            socket.set_nonblocking(true).expect("a setting of a socket");
        }
        Victims {
            directory,
            process,
            port,
            socket,
            abstract_socket,
            abstract_name,
        }
    }

    fn arguments(&self) -> [String; 4] {
        let port = self.port.local_addr().expect("a bound port").port();
        [
            self.directory.path().display().to_string(),
            self.process.id().to_string(),
            port.to_string(),
            self.abstract_name.clone(),
        ]
    }

    /// What an attack has done, if anything.
    pub fn harm(mut self) -> Option<String> {
        let path = self.directory.path();
        let mut text = String::new();
        let victim = std::fs::File::open(path.join("victim"));
        let read = victim.and_then(|mut file| file.read_to_string(&mut text));
        let alive = self
            .process
            .try_wait()
            .expect("a child is waited for")
            .is_none();
        let entries = std::fs::read_dir(path).map_or(0, Iterator::count);
        let harm = [
            (read.is_err() || text != "whole", "a file was changed"),
            (entries != 2, "files were made or deleted"),
            (!alive, "a process was killed"),
            (self.port.accept().is_ok(), "a port was reached"),
            (self.socket.accept().is_ok(), "a socket was reached"),
            (
                self.abstract_socket.accept().is_ok(),
                "an abstract socket was reached",
            ),
            (left_behind(path), "a process was left behind"),
        ];
        let _ = self.process.kill();
        let _ = self.process.wait();
        harm.iter()
            .find(|(done, _)| *done)
            .map(|(_, what)| (*what).to_owned())
    }
}

/// True if a process has this directory in its command line: attacks are told of it.
fn left_behind(directory: &Path) -> bool {
    let directory = directory.display().to_string();
    let processes = std::fs::read_dir("/proc").expect("there is /proc");
    let lines = processes
        .flatten()
        .map(|entry| entry.path().join("cmdline"));
    lines
        .filter_map(|path| std::fs::read(path).ok())
        .any(|line| String::from_utf8_lossy(&line).contains(&directory))
}

/// Who runs this.
pub fn user() -> &'static str {
    match nix::unistd::geteuid().is_root() {
        true => "root",
        false => "user",
    }
}

/// Runs a test of this program as somebody who is not root.
pub fn again_as_nobody(test: &str) {
    const NOBODY: u32 = 65534;
    let directory = tempfile::tempdir().expect("a directory");
    let everybody = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(directory.path(), everybody).expect("rights are set");
    let program = directory.path().join("attacks");
    let own = std::env::current_exe().expect("this program");
    std::fs::copy(own, &program).expect("it is copied");
    let status = Command::new(&program)
        .args(["--ignored", "--exact", "--nocapture", test])
        .current_dir("/")
        .uid(NOBODY)
        .gid(NOBODY)
        .status()
        .expect("it runs");
    assert!(status.success());
}
