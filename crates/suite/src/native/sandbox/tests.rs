use super::*;

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
