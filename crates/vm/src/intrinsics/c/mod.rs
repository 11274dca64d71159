//! Operations that C programs and the library models in C call, one file a family.

mod bytes;
mod files;
mod heap;
mod host;
mod host_files;
mod inputs;
mod jump;
mod makers;
mod process;
mod variadic;
mod variadic_i386;

use super::Flow;
use crate::code::IntrinsicSite;
use crate::fault::Outcome;
use crate::memory::Maker;
use crate::run::Run;
use crate::{Cell, Events};
use ir::CIntrinsic;

impl Run<'_> {
    /// Executes one of these intrinsics.
    pub(super) fn c_intrinsic<E: Events>(
        &mut self,
        intrinsic: CIntrinsic,
        site: &IntrinsicSite,
        registers: &mut Vec<Cell>,
        events: &mut E,
    ) -> Outcome<Flow> {
        let a = |index: usize| registers[site.arguments[index] as usize];
        let result: Option<Cell> = match intrinsic {
            CIntrinsic::Input => self.make_input(a(0), a(1), a(2), a(3)).map(|()| None)?,
            CIntrinsic::Error => self.program_error(a(0), a(1)).map(|()| None)?,
            CIntrinsic::Killed => self.killed(a(0)).map(|()| None)?,
            CIntrinsic::Unsupported => self.model_unsupported(a(0)).map(|()| None)?,
            CIntrinsic::Approximation => self.approximation(a(0)).map(|()| None)?,
            CIntrinsic::AddressSeen => {
                self.address_seen(a(0));
                None
            }
            CIntrinsic::AddressesCompared => {
                self.addresses_compared(a(0), a(1))?;
                None
            }
            CIntrinsic::AddressesMatched => {
                self.addresses_matched(a(0), a(1));
                None
            }
            CIntrinsic::AddressesSubtracted => {
                self.addresses_subtracted(a(0), a(1))?;
                None
            }
            CIntrinsic::BytesSeen => {
                self.bytes_seen(a(0), a(1));
                None
            }
            CIntrinsic::ProgramName => Some(self.program_name(a(0), a(1))?),
            CIntrinsic::IsFree => Some(self.is_free(a(0))?),
            CIntrinsic::Warning => {
                if let Some(text) = self.warning(a(0))? {
                    events.warning(&text);
                }
                None
            }
            CIntrinsic::Malloc => Some(self.malloc(a(0))?),
            CIntrinsic::Free => self.free(a(0), Maker::Malloc).map(|()| None)?,
            CIntrinsic::Delete => self.free(a(0), Maker::New).map(|()| None)?,
            CIntrinsic::NotFreed => self.not_freed(a(0)).map(|()| None)?,
            CIntrinsic::Unfreed => self.unfreed(a(0)).map(|()| None)?,
            CIntrinsic::Made => self.made_by(a(0), a(1)).map(|()| None)?,
            CIntrinsic::Unmade => self.unmade(a(0)).map(|()| None)?,
            CIntrinsic::MadeOfSize => self.made_of_size(a(0), a(1), a(2)).map(|()| None)?,
            CIntrinsic::MallocFails => Some(self.malloc_fails()?),
            CIntrinsic::ObjectSize => Some(self.object_size(a(0))?),
            CIntrinsic::ObjectOffset => Some(self.object_offset(a(0))?),
            CIntrinsic::OneObject => Some(self.one_object(a(0), a(1))?),
            CIntrinsic::StackSave => Some(Cell::concrete(self.frame.objects.len() as u64)),
            CIntrinsic::StackRestore => self.stack_restore(a(0)).map(|()| None)?,
            CIntrinsic::MoveObject => self.move_object(a(0), a(1), a(2)).map(|()| None)?,
            CIntrinsic::Memcpy => self.copy_bytes(a(0), a(1), a(2), true).map(|()| None)?,
            CIntrinsic::Memmove => self.copy_bytes(a(0), a(1), a(2), false).map(|()| None)?,
            CIntrinsic::Memset => self.fill_bytes(a(0), a(1), a(2)).map(|()| None)?,
            CIntrinsic::StringLength => Some(self.string_length(a(0))?),
            CIntrinsic::Memcmp => Some(self.compare_bytes(a(0), a(1), a(2))?),
            CIntrinsic::VaStart if self.machine.program.has_narrow_pointers() => {
                self.va_start_i386(a(0)).map(|()| None)?
            }
            CIntrinsic::VaStart => self.va_start(a(0)).map(|()| None)?,
            CIntrinsic::VaCopy => self.va_copy(a(0), a(1)).map(|()| None)?,
            CIntrinsic::Output => self.output(a(0), a(1), a(2)).map(|()| None)?,
            CIntrinsic::HostRead => Some(self.host_read(a(0), a(1))?),
            CIntrinsic::HostFile => Some(self.host_file(a(0), a(1), a(2))?),
            CIntrinsic::HostFileWrite => Some(self.host_file_write(a(0), a(1), a(2))?),
            CIntrinsic::HostCall => {
                let paths = (a(1), a(2));
                Some(self.host_call(a(0), paths, a(3), (a(4), a(5)))?)
            }
            CIntrinsic::FileCount => Some(Cell::concrete(self.machine.options.files.len() as u64)),
            CIntrinsic::FileName => Some(self.file_name(a(0), a(1), a(2))?),
            CIntrinsic::FileSize => Some(self.file_size(a(0))?),
            CIntrinsic::FileContents => self.file_contents(a(0), a(1)).map(|()| None)?,
            CIntrinsic::EnvironmentCount => {
                Some(Cell::concrete(self.machine.options.environment.len() as u64))
            }
            CIntrinsic::Environment => Some(self.environment(a(0), a(1), a(2))?),
            CIntrinsic::Flatten => Some(self.flat_pointer(a(0))?),
            CIntrinsic::Expand => Some(self.wide_pointer(a(0))?),
            CIntrinsic::SetJump => Some(self.set_jump(a(0))?),
            CIntrinsic::LongJump => {
                let (buffer, value) = (a(0), a(1));
                self.long_jump(buffer, value, registers)?;
                return Ok(Flow::Elsewhere);
            }
        };
        Ok(Flow::Next(result))
    }
}
