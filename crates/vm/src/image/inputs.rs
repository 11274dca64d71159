//! Input objects as they were when the path began.

use super::objects::Imager;
use super::{HeapImage, ImageCall, ImageContents, ImageField, ImageObject, ImageValue};
use crate::classes::objects_of;
use crate::state::{InitialContents, InputObject, InputPart, LazyId, Referent};
use crate::{Cell, Machine, State};
use ir::{
    CallSequences, Class, ClassId, ClassKind, Construction, ConstructionArgument, FieldType,
    InputConstruction, InterfaceMethod,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

struct Inputs<'a> {
    imager: Imager<'a>,
    objects: Vec<ImageObject>,
    /// Index in the image by address.
    numbers: FxHashMap<u64, u32>,
    /// Input objects with an index that have no contents yet.
    todo: Vec<(InputObject, u32)>,
}

impl Machine {
    /// The input objects of a path as they were when it began, under its model, with the
    /// references that the program asked for. References that the path did not look at are
    /// [`ImageValue::Any`]; one of which it only knows that it is not null is given an object.
    pub fn heap_image(&mut self, state: &State) -> HeapImage {
        let mut inputs = Inputs {
            imager: Imager::new(self, state),
            objects: Vec::new(),
            numbers: FxHashMap::default(),
            todo: Vec::new(),
        };
        let mut roots = Vec::new();
        for &id in state.heap.roots() {
            let name = state.heap.get(id).map(|lazy| lazy.name.to_string());
            let value = inputs.lazy(id);
            roots.push((name.unwrap_or_default(), value));
            inputs.complete();
        }
        HeapImage {
            objects: inputs.objects,
            roots,
        }
    }
}

