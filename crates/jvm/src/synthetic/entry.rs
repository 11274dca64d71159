//! Functions that start a program: `main`, and a method with free inputs.

use crate::bytecode::{Code, Handler, Invoke, Op};
use crate::class_file::{MemberRef, access};
use crate::descriptor::{JavaType, Kind, Signature};
use crate::generic;
use crate::inputs::{Method, Parameter};
use crate::linking::Found;
use crate::program::SyntheticFunction;
use crate::program::{Body, Linked};
use crate::{JvmError, Program};
use ir::{
    ClassId, ClassKind, CoreIntrinsic, FunctionId, InputObjects, JavaIntrinsic, LazyFlags, observed,
};
use std::collections::BTreeMap;

/// How a method is called with free inputs.
#[derive(Clone, Debug, Default)]
pub struct EntryOptions {
    /// Name of a method without parameters that returns `boolean`: of the class of each input
    /// object it must be true. Only the receiver's and the parameters' own classes are asked.
    pub precondition: Option<String>,
    /// Reference parameters are not null.
    pub non_null: bool,
    /// The machine is told of the receiver and of reference parameters, too, behind the result.
    pub observe_inputs: bool,
    /// How objects of the program's classes come about.
    pub objects: InputObjects,
    /// Errors that need objects which calls may never make are told apart.
    pub told_apart: bool,
    /// Monitors that watch over the calls.
    pub monitors: Option<EntryMonitors>,
}

/// Monitors of specifications, as methods are called that are explored.
#[derive(Clone, Debug, Default)]
pub struct EntryMonitors {
    /// Their class.
    pub class: String,
    /// Name and descriptor of the method that is called in place of another one, by class, name and descriptor
    /// of that one.
    pub in_place_of: BTreeMap<(String, String, String), (String, String)>,
}

impl EntryOptions {
    /// What is called in place of a method.
    fn in_place_of(&self, method: &Method) -> Option<(&EntryMonitors, &(String, String))> {
        let Method {
            class_name,
            name,
            descriptor,
            ..
        } = method;
        let monitors = self.monitors.as_ref()?;
        let key = (class_name.clone(), name.clone(), descriptor.clone());
        Some((monitors, monitors.in_place_of.get(&key)?))
    }
}

/// An input of a method.
struct Input<'a> {
    name: String,
    ty: JavaType<'a>,
    /// Of a reference, what is known of it.
    flags: LazyFlags,
    /// Its type, if that has type arguments.
    generic: Option<String>,
}

/// Classes of parameters that are never objects of the program.
const PLAIN: &[&str] = &[
    "java/lang/String",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Short",
    "java/lang/Character",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
];

fn constructs(method: &Method) -> bool {
    method.name == "<init>"
}

