//! Objects of a path as data: for tests that build them again, and for what users are shown.

use crate::memory::{Object, split};
use crate::{Cell, Machine, State};
use ir::{ClassId, ClassKind, Field, FieldType, HEADER_SIZE, Primitive};
use rustc_hash::FxHashMap;
use term::Term;

/// Objects of one image at the most; what they refer to beyond is [`ImageValue::Cut`].
const OBJECTS: usize = 1024;

/// Objects that refer to each other, under the model of their path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeapImage {
    /// The objects; [`ImageValue::Object`] is an index.
    pub objects: Vec<ImageObject>,
}

/// An object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageObject {
    /// Name of its class, as [`ir::Class::name`].
    pub class: String,
    /// What it holds.
    pub contents: ImageContents,
}

/// What an object holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageContents {
    /// Fields of an instance, inherited ones first.
    Fields(Vec<ImageField>),
    /// Elements of an array.
    Elements(Vec<ImageValue>),
    /// A string.
    Text(Vec<u16>),
    /// The constant of that name of an enumeration.
    EnumConstant(String),
    /// The class object of the class of that name.
    ClassObject(String),
}

/// A field with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageField {
    /// Name of the class that declares it.
    pub declared_in: String,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: ImageValue,
}

/// A value of a field, element or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageValue {
    /// A number: its bits, those above its size zero.
    Primitive(Primitive, u64),
    /// The null reference.
    Null,
    /// The object at that index of the image.
    Object(u32),
    /// A reference that the path never looked at.
    Any,
    /// A reference to an object beyond the limit of the image.
    Cut,
}

/// A value that the code under test told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observed {
    /// The letter of its descriptor, `L` for every reference, `V` for no value, `!` for the
    /// exception thrown.
    pub kind: char,
    /// The value; `None` for `V`.
    pub value: Option<ImageValue>,
    /// The objects that a reference leads to, as they were at the end of the path.
    pub image: HeapImage,
}

/// Makes an image of objects as they are in a state.
pub(crate) struct Imager<'a> {
    pub machine: &'a mut Machine,
    pub state: &'a State,
    pub image: HeapImage,
    /// Index in the image by address.
    numbers: FxHashMap<u64, u32>,
    /// Objects that have an index but no contents yet.
    todo: Vec<(u64, u32)>,
}

