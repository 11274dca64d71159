use super::*;
use std::os::unix::fs::PermissionsExt;

fn limits() -> Limits {
    Limits {
        time: Duration::from_secs(1),
        ..Limits::default()
    }
}

fn run_in(sandbox: &Sandbox, script: &str, directory: &Path) -> Ended {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]).env_clear().env("A", "x y");
    let run = Run {
        command: &command,
        directory,
        stdin: b"in\n",
        readable: &[],
        writable: &[],
        limits: &limits(),
        limit_address_space: true,
    };
    sandbox.run(&run).expect("runs")
}

/// In every way that this machine has.
fn shell(script: &str) -> Vec<Ended> {
    let modes = [SandboxMode::Auto, SandboxMode::Off];
    let ended = modes.map(|mode| {
        let work = tempfile::tempdir().expect("a directory");
        let sandbox = Sandbox::new(mode, work.path()).expect("a sandbox");
        let directory = work.path().join("test");
        std::fs::create_dir(&directory).expect("a directory is made");
        std::fs::write(directory.join("given"), "file\n").expect("a file is written");
        run_in(&sandbox, script, &directory)
    });
    ended.into()
}

#[test]
fn a_program_has_its_own_streams_environment_directory_and_limits() {
    let script = "read line; read file < given; \
                  echo \"$line,$file,$A,$HOME,$(ulimit -c)\" >&2; echo out; exit 7";
    for ended in shell(script) {
        assert_eq!(ended.said(), "in,file,x y,,0\n");
        assert_eq!((ended.status, ended.signal), (Some(7), None));
        assert_eq!(ended.stdout.bytes, b"out\n");
        assert!(ended.stdout.is_whole());
    }
}

#[test]
fn of_a_long_output_the_beginning_is_kept() {
    for ended in shell("head -c 3000000 /dev/zero") {
        assert_eq!(ended.status, Some(0), "{}", ended.said());
        assert_eq!(ended.stdout.bytes.len() as u64, OUTPUT_KEPT);
        assert_eq!(ended.stdout.written, 3_000_000);
        assert!(!ended.stdout.is_whole());
    }
}

#[test]
fn signals_and_time_outs_are_told_apart() {
    // A real-time signal, and one that Rust ignores for itself.
    for signal in [34, 13] {
        for ended in shell(&format!("kill -{signal} $$")) {
            assert_eq!((ended.status, ended.signal), (None, Some(signal)));
            assert!(!ended.timed_out);
        }
    }
    for ended in shell("exit 137") {
        assert_eq!((ended.status, ended.signal), (Some(137), None));
    }
    for ended in shell("trap '' TERM; while :; do :; done") {
        assert_eq!((ended.signal, ended.timed_out), (Some(9), true));
    }
}

#[test]
fn what_is_left_behind_ends_with_the_program() {
    for ended in shell("setsid sh -c 'sleep 60; echo late >&2' & exit 3") {
        assert_eq!((ended.status, ended.timed_out), (Some(3), false));
        assert_eq!(ended.said(), "");
    }
}

#[test]
fn a_program_sees_the_process_user_and_machine_of_the_library_models() {
    let work = tempfile::tempdir().expect("a directory");
    let sandbox = Sandbox::new(SandboxMode::Auto, work.path()).expect("a sandbox");
    if sandbox.isolation().missing().is_some() {
        return;
    }
    let directory = work.path().join("test");
    std::fs::create_dir(&directory).expect("a directory is made");
    std::fs::write(directory.join("given"), "file\n").expect("a file is written");
    let script = "echo $$ $PPID $(id -u) $(id -g) $(hostname) $(pwd) $(cat given); rm given; echo new > given";
    let ended = run_in(&sandbox, script, &directory);
    let said = String::from_utf8_lossy(&ended.stdout.bytes);
    assert_eq!(
        said,
        "1000 1 1000 1000 localhost /home/user file\n",
        "{}",
        ended.said()
    );
    let given = std::fs::read_to_string(directory.join("given"));
    assert_eq!(given.expect("a file is read"), "file\n", "it had a copy");
}

