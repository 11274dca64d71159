//! What the code of functions comes to, so that it can be told whether it has changed: not where it stands in
//! its file, as what is written above it says nothing of it.

use ir::{
    Constant, Function, Global, GlobalId, Initialiser, Instruction, InstructionKind, Location,
    Module, Operand, Program, SourceType, SourceTypeId,
};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Functions of C libraries that report failed assertions, and their argument that is the line.
const SAY_LINES: [&str; 2] = ["__assert_fail", "__assert"];
const LINE_SAID: usize = 2;

/// SHA-256 in hexadecimal digits.
pub fn hash(text: &str) -> String {
    let digits = Sha256::digest(text.as_bytes());
    digits.iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// A function's code: its instructions, with the lines of the source counted from its own first one.
pub fn code_text(program: &dyn Program, function: &Function) -> String {
    let mut bare = function.clone();
    let mut lines = Vec::new();
    let first = function.location.line;
    let mut strip = |location: &mut Location| {
        // What is of no line stays so.
        let line = match location.line {
            0 => None,
            line => Some(line.wrapping_sub(first)),
        };
        lines.push((line, location.column));
        *location = Location::default();
    };
    for block in &mut bare.blocks {
        for instruction in &mut block.instructions {
            count_own_line(program, instruction, first);
            strip(&mut instruction.location);
        }
        strip(&mut block.terminator.location);
    }
    bare.location = Location::default();
    // Types are named by their numbers, which depend on the rest of the program.
    bare.source_result = None;
    bare.source_parameters.clear();
    for parameter in &mut bare.parameters {
        parameter.source_type = None;
    }
    let mut text = ir::function_of_program_text(program, &bare);
    let _ = write!(text, "{lines:?}");
    text
}

/// The line that an assertion hands on to say where it is, counted from the first one of its function. (Of one that stands in
/// several lines it need not be that of the call.)
fn count_own_line(program: &dyn Program, instruction: &mut Instruction, first: u32) {
    let InstructionKind::Call {
        function,
        arguments,
        ..
    } = &mut instruction.kind
    else {
        return;
    };
    let called = program.loaded_function(*function);
    if called.is_some_and(|it| SAY_LINES.contains(&it.name.as_str()))
        && let Some(Operand::Constant(Constant::Bits(line))) = arguments.get_mut(LINE_SAID)
    {
        *line = line.wrapping_sub(u64::from(first));
    }
}

/// Names constants of the compiler's (strings, tables of initial values) by what they hold: their own names are
/// numbers that change with those in front of them.
pub fn name_constants(module: &mut Module) {
    for global in &mut module.globals {
        let is_bytes = |(_, piece): &(u64, Initialiser)| matches!(piece, Initialiser::Bytes(_));
        let made = global.constant && global.name.starts_with('.');
        if made && global.initialisers.iter().all(is_bytes) {
            global.name = format!("constant {}", hash(&format!("{:?}", global.initialisers)));
        }
    }
}

/// What variables a function names hold at first, and those that they lead to.
pub fn globals_text(module: &Module, function: &Function) -> String {
    let mut seen = BTreeSet::new();
    let mut todo: Vec<GlobalId> = Vec::new();
    let mut see = |operand: &Operand| {
        if let Operand::Constant(Constant::Global(id, _)) = operand {
            todo.push(*id);
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            instruction.kind.operands().into_iter().for_each(&mut see);
        }
        block
            .terminator
            .kind
            .operands()
            .into_iter()
            .for_each(&mut see);
        for edge in block.terminator.kind.edges() {
            edge.moves.iter().for_each(|(_, operand)| see(operand));
        }
    }
    while let Some(id) = todo.pop() {
        let Some(global) = module
            .globals
            .get(id.0 as usize)
            .filter(|_| seen.insert(id))
        else {
            continue;
        };
        for (_, piece) in &global.initialisers {
            if let Initialiser::Global(next, _) = piece {
                todo.push(*next);
            }
        }
    }
    let mut texts: Vec<String> = seen
        .iter()
        .filter_map(|id| module.globals.get(id.0 as usize))
        .map(|global| global_text(module, global))
        .collect();
    texts.sort();
    texts.concat()
}

fn global_text(module: &Module, global: &Global) -> String {
    let mut text = format!(
        "{} {} {} {}:",
        global.name, global.size, global.align, global.constant
    );
    for (offset, piece) in &global.initialisers {
        let _ = match piece {
            Initialiser::Bytes(bytes) => write!(text, " {offset} {bytes:?}"),
            Initialiser::Global(id, plus) => {
                let name = module.globals.get(id.0 as usize).map_or("", |it| &it.name);
                write!(text, " {offset} {name}+{plus}")
            }
            Initialiser::Function(id) => {
                let name = module
                    .functions
                    .get(id.0 as usize)
                    .map_or("", |it| &it.name);
                write!(text, " {offset} {name}")
            }
        };
    }
    text
}

/// The types of a function's parameters and result with all that they are made of, which its inputs are made
/// by.
pub fn types_text(module: &Module, function: &Function) -> String {
    let mut types = TypeTexts {
        module,
        seen: Vec::new(),
        text: String::new(),
    };
    let parameters = function.parameters.iter().map(|it| it.source_type);
    let whole = function.source_parameters.iter().map(|it| Some(it.ty));
    for ty in parameters.chain(whole).chain([function.source_result]) {
        match ty {
            Some(ty) => types.write(ty),
            None => types.text.push('-'),
        }
        types.text.push(';');
    }
    types.text
}

struct TypeTexts<'m> {
    module: &'m Module,
    /// Those that are written, by number in this list.
    seen: Vec<SourceTypeId>,
    text: String,
}

impl TypeTexts<'_> {
    fn write(&mut self, ty: SourceTypeId) {
        if let Some(known) = self.seen.iter().position(|it| *it == ty) {
            let _ = write!(self.text, "#{known}");
            return;
        }
        self.seen.push(ty);
        match self.module.source_type(ty) {
            SourceType::Pointer { target } => {
                self.text.push('*');
                self.write(*target);
            }
            SourceType::Array { element, count } => {
                let _ = write!(self.text, "[{count}]");
                self.write(*element);
            }
            SourceType::Record {
                name,
                union,
                encapsulated,
                size,
                members,
            } => {
                let _ = write!(self.text, "{name:?} {union} {encapsulated} {size}{{");
                for member in members {
                    let (name, at) = (&member.name, member.bit_offset);
                    let _ = write!(self.text, "{name} {at} {:?} ", member.bit_width);
                    self.write(member.ty);
                }
                self.text.push('}');
            }
            SourceType::Typedef { name, target } => {
                let _ = write!(self.text, "{name}=");
                self.write(*target);
            }
            SourceType::Qualified { qualifier, target } => {
                let _ = write!(self.text, "{qualifier} ");
                self.write(*target);
            }
            SourceType::Function {
                result,
                parameters,
                variadic,
            } => {
                let _ = write!(self.text, "({variadic}");
                self.write(*result);
                for parameter in parameters {
                    self.write(*parameter);
                }
                self.text.push(')');
            }
            other @ (SourceType::Void
            | SourceType::Int { .. }
            | SourceType::Float { .. }
            | SourceType::Enum { .. }) => {
                let _ = write!(self.text, "{other:?}");
            }
        }
    }
}
