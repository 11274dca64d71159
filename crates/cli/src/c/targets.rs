//! Targets in C programs.

use crate::reach::code::{Branch, Code, OwnCode, UserFunction};
use crate::reach::operand::{Computed, ConditionOperand};
use crate::reach::searched::{Found, Point, Searched, SoughtErrors};
use crate::reach::target_error::TargetError;
use explore::{CoveredPart, Place};
use ir::{
    Block, BlockId, CompareOp, ErrorKind, FileId, FloatCompareOp, Function, InstructionKind,
    Location, Module, Operand, Program as _, TerminatorKind, split_blocks,
};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
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
            functions: Rc::new(module.functions.iter().map(|it| it.name.as_str()).collect()),
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
    functions: Rc<BTreeSet<&'a str>>,
    read: BTreeMap<FileId, Option<Vec<String>>>,
}

impl Texts<'_> {
    /// The lines of a source.
    fn lines(&mut self, file: FileId) -> Option<&Vec<String>> {
        let module = self.module;
        let lines = self.read.entry(file).or_insert_with(|| {
            let text = std::fs::read_to_string(module.file(file)).ok()?;
            Some(text.lines().map(str::to_owned).collect())
        });
        lines.as_ref()
    }

    /// The condition of a branch at a place, whose value is computed at another.
    fn operand(
        &mut self,
        branch: Location,
        (at, computed): (Location, Computed),
    ) -> Option<ConditionOperand> {
        let file = at.file.filter(|_| at.file == branch.file)?;
        let functions = Rc::clone(&self.functions);
        let is_function = |name: &str| functions.contains(name);
        let place = (at.line, at.column);
        ConditionOperand::at(self.lines(file)?, place, computed, &is_function)
    }

    /// Whether a branch that nothing alone computes is on the value of the whole condition of a loop: what clang places at
    /// its keyword. Where the source is not there, it is taken to be.
    fn is_of_loop(&mut self, branch: Location) -> bool {
        let Some(lines) = branch.file.and_then(|file| self.lines(file)) else {
            return true;
        };
        let line = lines.get((branch.line as usize).wrapping_sub(1));
        let rest = line.and_then(|line| line.get((branch.column as usize).wrapping_sub(1)..));
        let end = |rest: &str| rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        rest.is_some_and(|rest| {
            let word = &rest[..end(rest).unwrap_or(rest.len())];
            matches!(word, "while" | "for" | "do") || rest.starts_with('}')
        })
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
            let computed = computed(block, condition);
            let operand = computed.and_then(|computed| texts.operand(location, computed));
            if let Some(operand) = &operand {
                (location.line, location.column) = operand.begin;
            }
            // The way taken if what is computed holds comes first.
            let holds = match &operand {
                Some(operand) => operand
                    .is_certain
                    .then(|| u32::from(operand.is_negated_from(operand.begin))),
                None => texts.is_of_loop(location).then_some(0),
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

/// Where the condition of the branch at the end of a block is computed in it, and as what.
fn computed(block: &Block, condition: &Operand) -> Option<(Location, Computed)> {
    let Operand::Register(register) = condition else {
        return None;
    };
    let mut instructions = block.instructions.iter().rev();
    let found = instructions.find(|it| it.kind.destinations().contains(register))?;
    let computed = match &found.kind {
        InstructionKind::Compare { op, .. } => match op {
            CompareOp::Eq => Computed::Compared("=="),
            CompareOp::Ne => Computed::Compared("!="),
            CompareOp::Ult | CompareOp::Slt => Computed::Compared("<"),
            CompareOp::Ule | CompareOp::Sle => Computed::Compared("<="),
            CompareOp::Ugt | CompareOp::Sgt => Computed::Compared(">"),
            CompareOp::Uge | CompareOp::Sge => Computed::Compared(">="),
            _ => Computed::Otherwise,
        },
        InstructionKind::FloatCompare { op, .. } => match op {
            FloatCompareOp::Oeq => Computed::Compared("=="),
            FloatCompareOp::Une => Computed::Compared("!="),
            FloatCompareOp::Olt => Computed::Compared("<"),
            FloatCompareOp::Ole => Computed::Compared("<="),
            FloatCompareOp::Ogt => Computed::Compared(">"),
            FloatCompareOp::Oge => Computed::Compared(">="),
            _ => Computed::Otherwise,
        },
        InstructionKind::Cast { .. }
        | InstructionKind::Load { .. }
        | InstructionKind::Call { .. }
        | InstructionKind::CallIndirect { .. } => Computed::Value,
        _ => Computed::Otherwise,
    };
    Some((found.location, computed))
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