/// What each script leaves behind: those of a kind are run in one sandbox, one after the other.
#[test]
fn the_next_program_finds_no_trace_of_another() {
    let kept = [
        "true",
        "read line; echo $line",
        "exit 3",
        "kill -9 $$",
        "setsid sleep 60 & exit 0",
        "echo a > /tmp/a; rm /tmp/a",
        "ls -d /proc/[0-9]* | wc -l",
    ];
    let left = [
        "echo a > /tmp/a",
        "mkdir /a",
        "echo a > b",
        "ln -s /etc /home/user/.a",
        "chmod 700 /tmp",
        "rm -r /home/user; mkdir /home/user",
        "rm /bin; ln -s usr/bin /bin",
        "echo a > /dev/shm/a",
        "echo a > /dev/mqueue/a",
        "ipcmk -M 100",
        "ipcmk -S 1",
        "ipcmk -Q",
        "prlimit --pid 1 --nofile=20:20",
        // A connection that is over, which is remembered for a minute.
        "perl -e 'use Socket; socket(S, PF_INET, SOCK_STREAM, 0); bind(S, sockaddr_in(0, INADDR_LOOPBACK)) or die; \
         listen(S, 1) or die; socket(C, PF_INET, SOCK_STREAM, 0); connect(C, getsockname(S)) or die; \
         accept(A, S) or die; close(C); close(A)'",
        "while :; do :; done",
    ];
    // Refused where the launcher has a capability that the program has not.
    let either = ["renice -n 19 -u 1000", "taskset -p 1 1"];
    let work = tempfile::tempdir().expect("a directory");
    let sandbox = Sandbox::new(SandboxMode::Auto, work.path()).expect("a sandbox");
    if sandbox.isolation().missing().is_some() {
        return;
    }
    let directory = work.path().join("test");
    std::fs::create_dir(&directory).expect("a directory is made");
    let state = "ls -lad --time-style=+ / /tmp /tmp/* /home/* /home/user/* /home/user/.a /dev/shm/* \
                 /dev/mqueue/* /lib 2>&1; ipcs; nice; nproc; \
                 ulimit -a; echo /proc/[0-9]* $$";
    let state = || {
        let ended = run_in(&sandbox, state, &directory);
        assert_eq!(ended.status, Some(0), "{}", ended.said());
        ended.stdout
    };
    let before = state();
    let waiting = || sandbox.rooms.lock().expect("no panic").len();
    for script in kept {
        run_in(&sandbox, script, &directory);
        assert_eq!(waiting(), 1, "{script}");
        assert_eq!(state().text(), before.text(), "behind {script}");
    }
    for script in either {
        run_in(&sandbox, script, &directory);
        assert_eq!(state().text(), before.text(), "behind {script}");
    }
    for script in left {
        let ended = run_in(&sandbox, script, &directory);
        assert_eq!(waiting(), 0, "{script}: {}", ended.said());
        assert_eq!(state().text(), before.text(), "behind {script}");
    }
}

#[test]
fn devices_of_the_machine_keep_their_modes() {
    let mode = || {
        let about = std::fs::metadata("/dev/full").expect("a device");
        about.permissions().mode()
    };
    let before = mode();
    let work = tempfile::tempdir().expect("a directory");
    let sandbox = Sandbox::new(SandboxMode::Auto, work.path()).expect("a sandbox");
    if !sandbox.isolation().has_own_files() {
        return;
    }
    let directory = work.path().join("test");
    std::fs::create_dir(&directory).expect("a directory is made");
    // Without a pipe: a shell whose child ends while it asks for another gets EINTR (docs/sandbox.md).
    let script = "chmod 600 /dev/full; echo a > /dev/null; head -c 3 /dev/zero > a; wc -c < a";
    let ended = run_in(&sandbox, script, &directory);
    assert_eq!(ended.stdout.text(), "3\n", "{}", ended.said());
    assert_eq!(mode(), before);
}

