//! Classes, and the objects that stand for them.

use crate::Cell;
use crate::fault::{Outcome, unsupported};
use crate::memory::address;
use crate::run::Run;
use crate::state::ClassState;
use ir::{ClassId, ClassKind, FieldType, HEADER_SIZE};

const NULL: Cell = Cell::ZERO;

impl Run<'_> {
    pub(super) fn class_id(&mut self, id: Cell) -> Outcome<ClassId> {
        Ok(ClassId(self.pin(id, 32)? as u32))
    }

    /// The class that a class object stands for.
    pub(super) fn class_meant(&mut self, object: Cell) -> Outcome<ClassId> {
        let Some(layout) = self.machine.objects().well_known().mirror else {
            return unsupported("class objects, for which the program has no class");
        };
        let id = self.get_field(object, layout.id, 32)?;
        self.class_id(id)
    }

    fn object_of(&mut self, class: Option<ClassId>) -> Outcome<Cell> {
        match class {
            Some(class) => self.class_object(class).map(Cell::concrete),
            None => Ok(NULL),
        }
    }

    pub(super) fn class_begin(&mut self, class: Cell) -> Outcome<Cell> {
        let class = self.class_id(class)?;
        self.begin_class(class).map(Cell::concrete)
    }

    pub(super) fn class_failed(&mut self, class: Cell) -> Outcome<()> {
        let class = self.class_id(class)?;
        let slot = self.state.classes.get_mut(class);
        slot.statics = 0;
        slot.state = ClassState::Failed;
        Ok(())
    }

    pub(super) fn class_state(&mut self, class: Cell) -> Outcome<Cell> {
        let class = self.class_id(class)?;
        let state = self.state.classes.get(class).state;
        Ok(Cell::concrete(state.number()))
    }

    pub(super) fn class_find(&mut self, name: Cell) -> Outcome<Cell> {
        let name = self.string_text(name)?;
        let found = self.machine.objects().find_class(&name);
        self.object_of(found)
    }

    pub(super) fn class_name(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let name = self.machine.class_info(class)?.class.name.clone();
        let units: Vec<u16> = name.encode_utf16().collect();
        self.interned(&units, None).map(Cell::concrete)
    }

    pub(super) fn class_super(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let superclass = self.machine.class_info(class)?.class.superclass;
        self.object_of(superclass)
    }

    pub(super) fn class_interface(&mut self, object: Cell, index: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let index = self.pin(index, 32)? as usize;
        let interfaces = &self.machine.class_info(class)?.class.interfaces;
        let found = interfaces.get(index).copied();
        self.object_of(found)
    }

    pub(super) fn class_element(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let element = match self.machine.class_info(class)?.element {
            None => None,
            Some((FieldType::Reference(class), _)) => Some(class),
            Some((FieldType::Primitive(primitive), _)) => {
                self.machine.objects().find_class(primitive.name())
            }
        };
        self.object_of(element)
    }

    pub(super) fn class_array(&mut self, object: Cell) -> Outcome<Cell> {
        let array = self.array_class(object)?;
        self.object_of(Some(array))
    }

    fn array_class(&mut self, element: Cell) -> Outcome<ClassId> {
        let class = self.class_meant(element)?;
        match self.machine.objects().array_class(class) {
            Ok(array) => Ok(array),
            Err(error) => unsupported(error.to_string()),
        }
    }

    pub(super) fn class_kind(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        Ok(Cell::concrete(
            match self.machine.class_info(class)?.class.kind {
                ClassKind::Instance => 0,
                ClassKind::Abstract => 1,
                ClassKind::Interface => 2,
                ClassKind::Enum => 3,
                ClassKind::Array { .. } => 4,
                ClassKind::Primitive(_) => 5,
            },
        ))
    }

    pub(super) fn class_is_instance(&mut self, of: Cell, object: Cell) -> Outcome<Cell> {
        if object == NULL {
            return Ok(Cell::concrete(0));
        }
        let (of, class) = (self.class_meant(of)?, self.class_of(object)?);
        Ok(Cell::concrete(u64::from(
            self.machine.is_subclass(class, of),
        )))
    }

    pub(super) fn class_initialiser(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        match self.machine.objects().class_initialiser(class) {
            Ok(Some(function)) => Ok(Cell::concrete(self.machine.function_address(function))),
            Ok(None) => Ok(NULL),
            Err(error) => unsupported(error.to_string()),
        }
    }

    pub(super) fn class_modifiers(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let modifiers = self.machine.class_info(class)?.class.modifiers;
        Ok(Cell::concrete(u64::from(modifiers)))
    }

    pub(super) fn class_file(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let Some(contents) = self.machine.objects().class_file(class) else {
            return Ok(NULL);
        };
        let bytes = self.string_layout()?.bytes;
        let array = self.new_array(bytes, contents.len() as u32)?;
        if !contents.is_empty() {
            let (object, _) = self.object_and_pool(array);
            object.write_bytes(HEADER_SIZE as usize, &contents);
        }
        Ok(Cell::concrete(address(array, 0)))
    }

    pub(super) fn method_caller(&mut self, object: Cell, number: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let number = self.pin(number, 32)? as u32;
        match self.machine.objects().method_caller(class, number) {
            Ok(Some(function)) => Ok(Cell::concrete(self.machine.function_address(function))),
            Ok(None) => Ok(NULL),
            Err(error) => unsupported(error.to_string()),
        }
    }

    pub(super) fn class_statics(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        Ok(Cell::concrete(self.state.classes.get(class).statics))
    }

    pub(super) fn field_offset(&mut self, object: Cell, name: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let name = self.string_text(name)?;
        let fields = &self.machine.class_info(class)?.class.fields;
        let mut declared = fields.iter().filter(|field| field.declared_in == class);
        let found = declared.find(|field| field.name == name);
        let offset = found.map_or(-1, |field| i64::from(field.offset));
        Ok(Cell::concrete(offset as u64))
    }

    pub(super) fn new_instance(&mut self, object: Cell) -> Outcome<Cell> {
        let class = self.class_meant(object)?;
        let id = self.new_object(class)?;
        Ok(Cell::concrete(address(id, 0)))
    }

    pub(super) fn new_array_of_class(&mut self, element: Cell, length: Cell) -> Outcome<Cell> {
        let class = self.array_class(element)?;
        self.new_array_of(class, length)
    }
}
