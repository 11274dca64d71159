//! What everything above asks of a program, whether it is whole in memory or loaded piece by piece.

use crate::{
    Class, ClassId, Field, FileId, Function, FunctionId, Global, LiteralId, Location, Primitive,
    SelectorId, SourceType, SourceTypeId, WellKnown,
};
use std::sync::Arc;

/// Why a function or class could not be loaded.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{function}: {message}")]
pub struct LoadError {
    /// Its name.
    pub function: String,
    /// What is wrong.
    pub message: String,
}

/// How an input object of a class is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputMaking {
    /// Its fields are inputs.
    Fields,
    /// By a function that is given the number of the reference and has the exception as its only
    /// result. It fills the object through the calls its users have, with elements that are inputs.
    Calls {
        /// The function.
        function: FunctionId,
        /// True if the elements are keys and values in turn.
        entries: bool,
    },
    /// By such a function, too, which makes one call, whose arguments are inputs.
    Made {
        /// The function.
        function: FunctionId,
        /// The call.
        by: Arc<MadeBy>,
    },
    /// By such a function, too: an object of an interface, one method of which returns inputs.
    Function {
        /// The function.
        function: FunctionId,
        /// The method.
        of: Arc<FunctionOf>,
    },
    /// Not at all: its fields depend on each other in ways that only its own code knows.
    Unknown,
}

/// The method of an interface whose results are inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionOf {
    /// Name of the interface, as [`Class::name`].
    pub interface: String,
    /// Name of the method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// A call that makes an object, or a constant that is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeBy {
    /// Name of the class that has the method or constant, as [`Class::name`].
    pub class: String,
    /// Name of the static method or field; `<init>` for a constructor, `class` for the object that
    /// stands for the class.
    pub member: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What the arguments are.
    pub arguments: Vec<MadeOf>,
    /// True if it may refuse arguments: only an object that was made on the path is known to exist.
    pub may_refuse: bool,
    /// True if no object of the class is in a state that no such call leads to.
    pub is_whole: bool,
}

/// An argument of the call that makes an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MadeOf {
    /// Any value of a primitive type, converted to that of the parameter if need be.
    Primitive(Primitive),
    /// An object of the class of that name, null not included.
    Object(String),
    /// Null, or an object of the class that the type argument of the variable's type gives.
    Nullable,
    /// Null, or an object of a type in the language's own notation, which may use type parameters of
    /// the class.
    Reference(String),
}

/// A program as its users see it. Functions and classes may be loaded when first asked for, and
/// loading one may make others known: counts grow while a program runs; ids stay valid.
pub trait Program: Send + Sync {
    /// A function with its body.
    ///
    /// # Errors
    /// If the body cannot be loaded or translated.
    fn function(&self, id: FunctionId) -> Result<Arc<Function>, LoadError>;
    /// A function if it is in memory already; a program that loads lazily does not load it.
    fn loaded_function(&self, id: FunctionId) -> Option<Arc<Function>> {
        self.function(id).ok()
    }
    /// Number of functions known so far; ids are below it.
    fn function_count(&self) -> u32;
    /// The function of that linkage name.
    fn find_function(&self, name: &str) -> Option<FunctionId>;
    /// Global variables; ids index them.
    fn globals(&self) -> &[Global];
    /// Path of a source file, as debug information gives it (absolute where it does).
    fn file(&self, id: FileId) -> &str;
    /// A source type.
    fn source_type(&self, id: SourceTypeId) -> &SourceType;

    /// Number of classes known so far; ids are below it.
    fn class_count(&self) -> u32 {
        0
    }

    /// A class.
    ///
    /// # Errors
    /// If it, or a class that its layout depends on, cannot be loaded.
    fn class(&self, id: ClassId) -> Result<Arc<Class>, LoadError> {
        Err(no_class(id))
    }

    /// The class of that name ([`Class::name`]); `None` if there is no such class.
    fn find_class(&self, name: &str) -> Option<ClassId> {
        let _ = name;
        None
    }

    /// The method that a call of a selector on an object of exactly that class executes. Where the
    /// language has an error thrown instead, it is a function that throws it.
    ///
    /// # Errors
    /// If the class cannot be loaded or has no such method.
    fn dispatch(&self, class: ClassId, selector: SelectorId) -> Result<FunctionId, LoadError> {
        let _ = selector;
        Err(no_class(class))
    }

    /// Methods that a call of a selector may execute, as far as classes are loaded, ascending.
    fn implementations(&self, selector: SelectorId) -> Vec<FunctionId> {
        let _ = selector;
        Vec::new()
    }

    /// Name and descriptor of a selector, as in `get(I)Ljava/lang/Object;`.
    fn selector(&self, id: SelectorId) -> String {
        format!("#{}", id.0)
    }

    /// True if an object of class `class` can be assigned to a variable of class `of`.
    fn is_subclass(&self, class: ClassId, of: ClassId) -> bool {
        class == of
    }

