//! Targets in Java programs.

use super::program::{Classes, function_name, translation};
use super::violations;
use crate::reach::code::{Branch, Code, OwnCode, UserFunction};
use crate::reach::places::{Goal, Target};
use crate::reach::searched::{Found, Point, Searched, SoughtErrors};
use crate::reach::spec::Spec;
use crate::reach::target_error::TargetError;
use anyhow::Context;
use explore::CoveredPart;
use ir::{
    BlockId, ErrorKind, FileId, Function, FunctionId, Location, Program as _, TerminatorKind,
};
use jvm::{ClassPath, Method, Program, SourceBranch, SourceMethod, Split, function_name as names};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

/// The classes that targets may be in, as methods of a program of their own: the one that is explored loads
/// its methods when they are called first.
pub struct SearchedClasses {
    program: Program,
    code: Code,
    splits: BTreeMap<String, Split>,
    /// The class of the monitors of specifications.
    monitors: Option<String>,
}

impl SearchedClasses {
    /// The classes that specifications name, by file or by function.
    ///
    /// # Errors
    /// If the class path, or the code of one of the classes, cannot be read.
    pub fn new(classes: &Classes, specs: &[(String, Spec)]) -> anyhow::Result<SearchedClasses> {
        let program = Program::new(ClassPath::open(&classes.searched)?, translation());
        let sources = program.sources();
        let monitors = classes.monitors.as_ref().map(|it| it.class.clone());
        let mut wanted: BTreeSet<&str> = BTreeSet::new();
        let named: Vec<String> = specs.iter().flat_map(|(_, spec)| files(spec)).collect();
        for (class, source) in &sources {
            let is_named =
                |file: &String| Path::new(file).file_name() == Path::new(source).file_name();
            if named.iter().any(is_named) {
                wanted.insert(class);
            }
        }
        let functions = specs.iter().filter_map(|(_, spec)| match spec {
            Spec::Function(name) => method_named(&program, name).ok(),
            _ => None,
        });
        let functions: Vec<String> = functions.collect();
        let classes = functions.iter().filter_map(|name| class_of_function(name));
        let classes: Vec<String> = classes.collect();
        wanted.extend(classes.iter().map(String::as_str));
        let mut loaded = Loaded::default();
        for class in wanted {
            for method in program.source_methods(class)? {
                loaded
                    .add(&program, method)
                    .with_context(|| class.replace('/', "."))?;
            }
        }
        let files = (0..loaded.files).map(|file| program.file(FileId(file)).to_owned());
        let files: Vec<String> = files.collect();
        // One that was found is known by its path.
        let is_found = |source: &String| files.iter().any(|file| Path::new(file).ends_with(source));
        let others = sources.into_iter().map(|(_, source)| source);
        let mut sources: BTreeSet<String> = others.filter(|it| !is_found(it)).collect();
        sources.extend(files.iter().cloned());
        let code = Code {
            files,
            functions: loaded.functions,
            sources,
        };
        Ok(SearchedClasses {
            program,
            code,
            splits: BTreeMap::new(),
            monitors,
        })
    }

    /// Which of the methods that are explored may lead to which of the targets by calls: for each method, by
    /// number of the target.
    pub fn leading(&self, methods: &[Method], targets: &[Target]) -> Vec<Vec<bool>> {
        let calls = self.program.user_calls();
        let of_method = |method: &Method| {
            let reached = calls.reached_from(&function_name(method));
            let leads = |target: &Target| match (&reached, &target.goal) {
                (_, Goal::Nowhere(_)) => false,
                (None, _) | (_, Goal::AnyError(_)) => true,
                (Some(reached), Goal::Parts(parts)) => {
                    let mut functions = parts.iter().map(|part| part.function.as_str());
                    functions.any(|function| reached.contains(function))
                }
            };
            targets.iter().map(leads).collect()
        };
        methods.iter().map(of_method).collect()
    }

    /// What code is the program's own.
    pub fn own_code(&self) -> OwnCode {
        let sources = self.program.sources().into_iter();
        OwnCode::Classes(sources.map(|(class, _)| class.replace('/', ".")).collect())
    }

    /// Where blocks of functions are split.
    pub fn into_splits(self) -> BTreeMap<String, Split> {
        self.splits
    }
}

/// Names of files that a specification mentions.
fn files(spec: &Spec) -> Vec<String> {
    match spec {
        Spec::Line(position) | Spec::Side(position, _) => vec![position.file.clone()],
        Spec::Elsewhere(files) => files.iter().map(|file| file.path.clone()).collect(),
        Spec::Reported(sought) => {
            let places = sought.places.iter();
            places.map(|it| it.path.display().to_string()).collect()
        }
        Spec::Function(_) | Spec::Error(_) | Spec::Violation(_) => Vec::new(),
    }
}

