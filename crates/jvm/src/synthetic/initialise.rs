//! Initialisation of classes (JVMS 5.5).

use crate::class_file::{PoolConstant, access};
use crate::descriptor::JavaType;
use crate::program::Linked;
use crate::{JvmError, Program};
use ir::builder::Builder;
use ir::{
    ClassId, CompareOp, FieldType, Function, FunctionId, InstructionKind, JavaIntrinsic, Location,
    Operand, Reg, TerminatorKind, Type,
};
use std::sync::Arc;

/// The function being made.
struct Initialiser<'a> {
    program: &'a Program,
    builder: Builder,
    exception: Reg,
    condition: Reg,
    class: ClassId,
}

impl Program {
    /// The function that initialises a class unless that has begun.
    pub(crate) fn make_initialiser(&self, class: ClassId) -> Result<Function, JvmError> {
        let linked = self.linked(class)?;
        let mut builder = Builder::new(0);
        let exception = builder.register(Type::Ptr);
        let condition = builder.register(Type::Int(1));
        let mut initialiser = Initialiser {
            program: self,
            builder,
            exception,
            condition,
            class,
        };
        initialiser.body(&linked)?;
        let mut function = Function {
            name: format!("<initialise {}>", linked.ir.name),
            parameters: Vec::new(),
            variadic: false,
            results: vec![Type::Ptr],
            throws: true,
            source_result: None,
            source_parameters: Vec::new(),
            registers: Vec::new(),
            blocks: Vec::new(),
            location: Location::default(),
            user: false,
            internal: true,
        };
        initialiser.builder.finish_into(&mut function);
        Ok(function)
    }

    /// Interfaces that are initialised with a class: those with default methods that its superclass
    /// does not have already, superinterfaces first.
    fn interfaces_to_initialise(
        &self,
        class: &Linked,
        into: &mut Vec<ClassId>,
    ) -> Result<(), JvmError> {
        for interface in &class.interfaces {
            let linked = self.linked(*interface)?;
            self.interfaces_to_initialise(&linked, into)?;
            let default = |method: &crate::program::LinkedMethod| {
                !method.is_abstract() && !method.is_static()
            };
            if linked.needs_initialisation
                && linked.methods.iter().any(default)
                && !into.contains(interface)
            {
                into.push(*interface);
            }
        }
        Ok(())
    }
}