    /// Classes that an input object for a variable of that class may have: instantiable ones,
    /// enumerations and arrays; user classes first, then by name.
    fn instantiable_subclasses(&self, class: ClassId) -> Vec<ClassId> {
        let _ = class;
        Vec::new()
    }

    /// How input objects of exactly that class are made.
    fn input_making(&self, class: ClassId) -> InputMaking {
        let _ = class;
        InputMaking::Fields
    }

    /// True if an input of a variable of that class may also be of classes that
    /// [`Program::instantiable_subclasses`] leaves out.
    fn has_other_subclasses(&self, class: ClassId) -> bool {
        let _ = class;
        false
    }

    /// Class and generic type (in the language's own notation, if it says more) of a field of an
    /// object of a class, whose variable has the generic type `of`; `None` if that is the field's.
    fn field_type(
        &self,
        field: &Field,
        object: ClassId,
        of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)> {
        let _ = (field, object, of);
        None
    }

    /// The same for a type that a class declares, which may use its type parameters.
    fn bound_type(
        &self,
        declares: ClassId,
        ty: &str,
        object: ClassId,
        of: Option<&str>,
    ) -> Option<(ClassId, Option<Arc<str>>)> {
        let _ = (declares, ty, object, of);
        None
    }

    /// False if no object can be of both generic types: their type arguments say different things.
    fn can_be_both(&self, one: &str, other: &str) -> bool {
        let _ = (one, other);
        true
    }

    /// True if a field of the program's objects is never null: the reference of an object of an
    /// inner class to the one around it.
    fn is_never_null(&self, field: &Field) -> bool {
        let _ = field;
        false
    }

    /// The class of arrays of that element class (which may be that of a primitive type).
    ///
    /// # Errors
    /// If there is none or it cannot be loaded.
    fn array_class(&self, element: ClassId) -> Result<ClassId, LoadError> {
        Err(no_class(element))
    }

    /// The function without parameters that initialises a class unless that has happened, with the
    /// exception as its only result; `None` if the class needs no initialisation.
    ///
    /// # Errors
    /// If the class cannot be loaded.
    fn class_initialiser(&self, class: ClassId) -> Result<Option<FunctionId>, LoadError> {
        Err(no_class(class))
    }

    /// Contents of the file that a class was loaded from, for programs that look at their own
    /// classes; `None` if there is none.
    fn class_file(&self, class: ClassId) -> Option<Arc<[u8]>> {
        let _ = class;
        None
    }

    /// The function that calls the method of that number among those that a class declares, with a
    /// receiver (null where there is none) and an array of arguments as objects; its results are the
    /// result as an object and the exception. `None` if there is no such method.
    ///
    /// # Errors
    /// If the class cannot be loaded.
    fn method_caller(&self, class: ClassId, number: u32) -> Result<Option<FunctionId>, LoadError> {
        let _ = number;
        Err(no_class(class))
    }

    /// A string constant in UTF-16.
    fn literal(&self, id: LiteralId) -> Arc<[u16]> {
        let _ = id;
        Arc::from([])
    }

    /// What the machine must know of the classes.
    fn well_known(&self) -> &WellKnown {
        &WellKnown::NONE
    }

    /// A position in words: `file:line:column`, without what is unknown.
    fn describe_location(&self, location: Location) -> String {
        let Some(file) = location.file else {
            return "unknown location".to_owned();
        };
        let path = self.file(file);
        match location {
            Location { line: 0, .. } => path.to_owned(),
            Location {
                line, column: 0, ..
            } => format!("{path}:{line}"),
            Location { line, column, .. } => format!("{path}:{line}:{column}"),
        }
    }

    /// A type behind its `typedef`s and qualifiers.
    fn resolved_type(&self, id: SourceTypeId) -> SourceTypeId {
        let mut id = id;
        while let SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } =
            self.source_type(id)
        {
            id = *target;
        }
        id
    }

    /// Size in bytes of a value of a type: 0 for `void`, functions, incomplete types and arrays
    /// of unknown length; `None` if it does not fit 64 bits.
    fn size_of_type(&self, id: SourceTypeId) -> Option<u64> {
        let mut id = id;
        let mut factor = 1_u64;
        loop {
            id = self.resolved_type(id);
            let size = match self.source_type(id) {
                SourceType::Void | SourceType::Function { .. } => 0,
                SourceType::Int { width, .. } | SourceType::Enum { width, .. } => {
                    u64::from(*width).div_ceil(8)
                }
                SourceType::Float { size, .. } | SourceType::Record { size, .. } => *size,
                SourceType::Pointer { .. } => 8,
                SourceType::Array { element, count } => {
                    factor = factor.checked_mul(*count)?;
                    id = *element;
                    continue;
                }
                // `resolved_type` has gone through these.
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    id = *target;
                    continue;
                }
            };
            return factor.checked_mul(size);
        }
    }
}

/// The error of a program that does not have a class.
fn no_class(id: ClassId) -> LoadError {
    LoadError {
        function: format!("class #{}", id.0),
        message: "there is no such class".to_owned(),
    }
}
