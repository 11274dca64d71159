//! Arguments of a function under test that are made by calls of the program's own functions (`--input
//! 'p: FUNCTION'`): a function that makes them and calls it is compiled behind the source, and is explored
//! in its place.

use super::constructors::{self, Parameter};
use super::declarations;
use super::entry::function_entry;
use super::failing_result;
use super::making_functions::MakingFunctions;
use super::roles;
use crate::Usage;
use crate::plan::CPlan;
use anyhow::Context;
use ir::{Function, Program, SourceType, SourceTypeId};
use llvm::Build;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use suite::EntryPoint;
use suite::unit::{MadeArgument, MadeParameter, MadeStream, Making, MakingFunction, Origin};
use vm::{CallParameter, Contents, InputFile, MadeArguments};

/// What the functions are called that make arguments: this, and the name of the function under test.
pub const PREFIX: &str = "made_";
/// Where the source with such a function is, in the directory of what is built.
const SOURCE: &str = "made.c";

/// Calls that go on making an argument, in what is proposed.
const PROPOSED_CALLS: u32 = 2;

/// Free bytes of the file behind a `FILE *` of which no option says anything.
const STREAM_BYTES: u64 = 16;

/// A plan in which arguments are made by calls.
pub struct MadePlan {
    pub plan: CPlan,
    pub arguments: MadeArguments,
    /// The parameters of the function that makes them.
    pub parameters: Vec<CallParameter>,
    /// The pointers that the calls are given and that are raw memory all the same.
    pub raw: Vec<String>,
}

/// The plan in which arguments are made by calls; `None` if no option says so. The program is `build`.
pub fn plan(c: &CPlan, build: &Build, work: &Path) -> anyhow::Result<Option<MadePlan>> {
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
    let streams = streams(c, build, (function, &declared), &made)?;
    let stream_files = streams
        .iter()
        .map(|(made, bytes)| stream_file(made, *bytes));
    let stream_files = stream_files.flatten().collect();
    made.extend(streams.into_iter().map(|(made, _)| made));
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
    let making =
        unit.and_then(|unit| suite::unit::making(&source, (&unit, function), &name, &made));
    let Some(making) = making else {
        if !asked {
            return Ok(None);
        }
        let message = format!(
            "--input: C has no words for a type of {function}, such as a structure without name"
        );
        return Err(Usage(message).into());
    };
    let file = work.join(SOURCE);
    std::fs::write(&file, making.text).with_context(|| file.display().to_string())?;
    let plan = CPlan {
        sources: c.sources.replacing(&source, &file),
        function: Some(name.clone()),
        functions: others,
        calls: Vec::new(),
        streams: Vec::new(),
        stream_files,
        ..c.clone()
    };
    let option = |made: &MadeArgument| format!("--input '{}: calls(0)'", declared[made.number].0);
    let going_on = made.iter().flat_map(|made| {
        let names = going_on(made, function).into_iter();
        names.map(move |name| (name, option(made)))
    });
    let arguments = MadeArguments {
        by: name,
        going_on: going_on.collect(),
        holders: making.holders,
    };
    let parameters = making.parameters.iter().map(call_parameter).collect();
    let raw = making.parameters.into_iter().filter(|it| it.raw);
    Ok(Some(MadePlan {
        plan,
        arguments,
        parameters,
        raw: raw.map(|it| it.name).collect(),
    }))
}

fn call_parameter(parameter: &MadeParameter) -> CallParameter {
    CallParameter {
        name: parameter.name.clone(),
        call: parameter.call,
        own_name: parameter.own_name.clone(),
    }
}

/// The functions whose calls go on making an argument, or make what such calls are given, but for the function under test and
/// those that begin arguments as well.
fn going_on(made: &MadeArgument, function: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    suite::unit::names(&made.others, &mut names);
    let mut begin = BTreeSet::from([function.to_owned()]);
    suite::unit::names(&made.origin.makers, &mut begin);
    names.difference(&begin).cloned().collect()
}

/// A pointer, and what an option says that it points to.
type PointerTo = (String, String);

