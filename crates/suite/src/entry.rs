//! The arguments of a function under test, with all memory behind them.

use crate::{FreeVariable, GivenFunction, InputValue, Plan};
use serde::{Deserialize, Serialize};

/// What a caller builds before it calls the function under test.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Every free value in the arguments and behind them, by its name in the source.
    pub inputs: Vec<InputValue>,
    /// One for each parameter in the plan, in order.
    pub parameters: Vec<Region>,
    /// The objects that pointers lead to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Region>,
    /// What the function leaves, if it returns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<After>,
}

/// What the machine predicts a function to leave when it returns.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct After {
    /// Its result, as it lies in memory, if it is returned in registers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Left>,
    /// The objects of [`Entry::objects`], in their order, and behind them others that pointers lead to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub objects: Vec<Left>,
}

/// An object when the function has returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// What became of it.
    pub state: LeftState,
    /// Its size in bytes; 0 where its contents are not told.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub size: u64,
    /// The bytes in memory order, without zeros at the end; zero where pointers are.
    #[serde(default, with = "hex::serde", skip_serializing_if = "Vec::is_empty")]
    pub bytes: Vec<u8>,
    /// Pointers in it; they lead to [`After::objects`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<Pointer>,
    /// Stretches, offset and size, that nothing is predicted of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<(u64, u64)>,
}

/// What became of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LeftState {
    /// An object of the arguments holds what it held.
    Unchanged,
    /// An object of the arguments holds something else.
    Changed,
    /// An object of the arguments was freed.
    Freed,
    /// The function made it, or has its result in it.
    New,
    /// A variable of the program, or a string in its source.
    Global,
}

/// A value or an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// Name of the parameter, or `*name` for what it points to.
    pub name: String,
    /// The value as a person would write it, for scalars.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Size in bytes.
    pub size: u64,
    /// The bytes in memory order, without zeros at the end; zero where pointers are.
    #[serde(with = "hex::serde")]
    pub bytes: Vec<u8>,
    /// Pointers in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pointers: Vec<Pointer>,
    /// For an object: the type of its elements in [`crate::Unit::types`], if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<u32>,
    /// For what is no object but a function: its symbol, one of [`crate::Plan::given_functions`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// For a variable of the program: its symbol, one of [`crate::Plan::free_variables`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variable: Option<String>,
}

/// A pointer to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pointer {
    /// Where it is.
    pub offset: u64,
    /// Index in [`Entry::objects`].
    pub object: usize,
    /// Offset in that object.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub target: u64,
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(value: &u64) -> bool {
    *value == 0
}

impl Left {
    /// All bytes.
    pub fn contents(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes.resize(self.size as usize, 0);
        bytes
    }

    /// True if something is predicted of all of a stretch.
    pub(crate) fn is_known(&self, at: u64, size: u64) -> bool {
        let apart = |&(from, unknown): &(u64, u64)| {
            from >= at.saturating_add(size) || at >= from.saturating_add(unknown)
        };
        self.unknown.iter().all(apart)
    }
}

impl Region {
    /// A region of these bytes; those of pointers, which are eight each, are wiped out.
    pub fn new(name: String, mut bytes: Vec<u8>, pointers: Vec<Pointer>) -> Region {
        let size = bytes.len() as u64;
        for pointer in &pointers {
            bytes
                .iter_mut()
                .skip(pointer.offset as usize)
                .take(8)
                .for_each(|byte| *byte = 0);
        }
        let used = bytes.iter().rposition(|&byte| byte != 0);
        bytes.truncate(used.map_or(0, |last| last + 1));
        Region {
            name,
            value: None,
            size,
            bytes,
            pointers,
            element: None,
            function: None,
            variable: None,
        }
    }

    /// All bytes.
    pub fn contents(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes.resize(self.size as usize, 0);
        bytes
    }
}

impl Entry {
    /// What is wrong with it, for entries that were read from a file.
    pub(crate) fn problem(&self, parameters: usize) -> Option<String> {
        if self.parameters.len() != parameters {
            let count = self.parameters.len();
            return Some(format!("{count} arguments for {parameters} parameters"));
        }
        for region in self.parameters.iter().chain(&self.objects) {
            if region.bytes.len() as u64 > region.size || region.size > MAX_REGION {
                return Some(format!("a wrong size of {}", region.name));
            }
            for pointer in &region.pointers {
                let object = self.objects.get(pointer.object);
                let inside = pointer.offset.checked_add(8);
                if object.is_none_or(|object| pointer.target > object.size)
                    || inside.is_none_or(|end| end > region.size)
                {
                    return Some(format!("a wrong pointer in {}", region.name));
                }
            }
        }
        self.after.as_ref().and_then(After::problem)
    }

