//! What the code of the user's classes does, method by method.

use super::{Does, InputType, UserCalls, UserClass, UserMethod};
use crate::Program;
use crate::bytecode::{Invoke, Op};
use crate::class_file::{MemberRef, PoolConstant};
use crate::descriptor::{JavaType, Signature};
use crate::program::Linked;
use crate::source::Origin;
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Packages of the JDK that call user code by the methods of their own types alone.
const PLAIN: &[&str] = &[
    "java/lang",
    "java/util",
    "java/util/function",
    "java/util/stream",
    "java/util/regex",
    "java/util/concurrent",
    "java/util/concurrent/atomic",
    "java/util/concurrent/locks",
    "java/math",
    "java/text",
    "java/time",
    "java/time/chrono",
    "java/time/format",
    "java/time/temporal",
    "java/io",
    "java/nio/charset",
];

/// Classes in those that call methods, make objects or write fields by their names.
const BY_NAME: &[&str] = &[
    "java/lang/Class",
    "java/lang/ClassLoader",
    "java/lang/ClassValue",
    "java/lang/Module",
    "java/lang/ModuleLayer",
    "java/lang/Runtime",
    "java/util/ServiceLoader",
    "java/util/ResourceBundle",
    "java/io/ObjectInputStream",
    "java/io/ObjectOutputStream",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
];

/// What monitors of specifications tell the machine by.
pub(super) const TOLD_BY_MONITORS: &str = "wayfarer/Specification";

/// Methods of `Class` that run no code of the user.
const OF_CLASS: &[&str] = &[
    "cast",
    "desiredAssertionStatus",
    "equals",
    "getCanonicalName",
    "getComponentType",
    "getEnumConstants",
    "getName",
    "getPackageName",
    "getSimpleName",
    "getSuperclass",
    "getTypeName",
    "hashCode",
    "isArray",
    "isAssignableFrom",
    "isEnum",
    "isInstance",
    "isInterface",
    "isPrimitive",
    "toString",
];

/// Methods of `Object` that classes override.
const OF_OBJECT: &[(&str, &str)] = &[
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
    ("clone", "()Ljava/lang/Object;"),
    ("finalize", "()V"),
];

/// Classes by which code runs beside other code.
const THREADS: &[&str] = &[
    "java/lang/Thread",
    "java/lang/Thread$Builder",
    "java/lang/ThreadGroup",
    "java/util/Timer",
    "java/util/TimerTask",
];

/// Methods of the JDK that call others beside each other.
const PARALLEL: &[&str] = &[
    "parallel",
    "parallelStream",
    "parallelPrefix",
    "parallelSetAll",
    "parallelSort",
];

/// Classes of `java.util.concurrent` that start no threads.
const CONCURRENT: &[&str] = &[
    "Callable",
    "ConcurrentHashMap",
    "ConcurrentLinkedDeque",
    "ConcurrentLinkedQueue",
    "ConcurrentMap",
    "CopyOnWriteArrayList",
    "CopyOnWriteArraySet",
    "ThreadLocalRandom",
    "TimeUnit",
];

/// True for a class or method of the JDK by which code runs beside other code.
pub(super) fn starts_threads(class: &str, method: Option<&str>) -> bool {
    let concurrent = class.strip_prefix("java/util/concurrent/");
    let concurrent = concurrent.filter(|name| !name.contains('/'));
    THREADS.contains(&class)
        || method.is_some_and(|method| PARALLEL.contains(&method))
        || concurrent.is_some_and(|name| !CONCURRENT.contains(&name))
}

/// Classes whose objects refer to nothing of the user's.
pub(super) const FINAL: &[&str] = &[
    "java/lang/String",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
];

impl Program {
    /// The calls of all classes on the class path, and of monitors of specifications.
    pub fn user_calls(&self) -> UserCalls {
        let mut calls = UserCalls {
            methods: Vec::new(),
            classes: Vec::new(),
            named: FxHashMap::default(),
            class_numbers: FxHashMap::default(),
            is_open: None,
        };
        for name in self.class_path().program_classes() {
            // What does not link does not run.
            let linked = self.linked(self.class_named(&name));
            if let Some(linked) = linked.ok().filter(|linked| linked.origin.is_of_program()) {
                self.add_class(&mut calls, linked);
            }
        }
        for class in 0..calls.classes.len() {
            self.relate_class(&mut calls, class);
        }
        for method in 0..calls.methods.len() {
            calls.methods[method].does = self.does(&calls, method);
        }
        calls
    }