impl Inputs<'_> {
    /// Gives every object that has an index its contents.
    fn complete(&mut self) {
        while let Some((object, number)) = self.todo.pop() {
            let contents = self.contents(&object);
            self.objects[number as usize].contents = contents;
        }
    }

    fn lazy(&mut self, id: LazyId) -> ImageValue {
        let Some(reference) = self.imager.state.heap.get(id) else {
            return ImageValue::Any;
        };
        match reference.referent {
            Referent::Null => ImageValue::Null,
            Referent::Open => ImageValue::Any,
            Referent::Object(at) => self.object(at),
            Referent::Fresh(_)
            | Referent::UnderConstruction(_)
            | Referent::NotNull
            | Referent::FreshText { .. } => {
                if let Some(&number) = self.numbers.get(&id.address()) {
                    return ImageValue::Object(number);
                }
                let Some(class) = self.imager.class_if_made(id) else {
                    return ImageValue::Unmade;
                };
                let value = self.default_object(class);
                if let ImageValue::Object(number) = value {
                    self.objects[number as usize].at = id.address();
                    self.numbers.insert(id.address(), number);
                }
                value
            }
        }
    }

    fn object(&mut self, at: u64) -> ImageValue {
        if let Some(&number) = self.numbers.get(&at) {
            return ImageValue::Object(number);
        }
        let objects = self.imager.state.heap.objects();
        let input = objects.iter().find(|object| object.at == at).cloned();
        let (class, contents) = match &input {
            Some(object) => {
                let Some(class) = object.class else {
                    return ImageValue::Any;
                };
                (class, ImageContents::Fields(Vec::new()))
            }
            // Not made as an input: a constant of an enumeration.
            None => {
                let cell = Cell::concrete(at);
                let Some((class, contents)) = self.imager.shallow(cell) else {
                    return ImageValue::Any;
                };
                (class, contents)
            }
        };
        let number = self.push(class, contents, at);
        self.numbers.insert(at, number);
        self.todo.extend(input.map(|object| (object, number)));
        ImageValue::Object(number)
    }

    fn push(&mut self, class: ClassId, contents: ImageContents, at: u64) -> u32 {
        let class = self.imager.class_name(class);
        self.objects.push(ImageObject {
            class,
            contents,
            at,
        });
        self.objects.len() as u32 - 1
    }

    /// An object of which nothing matters but its class.
    fn default_object(&mut self, id: ClassId) -> ImageValue {
        let program = Arc::clone(&self.imager.machine.program);
        let objects = objects_of(&*program);
        let Ok(class) = objects.class(id) else {
            return ImageValue::Any;
        };
        let string = objects.well_known().string;
        let contents = match class.kind {
            ClassKind::Array { .. } => ImageContents::Elements(Vec::new()),
            ClassKind::Enum => {
                let constant = class
                    .static_fields()
                    .find(|f| f.ty == FieldType::Reference(id));
                let Some(constant) = constant else {
                    return ImageValue::Any;
                };
                ImageContents::EnumConstant(constant.name.clone())
            }
            _ if string.is_some_and(|layout| layout.class == id) => ImageContents::Text(Vec::new()),
            _ => match self.construction(id) {
                InputConstruction::Elements { entries, .. } => filled(entries, Vec::new()),
                // Whether it takes these arguments only its code can tell.
                InputConstruction::Call { by, .. } if by.may_throw => return ImageValue::Unmade,
                InputConstruction::Call { by, .. } => {
                    let arguments = by.arguments.iter().map(|of| self.default_argument(of));
                    let arguments = arguments.collect();
                    ImageContents::Made(call(&by, arguments))
                }
                InputConstruction::Function { of, .. } => function(&of, Vec::new()),
                InputConstruction::Sequence { .. } | InputConstruction::Unknown => {
                    return ImageValue::Unmade;
                }
                InputConstruction::Fields => {
                    let mut zero = |field: &ir::Field| match field.ty {
                        FieldType::Primitive(primitive) => ImageValue::Primitive(primitive, 0),
                        // As deep as classes are nested.
                        FieldType::Reference(outer) if objects.is_never_null(field) => {
                            self.default_outer(outer, id)
                        }
                        FieldType::Reference(_) => ImageValue::Any,
                    };
                    let values = class.instance_fields().map(&mut zero).collect();
                    ImageContents::Fields(self.named(&class, values))
                }
            },
        };
        ImageValue::Object(self.push(id, contents, 0))
    }

    /// An object around one of an inner class, of which nothing matters but that it is there: of the class or, if that is
    /// abstract, of one below it that is not around such an object itself. Without any there is none, which nobody notices.
    fn default_outer(&mut self, outer: ClassId, of: ClassId) -> ImageValue {
        let program = Arc::clone(&self.imager.machine.program);
        let objects = objects_of(&*program);
        let is_inner = |id: ClassId| {
            let class = objects.class(id);
            class.is_ok_and(|class| {
                let mut fields = class.instance_fields();
                fields.any(|field| {
                    field.ty == FieldType::Reference(outer) && objects.is_never_null(field)
                })
            })
        };
        let classes = objects.instantiable_subclasses(outer).into_iter();
        let mut classes = classes.filter(|&class| class != of && !is_inner(class));
        match classes.next() {
            Some(class) => self.default_object(class),
            None => ImageValue::Any,
        }
    }

    fn default_argument(&mut self, of: &ConstructionArgument) -> ImageValue {
        match of {
            // There is no zeroth day of a month.
            ConstructionArgument::Primitive(primitive) => ImageValue::Primitive(*primitive, 1),
            ConstructionArgument::Nullable | ConstructionArgument::Reference(_) => ImageValue::Null,
            ConstructionArgument::Object(class) => {
                match self.imager.machine.objects().find_class(class) {
                    Some(class) => self.default_object(class),
                    None => ImageValue::Unmade,
                }
            }
        }
    }

    /// How input objects of exactly that class are made on the path.
    fn construction(&self, class: ClassId) -> InputConstruction {
        let by = self.imager.state.heap.input_objects();
        self.imager.machine.objects().input_construction(class, by)
    }

    fn named(&self, class: &Class, values: Vec<ImageValue>) -> Vec<ImageField> {
        let fields = class.instance_fields().zip(values);
        fields
            .map(|(field, value)| ImageField {
                declared_in: self.imager.class_name(field.declared_in),
                name: field.name.clone(),
                value,
            })
            .collect()
    }

    fn value(&mut self, ty: FieldType, cell: Cell) -> ImageValue {
        match ty {
            FieldType::Primitive(primitive) => {
                ImageValue::Primitive(primitive, self.imager.bits(cell))
            }
            FieldType::Reference(_) => match LazyId::of(cell.bits) {
                Some(id) if cell.as_term().is_none() => self.lazy(id),
                Some(_) | None => ImageValue::Any,
            },
        }
    }

    fn parts(&mut self, parts: &[InputPart]) -> Vec<ImageValue> {
        let value = |part: &InputPart| match *part {
            InputPart::Reference(id) => self.lazy(id),
            InputPart::Primitive(primitive, cell) => {
                let bits = self.imager.bits(cell);
                let mask = u64::MAX >> (64 - 8 * primitive.size());
                ImageValue::Primitive(primitive, bits & mask)
            }
        };
        parts.iter().map(value).collect()
    }

    fn contents(&mut self, object: &InputObject) -> ImageContents {
        let program = Arc::clone(&self.imager.machine.program);
        let objects = objects_of(&*program);
        let nothing = ImageContents::Fields(Vec::new());
        let Some(class_id) = object.class else {
            return nothing;
        };
        let Ok(class) = objects.class(class_id) else {
            return nothing;
        };
        match &object.initial {
            InitialContents::Fields(cells) => {
                let types = class.instance_fields().map(|field| field.ty);
                let values = types
                    .zip(cells.iter())
                    .map(|(ty, cell)| self.value(ty, *cell))
                    .collect();
                ImageContents::Fields(self.named(&class, values))
            }
            InitialContents::Elements { length, all } => {
                let length = self.imager.bits(*length) as usize;
                let element = class.element();
                let element = element.unwrap_or(FieldType::Reference(class_id));
                let shown = all.iter().take(length);
                ImageContents::Elements(shown.map(|cell| self.value(element, *cell)).collect())
            }
            InitialContents::Results(id) => {
                let parts: Vec<InputPart> = self.imager.state.heap.parts(*id).collect();
                let results = self.parts(&parts);
                match self.construction(class_id) {
                    InputConstruction::Function { of, .. } => function(&of, results),
                    InputConstruction::Call { .. }
                    | InputConstruction::Sequence { .. }
                    | InputConstruction::Elements { .. }
                    | InputConstruction::Fields
                    | InputConstruction::Unknown => filled(false, results),
                }
            }
            InitialContents::Calls(parts) => {
                let values = self.parts(parts);
                match self.construction(class_id) {
                    InputConstruction::Call { by, .. } => ImageContents::Made(call(&by, values)),
                    InputConstruction::Sequence { of, .. } => sequence(&of, &values),
                    InputConstruction::Elements { entries, .. } => filled(entries, values),
                    InputConstruction::Fields
                    | InputConstruction::Function { .. }
                    | InputConstruction::Unknown => filled(false, values),
                }
            }
            InitialContents::Memory(_) => nothing,
            InitialContents::Text { length, all } => {
                let length = self.imager.bits(*length) as usize;
                let shown = all.iter().take(length);
                let units = shown.map(|cell| self.imager.bits(*cell) as u16);
                ImageContents::Text(units.collect())
            }
        }
    }
}

