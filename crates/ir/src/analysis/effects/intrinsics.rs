//! What operations of the machine do.

use super::FunctionEffects;
use super::pointers::Pointers;
use crate::{Intrinsic as I, Operand};

/// Adds the effects of an operation with these arguments.
pub(super) fn add(
    intrinsic: I,
    arguments: &[Operand],
    pointers: &Pointers,
    effects: &mut FunctionEffects,
) {
    let roots = |index: usize| match arguments.get(index) {
        Some(operand) => pointers.of_operand(operand),
        None => Vec::new(),
    };
    match intrinsic {
        I::Input => {
            effects.inputs = true;
            effects.writes.add_memory(&roots(0));
        }
        I::Assume => {
            effects.inputs = true;
            effects.leaves = true;
        }
        I::Error | I::ErrorText | I::Uncaught => {
            effects.fails = true;
            effects.leaves = true;
        }
        I::Exit | I::Killed | I::Unsupported | I::UnsupportedText => effects.leaves = true,
        I::Malloc => effects.allocates = true,
        I::Free => {
            effects.fails = true;
            effects.writes.add_memory(&roots(0));
        }
        I::Memcpy | I::Memmove => {
            effects.fails = true;
            effects.writes.add_memory(&roots(0));
            effects.reads.add_memory(&roots(1));
        }
        I::Memset => {
            effects.fails = true;
            effects.writes.add_memory(&roots(0));
        }
        I::StringLength => {
            effects.fails = true;
            effects.reads.add_memory(&roots(0));
        }
        I::Memcmp => {
            effects.fails = true;
            effects.reads.add_memory(&roots(0));
            effects.reads.add_memory(&roots(1));
        }
        I::VaStart => effects.writes.add_memory(&roots(0)),
        I::VaCopy => {
            effects.writes.add_memory(&roots(0));
            effects.reads.add_memory(&roots(1));
        }
        // A decision of the path, as an input is.
        I::MallocFails => effects.inputs = true,
        I::ObjectSize | I::ObjectOffset => effects.fails = true,
        I::StackSave | I::StackRestore | I::IsSymbolic | I::Math1 | I::Math2 => {}
        I::Concretise | I::ModelValue => effects.inputs = true,
        I::Output => {
            effects.host = true;
            effects.reads.add_memory(&roots(1));
        }
        I::OutputArray => {
            effects.host = true;
            effects.reads.add_elements(&roots(1));
        }
        I::Warning | I::WarningText | I::Approximation | I::AddressSeen => effects.host = true,
        I::FileCount | I::FileSize | I::EnvironmentCount | I::IsFree => effects.host = true,
        I::HostRead | I::ProgramName => {
            effects.host = true;
            effects.writes.add_memory(&roots(0));
        }
        I::FileName | I::FileContents | I::Environment => {
            effects.host = true;
            effects.inputs = true;
            effects.writes.add_memory(&roots(1));
        }
        I::HostFile => {
            effects.host = true;
            effects.reads.add_memory(&roots(0));
            effects.writes.add_memory(&roots(1));
        }
        I::HostFileWrite => {
            effects.host = true;
            effects.reads.add_memory(&roots(0));
            effects.reads.add_memory(&roots(1));
        }
        I::TimeMillis | I::TimeNanos | I::OrderSalt | I::OrderReversed | I::IdentityHash => {
            effects.host = true;
        }
        I::HostIsFree | I::HostValue => {
            effects.host = true;
            effects.inputs = true;
        }
        I::InputValue | I::InputSize | I::InputType | I::InputNumber => {
            effects.inputs = true;
            effects.allocates = true;
        }
        // What they make or look at is Java's heap as the machine has it: anything, to be safe.
        I::SetJump
        | I::LongJump
        | I::ClassBegin
        | I::ClassFailed
        | I::ClassState
        | I::ClassFromId
        | I::ClassToId
        | I::ClassOfObject
        | I::ClassFind
        | I::ClassName
        | I::ClassSuper
        | I::ClassElement
        | I::ClassArray
        | I::ClassKindOf
        | I::ClassInterface
        | I::ClassIsAssignable
        | I::ClassIsInstance
        | I::ClassInitialiser
        | I::ClassModifiers
        | I::ClassIsUser
        | I::ClassFile
        | I::MethodCaller
        | I::ClassStatics
        | I::FieldOffset
        | I::NewInstance
        | I::NewArrayOf
        | I::CloneObject
        | I::ArrayCopy
        | I::InternString
        | I::Backtrace
        | I::FrameClass
        | I::FrameMethod
        | I::FrameFile
        | I::CallerClass
        | I::OutputText
        | I::OutputValue
        | I::HostReadArray
        | I::InputBytes
        | I::LazyInput
        | I::LazyInputOf
        | I::InputElement
        | I::InputComponent
        | I::InputObject
        | I::InputArgument
        | I::InputMade
        | I::Observe => *effects = FunctionEffects::anything(),
    }
}