/// The arguments that options say are made, in the order in which they can be, and what they say of other pointers.
fn asked_for(
    c: &CPlan,
    build: &Build,
    (sources, known): (&[PathBuf], &KnownFunctions<'_>),
    (function, declared): (&str, &[(String, SourceTypeId)]),
) -> anyhow::Result<(Vec<MadeArgument>, Vec<PointerTo>)> {
    let (mut made, mut others) = (Vec::new(), Vec::new());
    let mut at_hand = Vec::new();
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
        at_hand.push(Parameter { number, ty });
        made.push(MadeArgument {
            number,
            origin: Origin {
                makers: vec![maker(build, sources, (pointer, by), ty)?],
                ..Origin::default()
            },
            others: Vec::new(),
            calls: 0,
            held: false,
            stream: None,
        });
    }
    let (mut asked, mut calls) = (Vec::new(), Vec::new());
    for (pointer, number_of_calls) in &c.calls {
        let number = declared.iter().position(|(name, _)| name == pointer);
        let number = number.ok_or_else(|| {
            let why = "the function has no such parameter";
            Usage(format!(
                "--input {pointer}: calls({number_of_calls}): {why}"
            ))
        })?;
        let ty = declared[number].1;
        asked.push(Parameter { number, ty });
        calls.push((number, *number_of_calls));
    }
    let mut functions = MakingFunctions::new(build, sources);
    let declares = |name: &str| known.has(name);
    let found = constructors::find(&build.module, function, (&asked, &at_hand), &declares);
    for (number, constructors) in &found {
        let ty = declared[*number].1;
        made.push(MadeArgument {
            number: *number,
            origin: functions.origin(&constructors.origin)?,
            others: functions.all(&constructors.others)?,
            calls: calls
                .iter()
                .rfind(|it| it.0 == *number)
                .map_or(0, |it| it.1),
            held: roles::held_pointer(&build.module, ty).is_some(),
            stream: None,
        });
    }
    functions.keep_results(&mut made, &found);
    for (number, calls) in calls {
        let own = made.iter().find(|it| it.number == number);
        if own.is_none_or(|it| it.origin.makers.is_empty() && it.origin.kept.is_none()) {
            let why =
                "the source of the function has no function that makes what the parameter leads to";
            let name = &declared[number].0;
            return Err(Usage(format!("--input {name}: calls({calls}): {why}")).into());
        }
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
    // Its tests call it with the arguments that it has.
    if found(build, function).is_some_and(|it| it.variadic) {
        return Ok(Vec::new());
    }
    let known = KnownFunctions::of(c, build, work);
    let declared = declared(build, function)?;
    let parameters = declared.iter().enumerate();
    let parameters = parameters.map(|(number, &(_, ty))| Parameter { number, ty });
    let parameters: Vec<Parameter> = parameters.collect();
    let declares = |name: &str| known.has(name);
    let mut found = constructors::find(&build.module, function, (&parameters, &[]), &declares);
    found.retain(|(_, it)| !it.origin.makers.is_empty());
    found.sort_by_key(|(number, _)| *number);
    let proposals = found.into_iter().map(|(number, it)| Proposal {
        parameter: declared[number].0.clone(),
        makers: it.origin.makers.into_iter().map(|it| it.name).collect(),
    });
    Ok(proposals.collect())
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
    made: &[MadeArgument],
) -> anyhow::Result<Vec<(MadeArgument, u64)>> {
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
        let argument = MadeArgument {
            number,
            origin: Origin::default(),
            others: Vec::new(),
            calls: 0,
            held: false,
            stream: Some(MadeStream {
                file: format!("{name}.stream"),
                or_null: found(build, function).is_some_and(|it| roles::asks_for_null(&it, name)),
            }),
        };
        streams.push((argument, bytes));
    }
    Ok(streams)
}

/// The file behind an argument that is a stream.
fn stream_file(made: &MadeArgument, bytes: u64) -> Option<InputFile> {
    Some(InputFile {
        name: made.stream.clone()?.file,
        contents: Contents::Symbolic(bytes),
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
) -> anyhow::Result<MakingFunction> {
    let refused = |why: &str| Usage(format!("--input {pointer}: {name}: {why}"));
    let function = found(build, name).ok_or_else(|| refused("the program has no such function"))?;
    let module = &build.module;
    let first = declared(build, name)?.first().map(|(_, ty)| *ty);
    let returns = function
        .source_result
        .is_some_and(|own| module.same_type(own, ty));
    let stored = first.is_some_and(|first| roles::is_pointer_to(module, first, ty));
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
    Ok(MakingFunction {
        name: name.to_owned(),
        unit: unit.ok_or_else(|| refused("C has no words for its type"))?,
        making,
        failure: failing_result::of(module, &function),
        given: Vec::new(),
        keeps: None,
    })
}
