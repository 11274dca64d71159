//! Loading and linking of classes (JVMS chapter 5).

use crate::class_file::{ClassFile, MethodInfo, access};
use crate::descriptor::JavaType;
use crate::program::{Body, Linked, LinkedField, LinkedMethod, Parts};
use crate::source::Origin;
use crate::symbol::Symbol;
use crate::{JvmError, Program};
use ir::{Class, ClassId, ClassKind, Field, FieldType, HEADER_SIZE, Primitive};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::{Arc, OnceLock, RwLock};

/// Interfaces of arrays.
const ARRAY_INTERFACES: [&str; 2] = ["java/lang/Cloneable", "java/io/Serializable"];

/// Bytes at the end of `java/lang/Throwable` for a message that is not made yet: its kind and three
/// numbers in it, `int`s (see `library/wayfarer/Bounds.java`).
const THROWABLE_DETAIL: u32 = 16;

thread_local! {
    /// Classes being linked, to find a class that is its own superclass.
    static LINKING: RefCell<Vec<ClassId>> = const { RefCell::new(Vec::new()) };
}

/// Fields with offsets.
struct Layout {
    declared: Vec<LinkedField>,
    all: Vec<Field>,
    instance_size: u32,
    statics_size: u32,
}

impl Program {
    /// Finds and links the class of an id; called once for each.
    pub(crate) fn link(&self, id: ClassId, name: Symbol) -> Result<Arc<Linked>, JvmError> {
        if LINKING.with_borrow(|stack| stack.contains(&id)) {
            return Err(JvmError::Link {
                class: self.java_name(name),
                message: "it is its own superclass".to_owned(),
            });
        }
        LINKING.with_borrow_mut(|stack| stack.push(id));
        let result = self.link_by_name(id, name);
        LINKING.with_borrow_mut(|stack| stack.pop());
        result.map(Arc::new)
    }

    fn link_by_name(&self, id: ClassId, name: Symbol) -> Result<Linked, JvmError> {
        let text = self.symbols.text(name);
        if let Some(element) = text.strip_prefix('[') {
            return self.link_array(id, name, element);
        }
        if let Some(primitive) = primitive_of(text) {
            return self.link_primitive(id, name, primitive);
        }
        if let Some(parts) = self.synthetic_parts(name) {
            return self.link_parts(id, name, Origin::Library, None, parts);
        }
        let (bytes, origin) = self
            .class_path
            .class(text)?
            .ok_or_else(|| JvmError::NoClass {
                class: self.java_name(name),
                hint: self.class_path.hint(text),
            })?;
        let file = self.read_class(bytes, name)?;
        if file.name != name {
            return Err(JvmError::Link {
                class: self.java_name(name),
                message: format!("its file contains the class {}", self.java_name(file.name)),
            });
        }
        let parts = Parts {
            access: file.access,
            superclass: file.superclass,
            interfaces: file.interfaces.clone(),
            fields: file
                .fields
                .iter()
                .map(|field| (field.access, field.name, field.descriptor, field.constant))
                .collect(),
            methods: file.methods.iter().map(method).collect(),
        };
        self.link_parts(id, name, origin, Some(file), parts)
    }

    fn read_class(&self, bytes: Vec<u8>, name: Symbol) -> Result<ClassFile, JvmError> {
        let file = ClassFile::read(bytes, &self.java_name(name), &self.symbols)?;
        let jdk = self.class_path.jdk();
        if file.major > jdk.newest_class_version() {
            return Err(JvmError::ClassVersion {
                class: self.java_name(name),
                version: file.major,
                jdk: jdk.release,
                newest: jdk.newest_class_version(),
            });
        }
        Ok(file)
    }

