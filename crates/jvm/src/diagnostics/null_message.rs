//! Messages of null pointer exceptions that say what was null (JEP 358): computed from the bytecode
//! when the message is asked for, as the JVM does, and in its words.

use crate::Program;
use crate::bytecode::{Code, Op};
use crate::class_file::{MemberRef, access};
use crate::descriptor::{JavaType, Kind, Signature};
use crate::program::{Body, Linked, Literal};
use ir::{ClassId, LiteralId, Primitive};
use std::sync::Arc;

/// How deep the description of a source goes.
const DETAIL: u32 = 5;

/// A value on the stack: its kind, and the instruction that pushed it where that is certain.
#[derive(Clone, Copy, PartialEq)]
struct Value {
    kind: Kind,
    source: Option<u32>,
}

/// What is known before an instruction.
#[derive(Clone, PartialEq)]
struct State {
    stack: Vec<Value>,
    /// Local variables that have been written.
    written: Vec<bool>,
}

/// The message for an instruction of a method; `None` if there is none.
pub(crate) fn message(program: &Program, class: ClassId, method: u32, op: u32) -> Option<String> {
    let class = program.linked(class).ok()?;
    let code = program.decoded(&class, method).ok()?;
    let describer = Describer {
        program,
        states: states(program, &code),
        class,
        method,
        code,
    };
    describer.message(op)
}

struct Describer<'a> {
    program: &'a Program,
    class: Arc<Linked>,
    method: u32,
    code: Code,
    states: Vec<Option<State>>,
}

/// What is on the stack before each instruction, by a forward analysis.
fn states(program: &Program, code: &Code) -> Vec<Option<State>> {
    let mut states: Vec<Option<State>> = vec![None; code.ops.len()];
    let first = State {
        stack: Vec::new(),
        written: vec![false; usize::from(code.max_locals) + 2],
    };
    let mut pending = vec![(0, first)];
    while let Some((at, state)) = pending.pop() {
        let Some(known) = states.get_mut(at) else {
            continue;
        };
        let merged = match known {
            Some(known) => {
                let merged = merge(known, &state);
                if merged == *known {
                    continue;
                }
                merged
            }
            None => state,
        };
        *known = Some(merged.clone());
        for handler in &code.handlers {
            if (handler.start..handler.end).contains(&(at as u32)) {
                let mut caught = merged.clone();
                caught.stack = vec![Value {
                    kind: Kind::Reference,
                    source: None,
                }];
                pending.push((handler.handler as usize, caught));
            }
        }
        let mut after = merged;
        if step(program, &code.ops[at], at as u32, &mut after).is_none() {
            continue;
        }
        let (targets, goes_on) = successors(&code.ops[at]);
        for target in targets {
            pending.push((target as usize, after.clone()));
        }
        if goes_on {
            pending.push((at + 1, after));
        }
    }
    states
}

fn merge(a: &State, b: &State) -> State {
    let both = std::iter::zip(&a.stack, &b.stack).map(|(a, b)| Value {
        kind: a.kind,
        source: if a.source == b.source { a.source } else { None },
    });
    State {
        stack: both.collect(),
        written: std::iter::zip(&a.written, &b.written)
            .map(|(a, b)| *a || *b)
            .collect(),
    }
}

fn successors(op: &Op) -> (Vec<u32>, bool) {
    match op {
        Op::If(_, to) | Op::IfCompare(_, to) | Op::IfSame(_, to) | Op::IfNull(_, to) => {
            (vec![*to], true)
        }
        Op::Goto(to) | Op::Jsr(to) => (vec![*to], false),
        Op::Switch(cases, default) => {
            let mut all: Vec<u32> = cases.iter().map(|(_, to)| *to).collect();
            all.push(*default);
            (all, false)
        }
        Op::Return(_) | Op::Throw | Op::Ret(_) => (Vec::new(), false),
        _ => (Vec::new(), true),
    }
}

/// Applies an instruction; `None` if the stack does not fit.
fn step(program: &Program, op: &Op, at: u32, state: &mut State) -> Option<()> {
    let (pops, push) = effect(program, op)?;
    match op {
        Op::Pop2 => {
            if !state.stack.pop()?.kind.is_wide() {
                state.stack.pop()?;
            }
            return Some(());
        }
        Op::Dup { skip } => return duplicate(&mut state.stack, 1, *skip),
        Op::Dup2 { skip } => return duplicate(&mut state.stack, 2, *skip),
        Op::Swap => {
            let (a, b) = (state.stack.pop()?, state.stack.pop()?);
            state.stack.extend([a, b]);
            return Some(());
        }
        Op::CheckCast(_) => return Some(()),
        Op::Store(_, slot) | Op::Increment(slot, _) => {
            *state.written.get_mut(usize::from(*slot))? = true;
        }
        _ => {}
    }
    let left = state.stack.len().checked_sub(pops)?;
    state.stack.truncate(left);
    state.stack.extend(push.map(|kind| Value {
        kind,
        source: Some(at),
    }));
    Some(())
}

