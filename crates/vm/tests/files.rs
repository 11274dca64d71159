//! One file is one test: a program (`.wir` or `.c`) with runs in its comments and, below each,
//! what must happen. `UPDATE=1` writes what did happen, to be reviewed.
//!
//! A line `run NAME:WIDTH=VALUE,VALUE… …` gives the inputs of a run in the order in which the
//! program asks for them; `options …` above it sets options. Every path is also followed again
//! from each of its forks and from its decisions alone, and must end the same way.

use ir::Primitive;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use term::{Bits, Model, Op, Value};
use wayfarer_vm::{
    Bound, Contents, End, Events, Fork, ForkKind, HeapImage, ImageContents, ImageField,
    ImageObject, ImageValue, InputFile, InputRecord, Machine, Observed, Options, State, Stop, Text,
    UndefinedFunctions,
};

/// Options of a test file.
#[derive(Clone, Debug)]
struct Settings {
    machine: Options,
    level: u8,
    uninit: bool,
    function: Option<String>,
    arguments: Vec<Text>,
}

fn settings(lines: &[String]) -> Settings {
    let mut settings = Settings {
        machine: Options {
            stack_bytes: 1 << 16,
            max_frames: 200,
            ..Options::default()
        },
        level: 0,
        uninit: false,
        function: None,
        arguments: vec![Text::Fixed(b"program".to_vec())],
    };
    for word in lines
        .iter()
        .filter_map(|l| l.strip_prefix("options "))
        .flat_map(|l| l.split(' '))
    {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let number = || {
            value
                .parse()
                .unwrap_or_else(|_| panic!("{word}: a number is needed"))
        };
        match name {
            "leaks" => settings.machine.check_leaks = true,
            "uninit" => {
                settings.machine.never_written = wayfarer_vm::NeverWritten::Reported;
                settings.uninit = true;
            }
            "failing-malloc" => settings.machine.failing_malloc = true,
            "stub" => settings.machine.undefined_functions = UndefinedFunctions::FreshInput,
            "level" => settings.level = number() as u8,
            "function" => settings.function = Some(value.to_owned()),
            "heap-depth" => settings.machine.heap_depth = number() as u32,
            "heap-objects" => settings.machine.heap_objects = number() as u32,
            "array-length" => settings.machine.array_length = number() as u32,
            "string-length" => settings.machine.string_length = number() as u32,
            "elements" => settings.machine.pointer_elements = number(),
            "argument" => settings.arguments.push(Text::Symbolic {
                prefix: Vec::new(),
                length: number(),
            }),
            "stdin" => settings.machine.files.push(InputFile {
                name: "-".to_owned(),
                contents: Contents::Symbolic(number()),
            }),
            "environment" => settings.machine.environment.push(Text::Symbolic {
                prefix: value.as_bytes().to_vec(),
                length: 3,
            }),
            _ => panic!("unknown option {word}"),
        }
    }
    settings
}

fn load(path: &Path, settings: &Settings) -> Arc<ir::Module> {
    if path.extension().is_some_and(|extension| extension == "wir") {
        let text = std::fs::read_to_string(path).expect("the test file");
        let parsed = ir::parse(path.to_str().expect("UTF-8"), &text);
        let module = parsed.unwrap_or_else(|error| panic!("{error}"));
        ir::verify(&module).unwrap_or_else(|problems| panic!("{problems:?}"));
        return Arc::new(module);
    }
    let work = tempfile::tempdir().expect("a temporary directory");
    let mut options = llvm::BuildOptions {
        optimisation: settings.level,
        ..Default::default()
    };
    options.jobs = 1;
    options.cache = Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("library"));
    options.cflags = vec!["-w".to_owned()];
    options.checks.uninit = settings.uninit;
    let built = llvm::build(&[path.to_owned()], work.path(), &options);
    Arc::new(built.unwrap_or_else(|error| panic!("{error}")).module)
}

