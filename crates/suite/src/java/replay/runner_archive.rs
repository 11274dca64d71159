//! Classes of the runner, JUnit and ASM as the JVM has them in memory, kept between runs: a JVM that runs tests starts
//! in two thirds of the processor time with them.
//!
//! What is archived is trusted by all later runs, so tests have no part in it: it is made outside of the sandbox by
//! a run of the runner with a test of its own, on a program that is a jar of ASM.

use super::RUNNER as RUNNER_JAR;
use super::run::{OPTIONS, RUNNER, launcher};
use super::tools::class_path;
use crate::java::JavaPlan;
use jvm::ClassArchive;
use sha2::{Digest, Sha256};
use std::ffi::OsString;
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An archive of classes, and the class path that it holds for: the JVM takes it for no other.
pub struct RunnerArchive {
    pub class_path: Vec<PathBuf>,
    pub file: PathBuf,
}

impl RunnerArchive {
    /// That for a JDK and the jars of a JUnit, made now if there is none; `work` is a directory for that. `None`
    /// where there is no room for it, or the JVM makes none.
    pub fn of(plan: &JavaPlan, jars: &[PathBuf], work: &Path) -> Option<RunnerArchive> {
        // It adds to that of the JDK.
        let of_jdk = plan.jdk.join("lib/server/classes.jsa");
        let mut class_path = vec![of_jdk.is_file().then(kept_runner)??];
        class_path.extend_from_slice(jars);
        let archive = ClassArchive::of("replay", &plan.jdk, &class_path)?;
        if let ClassArchive::Missing { .. } = &archive {
            make(plan, &class_path, &archive.option(), work).ok()?;
        }
        let file = archive.keep()?;
        Some(RunnerArchive { class_path, file })
    }

    /// True while nobody has removed what is kept.
    pub fn is_there(&self) -> bool {
        self.file.is_file() && self.class_path.iter().all(|jar| jar.is_file())
    }

    /// Options of a JVM that uses it. That it could not is no concern of the tests.
    pub fn options(&self) -> [OsString; 2] {
        let mut option = OsString::from("-XX:SharedArchiveFile=");
        option.push(&self.file);
        [option, "-Xlog:disable".into()]
    }
}

/// The runner where all runs find it.
fn kept_runner() -> Option<PathBuf> {
    let cache = scratch::cache_directory()?;
    let hash = hex::encode(Sha256::digest(RUNNER_JAR));
    let path = cache.join(format!("replay-{}.jar", &hash[..16]));
    if path.to_string_lossy().contains(':') {
        // No class path could name it.
        return None;
    }
    let length = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
    if length != RUNNER_JAR.len() as u64 {
        std::fs::create_dir_all(&cache).ok()?;
        // In a sandbox somebody else may read it.
        let mut draft = tempfile::Builder::new();
        let draft = draft.permissions(Permissions::from_mode(0o644));
        let mut draft = draft.tempfile_in(&cache).ok()?;
        draft.write_all(RUNNER_JAR).ok()?;
        draft.persist(&path).ok()?;
    }
    Some(path)
}

/// Runs what every run of tests does, and has the JVM archive the classes of it.
fn make(plan: &JavaPlan, jars: &[PathBuf], option: &str, work: &Path) -> std::io::Result<()> {
    let place = work.join("archive");
    std::fs::create_dir_all(&place)?;
    let facts = place.join("facts");
    let launcher = launcher(plan.junit);
    let program = jars.last().map(|jar| jar.display().to_string());
    // The JVM gets probes into one class of the program when the test is over: all of it is told in the coverage.
    let target = "org.objectweb.asm.Handle.getTag()I";
    let text = format!(
        "launch {launcher}\npath {}\ntests {place}\nlog {place}/log\ncoverage {place}/coverage\nseconds 10\n\
         target {target}\ntest 1 {launcher}$Probe passes {target} 0 known 0\n",
        program.unwrap_or_default(),
        place = place.display(),
    );
    std::fs::write(&facts, text)?;
    let mut command = Command::new(plan.jdk.join("bin/java"));
    command.args(OPTIONS);
    command.args(["-Xshare:auto", "-Xlog:disable", option]);
    command.arg("-cp").arg(class_path(jars));
    command.arg(RUNNER).arg(&facts).current_dir(&place);
    command.env_clear().stdin(Stdio::null());
    command.output().map(drop)
}
