//! Objects as they are at the end of a path.

use super::{HeapImage, ImageContents, ImageField, ImageObject, ImageValue};
use crate::memory::{Object, split};
use crate::run::exists_untouched;
use crate::state::{LazyId, Referent, Target};
use crate::{Cell, Machine, State};
use ir::{ClassId, ClassKind, Field, FieldType, HEADER_SIZE};
use rustc_hash::FxHashMap;
use term::Term;

/// Makes an image of objects as they are in a state.
pub(super) struct Imager<'a> {
    pub machine: &'a mut Machine,
    pub state: &'a State,
    pub image: HeapImage,
    /// Index in the image by address.
    numbers: FxHashMap<u64, u32>,
    /// Objects that have an index but no contents yet.
    todo: Vec<(u64, u32)>,
}

impl<'a> Imager<'a> {
    pub(super) fn new(machine: &'a mut Machine, state: &'a State) -> Imager<'a> {
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
    pub(super) fn bits(&mut self, cell: Cell) -> u64 {
        let evaluate = |term: Term| self.machine.evaluator.u64(&self.machine.pool, term);
        cell.as_term().map_or(cell.bits, evaluate)
    }

    /// The image of a reference, with all objects it leads to.
    pub(super) fn whole_reference(&mut self, cell: Cell) -> ImageValue {
        let value = self.reference(cell);
        while let Some((at, number)) = self.todo.pop() {
            let object = self.object(at);
            self.image.objects[number as usize] = object;
        }
        value
    }

    fn reference(&mut self, cell: Cell) -> ImageValue {
        let at = self.bits(cell);
        if let Some(id) = LazyId::of(at) {
            let Some(lazy) = self.state.heap.get(id) else {
                return ImageValue::Any;
            };
            return match lazy.referent {
                Referent::Object(at) => self.object_reference(at),
                Referent::Null => ImageValue::Null,
                Referent::Open => ImageValue::Any,
                Referent::NotNull
                | Referent::Fresh(_)
                | Referent::UnderConstruction(_)
                | Referent::FreshText { .. } => self.unmade_object(id),
            };
        }
        self.object_reference(at)
    }

    /// An input object that was never made, as the path only asked whether it is there: nothing is
    /// known but which one it is.
    fn unmade_object(&mut self, id: LazyId) -> ImageValue {
        let at = id.address();
        if let Some(&number) = self.numbers.get(&at) {
            return ImageValue::Object(number);
        }
        let Some(class) = self.class_if_made(id) else {
            return ImageValue::Cut;
        };
        let number = self.image.objects.len() as u32;
        self.image.objects.push(ImageObject {
            class: self.class_name(class),
            contents: ImageContents::Fields(Vec::new()),
            at,
        });
        self.numbers.insert(at, number);
        ImageValue::Object(number)
    }

    /// The class of the object that an input reference which is not null is given where nothing
    /// else matters; `None` if there is none.
    pub(super) fn class_if_made(&self, id: LazyId) -> Option<ClassId> {
        let reference = self.state.heap.get(id)?;
        if let Referent::Fresh(class) | Referent::UnderConstruction(class) = reference.referent {
            return Some(class);
        }
        let Target::Class(declared) = reference.target else {
            return None;
        };
        let objects = self.machine.objects();
        let classes = objects.subclasses_of_type(declared, reference.generic.as_deref());
        let by = self.state.heap.input_objects();
        let is_made = |class: &&ClassId| exists_untouched(&objects.input_construction(**class, by));
        classes.iter().find(is_made).or(classes.first()).copied()
    }

    fn object_reference(&mut self, at: u64) -> ImageValue {
        if at == 0 {
            return ImageValue::Null;
        }
        if let Some(&number) = self.numbers.get(&at) {
            return ImageValue::Object(number);
        }
        if self.state.memory.object(split(at).0).is_none() {
            return ImageValue::Any;
        }
        if self.image.objects.len() >= self.machine.options.result_objects {
            return ImageValue::Cut;
        }
        let number = self.image.objects.len() as u32;
        self.image.objects.push(ImageObject {
            class: String::new(),
            contents: ImageContents::Fields(Vec::new()),
            at,
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

    pub(super) fn typed(&mut self, ty: FieldType, cell: Cell) -> ImageValue {
        match ty {
            FieldType::Primitive(primitive) => ImageValue::Primitive(primitive, self.bits(cell)),
            FieldType::Reference(_) => self.reference(cell),
        }
    }

    /// Class and contents of an object that leads to no others, such as a constant of an
    /// enumeration.
    pub(super) fn shallow(&mut self, cell: Cell) -> Option<(ClassId, ImageContents)> {
        let class = self.live(cell.bits)?.class()?;
        let contents = self.special(cell.bits, class)?;
        Some((self.enumeration(class), contents))
    }

    /// The enumeration of the class of a constant, which may have one of its own; other classes are
    /// themselves.
    fn enumeration(&self, class: ClassId) -> ClassId {
        let objects = self.machine.objects();
        let kind = |id: ClassId| objects.class(id).ok().map(|class| class.kind);
        let superclass = objects.class(class).ok().and_then(|class| class.superclass);
        match superclass {
            Some(of) if kind(class) == Some(ClassKind::Enum) && kind(of) == kind(class) => of,
            Some(_) | None => class,
        }
    }

    fn object(&mut self, at: u64) -> ImageObject {
        let class = self.live(at).and_then(Object::class);
        let found = class.and_then(|class| self.machine.objects().class(class).ok());
        let (Some(id), Some(class)) = (class, found) else {
            return ImageObject {
                class: String::new(),
                contents: ImageContents::Fields(Vec::new()),
                at,
            };
        };
        let enumeration = self.enumeration(id);
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
            class: self.class_name(enumeration),
            contents,
            at,
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

    pub(super) fn class_name(&self, class: ClassId) -> String {
        match self.machine.objects().class(class) {
            Ok(class) => class.name.clone(),
            Err(error) => error.function,
        }
    }

    /// Strings, class objects and constants of enumerations are more than their fields.
    fn special(&mut self, at: u64, class: ClassId) -> Option<ImageContents> {
        let known = *self.machine.objects().well_known();
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
        if let Some(layout) = known.mirror.filter(|layout| layout.class == class) {
            let id = self.read(at, u64::from(layout.id), 32);
            let id = ClassId(self.bits(id) as u32);
            return Some(ImageContents::ClassObject(self.class_name(id)));
        }
        let name = self.enum_constant(at, class)?;
        Some(ImageContents::EnumConstant(name))
    }

    /// The static field of its class, or of the superclass, that holds an object of an enumeration.
    pub(super) fn enum_constant(&mut self, at: u64, class: ClassId) -> Option<String> {
        let mut next = Some(class);
        while let Some(id) = next {
            let class = self.machine.objects().class(id).ok()?;
            if class.kind == ClassKind::Enum {
                let statics = self.state.classes.get(id).statics;
                for field in class.static_fields() {
                    let reference = matches!(field.ty, FieldType::Reference(_));
                    let cell = self.read(statics, u64::from(field.offset), 64);
                    if reference && self.bits(cell) == at {
                        return Some(field.name.clone());
                    }
                }
            }
            next = class.superclass;
        }
        None
    }
}