    /// What is predicted of an object of the arguments.
    pub(crate) fn left(&self, object: usize) -> Option<&Left> {
        self.after.as_ref()?.objects.get(object)
    }

    /// The file that the harness reads, which knows the functions and variables of a plan.
    pub(crate) fn to_bytes(&self, plan: &Plan) -> Vec<u8> {
        self.as_bytes(&plan.given_functions, &plan.free_variables)
    }

    fn as_bytes(&self, functions: &[GivenFunction], variables: &[FreeVariable]) -> Vec<u8> {
        let mut out = Vec::new();
        let number = |out: &mut Vec<u8>, n: u64| out.extend(n.to_le_bytes());
        number(&mut out, self.objects.len() as u64);
        number(&mut out, self.parameters.len() as u64);
        for region in self.objects.iter().chain(&self.parameters) {
            number(&mut out, region.size);
            number(&mut out, region.pointers.len() as u64);
            let given = |name| functions.iter().position(|it| Some(&it.name) == name);
            let given = region.function.as_ref().and_then(|name| given(Some(name)));
            number(&mut out, given.map_or(0, |number| number as u64 + 1));
            let is_named = |it: &FreeVariable| Some(&it.name) == region.variable.as_ref();
            let variable = variables.iter().position(is_named);
            number(&mut out, variable.map_or(0, |number| number as u64 + 1));
            out.extend(region.contents());
            for pointer in &region.pointers {
                number(&mut out, pointer.offset);
                number(&mut out, pointer.object as u64);
                number(&mut out, pointer.target);
            }
        }
        out
    }
}

impl After {
    /// What is wrong with it, as in [`Entry::problem`].
    fn problem(&self) -> Option<String> {
        for (number, left) in self.objects.iter().chain(&self.result).enumerate() {
            let wrong = |pointer: &Pointer| {
                pointer.object >= self.objects.len()
                    || pointer
                        .offset
                        .checked_add(8)
                        .is_none_or(|end| end > left.size)
            };
            if left.bytes.len() as u64 > left.size
                || left.size > MAX_REGION
                || left.pointers.iter().any(wrong)
            {
                return Some(format!("a wrong object {number} behind the call"));
            }
        }
        None
    }
}

/// No object of a test is larger.
const MAX_REGION: u64 = 1 << 32;

#[cfg(test)]
mod tests {
    use super::*;

    fn entry() -> Entry {
        let mut bytes = vec![1, 0, 0, 0, 0, 0, 0, 0];
        bytes.extend([0xff; 8]);
        let pointer = Pointer {
            offset: 8,
            object: 0,
            target: 0,
        };
        Entry {
            inputs: Vec::new(),
            parameters: vec![Region::new("p".to_owned(), vec![7; 8], vec![])],
            objects: vec![Region::new("*p".to_owned(), bytes, vec![pointer])],
            after: None,
        }
    }

    #[test]
    fn a_region_drops_what_says_nothing() {
        let object = &entry().objects[0];
        assert_eq!((object.size, object.bytes.as_slice()), (16, &[1][..]));
        assert_eq!(object.contents().len(), 16);
    }

    #[test]
    fn a_damaged_entry_is_refused() {
        assert_eq!(entry().problem(1), None);
        assert!(entry().problem(2).is_some());
        let mut wrong = entry();
        wrong.objects[0].pointers[0].object = 1;
        assert!(wrong.problem(1).is_some());
        let mut wrong = entry();
        wrong.objects[0].pointers[0].offset = 9;
        assert!(wrong.problem(1).is_some());
        let mut wrong = entry();
        wrong.objects[0].bytes = vec![0; 17];
        assert!(wrong.problem(1).is_some());
    }

    #[test]
    fn the_file_has_sizes_bytes_and_pointers() {
        let bytes = entry().as_bytes(&[], &[]);
        assert_eq!(bytes.len(), 16 + (32 + 16 + 24) + (32 + 8));
        assert_eq!(
            bytes[..16],
            [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
        );
    }
}
