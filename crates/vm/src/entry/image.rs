//! The arguments of a path that began at a function, under the path's model: what a native caller
//! has to build before it calls the function.

use super::after::EntryAfter;
use super::arguments::{parameter_name, parameter_type};
use crate::initial_memory::argument_info;
use crate::memory::{Object, ObjectId, ObjectKind, address, split};
use crate::state::{Frame, InitialContents};
use crate::{Cell, Machine, State};
use ir::{FunctionId, Parameter, SourceType, SourceTypeId, Type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Arguments with all memory behind them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryImage {
    /// The arguments, in the order of the function's parameters in the intermediate
    /// representation. An aggregate passed by value stands for itself.
    pub parameters: Vec<EntryRegion>,
    /// The objects that pointers lead to.
    pub objects: Vec<EntryRegion>,
    /// What the function left, if it returned.
    pub after: Option<EntryAfter>,
}

/// A value or an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryRegion {
    /// Name of the parameter, or of the object for people.
    pub name: String,
    /// C type of a scalar, `pointer` or `bytes`; of a function that pointers lead to `function`, of a variable
    /// of the program `variable`, and their names are their own.
    pub ty: String,
    /// Its bytes in memory order; where pointers are, they mean nothing.
    pub bytes: Vec<u8>,
    /// Pointers in it, by offset.
    pub pointers: Vec<EntryPointer>,
    /// For an object: the source type of its elements as the first pointer to it was declared, a
    /// [`ir::SourceTypeId`].
    pub element: Option<u32>,
}

/// A pointer to an argument object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPointer {
    /// Where it is.
    pub offset: u64,
    /// Index of the object it points to.
    pub object: usize,
    /// Offset in that object.
    pub target: u64,
}

/// The objects of an image.
#[derive(Default)]
pub(super) struct Objects {
    numbers: BTreeMap<ObjectId, usize>,
    /// The objects, in the order of their numbers.
    pub(super) all: Vec<ObjectId>,
}

/// What arguments may lead to: the objects as the path met them first, and the declared types of their
/// elements.
type InputObjects = BTreeMap<ObjectId, (Arc<Object>, Option<SourceTypeId>)>;

impl Machine {
    /// The arguments of a path that began at `start` (fresh from [`Machine::start_function`]),
    /// under the model of `path`, and what they are in `last`, the state in which it ended. `None` if the
    /// path began in `main`.
    pub fn entry_image(&mut self, start: &State, path: &State, last: &State) -> Option<EntryImage> {
        if start.entry_is_main {
            return None;
        }
        self.follow(path);
        let frame = start.frame.as_ref()?.chain().last()?;
        let function: FunctionId = frame.code.function;
        let declaration = self.program.function(function).ok()?;
        let mut inputs = self.input_objects(start, path);
        self.note_targets(&mut inputs, &declaration.parameters, frame);
        let mut objects = Objects::default();
        let mut parameters = Vec::new();
        for (number, parameter) in declaration.parameters.iter().enumerate() {
            let cell = frame.registers[frame.code.parameters[number] as usize];
            let ty = frame.code.parameter_types[number];
            let name = parameter_name(parameter, number);
            parameters.push(match (ty, parameter.by_value_size) {
                (Type::Ptr, Some(_)) => {
                    let object = start.memory.object(split(cell.bits).0)?;
                    EntryRegion {
                        name,
                        ..self.region(object, &inputs, &mut objects)
                    }
                }
                (Type::Ptr, None) => {
                    let bytes = self.scalar_bytes(cell, 64);
                    EntryRegion {
                        name,
                        ty: "pointer".to_owned(),
                        pointers: pointers(&bytes, &inputs, &mut objects),
                        bytes,
                        element: None,
                    }
                }
                (Type::Int(_) | Type::Float(_), _) => EntryRegion {
                    name,
                    ty: parameter_type(&*self.program, parameter, ty).0,
                    bytes: self.scalar_bytes(cell, ty.width()),
                    pointers: Vec::new(),
                    element: None,
                },
            });
        }
        let globals = self.globals_in(path);
        for (id, _) in &globals {
            objects.number(*id);
        }
        let mut regions = Vec::new();
        while let Some(id) = objects.all.get(regions.len()) {
            if let Some(function) = self.function_with(*id) {
                regions.push(EntryRegion {
                    name: self.program.function(function).ok()?.name.clone(),
                    ty: "function".to_owned(),
                    bytes: Vec::new(),
                    pointers: Vec::new(),
                    element: None,
                });
                continue;
            }
            let (object, element) = inputs[id].clone();
            let is_global = globals.iter().any(|(global, _)| global == id);
            let mut region = self.region(&object, &inputs, &mut objects);
            region.element = element.map(|element| element.0);
            if is_global {
                region.ty = "variable".to_owned();
            }
            regions.push(region);
        }
        let after = self.after(start, last, objects);
        Some(EntryImage {
            parameters,
            objects: regions,
            after,
        })
    }

