//! What input pointers point to, as their types and the options say.

use super::contents::{FREE_BYTES, flexible_member};
use super::node_types::points_to_itself;
use crate::state::NewPointer;
use crate::{Count, Machine, Reading};
use ir::{Program, SourceType, SourceTypeId};

/// Size of an element behind a pointer to `void`, or to something debug information does not
/// describe: large enough for any scalar.
const UNKNOWN_SIZE: u64 = 8;

/// The object of a pointer, as its type describes it.
pub(super) struct Pointee {
    /// Type of an element; `None` if unknown.
    pub element: Option<SourceTypeId>,
    /// Bytes of a character, if it is a string.
    pub text: Option<u64>,
    pub count: u64,
    pub size: u64,
}

impl Machine {
    /// What a pointer points to; `None` where it must stay null.
    pub(super) fn pointee(&self, new: &NewPointer) -> Option<Pointee> {
        let program = &*self.program;
        let target = new.target.map(|target| program.resolved_type(target));
        let ty = target.map_or(&SourceType::Void, |target| program.source_type(target));
        if matches!(ty, SourceType::Function { .. }) || is_stream(ty) {
            return None;
        }
        let told = self.readings(&new.name).filter(|it| it.is_of_object());
        let told = told.last();
        let character = new.target.and_then(|ty| character_size(program, ty));
        let character = match told {
            Some(Reading::Text) => Some(character.unwrap_or(1)),
            // It ends where the number says.
            None | Some(Reading::Array(Count::Input(_)) | Reading::Bytes(Count::Input(_))) => {
                character
            }
            _ => None,
        };
        if let Some(character) = character.filter(|_| self.options.string_length > 0) {
            let count = u64::from(self.options.string_length) + 1;
            return Some(Pointee {
                element: target,
                text: Some(character),
                count,
                size: count * character,
            });
        }
        if let Some(&Reading::Bytes(Count::Number(size))) = told {
            return (size <= self.options.max_object_bytes).then_some(Pointee {
                element: None,
                text: None,
                count: size,
                size,
            });
        }
        let element = target.filter(|_| !matches!(ty, SourceType::Void));
        let element_size = match element {
            Some(target) => program.size_of_type(target)?,
            None => UNKNOWN_SIZE,
        };
        let flexible = flexible_member(program, ty);
        let count = match (told, ty) {
            (Some(&Reading::Array(Count::Number(count))), _) => count,
            (Some(Reading::Array(Count::Input(_))), _) if flexible.is_none() => {
                self.options.pointer_elements.max(1)
            }
            // An array of structures that point to arrays of structures grows beyond use, and what
            // points to its own kind is a node.
            (_, SourceType::Record { .. })
                if flexible.is_none() && (new.depth > 0 || points_to_itself(program, target)) =>
            {
                1
            }
            _ if element_size >= FREE_BYTES => 1,
            _ => self.options.pointer_elements.max(1),
        };
        let size = match flexible {
            Some((at, _, each)) => element_size.max(count.checked_mul(each)?.checked_add(at)?),
            None => element_size.checked_mul(count)?,
        };
        // Bytes of which a number says how many there are have no elements of another size.
        let bytes = matches!(told, Some(Reading::Bytes(_)));
        (size > 0 && size <= self.options.max_object_bytes).then_some(Pointee {
            element: element.filter(|_| !bytes),
            text: None,
            count: if bytes { size } else { count },
            size,
        })
    }
}

/// True for what a `FILE *` points to: only the C library can make one.
fn is_stream(ty: &SourceType) -> bool {
    matches!(ty, SourceType::Record { name: Some(name), .. } if name == "_IO_FILE")
}

/// Bytes of a type of which strings are made: `char`, or wide characters.
pub(super) fn character_size(program: &dyn Program, ty: SourceTypeId) -> Option<u64> {
    let mut ty = ty;
    loop {
        ty = match program.source_type(ty) {
            SourceType::Typedef { name, .. }
                if matches!(name.as_str(), "wchar_t" | "char16_t" | "char32_t") =>
            {
                let size = program.size_of_type(ty);
                return size.filter(|size| matches!(size, 2 | 4));
            }
            SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => *target,
            SourceType::Int { name, width: 8, .. } if name == "char" => return Some(1),
            _ => return None,
        };
    }
}
