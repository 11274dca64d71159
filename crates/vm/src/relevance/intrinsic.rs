//! What the operations that programs call read and write.

use super::class_cell::ClassCell;
use super::known_address::{KnownAddress, address_in};
use super::needs::VARIADIC;
use super::slack::Slack;
use super::step::{Makes, OfClass, Told};
use crate::code::{IntrinsicSite, Slot};
use crate::instruction::{Instruction, Range};
use crate::memory::{ObjectId, split};
use ir::{CIntrinsic, CoreIntrinsic, Intrinsic};

/// `struct __va_list_tag`.
const VA_LIST_BYTES: u64 = 24;

/// What an operation read and wrote.
#[derive(Clone, Debug, Default)]
pub(super) struct Effects {
    /// Arguments that matter in any case, as addresses.
    pub addresses: Vec<Slot>,
    /// Arguments that matter in any case as far as they are in an interval.
    pub near: Vec<(Slot, Slack)>,
    /// Arguments that matter in any case, as numbers.
    pub numbers: Vec<Slot>,
    /// Arguments that matter if the result or what is written does.
    pub values: Vec<Slot>,
    /// Where the result comes from, if it matters.
    pub reads: Vec<Range>,
    /// Bytes that matter in any case.
    pub examines: Vec<Range>,
    /// What is written, with values from `values` or inputs.
    pub writes: Option<Range>,
    /// What is copied: from the first to the second.
    pub copies: Option<(Range, Range)>,
    /// Objects that have to be there, and of this kind.
    pub objects: Vec<ObjectId>,
    /// Objects that are made; the result is an address in the first, if there is one.
    pub makes: Vec<ObjectId>,
    /// Whether a value depends on inputs is looked at.
    pub forms: bool,
    /// Words that matter in any case, as addresses.
    pub follows: Vec<Range>,
    /// Registers of calls under way that matter as addresses, by depth.
    pub frames: Vec<(u32, Slot)>,
    /// The result is what belongs to a class.
    pub of_class: Option<OfClass>,
    /// Cells of classes that are written, with the result or numbers.
    pub sets: Vec<ClassCell>,
    /// What the result is, if all it holds follows from the rest.
    pub makes_result: Makes,
    /// What that is a copy of.
    pub clones: Option<Range>,
    /// The objects of that.
    pub made: Vec<ObjectId>,
}

/// What one does.
///
/// The first instruction of a stretch may be one that a fork decided.
pub(super) fn effects(at: &Instruction<'_>, site: &IntrinsicSite, first: bool) -> Told<Effects> {
    let operation = Operation {
        at,
        arguments: &site.arguments,
        first,
    };
    match site.intrinsic {
        Intrinsic::Core(intrinsic) => operation.core(intrinsic),
        Intrinsic::C(intrinsic) => operation.c(intrinsic),
        Intrinsic::Java(intrinsic) => operation.java(intrinsic),
    }
}

/// An operation about to be executed.
pub(super) struct Operation<'a> {
    pub(super) at: &'a Instruction<'a>,
    pub(super) arguments: &'a [Slot],
    first: bool,
}