impl Initialiser<'_> {
    fn body(&mut self, class: &Arc<Linked>) -> Result<(), JvmError> {
        let id = Operand::bits(u64::from(self.class.0));
        let entry = self.builder.block();
        self.builder.enter(entry);
        let state = self.builder.register(Type::Int(32));
        self.intrinsic(Some(state), JavaIntrinsic::ClassState, vec![id.clone()]);
        let begun = self.return_block(Operand::bits(0));
        self.test(state.into(), 1);
        self.builder.branch_off(self.condition, false, begun);
        let failed = self.builder.block();
        self.test(state.into(), 2);
        self.builder.branch_off(self.condition, false, failed);
        let statics = self.builder.register(Type::Ptr);
        self.intrinsic(Some(statics), JavaIntrinsic::ClassBegin, vec![id.clone()]);
        self.constants(class, statics);
        // What goes wrong before <clinit> is thrown as it is.
        let throws = self.builder.block();
        if !class.is_interface() {
            if let Some(superclass) = class.superclass
                && self.program.linked(superclass)?.needs_initialisation
            {
                self.call(self.program.initialiser(superclass), throws);
            }
            let mut interfaces = Vec::new();
            self.program
                .interfaces_to_initialise(class, &mut interfaces)?;
            for interface in interfaces {
                self.call(self.program.initialiser(interface), throws);
            }
        }
        let in_clinit = self.builder.block();
        if let Some(function) = self.class_initialiser(class) {
            self.call(function, in_clinit);
        }
        self.builder
            .end(TerminatorKind::Return(vec![Operand::bits(0)]));
        self.builder.enter(in_clinit);
        let object = self.class_object();
        self.helper(
            "inInitializer",
            "(Ljava/lang/Throwable;Ljava/lang/Class;)V",
            vec![self.exception.into(), object],
        );
        self.builder.jump(throws);
        self.builder.enter(throws);
        self.intrinsic(None, JavaIntrinsic::ClassFailed, vec![id]);
        self.builder
            .end(TerminatorKind::Return(vec![self.exception.into()]));
        self.builder.enter(failed);
        let object = self.class_object();
        self.helper("initializationFailed", "(Ljava/lang/Class;)V", vec![object]);
        self.builder
            .end(TerminatorKind::Return(vec![self.exception.into()]));
        Ok(())
    }

    fn class_object(&mut self) -> Operand {
        let to = self.builder.register(Type::Ptr);
        let class = self.class;
        self.builder
            .emit(InstructionKind::ClassObject { to, class });
        to.into()
    }

    fn intrinsic(
        &mut self,
        result: Option<Reg>,
        intrinsic: JavaIntrinsic,
        arguments: Vec<Operand>,
    ) {
        self.builder.emit(InstructionKind::CallIntrinsic {
            result,
            intrinsic: intrinsic.into(),
            arguments,
        });
    }

    fn test(&mut self, value: Operand, constant: u64) {
        let to = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op: CompareOp::Eq,
            ty: Type::Int(32),
            to,
            left: value,
            right: Operand::bits(constant),
        });
    }

    fn return_block(&mut self, value: Operand) -> ir::BlockId {
        let here = self.builder.current();
        let block = self.builder.block();
        self.builder.enter(block);
        self.builder.end(TerminatorKind::Return(vec![value]));
        self.builder.enter(here);
        block
    }

    /// Calls a function; its exception leads to a block.
    fn call(&mut self, function: FunctionId, throws: ir::BlockId) {
        self.plain_call(function, Vec::new());
        let to = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op: CompareOp::Ne,
            ty: Type::Ptr,
            to,
            left: self.exception.into(),
            right: Operand::bits(0),
        });
        self.builder.branch_off(to, false, throws);
    }

    fn helper(&mut self, name: &str, descriptor: &str, arguments: Vec<Operand>) {
        let function = self
            .program
            .model_function("wayfarer/Throw", name, descriptor);
        self.plain_call(function, arguments);
    }

    fn plain_call(&mut self, function: FunctionId, arguments: Vec<Operand>) {
        let types = vec![Type::Ptr; arguments.len()];
        self.builder.emit(InstructionKind::Call {
            results: vec![self.exception],
            function,
            arguments,
            types,
            by_value: Vec::new(),
        });
    }

    fn class_initialiser(&self, class: &Arc<Linked>) -> Option<FunctionId> {
        let program = self.program;
        let index = class.method(program.names.class_initialiser, program.names.no_parameters)?;
        Some(program.method_function(class, index))
    }

    /// Fields with a constant have its value before anything is executed.
    fn constants(&mut self, class: &Arc<Linked>, statics: Reg) {
        let Some(file) = &class.file else {
            return;
        };
        for field in &class.fields {
            if field.access & access::STATIC == 0 || field.constant == 0 {
                continue;
            }
            let symbols = &self.program.symbols;
            let Ok(constant) = file.constant(field.constant, symbols) else {
                continue;
            };
            let value = match constant {
                PoolConstant::Integer(value) => Operand::bits(u64::from(value as u32)),
                PoolConstant::Float(bits) => Operand::bits(u64::from(bits)),
                PoolConstant::Long(value) => Operand::bits(value as u64),
                PoolConstant::Double(bits) => Operand::bits(bits),
                PoolConstant::String(text) => {
                    let to = self.builder.register(Type::Ptr);
                    let literal = self.program.literal_id(text);
                    self.builder
                        .emit(InstructionKind::StringLiteral { to, literal });
                    to.into()
                }
                _ => continue,
            };
            let (ty, value) = in_memory(field.ty, value);
            self.builder.emit(InstructionKind::PutField {
                ty,
                object: statics.into(),
                class: class.id,
                offset: field.offset,
                value,
            });
        }
    }
}

/// A constant as a field has it.
fn in_memory(ty: FieldType, value: Operand) -> (Type, Operand) {
    match ty {
        FieldType::Reference(_) => (Type::Ptr, value),
        FieldType::Primitive(primitive) => {
            let kind = JavaType::Primitive(primitive).kind().ty();
            let width = primitive.size() as u32 * 8;
            match value {
                Operand::Constant(ir::Constant::Bits(bits)) if width < 32 => {
                    (Type::Int(width), Operand::bits(bits & ((1 << width) - 1)))
                }
                value => (kind, value),
            }
        }
    }
}
