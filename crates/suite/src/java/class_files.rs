//! What class files say of classes.

use super::effect::effect;
use super::shape::{Access, ClassKind, ClassShape, FieldShape, MethodShape, Shapes};
use super::{Signature, Type};
use ir::LiteralId;
use jvm::class_file::{ClassFile, MethodInfo, PoolConstant, access};
use jvm::symbol::{Symbol, Symbols};
use jvm::{ClassPath, Origin};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The classes of a class path and of its JDK.
pub fn shapes(class_path: Arc<ClassPath>) -> Shapes {
    let files = ClassFiles {
        class_path,
        symbols: Symbols::default(),
        known: Mutex::default(),
    };
    Shapes::new(move |name| files.find(name))
}

/// Packages of the JDK that its modules keep to themselves, and those below them that they do not.
const INTERNAL: &[&str] = &["sun/", "jdk/internal/", "com/sun/"];
const EXPORTED: &[&str] = &[
    "sun/misc/",
    "sun/reflect/",
    "com/sun/jdi/",
    "com/sun/management/",
    "com/sun/net/httpserver/",
    "com/sun/nio/sctp/",
    "com/sun/security/auth/",
    "com/sun/security/jgss/",
    "com/sun/source/",
    "com/sun/tools/attach/",
    "com/sun/tools/javac/",
];

/// True if no source outside of the JDK can name a class of it.
fn is_internal(class: &str) -> bool {
    let is_in = |packages: &[&str]| packages.iter().any(|package| class.starts_with(package));
    is_in(INTERNAL) && !is_in(EXPORTED)
}

struct ClassFiles {
    class_path: Arc<ClassPath>,
    symbols: Symbols,
    known: Mutex<HashMap<String, Option<Arc<ClassShape>>>>,
}

impl ClassFiles {
    fn find(&self, name: &str) -> Option<Arc<ClassShape>> {
        let known = |files: &ClassFiles| {
            let table = files.known.lock().unwrap_or_else(|e| e.into_inner());
            table.get(name).cloned()
        };
        if let Some(shape) = known(self) {
            return shape;
        }
        let shape = self.read(name).map(Arc::new);
        let mut table = self.known.lock().unwrap_or_else(|e| e.into_inner());
        table.insert(name.to_owned(), shape.clone());
        shape
    }

    /// A class that cannot be read is one that tests cannot name.
    fn read(&self, name: &str) -> Option<ClassShape> {
        let internal = name.replace('.', "/");
        let (bytes, origin) = self.class_path.class(&internal).ok()??;
        // What only the machine has no test may name.
        if matches!(origin, Origin::Library | Origin::Monitor) {
            return None;
        }
        let file = ClassFile::read(bytes, name, &self.symbols).ok()?;
        let mut shape = self.shape(&file);
        if origin == Origin::Jdk && is_internal(&internal) {
            shape.access = Access::Private;
        }
        Some(shape)
    }

    fn binary(&self, symbol: Symbol) -> String {
        self.symbols.text(symbol).replace('/', ".")
    }

    fn shape(&self, file: &ClassFile) -> ClassShape {
        let name = self.binary(file.name);
        let flags = file.inner_access.unwrap_or(file.access);
        let around = file
            .inner
            .and_then(|(outer, simple)| Some((outer?, simple?)));
        let outer = around.map(|(outer, _)| self.binary(outer));
        let outer_shape = outer.as_deref().and_then(|outer| self.find(outer));
        let source_name = match (file.inner, &outer_shape, around) {
            (None, _, _) => Some(name.clone()),
            (Some(_), Some(shape), Some((_, simple))) => shape
                .source_name
                .as_ref()
                .map(|outer| format!("{outer}.{}", self.symbols.text(simple))),
            _ => None,
        };
        let own = access_of(flags);
        let least = outer_shape
            .as_ref()
            .map_or(own, |outer| own.min(outer.access));
        let superclass = file.superclass.map(|symbol| self.binary(symbol));
        let kind =
            if flags & (access::ABSTRACT | access::INTERFACE) != 0 && flags & access::ENUM == 0 {
                ClassKind::Abstract
            } else if flags & access::ENUM != 0 && superclass.as_deref() == Some("java.lang.Enum") {
                ClassKind::Enum
            } else if file.record.is_some() {
                ClassKind::Record
            } else {
                ClassKind::Class
            };
        let fields = file.fields.iter().filter_map(|field| {
            Some(FieldShape {
                name: self.symbols.text(field.name).to_owned(),
                ty: Type::parse(self.symbols.text(field.descriptor))?,
                // No source can name what the compiler made.
                access: match field.access & access::SYNTHETIC {
                    0 => access_of(field.access),
                    _ => Access::Private,
                },
                is_static: field.access & access::STATIC != 0,
                is_final: field.access & access::FINAL != 0,
                is_of_variable: field.signature.is_some_and(|signature| {
                    let signature = self.symbols.text(signature);
                    signature.trim_start_matches('[').starts_with('T')
                }),
            })
        });
        let methods = file.methods.iter();
        ClassShape {
            source_name,
            access: least,
            kind,
            has_type_variables: file
                .signature
                .is_some_and(|signature| self.symbols.text(signature).starts_with('<')),
            superclass,
            interfaces: file.interfaces.iter().map(|it| self.binary(*it)).collect(),
            outer: outer.filter(|_| flags & access::STATIC == 0),
            fields: fields.collect(),
            methods: methods
                .filter_map(|method| self.method(file, method))
                .collect(),
            literals: self.literals(file),
            name,
        }
    }

    fn method(&self, file: &ClassFile, method: &MethodInfo) -> Option<MethodShape> {
        let descriptor = self.symbols.text(method.descriptor);
        let is_static = method.access & access::STATIC != 0;
        let code = method
            .code
            .as_ref()
            .filter(|code| !is_static && code.handlers.is_empty());
        let effect = code.and_then(|code| {
            // Which string is loaded does not matter: such code is not recognised.
            let code = jvm::decode(file, code, &self.symbols, &|_| LiteralId(0)).ok()?;
            effect(&code, descriptor, &self.symbols)
        });
        Some(MethodShape {
            name: self.symbols.text(method.name).to_owned(),
            parameters: Signature::parse(descriptor)?.parameters,
            descriptor: descriptor.to_owned(),
            access: access_of(method.access),
            is_static,
            is_synthetic: method.access & access::SYNTHETIC != 0,
            is_varargs: method.access & access::VARARGS != 0,
            is_generic: method.signature.is_some(),
            has_several_bounds: method
                .signature
                .is_some_and(|it| jvm::has_several_bounds(self.symbols.text(it))),
            throws: method
                .exceptions
                .iter()
                .map(|class| self.binary(*class))
                .collect(),
            effect,
        })
    }

    fn literals(&self, file: &ClassFile) -> Vec<Vec<u16>> {
        let count = u16::try_from(file.constant_count()).unwrap_or(u16::MAX);
        let constants = (1..count).filter_map(|index| file.constant(index, &self.symbols).ok());
        constants
            .filter_map(|constant| match constant {
                PoolConstant::String(units) => Some(units),
                _ => None,
            })
            .collect()
    }
}

fn access_of(flags: u16) -> Access {
    match flags & (access::PUBLIC | access::PROTECTED | access::PRIVATE) {
        access::PUBLIC => Access::Public,
        access::PROTECTED => Access::Protected,
        access::PRIVATE => Access::Private,
        _ => Access::Package,
    }
}
