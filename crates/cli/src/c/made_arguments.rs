//! Arguments of a function under test that are made by calls of the program's own functions (`--input
//! 'p: FUNCTION'`): a function that makes them and calls it is compiled behind the source, and is explored
//! in its place.

use super::constructors::{self, Constructors};
use super::declarations;
use super::entry::function_entry;
use super::failing_result;
use crate::Usage;
use crate::plan::CPlan;
use anyhow::Context;
use ir::{
    CompareOp, Constant, Function, InstructionKind, Operand, Program, SourceType, SourceTypeId,
};
use llvm::Build;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use suite::unit::{MadeArgument, MadeStream, Making, MakingFunction};
use suite::{EntryPoint, Unit};
use vm::{Contents, InputFile, MadeArguments};

/// What the functions are called that make arguments: this, and the name of the function under test.
pub(super) const PREFIX: &str = "made_";
/// Where the source with such a function is, in the directory of what is built.
const SOURCE: &str = "made.c";

/// Calls that go on making an argument, in what is proposed.
const PROPOSED_CALLS: u32 = 2;

/// Free bytes of the file behind a `FILE *` of which no option says anything.
const STREAM_BYTES: u64 = 16;

/// A function that makes an argument.
struct Maker {
    name: String,
    unit: Unit,
    making: Making,
    /// The result with which it says that it could not.
    failure: Option<u64>,
}

/// An argument that is made.
struct Made {
    number: usize,
    makers: Vec<Maker>,
    others: Vec<Maker>,
    calls: u32,
    /// They make the pointer that the argument leads to.
    held: bool,
    /// What it is a stream of, and how many free bytes that has.
    stream: Option<(MadeStream, u64)>,
}

/// The plan in which arguments are made by calls; `None` if no option says so. The program is `build`.
pub fn plan(
    c: &CPlan,
    build: &Build,
    work: &Path,
) -> anyhow::Result<Option<(CPlan, MadeArguments)>> {
    let asked = !c.functions.is_empty() || !c.calls.is_empty() || !c.streams.is_empty();
    let Some(function) = &c.function else {
        return Ok(None);
    };
    // Conditions are about the parameters of the function that is explored.
    let is_stated = !c.assume.is_empty() || c.precondition.is_some();
    if !asked && (is_stated || !has_streams(build, function)) {
        return Ok(None);
    }
    let sources = c.sources.files.iter();
    let sources: Vec<PathBuf> = sources
        .map(|path| {
            path.canonicalize()
                .with_context(|| path.display().to_string())
        })
        .collect::<anyhow::Result<_>>()?;
    let declared = declared(build, function)?;
    let known = KnownFunctions::of(c, build, work);
    let (mut made, others) = asked_for(c, build, (&sources, &known), (function, &declared))?;
    made.extend(streams(c, build, (function, &declared), &made)?);
    if made.is_empty() {
        return Ok(None);
    }
    let (entry, unit, _) = function_entry(function, build, &sources, c.sources.optimise, &[])?;
    let EntryPoint::Function {
        source: Some(source),
        variadic: false,
        ..
    } = entry
    else {
        if !asked {
            return Ok(None);
        }
        let message = "--input: arguments are made only for functions that have a C source, and a fixed \
                       number of parameters";
        return Err(Usage(message.to_owned()).into());
    };
    if !asked && llvm::is_cpp_source(&source) {
        return Ok(None);
    }
    let name = format!("{PREFIX}{function}");
    let text = unit.and_then(|unit| {
        let arguments: Vec<MadeArgument<'_>> = made
            .iter()
            .map(|made| MadeArgument {
                number: made.number,
                makers: made.makers.iter().map(making_function).collect(),
                others: made.others.iter().map(making_function).collect(),
                calls: made.calls,
                held: made.held,
                stream: made.stream.as_ref().map(|(stream, _)| stream.clone()),
            })
            .collect();
        suite::unit::making(&source, (&unit, function), &name, &arguments)
    });
    let Some(text) = text else {
        if !asked {
            return Ok(None);
        }
        let message = format!(
            "--input: C has no words for a type of {function}, such as a structure without name"
        );
        return Err(Usage(message).into());
    };
    let file = work.join(SOURCE);
    std::fs::write(&file, text).with_context(|| file.display().to_string())?;
    let plan = CPlan {
        sources: c.sources.replacing(&source, &file),
        function: Some(name.clone()),
        functions: others,
        calls: Vec::new(),
        streams: Vec::new(),
        stream_files: made.iter().filter_map(stream_file).collect(),
        ..c.clone()
    };
    let going_on = made.iter().flat_map(|made| {
        let option = format!("--input '{}: calls(0)'", declared[made.number].0);
        let others = made.others.iter().filter(|it| it.name != *function);
        others.map(move |other| (other.name.clone(), option.clone()))
    });
    let arguments = MadeArguments {
        by: name,
        going_on: going_on.collect(),
    };
    Ok(Some((plan, arguments)))
}

