//! What classes and objects of a program are, for source languages that have them.

use crate::{
    CallEffects, CallSequences, Class, ClassId, Field, FunctionId, InputConstruction, InputObjects,
    LiteralId, LoadError, SelectorId, WellKnown,
};
use std::sync::Arc;

/// Classes, methods, string constants and how input objects are made. Like functions, classes may be
/// loaded when first asked for; ids stay valid.
pub trait ObjectModel: Send + Sync {
    /// Number of classes known so far; ids are below it.
    fn class_count(&self) -> u32;

    /// A class.
    ///
    /// # Errors
    /// If it, or a class that its layout depends on, cannot be loaded.
    fn class(&self, id: ClassId) -> Result<Arc<Class>, LoadError>;

    /// The class of that name ([`Class::name`]); `None` if there is no such class.
    fn find_class(&self, name: &str) -> Option<ClassId>;

    /// The method that a call of a selector on an object of exactly that class executes. Where the
    /// language has an error thrown instead, it is a function that throws it.
    ///
    /// # Errors
    /// If the class cannot be loaded or has no such method.
    fn dispatch(&self, class: ClassId, selector: SelectorId) -> Result<FunctionId, LoadError>;

    /// Methods that a call of a selector may execute, as far as classes are loaded, ascending.
    fn implementations(&self, selector: SelectorId) -> Vec<FunctionId>;

    /// Name and descriptor of a selector, as in `get(I)J`.
    fn selector(&self, id: SelectorId) -> String;

    /// True if an object of class `class` can be assigned to a variable of class `of`.
    fn is_subclass(&self, class: ClassId, of: ClassId) -> bool;

    /// Classes that an input object for a variable of that class may have: instantiable ones,
    /// enumerations and arrays; user classes first, then by name.
    fn instantiable_subclasses(&self, class: ClassId) -> Vec<ClassId>;

    /// Those of them whose objects may be of a generic type of that class, in the language's own notation.
    fn subclasses_of_type(&self, class: ClassId, _of: Option<&str>) -> Vec<ClassId> {
        self.instantiable_subclasses(class)
    }

    /// False if no object of exactly that class is of a generic type.
    fn fits_type(&self, _class: ClassId, _of: &str) -> bool {
        true
    }

    /// How input objects of exactly that class are made.
    fn input_construction(&self, class: ClassId, objects: InputObjects) -> InputConstruction;

    /// The calls by which a function makes inputs; `None` for others.
    fn sequences_of(&self, _function: FunctionId) -> Option<Arc<CallSequences>> {
        None
    }

    /// What a call of a method, with all that it calls, may do to objects; `None` for functions that are no methods.
    fn call_effects(&self, _function: FunctionId) -> Option<Arc<CallEffects>> {
        None
    }

    /// True if users of a class may bring its objects into any state at all, by assigning their fields.
    fn has_open_state(&self, _class: ClassId) -> bool {
        false
    }

    /// True if an input of a variable of that class may also be of classes that
    /// [`ObjectModel::instantiable_subclasses`] leaves out.
    fn is_open_world(&self, class: ClassId) -> bool;

    /// Class and generic type (in the language's own notation, if it says more) of a field of an
    /// object of a class, whose variable has the generic type `of`; `None` if that is the field's.
    fn field_type(
        &self,
        field: &Field,
        object: ClassId,
        of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)>;

    /// The same for a type that a class declares, which may use its type parameters.
    fn substituted_type(
        &self,
        declares: ClassId,
        ty: &str,
        object: ClassId,
        of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)>;

    /// False if no object can be of both generic types: their type arguments say different things.
    fn types_may_intersect(&self, one: &str, other: &str) -> bool;

    /// True if a field of the program's objects is never null: the reference of an object of an
    /// inner class to the one around it.
    fn is_never_null(&self, field: &Field) -> bool;

    /// The class of arrays of that element class (which may be that of a primitive type).
    ///
    /// # Errors
    /// If there is none or it cannot be loaded.
    fn array_class(&self, element: ClassId) -> Result<ClassId, LoadError>;

    /// The function without parameters that initialises a class unless that has happened, with the
    /// exception as its only result; `None` if the class needs no initialisation.
    ///
    /// # Errors
    /// If the class cannot be loaded.
    fn class_initialiser(&self, class: ClassId) -> Result<Option<FunctionId>, LoadError>;

    /// Contents of the file that a class was loaded from, for programs that look at their own
    /// classes; `None` if there is none.
    fn class_file(&self, class: ClassId) -> Option<Arc<[u8]>>;

    /// The function that calls the method of that number among those that a class declares, with a
    /// receiver (null where there is none) and an array of arguments as objects; its results are the
    /// result as an object and the exception. `None` if there is no such method.
    ///
    /// # Errors
    /// If the class cannot be loaded.
    fn method_caller(&self, class: ClassId, number: u32) -> Result<Option<FunctionId>, LoadError>;

    /// A string constant in UTF-16.
    fn literal(&self, id: LiteralId) -> Arc<[u16]>;

    /// What the machine must know of the classes.
    fn well_known(&self) -> &WellKnown;
}
