//! Which methods of the user a call of one may lead to, erring on the side of more. A virtual call leads to the
//! methods of its name and descriptor in all classes of which objects are made (rapid type analysis: Bacon and
//! Sweeney, OOPSLA 1996); the JDK may call back whatever methods of its own types such classes have.

use crate::Program;
use crate::bytecode::{Invoke, Op};
use crate::class_file::{MemberRef, PoolConstant, access};
use crate::descriptor::{JavaType, Signature};
use crate::program::Linked;
use crate::source::Origin;
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Calls between methods of the user.
pub struct UserCalls {
    methods: Vec<UserMethod>,
    classes: Vec<UserClass>,
    /// Methods by the names of their functions.
    named: FxHashMap<String, usize>,
    class_numbers: FxHashMap<Symbol, usize>,
    /// Methods may be called that no code names.
    is_open: bool,
}

struct UserMethod {
    name: String,
    signature: (Symbol, Symbol),
    class: usize,
    /// The JDK knows it by its name.
    of_object: bool,
    is_constructor: bool,
    is_private: bool,
    is_static: bool,
    /// Classes of its parameters.
    parameters: Vec<InputType>,
    does: Does,
}

/// What the code of a method does.
#[derive(Default)]
struct Does {
    /// Calls these methods.
    calls: Vec<usize>,
    /// Calls methods of these names and descriptors.
    virtual_calls: Vec<(Symbol, Symbol)>,
    /// Initialises these classes.
    uses: Vec<usize>,
    /// Makes objects of these.
    makes: Vec<usize>,
    /// Makes objects by call sites.
    has_sites: bool,
    /// May call everything by its name.
    everything: bool,
    /// May ask for inputs of any class.
    inputs: bool,
}

struct UserClass {
    linked: Arc<Linked>,
    /// Its methods.
    methods: Vec<usize>,
    /// Itself and classes of the user that it extends or implements.
    above: Vec<usize>,
    /// It has types of the JDK, beside `Object`.
    is_of_jdk: bool,
    /// Methods that its method handles refer to, if it is known which they are, and their signatures.
    handles: Vec<(Option<usize>, (Symbol, Symbol))>,
    /// Interfaces that its call sites make objects of.
    made_by_sites: Vec<usize>,
    /// Types of its fields, and of what its abstract methods return: inputs, if it is one.
    fields: Vec<InputType>,
}

/// What an input of a type may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputType {
    /// No object of the user's classes.
    Plain,
    /// One of this class.
    Of(usize),
    Any,
}

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

/// Classes in those that call methods or make objects by their names.
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
];

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

/// Classes whose objects refer to nothing of the user's.
const FINAL: &[&str] = &[
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
    /// The calls of all classes on the class path.
    pub fn user_calls(&self) -> UserCalls {
        let mut calls = UserCalls {
            methods: Vec::new(),
            classes: Vec::new(),
            named: FxHashMap::default(),
            class_numbers: FxHashMap::default(),
            is_open: false,
        };
        for name in self.class_path().user_classes() {
            // What does not link does not run.
            let linked = self.linked(self.class_named(&name));
            if let Some(linked) = linked.ok().filter(|linked| linked.origin == Origin::User) {
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
            handles: Vec::new(),
            made_by_sites: Vec::new(),
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
                    calls.classes[class].is_of_jdk |= name != self.names.object;
                    // Found by what the class path says of services.
                    calls.is_open |= self.symbols.text(name).contains("/spi/");
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
                }
                Ok(PoolConstant::InvokeDynamic(site)) => {
                    let made = Signature::parse(self.symbols.text(site.descriptor));
                    let made = made.and_then(|made| made.result);
                    if let InputType::Of(made) = self.input_type(calls, made) {
                        calls.classes[class].made_by_sites.push(made);
                    }
                }
                _ => {}
            }
        }
        for (_, arguments) in &file.bootstrap_methods {
            for &argument in arguments {
                if let Ok(PoolConstant::Class(name)) = file.constant(argument, &self.symbols) {
                    let made = calls.class_numbers.get(&name);
                    calls.classes[class].made_by_sites.extend(made);
                }
            }
        }
    }

    fn input_type(&self, calls: &UserCalls, ty: Option<JavaType<'_>>) -> InputType {
        match ty {
            Some(JavaType::Primitive(_)) => InputType::Plain,
            Some(JavaType::Reference(name)) => {
                let element = name.trim_start_matches('[');
                let name = match name.starts_with('[') {
                    true => match element.strip_prefix('L') {
                        Some(name) => name.trim_end_matches(';'),
                        None => return InputType::Plain,
                    },
                    false => element,
                };
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
        does.everything |= linked.methods[index as usize].is_native();
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
                    does.everything = true;
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
                does.virtual_calls.push((member.name, member.descriptor));
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
        let linked = self.linked(self.class_id(class));
        if linked.is_ok_and(|linked| linked.origin == Origin::Library) {
            does.inputs = true;
            return;
        }
        let of_class = text == "java/lang/Class"
            && method.is_none_or(|it| OF_CLASS.contains(&self.symbols.text(it)));
        let package = text.rsplit_once('/').map_or("", |(package, _)| package);
        let is_plain = PLAIN.contains(&package) && !BY_NAME.contains(&text);
        does.everything |= !of_class && !is_plain && !text.starts_with('[');
    }
}

impl UserCalls {
    /// Names of the functions that calls of this one, with any inputs, may lead to; `None` if that may be
    /// all.
    pub fn reached_from(&self, function: &str) -> Option<FxHashSet<&str>> {
        let start = *self.named.get(function).filter(|_| !self.is_open)?;
        let mut search = Search {
            calls: self,
            reached: vec![false; self.methods.len()],
            made: vec![false; self.classes.len()],
            inputs: vec![false; self.classes.len()],
            used: vec![false; self.classes.len()],
            virtual_calls: FxHashSet::default(),
            pending: Vec::new(),
            everything: false,
        };
        search.start(start);
        while let Some(method) = search.pending.pop() {
            search.visit(method);
            if search.everything {
                return None;
            }
        }
        let methods = self.methods.iter().zip(&search.reached);
        let reached = methods.filter(|(_, reached)| **reached);
        Some(reached.map(|(method, _)| method.name.as_str()).collect())
    }
}

struct Search<'a> {
    calls: &'a UserCalls,
    reached: Vec<bool>,
    /// Classes of which there are objects.
    made: Vec<bool>,
    /// Classes of which there are inputs.
    inputs: Vec<bool>,
    /// Classes that are initialised.
    used: Vec<bool>,
    virtual_calls: FxHashSet<(Symbol, Symbol)>,
    pending: Vec<usize>,
    everything: bool,
}

