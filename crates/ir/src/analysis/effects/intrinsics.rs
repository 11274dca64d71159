//! What operations of the machine do.

use super::FunctionEffects;
use super::pointers::{Pointers, Root};
use crate::{CIntrinsic as C, CoreIntrinsic as Core, Intrinsic, JavaIntrinsic as Java, Operand};

/// Adds the effects of an operation with these arguments.
pub(super) fn add(
    intrinsic: Intrinsic,
    arguments: &[Operand],
    pointers: &Pointers,
    effects: &mut FunctionEffects,
) {
    let roots = |index: usize| match arguments.get(index) {
        Some(operand) => pointers.of_operand(operand),
        None => Vec::new(),
    };
    match intrinsic {
        Intrinsic::Core(intrinsic) => add_core(intrinsic, effects),
        Intrinsic::C(intrinsic) => add_c(intrinsic, &roots, effects),
        Intrinsic::Java(intrinsic) => add_java(intrinsic, &roots, effects),
    }
}

fn add_core(intrinsic: Core, effects: &mut FunctionEffects) {
    match intrinsic {
        Core::Assume => {
            effects.inputs = true;
            effects.leaves = true;
        }
        Core::Exit => effects.leaves = true,
        Core::IsSymbolic | Core::Math1 | Core::Math2 | Core::MonitorStep => {}
        Core::Concretise => effects.inputs = true,
    }
}

/// `roots` are where an argument may point to.
fn add_c(intrinsic: C, roots: &dyn Fn(usize) -> Vec<Root>, effects: &mut FunctionEffects) {
    match intrinsic {
        C::Input => {
            effects.inputs = true;
            effects.writes.add_memory(&roots(0), None);
        }
        C::Error => {
            effects.fails = true;
            effects.leaves = true;
        }
        C::Killed | C::Unsupported => effects.leaves = true,
        C::Malloc => effects.allocates = true,
        C::Made => effects.writes.add_memory(&roots(0), None),
        C::Free | C::Delete | C::Unmade => {
            effects.fails = true;
            effects.writes.add_memory(&roots(0), None);
        }
        C::Memcpy | C::Memmove | C::MoveObject => {
            effects.fails = true;
            effects.writes.add_memory(&roots(0), None);
            effects.reads.add_memory(&roots(1), None);
        }
        C::Memset => {
            effects.fails = true;
            effects.writes.add_memory(&roots(0), None);
        }
        C::StringLength => {
            effects.fails = true;
            effects.reads.add_memory(&roots(0), None);
        }
        C::Memcmp => {
            effects.fails = true;
            effects.reads.add_memory(&roots(0), None);
            effects.reads.add_memory(&roots(1), None);
        }
        C::VaStart => effects.writes.add_memory(&roots(0), None),
        C::VaCopy => {
            effects.writes.add_memory(&roots(0), None);
            effects.reads.add_memory(&roots(1), None);
        }
        // A decision of the path, as an input is.
        C::MallocFails => effects.inputs = true,
        C::ObjectSize
        | C::ObjectOffset
        | C::OneObject
        | C::MadeOfSize
        | C::NotFreed
        | C::Unfreed => effects.fails = true,
        C::StackSave
        | C::StackRestore
        | C::AddressesCompared
        | C::AddressesMatched
        | C::AddressesSubtracted
        | C::BytesSeen
        | C::Flatten
        | C::Expand => {}
        C::Output => {
            effects.host = true;
            effects.reads.add_memory(&roots(1), None);
        }
        C::Warning | C::Approximation | C::AddressSeen => effects.host = true,
        C::FileCount | C::FileSize | C::EnvironmentCount | C::IsFree => effects.host = true,
        C::HostRead | C::ProgramName => {
            effects.host = true;
            effects.writes.add_memory(&roots(0), None);
        }
        C::FileName | C::FileContents | C::Environment => {
            effects.host = true;
            effects.inputs = true;
            effects.writes.add_memory(&roots(1), None);
        }
        C::HostFile => {
            effects.host = true;
            effects.reads.add_memory(&roots(0), None);
            effects.writes.add_memory(&roots(1), None);
        }
        C::HostFileWrite => {
            effects.host = true;
            effects.reads.add_memory(&roots(0), None);
            effects.reads.add_memory(&roots(1), None);
        }
        C::HostCall => {
            effects.host = true;
            effects.reads.add_memory(&roots(1), None);
            effects.reads.add_memory(&roots(2), None);
            effects.reads.add_memory(&roots(4), None);
            effects.writes.add_memory(&roots(4), None);
        }
        C::SetJump | C::LongJump => *effects = FunctionEffects::anything(),
    }
}

fn add_java(intrinsic: Java, roots: &dyn Fn(usize) -> Vec<Root>, effects: &mut FunctionEffects) {
    match intrinsic {
        Java::ErrorText | Java::Uncaught => {
            effects.fails = true;
            effects.leaves = true;
        }
        Java::UnsupportedText => effects.leaves = true,
        Java::OutputArray => {
            effects.host = true;
            effects.reads.add_elements(&roots(1));
        }
        Java::ModelValue => effects.inputs = true,
        Java::WarningText => effects.host = true,
        Java::TimeMillis
        | Java::TimeNanos
        | Java::Surroundings
        | Java::PropertyOfMachine
        | Java::OrderSalt
        | Java::OrderReversed
        | Java::IdentityHash => {
            effects.host = true;
        }
        Java::HostIsFree | Java::HostValue => {
            effects.host = true;
            effects.inputs = true;
        }
        Java::InputValue | Java::InputSize | Java::InputType | Java::InputNumber => {
            effects.inputs = true;
            effects.allocates = true;
        }
        // What they make or look at is the heap as the machine has it: anything, to be safe.
        Java::ClassBegin
        | Java::ClassFailed
        | Java::ClassState
        | Java::ClassFromId
        | Java::ClassToId
        | Java::ClassOfObject
        | Java::ClassFind
        | Java::ClassName
        | Java::ClassSuper
        | Java::ClassElement
        | Java::ClassArray
        | Java::ClassKindOf
        | Java::ClassInterface
        | Java::ClassIsAssignable
        | Java::ClassIsInstance
        | Java::ClassInitialiser
        | Java::ClassModifiers
        | Java::ClassIsUser
        | Java::ClassFile
        | Java::MethodCaller
        | Java::ClassStatics
        | Java::FieldOffset
        | Java::NewInstance
        | Java::NewArrayOf
        | Java::CloneObject
        | Java::ArrayCopy
        | Java::InternString
        | Java::Backtrace
        | Java::FrameClass
        | Java::FrameMethod
        | Java::FrameFile
        | Java::CallerClass
        | Java::OutputText
        | Java::OutputValue
        | Java::HostReadArray
        | Java::InputBytes
        | Java::LazyInput
        | Java::LazyInputOf
        | Java::InputElement
        | Java::InputComponent
        | Java::InputObject
        | Java::InputArgument
        | Java::InputCalls
        | Java::InputCall
        | Java::InputMade
        | Java::Observe => *effects = FunctionEffects::anything(),
    }
}