    fn add_class(&self, calls: &mut UserCalls, linked: Arc<Linked>) {
        let class = calls.classes.len();
        let mut methods = Vec::new();
        for method in &linked.methods {
            let text = |symbol| self.symbols.text(symbol);
            let signature = (text(method.name), text(method.descriptor));
            let name = self.function_name(&linked, method.name, method.descriptor);
            calls.named.insert(name.clone(), calls.methods.len());
            methods.push(calls.methods.len());
            calls.methods.push(UserMethod {
                name,
                signature: (method.name, method.descriptor),
                class,
                of_object: OF_OBJECT.contains(&signature),
                is_constructor: method.name == self.names.constructor,
                is_private: method.is_private(),
                is_static: method.is_static(),
                parameters: Vec::new(),
                does: Does::default(),
            });
        }
        calls.class_numbers.insert(linked.name, class);
        calls.classes.push(UserClass {
            linked,
            methods,
            above: Vec::new(),
            is_of_jdk: false,
            of_jdk: FxHashSet::default(),
            handles: Vec::new(),
            constructed_by_sites: Vec::new(),
            constructed_by_handles: Vec::new(),
            fields: Vec::new(),
        });
    }

    fn relate_class(&self, calls: &mut UserCalls, class: usize) {
        let linked = calls.classes[class].linked.clone();
        let mut above = Vec::new();
        for &id in &linked.supertypes {
            let name = self.class_symbol(id);
            match calls.class_numbers.get(&name) {
                Some(&number) => above.push(number),
                None => {
                    let above = self.linked(id);
                    let methods = above.iter().flat_map(|above| &above.methods);
                    let methods = methods.filter(|it| !it.is_private() && !it.is_static());
                    let signatures = methods.map(|it| (it.name, it.descriptor));
                    calls.classes[class].of_jdk.extend(signatures);
                    calls.classes[class].is_of_jdk |= name != self.names.object;
                    // Found by what the class path says of services.
                    let name = self.symbols.text(name);
                    if name.contains("/spi/") {
                        calls.is_open = Some(name.replace('/', "."));
                    }
                }
            }
        }
        calls.classes[class].above = above;
        let fields = linked.fields.iter().map(|field| field.descriptor);
        let fields = fields
            .map(|field| self.input_type(calls, JavaType::of_field(self.symbols.text(field))));
        let mut fields: Vec<InputType> = fields.collect();
        for method in linked.methods.iter().filter(|method| method.is_abstract()) {
            let signature = Signature::parse(self.symbols.text(method.descriptor));
            let result = signature.and_then(|signature| signature.result);
            fields.extend(result.map(|ty| self.input_type(calls, Some(ty))));
        }
        calls.classes[class].fields = fields;
        for &method in &calls.classes[class].methods.clone() {
            let descriptor = self.symbols.text(calls.methods[method].signature.1);
            let parameters = Signature::parse(descriptor).map(|it| it.parameters);
            let parameters = parameters.unwrap_or_default().into_iter();
            let parameters = parameters.map(|ty| self.input_type(calls, Some(ty)));
            calls.methods[method].parameters = parameters.collect();
        }
        let Some(file) = &linked.file else {
            return;
        };
        for index in 1..file.constant_count() {
            match file.constant(index as u16, &self.symbols) {
                Ok(PoolConstant::MethodHandle(handle)) => {
                    let member = &handle.member;
                    let method = self.declared(calls, member);
                    let signature = (member.name, member.descriptor);
                    calls.classes[class].handles.push((method, signature));
                    let made = calls.class_numbers.get(&member.class).copied();
                    let made = made.filter(|_| self.symbols.text(member.name) == "<init>");
                    calls.classes[class].constructed_by_handles.extend(made);
                }
                Ok(PoolConstant::InvokeDynamic(site)) => {
                    let made = Signature::parse(self.symbols.text(site.descriptor));
                    let made = made.and_then(|made| made.result);
                    if let InputType::Of(made) = self.input_type(calls, made) {
                        calls.classes[class].constructed_by_sites.push(made);
                    }
                }
                _ => {}
            }
        }
        for (_, arguments) in &file.bootstrap_methods {
            for &argument in arguments {
                if let Ok(PoolConstant::Class(name)) = file.constant(argument, &self.symbols) {
                    let made = calls.class_numbers.get(&name);
                    calls.classes[class].constructed_by_sites.extend(made);
                }
            }
        }
    }

