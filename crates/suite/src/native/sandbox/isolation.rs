//! How far a machine lets tests be isolated.

use super::Run;
use crate::{Limits, SandboxMode, SuiteError};
use nix::sys::stat::{Mode, SFlag, mknod};
use std::ffi::OsString;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which namespaces there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Namespaces {
    network: bool,
    /// Processes, and a `/proc` that shows no others.
    processes: bool,
    /// In it the launcher may choose the number of the program's process.
    numbers: bool,
}

impl Namespaces {
    const NONE: Namespaces = Namespaces {
        network: false,
        processes: false,
        numbers: false,
    };

    /// The best first.
    const CHOICES: [Namespaces; 5] = [
        Namespaces {
            network: true,
            processes: true,
            numbers: true,
        },
        // Before Linux 5.9.
        Namespaces {
            network: true,
            processes: true,
            numbers: false,
        },
        Namespaces {
            network: false,
            processes: true,
            numbers: false,
        },
        Namespaces {
            network: true,
            processes: false,
            numbers: false,
        },
        Namespaces::NONE,
    ];
}

/// How tests are isolated.
#[derive(Clone, Debug)]
pub struct Isolation {
    /// Bubblewrap, where it makes namespaces: of users, mounts and IPC always.
    pub(super) bubblewrap: Option<PathBuf>,
    namespaces: Namespaces,
    off: bool,
    /// Where the devices are that tests see.
    devices: PathBuf,
    /// Why something is missing.
    reason: String,
}

const NAME: &str = "bwrap";

/// What a program needs of the system. `/usr` holds what the others lead to, where they are links.
const SYSTEM: &[&str] = &[
    "usr", "bin", "sbin", "lib", "lib32", "lib64", "libx32", "etc", "opt", "nix", "gnu",
];

/// Where the devices of the machine are.
const DEV: &str = "/dev";
/// What there is of them.
const DEVICES: &[&str] = &["null", "zero", "full", "random", "urandom"];
const DEVICE_LINKS: &[(&str, &str)] = &[
    ("fd", "/proc/self/fd"),
    ("stdin", "/proc/self/fd/0"),
    ("stdout", "/proc/self/fd/1"),
    ("stderr", "/proc/self/fd/2"),
];

/// What of `/proc` is not of a process, and may be written by root even without capabilities.
const KERNEL: &[&str] = &[
    "sys",
    "sysrq-trigger",
    "irq",
    "bus",
    "fs",
    "scsi",
    "acpi",
    "mtrr",
    "asound",
    "driver",
];

/// The user and group as which tests run: those that the library models have.
const USER: &str = "1000";
/// The name of the machine, likewise.
const HOST: &str = "localhost";
/// The directory in which tests start, likewise.
pub(super) const PLACE: &str = "/home/user";
/// Debug information of the system's libraries.
const DEBUG_FILES: &str = "/usr/lib/debug";
/// It is there in kernels that have queues of messages.
const QUEUES: &str = "/proc/sys/fs/mqueue";
/// Bytes of `/dev/shm`.
const SHARED_MEMORY: &str = "67108864";

/// Kernels from this on count processes by user namespace, those before by user: there a limit would
/// count what the user runs besides.
const COUNTS_BY_NAMESPACE: (u32, u32) = (5, 14);

/// Kernels from this on can let a system call go on about which a filter asked somebody.
const CONTINUES_CALLS: (u32, u32) = (5, 5);

impl Isolation {
    /// Tries what there is, the best first.
    pub(super) fn find(
        mode: SandboxMode,
        launcher: &Path,
        work: &Path,
    ) -> Result<Isolation, SuiteError> {
        let mut none = Isolation {
            bubblewrap: None,
            namespaces: Namespaces::NONE,
            off: mode == SandboxMode::Off,
            devices: PathBuf::from(DEV),
            reason: String::new(),
        };
        if mode == SandboxMode::Off {
            return Ok(none);
        }
        let Some(bubblewrap) = find_program(NAME) else {
            none.reason = format!("{NAME} is not installed (package bubblewrap)");
            return none.allowed_by(mode);
        };
        let devices = own_devices(work).unwrap_or(none.devices.clone());
        if devices == none.devices && is_owner() {
            none.reason = "no devices can be made in the temporary directory".to_owned();
        }
        for namespaces in Namespaces::CHOICES {
            let isolation = Isolation {
                bubblewrap: Some(bubblewrap.clone()),
                namespaces,
                off: false,
                devices: devices.clone(),
                reason: none.reason.clone(),
            };
            match isolation.try_out(launcher, work) {
                Ok(()) => return isolation.allowed_by(mode),
                // The first reason is that of what is missing.
                Err(error) if none.reason.is_empty() => none.reason = error.to_string(),
                Err(_) => {}
            }
        }
        none.allowed_by(mode)
    }

