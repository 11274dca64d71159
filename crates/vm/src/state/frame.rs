//! Calls under way.

use crate::Cell;
use crate::code::Code;
use crate::memory::ObjectId;
use ir::Type;
use std::sync::Arc;

/// An argument beyond the parameters of a variadic function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VariadicArgument {
    pub value: Cell,
    pub ty: Type,
    /// Size of the aggregate, for a pointer whose bytes are passed.
    pub by_value: Option<u64>,
}

/// A call under way: the function's registers and where it is.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    pub code: Arc<Code>,
    /// Registers, then constants; [`Code::frame_size`] of them.
    pub registers: Vec<Cell>,
    /// The next op; in a caller, the one after the call.
    pub pc: u32,
    /// Stack objects, in order of creation.
    pub objects: Vec<ObjectId>,
    /// Identity of the call on its path, for `longjmp`.
    pub serial: u64,
    /// Number of calls below.
    pub depth: u32,
    /// True if the machine called it while it executed an instruction, which is executed again
    /// when it returns; its results go nowhere.
    pub inserted: bool,
    pub caller: Option<Arc<Frame>>,
    /// What most calls do not have.
    more: Option<Box<MoreOfFrame>>,
}

/// What few calls have.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoreOfFrame {
    /// Memory of variadic arguments, which scopes of variables do not end.
    pub areas: Vec<ObjectId>,
    pub variadic: Vec<VariadicArgument>,
    /// Decisions by inputs at branches of loops, by op, where loops may be taken as functions.
    pub traversals: Vec<(u32, u32)>,
}

impl Frame {
    /// Memory of variadic arguments.
    pub(crate) fn areas(&self) -> &[ObjectId] {
        self.more.as_ref().map_or(&[], |more| &more.areas)
    }

    pub(crate) fn variadic(&self) -> &[VariadicArgument] {
        self.more.as_ref().map_or(&[], |more| &more.variadic)
    }

    pub(crate) fn traversals(&self) -> &[(u32, u32)] {
        self.more.as_ref().map_or(&[], |more| &more.traversals)
    }

    /// To write what few calls have.
    pub(crate) fn more(&mut self) -> &mut MoreOfFrame {
        self.more.get_or_insert_default()
    }

    /// The op a caller stands at, or the next of the innermost frame.
    pub(crate) fn position(&self, innermost: bool) -> usize {
        if innermost {
            self.pc as usize
        } else {
            self.pc as usize - 1
        }
    }

    /// This frame and those that called it, innermost first.
    pub(crate) fn chain(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(Some(self), |frame| frame.caller.as_deref())
    }

    pub(crate) fn host_bytes(&self) -> usize {
        std::mem::size_of::<Frame>()
            + 16
            + self.registers.capacity() * std::mem::size_of::<Cell>()
            + self.objects.capacity() * std::mem::size_of::<ObjectId>()
            + self.more.as_ref().map_or(0, |more| more.host_bytes())
    }
}

impl MoreOfFrame {
    fn host_bytes(&self) -> usize {
        std::mem::size_of::<MoreOfFrame>()
            + self.areas.capacity() * std::mem::size_of::<ObjectId>()
            + self.variadic.capacity() * std::mem::size_of::<VariadicArgument>()
            + self.traversals.capacity() * std::mem::size_of::<(u32, u32)>()
    }
}

/// Iterative: the program under test may recurse deeper than the host's stack allows.
impl Drop for Frame {
    fn drop(&mut self) {
        let mut caller = self.caller.take();
        while let Some(frame) = caller {
            match Arc::into_inner(frame) {
                Some(mut frame) => caller = frame.caller.take(),
                None => break,
            }
        }
    }
}

impl Frame {
    /// A frame that stands for none while the real one is elsewhere.
    pub(crate) fn placeholder(code: Arc<Code>) -> Frame {
        Frame {
            code,
            registers: Vec::new(),
            pc: 0,
            objects: Vec::new(),
            serial: 0,
            depth: 0,
            inserted: false,
            caller: None,
            more: None,
        }
    }

    /// A frame at the beginning of a function, without a caller; parameters are zero.
    pub(crate) fn new(code: Arc<Code>, mut registers: Vec<Cell>) -> Frame {
        registers.clear();
        registers.reserve_exact(code.frame_size());
        registers.resize(code.registers as usize, Cell::ZERO);
        registers.extend_from_slice(&code.constants);
        let mut frame = Frame::placeholder(code);
        frame.registers = registers;
        // Behind the mark of the entry block.
        frame.pc = 1;
        frame
    }
}