    fn link_parts(
        &self,
        id: ClassId,
        name: Symbol,
        origin: Origin,
        file: Option<ClassFile>,
        parts: Parts,
    ) -> Result<Linked, JvmError> {
        let bad = |message: &str| JvmError::Link {
            class: self.java_name(name),
            message: message.to_owned(),
        };
        let is_interface = parts.access & access::INTERFACE != 0;
        let superclass = parts.superclass.map(|name| self.class_id(name));
        let super_linked = superclass.map(|id| self.linked(id)).transpose()?;
        match &super_linked {
            None if self.symbols.text(name) != "java/lang/Object" => {
                return Err(bad("it has no superclass"));
            }
            Some(linked) if linked.is_interface() => {
                return Err(bad("its superclass is an interface"));
            }
            _ => {}
        }
        let mut interfaces = Vec::new();
        let mut supertypes = vec![id];
        let mut needs_initialisation = false;
        if let Some(linked) = &super_linked {
            supertypes.extend(&linked.supertypes);
            needs_initialisation |= linked.needs_initialisation && !is_interface;
        }
        for interface in &parts.interfaces {
            let interface = self.class_id(*interface);
            let linked = self.linked(interface)?;
            if !linked.is_interface() {
                return Err(bad("it implements a class that is no interface"));
            }
            interfaces.push(interface);
            supertypes.extend(&linked.supertypes);
            // Interfaces are initialised with a class only if they have default methods; that they
            // need it by themselves is enough here, where it is only about doing nothing.
            needs_initialisation |= linked.needs_initialisation && !is_interface;
        }
        supertypes.sort_unstable();
        supertypes.dedup();
        let layout = self.lay_out(id, name, super_linked.as_deref(), &parts)?;
        let class_initialiser = self.names.class_initialiser;
        needs_initialisation |= layout.statics_size > HEADER_SIZE as u32
            || parts
                .methods
                .iter()
                .any(|method| method.name == class_initialiser);
        // Of a nested class the flags of the source are elsewhere (JVMS 4.7.6).
        let inner_access = file.as_ref().and_then(|file| file.inner_access);
        let class = Class {
            name: self.java_name(name),
            superclass: if is_interface { None } else { superclass },
            interfaces: interfaces.clone(),
            kind: self.kind(&parts, super_linked.as_deref()),
            instance_size: layout.instance_size,
            statics_size: layout.statics_size,
            fields: layout.all,
            user: origin == Origin::User,
            modifiers: modifiers(inner_access.unwrap_or(parts.access)),
        };
        Ok(Linked {
            id,
            name,
            origin,
            access: parts.access,
            superclass,
            interfaces,
            supertypes,
            fields: layout.declared,
            methods: parts.methods,
            file,
            ir: Arc::new(class),
            needs_initialisation,
            model: OnceLock::new(),
            dispatch: RwLock::default(),
        })
    }

    fn kind(&self, parts: &Parts, superclass: Option<&Linked>) -> ClassKind {
        let is_enum = |linked: &Linked| {
            linked.access & access::ENUM != 0 || self.symbols.text(linked.name) == "java/lang/Enum"
        };
        if parts.access & access::INTERFACE != 0 {
            ClassKind::Interface
        } else if parts.access & access::ENUM != 0 && superclass.is_some_and(is_enum) {
            ClassKind::Enum
        } else if parts.access & access::ABSTRACT != 0 {
            ClassKind::Abstract
        } else {
            ClassKind::Instance
        }
    }

    fn lay_out(
        &self,
        id: ClassId,
        name: Symbol,
        superclass: Option<&Linked>,
        parts: &Parts,
    ) -> Result<Layout, JvmError> {
        let inherited = superclass.map(|linked| &linked.ir);
        let mut all: Vec<Field> = inherited
            .map(|class| class.instance_fields().cloned().collect())
            .unwrap_or_default();
        let mut end = inherited.map_or(HEADER_SIZE as u32, |class| class.instance_size);
        let mut statics_end = HEADER_SIZE as u32;
        let mut declared = Vec::new();
        let hidden = (self.symbols.text(name) == "java/lang/Class").then(|| {
            let hidden = self.symbols.intern(crate::well_known::CLASS_ID_FIELD);
            (access::FINAL, hidden, self.symbols.intern("I"), 0)
        });
        for (flags, field, descriptor, constant) in parts.fields.iter().copied().chain(hidden) {
            let text = self.symbols.text(descriptor);
            let ty = JavaType::of_field(text).ok_or_else(|| {
                let message = format!("a field has the descriptor {text}");
                JvmError::format(&self.java_name(name), message)
            })?;
            let ty = self.field_type(ty);
            let is_static = flags & access::STATIC != 0;
            let place = if is_static {
                &mut statics_end
            } else {
                &mut end
            };
            let offset = place.next_multiple_of(ty.size() as u32);
            *place = offset + ty.size() as u32;
            declared.push(LinkedField {
                access: flags,
                name: field,
                descriptor,
                offset,
                ty,
                constant: if is_static { constant } else { 0 },
            });
            all.push(Field {
                name: self.symbols.text(field).to_owned(),
                declared_in: id,
                offset,
                ty,
                is_static,
                is_final: flags & access::FINAL != 0,
                is_private: flags & access::PRIVATE != 0,
            });
        }
        all.sort_by_key(|field| field.is_static);
        if self.symbols.text(name) == "java/lang/Throwable" {
            // Not among the fields: nothing but the library models knows of them.
            end = end.next_multiple_of(4) + THROWABLE_DETAIL;
        }
        Ok(Layout {
            declared,
            all,
            instance_size: end.next_multiple_of(8),
            statics_size: statics_end.next_multiple_of(8),
        })
    }

