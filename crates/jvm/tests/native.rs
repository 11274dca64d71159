//! The machine against the JVM: the programs of `tests/java/corpus` and random ones have the same
//! output, exit status and uncaught exception in both.
//!
//! `JDK=DIR` chooses the JDK.

mod generator;
mod old_class;

use jvm::{ClassPath, ClassPathOptions, Jdk, Options, Program};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, OnceLock};
use vm::{End, Machine, NoEvents, Stop};

/// What some programs use of the JDK though it keeps it to itself.
const EXPORTS: [&str; 2] = ["--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED"];

/// What a run shows.
#[derive(Debug, PartialEq)]
struct Shown {
    status: i32,
    output: String,
    errors: String,
}

fn jdk() -> Jdk {
    let given = std::env::var_os("JDK").map(PathBuf::from);
    Jdk::find(given.as_deref(), None).unwrap()
}

/// Stack traces inside of the JDK differ where models stand in for its methods.
fn without_jdk_frames(text: &[u8]) -> String {
    String::from_utf8_lossy(text)
        .lines()
        .filter(|line| !line.starts_with("\tat java.base/") && !line.starts_with("\t... "))
        .map(|line| format!("{line}\n"))
        .collect()
}

fn on_the_jvm(jdk: &Jdk, classes: &Path, main: &str) -> Shown {
    let run = Command::new(jdk.home.join("bin/java"))
        .args([
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
        ])
        .args(EXPORTS)
        .arg("-cp")
        .arg(classes)
        .arg(main)
        .output()
        .unwrap();
    Shown {
        status: run.status.code().unwrap_or(-1),
        output: String::from_utf8_lossy(&run.stdout).into_owned(),
        errors: without_jdk_frames(&run.stderr),
    }
}

fn in_the_machine(jdk: &Jdk, classes: &Path, main: &str) -> Result<Shown, String> {
    in_the_machine_with(jdk, classes, main).0
}

/// What a run shows, and the program with all that it called.
fn in_the_machine_with(
    jdk: &Jdk,
    classes: &Path,
    main: &str,
) -> (Result<Shown, String>, Arc<Program>) {
    let class_path = ClassPath::open(&ClassPathOptions {
        entries: vec![classes.to_owned()],
        jdk: Some(jdk.home.clone()),
        ..ClassPathOptions::default()
    });
    let program = Arc::new(Program::new(class_path.unwrap(), Options::default()));
    let entry = program.main_entry(main, &[], None).unwrap();
    let mut machine = Machine::new(program.clone(), vm::Options::default());
    let mut state = machine.start_function(entry).unwrap();
    let end = loop {
        match machine.run(&mut state, u64::MAX, &mut NoEvents) {
            Stop::Budget => {}
            Stop::Fork(fork) => return (Err(format!("a fork: {fork:?}")), program),
            Stop::End(end) => break end,
        }
    };
    let shown = match end {
        End::Exit(status) => Ok(Shown {
            status,
            output: String::from_utf8_lossy(&machine.output_bytes(&state, 1)).into_owned(),
            errors: without_jdk_frames(&machine.output_bytes(&state, 2)),
        }),
        other => Err(format!("{other:?}")),
    };
    (shown, program)
}

/// First seed of the random programs; a longer run contains the shorter ones.
const FIRST_SEED: u64 = 1000;

/// Sources that one run of the compiler is given.
const COMPILED_AT_ONCE: usize = 200;

#[test]
fn the_corpus_runs_as_on_the_jvm() {
    let differences = &corpus_run().differences;
    assert!(differences.is_empty(), "\n{differences}");
}