/// A model from the words of a run: first the inputs a state begins with, by name, then those the
/// program asks for, in order.
fn model(machine: &mut Machine, state: &State, inputs: &str) -> Model {
    let mut model = Model::new();
    let records: Vec<InputRecord> = state.inputs().into_iter().cloned().collect();
    let mut ordinal = records
        .last()
        .map_or(0, |record| record.ordinal + record.terms.len() as u32);
    for word in inputs.split_whitespace() {
        let (name, values) = word.rsplit_once('=').expect("NAME:WIDTH=VALUE");
        let (name, width) = name.rsplit_once(':').expect("NAME:WIDTH=VALUE");
        let width: u32 = width.parse().expect("a width");
        let known = records.iter().find(|record| &*record.name == name);
        for (number, value) in values.split(',').enumerate() {
            let term = match known {
                Some(record) => record.terms[number],
                None => {
                    ordinal += 1;
                    machine.input(ordinal - 1, name, width)
                }
            };
            let Op::Input(input) = machine.pool.op(term) else {
                unreachable!("an input")
            };
            let value = Bits::parse_decimal(machine.pool.width(term), value).expect("a number");
            model.set(input, Value::Bits(value));
        }
    }
    model
}

/// Writes events down.
struct Log(String);

impl Events for Log {
    fn input(&mut self, record: &InputRecord) {
        let InputRecord {
            name,
            ty,
            terms,
            ordinal,
            origin,
        } = record;
        writeln!(
            self.0,
            "input {name} {ty} x{} at {ordinal} {origin:?}",
            terms.len()
        )
        .expect("strings grow");
    }
    fn stubbed(&mut self, _: ir::FunctionId, site: wayfarer_vm::Site) {
        writeln!(self.0, "stubbed at line {}", site.location.line).expect("strings grow");
    }
    fn warning(&mut self, text: &str) {
        writeln!(self.0, "warning {text}").expect("strings grow");
    }
}

fn fork_text(fork: &Fork) -> String {
    let decision = fork
        .site
        .decision
        .map_or(String::new(), |number| format!(" #{number}"));
    let (kind, line) = (fork.kind, fork.site.location.line);
    let rest = if fork.complete { "" } else { " incomplete" };
    if matches!(kind, ForkKind::Pointer | ForkKind::FunctionPointer) {
        // The numbers of objects and functions depend on the library models.
        let (taken, arms) = (fork.taken + 1, fork.arms.len());
        return format!("fork {kind:?}{decision} line {line}: arm {taken} of {arms}{rest}");
    }
    let choices: Vec<String> = fork.arms.iter().map(|arm| arm.choice.to_string()).collect();
    let (choices, taken) = (choices.join(" "), fork.arms[fork.taken].choice);
    format!("fork {kind:?}{decision} line {line}: {choices} -> {taken}{rest}")
}

fn end_text(end: &End) -> String {
    let stack = |stack: &[wayfarer_vm::StackEntry]| {
        let names: Vec<String> = stack
            .iter()
            .filter(|entry| entry.user)
            .map(|entry| format!("{}:{}", entry.name, entry.location.line))
            .collect();
        if names.len() > 6 {
            format!("{} calls", names.len())
        } else {
            names.join(" < ")
        }
    };
    match end {
        End::Exit(status) => format!("exit {status}"),
        End::Killed(signal) => format!("signal {signal}"),
        End::AssumeFailed => "assume failed".to_owned(),
        End::Error(error) => format!(
            "error {} line {}: {} [{}]",
            error.kind.name(),
            error.location.line,
            without_directories(&error.message),
            stack(&error.stack)
        ),
        End::Unsupported(found) => format!(
            "unsupported line {}: {} [{}]",
            found.location.line,
            found.what,
            stack(&found.stack)
        ),
        End::Limit(reached) => format!(
            "limit {} line {} [{}]",
            reached.limit.name(),
            reached.location.line,
            stack(&reached.stack)
        ),
    }
}

/// A value with the objects it leads to.
fn observed_text(observed: &Observed) -> String {
    let mut text = format!("observed {}", observed.kind);
    if let Some(value) = observed.value {
        write!(text, " {}", value_text(value)).expect("strings grow");
    }
    text + &image_text(&observed.image)
}