impl<'a> Imager<'a> {
    pub(crate) fn new(machine: &'a mut Machine, state: &'a State) -> Imager<'a> {
        machine.follow(state);
        Imager {
            machine,
            state,
            image: HeapImage::default(),
            numbers: FxHashMap::default(),
            todo: Vec::new(),
        }
    }

    /// Value of a cell under the model.
    pub(crate) fn bits(&mut self, cell: Cell) -> u64 {
        let evaluate = |term: Term| self.machine.evaluator.u64(&self.machine.pool, term);
        cell.as_term().map_or(cell.bits, evaluate)
    }

    /// The image of a reference, with all objects it leads to.
    pub(crate) fn whole_reference(&mut self, cell: Cell) -> ImageValue {
        let value = self.reference(cell);
        while let Some((at, number)) = self.todo.pop() {
            let object = self.object(at);
            self.image.objects[number as usize] = object;
        }
        value
    }

    fn reference(&mut self, cell: Cell) -> ImageValue {
        let at = self.bits(cell);
        if at == 0 {
            return ImageValue::Null;
        }
        if let Some(&number) = self.numbers.get(&at) {
            return ImageValue::Object(number);
        }
        if self.state.memory.object(split(at).0).is_none() {
            return ImageValue::Any;
        }
        if self.image.objects.len() >= OBJECTS {
            return ImageValue::Cut;
        }
        let number = self.image.objects.len() as u32;
        self.image.objects.push(ImageObject {
            class: String::new(),
            contents: ImageContents::Fields(Vec::new()),
        });
        self.numbers.insert(at, number);
        self.todo.push((at, number));
        ImageValue::Object(number)
    }

    fn live(&self, at: u64) -> Option<&'a Object> {
        self.state.memory.object(split(at).0)
    }

    fn read(&mut self, at: u64, offset: u64, width: u32) -> Cell {
        match self.live(at) {
            Some(object) if offset + u64::from(width) / 8 <= object.size() => {
                object.read(&mut self.machine.pool, offset as usize, width)
            }
            Some(_) | None => Cell::ZERO,
        }
    }

    pub(crate) fn typed(&mut self, ty: FieldType, cell: Cell) -> ImageValue {
        match ty {
            FieldType::Primitive(primitive) => ImageValue::Primitive(primitive, self.bits(cell)),
            FieldType::Reference(_) => self.reference(cell),
        }
    }

    fn object(&mut self, at: u64) -> ImageObject {
        let class = self.live(at).and_then(Object::class);
        let found = class.and_then(|class| self.machine.program.class(class).ok());
        let (Some(id), Some(class)) = (class, found) else {
            return ImageObject {
                class: String::new(),
                contents: ImageContents::Fields(Vec::new()),
            };
        };
        let contents = match class.kind {
            ClassKind::Array { element } => ImageContents::Elements(self.elements(at, element)),
            _ => match self.special(at, id) {
                Some(contents) => contents,
                None => {
                    let fields: Vec<Field> = class.instance_fields().cloned().collect();
                    ImageContents::Fields(self.fields(at, &fields))
                }
            },
        };
        ImageObject {
            class: class.name.clone(),
            contents,
        }
    }

    fn elements(&mut self, at: u64, element: FieldType) -> Vec<ImageValue> {
        let length = self.read(at, 4, 32);
        let length = self.bits(length);
        (0..length)
            .map(|index| {
                let offset = HEADER_SIZE + index * element.size();
                let cell = self.read(at, offset, element.size() as u32 * 8);
                self.typed(element, cell)
            })
            .collect()
    }

    fn fields(&mut self, at: u64, fields: &[Field]) -> Vec<ImageField> {
        let mut all = Vec::with_capacity(fields.len());
        for field in fields {
            let cell = self.read(at, u64::from(field.offset), field.ty.size() as u32 * 8);
            let value = self.typed(field.ty, cell);
            let declared_in = self.class_name(field.declared_in);
            all.push(ImageField {
                declared_in,
                name: field.name.clone(),
                value,
            });
        }
        all
    }

    pub(crate) fn class_name(&self, class: ClassId) -> String {
        match self.machine.program.class(class) {
            Ok(class) => class.name.clone(),
            Err(error) => error.function,
        }
    }

    /// Strings, class objects and constants of enumerations are more than their fields.
    fn special(&mut self, at: u64, class: ClassId) -> Option<ImageContents> {
        let known = *self.machine.program.well_known();
        if let Some(layout) = known.string.filter(|layout| layout.class == class) {
            let value = self.read(at, u64::from(layout.value), 64);
            let value = self.bits(value);
            let coder = self.read(at, u64::from(layout.coder), 8);
            let wide = self.bits(coder) != 0;
            let length = self.read(value, 4, 32);
            let size = if wide { 2 } else { 1 };
            let count = self.bits(length) / size;
            let units = (0..count).map(|index| {
                let unit = self.read(value, HEADER_SIZE + index * size, size as u32 * 8);
                self.bits(unit) as u16
            });
            return Some(ImageContents::Text(units.collect()));
        }
        if let Some(layout) = known.class.filter(|layout| layout.class == class) {
            let id = self.read(at, u64::from(layout.id), 32);
            let id = ClassId(self.bits(id) as u32);
            return Some(ImageContents::ClassObject(self.class_name(id)));
        }
        let name = self.enum_constant(at, class)?;
        Some(ImageContents::EnumConstant(name))
    }

    /// The static field of its class, or of the superclass, that holds an object of an enumeration.
    fn enum_constant(&mut self, at: u64, class: ClassId) -> Option<String> {
        let mut next = Some(class);
        while let Some(id) = next {
            let class = self.machine.program.class(id).ok()?;
            if class.kind == ClassKind::Enum {
                let statics = self.state.classes.get(id).statics;
                for field in class.static_fields() {
                    let reference = matches!(field.ty, FieldType::Reference(_));
                    let cell = self.read(statics, u64::from(field.offset), 64);
                    if reference && self.bits(cell) == at {
                        return Some(field.name.clone());
                    }
                }
                return None;
            }
            next = class.superclass;
        }
        None
    }
}

impl Machine {
    /// What the code under test told of on a path, in order, under its model.
    pub fn observed(&mut self, state: &State) -> Vec<Observed> {
        let values: Vec<_> = state.observed.to_vec().into_iter().copied().collect();
        let mut all = Vec::with_capacity(values.len());
        for observed in values {
            let kind = observed.kind;
            let mut imager = Imager::new(self, state);
            let primitive = Primitive::ALL.into_iter().find(|p| p.letter() == kind);
            let value = match (kind, primitive) {
                ('V', _) => None,
                (_, Some(primitive)) => {
                    let bits = imager.bits(observed.value);
                    let mask = u64::MAX >> (64 - 8 * primitive.size());
                    Some(ImageValue::Primitive(primitive, bits & mask))
                }
                (_, None) => Some(imager.whole_reference(observed.value)),
            };
            let image = imager.image;
            all.push(Observed { kind, value, image });
        }
        all
    }
}
