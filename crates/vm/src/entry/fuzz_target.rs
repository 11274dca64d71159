//! The entry point of a fuzzer's program: bytes and their number, which belong together.

use crate::initial_memory::argument_info;
use crate::memory::object::Extent;
use crate::memory::{Object, ObjectKind, address};
use crate::{Bound, Cell, InputOrigin, Machine, State};
use ir::{Function, Type};
use std::sync::Arc;

/// What libFuzzer and others call: `int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)`.
pub const FUZZ_TARGET: &str = "LLVMFuzzerTestOneInput";
/// Where its bytes go.
pub const FUZZ_DATA: InputOrigin = InputOrigin::Parameter(0);
/// Where their number goes.
pub const FUZZ_SIZE: InputOrigin = InputOrigin::Parameter(1);

/// True for an entry point of fuzzers.
pub(super) fn is_fuzz_target(function: &Function, parameters: &[Type]) -> bool {
    function.name == FUZZ_TARGET && parameters == [Type::Ptr, Type::Int(64)]
}

impl Machine {
    /// Arguments of an entry point of fuzzers: up to [`crate::Options::data_length`] free bytes, which end
    /// where the number says, and are never null.
    pub(super) fn fuzz_arguments(&mut self, state: &mut State) -> [Cell; 2] {
        let most = self.options.data_length.min(self.options.max_object_bytes);
        state.note_bound(Bound::DataLength);
        let info = argument_info(ObjectKind::Argument, "*data", most);
        let mut object = Object::new(info, 0);
        let mut size = Cell::ZERO;
        if most > 0 {
            let data = self.bytes_input(state, FUZZ_DATA, "data", most);
            for (at, &byte) in data.terms.iter().enumerate() {
                object.write(&mut self.pool, at, Cell::symbolic(byte), 8);
            }
            // Just enough bits; numbers beyond stand for the largest.
            let width = 64 - most.leading_zeros();
            let record = self.scalar_input(state, FUZZ_SIZE, "size", "size_t", width);
            let pool = &mut self.pool;
            let bound = pool.bv(width, most);
            let fits = pool.ule(record.terms[0], bound);
            let number = pool.ite(fits, record.terms[0], bound);
            let bytes = pool.zero_extend(number, 64);
            let fits = pool.bool(true);
            object.extent = Some(Arc::new(Extent { bytes, fits }));
            size = Cell::from_term(pool, bytes);
        }
        let data = Cell::concrete(address(state.memory.add(object), 0));
        [data, size]
    }
}