/// What a collection holds that these values were put into, a map if they are its `entries`.
fn filled(entries: bool, values: Vec<ImageValue>) -> ImageContents {
    if !entries {
        return ImageContents::Collection(values);
    }
    let pairs = values.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    ImageContents::Map(pairs.collect())
}

fn function(of: &InterfaceMethod, results: Vec<ImageValue>) -> ImageContents {
    ImageContents::Function {
        interface: of.interface.clone(),
        method: of.method.clone(),
        descriptor: of.descriptor.clone(),
        results,
    }
}

fn call(by: &Construction, arguments: Vec<ImageValue>) -> ImageCall {
    ImageCall {
        class: by.class.clone(),
        member: by.member.clone(),
        descriptor: by.descriptor.clone(),
        on_first: by.on_first,
        takes_result: by.takes_result,
        arguments,
    }
}

/// The calls that the parts of an object stand for.
fn sequence(of: &CallSequences, parts: &[ImageValue]) -> ImageContents {
    let mut parts = parts.iter().copied();
    let mut calls = Vec::new();
    let maker = match of.makers.len() {
        1 => 0,
        count => number_below(count, parts.next()),
    };
    let arguments = of.makers[maker].arguments.len();
    calls.push(call(
        &of.makers[maker],
        parts.by_ref().take(arguments).collect(),
    ));
    while calls.len() as u64 <= u64::from(of.length) {
        let Some(by) = number_below(of.calls.len() + 1, parts.next()).checked_sub(1) else {
            break;
        };
        let arguments = of.calls[by].arguments.len();
        calls.push(call(
            &of.calls[by],
            parts.by_ref().take(arguments).collect(),
        ));
    }
    ImageContents::Sequence(calls)
}

/// Which of some calls a number means.
fn number_below(count: usize, number: Option<ImageValue>) -> usize {
    match number {
        Some(ImageValue::Primitive(_, bits)) if bits < count as u64 => bits as usize,
        Some(_) | None => 0,
    }
}