/// Methods that have a model and that no program of the corpus can call to the end: those that end a
/// path as not supported, or lead there.
const NOT_SUPPORTED: &[&str] = &[
    "java.io.UnixFileSystem.getBooleanAttributes0",
    "java.lang.Class.getClassLoader0",
    "java.lang.Class.getProtectionDomain0",
    "java.lang.Class.getRawAnnotations",
    "java.lang.Class.getRawTypeAnnotations",
    "java.lang.Class.getResource",
    "java.lang.Class.getResourceAsStream",
    "java.lang.ClassLoader.getBuiltinAppClassLoader",
    "java.lang.ClassLoader.getBuiltinPlatformClassLoader",
    "java.lang.ClassLoader.getPlatformClassLoader",
    "java.lang.Runtime.addShutdownHook",
    "java.lang.System.loadLibrary",
    "java.lang.Thread.getContextClassLoader",
    "java.lang.Thread.holdsLock",
    "java.lang.Thread.start",
    "java.lang.Thread.start0",
    "java.lang.invoke.MethodHandle.asCollector",
    "java.lang.invoke.MethodHandle.asSpreader",
    "java.lang.invoke.MethodHandle.asVarargsCollector",
    "java.lang.invoke.MethodHandle.rebind",
    "java.lang.invoke.MethodHandle.withVarargs",
    "java.lang.reflect.Executable.getTypeAnnotationBytes0",
    "java.lang.reflect.Field.getTypeAnnotationBytes0",
    "java.lang.reflect.Proxy.getProxyConstructor",
    "java.security.AccessController.checkPermission",
    "java.util.ResourceBundle.throwMissingResourceException",
    "java.util.ServiceLoader.findFirst",
    "java.util.ServiceLoader.load",
    "java.util.ServiceLoader.reload",
    "java.util.ServiceLoader.stream",
    "jdk.internal.loader.BootLoader.findResource",
    "jdk.internal.loader.BootLoader.findResourceAsStream",
    "jdk.internal.loader.BootLoader.loadClassOrNull",
    "jdk.internal.loader.BootLoader.loadLibrary",
    "jdk.internal.reflect.ConstantPool.getClassAt0",
    "jdk.internal.reflect.ConstantPool.getDoubleAt0",
    "jdk.internal.reflect.ConstantPool.getFloatAt0",
    "jdk.internal.reflect.ConstantPool.getIntAt0",
    "jdk.internal.reflect.ConstantPool.getLongAt0",
    "jdk.internal.reflect.ConstantPool.getSize0",
    "jdk.internal.reflect.ConstantPool.getStringAt0",
    "jdk.internal.reflect.ConstantPool.getTagAt0",
    "jdk.internal.reflect.ConstantPool.getUTF8At0",
];

/// Those that are called while the JVM starts or ends, which no program sees, or by nothing that is
/// executed with models.
const INTERNAL: &[&str] = &[
    "java.lang.Class.desiredAssertionStatus",
    "java.lang.Class.desiredAssertionStatus0",
    "java.lang.Class.initClassName",
    "java.lang.Class.isRecord0",
    "java.lang.Shutdown.beforeHalt",
    "java.lang.Shutdown.halt0",
    "java.util.TimeZone.getSystemTimeZoneID",
    "java.lang.System.registerNatives",
    "java.lang.ref.Finalizer.<clinit>",
    "java.lang.ref.Finalizer.register",
    "java.security.AccessController.ensureMaterializedForStackWalk",
    "java.security.AccessController.getInheritedAccessControlContext",
    "java.security.AccessController.getStackAccessControlContext",
    "java.util.TimeZone.getSystemGMTOffsetID",
    "jdk.internal.loader.BootLoader.getUnnamedModule",
    "jdk.internal.loader.BootLoader.hasClassPath",
    "jdk.internal.misc.CDS.defineArchivedModules",
    "jdk.internal.misc.CDS.logLambdaFormInvoker",
    "jdk.internal.misc.VM.getNanoTimeAdjustment",
    "jdk.internal.misc.VM.getRuntimeArguments",
    "jdk.internal.misc.VM.getuid",
    "jdk.internal.misc.VM.latestUserDefinedLoader0",
];

#[test]
fn the_corpus_calls_every_method_that_has_a_model() {
    if jdk().release != 17 {
        return eprintln!("skipped: other releases have other methods");
    }
    let missing = corpus_run().not_called.iter();
    let names = missing.filter_map(|name| name.split('(').next());
    let known = NOT_SUPPORTED.iter().chain(INTERNAL).copied();
    assert_eq!(
        names.collect::<BTreeSet<_>>(),
        known.collect::<BTreeSet<_>>()
    );
}