/// A pointer, and what an option says that it points to.
type PointerTo = (String, String);

/// The arguments that options say are made, and what they say of other pointers.
fn asked_for(
    c: &CPlan,
    build: &Build,
    (sources, known): (&[PathBuf], &KnownFunctions<'_>),
    (function, declared): (&str, &[(String, SourceTypeId)]),
) -> anyhow::Result<(Vec<Made>, Vec<PointerTo>)> {
    let (mut made, mut others) = (Vec::new(), Vec::new());
    for (pointer, by) in &c.functions {
        let number = declared.iter().position(|(name, _)| name == pointer);
        let Some((number, ty)) = number.map(|number| (number, declared[number].1)) else {
            others.push((pointer.clone(), by.clone()));
            continue;
        };
        if points_to_function(&build.module, ty) {
            others.push((pointer.clone(), by.clone()));
            continue;
        }
        made.push(Made {
            number,
            makers: vec![maker(build, sources, (pointer, by), ty)?],
            others: Vec::new(),
            calls: 0,
            held: false,
            stream: None,
        });
    }
    for (pointer, calls) in &c.calls {
        made.push(found_makers(
            build,
            (sources, known),
            (function, declared),
            (pointer, *calls),
        )?);
    }
    Ok((made, others))
}

/// A way to have an argument of the function under test made by calls.
pub struct Proposal {
    /// The parameter.
    pub parameter: String,
    /// Functions that begin it.
    makers: Vec<String>,
}

impl Proposal {
    /// What `--input` is given for it.
    pub fn reading(&self) -> String {
        format!("{}: calls({PROPOSED_CALLS})", self.parameter)
    }

    /// The option.
    pub fn option(&self) -> String {
        format!("--input '{}'", self.reading())
    }

    /// The option with the functions that make the argument.
    pub fn described(&self) -> String {
        format!("{} (by {})", self.option(), self.makers.join(", "))
    }
}

/// How calls could make arguments of the function under test.
pub fn proposals(c: &CPlan, build: &Build, work: &Path) -> anyhow::Result<Vec<Proposal>> {
    let Some(function) = &c.function else {
        return Ok(Vec::new());
    };
    let known = KnownFunctions::of(c, build, work);
    let mut proposals = Vec::new();
    for (name, ty) in declared(build, function)? {
        let Constructors { makers, .. } =
            constructors::find(&build.module, function, ty, &|name| known.has(name));
        if !makers.is_empty() {
            proposals.push(Proposal {
                parameter: name,
                makers: makers.into_iter().map(|(name, _)| name).collect(),
            });
        }
    }
    Ok(proposals)
}

/// The functions that the source of the function under test knows by name.
struct KnownFunctions<'a> {
    c: &'a CPlan,
    work: &'a Path,
    source: Option<PathBuf>,
    names: OnceCell<BTreeSet<String>>,
}

