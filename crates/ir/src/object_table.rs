//! Classes that are whole in memory.

use crate::{
    Class, ClassId, ClassKind, Field, FieldType, FunctionId, InputConstruction, InputObjects,
    LiteralId, LoadError, ObjectModel, SelectorId, WellKnown,
};
use std::sync::Arc;

/// A class with its methods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModuleClass {
    /// The class.
    pub class: Arc<Class>,
    /// Virtual methods that it declares and implements.
    pub methods: Vec<(SelectorId, FunctionId)>,
    /// See [`ObjectModel::class_initialiser`].
    pub initialiser: Option<FunctionId>,
}

/// Classes that are whole in memory, with what the methods use. Generic types are unknown here, and
/// the fields of every input object are inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectTable {
    /// Classes; ids index them.
    pub classes: Vec<ModuleClass>,
    /// Names and descriptors of selectors; ids index them.
    pub selectors: Vec<String>,
    /// String constants; ids index them.
    pub literals: Vec<Arc<[u16]>>,
    /// What the machine must know of the classes.
    pub well_known: WellKnown,
}

/// What users of [`crate::Program::objects`] may take for `None`: no class, so that every question about one
/// has the answer that there is no such class.
pub static NO_OBJECTS: ObjectTable = ObjectTable {
    classes: Vec::new(),
    selectors: Vec::new(),
    literals: Vec::new(),
    well_known: WellKnown::NONE,
};

impl ObjectTable {
    /// True if nothing is in it.
    pub fn is_empty(&self) -> bool {
        *self == NO_OBJECTS
    }

    fn class_of(&self, id: ClassId) -> Result<&ModuleClass, LoadError> {
        self.classes.get(id.0 as usize).ok_or_else(|| LoadError {
            function: format!("class #{}", id.0),
            message: "there is no such class".to_owned(),
        })
    }

    /// The class, its superclasses, and then all their interfaces, nearest first.
    fn ancestors(&self, id: ClassId) -> Vec<ClassId> {
        let mut all = Vec::new();
        let mut next = Some(id);
        while let Some(id) = next
            && !all.contains(&id)
            && let Some(class) = self.classes.get(id.0 as usize)
        {
            all.push(id);
            next = class.class.superclass;
        }
        let mut done = 0;
        while let Some(id) = all.get(done).copied() {
            done += 1;
            for interface in &self.classes[id.0 as usize].class.interfaces {
                if !all.contains(interface) && (interface.0 as usize) < self.classes.len() {
                    all.push(*interface);
                }
            }
        }
        all
    }
}

impl ObjectModel for ObjectTable {
    fn class_count(&self) -> u32 {
        self.classes.len() as u32
    }

    fn class(&self, id: ClassId) -> Result<Arc<Class>, LoadError> {
        self.class_of(id).map(|class| Arc::clone(&class.class))
    }

    fn find_class(&self, name: &str) -> Option<ClassId> {
        let index = self.classes.iter().position(|c| c.class.name == name)?;
        Some(ClassId(index as u32))
    }

    fn dispatch(&self, class: ClassId, selector: SelectorId) -> Result<FunctionId, LoadError> {
        let name = &self.class_of(class)?.class.name;
        let found = self.ancestors(class).into_iter().find_map(|id| {
            let methods = &self.classes[id.0 as usize].methods;
            methods.iter().find(|(of, _)| *of == selector)
        });
        found
            .map(|(_, function)| *function)
            .ok_or_else(|| LoadError {
                function: format!("{name}.{}", self.selector(selector)),
                message: "there is no such method".to_owned(),
            })
    }

    fn implementations(&self, selector: SelectorId) -> Vec<FunctionId> {
        let methods = self.classes.iter().flat_map(|class| &class.methods);
        let mut all: Vec<FunctionId> = methods
            .filter(|(of, _)| *of == selector)
            .map(|(_, function)| *function)
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    fn selector(&self, id: SelectorId) -> String {
        let name = self.selectors.get(id.0 as usize).cloned();
        name.unwrap_or_else(|| format!("#{}", id.0))
    }

    fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        if self.ancestors(class).contains(&of) {
            return true;
        }
        let (Ok(class), Ok(of)) = (self.class_of(class), self.class_of(of)) else {
            return false;
        };
        match (class.class.kind, of.class.kind) {
            (
                ClassKind::Array {
                    element: FieldType::Reference(element),
                },
                ClassKind::Array {
                    element: FieldType::Reference(of),
                },
            ) => self.is_subclass(element, of),
            _ => false,
        }
    }

    fn instantiable_subclasses(&self, class: ClassId) -> Vec<ClassId> {
        let mut all: Vec<ClassId> = (0..self.class_count())
            .map(ClassId)
            .filter(|id| match self.classes[id.0 as usize].class.kind {
                ClassKind::Instance | ClassKind::Enum | ClassKind::Array { .. } => {
                    self.is_subclass(*id, class)
                }
                ClassKind::Abstract | ClassKind::Interface | ClassKind::Primitive(_) => false,
            })
            .collect();
        all.sort_by_key(|id| {
            let class = &self.classes[id.0 as usize].class;
            (!class.user, &class.name)
        });
        all
    }

    fn input_construction(&self, _class: ClassId, _objects: InputObjects) -> InputConstruction {
        InputConstruction::Fields
    }

    fn is_open_world(&self, _class: ClassId) -> bool {
        false
    }

    fn field_type(
        &self,
        _field: &Field,
        _object: ClassId,
        _of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)> {
        None
    }

    fn substituted_type(
        &self,
        _declares: ClassId,
        _ty: &str,
        _object: ClassId,
        _of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)> {
        None
    }

    fn types_may_intersect(&self, _one: &str, _other: &str) -> bool {
        true
    }

    fn is_never_null(&self, _field: &Field) -> bool {
        false
    }

    fn array_class(&self, element: ClassId) -> Result<ClassId, LoadError> {
        let class = &self.class_of(element)?.class;
        let wanted = match class.kind {
            ClassKind::Primitive(Some(primitive)) => Some(FieldType::Primitive(primitive)),
            ClassKind::Primitive(None) => None,
            ClassKind::Instance
            | ClassKind::Abstract
            | ClassKind::Interface
            | ClassKind::Enum
            | ClassKind::Array { .. } => Some(FieldType::Reference(element)),
        };
        let index = self
            .classes
            .iter()
            .position(|class| wanted.is_some() && class.class.element() == wanted);
        let missing = || LoadError {
            function: class.name.clone(),
            message: "there is no class of arrays of it".to_owned(),
        };
        index.map(|index| ClassId(index as u32)).ok_or_else(missing)
    }

    fn class_initialiser(&self, class: ClassId) -> Result<Option<FunctionId>, LoadError> {
        self.class_of(class).map(|class| class.initialiser)
    }

    fn class_file(&self, _class: ClassId) -> Option<Arc<[u8]>> {
        None
    }

    fn method_caller(&self, class: ClassId, _number: u32) -> Result<Option<FunctionId>, LoadError> {
        self.class_of(class).map(|_| None)
    }

    fn literal(&self, id: LiteralId) -> Arc<[u16]> {
        self.literals
            .get(id.0 as usize)
            .map_or_else(|| Arc::from([]), Arc::clone)
    }

    fn well_known(&self) -> &WellKnown {
        &self.well_known
    }
}