fn duplicate(stack: &mut Vec<Value>, slots: u8, skip: u8) -> Option<()> {
    let mut take = |slots: u8| {
        let mut left = u16::from(slots);
        let mut taken = Vec::new();
        while left > 0 {
            let value = stack.pop()?;
            left = left.checked_sub(value.kind.slots())?;
            taken.insert(0, value);
        }
        Some(taken)
    };
    let top = take(slots)?;
    let under = take(skip)?;
    stack.extend(&top);
    stack.extend(under);
    stack.extend(top);
    Some(())
}

fn element_kind(element: Option<Primitive>) -> Kind {
    element.map_or(Kind::Reference, |primitive| {
        JavaType::Primitive(primitive).kind()
    })
}

/// How many values an instruction pops, and the kind of the one it pushes.
fn effect(program: &Program, op: &Op) -> Option<(usize, Option<Kind>)> {
    let field = |member: &MemberRef| {
        JavaType::of_field(program.symbols.text(member.descriptor)).map(|ty| ty.kind())
    };
    let call = |descriptor: crate::symbol::Symbol, receiver: usize| {
        let signature = Signature::parse(program.symbols.text(descriptor))?;
        let result = signature.result.map(|ty| ty.kind());
        Some((signature.parameters.len() + receiver, result))
    };
    Some(match op {
        Op::Nop | Op::Increment(..) | Op::Goto(_) | Op::Ret(_) | Op::CheckCast(_) => (0, None),
        Op::Null
        | Op::Literal(_)
        | Op::ClassConstant(_)
        | Op::HandleConstant(_)
        | Op::MethodTypeConstant(_)
        | Op::New(_)
        | Op::Jsr(_) => (0, Some(Kind::Reference)),
        Op::DynamicConstant(dynamic) => {
            let ty = JavaType::of_field(program.symbols.text(dynamic.descriptor))?;
            (0, Some(ty.kind()))
        }
        Op::Number(kind, _) | Op::Load(kind, _) => (0, Some(*kind)),
        Op::Store(..) | Op::Pop | Op::If(..) | Op::IfNull(..) | Op::Switch(..) => (1, None),
        Op::Throw | Op::Monitor => (1, None),
        Op::ArrayLoad(element) => (2, Some(element_kind(*element))),
        Op::ArrayStore(_) => (3, None),
        Op::Pop2 | Op::Dup { .. } | Op::Dup2 { .. } | Op::Swap => (0, None),
        Op::Binary(_, kind) | Op::Divide { kind, .. } | Op::FloatBinary(_, kind) => {
            (2, Some(*kind))
        }
        Op::Negate(kind) => (1, Some(*kind)),
        Op::Convert(_, to) | Op::FromBits(to) => (1, Some(*to)),
        Op::ToBits(_) => (1, Some(Kind::Long)),
        Op::Narrow(_) | Op::ArrayLength | Op::InstanceOf(_) => (1, Some(Kind::Int)),
        Op::CompareLong | Op::CompareFloat(..) => (2, Some(Kind::Int)),
        Op::IfCompare(..) | Op::IfSame(..) => (2, None),
        Op::Return(kind) => (usize::from(kind.is_some()), None),
        Op::GetStatic(member) => (0, Some(field(member)?)),
        Op::PutStatic(_) => (1, None),
        Op::GetField(member) => (1, Some(field(member)?)),
        Op::PutField(_) => (2, None),
        Op::Invoke(invoke, member) => {
            let receiver = usize::from(*invoke != crate::bytecode::Invoke::Static);
            call(member.descriptor, receiver)?
        }
        Op::InvokeDynamic(dynamic) => call(dynamic.descriptor, 0)?,
        Op::NewArray(_) => (1, Some(Kind::Reference)),
        Op::NewMultiArray(_, dimensions) => (usize::from(*dimensions), Some(Kind::Reference)),
        Op::CallFunction(_) | Op::Intrinsic(_) | Op::Unsupported(_) => return None,
    })
}

/// Class names as these messages have them.
fn shortened(name: &str) -> String {
    let name = name.replace('/', ".");
    for known in ["java.lang.Object", "java.lang.String"] {
        if let Some(rest) = name.strip_prefix(known)
            && (rest.is_empty() || rest.starts_with('['))
        {
            return known.trim_start_matches("java.lang.").to_owned() + rest;
        }
    }
    name
}

fn element_name(element: Option<Primitive>) -> &'static str {
    match element {
        None => "object",
        Some(Primitive::Byte) => "byte/boolean",
        Some(primitive) => primitive.name(),
    }
}