/// Runs where there are several JDKs: with the newest.
#[test]
fn the_corpus_runs_as_on_the_newest_jvm() {
    match newer_jdk() {
        Some(newer) => assert_run_as_on_the_jvm(&newer, &corpus()),
        None => eprintln!("there is no second JDK"),
    }
}

fn newer_jdk() -> Option<Jdk> {
    let installed = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten();
    let found = installed.filter_map(|entry| Jdk::at(&entry.ok()?.path()).ok());
    let newest = found.max_by_key(|jdk| jdk.release)?;
    (newest.release > jdk().release).then_some(newest)
}

#[test]
fn class_files_of_java_5_run_as_on_the_jvm() {
    let classes = tempfile::tempdir().unwrap();
    std::fs::write(classes.path().join("Old.class"), old_class::old_class()).unwrap();
    let expected = on_the_jvm(&jdk(), classes.path(), "Old");
    assert_eq!(expected.status, 23, "{expected:?}");
    assert_eq!(
        in_the_machine(&jdk(), classes.path(), "Old").unwrap(),
        expected
    );
}

/// Instructions as `javap` names them; those in front of a slash have a wide form, too.
const INSTRUCTIONS: &str = "nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 \
    iconst_5 lconst_0 lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc/ \
    ldc2_w iload/ lload/ fload/ dload/ aload/ iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 \
    lload_2 lload_3 fload_0 fload_1 fload_2 fload_3 dload_0 dload_1 dload_2 dload_3 aload_0 \
    aload_1 aload_2 aload_3 iaload laload faload daload aaload baload caload saload istore/ \
    lstore/ fstore/ dstore/ astore/ istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1 \
    lstore_2 lstore_3 fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 dstore_2 dstore_3 \
    astore_0 astore_1 astore_2 astore_3 iastore lastore fastore dastore aastore bastore castore \
    sastore pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap iadd ladd fadd dadd isub lsub \
    fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem ineg lneg fneg dneg \
    ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc/ i2l i2f i2d l2i l2f l2d \
    f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg ifeq ifne iflt ifge ifgt \
    ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne goto/ \
    jsr/ ret/ tableswitch lookupswitch ireturn lreturn freturn dreturn areturn return getstatic \
    putstatic getfield putfield invokevirtual invokespecial invokestatic invokeinterface \
    invokedynamic new newarray anewarray arraylength athrow checkcast instanceof monitorenter \
    monitorexit multianewarray ifnull ifnonnull";

#[test]
fn the_corpus_has_every_instruction() {
    let listing = &corpus_run().listing;
    // `12: iload_1`
    let instructions = listing.lines().filter_map(|line| {
        let (at, instruction) = line.trim_start().split_once(": ")?;
        at.parse::<u32>().ok()?;
        instruction.split_whitespace().next()
    });
    let found: BTreeSet<&str> = instructions.collect();
    let mut missing = Vec::new();
    for name in INSTRUCTIONS.split_whitespace() {
        let plain = name.trim_end_matches('/');
        let wide = format!("{plain}_w");
        if !found.contains(plain) {
            missing.push(plain.to_owned());
        }
        if plain != name && !found.contains(&*wide) {
            missing.push(wide);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

fn corpus() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java/corpus");
    let mut sources: Vec<PathBuf> = std::fs::read_dir(corpus)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|found| found == "java"))
        .collect();
    sources.sort();
    assert!(!sources.is_empty());
    sources
}

#[test]
fn random_programs_run_as_on_the_jvm() {
    random_programs(8);
}

#[test]
#[ignore = "takes many minutes"]
fn a_thousand_random_programs_run_as_on_the_jvm() {
    random_programs(1000);
}

fn random_programs(count: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut sources = Vec::new();
    for seed in FIRST_SEED..FIRST_SEED + count {
        let source = folder.path().join(format!("P{seed}.java"));
        std::fs::write(&source, generator::program(seed)).unwrap();
        sources.push(source);
    }
    assert_run_as_on_the_jvm(&jdk(), &sources);
}