/// Name of the function that `CLASS.METHOD` means, `CLASS.METHOD(TYPES)`, or with a descriptor.
fn method_named(program: &Program, name: &str) -> Result<String, TargetError> {
    let written = match name.strip_suffix(".<clinit>") {
        Some(_) => format!("{name}()V"),
        None => name.to_owned(),
    };
    if written.contains(')') && !written.ends_with(')') {
        return match program.find_function(&written) {
            Some(_) => Ok(written),
            None => Err(TargetError::NoSuchMethod),
        };
    }
    let found = program.select(&written)?;
    match found.as_slice() {
        [method]
            if written.ends_with(')')
                || written.ends_with(&method.name)
                || is_constructor(&written) =>
        {
            Ok(function_name(method))
        }
        _ => Err(TargetError::IsClass),
    }
}

/// True for `A.B.B`, the constructor of `A.B`.
fn is_constructor(name: &str) -> bool {
    let mut parts = name.rsplit(['.', '$']);
    parts.next().is_some_and(|last| parts.next() == Some(last))
}

/// Internal name of the class of a method that has the name of a function.
fn class_of_function(name: &str) -> Option<String> {
    let (class, ..) = names::split(name)?;
    Some(class.replace('.', "/"))
}

/// Methods that are loaded, and the numbers of their branches.
#[derive(Default)]
struct Loaded {
    functions: Vec<UserFunction>,
    files: u32,
    /// Numbers of the branches of a line; copies have the same.
    numbers: HashMap<(FileId, u32), HashMap<(FunctionId, String), u32>>,
    /// Initialisers of objects are copied into each constructor: these count as one function, by class.
    constructors: HashMap<String, FunctionId>,
}

impl Loaded {
    fn add(&mut self, program: &Program, method: SourceMethod) -> anyhow::Result<()> {
        let function = program.function(method.function)?;
        if !function.user {
            return Ok(());
        }
        if let Some(file) = function.location.file {
            self.files = self.files.max(file.0 + 1);
        }
        let blocks = decisions(&function);
        let mut branches = Vec::new();
        for branch in &method.branches {
            // Code that nothing leads to has no block.
            if let Some(&block) = blocks.get(&branch.decision) {
                branches.push(Branch {
                    block,
                    location: self.location(&function, method.function, branch),
                    holds: branch.holds,
                    operand: None,
                });
            }
        }
        self.functions.push(UserFunction { function, branches });
        Ok(())
    }

    fn location(&mut self, function: &Function, id: FunctionId, branch: &SourceBranch) -> Location {
        let mut location = Location {
            line: branch.line,
            column: 0,
            ..function.location
        };
        if let Some(file) = location.file {
            let owner = match function.name.split_once(".<init>(") {
                Some((class, _)) => *self.constructors.entry(class.to_owned()).or_insert(id),
                None => id,
            };
            let of_line = self.numbers.entry((file, branch.line)).or_default();
            let next = of_line.len() as u32 + 1;
            let key = (owner, branch.code.clone());
            location.column = *of_line.entry(key).or_insert(next);
        }
        location
    }
}

/// The blocks that decisions of a function are made in.
fn decisions(function: &Arc<Function>) -> HashMap<u32, BlockId> {
    let blocks = function.blocks.iter().enumerate();
    let branches = blocks.filter_map(|(index, block)| match block.terminator.kind {
        TerminatorKind::Branch {
            decision: Some(decision),
            ..
        } => Some((decision, BlockId(index as u32))),
        _ => None,
    });
    branches.collect()
}

impl Searched for SearchedClasses {
    fn code(&self) -> &Code {
        &self.code
    }

    fn has_columns(&self) -> bool {
        false
    }

    fn function(&self, name: &str) -> Result<Vec<Point>, TargetError> {
        let name = method_named(&self.program, name)?;
        let mut all = self.code.functions.iter();
        match all.position(|user| user.function.name == name) {
            Some(number) => Ok(vec![(number, BlockId(0), 0)]),
            None => Err(TargetError::NotOfUser),
        }
    }

    fn errors(&self, text: &str, kind: Option<ErrorKind>) -> Result<Vec<Found>, TargetError> {
        match kind {
            None | Some(ErrorKind::UncaughtException) => Ok(vec![Found {
                name: text.to_owned(),
                file: None,
                points: Vec::new(),
                arms: Vec::new(),
                errors: SoughtErrors::of(vec![ErrorKind::UncaughtException]),
                located: None,
            }]),
            Some(_) => Err(TargetError::NotInJava),
        }
    }

    fn violations(&self, specification: Option<&str>) -> Vec<CoveredPart> {
        match &self.monitors {
            Some(class) => violations::places(&self.program, class, specification),
            None => Vec::new(),
        }
    }

    fn split(
        &mut self,
        points: &BTreeMap<usize, BTreeSet<(BlockId, u32)>>,
    ) -> BTreeMap<Point, BlockId> {
        let mut starts = BTreeMap::new();
        for (&number, points) in points {
            let function = &self.code.functions[number].function;
            let split = Split {
                points: points.clone(),
                blocks: function.blocks.len(),
            };
            self.splits.insert(function.name.clone(), split);
            let mut copy = (**function).clone();
            for ((block, instruction), start) in ir::split_blocks(&mut copy, points) {
                starts.insert((number, block, instruction), start);
            }
        }
        starts
    }
}