impl Program {
    /// A function without parameters that calls the `main` method of a class with these arguments,
    /// as the `java` command does, and ends the program with its exit status. Monitors, of that class if there are any, are
    /// told that the program begins, and that it ends by itself.
    ///
    /// # Errors
    /// If there is no such class or it has no `main`.
    pub fn main_entry(
        &self,
        class: &str,
        arguments: &[String],
        monitors: Option<&str>,
    ) -> Result<FunctionId, JvmError> {
        let name = self.symbols.intern(&class.replace('.', "/"));
        let linked = self.linked(self.class_id(name))?;
        let found = self.main_method(&linked)?;
        let method = found.method();
        let is_static = method.is_static();
        let takes_arguments = method.descriptor != self.names.no_parameters;
        let member = MemberRef {
            class: if is_static { found.class.name } else { name },
            name: method.name,
            descriptor: method.descriptor,
            interface: found.class.is_interface(),
        };
        let mut ops = self.first_ops();
        let told = |what: &str| {
            monitors.map(|class| {
                let class = self.symbols.intern(&class.replace('.', "/"));
                Op::Invoke(Invoke::Static, self.member_named(class, what, "()V"))
            })
        };
        ops.extend(told("begin"));
        if !is_static {
            let constructor = self.member_named(name, "<init>", "()V");
            ops.extend([
                Op::New(name),
                Op::Dup { skip: 0 },
                Op::Invoke(Invoke::Special, constructor),
            ]);
        }
        if takes_arguments {
            ops.extend([
                Op::Number(Kind::Int, arguments.len() as u64),
                Op::NewArray(self.symbols.intern("[Ljava/lang/String;")),
            ]);
        }
        for (index, argument) in arguments.iter().enumerate().filter(|_| takes_arguments) {
            ops.extend([
                Op::Dup { skip: 0 },
                Op::Number(Kind::Int, index as u64),
                Op::Literal(self.literal_text(argument)),
                Op::ArrayStore(None),
            ]);
        }
        let launcher = self.symbols.intern("wayfarer/Launcher");
        let invoke = if is_static {
            Invoke::Static
        } else {
            Invoke::Virtual
        };
        ops.push(Op::Invoke(invoke, member));
        ops.extend(told("end"));
        let end = ops.len() as u32;
        let handler = Handler {
            start: 0,
            end,
            handler: end + 3,
            class: None,
        };
        ops.extend([
            Op::Number(Kind::Int, 0),
            Op::Intrinsic(CoreIntrinsic::Exit.into()),
            Op::Return(None),
            Op::Invoke(
                Invoke::Static,
                self.member_named(launcher, "uncaught", "(Ljava/lang/Throwable;)V"),
            ),
            Op::Number(Kind::Int, 1),
            Op::Intrinsic(CoreIntrinsic::Exit.into()),
            Op::Return(None),
        ]);
        Ok(self.add_function(SyntheticFunction {
            stands_for: None,
            name: "<main>".to_owned(),
            class: None,
            parameters: Vec::new(),
            result: None,
            code: Code {
                max_locals: 0,
                offsets: Vec::new(),
                ops,
                handlers: vec![handler],
            },
        }))
    }

    /// The method that starts a class: `public static void main(String[])` or, from Java 25 on, any
    /// that is not private, also without parameter or of an instance (JLS 12.1.4).
    fn main_method(&self, class: &Linked) -> Result<Found, JvmError> {
        let main = self.symbols.intern("main");
        let newer = self.class_path.jdk().release >= 25;
        for descriptor in ["([Ljava/lang/String;)V", "()V"] {
            let descriptor = self.symbols.intern(descriptor);
            if let Some(found) = self.find_method(class.id, main, descriptor)? {
                let wanted = access::PUBLIC | access::STATIC;
                let classic = found.method().access & wanted == wanted
                    && descriptor != self.names.no_parameters;
                if classic || newer && !found.method().is_private() {
                    return Ok(found);
                }
            }
        }
        Err(JvmError::NoMethod(format!(
            "class {} has no method public static void main(String[])",
            class.ir.name
        )))
    }

    /// A function without parameters that calls a method with free inputs and tells the machine what
    /// it observed. Inputs have the names of the parameters; the receiver is `this`.
    ///
    /// # Errors
    /// If the precondition does not exist.
    pub fn entry(&self, method: &Method, options: &EntryOptions) -> Result<FunctionId, JvmError> {
        let mut ops = self.first_ops();
        let internal = method.class_name.replace('.', "/");
        let signature = Signature::parse(&method.descriptor)
            .ok_or_else(|| JvmError::NoMethod(format!("{}: bad descriptor", method.spec())))?;
        let linked = self.linked(method.class)?;
        let inputs = self.inputs_of(method, options, &internal, &signature, &linked);
        let mut slot = 0;
        let mut arguments: Vec<(Kind, u16)> = Vec::new();
        for input in &inputs {
            let kind = input.ty.kind();
            self.make_input(input, &mut ops);
            ops.push(Op::Store(kind, slot));
            if options.objects == InputObjects::ByCalls
                && let Some(make) = self.made_now(input.ty)
            {
                ops.extend([Op::Load(kind, slot), make, Op::Pop]);
            }
            arguments.push((kind, slot));
            slot += kind.slots();
        }
        if let Some(precondition) = &options.precondition {
            for (input, (_, slot)) in std::iter::zip(&inputs, &arguments) {
                self.require(precondition, input.ty, *slot, &mut ops)?;
            }
        }
        let start = ops.len() as u32;
        match options.in_place_of(method) {
            Some((monitors, (name, descriptor))) => {
                ops.extend(arguments.iter().map(|(kind, slot)| Op::Load(*kind, *slot)));
                ops.push(self.monitor_call(monitors, name, descriptor));
            }
            None => self.call_explored(method, &linked, &arguments, &mut ops),
        }
        if let Some(monitors) = &options.monitors {
            ops.push(self.monitor_call(monitors, "end", "()V"));
        }
        let end = ops.len() as u32;
        let observed = if constructs(method) {
            Some(JavaType::Reference(&internal))
        } else {
            signature.result
        };
        self.observe(observed, slot, &mut ops);
        if options.observe_inputs {
            self.observe_inputs(&arguments, slot, &mut ops);
        }
        ops.push(Op::Return(None));
        let handler = ops.len() as u32;
        self.observe_thrown(&arguments, options, slot, &mut ops);
        Ok(self.add_function(SyntheticFunction {
            stands_for: Some(method.function),
            name: format!("<explore {}>", method.spec()),
            class: None,
            parameters: Vec::new(),
            result: None,
            code: Code {
                max_locals: slot + 3,
                offsets: Vec::new(),
                ops,
                handlers: vec![Handler {
                    start,
                    end,
                    handler,
                    class: None,
                }],
            },
        }))
    }

