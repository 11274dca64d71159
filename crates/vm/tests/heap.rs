//! Every path through lazily initialised inputs is what the code does on those inputs: built as
//! ordinary objects from the path's image of them, they take the code the same way.

use ir::{BlockId, FunctionId, Program};
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use term::{Bits, Evaluator, Model, Op, Term, Value};
use wayfarer_vm::{
    End, Events, Fork, HeapImage, ImageContents, ImageValue, Machine, Options, State, Stop,
};

/// What is looked for behind a decision: inputs are few and compared with small numbers.
const VALUES: [i64; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 98, -1, 0x100, 0x362];

/// Paths of a program at the most.
const PATHS: usize = 1500;

/// The blocks of functions that are not `main`.
struct Trace {
    main: FunctionId,
    blocks: Vec<(FunctionId, BlockId)>,
}

impl Events for Trace {
    fn block(&mut self, function: FunctionId, block: BlockId) {
        if function != self.main {
            self.blocks.push((function, block));
        }
    }
}

fn options() -> Options {
    Options {
        heap_objects: 4,
        heap_depth: 3,
        array_length: 2,
        string_length: 2,
        wide_strings: true,
        ..Options::default()
    }
}

fn machine(text: &str) -> (Machine, FunctionId) {
    let module = ir::parse("heap.wir", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    ir::verify(&module).unwrap_or_else(|problems| panic!("{problems:?}\n{text}"));
    let main = module.find_function("main").expect("there is a main");
    (Machine::new(Arc::new(module), options()), main)
}

/// A path under way with the blocks it went through.
type Pending = (State, Box<Fork>, usize, Vec<(FunctionId, BlockId)>);

/// A model under which an arm is taken, near the one of the state.
fn model_for(machine: &Machine, state: &State, condition: Term) -> Option<Model> {
    let mut conditions = state.conditions();
    conditions.push(condition);
    let mut inputs: Vec<(Term, u32)> = Vec::new();
    machine.pool.visit_post_order(&[condition], &mut |term| {
        if let Op::Input(_) = machine.pool.op(term) {
            inputs.push((term, machine.pool.width(term)));
        }
    });
    assert!(inputs.len() <= 3, "a decision on {} inputs", inputs.len());
    let mut choice = vec![0; inputs.len()];
    loop {
        let mut model = state.model().clone();
        for (&(term, width), &value) in inputs.iter().zip(&choice) {
            let Op::Input(id) = machine.pool.op(term) else {
                unreachable!("only inputs are collected");
            };
            let value = VALUES[value] as u64 & (u64::MAX >> (64 - width));
            model.set(id, Value::Bits(Bits::new(width, value)));
        }
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model.clone());
        if conditions.iter().all(|c| evaluator.bool(&machine.pool, *c)) {
            return Some(model);
        }
        // The next combination of values.
        let at = choice.iter().position(|value| value + 1 < VALUES.len())?;
        choice[at] += 1;
        choice[..at].fill(0);
    }
}

/// Runs a state to its end and keeps the arms it did not take.
fn run(
    machine: &mut Machine,
    state: &mut State,
    trace: &mut Trace,
    pending: &mut Vec<Pending>,
) -> End {
    loop {
        match machine.run(state, 100_000, trace) {
            Stop::Budget => panic!("the programs end soon"),
            Stop::End(end) => return end,
            Stop::Fork(fork) => {
                for arm in (0..fork.arms.len()).filter(|arm| *arm != fork.taken) {
                    pending.push((state.clone(), fork.clone(), arm, trace.blocks.clone()));
                }
                machine.take(state, &fork, fork.taken);
            }
        }
    }
}

fn reference(value: ImageValue) -> String {
    match value {
        ImageValue::Object(number) => format!("%o{number}"),
        ImageValue::Null | ImageValue::Any => "null".to_owned(),
        ImageValue::Primitive(..) | ImageValue::Cut | ImageValue::Unmade => {
            panic!("{value:?} as a reference")
        }
    }
}

