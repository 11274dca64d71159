//! Targets in C programs.

use crate::reach::code::{Branch, Code, OwnCode, UserFunction};
use crate::reach::operand::ConditionOperand;
use crate::reach::searched::{Found, Point, Searched, SoughtErrors};
use crate::reach::target_error::TargetError;
use explore::{CoveredPart, Place};
use ir::{
    Block, BlockId, ErrorKind, FileId, Function, Location, Module, Operand, Program as _,
    TerminatorKind, split_blocks,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A module whose functions of the user are searched.
pub struct SearchedModule<'a> {
    module: &'a mut Module,
    /// Numbers of the functions in the module.
    numbers: Vec<usize>,
    code: Code,
}

/// Functions of the user in a module.
pub fn own_code(module: &Module) -> OwnCode {
    let user = module.functions.iter().filter(|function| function.user);
    OwnCode::Functions(user.map(|function| function.name.clone()).collect())
}

impl SearchedModule<'_> {
    /// All of its functions of the user.
    pub fn new(module: &mut Module) -> SearchedModule<'_> {
        let mut texts = Texts {
            module,
            functions: module.functions.iter().map(|it| it.name.as_str()).collect(),
            read: BTreeMap::new(),
        };
        let functions = module.functions.iter().enumerate();
        let user = functions.filter(|(_, function)| function.user && !function.is_declaration());
        let (numbers, functions) = user
            .map(|(number, function)| {
                let user = UserFunction {
                    function: function.clone(),
                    branches: branches(function, &mut texts),
                };
                (number, user)
            })
            .unzip();
        let functions: Vec<UserFunction> = functions;
        let locations = functions.iter().map(|user| user.function.location);
        let files = locations.filter_map(|location| location.file);
        let sources = files.map(|file| module.file(file).to_owned()).collect();
        let code = Code {
            functions,
            files: module.files.clone(),
            sources,
        };
        SearchedModule {
            module,
            numbers,
            code,
        }
    }
}

/// The texts of the sources of a module, as far as they are there.
struct Texts<'a> {
    module: &'a Module,
    /// Names of functions, which are no macros.
    functions: BTreeSet<&'a str>,
    read: BTreeMap<FileId, Option<Vec<String>>>,
}

impl Texts<'_> {
    /// The condition of a branch at a place, to which something leads that is computed at another.
    fn operand(&mut self, branch: Location, computed: Location) -> Option<ConditionOperand> {
        let file = computed.file.filter(|_| computed.file == branch.file)?;
        let module = self.module;
        let lines = self.read.entry(file).or_insert_with(|| {
            let text = std::fs::read_to_string(module.file(file)).ok()?;
            Some(text.lines().map(str::to_owned).collect())
        });
        let is_function = |name: &str| self.functions.contains(name);
        ConditionOperand::at(
            lines.as_ref()?,
            (computed.line, computed.column),
            &is_function,
        )
    }
}

fn branches(function: &Function, texts: &mut Texts<'_>) -> Vec<Branch> {
    let blocks = function.blocks.iter().enumerate();
    let branches = blocks.filter_map(|(index, block)| match &block.terminator.kind {
        TerminatorKind::Branch {
            decision: Some(_),
            condition,
            ..
        } => {
            let mut location = block.terminator.location;
            let computed = computed_at(function, block, condition);
            let operand = computed.and_then(|computed| texts.operand(location, computed));
            if let Some(operand) = &operand {
                (location.line, location.column) = operand.begin;
            }
            // The way taken if what is computed holds comes first.
            let holds = match &operand {
                Some(operand) if operand.is_macro => None,
                Some(operand) => Some(u32::from(operand.is_negated_from(operand.begin))),
                None => Some(0),
            };
            Some(Branch {
                block: BlockId(index as u32),
                location,
                holds,
                operand,
            })
        }
        _ => None,
    });
    branches.collect()
}

