//! Classes and objects of Java as the machine sees them.

use crate::Program;
use crate::descriptor::JavaType;
use crate::program::FunctionKey;
use crate::well_known;
use ir::{
    CallEffects, CallSequences, Class, ClassId, ClassKind, Field, FieldType, FunctionId,
    InputConstruction, InputObjects, LiteralId, LoadError, ObjectModel, SelectorId, WellKnown,
};
use std::sync::Arc;

impl ObjectModel for Program {
    fn class_count(&self) -> u32 {
        self.class_count()
    }

    fn class(&self, id: ClassId) -> Result<Arc<Class>, LoadError> {
        self.linked(id)
            .map(|linked| Arc::clone(&linked.ir))
            .map_err(|error| self.load_error(self.java_name(self.class_symbol(id)), &error))
    }

    fn find_class(&self, name: &str) -> Option<ClassId> {
        let id = self.class_named(&name.replace('.', "/"));
        self.linked(id).is_ok().then_some(id)
    }

    fn dispatch(&self, class: ClassId, selector: SelectorId) -> Result<FunctionId, LoadError> {
        self.select_method(class, selector)
    }

    fn implementations(&self, selector: SelectorId) -> Vec<FunctionId> {
        self.loaded_implementations(selector)
    }

    fn selector(&self, id: SelectorId) -> String {
        let selector = &self.selectors[id.0 as usize];
        let (name, descriptor) = (selector.name, selector.descriptor);
        self.symbols.text(name).to_owned() + self.symbols.text(descriptor)
    }

    fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        self.is_assignable(class, of)
    }

    fn instantiable_subclasses(&self, class: ClassId) -> Vec<ClassId> {
        self.subclasses_for_inputs(class)
    }

    fn subclasses_of_type(&self, class: ClassId, of: Option<&str>) -> Vec<ClassId> {
        self.subclasses_for_type(class, of)
    }

    fn fits_type(&self, class: ClassId, of: &str) -> bool {
        self.fits(class, of)
    }

    fn input_construction(&self, class: ClassId, objects: InputObjects) -> InputConstruction {
        self.construction_of_inputs(class, objects)
    }

    fn has_open_state(&self, class: ClassId) -> bool {
        self.has_open_state(class)
    }

    fn is_open_world(&self, class: ClassId) -> bool {
        self.is_open_in_jdk(class)
    }

    fn field_type(
        &self,
        field: &Field,
        object: ClassId,
        of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)> {
        self.type_of_field(field, object, of)
    }

    fn substituted_type(
        &self,
        declares: ClassId,
        ty: &str,
        object: ClassId,
        of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)> {
        self.substituted_type(&*self.linked(declares).ok()?, ty, object, of)
    }

    fn types_may_intersect(&self, one: &str, other: &str) -> bool {
        self.agree(one, other)
    }

    fn is_never_null(&self, field: &Field) -> bool {
        self.is_outer_reference(field)
    }

    fn array_class(&self, element: ClassId) -> Result<ClassId, LoadError> {
        let name = self.symbols.text(self.class_symbol(element));
        let linked = self
            .linked(element)
            .map_err(|error| self.load_error(name.to_owned(), &error))?;
        let array = match linked.ir.kind {
            ClassKind::Primitive(Some(primitive)) => format!("[{}", primitive.letter()),
            ClassKind::Primitive(None) => {
                return Err(self.load_error(name.to_owned(), &"there are no arrays of void"));
            }
            ClassKind::Array { .. }
            | ClassKind::Instance
            | ClassKind::Abstract
            | ClassKind::Interface
            | ClassKind::Enum => format!("[{}", JavaType::Reference(name).descriptor()),
        };
        Ok(self.class_named(&array))
    }

    fn class_initialiser(&self, class: ClassId) -> Result<Option<FunctionId>, LoadError> {
        let linked = self
            .linked(class)
            .map_err(|error| self.load_error(self.java_name(self.class_symbol(class)), &error))?;
        Ok(linked
            .needs_initialisation
            .then(|| self.function_id(FunctionKey::Initialise(class))))
    }

    fn sequences_of(&self, function: FunctionId) -> Option<Arc<CallSequences>> {
        let known = self.constructions[1].read();
        let known = known.unwrap_or_else(|e| e.into_inner());
        known.values().find_map(|construction| match construction {
            InputConstruction::Sequence { function: by, of } if *by == function => {
                Some(Arc::clone(of))
            }
            _ => None,
        })
    }

    fn call_effects(&self, function: FunctionId) -> Option<Arc<CallEffects>> {
        self.effects_of_function(function)
    }

    fn class_file(&self, class: ClassId) -> Option<Arc<[u8]>> {
        let linked = self.linked(class).ok()?;
        let file = linked.file.as_ref()?;
        Some(Arc::from(file.bytes()))
    }

    fn method_caller(&self, class: ClassId, number: u32) -> Result<Option<FunctionId>, LoadError> {
        let linked = self
            .linked(class)
            .map_err(|error| self.load_error(self.java_name(self.class_symbol(class)), &error))?;
        Ok(self.reflective_call(&linked, number))
    }

    fn literal(&self, id: LiteralId) -> Arc<[u16]> {
        self.literal_units(id)
    }

    fn well_known(&self) -> &WellKnown {
        self.well_known.get_or_init(|| well_known::find(self))
    }
}

impl Program {
    /// True if an object of one class can be assigned to a variable of another.
    pub(crate) fn is_assignable(&self, class: ClassId, of: ClassId) -> bool {
        if class == of {
            return true;
        }
        let (Ok(linked), Ok(target)) = (self.linked(class), self.linked(of)) else {
            return false;
        };
        if linked.supertypes.binary_search(&of).is_ok() {
            return true;
        }
        match (linked.ir.kind, target.ir.kind) {
            (
                ClassKind::Array {
                    element: FieldType::Reference(element),
                },
                ClassKind::Array {
                    element: FieldType::Reference(of),
                },
            ) => self.is_assignable(element, of),
            _ => linked.is_interface() && target.name == self.names.object,
        }
    }
}
