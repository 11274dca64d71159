//! Calls.

use super::Translator;
use super::error::{Result, Unverifiable, no_descriptor};
use crate::bytecode::{Invoke, Op};
use crate::class_file::{DynamicRef, MemberRef, access};
use crate::descriptor::{Kind, Signature};
use crate::linking::Found;
use crate::program::DynamicError;
use ir::{FunctionId, InstructionKind, Operand, Reg, Type};

/// Instructions of a handler by which it leaves a monitor: it keeps the exception, and loads the object.
const LEAVING: usize = 3;

/// What is called.
enum Callee {
    Function(FunctionId),
    Selector(ir::SelectorId),
}

impl Translator<'_> {
    pub fn invoke(&mut self, invoke: Invoke, member: &MemberRef) -> Result<bool> {
        let program = self.program;
        if member.class == program.names.machine {
            return self.invoke_machine(member);
        }
        if self.is_assertion_status(member) {
            self.pop(Kind::Reference)?;
            let on = self.source.user && program.options.assertions;
            self.push(Kind::Int, Operand::bits(u64::from(on)));
            return Ok(true);
        }
        if let Some(function) = program.signature_polymorphic(member) {
            return self.invoke_polymorphic(function, member);
        }
        let found = match self.resolve_call(invoke, member) {
            Ok(Some(found)) => found,
            Ok(None) => return Ok(self.no_method(member)),
            Err(error) => return Ok(self.resolution_failed(&error)),
        };
        if found.method().is_static() != (invoke == Invoke::Static) {
            let what = if invoke == Invoke::Static {
                "static"
            } else {
                "non-static"
            };
            let method = program.method_in_words(member.name, member.descriptor);
            let message = format!("Expected {what} method '{}.{method}'", found.class.ir.name);
            self.throw_error("java/lang/IncompatibleClassChangeError", &message);
            return Ok(false);
        }
        let descriptor = program.symbols.text(member.descriptor);
        let signature = Signature::parse(descriptor).ok_or_else(|| no_descriptor(descriptor))?;
        let mut kinds: Vec<Kind> = signature.parameters.iter().map(|p| p.kind()).collect();
        if invoke == Invoke::Static {
            self.ensure_initialised(found.class.id);
        } else {
            kinds.insert(0, Kind::Reference);
        }
        let mut arguments = self.pop_arguments(&kinds)?;
        if invoke != Invoke::Static {
            arguments[0] = self.check_null(arguments[0].clone());
        }
        if self.may_lack_monitor(&found, &arguments) {
            let name = program.symbols.text(member.name);
            // Control goes on for those who look where it may go.
            self.unsupported(&format!(
                "Object.{name} where it is not seen that the monitor of the object is held"
            ));
        }
        let callee = self.callee(invoke, &found);
        self.call(
            callee,
            arguments,
            &kinds,
            signature.result.map(|ty| ty.kind()),
        );
        Ok(true)
    }

    /// True for a call that throws unless the monitor of its object is held, where that is not seen.
    fn may_lack_monitor(&self, found: &Found, arguments: &[Operand]) -> bool {
        let program = self.program;
        let name = program.symbols.text(found.method().name);
        // What is made for references to methods has no method of its own; the JDK refers to none of these.
        if !self.source.user && self.source.method.is_some()
            || program.symbols.text(found.class.name) != "java/lang/Object"
            || !matches!(name, "notify" | "notifyAll" | "wait")
        {
            return false;
        }
        if self.is_in_synchronized_block() {
            return false;
        }
        let methods = self.source.class.map(|class| &class.methods);
        let own = self
            .source
            .method
            .and_then(|number| methods?.get(number as usize));
        let is_synchronized = own.is_some_and(|it| it.access & access::SYNCHRONIZED != 0);
        let is_receiver = match arguments.first() {
            Some(Operand::Register(register)) => self.receiver == Some(*register),
            _ => false,
        };
        !is_synchronized || !is_receiver
    }

    /// True in a `synchronized` block, of whatever object: it is protected by a handler that leaves its monitor.
    fn is_in_synchronized_block(&self) -> bool {
        let code = self.source.code;
        let at = self.at as u32;
        let mut around = code.handlers.iter();
        around.any(|it| {
            let handler = code.ops.iter().skip(it.handler as usize);
            let leaves = || handler.take(LEAVING).any(|op| *op == Op::Monitor);
            (it.start..it.end).contains(&at) && it.class.is_none() && leaves()
        })
    }

    /// The method a call means: for `invokespecial` of a superclass's method, the one that the
    /// superclass has now (JVMS invokespecial).
    fn resolve_call(
        &self,
        invoke: Invoke,
        member: &MemberRef,
    ) -> Result<Option<Found>, crate::JvmError> {
        let program = self.program;
        let named = program.class_id(member.class);
        if invoke == Invoke::Special
            && member.name != program.names.constructor
            && let Some(own) = self.source.class
            && named != own.id
            && !member.interface
            && let Some(superclass) = own.superclass
        {
            return program.find_method(superclass, member.name, member.descriptor);
        }
        program.resolve_method(member)
    }

    fn callee(&self, invoke: Invoke, found: &Found) -> Callee {
        let method = found.method();
        let fixed = match invoke {
            Invoke::Static => true,
            Invoke::Special => !method.is_abstract(),
            Invoke::Virtual | Invoke::Interface => {
                method.is_private()
                    || method.access & access::FINAL != 0
                    || found.class.access & access::FINAL != 0 && !method.is_abstract()
            }
        };
        if fixed {
            return Callee::Function(self.program.method_function(&found.class, found.index));
        }
        if invoke == Invoke::Special {
            let wanted = self.program.abstract_called(found);
            return Callee::Function(wanted);
        }
        Callee::Selector(self.program.selector_id(found))
    }

    /// The arguments of a call, in order.
    fn pop_arguments(&mut self, kinds: &[Kind]) -> Result<Vec<Operand>> {
        let mut arguments = Vec::new();
        for kind in kinds.iter().rev() {
            arguments.push(self.pop(*kind)?);
        }
        arguments.reverse();
        Ok(arguments)
    }

    /// Calls, goes to the handlers if that threw, and pushes the result.
    fn call(
        &mut self,
        callee: Callee,
        arguments: Vec<Operand>,
        kinds: &[Kind],
        result: Option<Kind>,
    ) {
        let types: Vec<Type> = kinds.iter().map(|kind| kind.ty()).collect();
        let mut results: Vec<Reg> = Vec::new();
        let value = result.map(|kind| (kind, self.target(kind)));
        results.extend(value.map(|(_, register)| register));
        results.push(self.exception);
        self.builder.emit(match callee {
            Callee::Function(function) => InstructionKind::Call {
                results,
                function,
                arguments,
                types,
                by_value: Vec::new(),
            },
            Callee::Selector(selector) => InstructionKind::CallVirtual {
                results,
                selector,
                arguments,
                types,
            },
        });
        self.check_exception();
        if let Some((kind, register)) = value {
            self.push(kind, register.into());
        }
    }

    /// Calls a function of the front end's own, whose kinds are those of its key.
    pub fn call_known(&mut self, function: FunctionId) -> Result<()> {
        let (kinds, result) = self.program.function_kinds(function);
        let arguments = self.pop_arguments(&kinds)?;
        self.call(Callee::Function(function), arguments, &kinds, result);
        Ok(())
    }

    pub fn invoke_dynamic(&mut self, dynamic: &DynamicRef) -> Result<bool> {
        let Some(class) = self.source.class else {
            return Err(Unverifiable::NoClass);
        };
        let place = self.source.method.map(|method| (method, self.at as u32));
        match self.program.call_site(class, dynamic, place) {
            Ok(function) => self.call_known(function)?,
            Err(what) => {
                self.unsupported(&what.to_string());
                self.drop_call(dynamic.descriptor)?;
            }
        }
        Ok(true)
    }

    /// Leaves the stack as a call would that is not supported.
    pub fn drop_call(&mut self, descriptor: crate::symbol::Symbol) -> Result<()> {
        let text = self.program.symbols.text(descriptor);
        let signature = Signature::parse(text).ok_or_else(|| no_descriptor(text))?;
        for parameter in signature.parameters.iter().rev() {
            self.pop(parameter.kind())?;
        }
        if let Some(result) = signature.result {
            self.push(result.kind(), Operand::bits(0));
        }
        Ok(())
    }

    fn invoke_polymorphic(
        &mut self,
        function: Result<FunctionId, DynamicError>,
        member: &MemberRef,
    ) -> Result<bool> {
        match function {
            Ok(function) => {
                let (kinds, result) = self.program.function_kinds(function);
                let mut arguments = self.pop_arguments(&kinds)?;
                arguments[0] = self.check_null(arguments[0].clone());
                self.call(Callee::Function(function), arguments, &kinds, result);
            }
            Err(what) => {
                self.unsupported(&what.to_string());
                self.drop_call(member.descriptor)?;
                // The receiver is below the arguments.
                let descriptor = self.program.symbols.text(member.descriptor);
                let result = (!descriptor.ends_with(")V")).then(|| self.stack.pop());
                self.stack.pop();
                self.stack.extend(result.flatten());
            }
        }
        Ok(true)
    }

    fn no_method(&mut self, member: &MemberRef) -> bool {
        let program = self.program;
        let signature = program.method_in_words(member.name, member.descriptor);
        let (result, rest) = signature.split_once(' ').unwrap_or(("", &signature));
        let message = format!("'{result} {}.{rest}'", program.java_name(member.class));
        self.throw_error("java/lang/NoSuchMethodError", &message);
        false
    }

    fn is_assertion_status(&self, member: &MemberRef) -> bool {
        let symbols = &self.program.symbols;
        symbols.text(member.name) == "desiredAssertionStatus"
            && symbols.text(member.class) == "java/lang/Class"
    }
}
