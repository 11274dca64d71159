//! Functions, instructions and terminators to text.

use super::literal::write_string;
use super::mnemonic::Mnemonic;
use super::printer::{Names, write_label, write_location, write_type_attribute};
use crate::{
    ClassId, Edge, Function, FunctionId, Instruction, InstructionKind, Module, Operand, Program,
    Reg, Terminator, TerminatorKind, Type,
};
use std::fmt::{self, Write};

/// One function of a module in its textual form.
pub fn function_text(module: &Module, id: FunctionId) -> String {
    let mut out = String::new();
    if let Some(function) = module.functions.get(id.0 as usize) {
        write_function(&mut out, &Names::exact(module), function).expect("strings take any text");
    }
    out
}

/// A function of a program that is not whole in memory, for people: what it mentions is named, even
/// where others bear the name.
pub fn function_of_program_text(program: &dyn Program, function: &Function) -> String {
    let mut out = String::new();
    write_function(&mut out, &Names::plain(program), function).expect("strings take any text");
    out
}

/// One instruction of a function on one line, for traces and messages.
pub fn instruction_text(
    program: &dyn Program,
    function: &Function,
    instruction: &Instruction,
) -> String {
    let names = Names::plain(program);
    let mut out = String::new();
    let mut printer = FunctionPrinter {
        out: &mut out,
        names: &names,
        function,
    };
    printer
        .instruction(instruction)
        .expect("strings take any text");
    out
}

/// One terminator of a function, for traces and messages; a switch takes several lines.
pub fn terminator_text(
    program: &dyn Program,
    function: &Function,
    terminator: &Terminator,
) -> String {
    let names = Names::plain(program);
    let mut out = String::new();
    let mut printer = FunctionPrinter {
        out: &mut out,
        names: &names,
        function,
    };
    printer
        .terminator(terminator)
        .expect("strings take any text");
    out
}

/// Writes a whole function.
pub(super) fn write_function(
    out: &mut impl Write,
    names: &Names,
    function: &Function,
) -> fmt::Result {
    FunctionPrinter {
        out,
        names,
        function,
    }
    .function()
}

/// Writes parts of one function.
pub(super) struct FunctionPrinter<'a, W> {
    out: &'a mut W,
    names: &'a Names<'a>,
    function: &'a Function,
}

impl FunctionPrinter<'_, String> {
    /// True for a declaration that has no registers but its parameters.
    pub(super) fn is_plain_declaration(function: &Function) -> bool {
        let is_parameter = |index| function.parameters.iter().any(|p| p.register == Reg(index));
        function.is_declaration() && (0..function.registers.len() as u32).all(is_parameter)
    }
}

