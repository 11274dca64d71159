//! What can be thrown: checks, and the way to the handlers.

use super::Translator;
use crate::descriptor::Kind;
use crate::source::Origin;
use ir::{
    BlockId, ClassId, CompareOp, Edge, FunctionId, InstructionKind, Operand, Reg, TerminatorKind,
    Type,
};

/// The library model whose methods throw what instructions throw.
const THROW: &str = "wayfarer/Throw";

impl Translator<'_> {
    /// Makes a reference say which object it is.
    pub fn resolve(&mut self, value: Operand) -> Operand {
        if let Operand::Register(register) = value
            && !self.is_known(register)
        {
            self.builder.emit(InstructionKind::Resolve {
                to: register,
                value: value.clone(),
            });
        }
        value
    }

    /// Resolves a reference and throws if it is null.
    pub fn check_null(&mut self, value: Operand) -> Operand {
        if matches!(value, Operand::Register(register) if self.is_known(register)) {
            return value;
        }
        let value = self.resolve(value);
        let away = self.null_thrower();
        self.test_pointer(CompareOp::Eq, value.clone());
        self.builder.branch_off(self.condition, false, away);
        if let Operand::Register(register) = value {
            self.known.insert(register);
        }
        value
    }

    /// Sets the condition to the comparison of a reference with null.
    pub fn test_pointer(&mut self, op: CompareOp, value: Operand) {
        let to = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op,
            ty: Type::Ptr,
            to,
            left: value,
            right: Operand::bits(0),
        });
    }

    /// A block that throws the null pointer exception of the current instruction.
    fn null_thrower(&mut self) -> BlockId {
        let here = self.builder.current();
        let block = self.builder.block();
        self.builder.enter(block);
        let message = match (self.source.class, self.source.method) {
            (Some(class), Some(method)) => {
                let literal = self.program.null_message(class.id, method, self.at as u32);
                let to = self.builder.register(Type::Ptr);
                self.builder
                    .emit(InstructionKind::StringLiteral { to, literal });
                to.into()
            }
            _ => Operand::bits(0),
        };
        self.throw_by("nullPointer", "(Ljava/lang/String;)V", vec![message]);
        self.builder.enter(here);
        block
    }

    /// Calls a method of the library that throws, and goes to the handlers. Ends the block.
    pub fn throw_by(&mut self, name: &str, descriptor: &str, arguments: Vec<Operand>) {
        let function = self.helper(name, descriptor);
        let types = crate::descriptor::Signature::parse(descriptor)
            .map(|signature| signature.parameters.iter().map(|p| p.kind().ty()).collect())
            .unwrap_or_default();
        let exception = self.exception;
        self.builder.emit(InstructionKind::Call {
            results: vec![exception],
            function,
            arguments,
            types,
            by_value: Vec::new(),
        });
        self.go_to_handlers(exception.into());
    }

    /// A method of the library model that throws.
    pub fn helper(&self, name: &str, descriptor: &str) -> FunctionId {
        self.program.model_function(THROW, name, descriptor)
    }

    /// Throws an error of a class with a message. Ends the block.
    pub fn throw_error(&mut self, class: &str, message: &str) {
        let function = self.program.thrower(class, message);
        let exception = self.exception;
        self.builder.emit(InstructionKind::Call {
            results: vec![exception],
            function,
            arguments: Vec::new(),
            types: Vec::new(),
            by_value: Vec::new(),
        });
        self.go_to_handlers(exception.into());
    }

    /// Goes to the handlers of the current instruction. Ends the block.
    pub fn go_to_handlers(&mut self, exception: Operand) {
        let edge = self.handlers_edge(exception);
        self.builder.jump_with(edge.target, edge.moves);
    }

    /// The way to the handlers of the current instruction.
    pub fn handlers_edge(&mut self, exception: Operand) -> Edge {
        let at = self.at as u32;
        let handlers = &self.source.code.handlers;
        let in_force: Vec<u32> = (0..handlers.len() as u32)
            .filter(|index| {
                let handler = &handlers[*index as usize];
                (handler.start..handler.end).contains(&at)
            })
            .collect();
        let target = self.dispatch_block(in_force);
        let moves = if exception == self.exception.into() {
            Vec::new()
        } else {
            vec![(self.exception, exception)]
        };
        Edge { target, moves }
    }

    /// The block that finds the handler for the exception in flight.
    fn dispatch_block(&mut self, in_force: Vec<u32>) -> BlockId {
        let context = if in_force.is_empty() { 0 } else { self.context };
        let key = (context, in_force);
        if let Some(block) = self.dispatches.get(&key) {
            return *block;
        }
        let here = self.builder.current();
        // Other lines get there as well: it is of none.
        let line = std::mem::take(&mut self.builder.location);
        let start = self.builder.block();
        self.dispatches.insert(key.clone(), start);
        self.builder.enter(start);
        let mut caught = false;
        for index in key.1 {
            let handler = self.source.code.handlers[index as usize];
            let exception = self.exception;
            let Ok(edge) = self.handler_edge(handler.handler, exception) else {
                // Found again, and reported, where the handler itself is translated.
                continue;
            };
            let Some(class) = handler.class else {
                self.builder.jump_with(edge.target, edge.moves);
                caught = true;
                break;
            };
            let class = self.program.class_id(class);
            let to = self.condition;
            self.builder.emit(InstructionKind::IsInstance {
                to,
                object: exception.into(),
                class,
            });
            let next = self.builder.block();
            self.builder.end(TerminatorKind::Branch {
                condition: to.into(),
                then: edge,
                otherwise: Edge {
                    target: next,
                    moves: Vec::new(),
                },
                decision: None,
            });
            self.builder.enter(next);
        }
        if !caught {
            let mut values = Vec::new();
            if self.source.result.is_some() {
                values.push(Operand::bits(0));
            }
            values.push(self.exception.into());
            self.builder.end(TerminatorKind::Return(values));
        }
        self.builder.location = line;
        self.builder.enter(here);
        start
    }

    /// Goes to the handlers if the call before threw.
    pub fn check_exception(&mut self) {
        let exception = self.exception;
        self.test_pointer(CompareOp::Ne, exception.into());
        let away = self.handlers_edge(exception.into());
        let next = self.builder.block();
        self.builder.end(TerminatorKind::Branch {
            condition: self.condition.into(),
            then: away,
            otherwise: Edge {
                target: next,
                moves: Vec::new(),
            },
            decision: None,
        });
        self.builder.enter(next);
    }

    /// Makes sure that a class is initialised before it is used.
    pub fn ensure_initialised(&mut self, class: ClassId) {
        if self.initialised.contains(&class) || self.is_own(class) {
            return;
        }
        self.initialised.push(class);
        let Ok(linked) = self.program.linked(class) else {
            return;
        };
        if !linked.needs_initialisation {
            return;
        }
        let statics = self.builder.register(Type::Ptr);
        self.builder
            .emit(InstructionKind::Statics { to: statics, class });
        self.test_pointer(CompareOp::Eq, statics.into());
        let (first, next) = (self.builder.block(), self.builder.block());
        self.builder.branch(self.condition, first, next);
        self.builder.enter(first);
        let function = self.program.initialiser(class);
        self.builder.emit(InstructionKind::Call {
            results: vec![self.exception],
            function,
            arguments: Vec::new(),
            types: Vec::new(),
            by_value: Vec::new(),
        });
        self.check_exception();
        self.builder.jump(next);
        self.builder.enter(next);
    }

    /// True for the class of the method and its superclasses: its code does not run before their
    /// initialisation has begun.
    fn is_own(&self, class: ClassId) -> bool {
        let Some(own) = self.source.class else {
            return false;
        };
        // A model's methods are called in place of others, of whose class alone it is made sure.
        if own.is_interface() || own.origin == Origin::Library {
            return false;
        }
        own.id == class
            || own.supertypes.binary_search(&class).is_ok()
                && self
                    .program
                    .linked(class)
                    .is_ok_and(|linked| !linked.is_interface())
    }

    /// Address of the static fields of a class, initialised.
    pub fn statics(&mut self, class: ClassId) -> Reg {
        self.ensure_initialised(class);
        let to = self.builder.register(Type::Ptr);
        self.builder.emit(InstructionKind::Statics { to, class });
        to
    }

    /// Throws, if an index is out of bounds, by a branch.
    pub fn check_index(&mut self, array: Operand, index: Operand) {
        let length = self.builder.register(Kind::Int.ty());
        self.builder
            .emit(InstructionKind::ArrayLength { to: length, array });
        let to = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op: CompareOp::Ult,
            ty: Type::Int(32),
            to,
            left: index.clone(),
            right: length.into(),
        });
        let away = self.away("index", "(II)V", vec![index, length.into()]);
        self.builder.branch_off(to, true, away);
    }

    /// A block that throws by a method of the library.
    pub fn away(&mut self, name: &str, descriptor: &str, arguments: Vec<Operand>) -> BlockId {
        let here = self.builder.current();
        let block = self.builder.block();
        self.builder.enter(block);
        self.throw_by(name, descriptor, arguments);
        self.builder.enter(here);
        block
    }
}