    /// Notes what the elements of objects are that are there from the start.
    fn note_targets(&self, inputs: &mut InputObjects, parameters: &[Parameter], frame: &Frame) {
        for (parameter, &register) in parameters.iter().zip(frame.code.parameters.iter()) {
            let cell = frame.registers[register as usize];
            if parameter.by_value_size.is_some() || cell.as_term().is_some() {
                continue;
            }
            if let Some((_, element)) = inputs.get_mut(&split(cell.bits).0) {
                *element = element.or_else(|| self.target_of(parameter));
            }
        }
    }

    /// The type that a parameter points to.
    fn target_of(&self, parameter: &Parameter) -> Option<SourceTypeId> {
        let ty = self.program.resolved_type(parameter.source_type?);
        match self.program.source_type(ty) {
            SourceType::Pointer { target } => Some(*target),
            _ => None,
        }
    }

    /// The objects that arguments may lead to. Of one that the path never accessed only the size matters.
    fn input_objects(&mut self, start: &State, path: &State) -> InputObjects {
        let live = start.memory.live().into_iter();
        let arguments = live.filter(|(_, object)| object.info.kind == ObjectKind::Argument);
        let mut all: InputObjects = arguments
            .map(|(id, object)| (id, (Arc::clone(object), None)))
            .collect();
        for (_, reference, pointer) in path.heap.pointers() {
            if let Some(own) = pointer.own {
                let name = format!("*{}", reference.name);
                let info = argument_info(ObjectKind::Argument, &name, self.own_size(pointer));
                let object = Arc::new(Object::new(info, 0));
                all.insert(own, (object, pointer.declared));
            }
        }
        if !path.heap.functions().is_empty() {
            for &function in self.options.functions.values().flatten() {
                let (id, _) = split(self.function_address(function));
                let object = Object::new(argument_info(ObjectKind::Argument, "", 0), 0);
                all.insert(id, (Arc::new(object), None));
            }
        }
        for (id, element) in self.globals_in(path) {
            if let Some(object) = start.memory.object(id) {
                all.insert(id, (Arc::new(object.clone()), element));
            }
        }
        for object in path.heap.objects() {
            if let InitialContents::Memory(initial) = &object.initial {
                let known = all.get(&split(object.at).0);
                let element = known.and_then(|(_, element)| *element);
                all.insert(split(object.at).0, (Arc::clone(initial), element));
            }
        }
        all
    }

    /// The function whose address is that of this object.
    pub(super) fn function_with(&self, id: ObjectId) -> Option<FunctionId> {
        self.function_id_at(address(id, 0))
    }

    pub(super) fn scalar_bytes(&mut self, cell: Cell, width: u32) -> Vec<u8> {
        match cell.as_term() {
            Some(term) => self.evaluator.bits(&self.pool, term).to_le_bytes(),
            None => cell.bits.to_le_bytes()[..width.div_ceil(8) as usize].to_vec(),
        }
    }

    fn region(
        &mut self,
        object: &Object,
        inputs: &InputObjects,
        objects: &mut Objects,
    ) -> EntryRegion {
        let mut bytes = object.bytes.to_vec();
        for (at, byte) in object.symbolic.iter().flatten().enumerate() {
            if let Some(term) = byte.term {
                let value = self.evaluator.bits(&self.pool, term).to_le_bytes();
                bytes[at] = value[byte.index as usize];
            }
        }
        if let Some(extent) = &object.extent {
            bytes.truncate(self.size_under_model(extent) as usize);
        }
        // A string ends behind its first zero.
        if let Some(text) = &object.text {
            let mut characters = bytes.chunks(text.character as usize);
            let end = characters.position(|it| it.iter().all(|&byte| byte == 0));
            bytes.truncate(end.map_or(bytes.len(), |end| (end + 1) * text.character as usize));
        }
        EntryRegion {
            name: object.info.name.clone(),
            ty: "bytes".to_owned(),
            pointers: pointers(&bytes, inputs, objects),
            bytes,
            element: None,
        }
    }
}

/// Where there are addresses of input objects, which become part of the image. Those of the start of
/// an object may be anywhere (packed structures); a free word that the path made an address of the
/// middle of one is aligned.
fn pointers(bytes: &[u8], inputs: &InputObjects, objects: &mut Objects) -> Vec<EntryPointer> {
    let mut pointers = Vec::new();
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let (id, target) = split(u64::from_le_bytes(*word));
        match inputs.get(&id).map(|(object, _)| object.size()) {
            Some(size) if target == 0 || (at % 8 == 0 && target <= size) => {
                pointers.push(EntryPointer {
                    offset: at as u64,
                    object: objects.number(id),
                    target,
                });
                at += 8;
            }
            _ => at += 1,
        }
    }
    pointers
}

impl Objects {
    /// True if the object has a number.
    pub(super) fn contains(&self, id: ObjectId) -> bool {
        self.numbers.contains_key(&id)
    }

    /// The number of an object, which is given one.
    pub(super) fn number(&mut self, id: ObjectId) -> usize {
        if let Some(&number) = self.numbers.get(&id) {
            return number;
        }
        let number = self.all.len();
        self.numbers.insert(id, number);
        self.all.push(id);
        number
    }
}