    /// The call of a method of monitors.
    fn monitor_call(&self, monitors: &EntryMonitors, name: &str, descriptor: &str) -> Op {
        let class = self.symbols.intern(&monitors.class.replace('.', "/"));
        Op::Invoke(Invoke::Static, self.member_named(class, name, descriptor))
    }

    /// False if it makes no difference to a method how input objects of the program come about: it is given
    /// none.
    pub fn is_given_objects(&self, method: &Method) -> bool {
        // Its constants are there already.
        let is_enumeration = |class: ClassId| {
            let class = self.linked(class);
            class.is_ok_and(|class| class.ir.kind == ClassKind::Enum)
        };
        let plain = |parameter: &Parameter| {
            let ty = JavaType::of_field(&parameter.descriptor).map(JavaType::innermost);
            match ty {
                Some(JavaType::Reference(class)) => {
                    PLAIN.contains(&class) || is_enumeration(self.class_named(class))
                }
                Some(JavaType::Primitive(_)) | None => true,
            }
        };
        let receiver = !method.is_static && !constructs(method);
        receiver && !is_enumeration(method.class) && !self.has_stateless_receiver(method)
            || !method.parameters.iter().all(plain)
    }

    /// The receiver and the parameters of a method, as inputs.
    fn inputs_of<'a>(
        &'a self,
        method: &Method,
        options: &EntryOptions,
        class: &'a str,
        signature: &Signature<'a>,
        linked: &Linked,
    ) -> Vec<Input<'a>> {
        let mut inputs = Vec::new();
        let by_calls = options.objects == InputObjects::ByCalls;
        if !method.is_static && !constructs(method) {
            let generic = self.type_with_arguments(linked);
            inputs.push(Input {
                name: "this".to_owned(),
                ty: JavaType::Reference(class),
                flags: LazyFlags {
                    not_null: true,
                    of_type_argument: generic.is_some(),
                    by_calls,
                    told_apart: options.told_apart,
                    ..LazyFlags::default()
                },
                generic,
            });
        }
        let generic = self.generic_parameters(linked, method.index);
        // The compiler's own parameters are not among them.
        let generic = generic.filter(|all| all.len() == signature.parameters.len());
        let mut generic = generic.unwrap_or_default().into_iter();
        // As the JVM calls it.
        let starts_program = method.is_static
            && method.name == "main"
            && method.descriptor == "([Ljava/lang/String;)V";
        let mut outer = self.outer_class(linked).filter(|_| constructs(method));
        for (parameter, ty) in std::iter::zip(&method.parameters, &signature.parameters) {
            let is_outer = outer
                .take()
                .is_some_and(|outer| *ty == JavaType::Reference(outer));
            let flags = LazyFlags {
                not_null: starts_program || options.non_null || is_outer,
                full: starts_program,
                by_calls,
                told_apart: options.told_apart,
                ..LazyFlags::default()
            };
            let generic = generic.next();
            let argument = generic.as_deref().and_then(|it| self.argument_for(it, *ty));
            inputs.push(Input {
                name: parameter.name.clone(),
                ty: argument.unwrap_or(*ty),
                flags: LazyFlags {
                    of_type_argument: argument.is_some(),
                    ..flags
                },
                generic: generic.filter(|ty| ty.contains('<')),
            });
        }
        inputs
    }

    /// The type that stands for a type variable that a parameter is of, if that is not the one of its descriptor.
    fn argument_for<'a>(&'a self, generic: &str, ty: JavaType<'a>) -> Option<JavaType<'a>> {
        let JavaType::Reference(erased) = ty else {
            return None;
        };
        let stands = generic::class_of(generic).filter(|stands| stands != erased)?;
        let (stands_id, erased) = (self.class_named(&stands), self.class_named(erased));
        let stands = self.symbols.text(self.symbols.intern(&stands));
        self.is_assignable(stands_id, erased)
            .then_some(JavaType::Reference(stands))
    }

    /// Calls the method that is explored.
    fn call_explored(
        &self,
        method: &Method,
        linked: &Linked,
        arguments: &[(Kind, u16)],
        ops: &mut Vec<Op>,
    ) {
        let class = linked.name;
        if constructs(method) {
            ops.extend([Op::New(class), Op::Dup { skip: 0 }]);
        }
        for (index, (kind, slot)) in arguments.iter().enumerate() {
            ops.push(Op::Load(*kind, *slot));
            let is_receiver = index == 0 && !method.is_static && !constructs(method);
            if is_receiver && (method.is_private || self.may_throw(method.class)) {
                // Code takes it for granted that its receiver is an object, and one whose
                // constructor refuses arguments must be made to be one.
                ops.push(Op::CheckCast(class));
            }
        }
        if !method.is_static && (constructs(method) || method.is_private) {
            ops.push(Op::CallFunction(method.function));
            return;
        }
        let interface = linked.is_interface();
        let invoke = match (method.is_static, interface) {
            // A static call initialises the class, a call of the function would not.
            (true, _) => Invoke::Static,
            // The receiver may be of any subclass.
            (false, true) => Invoke::Interface,
            (false, false) => Invoke::Virtual,
        };
        let member = self.member_named(class, &method.name, &method.descriptor);
        ops.push(Op::Invoke(
            invoke,
            MemberRef {
                interface,
                ..member
            },
        ));
    }

    /// Tells the machine of an exception that came out of the call, and ends.
    fn observe_thrown(
        &self,
        arguments: &[(Kind, u16)],
        options: &EntryOptions,
        slot: u16,
        ops: &mut Vec<Op>,
    ) {
        // Behind what is observed.
        let thrown = slot + 2;
        ops.extend([
            Op::Store(Kind::Reference, thrown),
            Op::Number(Kind::Int, u64::from(observed::THROWN)),
            Op::Load(Kind::Reference, thrown),
            Op::ToBits(Kind::Reference),
            Op::Intrinsic(JavaIntrinsic::Observe.into()),
        ]);
        if options.observe_inputs {
            self.observe_inputs(arguments, slot, ops);
        }
        let launcher = self.symbols.intern("wayfarer/Launcher");
        let descriptor = "(Ljava/lang/Throwable;)Ljava/lang/String;";
        let describe = self.member_named(launcher, "describe", descriptor);
        ops.extend([
            Op::Load(Kind::Reference, thrown),
            Op::Load(Kind::Reference, thrown),
            Op::Invoke(Invoke::Static, describe),
            Op::Intrinsic(JavaIntrinsic::Uncaught.into()),
            Op::Return(None),
        ]);
    }

    /// Initialises the classes whose objects the machine makes itself, for constants.
    fn first_ops(&self) -> Vec<Op> {
        ["java/lang/String", "java/lang/Class"]
            .map(|class| Op::CallFunction(self.initialiser(self.class_named(class))))
            .to_vec()
    }

    /// Pushes an input.
    fn make_input(&self, input: &Input<'_>, ops: &mut Vec<Op>) {
        let literal = Op::Literal(self.literal_text(&input.name));
        match input.ty {
            JavaType::Primitive(primitive) => ops.extend([
                Op::Number(Kind::Int, primitive.letter() as u64),
                literal,
                Op::Intrinsic(JavaIntrinsic::InputValue.into()),
                Op::FromBits(input.ty.kind()),
            ]),
            JavaType::Reference(class) => {
                ops.extend([
                    Op::Number(Kind::Int, u64::from(self.class_named(class).0)),
                    literal,
                    Op::Number(Kind::Int, input.flags.bits()),
                ]);
                match &input.generic {
                    Some(generic) => ops.extend([
                        Op::Literal(self.literal_text(generic)),
                        Op::Intrinsic(JavaIntrinsic::LazyInputOf.into()),
                    ]),
                    None => ops.push(Op::Intrinsic(JavaIntrinsic::LazyInput.into())),
                }
            }
        }
    }

    /// True if the class of an object that the method is given has the precondition ([`EntryOptions::precondition`]).
    ///
    /// # Errors
    /// If a class cannot be loaded.
    pub fn has_precondition(
        &self,
        method: &Method,
        options: &EntryOptions,
    ) -> Result<bool, JvmError> {
        let (Some(name), Some(signature)) =
            (&options.precondition, Signature::parse(&method.descriptor))
        else {
            return Ok(false);
        };
        let class = method.class_name.replace('.', "/");
        let linked = self.linked(method.class)?;
        for input in self.inputs_of(method, options, &class, &signature, &linked) {
            if let JavaType::Reference(class) = input.ty
                && self.precondition(name, class)?.is_some()
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The method of a class that says whether an object is such as it should be.
    fn precondition(&self, name: &str, class: &str) -> Result<Option<Found>, JvmError> {
        let class = self.class_id(self.symbols.intern(class));
        let (name, descriptor) = (self.symbols.intern(name), self.symbols.intern("()Z"));
        let found = self.find_method(class, name, descriptor)?;
        let is_one = |found: &Found| {
            !found.method().is_static() && !matches!(found.method().body, Body::None)
        };
        Ok(found.filter(is_one))
    }

    /// Assumes that a method returns true of an input, if its class has that method.
    fn require(
        &self,
        name: &str,
        ty: JavaType<'_>,
        slot: u16,
        ops: &mut Vec<Op>,
    ) -> Result<(), JvmError> {
        let JavaType::Reference(class) = ty else {
            return Ok(());
        };
        let Some(found) = self.precondition(name, class)? else {
            return Ok(());
        };
        let class = self.symbols.intern(class);
        let (name, descriptor) = (self.symbols.intern(name), self.symbols.intern("()Z"));
        let after = ops.len() as u32 + 6;
        ops.extend([
            Op::Load(Kind::Reference, slot),
            Op::IfNull(true, after),
            Op::Load(Kind::Reference, slot),
            Op::Invoke(
                if found.class.is_interface() {
                    Invoke::Interface
                } else {
                    Invoke::Virtual
                },
                MemberRef {
                    class,
                    name,
                    descriptor,
                    interface: found.class.is_interface(),
                },
            ),
            Op::ToBits(Kind::Int),
            Op::Intrinsic(CoreIntrinsic::Assume.into()),
        ]);
        Ok(())
    }

    /// Tells the machine those of the arguments that are references.
    fn observe_inputs(&self, arguments: &[(Kind, u16)], slot: u16, ops: &mut Vec<Op>) {
        let references = arguments
            .iter()
            .filter(|(kind, _)| *kind == Kind::Reference);
        for (kind, own) in references {
            ops.push(Op::Load(*kind, *own));
            let object = JavaType::Reference("java/lang/Object");
            self.observe(Some(object), slot, ops);
        }
    }

    /// Tells the machine the value on the stack.
    fn observe(&self, ty: Option<JavaType<'_>>, slot: u16, ops: &mut Vec<Op>) {
        let letter = match ty {
            None => observed::NOTHING,
            Some(JavaType::Primitive(primitive)) => primitive.letter(),
            Some(JavaType::Reference(_)) => observed::REFERENCE,
        };
        match ty {
            None => ops.extend([
                Op::Number(Kind::Int, letter as u64),
                Op::Number(Kind::Long, 0),
            ]),
            Some(ty) => {
                ops.push(Op::ToBits(ty.kind()));
                ops.push(Op::Store(Kind::Long, slot));
                ops.push(Op::Number(Kind::Int, letter as u64));
                ops.push(Op::Load(Kind::Long, slot));
            }
        }
        ops.push(Op::Intrinsic(JavaIntrinsic::Observe.into()));
    }
}