fn image_text(image: &HeapImage) -> String {
    let mut text = String::new();
    for (number, object) in image.objects.iter().enumerate() {
        write!(text, "; #{number} = {}", object_text(object)).expect("strings grow");
    }
    text
}

fn object_text(object: &ImageObject) -> String {
    let contents = match &object.contents {
        ImageContents::Fields(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|field| {
                    let ImageField {
                        declared_in,
                        name,
                        value,
                    } = field;
                    format!("{declared_in}.{name}={}", value_text(*value))
                })
                .collect();
            fields.join(" ")
        }
        ImageContents::Elements(values) => {
            let values: Vec<String> = values.iter().map(|value| value_text(*value)).collect();
            format!("[{}]", values.join(" "))
        }
        ImageContents::Collection(_)
        | ImageContents::Map(_)
        | ImageContents::Function { .. }
        | ImageContents::Made(_)
        | ImageContents::Sequence(_) => "made by calls".to_owned(),
        ImageContents::Text(units) => format!("{:?}", String::from_utf16_lossy(units)),
        ImageContents::EnumConstant(name) => format!("constant {name}"),
        ImageContents::ClassObject(name) => format!("class {name}"),
    };
    format!("{} {contents}", object.class)
}

fn value_text(value: ImageValue) -> String {
    match value {
        ImageValue::Primitive(Primitive::Long | Primitive::Double, bits) => {
            format!("{}", bits as i64)
        }
        ImageValue::Primitive(Primitive::Int | Primitive::Float, bits) => {
            format!("{}", bits as i32)
        }
        ImageValue::Primitive(_, bits) => format!("{bits}"),
        ImageValue::Null => "null".to_owned(),
        ImageValue::Object(number) => format!("#{number}"),
        ImageValue::Any => "any".to_owned(),
        ImageValue::Cut => "...".to_owned(),
        ImageValue::Unmade => "unmade".to_owned(),
    }
}

/// Paths in messages depend on where the tests lie.
fn without_directories(message: &str) -> String {
    let words: Vec<&str> = message
        .split(' ')
        .map(|word| word.rsplit('/').next().unwrap_or(word))
        .collect();
    words.join(" ")
}

fn start(machine: &mut Machine, settings: &Settings) -> State {
    match &settings.function {
        None => machine
            .start_main(&settings.arguments)
            .expect("main is there"),
        Some(name) => {
            let function = machine
                .program()
                .find_function(name)
                .expect("the function is there");
            machine.start_function(function).expect("it has a body")
        }
    }
}

/// Runs a state to its end, taking the arms that these choices name, then those of the model.
/// Gives the snapshots from before each fork.
fn run(
    machine: &mut Machine,
    state: &mut State,
    choices: &[u64],
    log: &mut Log,
) -> (End, Vec<(State, Box<Fork>)>) {
    let mut snapshots = Vec::new();
    let mut choices = choices.iter();
    loop {
        // An odd budget, so that runs are interrupted in many places.
        match machine.run(state, 37, log) {
            Stop::Budget => {}
            Stop::End(end) => return (end, snapshots),
            Stop::Fork(fork) => {
                writeln!(log.0, "{}", fork_text(&fork)).expect("strings grow");
                snapshots.push((state.clone(), fork.clone()));
                let arm = choices.next().map_or(fork.taken, |&choice| {
                    fork.arm_of(choice)
                        .expect("a path followed again meets the same forks")
                });
                assert!(snapshots.len() < 2000, "the path has too many forks");
                machine.take(state, &fork, arm);
            }
        }
    }
}