    fn input_type(&self, calls: &UserCalls, ty: Option<JavaType<'_>>) -> InputType {
        match ty.map(JavaType::innermost) {
            Some(JavaType::Primitive(_)) => InputType::Plain,
            Some(JavaType::Reference(name)) => {
                let number = self.symbols.find(name);
                let number = number.and_then(|name| calls.class_numbers.get(&name));
                match number {
                    Some(&number) => InputType::Of(number),
                    None if FINAL.contains(&name) => InputType::Plain,
                    None => InputType::Any,
                }
            }
            None => InputType::Any,
        }
    }

    /// The method that a class of the user, or one that it extends, declares.
    fn declared(&self, calls: &UserCalls, member: &MemberRef) -> Option<usize> {
        let mut next = calls.class_numbers.get(&member.class).copied();
        while let Some(class) = next {
            let class = &calls.classes[class];
            let wanted = (member.name, member.descriptor);
            let mut methods = class.methods.iter().copied();
            if let Some(found) = methods.find(|&it| calls.methods[it].signature == wanted) {
                return Some(found);
            }
            let above = class.linked.superclass.map(|id| self.class_symbol(id));
            next = above.and_then(|name| calls.class_numbers.get(&name).copied());
        }
        None
    }

    fn does(&self, calls: &UserCalls, method: usize) -> Does {
        let of = &calls.methods[method];
        let linked = &calls.classes[of.class].linked;
        let mut does = Does::default();
        let index = linked.method(of.signature.0, of.signature.1).unwrap_or(0);
        if linked.methods[index as usize].is_native() {
            does.everything = Some("native code".to_owned());
        }
        // What does not decode does not run.
        let code = self.decoded(linked, index);
        for op in code.iter().flat_map(|code| &code.ops) {
            match op {
                Op::Invoke(invoke, member) => self.invoke(calls, *invoke, member, &mut does),
                Op::GetStatic(member) | Op::PutStatic(member) => {
                    self.use_of(calls, member.class, None, &mut does);
                }
                Op::ClassConstant(class) => {
                    does.uses.extend(calls.class_numbers.get(class));
                }
                Op::New(class) => {
                    self.use_of(calls, *class, None, &mut does);
                    does.makes.extend(calls.class_numbers.get(class));
                }
                Op::InvokeDynamic(_) => does.has_sites = true,
                Op::HandleConstant(_) | Op::MethodTypeConstant(_) | Op::DynamicConstant(_) => {
                    does.everything = Some("a method handle".to_owned());
                }
                _ => {}
            }
        }
        does
    }

    fn invoke(&self, calls: &UserCalls, invoke: Invoke, member: &MemberRef, does: &mut Does) {
        self.use_of(calls, member.class, Some(member.name), does);
        match invoke {
            Invoke::Virtual | Invoke::Interface => {
                let signature = (member.name, member.descriptor);
                does.virtual_calls.push(signature);
                if !calls.class_numbers.contains_key(&member.class) {
                    does.calls_on_jdk.push(signature);
                }
            }
            Invoke::Static | Invoke::Special => match self.declared(calls, member) {
                Some(method) => does.calls.push(method),
                // A default method of an interface above.
                None => does.virtual_calls.push((member.name, member.descriptor)),
            },
        }
    }

    /// What the use of a class, or a call of a method that it names, leads to.
    fn use_of(&self, calls: &UserCalls, class: Symbol, method: Option<Symbol>, does: &mut Does) {
        if let Some(&class) = calls.class_numbers.get(&class) {
            does.uses.push(class);
            return;
        }
        let text = self.symbols.text(class);
        does.threads |= starts_threads(text, method.map(|it| self.symbols.text(it)));
        let linked = self.linked(self.class_id(class));
        if linked.is_ok_and(|linked| linked.origin == Origin::Library) {
            does.inputs |= text != TOLD_BY_MONITORS;
            return;
        }
        let of_class = text == "java/lang/Class"
            && method.is_none_or(|it| OF_CLASS.contains(&self.symbols.text(it)));
        let package = text.rsplit_once('/').map_or("", |(package, _)| package);
        let is_plain = PLAIN.contains(&package) && !BY_NAME.contains(&text);
        if !of_class && !is_plain && !text.starts_with('[') {
            let name = method.map(|it| format!(".{}", self.symbols.text(it)));
            let what = format!("{}{}", text, name.unwrap_or_default());
            does.everything.get_or_insert(what.replace('/', "."));
        }
    }
}
