//! Operations of the machine that programs call, one file a family. This is the one place that
//! lists them.

mod bytes;
mod files;
mod heap;
mod host;
mod inputs;
mod java;
mod jump;
mod process;
mod variadic;

use crate::code::IntrinsicSite;
use crate::fault::Outcome;
use crate::interpret::Run;
use crate::{Cell, Events};
use ir::Intrinsic;

/// Where control goes after an intrinsic.
pub(crate) enum Flow {
    /// To the next instruction.
    Next,
    /// To another frame or another place of this one; the frame's registers are in the frame.
    Elsewhere,
}

impl Run<'_> {
    /// Executes an intrinsic on the innermost frame's registers.
    #[inline(never)]
    pub(crate) fn intrinsic<E: Events>(
        &mut self,
        site: &IntrinsicSite,
        registers: &mut Vec<Cell>,
        events: &mut E,
    ) -> Outcome<Flow> {
        let a = |index: usize| registers[site.arguments[index] as usize];
        let inputs = self.state.inputs.len();
        let result: Option<Cell> = match site.intrinsic {
            Intrinsic::Input => self.make_input(a(0), a(1), a(2), a(3)).map(|()| None)?,
            Intrinsic::Assume => self.assume(a(0)).map(|()| None)?,
            Intrinsic::IsSymbolic => Some(self.is_symbolic(a(0))),
            Intrinsic::Concretise => Some(Cell::concrete(self.pin(a(0), 64)?)),
            Intrinsic::Error => self.program_error(a(0), a(1)).map(|()| None)?,
            Intrinsic::Exit => self.exit(a(0)).map(|()| None)?,
            Intrinsic::Killed => self.killed(a(0)).map(|()| None)?,
            Intrinsic::Unsupported => self.model_unsupported(a(0)).map(|()| None)?,
            Intrinsic::Approximation => self.approximation(a(0)).map(|()| None)?,
            Intrinsic::AddressSeen => {
                self.address_seen(a(0));
                None
            }
            Intrinsic::ProgramName => Some(self.program_name(a(0), a(1))?),
            Intrinsic::IsFree => Some(self.is_free(a(0))?),
            Intrinsic::Warning => {
                if let Some(text) = self.warning(a(0))? {
                    events.warning(&text);
                }
                None
            }
            Intrinsic::Malloc => Some(self.malloc(a(0))?),
            Intrinsic::Free => self.free(a(0)).map(|()| None)?,
            Intrinsic::MallocFails => Some(self.malloc_fails()?),
            Intrinsic::ObjectSize => Some(self.object_size(a(0))?),
            Intrinsic::ObjectOffset => Some(self.object_offset(a(0))?),
            Intrinsic::StackSave => Some(Cell::concrete(self.frame.objects.len() as u64)),
            Intrinsic::StackRestore => self.stack_restore(a(0)).map(|()| None)?,
            Intrinsic::Memcpy => self.copy_bytes(a(0), a(1), a(2), true).map(|()| None)?,
            Intrinsic::Memmove => self.copy_bytes(a(0), a(1), a(2), false).map(|()| None)?,
            Intrinsic::Memset => self.fill_bytes(a(0), a(1), a(2)).map(|()| None)?,
            Intrinsic::StringLength => Some(self.string_length(a(0))?),
            Intrinsic::Memcmp => Some(self.compare_bytes(a(0), a(1), a(2))?),
            Intrinsic::VaStart => self.va_start(a(0)).map(|()| None)?,
            Intrinsic::VaCopy => self.va_copy(a(0), a(1)).map(|()| None)?,
            Intrinsic::Output => self.output(a(0), a(1), a(2)).map(|()| None)?,
            Intrinsic::HostRead => Some(self.host_read(a(0), a(1))?),
            Intrinsic::HostFile => Some(self.host_file(a(0), a(1), a(2))?),
            Intrinsic::HostFileWrite => Some(self.host_file_write(a(0), a(1), a(2))?),
            Intrinsic::FileCount => Some(Cell::concrete(self.machine.options.files.len() as u64)),
            Intrinsic::FileName => Some(self.file_name(a(0), a(1), a(2))?),
            Intrinsic::FileSize => Some(self.file_size(a(0))?),
            Intrinsic::FileContents => self.file_contents(a(0), a(1)).map(|()| None)?,
            Intrinsic::EnvironmentCount => {
                Some(Cell::concrete(self.machine.options.environment.len() as u64))
            }
            Intrinsic::Environment => Some(self.environment(a(0), a(1), a(2))?),
            Intrinsic::Math1 => Some(self.math(a(0), &[a(1)])?),
            Intrinsic::Math2 => Some(self.math(a(0), &[a(1), a(2)])?),
            Intrinsic::SetJump => Some(self.set_jump(a(0))?),
            Intrinsic::LongJump => {
                let (buffer, value) = (a(0), a(1));
                self.long_jump(buffer, value, registers)?;
                return Ok(Flow::Elsewhere);
            }
            Intrinsic::WarningText => {
                let text = self.string_text(a(0))?;
                if let Some(text) = self.new_warning(text) {
                    events.warning(&text);
                }
                None
            }
            Intrinsic::ClassBegin
            | Intrinsic::ClassFailed
            | Intrinsic::ClassState
            | Intrinsic::ClassFromId
            | Intrinsic::ClassToId
            | Intrinsic::ClassOfObject
            | Intrinsic::ClassFind
            | Intrinsic::ClassName
            | Intrinsic::ClassSuper
            | Intrinsic::ClassElement
            | Intrinsic::ClassArray
            | Intrinsic::ClassKindOf
            | Intrinsic::ClassInterface
            | Intrinsic::ClassIsAssignable
            | Intrinsic::ClassIsInstance
            | Intrinsic::ClassInitialiser
            | Intrinsic::ClassModifiers
            | Intrinsic::ClassStatics
            | Intrinsic::FieldOffset
            | Intrinsic::NewInstance
            | Intrinsic::NewArrayOf
            | Intrinsic::CloneObject
            | Intrinsic::ArrayCopy
            | Intrinsic::InternString
            | Intrinsic::IdentityHash
            | Intrinsic::Backtrace
            | Intrinsic::FrameClass
            | Intrinsic::FrameMethod
            | Intrinsic::FrameFile
            | Intrinsic::CallerClass
            | Intrinsic::OutputArray
            | Intrinsic::OutputText
            | Intrinsic::OutputValue
            | Intrinsic::HostReadArray
            | Intrinsic::InputBytes
            | Intrinsic::ClassIsUser
            | Intrinsic::ClassFile
            | Intrinsic::MethodCaller
            | Intrinsic::UnsupportedText
            | Intrinsic::ErrorText
            | Intrinsic::InputValue
            | Intrinsic::LazyInput
            | Intrinsic::LazyInputOf
            | Intrinsic::InputType
            | Intrinsic::InputSize
            | Intrinsic::InputElement
            | Intrinsic::InputComponent
            | Intrinsic::InputNumber
            | Intrinsic::InputObject
            | Intrinsic::InputArgument
            | Intrinsic::InputMade
            | Intrinsic::Observe
            | Intrinsic::Uncaught
            | Intrinsic::ModelValue
            | Intrinsic::HostIsFree
            | Intrinsic::HostValue
            | Intrinsic::TimeMillis
            | Intrinsic::TimeNanos
            | Intrinsic::OrderSalt
            | Intrinsic::OrderReversed => self.java_intrinsic(site.intrinsic, &a)?,
        };
        if let (Some(slot), Some(value)) = (site.result, result) {
            registers[slot as usize] = value;
        }
        if self.state.inputs.len() > inputs {
            for record in &self.state.inputs.to_vec()[inputs as usize..] {
                events.input(record);
            }
        }
        Ok(Flow::Next)
    }
}