fn compile(jdk: &Jdk, classes: &Path, sources: &[PathBuf]) {
    for part in sources.chunks(COMPILED_AT_ONCE) {
        let compiled = Command::new(jdk.home.join("bin/javac"))
            .args(["-J-Xss64m", "-g", "-nowarn", "-encoding", "UTF-8"])
            .args(EXPORTS)
            .arg("-d")
            .arg(classes)
            .args(part)
            .output()
            .unwrap();
        assert!(compiled.status.success(), "{compiled:?}");
    }
}

/// Compiles programs, which must do the same in both.
fn assert_run_as_on_the_jvm(jdk: &Jdk, sources: &[PathBuf]) {
    let classes = tempfile::tempdir().unwrap();
    compile(jdk, classes.path(), sources);
    let differences = run_in_both(jdk, classes.path(), sources, &mut |_| {});
    assert!(differences.is_empty(), "\n{differences}");
}

/// Compares what each compiled program does in both, and shows what the machine called.
fn run_in_both(
    jdk: &Jdk,
    classes: &Path,
    sources: &[PathBuf],
    called: &mut dyn FnMut(&Program),
) -> String {
    let mut differences = String::new();
    for source in sources {
        let main = source.file_stem().unwrap().to_str().unwrap();
        let expected = on_the_jvm(jdk, classes, main);
        let (shown, program) = in_the_machine_with(jdk, classes, main);
        called(&program);
        match shown {
            Ok(shown) if shown == expected => {}
            Ok(shown) => differences += &difference(main, &expected, &shown),
            Err(message) => differences += &format!("{main}: {message:.2000}\n"),
        }
    }
    differences
}

/// What came of the corpus with the usual JDK. Several tests look at it.
struct CorpusRun {
    differences: String,
    /// Methods with a model that no program calls.
    not_called: BTreeSet<String>,
    /// What `javap` prints of its classes and of an old one.
    listing: String,
}

fn corpus_run() -> &'static CorpusRun {
    static RUN: OnceLock<CorpusRun> = OnceLock::new();
    RUN.get_or_init(|| {
        let (jdk, corpus, classes) = (jdk(), corpus(), tempfile::tempdir().unwrap());
        compile(&jdk, classes.path(), &corpus);
        let mut not_called: Option<BTreeSet<String>> = None;
        let differences = run_in_both(&jdk, classes.path(), &corpus, &mut |program| {
            let methods = program.modelled_methods().into_iter();
            let left = methods.filter(|(_, called)| !called).map(|(name, _)| name);
            let left: BTreeSet<String> = left.collect();
            not_called = Some(match not_called.take() {
                Some(before) => before.intersection(&left).cloned().collect(),
                None => left,
            });
        });
        CorpusRun {
            differences,
            not_called: not_called.unwrap_or_default(),
            listing: listing(&jdk, classes.path()),
        }
    })
}

fn listing(jdk: &Jdk, classes: &Path) -> String {
    std::fs::write(classes.join("Old.class"), old_class::old_class()).unwrap();
    let files = std::fs::read_dir(classes).unwrap();
    let listing = Command::new(jdk.home.join("bin/javap"))
        .args(["-c", "-p"])
        .args(files.map(|file| file.unwrap().path()))
        .output()
        .unwrap();
    String::from_utf8_lossy(&listing.stdout).into_owned()
}

fn difference(main: &str, expected: &Shown, shown: &Shown) -> String {
    let mut text = format!("{main}: status {}, not {}\n", shown.status, expected.status);
    let parts = [
        (&expected.output, &shown.output),
        (&expected.errors, &shown.errors),
    ];
    for (expected, shown) in parts {
        let mut lines = shown.lines();
        for line in expected.lines() {
            let other = lines.next();
            if other != Some(line) {
                text += &format!("  expected: {line}\n  shown:    {}\n", other.unwrap_or(""));
                break;
            }
        }
        if let Some(more) = lines.next()
            && shown.lines().count() > expected.lines().count()
        {
            text += &format!("  more is shown, such as: {more}\n");
        }
    }
    text
}