impl<'a> KnownFunctions<'a> {
    fn of(c: &'a CPlan, build: &Build, work: &'a Path) -> KnownFunctions<'a> {
        let function = c.function.as_ref().and_then(|name| found(build, name));
        let file = function.and_then(|it| it.location.file);
        let file = file.map(|file| Path::new(build.module.file(file)));
        let source = file.and_then(|file| file.canonicalize().ok());
        KnownFunctions {
            c,
            work,
            source: source.filter(|it| llvm::is_source(it) && !llvm::is_cpp_source(it)),
            names: OnceCell::new(),
        }
    }

    fn has(&self, name: &str) -> bool {
        let names = self.names.get_or_init(|| {
            let source = self.source.as_deref();
            let names = source.map(|it| declarations::functions(self.c, self.work, it));
            // A source that nothing more is known of has its own functions.
            names.and_then(Result::ok).unwrap_or_default()
        });
        names.contains(name)
    }
}

/// Names and types of the parameters of a function, as its source has them.
fn declared(build: &Build, function: &str) -> anyhow::Result<Vec<(String, SourceTypeId)>> {
    let function = found(build, function).ok_or_else(|| {
        Usage(format!(
            "--function {function}: the program has no such function"
        ))
    })?;
    Ok(match function.source_parameters.as_slice() {
        [] => function
            .parameters
            .iter()
            .filter_map(|it| Some((it.name.clone(), it.source_type?)))
            .collect(),
        declared => declared.iter().map(|it| (it.name.clone(), it.ty)).collect(),
    })
}

fn found(build: &Build, name: &str) -> Option<Arc<Function>> {
    let id = build.module.find_function(name)?;
    build.module.function(id).ok()
}

fn making_function(maker: &Maker) -> MakingFunction<'_> {
    MakingFunction {
        unit: &maker.unit,
        name: &maker.name,
        making: maker.making,
        failure: maker.failure,
    }
}

