//! What a test writer must know of classes: who may name them, and how their objects are made.

use super::{Type, Value};
use std::sync::Arc;

/// Who may use a class or member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Access {
    /// Its own class.
    Private,
    /// Its package.
    Package,
    /// Its package and subclasses.
    Protected,
    /// Everybody.
    Public,
}

/// What a class is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    /// A class whose objects `new` makes.
    Class,
    /// An abstract class or interface.
    Abstract,
    /// An enumeration.
    Enum,
    /// A record.
    Record,
}

/// A class.
#[derive(Clone, Debug)]
pub struct ClassShape {
    /// Binary name: `com.acme.Outer$Inner`.
    pub name: String,
    /// Name in sources: `com.acme.Outer.Inner`; `None` for local and anonymous classes.
    pub source_name: Option<String>,
    /// Who may name it: the least access of it and the classes around it.
    pub access: Access,
    /// What it is.
    pub kind: ClassKind,
    /// It has type variables of its own, so that its name alone is a raw type.
    pub has_type_variables: bool,
    /// Its superclass.
    pub superclass: Option<String>,
    /// Names of the interfaces that it names itself.
    pub interfaces: Vec<String>,
    /// For an inner class (not a static one): the class around it.
    pub outer: Option<String>,
    /// Its own fields.
    pub fields: Vec<FieldShape>,
    /// Its own methods and constructors.
    pub methods: Vec<MethodShape>,
    /// String constants in it.
    pub literals: Vec<Vec<u16>>,
}

/// A field.
#[derive(Clone, Debug)]
pub struct FieldShape {
    /// Name.
    pub name: String,
    /// Type.
    pub ty: Type,
    /// Who may use it.
    pub access: Access,
    /// Belongs to the class and not to its objects.
    pub is_static: bool,
    /// Assigned once.
    pub is_final: bool,
    /// Its type in the source is a type variable, or an array of one.
    pub is_of_variable: bool,
}

/// A method or constructor.
#[derive(Clone, Debug)]
pub struct MethodShape {
    /// Name; `<init>` for constructors.
    pub name: String,
    /// Types of the parameters.
    pub parameters: Vec<Type>,
    /// Its descriptor.
    pub descriptor: String,
    /// Who may call it.
    pub access: Access,
    /// Belongs to the class and not to its objects.
    pub is_static: bool,
    /// Made by the compiler.
    pub is_synthetic: bool,
    /// Its last parameter stands for any number of arguments.
    pub is_varargs: bool,
    /// Its types in the source are more than the descriptor says: type variables or arguments.
    pub is_generic: bool,
    /// One of its type variables has several bounds, of which the descriptor has the first.
    pub has_several_bounds: bool,
    /// Classes of exceptions that it declares.
    pub throws: Vec<String>,
    /// All that it does, if that is no more than assigning fields.
    pub effect: Option<Effect>,
}

/// What a constructor or setter does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Effect {
    /// Fields it assigns, in order.
    pub assignments: Vec<Assignment>,
    /// Parameters that it requires not to be null.
    pub non_null: Vec<usize>,
    /// The constructor it begins with (`super` or `this`), and its arguments.
    pub delegate: Option<(String, String, Vec<Source>)>,
}

/// A field gets a value.
#[derive(Clone, Debug, PartialEq)]
pub struct Assignment {
    /// Class that declares the field.
    pub class: String,
    /// The field.
    pub field: String,
    /// The value.
    pub source: Source,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The parameter of that number.
    Parameter(usize),
    /// A constant: primitive or null.
    Constant(Value),
}

/// Finds classes by binary name; `None` for those that are not there.
#[derive(Clone)]
pub struct Shapes(Arc<Find>);

type Find = dyn Fn(&str) -> Option<Arc<ClassShape>> + Send + Sync;

impl std::fmt::Debug for Shapes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Shapes")
    }
}

impl Shapes {
    /// Classes that `find` knows.
    pub fn new(find: impl Fn(&str) -> Option<Arc<ClassShape>> + Send + Sync + 'static) -> Shapes {
        Shapes(Arc::new(find))
    }

    /// The class of that binary name.
    pub fn find(&self, name: &str) -> Option<Arc<ClassShape>> {
        (self.0)(name)
    }

    /// The class and its superclasses, innermost first.
    pub(super) fn line(&self, name: &str) -> Vec<Arc<ClassShape>> {
        let mut line: Vec<Arc<ClassShape>> = Vec::new();
        let mut next = self.find(name);
        while let Some(shape) = next {
            // A damaged class path may hold a cycle.
            if line.iter().any(|known| known.name == shape.name) {
                break;
            }
            next = shape.superclass.as_ref().and_then(|name| self.find(name));
            line.push(shape);
        }
        line
    }

    /// True if a class is another, or below it, as far as classes can be read.
    pub(super) fn is_below(&self, name: &str, of: &str) -> bool {
        let (mut open, mut seen) = (vec![name.to_owned()], Vec::new());
        while let Some(name) = open.pop() {
            if name == of || of == "java.lang.Object" {
                return true;
            }
            if !seen.contains(&name)
                && let Some(shape) = self.find(&name)
            {
                open.extend(shape.superclass.iter().chain(&shape.interfaces).cloned());
                seen.push(name);
            }
        }
        false
    }

    /// A field by the class that declares it.
    pub(super) fn field(&self, class: &str, name: &str) -> Option<FieldShape> {
        let shape = self.find(class)?;
        let field = shape.fields.iter().find(|field| field.name == name)?;
        Some(field.clone())
    }

    /// All that a constructor assigns, with what it delegates to; `None` if it does anything else.
    pub(super) fn construction(&self, class: &str, descriptor: &str) -> Option<Effect> {
        self.construction_within(class, descriptor, 32)
    }

    fn construction_within(&self, class: &str, descriptor: &str, depth: u32) -> Option<Effect> {
        if matches!(class, "java.lang.Object" | "java.lang.Record") {
            return Some(Effect::default());
        }
        let shape = self.find(class)?;
        let method = shape
            .methods
            .iter()
            .find(|method| method.name == "<init>" && method.descriptor == descriptor)?;
        let own = method.effect.as_ref()?;
        let Some((of, inner, arguments)) = &own.delegate else {
            return Some(own.clone());
        };
        let inner = self.construction_within(of, inner, depth.checked_sub(1)?)?;
        let given = |source: &Source| match source {
            Source::Parameter(index) => arguments.get(*index).cloned(),
            constant => Some(constant.clone()),
        };
        let mut effect = Effect::default();
        for assignment in inner.assignments {
            let source = given(&assignment.source)?;
            effect.assignments.push(Assignment {
                source,
                ..assignment
            });
        }
        for index in inner.non_null {
            match given(&Source::Parameter(index))? {
                Source::Parameter(index) => effect.non_null.push(index),
                Source::Constant(_) => return None,
            }
        }
        effect.assignments.extend(own.assignments.iter().cloned());
        effect.non_null.extend(&own.non_null);
        Some(effect)
    }
}