    fn allowed_by(self, mode: SandboxMode) -> Result<Isolation, SuiteError> {
        match self.missing() {
            Some(missing) if mode == SandboxMode::Require => Err(SuiteError::Sandbox {
                what: format!("--sandbox require: {missing}"),
            }),
            _ => Ok(self),
        }
    }

    /// Runs a program that is certainly there: the launcher, which then has nothing to do.
    fn try_out(&self, launcher: &Path, work: &Path) -> Result<(), SuiteError> {
        let directory = work.join("probe");
        std::fs::create_dir_all(&directory).map_err(SuiteError::io(&directory))?;
        let ended = self.run(
            launcher,
            &Run {
                command: &Command::new(launcher),
                directory: &directory,
                stdin: &[],
                readable: &[],
                writable: &[],
                limits: &Limits::default(),
                limit_address_space: false,
            },
        )?;
        match ended.status {
            Some(NOTHING_TO_DO) => Ok(()),
            _ => Err(SuiteError::Sandbox {
                what: ended.said().into_owned(),
            }),
        }
    }

    /// What is missing, in a sentence; `None` if nothing is, or the user wants none of it.
    pub fn missing(&self) -> Option<String> {
        if self.off {
            return None;
        }
        let reason = self.reason.trim();
        if self.bubblewrap.is_none() {
            return Some(format!(
                "tests run without namespaces, with the user's rights on files and processes: {reason}"
            ));
        }
        let Namespaces {
            network,
            processes,
            numbers,
        } = self.namespaces;
        let parts = [
            (
                self.devices != Path::new(DEV) || !is_owner(),
                "devices of their own (those of the machine are the user's, and lose their modes if a test takes them away)",
            ),
            (
                network,
                "a network of their own (sockets are refused instead)",
            ),
            (processes, "a process namespace"),
            (
                numbers,
                "the process number that getpid of the library models gives",
            ),
        ];
        let parts = parts.iter().filter(|(has, _)| !has).map(|(_, what)| *what);
        let parts: Vec<&str> = parts.collect();
        let what = parts.join(" and without ");
        (!what.is_empty()).then(|| format!("tests run without {what}: {reason}"))
    }

    /// True if the user wants tests to run with their own rights.
    pub fn is_off(&self) -> bool {
        self.off
    }

    /// True if the program sees files of the system and its own only, and starts in `/`.
    pub(crate) fn has_own_files(&self) -> bool {
        self.bubblewrap.is_some()
    }

    pub(super) fn has_own_network(&self) -> bool {
        self.namespaces.network
    }

    /// True if the launcher may choose the number of the program's process.
    pub(super) fn numbers_processes(&self) -> bool {
        self.namespaces.numbers
    }

    /// True if the launcher can be asked for each process and thread that is started.
    pub(super) fn can_ask_for_starts() -> bool {
        kernel_version() >= CONTINUES_CALLS
    }

    /// True if a limit on processes is one on those of the test.
    pub(super) fn counts_own_processes(&self) -> bool {
        self.bubblewrap.is_some() && kernel_version() >= COUNTS_BY_NAMESPACE
    }