    /// Type of a field; its class is mentioned, not loaded.
    pub(crate) fn field_type(&self, ty: JavaType<'_>) -> FieldType {
        match ty {
            JavaType::Primitive(primitive) => FieldType::Primitive(primitive),
            JavaType::Reference(name) => {
                FieldType::Reference(self.class_id(self.symbols.intern(name)))
            }
        }
    }

    fn link_array(&self, id: ClassId, name: Symbol, element: &str) -> Result<Linked, JvmError> {
        let element = JavaType::of_field(element)
            .ok_or_else(|| JvmError::format(self.symbols.text(name), "no array descriptor"))?;
        let element = self.field_type(element);
        let mut origin = Origin::Jdk;
        if let FieldType::Reference(class) = element {
            origin = self.linked(class)?.origin;
        }
        let object = self.class_id(self.symbols.intern("java/lang/Object"));
        let mut supertypes = vec![id, object];
        let mut interfaces = Vec::new();
        for interface in ARRAY_INTERFACES {
            interfaces.push(self.class_id(self.symbols.intern(interface)));
        }
        supertypes.extend(&interfaces);
        supertypes.sort_unstable();
        let class = Class {
            name: self.java_name(name),
            superclass: Some(object),
            interfaces: interfaces.clone(),
            kind: ClassKind::Array { element },
            instance_size: HEADER_SIZE as u32,
            statics_size: HEADER_SIZE as u32,
            fields: Vec::new(),
            user: false,
            modifiers: modifiers(access::PUBLIC | access::FINAL | access::ABSTRACT),
        };
        Ok(Linked {
            id,
            name,
            origin,
            access: access::PUBLIC | access::FINAL | access::ABSTRACT,
            superclass: Some(object),
            interfaces,
            supertypes,
            fields: Vec::new(),
            methods: Vec::new(),
            file: None,
            ir: Arc::new(class),
            needs_initialisation: false,
            model: OnceLock::new(),
            dispatch: RwLock::new(FxHashMap::default()),
        })
    }

    fn link_primitive(
        &self,
        id: ClassId,
        name: Symbol,
        primitive: Option<Primitive>,
    ) -> Result<Linked, JvmError> {
        let class = Class {
            name: self.symbols.text(name).to_owned(),
            superclass: None,
            interfaces: Vec::new(),
            kind: ClassKind::Primitive(primitive),
            instance_size: HEADER_SIZE as u32,
            statics_size: HEADER_SIZE as u32,
            fields: Vec::new(),
            user: false,
            modifiers: modifiers(access::PUBLIC | access::FINAL | access::ABSTRACT),
        };
        Ok(Linked {
            id,
            name,
            origin: Origin::Jdk,
            access: access::PUBLIC | access::FINAL | access::ABSTRACT,
            superclass: None,
            interfaces: Vec::new(),
            supertypes: vec![id],
            fields: Vec::new(),
            methods: Vec::new(),
            file: None,
            ir: Arc::new(class),
            needs_initialisation: false,
            model: OnceLock::new(),
            dispatch: RwLock::new(FxHashMap::default()),
        })
    }

    /// Offset of the numbers of a message in `java/lang/Throwable`.
    pub(crate) fn throwable_detail(&self) -> Result<u32, JvmError> {
        let throwable = self.linked(self.class_named("java/lang/Throwable"))?;
        let fields = throwable.ir.instance_fields();
        let end = fields
            .map(|field| field.offset + field.ty.size() as u32)
            .max();
        Ok(end.unwrap_or(HEADER_SIZE as u32).next_multiple_of(4))
    }

    /// Name as Java prints it.
    pub(crate) fn java_name(&self, name: Symbol) -> String {
        self.symbols.text(name).replace('/', ".")
    }
}

/// The primitive type that is the name of a pseudo class; `Some(None)` for `void`.
fn primitive_of(name: &str) -> Option<Option<Primitive>> {
    if name == "void" {
        return Some(None);
    }
    let found = |primitive: &Primitive| primitive.name() == name;
    Primitive::ALL.into_iter().find(found).map(Some)
}

fn method(info: &MethodInfo) -> LinkedMethod {
    LinkedMethod {
        access: info.access,
        name: info.name,
        descriptor: info.descriptor,
        body: info.code.clone().map_or(Body::None, Body::File),
    }
}

/// What reflection shows of a class's flags: `super` is none of the source.
fn modifiers(flags: u16) -> u32 {
    const SUPER: u16 = 0x20;
    u32::from(flags & !SUPER)
}
