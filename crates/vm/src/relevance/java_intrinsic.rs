//! What the operations for Java read and write.

use super::class_cell::ClassCell;
use super::effect::class_object;
use super::intrinsic::{Effects, Operation};
use super::step::{Makes, OfClass, Told};
use crate::instruction::{Range, whole};
use crate::memory::{ObjectId, ObjectKind, split};
use ir::{ClassId, FieldType, HEADER_SIZE, JavaIntrinsic, Type};
use std::sync::Arc;

/// An object that stands for a class, and what of it was read.
struct Mirror {
    class: ClassId,
    id: Range,
}

/// A string object whose contents were read.
struct StringRead {
    /// Where the reference to the contents stands.
    value: Range,
    /// All else that was read.
    parts: Vec<Range>,
    units: Vec<u16>,
}

impl Operation<'_> {
    pub(super) fn java(&self, intrinsic: JavaIntrinsic) -> Told<Effects> {
        match intrinsic {
            JavaIntrinsic::ClassBegin => {
                let class = ClassId(self.concrete(0)? as u32);
                Ok(Effects {
                    numbers: vec![self.slot(0)],
                    sets: vec![ClassCell::Statics(class), ClassCell::State(class)],
                    makes_result: Makes::Statics(class),
                    ..Effects::default()
                })
            }
            JavaIntrinsic::ClassFailed => {
                let class = ClassId(self.concrete(0)? as u32);
                Ok(Effects {
                    numbers: vec![self.slot(0)],
                    sets: vec![ClassCell::Statics(class), ClassCell::State(class)],
                    ..Effects::default()
                })
            }
            JavaIntrinsic::ClassState => {
                let class = ClassId(self.concrete(0)? as u32);
                Ok(Effects {
                    numbers: vec![self.slot(0)],
                    of_class: Some(OfClass::known(ClassCell::State(class))),
                    ..Effects::default()
                })
            }
            JavaIntrinsic::ClassFromId => Ok(Effects {
                numbers: vec![self.slot(0)],
                of_class: Some(class_object(self.at, ClassId(self.concrete(0)? as u32))),
                ..Effects::default()
            }),
            JavaIntrinsic::ClassOfObject => {
                let header = self.header(0)?;
                let class = self.class_at(header)?;
                Ok(Effects {
                    of_class: Some(class_object(self.at, class)),
                    ..self.examining(&[0], [header])
                })
            }
            JavaIntrinsic::ClassToId
            | JavaIntrinsic::ClassKindOf
            | JavaIntrinsic::ClassModifiers
            | JavaIntrinsic::ClassIsUser
            | JavaIntrinsic::ClassInitialiser => {
                let mirror = self.mirror(0)?;
                Ok(self.examining(&[0], [mirror.id]))
            }
            JavaIntrinsic::MethodCaller => {
                let mirror = self.mirror(0)?;
                self.concrete(1)?;
                Ok(Effects {
                    numbers: vec![self.slot(1)],
                    ..self.examining(&[0], [mirror.id])
                })
            }
            JavaIntrinsic::ClassIsAssignable => {
                let (of, class) = (self.mirror(0)?, self.mirror(1)?);
                Ok(self.examining(&[0, 1], [of.id, class.id]))
            }
            JavaIntrinsic::ClassIsInstance => {
                let of = self.mirror(0)?;
                match self.concrete(1)? {
                    0 => Ok(self.examining(&[0, 1], [of.id])),
                    _ => Ok(self.examining(&[0, 1], [of.id, self.header(1)?])),
                }
            }
            JavaIntrinsic::ClassStatics => {
                let mirror = self.mirror(0)?;
                Ok(Effects {
                    of_class: Some(OfClass::known(ClassCell::Statics(mirror.class))),
                    ..self.examining(&[0], [mirror.id])
                })
            }
            JavaIntrinsic::ClassName => self.class_name(),
            JavaIntrinsic::ClassSuper
            | JavaIntrinsic::ClassElement
            | JavaIntrinsic::ClassArray
            | JavaIntrinsic::ClassInterface => self.related_class(intrinsic),
            JavaIntrinsic::FieldOffset => {
                let (mirror, name) = (self.mirror(0)?, self.text(1)?);
                Ok(self
                    .examining(&[0], [mirror.id])
                    .reading(self.slot(1), name))
            }
            JavaIntrinsic::NewInstance => {
                let mirror = self.mirror(0)?;
                Ok(Effects {
                    makes_result: Makes::Object,
                    ..self.examining(&[0], [mirror.id])
                })
            }
            JavaIntrinsic::NewArrayOf => {
                let mirror = self.mirror(0)?;
                self.concrete(1)
                    .map_err(|_| "a size that depends on inputs")?;
                Ok(Effects {
                    numbers: vec![self.slot(1)],
                    makes_result: Makes::Object,
                    ..self.examining(&[0], [mirror.id])
                })
            }
            JavaIntrinsic::ArrayCopy => self.array_copy(),
            JavaIntrinsic::IdentityHash => self.identity_hash(),
            JavaIntrinsic::Backtrace => self.backtrace(),
            JavaIntrinsic::Uncaught => self.uncaught(),
            JavaIntrinsic::FrameClass | JavaIntrinsic::FrameMethod => {
                self.concrete(0)?;
                Ok(Effects {
                    numbers: vec![self.slot(0)],
                    makes_result: Makes::Text,
                    ..Effects::default()
                })
            }
            // What is written decides nothing.
            JavaIntrinsic::OutputText => Ok(Effects {
                addresses: vec![self.slot(1)],
                ..Effects::default()
            }),
            JavaIntrinsic::OutputValue => Ok(Effects::default()),
            JavaIntrinsic::OutputArray => {
                let (array, _) = split(self.concrete(1)?);
                for number in [0, 2, 3] {
                    self.concrete(number)?;
                }
                Ok(Effects {
                    addresses: vec![self.slot(1)],
                    numbers: vec![self.slot(0), self.slot(2), self.slot(3)],
                    objects: vec![array],
                    ..Effects::default()
                })
            }
            JavaIntrinsic::ErrorText => {
                let kind = self.text(0)?;
                Ok(Effects::default()
                    .reading(self.slot(0), kind)
                    .addressing(self.slot(1)))
            }
            // What an input is called decides nothing.
            JavaIntrinsic::InputValue | JavaIntrinsic::HostValue => {
                self.concrete(0)?;
                Ok(Effects {
                    addresses: vec![self.slot(1)],
                    numbers: vec![self.slot(0)],
                    ..Effects::default()
                })
            }
            // Nothing reads what was told of.
            JavaIntrinsic::Observe => {
                self.concrete(0)?;
                Ok(Effects {
                    numbers: vec![self.slot(0)],
                    ..Effects::default()
                })
            }
            JavaIntrinsic::ModelValue => {
                self.concrete(0)?;
                Ok(Effects {
                    values: vec![self.slot(0)],
                    forms: true,
                    ..Effects::default()
                })
            }
            JavaIntrinsic::HostIsFree => {
                self.concrete(0)?;
                Ok(Effects {
                    numbers: vec![self.slot(0)],
                    ..Effects::default()
                })
            }
            // As the surroundings are, which are the same at the same place.
            JavaIntrinsic::OrderSalt | JavaIntrinsic::OrderReversed => Ok(Effects::default()),
            JavaIntrinsic::CloneObject => self.clone_object(),
            JavaIntrinsic::TimeMillis | JavaIntrinsic::TimeNanos => Err("the time"),
            JavaIntrinsic::Surroundings | JavaIntrinsic::PropertyOfMachine => {
                Err("something of the machine")
            }
            JavaIntrinsic::InternString => Err("an interned string"),
            JavaIntrinsic::ClassFind => {
                let name = self.text(0)?;
                let units = String::from_utf16_lossy(&name.units);
                let found = self.at.machine.objects().find_class(&units);
                Ok(Effects {
                    of_class: found.map(|class| class_object(self.at, class)),
                    ..Effects::default().reading(self.slot(0), name)
                })
            }
            JavaIntrinsic::ClassFile => Err("the contents of a class file"),
            JavaIntrinsic::FrameFile | JavaIntrinsic::CallerClass => {
                Err("who calls, asked for by the program")
            }
            JavaIntrinsic::HostReadArray | JavaIntrinsic::InputBytes => {
                Err("a file or the environment")
            }
            JavaIntrinsic::UnsupportedText => Err("what is not exact"),
            JavaIntrinsic::WarningText => Err("a warning"),
            JavaIntrinsic::LazyInput
            | JavaIntrinsic::LazyInputOf
            | JavaIntrinsic::InputType
            | JavaIntrinsic::InputSize
            | JavaIntrinsic::InputElement
            | JavaIntrinsic::InputComponent
            | JavaIntrinsic::InputNumber
            | JavaIntrinsic::InputObject
            | JavaIntrinsic::InputArgument
            | JavaIntrinsic::InputCalls
            | JavaIntrinsic::InputCall
            | JavaIntrinsic::InputMade => Err("a reference that is an input"),
        }
    }

    /// Arguments that matter as addresses, of objects some bytes of which matter.
    fn examining(&self, numbers: &[usize], ranges: impl IntoIterator<Item = Range>) -> Effects {
        let examines: Vec<Range> = ranges.into_iter().collect();
        Effects {
            addresses: numbers.iter().map(|&number| self.slot(number)).collect(),
            objects: examines.iter().map(|range| range.object).collect(),
            examines,
            ..Effects::default()
        }
    }

    /// Bytes of the object that an argument is.
    fn part(&self, number: usize, offset: u64, size: u64) -> Told<Range> {
        let reference = self.concrete(number)?;
        let (object, at) = split(reference);
        let found = self.at.state.memory.object(object);
        let managed = found.is_some_and(|it| it.info.kind == ObjectKind::Managed);
        match managed && at == 0 {
            true => Ok(Range {
                object,
                offset,
                size,
            }),
            false => Err("a reference to no object"),
        }
    }

    /// The class of the object that an argument is.
    fn header(&self, number: usize) -> Told<Range> {
        self.part(number, 0, 4)
    }

    /// A concrete number in memory, of up to eight bytes.
    fn number_at(&self, range: Range) -> Told<u64> {
        let object = self.at.state.memory.object(range.object);
        let object = object.ok_or("a reference to no object")?;
        let (offset, size) = (range.offset as usize, range.size as usize);
        let bytes = object.bytes.get(offset..offset + size);
        let bytes = bytes.ok_or("a reference to an object of another kind")?;
        if !object.is_concrete(offset, size) {
            return Err("an argument that depends on inputs");
        }
        let mut word = [0; 8];
        word[..size].copy_from_slice(bytes);
        Ok(u64::from_le_bytes(word))
    }

    fn class_at(&self, header: Range) -> Told<ClassId> {
        Ok(ClassId(self.number_at(header)? as u32))
    }

    /// The class that an argument stands for.
    fn mirror(&self, number: usize) -> Told<Mirror> {
        let layout = self.at.machine.objects().well_known().mirror;
        let layout = layout.ok_or("class objects, for which the program has no class")?;
        let id = self.part(number, u64::from(layout.id), 4)?;
        let class = self.class_at(id)?;
        Ok(Mirror { class, id })
    }

    /// The string that an argument is.
    fn text(&self, number: usize) -> Told<StringRead> {
        let layout = self.at.machine.objects().well_known().string;
        let layout = layout.ok_or("strings, for which the program has no class")?;
        let value = self.part(number, u64::from(layout.value), 8)?;
        let coder = self.part(number, u64::from(layout.coder), 1)?;
        let (array, _) = split(self.number_at(value)?);
        let contents = whole(self.at, array);
        let part = |offset, size| Range {
            object: array,
            offset,
            size,
        };
        let length = part(4, 4);
        let width = if self.number_at(coder)? != 0 { 2 } else { 1 };
        let count = self.number_at(length)? / width;
        if HEADER_SIZE + count * width > contents.size {
            return Err("a reference to an object of another kind");
        }
        let unit = |at: u64| Ok(self.number_at(part(HEADER_SIZE + at * width, width))? as u16);
        let units = (0..count).map(unit).collect::<Told<Vec<u16>>>()?;
        let characters = part(HEADER_SIZE, count * width);
        Ok(StringRead {
            value,
            parts: vec![coder, length, characters],
            units,
        })
    }

    fn class_name(&self) -> Told<Effects> {
        let mirror = self.mirror(0)?;
        let class = self.class(mirror.class)?;
        let units: Arc<[u16]> = class.name.encode_utf16().collect();
        let cell = ClassCell::Text(units);
        let makes = match cell.bits(&self.at.state.classes) {
            0 => Makes::Text,
            _ => Makes::Nothing,
        };
        Ok(Effects {
            of_class: Some(OfClass {
                makes,
                ..OfClass::known(cell)
            }),
            ..self.examining(&[0], [mirror.id])
        })
    }

    fn class(&self, class: ClassId) -> Told<Arc<ir::Class>> {
        let found = self.at.machine.objects().class(class);
        found.map_err(|_| "a class that cannot be loaded")
    }

    /// Another class object, which follows from the one that is given.
    fn related_class(&self, intrinsic: JavaIntrinsic) -> Told<Effects> {
        let mirror = self.mirror(0)?;
        let mut effects = self.examining(&[0], [mirror.id]);
        let model = self.at.machine.objects();
        let class = self.class(mirror.class)?;
        let related = match intrinsic {
            JavaIntrinsic::ClassSuper => class.superclass,
            JavaIntrinsic::ClassInterface => {
                effects.numbers.push(self.slot(1));
                class.interfaces.get(self.concrete(1)? as usize).copied()
            }
            JavaIntrinsic::ClassArray => {
                let array = model.array_class(mirror.class);
                Some(array.map_err(|_| "a class that cannot be loaded")?)
            }
            _ => match class.kind {
                ir::ClassKind::Array {
                    element: FieldType::Reference(element),
                } => Some(element),
                ir::ClassKind::Array {
                    element: FieldType::Primitive(element),
                } => model.find_class(element.name()),
                ir::ClassKind::Instance
                | ir::ClassKind::Abstract
                | ir::ClassKind::Interface
                | ir::ClassKind::Enum
                | ir::ClassKind::Primitive(_) => None,
            },
        };
        // Null, where there is none.
        effects.of_class = related.map(|class| class_object(self.at, class));
        Ok(effects)
    }

    fn array_copy(&self) -> Told<Effects> {
        let headers = [self.header(0)?, self.header(2)?];
        let (from, to) = (headers[0].object, headers[1].object);
        let of = |header| {
            let class = self.class_at(header)?;
            let info = self.at.machine.classes.known(class);
            let element = info.and_then(|info| info.element);
            element.map(|(_, log)| log).ok_or("a copy of no array")
        };
        let (log, other) = (of(headers[0])?, of(headers[1])?);
        if log != other {
            return Err("what is not exact");
        }
        let [start, target, length] = [self.concrete(1)?, self.concrete(3)?, self.concrete(4)?];
        let range = |object, index: u64| Range {
            object,
            offset: HEADER_SIZE + (index << log),
            size: length << log,
        };
        Ok(Effects {
            numbers: [1, 3, 4].map(|number| self.slot(number)).to_vec(),
            copies: Some((range(from, start), range(to, target))),
            ..self.examining(&[0, 2], headers)
        })
    }

    fn clone_object(&self) -> Told<Effects> {
        let header = self.header(0)?;
        let object = header.object;
        let found = self.at.state.memory.object(object);
        if found.is_some_and(|it| it.text.is_some() || it.length.is_some() || it.words.is_some()) {
            return Err("an input of free length");
        }
        Ok(Effects {
            addresses: vec![self.slot(0)],
            objects: vec![object],
            clones: Some(whole(self.at, object)),
            makes_result: Makes::Object,
            ..Effects::default()
        })
    }

    /// A number that is the same for all objects, unless tests are to find out otherwise.
    fn identity_hash(&self) -> Told<Effects> {
        let (state, options) = (self.at.state, &self.at.machine.options);
        if state.surroundings != 0 || options.free_host.hash {
            return Err("the hash of an object's address");
        }
        let effects = match self.concrete(0)? {
            0 => self.examining(&[0], []),
            _ => self.examining(&[0], [self.header(0)?]),
        };
        Ok(effects)
    }

    /// Of the calls under way; those in whose first parameter the exception is are left out.
    fn backtrace(&self) -> Told<Effects> {
        self.concrete(0)?;
        let mut effects = Effects {
            addresses: vec![self.slot(0)],
            makes_result: Makes::Object,
            ..Effects::default()
        };
        for frame in self.at.frame.chain() {
            let (parameters, types) = (&frame.code.parameters, &frame.code.parameter_types);
            if let (Some(&this), Some(Type::Ptr)) = (parameters.first(), types.first()) {
                effects.frames.push((frame.depth, this));
            }
        }
        Ok(effects)
    }

    /// Where the exception came from says where the error is.
    fn uncaught(&self) -> Told<Effects> {
        let header = self.header(0)?;
        let mut effects = self.examining(&[0, 1], [header]);
        let layout = self.at.machine.objects().well_known().throwable;
        let Some(layout) = layout else {
            return Ok(effects);
        };
        let backtrace = self.part(0, u64::from(layout.backtrace), 8)?;
        effects.follows.push(backtrace);
        let (calls, _) = split(self.number_at(backtrace)?);
        if calls != ObjectId(0) {
            effects.objects.push(calls);
            effects.examines.push(whole(self.at, calls));
        }
        Ok(effects)
    }
}

impl Effects {
    /// A string matters, too.
    fn reading(mut self, slot: crate::code::Slot, text: StringRead) -> Effects {
        self.objects.push(text.value.object);
        self.follows.push(text.value);
        self.examines.extend(text.parts);
        self.addressing(slot)
    }

    /// An argument matters as an address, too.
    fn addressing(mut self, slot: crate::code::Slot) -> Effects {
        self.addresses.push(slot);
        self
    }
}