/// What happens in one run of the test.
fn transcript(module: &Arc<ir::Module>, settings: &Settings, inputs: &str) -> String {
    let mut machine = Machine::new(module.clone(), settings.machine.clone());
    let mut state = start(&mut machine, settings);
    let model = model(&mut machine, &state, inputs);
    state.set_model(model.clone());
    let mut log = Log(String::new());
    let (end, snapshots) = run(&mut machine, &mut state, &[], &mut log);
    let mut text = log.0;
    for (descriptor, name) in [(1, "output"), (2, "error output")] {
        let output = machine.output_bytes(&state, descriptor);
        if !output.is_empty() {
            let shown = String::from_utf8_lossy(&output).escape_debug().to_string();
            writeln!(text, "{name} \"{shown}\"").expect("strings grow");
        }
    }
    for bound in state.bounds() {
        let bound = match bound {
            Bound::Pinned(site) => format!("pinned line {}", site.location.line),
            Bound::Size(site) => format!("size line {}", site.location.line),
            Bound::Pointer(site) => format!("pointer line {}", site.location.line),
            Bound::Stubbed(site) => format!("stubbed line {}", site.location.line),
            other => format!("{other:?}"),
        };
        writeln!(text, "bound {bound}").expect("strings grow");
    }
    let image = machine.heap_image(&state);
    for (name, value) in &image.roots {
        writeln!(text, "{name} is {}", value_text(*value)).expect("strings grow");
    }
    if !image.objects.is_empty() {
        writeln!(text, "given{}", image_text(&image)).expect("strings grow");
    }
    for observed in machine.observed(&state) {
        writeln!(text, "{}", observed_text(&observed)).expect("strings grow");
    }
    writeln!(text, "{}", end_text(&end)).expect("strings grow");
    check_conditions(&mut machine, &state);

    // From every snapshot the path ends the same way; one snapshot does not disturb another.
    for (mut snapshot, fork) in snapshots.into_iter().rev() {
        machine.take(&mut snapshot, &fork, fork.taken);
        let (other, _) = run(&mut machine, &mut snapshot, &[], &mut Log(String::new()));
        assert_eq!(other, end, "continued from {}", fork_text(&fork));
        assert_eq!(snapshot.path_hash(), state.path_hash());
        assert_eq!(
            machine.output_bytes(&snapshot, 1),
            machine.output_bytes(&state, 1)
        );
    }
    // The decisions alone lead there too.
    let mut again = start(&mut machine, settings);
    again.set_model(model);
    let (other, _) = run(
        &mut machine,
        &mut again,
        &state.decisions(),
        &mut Log(String::new()),
    );
    assert_eq!(other, end, "followed again");
    assert_eq!(again.decisions(), state.decisions());
    text
}

/// Every condition of a path holds under its model.
fn check_conditions(machine: &mut Machine, state: &State) {
    let mut evaluator = term::Evaluator::new();
    evaluator.set_model(state.model().clone());
    for condition in state.conditions() {
        let shown = machine.pool.display(condition, 200);
        assert!(
            evaluator.bool(&machine.pool, condition),
            "{shown} does not hold"
        );
    }
}

fn check(path: &Path, update: bool) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let comment = if path.extension().is_some_and(|e| e == "wir") {
        ";"
    } else {
        "//"
    };
    let expectation = format!("{comment}= ");
    let directives: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix(comment))
        .map(|line| line.trim_start().to_owned())
        .collect();
    let settings = settings(&directives);
    let module = load(path, &settings);
    let mut found = String::new();
    for line in text.lines().filter(|line| !line.starts_with(&expectation)) {
        writeln!(found, "{line}").expect("strings grow");
        let run = line.strip_prefix(comment).map(str::trim_start);
        if let Some(inputs) = run.and_then(|line| line.strip_prefix("run")) {
            for line in transcript(&module, &settings, inputs).lines() {
                writeln!(found, "{expectation}{line}").expect("strings grow");
            }
        }
    }
    if found == text {
        return Ok(());
    }
    if update {
        return std::fs::write(path, found).map_err(|error| error.to_string());
    }
    Err(format!("--- wanted\n{text}\n--- found\n{found}"))
}

#[test]
fn files() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let update = std::env::var_os("UPDATE").is_some();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&directory)
        .expect("the directory of tests")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    assert!(!paths.is_empty());
    let mut failures = Vec::new();
    for path in paths {
        let result = std::panic::catch_unwind(|| check(&path, update));
        let failure = match result {
            Ok(Ok(())) => continue,
            Ok(Err(failure)) => failure,
            Err(_) => "panics".to_owned(),
        };
        failures.push(format!("{}:\n{failure}", path.display()));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