impl<W: Write> FunctionPrinter<'_, W> {
    fn type_of(&self, register: Reg) -> Option<Type> {
        self.function.registers.get(register.0 as usize).copied()
    }

    fn function(&mut self) -> fmt::Result {
        let declaration = FunctionPrinter::is_plain_declaration(self.function);
        self.out
            .write_str(if declaration { "declare " } else { "function " })?;
        super::literal::write_name(self.out, &self.function.name)?;
        self.signature()?;
        if declaration {
            return self.out.write_char('\n');
        }
        self.out.write_str(" {\n")?;
        self.variables()?;
        for (index, block) in self.function.blocks.iter().enumerate() {
            write_label(self.out, index as u32)?;
            self.out.write_str(":\n")?;
            for instruction in &block.instructions {
                self.out.write_str("  ")?;
                self.instruction(instruction)?;
                self.out.write_char('\n')?;
            }
            self.out.write_str("  ")?;
            self.terminator(&block.terminator)?;
            self.out.write_char('\n')?;
        }
        self.out.write_str("}\n")
    }

    /// Parameters, results and attributes.
    fn signature(&mut self) -> fmt::Result {
        let function = self.function;
        self.out.write_char('(')?;
        for (index, parameter) in function.parameters.iter().enumerate() {
            self.separator(index)?;
            self.typed_register(parameter.register)?;
            if !parameter.name.is_empty() {
                self.out.write_char(' ')?;
                write_string(self.out, &parameter.name)?;
            }
            write_type_attribute(self.out, "type", parameter.source_type)?;
            write_type_attribute(self.out, "pointee", parameter.pointee)?;
            if let Some(size) = parameter.by_value_size {
                write!(self.out, " byval({size})")?;
            }
        }
        if function.variadic {
            self.separator(function.parameters.len())?;
            self.out.write_str("...")?;
        }
        self.out.write_char(')')?;
        for (index, ty) in function.results.iter().enumerate() {
            write!(self.out, "{}{ty}", if index == 0 { " -> " } else { ", " })?;
        }
        write_type_attribute(self.out, "returns", function.source_result)?;
        if !function.source_parameters.is_empty() {
            self.out.write_str(" declared(")?;
            for (index, parameter) in function.source_parameters.iter().enumerate() {
                self.separator(index)?;
                write_string(self.out, &parameter.name)?;
                write!(self.out, " !{}", parameter.ty.0)?;
            }
            self.out.write_char(')')?;
        }
        for (set, word) in [
            (!function.user, " library"),
            (function.internal, " internal"),
            (function.throws, " throws"),
        ] {
            self.out.write_str(if set { word } else { "" })?;
        }
        write_location(self.out, function.location)
    }

    /// Registers whose type the body does not give before it is needed: those a move writes and
    /// those no instruction writes.
    fn variables(&mut self) -> fmt::Result {
        let count = self.function.registers.len();
        let mut typed = vec![false; count];
        let mut mark = |register: Reg, value: bool| {
            if let Some(slot) = typed.get_mut(register.0 as usize) {
                *slot = value;
            }
        };
        for block in &self.function.blocks {
            for instruction in &block.instructions {
                instruction
                    .kind
                    .destinations()
                    .iter()
                    .for_each(|to| mark(*to, true));
            }
        }
        for block in &self.function.blocks {
            for edge in block.terminator.kind.edges() {
                edge.moves.iter().for_each(|(to, _)| mark(*to, false));
            }
        }
        self.function
            .parameters
            .iter()
            .for_each(|p| mark(p.register, true));
        for register in (0..count as u32).map(Reg).filter(|r| !typed[r.0 as usize]) {
            self.out.write_str("  var ")?;
            self.typed_register(register)?;
            self.out.write_char('\n')?;
        }
        Ok(())
    }

    fn separator(&mut self, index: usize) -> fmt::Result {
        self.out.write_str(if index == 0 { "" } else { ", " })
    }

    fn typed_register(&mut self, register: Reg) -> fmt::Result {
        match self.type_of(register) {
            Some(ty) => write!(self.out, "%{}: {ty}", register.0),
            None => write!(self.out, "%{}: ?", register.0),
        }
    }

    fn operand(&mut self, operand: &Operand, ty: Option<Type>) -> fmt::Result {
        self.names.write_operand(self.out, operand, ty)
    }

    /// `%a: i32, %b: ptr = `, or nothing without destinations.
    fn destinations(&mut self, registers: &[Reg]) -> fmt::Result {
        for (index, register) in registers.iter().enumerate() {
            self.separator(index)?;
            self.typed_register(*register)?;
        }
        self.out
            .write_str(if registers.is_empty() { "" } else { " = " })
    }

    /// A word, a type if given, and operands of the type `ty`.
    fn operation(
        &mut self,
        word: &str,
        shown: Option<Type>,
        operands: &[&Operand],
        ty: Option<Type>,
    ) -> fmt::Result {
        self.out.write_str(word)?;
        if let Some(ty) = shown {
            write!(self.out, " {ty}")?;
        }
        for (index, operand) in operands.iter().enumerate() {
            self.out.write_str(if index == 0 { " " } else { ", " })?;
            self.operand(operand, ty)?;
        }
        Ok(())
    }

    /// An instruction with its location, without the end of the line.
    fn instruction(&mut self, instruction: &Instruction) -> fmt::Result {
        self.destinations(instruction.kind.destinations())?;
        self.instruction_kind(&instruction.kind)?;
        write_location(self.out, instruction.location)
    }

    fn instruction_kind(&mut self, kind: &InstructionKind) -> fmt::Result {
        match kind {
            InstructionKind::Copy { to, value } => {
                self.operation("copy", None, &[value], self.type_of(*to))
            }
            InstructionKind::Binary {
                op,
                to,
                left,
                right,
            } => self.operation(op.word(), None, &[left, right], self.type_of(*to)),
            InstructionKind::Unary { op, to, value } => {
                self.operation(op.word(), None, &[value], self.type_of(*to))
            }
            InstructionKind::Compare {
                op,
                ty,
                left,
                right,
                ..
            } => {
                write!(self.out, "icmp ")?;
                self.operation(op.word(), Some(*ty), &[left, right], Some(*ty))
            }
            InstructionKind::FloatBinary {
                op,
                format,
                left,
                right,
                ..
            } => {
                let ty = Some(Type::Float(*format));
                self.operation(op.word(), ty, &[left, right], ty)
            }
            InstructionKind::FloatUnary {
                op, format, value, ..
            } => {
                let ty = Some(Type::Float(*format));
                self.operation(op.word(), ty, &[value], ty)
            }
            InstructionKind::FloatFma {
                format, a, b, c, ..
            } => {
                let ty = Some(Type::Float(*format));
                self.operation("fma", ty, &[a, b, c], ty)
            }
            InstructionKind::FloatCompare {
                op,
                format,
                left,
                right,
                ..
            } => {
                let ty = Some(Type::Float(*format));
                write!(self.out, "fcmp ")?;
                self.operation(op.word(), ty, &[left, right], ty)
            }
            InstructionKind::Cast {
                op, from, value, ..
            } => self.operation(op.word(), Some(*from), &[value], Some(*from)),
            InstructionKind::Select {
                to,
                condition,
                then,
                otherwise,
            } => {
                self.operation("select", None, &[condition], Some(Type::Int(1)))?;
                self.operation(",", None, &[then, otherwise], self.type_of(*to))
            }
            InstructionKind::Load { address, .. } => {
                self.operation("load", None, &[address], Some(Type::Ptr))
            }
            InstructionKind::Store { ty, value, address } => {
                self.operation("store", Some(*ty), &[value], Some(*ty))?;
                self.operation(",", None, &[address], Some(Type::Ptr))
            }
            InstructionKind::Alloca {
                size, align, name, ..
            } => {
                self.operation("alloca", None, &[size], Some(Type::Int(64)))?;
                write!(self.out, " align {align}")?;
                self.message(name)
            }
            InstructionKind::Call {
                function,
                arguments,
                types,
                by_value,
                ..
            } => {
                self.out.write_str("call ")?;
                self.names.write_function(self.out, *function)?;
                self.arguments(arguments, types, by_value)
            }
            InstructionKind::CallIndirect {
                callee,
                arguments,
                types,
                by_value,
                ..
            } => {
                self.operation("call", None, &[], None)?;
                self.out.write_str(" *")?;
                self.operand(callee, Some(Type::Ptr))?;
                self.arguments(arguments, types, by_value)
            }
            InstructionKind::CallIntrinsic {
                intrinsic,
                arguments,
                ..
            } => {
                write!(self.out, "intrinsic {}(", intrinsic.name())?;
                let parameters = intrinsic.signature().parameters;
                for (index, argument) in arguments.iter().enumerate() {
                    self.separator(index)?;
                    self.operand(argument, parameters.get(index).copied())?;
                }
                self.out.write_char(')')
            }
            InstructionKind::Unsupported { what } => {
                self.out.write_str("unsupported ")?;
                write_string(self.out, what)
            }
            InstructionKind::New { .. }
            | InstructionKind::NewArray { .. }
            | InstructionKind::GetField { .. }
            | InstructionKind::PutField { .. }
            | InstructionKind::ArrayLoad { .. }
            | InstructionKind::ArrayStore { .. }
            | InstructionKind::ArrayLength { .. }
            | InstructionKind::ClassOf { .. }
            | InstructionKind::IsInstance { .. }
            | InstructionKind::Resolve { .. }
            | InstructionKind::IsNull { .. }
            | InstructionKind::CallVirtual { .. }
            | InstructionKind::Statics { .. }
            | InstructionKind::ClassObject { .. }
            | InstructionKind::StringLiteral { .. } => self.object_instruction(kind),
        }
    }

    /// What works on objects and classes.
    fn object_instruction(&mut self, kind: &InstructionKind) -> fmt::Result {
        const INDEX: Option<Type> = Some(Type::Int(32));
        const REFERENCE: Option<Type> = Some(Type::Ptr);
        match kind {
            InstructionKind::New { class, .. } => self.of_class("new", *class),
            InstructionKind::NewArray { class, length, .. } => {
                self.of_class("newarray", *class)?;
                self.operation(",", None, &[length], INDEX)
            }
            InstructionKind::GetField {
                object,
                class,
                offset,
                ..
            } => {
                self.operation("getfield", None, &[object], REFERENCE)?;
                self.of_class(",", *class)?;
                write!(self.out, ", {offset}")
            }
            InstructionKind::PutField {
                ty,
                object,
                class,
                offset,
                value,
            } => {
                self.operation("putfield", Some(*ty), &[object], REFERENCE)?;
                self.of_class(",", *class)?;
                write!(self.out, ", {offset}")?;
                self.operation(",", None, &[value], Some(*ty))
            }
            InstructionKind::ArrayLoad { array, index, .. } => {
                self.operation("arrayload", None, &[array], REFERENCE)?;
                self.operation(",", None, &[index], INDEX)
            }
            InstructionKind::ArrayStore {
                ty,
                array,
                index,
                value,
            } => {
                self.operation("arraystore", Some(*ty), &[array], REFERENCE)?;
                self.operation(",", None, &[index], INDEX)?;
                self.operation(",", None, &[value], Some(*ty))
            }
            InstructionKind::ArrayLength { array, .. } => {
                self.operation("arraylength", None, &[array], REFERENCE)
            }
            InstructionKind::ClassOf { object, .. } => {
                self.operation("classof", None, &[object], REFERENCE)
            }
            InstructionKind::IsInstance { object, class, .. } => {
                self.operation("isinstance", None, &[object], REFERENCE)?;
                self.of_class(",", *class)
            }
            InstructionKind::Resolve { value, .. } => {
                self.operation("resolve", None, &[value], REFERENCE)
            }
            InstructionKind::IsNull { value, .. } => {
                self.operation("isnull", None, &[value], REFERENCE)
            }
            InstructionKind::CallVirtual {
                selector,
                arguments,
                types,
                ..
            } => {
                self.out.write_str("callvirtual ")?;
                self.names.write_selector(self.out, *selector)?;
                self.arguments(arguments, types, &[])
            }
            InstructionKind::Statics { class, .. } => self.of_class("statics", *class),
            InstructionKind::ClassObject { class, .. } => self.of_class("classobject", *class),
            InstructionKind::StringLiteral { literal, .. } => {
                self.out.write_str("string ")?;
                self.names.write_literal(self.out, *literal)
            }
            _ => Ok(()), // the other kinds are written by the caller
        }
    }

    fn of_class(&mut self, word: &str, class: ClassId) -> fmt::Result {
        write!(self.out, "{word} ")?;
        self.names.write_class(self.out, class)
    }

    /// A space and a quoted text, or nothing for the empty one.
    fn message(&mut self, text: &str) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        self.out.write_char(' ')?;
        write_string(self.out, text)
    }

    fn arguments(
        &mut self,
        arguments: &[Operand],
        types: &[Type],
        by_value: &[(u32, u64)],
    ) -> fmt::Result {
        self.out.write_char('(')?;
        for (index, argument) in arguments.iter().enumerate() {
            self.separator(index)?;
            let ty = types.get(index).copied();
            match ty {
                Some(ty) => write!(self.out, "{ty} ")?,
                None => self.out.write_str("? ")?,
            }
            for (_, size) in by_value
                .iter()
                .filter(|(argument, _)| *argument as usize == index)
            {
                write!(self.out, "byval({size}) ")?;
            }
            self.operand(argument, ty)?;
        }
        self.out.write_char(')')
    }

    /// A terminator with its location, without the end of the last line.
    fn terminator(&mut self, terminator: &Terminator) -> fmt::Result {
        match &terminator.kind {
            TerminatorKind::Jump(edge) => {
                self.out.write_str("jump ")?;
                self.edge(edge)?;
            }
            TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                ..
            } => {
                self.operation("branch", None, &[condition], Some(Type::Int(1)))?;
                for edge in [then, otherwise] {
                    self.out.write_str(", ")?;
                    self.edge(edge)?;
                }
            }
            TerminatorKind::Switch {
                value,
                ty,
                cases,
                default,
                ..
            } => {
                self.operation("switch", Some(*ty), &[value], Some(*ty))?;
                self.out.write_str(" {\n")?;
                for (case, edge) in cases {
                    self.out.write_str("    ")?;
                    self.operand(&Operand::Constant(case.clone()), Some(*ty))?;
                    self.out.write_str(": ")?;
                    self.edge(edge)?;
                    self.out.write_char('\n')?;
                }
                self.out.write_str("    default: ")?;
                self.edge(default)?;
                self.out.write_str("\n  }")?;
            }
            TerminatorKind::Return(values) => {
                self.out.write_str("return")?;
                for (index, value) in values.iter().enumerate() {
                    self.out.write_str(if index == 0 { " " } else { ", " })?;
                    self.operand(value, self.function.results.get(index).copied())?;
                }
            }
            TerminatorKind::Error { kind, message } => {
                write!(self.out, "error {}", kind.name())?;
                self.message(message)?;
            }
        }
        if let Some(decision) = terminator.kind.decision() {
            write!(self.out, " decision {decision}")?;
        }
        write_location(self.out, terminator.location)
    }

    fn edge(&mut self, edge: &Edge) -> fmt::Result {
        write_label(self.out, edge.target.0)?;
        if edge.moves.is_empty() {
            return Ok(());
        }
        self.out.write_str(" [")?;
        for (index, (to, value)) in edge.moves.iter().enumerate() {
            self.separator(index)?;
            write!(self.out, "%{} = ", to.0)?;
            self.operand(value, self.type_of(*to))?;
        }
        self.out.write_char(']')
    }
}