impl Describer<'_> {
    fn text(&self, symbol: crate::symbol::Symbol) -> &str {
        self.program.symbols.text(symbol)
    }

    fn message(&self, at: u32) -> Option<String> {
        let op = self.code.ops.get(at as usize)?;
        // What was to be done, and how deep in the stack the null is.
        let (what, depth) = match op {
            Op::ArrayLoad(element) => (
                format!("Cannot load from {} array", element_name(*element)),
                1,
            ),
            Op::ArrayStore(element) => (
                format!("Cannot store to {} array", element_name(*element)),
                2,
            ),
            Op::ArrayLength => ("Cannot read the array length".to_owned(), 0),
            Op::GetField(member) => (
                format!("Cannot read field \"{}\"", self.text(member.name)),
                0,
            ),
            Op::PutField(member) => (
                format!("Cannot assign field \"{}\"", self.text(member.name)),
                1,
            ),
            Op::Invoke(_, member) => {
                let signature = Signature::parse(self.text(member.descriptor))?;
                (
                    format!("Cannot invoke \"{}\"", self.method_name(member)),
                    signature.parameters.len(),
                )
            }
            Op::Throw => ("Cannot throw exception".to_owned(), 0),
            Op::Monitor => ("Cannot enter synchronized block".to_owned(), 0),
            _ => return None,
        };
        let cause = self.cause(at, depth, DETAIL, false);
        Some(match cause {
            Some(cause) if self.is_call(at, depth) => {
                format!("{what} because the return value of \"{cause}\" is null")
            }
            Some(cause) => format!("{what} because \"{cause}\" is null"),
            None => what,
        })
    }

    fn source(&self, at: u32, depth: usize) -> Option<u32> {
        let stack = &self.states.get(at as usize)?.as_ref()?.stack;
        stack.get(stack.len().checked_sub(depth + 1)?)?.source
    }

    fn is_call(&self, at: u32, depth: usize) -> bool {
        let source = self.source(at, depth);
        source.is_some_and(|source| matches!(self.code.ops[source as usize], Op::Invoke(..)))
    }

    /// Where the value so deep in the stack before an instruction comes from.
    fn cause(&self, at: u32, depth: usize, detail: u32, inner: bool) -> Option<String> {
        if detail == 0 {
            return None;
        }
        let source = self.source(at, depth)?;
        match &self.code.ops[source as usize] {
            Op::Null => Some("null".to_owned()),
            Op::Number(Kind::Int, bits) if inner => Some((*bits as i32).to_string()),
            Op::Load(Kind::Reference | Kind::Int, slot) => self.variable(source, *slot),
            Op::GetStatic(member) => Some(format!(
                "{}.{}",
                shortened(self.text(member.class)),
                self.text(member.name)
            )),
            Op::GetField(member) => {
                let name = self.text(member.name);
                Some(match self.cause(source, 0, detail - 1, inner) {
                    Some(object) => format!("{object}.{name}"),
                    None => name.to_owned(),
                })
            }
            Op::Invoke(_, member) => Some(self.method_name(member)),
            Op::ArrayLoad(None | Some(Primitive::Int)) => {
                let array = self.cause(source, 1, detail - 1, inner);
                let index = self.cause(source, 0, detail, true);
                Some(format!(
                    "{}[{}]",
                    array.unwrap_or_else(|| "<array>".to_owned()),
                    index.unwrap_or_else(|| "...".to_owned())
                ))
            }
            _ => None,
        }
    }

    fn method_name(&self, member: &MemberRef) -> String {
        let signature = Signature::parse(self.text(member.descriptor));
        let parameters: Vec<String> = signature
            .iter()
            .flat_map(|signature| &signature.parameters)
            .map(|ty| shortened(&ty.source()))
            .collect();
        format!(
            "{}.{}({})",
            shortened(self.text(member.class)),
            self.text(member.name),
            parameters.join(", ")
        )
    }

    fn variable(&self, at: u32, slot: u16) -> Option<String> {
        let method = &self.class.methods[self.method as usize];
        let offset = *self.code.offsets.get(at as usize)?;
        if let Body::File(info) = &method.body
            && let Some(variable) = info.variables.iter().find(|variable| {
                let start = u32::from(variable.start);
                variable.index == slot
                    && (start..start + u32::from(variable.length)).contains(&offset)
            })
        {
            return Some(self.text(variable.name).to_owned());
        }
        let is_static = method.access & access::STATIC != 0;
        if !is_static && slot == 0 {
            return Some("this".to_owned());
        }
        let written = self.states.get(at as usize)?.as_ref()?.written[usize::from(slot)];
        let signature = Signature::parse(self.text(method.descriptor))?;
        let mut next = u16::from(!is_static);
        for (number, ty) in signature.parameters.iter().enumerate() {
            if next == slot && !written {
                return Some(format!("<parameter{}>", number + 1));
            }
            next += ty.kind().slots();
        }
        Some(format!("<local{slot}>"))
    }
}

impl Program {
    /// A string constant.
    pub(crate) fn literal_units(&self, id: LiteralId) -> Arc<[u16]> {
        match &self.literals[id.0 as usize] {
            Literal::Text(text) => Arc::clone(text),
            Literal::NullMessage {
                class,
                method,
                op,
                text,
            } => {
                let make = || {
                    let message = message(self, *class, *method, *op);
                    message.unwrap_or_default().encode_utf16().collect()
                };
                Arc::clone(text.get_or_init(make))
            }
        }
    }
}