/// An argument that functions make which are found in the program, and calls of others go on making.
fn found_makers(
    build: &Build,
    (sources, known): (&[PathBuf], &KnownFunctions<'_>),
    (function, declared): (&str, &[(String, SourceTypeId)]),
    (pointer, calls): (&str, u32),
) -> anyhow::Result<Made> {
    let refused = |why: &str| Usage(format!("--input {pointer}: calls({calls}): {why}"));
    let number = declared.iter().position(|(name, _)| name == pointer);
    let number = number.ok_or_else(|| refused("the function has no such parameter"))?;
    let ty = declared[number].1;
    let Constructors { makers, others } =
        constructors::find(&build.module, function, ty, &|name| known.has(name));
    let described = |all: Vec<(String, Making)>| -> anyhow::Result<Vec<Maker>> {
        let all = all.into_iter().map(|(name, making)| {
            let (_, unit, _) = function_entry(&name, build, sources, 0, &[])?;
            // C may have no words for its type.
            let function = found(build, &name);
            let failure = function.and_then(|it| failing_result::of(&build.module, &it));
            Ok(unit.map(|unit| Maker {
                name,
                unit,
                making,
                failure,
            }))
        });
        let all: anyhow::Result<Vec<Option<Maker>>> = all.collect();
        Ok(all?.into_iter().flatten().collect())
    };
    let (makers, others) = (described(makers)?, described(others)?);
    if makers.is_empty() {
        let why =
            "the source of the function has no function that makes what the parameter leads to";
        return Err(refused(why).into());
    }
    Ok(Made {
        number,
        makers,
        others,
        calls,
        held: constructors::held_pointer(&build.module, ty).is_some(),
        stream: None,
    })
}

/// True if the function under test is given a stream.
fn has_streams(build: &Build, function: &str) -> bool {
    let declared = declared(build, function).unwrap_or_default();
    declared.iter().any(|(_, ty)| is_stream(&build.module, *ty))
}

/// The arguments that are streams: those of options, and the others of that type of which no option says anything.
fn streams(
    c: &CPlan,
    build: &Build,
    (function, declared): (&str, &[(String, SourceTypeId)]),
    made: &[Made],
) -> anyhow::Result<Vec<Made>> {
    for (name, bytes) in &c.streams {
        let of_it = declared.iter().find(|(declared, _)| declared == name);
        if !of_it.is_some_and(|(_, ty)| is_stream(&build.module, *ty)) {
            let message = format!(
                "--input {name}: stream({bytes}): {function} has no parameter `FILE *{name}`"
            );
            return Err(Usage(message).into());
        }
    }
    let mut streams = Vec::new();
    for (number, (name, ty)) in declared.iter().enumerate() {
        let is_made = made.iter().any(|made| made.number == number);
        if is_made || !is_stream(&build.module, *ty) {
            continue;
        }
        let told = c.streams.iter().rfind(|(told, _)| told == name);
        let bytes = told.map_or(STREAM_BYTES, |(_, bytes)| *bytes);
        streams.push(Made {
            number,
            makers: Vec::new(),
            others: Vec::new(),
            calls: 0,
            held: false,
            stream: Some((
                MadeStream {
                    file: format!("{name}.stream"),
                    or_null: asks_for_null(build, function, name),
                },
                bytes,
            )),
        });
    }
    Ok(streams)
}

/// The file behind an argument that is a stream.
fn stream_file(made: &Made) -> Option<InputFile> {
    let (stream, bytes) = made.stream.clone()?;
    Some(InputFile {
        name: stream.file,
        contents: Contents::Symbolic(bytes),
    })
}

/// True if a function compares a parameter with null: its callers may pass that.
fn asks_for_null(build: &Build, function: &str, parameter: &str) -> bool {
    let Some(function) = found(build, function) else {
        return false;
    };
    let mut parameters = function.parameters.iter();
    let Some(parameter) = parameters.find(|it| it.name == parameter) else {
        return false;
    };
    let blocks = function.blocks.iter();
    let mut instructions = blocks.flat_map(|block| &block.instructions);
    instructions.any(|instruction| match &instruction.kind {
        InstructionKind::Compare {
            op: CompareOp::Eq | CompareOp::Ne,
            left: Operand::Register(register),
            right: Operand::Constant(Constant::Bits(0)),
            ..
        } => *register == parameter.register,
        _ => false,
    })
}

/// True for `FILE *`.
fn is_stream(module: &ir::Module, ty: SourceTypeId) -> bool {
    match module.source_type(module.resolved_type(ty)) {
        SourceType::Pointer { target } => matches!(
            module.source_type(module.resolved_type(*target)),
            SourceType::Record { name: Some(name), .. } if name == "_IO_FILE"
        ),
        _ => false,
    }
}

fn points_to_function(module: &ir::Module, ty: SourceTypeId) -> bool {
    match module.source_type(module.resolved_type(ty)) {
        SourceType::Pointer { target } => {
            let target = module.source_type(module.resolved_type(*target));
            matches!(target, SourceType::Function { .. })
        }
        _ => false,
    }
}

/// The function of that name, which makes an argument of that type.
fn maker(
    build: &Build,
    sources: &[PathBuf],
    (pointer, name): (&str, &str),
    ty: SourceTypeId,
) -> anyhow::Result<Maker> {
    let refused = |why: &str| Usage(format!("--input {pointer}: {name}: {why}"));
    let function = found(build, name).ok_or_else(|| refused("the program has no such function"))?;
    let module = &build.module;
    let first = declared(build, name)?.first().map(|(_, ty)| *ty);
    let returns = function
        .source_result
        .is_some_and(|own| module.same_type(own, ty));
    let stored = first.is_some_and(|first| constructors::is_pointer_to(module, first, ty));
    let making = match first {
        _ if returns => Making::Returned,
        Some(first) if module.same_type(first, ty) => Making::Filled,
        Some(_) if stored => Making::Stored,
        _ => {
            let why = "it neither returns what the pointer leads to, nor is it given its address or that of a \
                       pointer first";
            return Err(refused(why).into());
        }
    };
    let (entry, unit, _) = function_entry(name, build, sources, 0, &[])?;
    let fixed = matches!(
        entry,
        EntryPoint::Function {
            variadic: false,
            ..
        }
    );
    let unit = unit.filter(|_| fixed);
    Ok(Maker {
        name: name.to_owned(),
        unit: unit.ok_or_else(|| refused("C has no words for its type"))?,
        making,
        failure: failing_result::of(module, &function),
    })
}