/// Where programs see other files, and in threads that begin and end, too.
#[test]
fn namespaces_are_those_that_a_run_asks_for() {
    let work = tempfile::tempdir().expect("a directory");
    let sandbox = Sandbox::new(SandboxMode::Auto, work.path()).expect("a sandbox");
    let directories = ["first", "second", "third"].map(|name| {
        let directory = work.path().join(name);
        std::fs::create_dir(&directory).expect("a directory is made");
        directory
    });
    let ran = |directory: &Path| run_in(&sandbox, "read line; echo $line; exit 4", directory);
    for directory in directories.iter().chain(&directories) {
        let ended = std::thread::scope(|scope| scope.spawn(|| ran(directory)).join());
        let ended = [ended.expect("no panic"), ran(directory)];
        for ended in ended {
            assert_eq!((ended.status, ended.timed_out), (Some(4), false));
            assert_eq!(ended.stdout.bytes, b"in\n");
        }
    }
    assert!(sandbox.rooms.lock().expect("no panic").len() <= ROOMS);
    // What is put there later is seen.
    std::fs::write(directories[2].join("given"), "file").expect("a file is written");
    let ended = run_in(&sandbox, "cat given", &directories[2]);
    assert_eq!(ended.stdout.text(), "file", "{}", ended.said());
    // So is what takes its place.
    std::fs::rename(&directories[2], work.path().join("fourth")).expect("it is moved");
    std::fs::create_dir(&directories[2]).expect("a directory is made");
    std::fs::write(directories[2].join("given"), "other").expect("a file is written");
    assert_eq!(run_in(&sandbox, "exit 4", &directories[2]).status, Some(4));
    let ended = run_in(&sandbox, "cat given", &directories[2]);
    assert_eq!(ended.stdout.text(), "other", "{}", ended.said());
}

#[test]
fn a_program_that_is_not_there_is_an_error() {
    let work = tempfile::tempdir().expect("a directory");
    let directory = work.path().join("test");
    std::fs::create_dir(&directory).expect("a directory is made");
    let program = work.path().join("no-program");
    std::fs::write(&program, "not a program").expect("a file is written");
    for mode in [SandboxMode::Auto, SandboxMode::Off] {
        let sandbox = Sandbox::new(mode, work.path()).expect("a sandbox");
        let error = sandbox.run(&Run {
            command: &Command::new(&program),
            directory: &directory,
            stdin: &[],
            readable: &[],
            writable: &[],
            limits: &limits(),
            limit_address_space: true,
        });
        let error = error.expect_err("no program").to_string();
        assert!(error.contains("Permission denied"), "{error}");
    }
}

#[test]
fn a_launcher_that_is_still_open_for_writing_is_waited_for() {
    let work = tempfile::tempdir().expect("a directory");
    let directory = work.path().join("test");
    std::fs::create_dir(&directory).expect("a directory is made");
    let sandbox = Sandbox::new(SandboxMode::Off, work.path()).expect("a sandbox");
    let mut launcher = std::fs::File::options();
    let launcher = launcher.append(true).open(work.path().join("launch"));
    let closed = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        drop(launcher.expect("it is opened"));
    });
    assert_eq!(run_in(&sandbox, "exit 3", &directory).status, Some(3));
    closed.join().expect("the thread ends");
}

/// What a run costs, for docs/sandbox.md.
#[test]
#[ignore = "prints a figure"]
fn cost() {
    const RUNS: u32 = 200;
    let work = tempfile::tempdir().expect("a directory");
    let directory = work.path().join("test");
    std::fs::create_dir(&directory).expect("a directory is made");
    let ways = [
        ("new namespaces", SandboxMode::Auto, "mkdir a"),
        ("the same ones", SandboxMode::Auto, "mkdir a; rmdir a"),
        ("none", SandboxMode::Off, "mkdir a; rmdir a"),
    ];
    for (way, mode, script) in ways {
        let sandbox = Sandbox::new(mode, work.path()).expect("a sandbox");
        let started = std::time::Instant::now();
        (0..RUNS).for_each(|_| drop(run_in(&sandbox, script, &directory)));
        println!(
            "{way}: {:.1} ms",
            started.elapsed().as_secs_f64() * 1e3 / f64::from(RUNS)
        );
    }
}