/// A `main` that builds the objects of an image and calls `test` with them.
fn main_of(module: &dyn Program, image: &HeapImage) -> String {
    let mut text = String::from("function main() -> i32 {\nb:\n");
    let class = |name: &str| {
        let objects = module.objects().expect("the program has classes");
        let id = objects.find_class(name).expect("the class is there");
        objects.class(id).expect("the class is there")
    };
    let mut line = |line: String| writeln!(text, "  {line}").expect("strings grow");
    for (number, object) in image.objects.iter().enumerate() {
        let name = format!("{:?}", object.class);
        line(match &object.contents {
            ImageContents::Fields(_) => format!("%o{number} = new {name}"),
            ImageContents::Elements(all) => format!("%o{number} = newarray {name}, {}", all.len()),
            ImageContents::Text(units) => {
                let utf8 = String::from_utf16(units).expect("no surrogates");
                let bytes = utf8.bytes().map(|byte| format!("\\x{byte:02x}"));
                format!("%o{number} = string \"{}\"", bytes.collect::<String>())
            }
            ImageContents::EnumConstant(constant) => {
                let enumeration = class(&object.class);
                let field = enumeration.static_field(constant).expect("a constant");
                format!(
                    "call \"<init-class {}>\"()\n  %s{number} = statics {name}\n  \
                     %o{number}: ptr = getfield %s{number}, {name}, {}",
                    object.class, field.offset
                )
            }
            ImageContents::ClassObject(_)
            | ImageContents::Collection(_)
            | ImageContents::Map(_)
            | ImageContents::Function { .. }
            | ImageContents::Made(_)
            | ImageContents::Sequence(_) => panic!("{object:?} as input"),
        });
    }
    for (number, object) in image.objects.iter().enumerate() {
        match &object.contents {
            ImageContents::Fields(fields) => {
                let (layout, name) = (class(&object.class), format!("{:?}", object.class));
                for field in fields {
                    let declared = layout.instance_field(&field.name).expect("the field");
                    let (at, bits) = (declared.offset, declared.ty.size() * 8);
                    line(match field.value {
                        ImageValue::Primitive(_, value) => {
                            format!("putfield i{bits} %o{number}, {name}, {at}, bits({value})")
                        }
                        value => format!(
                            "putfield ptr %o{number}, {name}, {at}, {}",
                            reference(value)
                        ),
                    });
                }
            }
            ImageContents::Elements(all) => {
                let element = class(&object.class).element().expect("an array");
                for (index, value) in all.iter().enumerate() {
                    line(match *value {
                        ImageValue::Primitive(_, value) => {
                            let bits = element.size() * 8;
                            format!("arraystore i{bits} %o{number}, {index}, bits({value})")
                        }
                        value => {
                            format!("arraystore ptr %o{number}, {index}, {}", reference(value))
                        }
                    });
                }
            }
            _ => {}
        }
    }
    let arguments: Vec<String> = image
        .roots
        .iter()
        .map(|(_, value)| format!("ptr {}", reference(*value)))
        .collect();
    line(format!("%r: i32 = call test({})", arguments.join(", ")));
    line("return %r".to_owned());
    text + "}\n"
}

/// The primitive values that a path told of.
fn observed(machine: &mut Machine, state: &State) -> Vec<(char, Option<ImageValue>)> {
    let all = machine.observed(state);
    all.into_iter().map(|o| (o.kind, o.value)).collect()
}

fn check(name: &str, least: usize) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/heap/{name}.wir"));
    let text = std::fs::read_to_string(file).expect("the test file");
    let common = text
        .split("; from here on")
        .next()
        .expect("split gives one");
    let (mut machine, main) = machine(&text);
    let module = Arc::clone(machine.program());
    let mut state = machine.start_main(&[]).expect("there is a main");
    let mut pending: Vec<Pending> = Vec::new();
    let mut trace = Trace {
        main,
        blocks: Vec::new(),
    };
    let mut paths = 0;
    loop {
        let end = run(&mut machine, &mut state, &mut trace, &mut pending);
        if end != End::AssumeFailed {
            paths += 1;
            let image = machine.heap_image(&state);
            let program = format!("{common}{}", main_of(&*module, &image));
            let (mut again, main) = self::machine(&program);
            let mut concrete = again.start_main(&[]).expect("there is a main");
            let mut built = Trace {
                main,
                blocks: Vec::new(),
            };
            let ended = run(&mut again, &mut concrete, &mut built, &mut Vec::new());
            assert_eq!(concrete.depth(), 0, "nothing depends on inputs");
            assert_eq!(ended, end, "{program}");
            assert_eq!(
                observed(&mut again, &concrete),
                observed(&mut machine, &state),
                "{program}"
            );
            // Initialisers of classes run earlier or later.
            let test = |blocks: &[(FunctionId, BlockId)]| {
                let code = blocks.iter().filter(|(function, _)| {
                    let function = module.function(*function).expect("it was executed");
                    !function.name.starts_with('<')
                });
                code.copied().collect::<Vec<_>>()
            };
            assert_eq!(test(&built.blocks), test(&trace.blocks), "{program}");
        }
        let next = loop {
            let Some((mut next, fork, arm, blocks)) = pending.pop() else {
                break None;
            };
            if let Some(model) = model_for(&machine, &next, fork.arms[arm].condition) {
                machine.take(&mut next, &fork, arm);
                next.set_model(model);
                break Some((next, blocks));
            }
        };
        match next {
            Some((next, blocks)) if paths < PATHS => {
                state = next;
                trace.blocks = blocks;
            }
            _ => break,
        }
    }
    assert!(paths >= least, "only {paths} paths");
}

#[test]
fn lists() {
    check("list", 1000);
}

#[test]
fn shapes() {
    check("shapes", 70);
}

#[test]
fn strings() {
    check("strings", 7);
}

#[test]
fn arrays() {
    check("arrays", 70);
}