/// Where the condition of the branch at the end of a block is computed.
fn computed_at(function: &Function, block: &Block, condition: &Operand) -> Option<Location> {
    let Operand::Register(register) = condition else {
        return None;
    };
    let within = |block: &Block| {
        let mut instructions = block.instructions.iter().rev();
        let found = instructions.find(|it| it.kind.destinations().contains(register));
        found.map(|it| it.location)
    };
    within(block).or_else(|| function.blocks.iter().find_map(within))
}

impl Searched for SearchedModule<'_> {
    fn code(&self) -> &Code {
        &self.code
    }

    fn has_columns(&self) -> bool {
        true
    }

    fn function(&self, name: &str) -> Result<Vec<Point>, TargetError> {
        let mut all = self.code.functions.iter();
        if let Some(number) = all.position(|user| user.function.name == name) {
            return Ok(vec![(number, BlockId(0), 0)]);
        }
        let mut all = self.module.functions.iter();
        match all.find(|function| function.name == name) {
            None => Err(TargetError::NoSuchFunction),
            Some(function) if function.is_declaration() => Err(TargetError::NoBody),
            Some(_) => Err(TargetError::OfLibrary),
        }
    }

    fn errors(&self, text: &str, kind: Option<ErrorKind>) -> Result<Vec<Found>, TargetError> {
        errors(text, kind, &self.code, self.module)
    }

    fn violations(&self, specification: Option<&str>) -> Vec<CoveredPart> {
        super::violations::places(self.module, specification)
    }

    fn split(
        &mut self,
        points: &BTreeMap<usize, BTreeSet<(BlockId, u32)>>,
    ) -> BTreeMap<Point, BlockId> {
        let mut starts = BTreeMap::new();
        for (&number, points) in points {
            let function = &mut self.module.functions[self.numbers[number]];
            let function = Arc::make_mut(function);
            for ((block, instruction), start) in split_blocks(function, points) {
                starts.insert((number, block, instruction), start);
            }
        }
        starts
    }
}

/// Errors of kinds that any access may make, as the machine itself sees them.
const ANYWHERE: &[ErrorKind] = &[
    ErrorKind::OutOfBounds,
    ErrorKind::UseAfterFree,
    ErrorKind::DoubleFree,
    ErrorKind::InvalidFree,
    ErrorKind::NullDereference,
    ErrorKind::InvalidPointer,
    ErrorKind::WriteToConstant,
    ErrorKind::StackExhausted,
    ErrorKind::MemoryLeak,
    ErrorKind::UninitialisedRead,
    ErrorKind::BadCall,
    ErrorKind::LibraryMisuse,
    ErrorKind::UncaughtException,
];

/// A target for each place of user code that does nothing but make an error, and one for errors that may
/// happen anywhere.
fn errors(
    text: &str,
    kind: Option<ErrorKind>,
    code: &Code,
    module: &Module,
) -> Result<Vec<Found>, TargetError> {
    let wanted = |of: ErrorKind| kind.is_none_or(|kind| kind == of);
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for (number, user) in code.functions.iter().enumerate() {
        let function = &*user.function;
        for (index, block) in function.blocks.iter().enumerate() {
            let Some((made, at, location)) = vm::reported_error(module, function, block) else {
                continue;
            };
            if !wanted(made) {
                continue;
            }
            let place = Place::of(module, location);
            let name = format!("error:{} at {place}", made.name());
            let target = found.entry(name.clone()).or_insert_with(|| Found {
                name,
                file: None,
                points: Vec::new(),
                arms: Vec::new(),
                errors: SoughtErrors::default(),
                located: None,
            });
            target.points.push((number, BlockId(index as u32), at));
        }
    }
    let mut found: Vec<Found> = found.into_values().collect();
    let anywhere: Vec<ErrorKind> = ANYWHERE.iter().copied().filter(|&it| wanted(it)).collect();
    if !anywhere.is_empty() {
        found.push(Found {
            name: match kind {
                Some(_) => text.to_owned(),
                None => "error of memory or the library".to_owned(),
            },
            file: None,
            points: Vec::new(),
            arms: Vec::new(),
            errors: SoughtErrors::of(anywhere),
            located: None,
        });
    }
    match found.is_empty() {
        true => Err(TargetError::NoSuchError),
        false => Ok(found),
    }
}