impl Search<'_> {
    fn start(&mut self, start: usize) {
        let calls = self.calls;
        let method = &calls.methods[start];
        self.reach(start);
        self.use_class(method.class);
        for parameter in &method.parameters {
            self.input(*parameter);
        }
        if !method.is_static {
            // Called on an object of any class that extends its own.
            self.input(InputType::Of(method.class));
            self.call(method.signature);
        }
    }

    fn reach(&mut self, method: usize) {
        if !std::mem::replace(&mut self.reached[method], true) {
            self.pending.push(method);
        }
    }

    fn visit(&mut self, method: usize) {
        let calls = self.calls;
        let of = &calls.methods[method];
        let does = &of.does;
        self.everything |= does.everything;
        does.calls.iter().for_each(|&called| self.reach(called));
        does.uses.iter().for_each(|&class| self.use_class(class));
        does.makes.iter().for_each(|&class| self.make(class));
        does.virtual_calls
            .iter()
            .for_each(|&called| self.call(called));
        if does.has_sites {
            let class = &calls.classes[of.class];
            for &(method, signature) in &class.handles {
                method.into_iter().for_each(|method| self.reach(method));
                self.call(signature);
            }
            class.made_by_sites.iter().for_each(|&made| self.make(made));
        }
        if does.inputs {
            self.input(InputType::Any);
        }
    }

    /// A virtual call of methods of a name and descriptor.
    fn call(&mut self, signature: (Symbol, Symbol)) {
        if !self.virtual_calls.insert(signature) {
            return;
        }
        let calls = self.calls;
        for class in (0..calls.classes.len())
            .filter(|&class| self.made[class])
            .collect::<Vec<_>>()
        {
            for method in calls.inherited(class) {
                if calls.methods[method].signature == signature {
                    self.reach(method);
                }
            }
        }
    }

    /// An object of a class is made: its methods may be called.
    fn make(&mut self, class: usize) {
        if std::mem::replace(&mut self.made[class], true) {
            return;
        }
        self.use_class(class);
        let calls = self.calls;
        let is_of_jdk = calls.classes[class].is_of_jdk;
        for number in calls.inherited(class) {
            let method = &calls.methods[number];
            let by_jdk = method.of_object || is_of_jdk && !method.is_private;
            if by_jdk || self.virtual_calls.contains(&method.signature) {
                self.reach(number);
            }
        }
    }

    /// A class is initialised, with those that it extends.
    fn use_class(&mut self, class: usize) {
        if std::mem::replace(&mut self.used[class], true) {
            return;
        }
        let calls = self.calls;
        for &above in &calls.classes[class].above {
            self.use_class(above);
        }
        let is_enum = calls.classes[class].linked.access & access::ENUM != 0;
        for &method in &calls.classes[class].methods {
            let name = &calls.methods[method].name;
            // The JDK asks enumerations for their constants.
            if name.ends_with(".<clinit>()V") || is_enum && name.contains(".values()") {
                self.reach(method);
            }
        }
    }

    /// There is an input of a type, with what it refers to; classes of inputs may be made by constructors.
    fn input(&mut self, ty: InputType) {
        let calls = self.calls;
        let mut pending = vec![ty];
        while let Some(ty) = pending.pop() {
            for (number, class) in calls.classes.iter().enumerate() {
                let fits = match ty {
                    InputType::Plain => false,
                    InputType::Of(of) => class.above.contains(&of),
                    InputType::Any => true,
                };
                if !fits || std::mem::replace(&mut self.inputs[number], true) {
                    continue;
                }
                self.make(number);
                for &method in &class.methods {
                    if calls.methods[method].is_constructor {
                        self.reach(method);
                        pending.extend(&calls.methods[method].parameters);
                    }
                }
                pending.extend(&class.fields);
            }
        }
    }
}

impl UserCalls {
    /// Methods that objects of a class have.
    fn inherited(&self, class: usize) -> impl Iterator<Item = usize> + '_ {
        let above = self.classes[class].above.iter();
        let methods = above.flat_map(|&above| &self.classes[above].methods);
        methods.copied().filter(|&method| {
            let method = &self.methods[method];
            !method.is_static && !method.is_constructor
        })
    }
}