    /// Bubblewrap's arguments, but for the files of the test. The root is empty and in memory: what of
    /// the machine is not named here is not there.
    pub(super) fn arguments(&self, limits: &Limits) -> Vec<OsString> {
        let Namespaces {
            network,
            processes,
            numbers,
        } = self.namespaces;
        let disk = limits.file_bytes.to_string();
        let mut words: Vec<OsString> = Vec::new();
        let mut add = |more: &[&str]| words.extend(more.iter().map(OsString::from));
        add(&["--die-with-parent", "--new-session"]);
        add(&["--unshare-user", "--uid", USER, "--gid", USER]);
        add(&["--unshare-ipc", "--unshare-uts", "--hostname", HOST]);
        add(&["--unshare-cgroup-try", "--cap-drop", "ALL"]);
        if network {
            add(&["--unshare-net"]);
        }
        add(&["--size", &disk, "--tmpfs", "/"]);
        for name in SYSTEM {
            let path = format!("/{name}");
            match std::fs::read_link(&path) {
                Ok(to) => add(&["--symlink", &to.to_string_lossy(), &path]),
                Err(_) => add(&["--ro-bind-try", &path, &path]),
            }
        }
        // Not Bubblewrap's own `--dev`: for its terminals it makes another user namespace, in which the
        // launcher may not choose the number of a process.
        add(&["--size", "65536", "--tmpfs", "/dev"]);
        for name in DEVICES {
            let device = self.devices.join(name);
            add(&[
                "--dev-bind",
                &device.to_string_lossy(),
                &format!("/dev/{name}"),
            ]);
        }
        for (name, to) in DEVICE_LINKS {
            add(&["--symlink", to, &format!("/dev/{name}")]);
        }
        add(&["--size", SHARED_MEMORY, "--tmpfs", "/dev/shm"]);
        if Path::new(QUEUES).is_dir() {
            add(&["--mqueue", "/dev/mqueue"]);
        }
        add(&["--remount-ro", "/dev"]);
        // Who tells the lines of an error would unpack those of the C library each time.
        if Path::new(DEBUG_FILES).is_dir() {
            add(&["--tmpfs", DEBUG_FILES]);
        }
        if processes {
            // The launcher is the first process.
            add(&["--unshare-pid", "--as-pid-1", "--proc", "/proc"]);
            for name in KERNEL {
                let path = format!("/proc/{name}");
                add(&["--ro-bind-try", &path, &path]);
            }
        } else {
            add(&["--ro-bind", "/proc", "/proc"]);
        }
        if numbers {
            add(&["--cap-add", "CAP_CHECKPOINT_RESTORE"]);
        }
        add(&["--perms", "1777", "--dir", "/tmp"]);
        add(&["--dir", PLACE, "--chdir", PLACE]);
        words
    }
}

/// True if the devices of the machine are the user's.
fn is_owner() -> bool {
    let user = rustix::process::geteuid().as_raw();
    let mut devices = DEVICES.iter().map(|name| Path::new(DEV).join(name));
    devices.any(|device| device.metadata().is_ok_and(|it| it.uid() == user))
}

/// Devices that are nobody else's, where those of the machine are the user's, who is root: tests own those of the machine then, and may take everybody's rights to them
/// away, through any mount that lets them be opened. `None` if there need be none, or cannot.
fn own_devices(work: &Path) -> Option<PathBuf> {
    if !is_owner() {
        return None;
    }
    let own = work.join("dev");
    std::fs::create_dir(&own).ok()?;
    for name in DEVICES {
        let device = Path::new(DEV).join(name).metadata().ok()?.rdev();
        let path = own.join(name);
        mknod(
            &path,
            SFlag::S_IFCHR,
            Mode::from_bits_truncate(0o666),
            device,
        )
        .ok()?;
        // A file system may have none, though it lets them be made.
        std::fs::File::open(&path).ok()?;
        let all = std::fs::Permissions::from_mode(0o666);
        std::fs::set_permissions(&path, all).ok()?;
    }
    Some(own)
}

/// Exit status of the launcher when it is told nothing.
const NOTHING_TO_DO: i32 = 125;

/// Where a program of that name is, in the directories of `PATH`.
pub(crate) fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut found = std::env::split_paths(&path).map(|directory| directory.join(name));
    found.find(|path| path.is_file())
}

/// Major and minor number of the running kernel.
fn kernel_version() -> (u32, u32) {
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let mut numbers = release.split(|c: char| !c.is_ascii_digit());
    let mut next = || numbers.next().and_then(|n| n.parse().ok()).unwrap_or(0);
    (next(), next())
}
