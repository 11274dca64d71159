//! Bytes that the code takes for a string: it reads them one by one until one of them tells it to stop, and does not
//! ask for a number that is passed beside them, if there is one. Where they end without such a byte, that is what excludes the
//! error, and not a check of the number.

use super::{Access, Run};
use crate::ForkKind;
use crate::memory::ObjectId;
use rustc_hash::FxHashSet;
use term::InputId;

/// Functions of the C library that read a text up to its end.
const TEXT_FUNCTIONS: [&str; 31] = [
    "strlen",
    "strcpy",
    "stpcpy",
    "strcat",
    "strcmp",
    "strcasecmp",
    "strcoll",
    "strchr",
    "strrchr",
    "strstr",
    "strdup",
    "strspn",
    "strcspn",
    "strpbrk",
    "puts",
    "fputs",
    "fputs_unlocked",
    "perror",
    "fopen",
    "remove",
    "getenv",
    "atoi",
    "atol",
    "atoll",
    "atof",
    "strtol",
    "strtoul",
    "strtoll",
    "strtoull",
    "strtod",
    "strtof",
];

impl Run<'_> {
    /// What excludes the read of a byte behind the end of an input array, if the code takes the array for a string.
    pub(super) fn string_assumption(
        &self,
        id: ObjectId,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Option<String> {
        if access != Access::Read || size != 1 {
            return None;
        }
        let object = self.state.memory.object(id)?;
        let length = object.extent.as_ref().map(|extent| extent.bytes);
        let mut pointers = self.state.heap.pointers();
        let (_, reference, pointer) = pointers.find(|(_, _, it)| it.own == Some(id))?;
        let is_bytes = match pointer.element {
            Some(element) => self.machine.program.source_type(element).is_byte(),
            // Memory of unknown type is what it is handed on as.
            None => self.is_in_text_function(),
        };
        if !is_bytes || self.machine.is_told(&reference.name) {
            return None;
        }
        let pool = &self.machine.pool;
        let mut asked: FxHashSet<InputId> = FxHashSet::default();
        for made in self.state.path.decisions() {
            if made.kind == ForkKind::Branch {
                asked.extend(pool.inputs_of(made.condition).iter());
            }
        }
        let is_asked = |term| {
            pool.inputs_of(term)
                .iter()
                .all(|input| asked.contains(input))
        };
        let before = usize::try_from(offset).ok()?;
        // Without contents nothing was read of it.
        let bytes = object.symbolic.as_deref().unwrap_or(&[]);
        let bytes = bytes.iter().take(before);
        let all_asked = bytes.filter_map(|byte| byte.term).all(is_asked);
        let length_asked =
            length.is_some_and(|it| pool.inputs_of(it).iter().any(|it| asked.contains(it)));
        let asks_no_length = !length_asked || self.is_in_text_function();
        (all_asked && asks_no_length).then(|| format!("--input '{}: string'", reference.name))
    }

    /// True in a function of the C library that is given texts and no lengths: whatever the program has asked of a number
    /// before, as in `if (n < 0) n = strlen(s)`, it takes what it passes for a text.
    fn is_in_text_function(&self) -> bool {
        let callers = std::iter::successors(self.frame.caller.as_deref(), |frame| {
            frame.caller.as_deref()
        });
        let code = std::iter::once(&self.frame.code).chain(callers.map(|frame| &frame.code));
        let mut of_library = code.take_while(|code| !code.user);
        of_library.any(|code| TEXT_FUNCTIONS.contains(&&*code.name))
    }

    /// A read behind the end of an input array follows.
    pub(super) fn expect_terminated(
        &mut self,
        id: ObjectId,
        offset: u64,
        size: u64,
        access: Access,
    ) {
        let string = self.string_assumption(id, offset, size, access);
        let excludes = string.or_else(|| self.terminator_assumption(id, (offset, size), access));
        if let Some(assumption) = excludes {
            self.assumption = Some((ir::ErrorKind::OutOfBounds, assumption));
        }
    }
}