impl Operation<'_> {
    pub(super) fn slot(&self, number: usize) -> Slot {
        self.arguments[number]
    }

    pub(super) fn concrete(&self, number: usize) -> Told<u64> {
        match address_in(self.at, self.slot(number)) {
            Some(KnownAddress::At(value)) => Ok(value),
            Some(KnownAddress::In(_)) | None => Err("an argument that depends on inputs"),
        }
    }

    /// The range that an argument points to. One that is in no object is an error of the program,
    /// which the argument decides.
    fn range(&self, pointer: usize, size: u64) -> Told<Range> {
        let (object, offset) = split(self.concrete(pointer)?);
        Ok(Range {
            object,
            offset,
            size,
        })
    }

    fn core(&self, intrinsic: CoreIntrinsic) -> Told<Effects> {
        let mut effects = Effects::default();
        match intrinsic {
            CoreIntrinsic::Assume => {
                let forked = self.first && self.concrete(0).is_err();
                if !forked {
                    effects.numbers.push(self.slot(0));
                }
            }
            // What monitors remember is memory of the program.
            CoreIntrinsic::Exit | CoreIntrinsic::MonitorStep => {}
            CoreIntrinsic::IsSymbolic => {
                effects.values.push(self.slot(0));
                effects.forms = true;
            }
            CoreIntrinsic::Concretise => {
                self.concrete(0)?;
                effects.values.push(self.slot(0));
            }
            CoreIntrinsic::Math1 | CoreIntrinsic::Math2 => {
                self.concrete(0)?;
                effects.values.extend(self.arguments);
            }
        }
        Ok(effects)
    }

    /// Whether two addresses are in one object is looked at, and which it is if they are not.
    fn related(&self) -> Effects {
        let mut effects = Effects::default();
        for &slot in self.arguments.iter().take(2) {
            match self.at.concrete(slot) {
                Some(address) if split(address).0.0 != 0 => {
                    effects.near.push((slot, Slack::window(address)));
                }
                Some(_) | None => effects.addresses.push(slot),
            }
        }
        effects
    }

    fn c(&self, intrinsic: CIntrinsic) -> Told<Effects> {
        match intrinsic {
            CIntrinsic::Input => self.input(),
            CIntrinsic::Error
            | CIntrinsic::Killed
            | CIntrinsic::FileCount
            | CIntrinsic::EnvironmentCount
            | CIntrinsic::BytesSeen
            | CIntrinsic::StackSave => Ok(Effects::default()),
            CIntrinsic::AddressesCompared
            | CIntrinsic::AddressesMatched
            | CIntrinsic::AddressesSubtracted => Ok(self.related()),
            CIntrinsic::MallocFails => Ok(Effects::default()),
            CIntrinsic::Malloc => {
                self.concrete(0)?;
                Ok(Effects {
                    numbers: vec![self.slot(0)],
                    makes: vec![ObjectId(self.at.state.memory.len())],
                    ..Effects::default()
                })
            }
            CIntrinsic::Free | CIntrinsic::Delete | CIntrinsic::Made | CIntrinsic::Unmade => {
                let (object, _) = split(self.concrete(0)?);
                Ok(Effects {
                    addresses: vec![self.slot(0)],
                    objects: vec![object],
                    ..Effects::default()
                })
            }
            CIntrinsic::MadeOfSize => {
                let (object, _) = split(self.concrete(0)?);
                self.concrete(1)?;
                self.concrete(2)?;
                Ok(Effects {
                    addresses: vec![self.slot(0)],
                    numbers: vec![self.slot(1), self.slot(2)],
                    objects: vec![object],
                    ..Effects::default()
                })
            }
            CIntrinsic::ObjectSize
            | CIntrinsic::ObjectOffset
            | CIntrinsic::NotFreed
            | CIntrinsic::Unfreed => {
                let (object, _) = split(self.concrete(0)?);
                Ok(Effects {
                    addresses: vec![self.slot(0)],
                    objects: vec![object],
                    ..Effects::default()
                })
            }
            CIntrinsic::OneObject => Ok(Effects {
                addresses: vec![self.slot(0), self.slot(1)],
                objects: vec![split(self.concrete(0)?).0, split(self.concrete(1)?).0],
                ..Effects::default()
            }),
            CIntrinsic::StackRestore => {
                self.concrete(0)?;
                Ok(Effects {
                    numbers: vec![self.slot(0)],
                    ..Effects::default()
                })
            }
            CIntrinsic::Memcpy | CIntrinsic::Memmove | CIntrinsic::MoveObject => {
                self.copy(self.concrete(2)?)
            }
            CIntrinsic::VaStart | CIntrinsic::VaCopy
                if self.at.machine.program().has_narrow_pointers() =>
            {
                Err("an address of 32 bits")
            }
            CIntrinsic::VaCopy => self.copy(VA_LIST_BYTES),
            CIntrinsic::Memset => {
                let range = self.range(0, self.concrete(2)?)?;
                Ok(Effects {
                    addresses: vec![self.slot(0)],
                    numbers: vec![self.slot(2)],
                    values: vec![self.slot(1)],
                    objects: vec![range.object],
                    writes: Some(range),
                    ..Effects::default()
                })
            }
            CIntrinsic::StringLength => self.string_length(),
            CIntrinsic::Memcmp => {
                let size = self.concrete(2)?;
                let (a, b) = (self.range(0, size)?, self.range(1, size)?);
                Ok(Effects {
                    addresses: vec![self.slot(0), self.slot(1)],
                    numbers: vec![self.slot(2)],
                    objects: vec![a.object, b.object],
                    reads: vec![a, b],
                    forms: true,
                    ..Effects::default()
                })
            }
            CIntrinsic::VaStart => self.va_start(),
            CIntrinsic::Output => {
                let range = self.range(1, self.concrete(2)?)?;
                self.concrete(0)?;
                Ok(Effects {
                    addresses: vec![self.slot(1)],
                    numbers: vec![self.slot(0), self.slot(2)],
                    objects: vec![range.object],
                    ..Effects::default()
                })
            }
            CIntrinsic::HostRead
            | CIntrinsic::FileName
            | CIntrinsic::FileSize
            | CIntrinsic::FileContents
            | CIntrinsic::HostFile
            | CIntrinsic::HostFileWrite
            | CIntrinsic::HostCall
            | CIntrinsic::Environment
            | CIntrinsic::ProgramName
            | CIntrinsic::IsFree => Err("a file or the environment"),
            CIntrinsic::Unsupported | CIntrinsic::Approximation => Err("what is not exact"),
            CIntrinsic::AddressSeen => Err("an address that is seen as a number"),
            CIntrinsic::Flatten | CIntrinsic::Expand => Err("an address of 32 bits"),
            CIntrinsic::Warning => Err("a warning"),
            CIntrinsic::SetJump | CIntrinsic::LongJump => Err("a jump between functions"),
        }
    }

    fn input(&self) -> Told<Effects> {
        let range = self.range(0, self.concrete(1)?)?;
        let mut objects = vec![range.object];
        for text in [2, 3] {
            // What inputs are called decides nothing but how they are told apart; whether they are rows
            // of bytes does.
            let (object, _) = split(self.concrete(text)?);
            let constant =
                |it: &crate::memory::Object| it.info.kind == crate::memory::ObjectKind::Constant;
            if !self.at.state.memory.object(object).is_some_and(constant) {
                return Err("an input whose name is no constant");
            }
            objects.push(object);
        }
        Ok(Effects {
            addresses: vec![self.slot(0)],
            numbers: vec![self.slot(1), self.slot(2), self.slot(3)],
            objects,
            writes: Some(range),
            ..Effects::default()
        })
    }

    fn copy(&self, size: u64) -> Told<Effects> {
        let (to, from) = (self.range(0, size)?, self.range(1, size)?);
        Ok(Effects {
            addresses: vec![self.slot(0), self.slot(1)],
            numbers: self.arguments.get(2).copied().into_iter().collect(),
            objects: vec![to.object, from.object],
            copies: Some((from, to)),
            ..Effects::default()
        })
    }

    /// The bytes up to the end, or up to one that depends on inputs.
    fn string_length(&self) -> Told<Effects> {
        let (id, offset) = split(self.concrete(0)?);
        let mut effects = Effects {
            addresses: vec![self.slot(0)],
            objects: vec![id],
            forms: true,
            ..Effects::default()
        };
        let Some(object) = self.at.state.memory.object(id) else {
            return Ok(effects);
        };
        if object.text.is_some() || object.words.is_some() {
            return Err("a text of free length");
        }
        let start = offset as usize;
        let Some(bytes) = object.bytes.get(start..) else {
            return Ok(effects);
        };
        let ends = |(at, &byte): (usize, &u8)| byte == 0 || !object.is_concrete(start + at, 1);
        let end = bytes.iter().enumerate().position(ends);
        let size = end.map_or(bytes.len(), |end| end + 1) as u64;
        // Whether it has an end is a question of the bytes, and one of memory safety.
        effects.examines.push(Range {
            object: id,
            offset,
            size,
        });
        Ok(effects)
    }

    fn va_start(&self) -> Told<Effects> {
        let list = self.range(0, VA_LIST_BYTES)?;
        let first = self.at.state.memory.len();
        let variadic = self.at.frame.variadic();
        if variadic.iter().any(|argument| argument.by_value.is_some()) {
            return Err("a structure passed to a function of any arguments");
        }
        Ok(Effects {
            addresses: vec![self.slot(0)],
            values: (0..variadic.len() as u32).map(|it| VARIADIC + it).collect(),
            objects: vec![list.object],
            writes: Some(list),
            makes: vec![ObjectId(first), ObjectId(first + 1)],
            ..Effects::default()
        })
    }
}
