//! Objects of the program as users of their classes make them: by a constructor, a static factory or a
//! builder, and by calls of methods that may change them. All of it is one function, which asks inputs
//! for the calls and for their arguments: so one path through it stands for all arguments of a sequence.
//!
//! What is given to a call is made before it, as in a test; only what no code of the program makes
//! (strings, arrays, collections) waits until it is looked at.

use super::Method;
use crate::Program;
use crate::bytecode::{Invoke, Op};
use crate::class_file::{MemberRef, access};
use crate::descriptor::{JavaType, Kind, Signature};
use crate::generic::{self, Variables};
use crate::program::Linked;
use crate::source::Origin;
use crate::symbol::Symbol;
use ir::{
    CallSequences, ClassId, ClassKind, Construction, ConstructionArgument, InputConstruction,
    JavaIntrinsic, Primitive,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What the names of classes end with whose objects make others.
const MAKERS: &[&str] = &["Builder", "Factory", "s"];

/// Methods of every object, which tell of it.
const TELL: &[(&str, &str)] = &[
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
    ("clone", "()Ljava/lang/Object;"),
    ("finalize", "()V"),
];

/// A call that has to do with an object, and what it takes.
pub(super) struct Call {
    method: Method,
    declares: Arc<Linked>,
    /// The class whose type variables the types of its arguments name.
    variables_of: ClassId,
    by: Construction,
}

impl Call {
    /// True if one of these classes declares it, and it is not called on an object that is made for it.
    pub(super) fn is_of_line(&self, line: &BTreeSet<Symbol>) -> bool {
        !self.by.on_first && line.contains(&self.declares.name)
    }

    /// True for a call of that method.
    pub(super) fn is_of(&self, class: &Linked, index: u32) -> bool {
        self.declares.id == class.id && self.method.index == index
    }
}

impl Program {
    /// How input objects of a class are made by calls: those of the program by sequences of their own,
    /// others as always.
    pub(super) fn find_sequences(&self, class: ClassId) -> InputConstruction {
        let usual = self.find_construction(class);
        let Ok(linked) = self.linked(class) else {
            return usual;
        };
        let own = linked.origin == Origin::User && linked.ir.kind == ClassKind::Instance;
        let by_other_code = matches!(
            usual,
            InputConstruction::Elements { .. } | InputConstruction::Function { .. }
        );
        if !own || by_other_code {
            return usual;
        }
        let makers = self.makers_of(&linked);
        if makers.is_empty() {
            return InputConstruction::Unknown;
        }
        let calls = match self.options.sequence_length {
            0 => Vec::new(),
            _ => self.changes_of(&linked),
        };
        let number = crate::program::index_of(&self.sequence_makers, &class, || {
            self.maker_by_sequence(&linked, &makers, &calls).0 as usize
        });
        let closed = self.has_closed_state(&linked, &makers, &calls);
        let effects = calls.iter().map(|call| {
            let class = call.declares.id;
            self.effects_of_method((class, call.method.index))
        });
        let effects = effects.collect();
        let constructions = |calls: Vec<Call>| calls.into_iter().map(|call| call.by).collect();
        InputConstruction::Sequence {
            function: ir::FunctionId(number),
            of: Arc::new(CallSequences {
                makers: constructions(makers),
                calls: constructions(calls),
                effects,
                length: self.options.sequence_length,
                closed,
            }),
        }
    }

    /// The public constructors, static factories and methods of builders that make objects of a class, or
    /// those that its package may use if none is public and tests are in it.
    pub(super) fn makers_of(&self, linked: &Arc<Linked>) -> Vec<Call> {
        let mut all: Vec<Call> = Vec::new();
        for class in self.classes_that_make(linked) {
            let Ok(declares) = self.linked(class) else {
                continue;
            };
            let methods = (0..declares.methods.len() as u32)
                .filter_map(|index| self.method_for_user(&declares, index));
            all.extend(
                methods.filter_map(|method| self.call_that_makes(linked, &declares, method)),
            );
        }
        // Nobody else can call the constructor of a class without a name.
        if !self
            .can_be_named(self.symbols.text(linked.name))
            .unwrap_or(false)
        {
            all.retain(|call| call.by.member != "<init>");
        }
        if all.iter().any(|call| self.is_public(call)) {
            all.retain(|call| self.is_public(call));
        } else {
            all.retain(|call| self.is_seen_by_tests(&call.declares));
        }
        // What makes an object of another of its class comes behind what makes the first one.
        let own = format!("L{};", self.symbols.text(linked.name));
        let takes_own =
            |call: &Call| (call.method.parameters.iter()).any(|given| given.descriptor == own);
        if !all.iter().all(takes_own) {
            all.retain(|call| !takes_own(call));
        }
        all.sort_by_key(|call| (call.by.member != "<init>", call.by.on_first));
        all
    }

    fn is_public(&self, call: &Call) -> bool {
        call.method.is_public && self.access_in_source(&call.declares) & access::PUBLIC != 0
    }

    /// True if tests are in the package of a class.
    fn is_seen_by_tests(&self, linked: &Linked) -> bool {
        let packages = &self.options.packages;
        packages.is_empty() || packages.contains(self.package(linked.name))
    }

    /// A method as one that makes objects of a class, if it is.
    fn call_that_makes(
        &self,
        linked: &Arc<Linked>,
        declares: &Arc<Linked>,
        method: Method,
    ) -> Option<Call> {
        let flags = declares.methods[method.index as usize].access;
        if flags & (access::PRIVATE | access::SYNTHETIC) != 0 || !self.is_nameable(declares) {
            return None;
        }
        let mut first = Vec::new();
        if method.name == "<init>" {
            if declares.id != linked.id {
                return None;
            }
        } else {
            let signature = Signature::parse(&method.descriptor)?;
            let Some(JavaType::Reference(result)) = signature.result else {
                return None;
            };
            let result = self.class_named(result);
            let above = || {
                let of_user = |class: Arc<Linked>| class.origin == Origin::User;
                linked.supertypes.binary_search(&result).is_ok()
                    && self.linked(result).is_ok_and(of_user)
            };
            match method.is_static {
                true if result == linked.id || above() => {}
                false if result == linked.id && !self.is_assignable(declares.id, linked.id) => {
                    first.push(ConstructionArgument::Object(declares.ir.name.clone()));
                }
                _ => return None,
            }
        }
        let is_static = method.is_static;
        let mut call = self.call(declares, method, first, is_static.then_some(&**linked));
        if is_static {
            call.variables_of = linked.id;
        }
        Some(call)
    }

    /// Classes whose methods may make objects of a class: itself, those above it, those that it is nested
    /// with, and those of its package that are named after it.
    fn classes_that_make(&self, linked: &Linked) -> BTreeSet<ClassId> {
        let name = self.symbols.text(linked.name);
        let nest = name.split('$').next().unwrap_or(name);
        let of_user = |id: &ClassId| {
            let above = self.linked(*id);
            above.is_ok_and(|above| above.origin == Origin::User)
        };
        let mut all: BTreeSet<ClassId> = linked.supertypes.iter().copied().collect();
        all.retain(of_user);
        for other in self.class_path.user_classes() {
            let named_after = other
                .strip_prefix(nest)
                .is_some_and(|rest| rest.starts_with('$') || MAKERS.contains(&rest));
            if other == nest || named_after {
                all.insert(self.class_named(&other));
            }
        }
        all
    }

    /// The methods that users of a class may call on its objects and that may change them.
    fn changes_of(&self, linked: &Arc<Linked>) -> Vec<Call> {
        let is_public = self.access_in_source(linked) & access::PUBLIC != 0;
        let mut all: Vec<Call> = Vec::new();
        let mut next = Some(Arc::clone(linked));
        while let Some(declares) = next.filter(|class| class.origin == Origin::User) {
            for index in 0..declares.methods.len() as u32 {
                let flags = declares.methods[index as usize].access;
                let hidden = access::PRIVATE | access::STATIC | access::SYNTHETIC;
                let open = flags & access::PUBLIC != 0 || !is_public;
                if flags & hidden == 0 && open {
                    self.add_changes((linked, &declares, index), &mut all);
                }
            }
            next = declares.superclass.and_then(|id| self.linked(id).ok());
        }
        for (declares, index) in self.default_methods(linked) {
            if declares.origin == Origin::User {
                self.add_changes((linked, &declares, index), &mut all);
            }
        }
        all
    }

    /// Adds a call of a method to those that may change objects of a class, if it is one and none overrides it.
    fn add_changes(
        &self,
        (linked, declares, index): (&Arc<Linked>, &Arc<Linked>, u32),
        all: &mut Vec<Call>,
    ) {
        let Some(method) = self.method_for_user(declares, index) else {
            return;
        };
        let is =
            |name: &str, descriptor: &str| method.name == name && method.descriptor == descriptor;
        if method.name == "<init>"
            || TELL.iter().any(|(name, descriptor)| is(name, descriptor))
            || (all.iter()).any(|own| is(&own.method.name, &own.method.descriptor))
            || !self.may_return(declares, index)
        {
            return;
        }
        let makes = self.makes_another(linked, declares, index);
        if self.may_change_state(declares, index) {
            all.push(self.call(declares, method.clone(), Vec::new(), None));
        }
        if makes {
            let mut call = self.call(declares, method, Vec::new(), None);
            call.by.takes_result = true;
            all.push(call);
        }
    }

    /// The methods that a class has from interfaces, its own or those of classes above it.
    pub(super) fn default_methods(&self, linked: &Linked) -> Vec<(Arc<Linked>, u32)> {
        let above: Vec<Arc<Linked>> = (linked.supertypes.iter())
            .filter_map(|id| self.linked(*id).ok())
            .collect();
        let is_instance = |flags: u16| flags & (access::STATIC | access::PRIVATE) == 0;
        let overrides = |class: &Linked, name: Symbol, descriptor: Symbol| {
            let mut methods = class.methods.iter();
            methods
                .any(|it| it.name == name && it.descriptor == descriptor && is_instance(it.access))
        };
        let mut all = Vec::new();
        for interface in above.iter().filter(|it| it.is_interface()) {
            for (index, method) in interface.methods.iter().enumerate() {
                let hidden =
                    access::STATIC | access::PRIVATE | access::SYNTHETIC | access::ABSTRACT;
                // Of a class, or of an interface that extends this one.
                let is_overridden = above.iter().any(|other| {
                    let is_nearer = !other.is_interface()
                        || other.id != interface.id
                            && other.supertypes.binary_search(&interface.id).is_ok();
                    is_nearer && overrides(other, method.name, method.descriptor)
                });
                if method.access & hidden == 0 && !is_overridden {
                    all.push((Arc::clone(interface), index as u32));
                }
            }
        }
        all
    }

    /// False for a method that only ever ends in an exception, or never: no sequence goes on behind it.
    fn may_return(&self, declares: &Linked, index: u32) -> bool {
        let code = self.decoded(declares, index);
        code.map_or(true, |code| {
            code.ops.iter().any(|op| matches!(op, Op::Return(_)))
        })
    }

    /// True for a method that returns an object of the class which may be another than the one it is called on.
    fn makes_another(&self, linked: &Linked, declares: &Linked, index: u32) -> bool {
        let method = &declares.methods[index as usize];
        let result = Signature::parse(self.symbols.text(method.descriptor));
        let Some(JavaType::Reference(result)) = result.and_then(|of| of.result) else {
            return false;
        };
        let result = self.class_named(result);
        let of_user = |class: Arc<Linked>| class.origin == Origin::User;
        let fits = result == linked.id
            || linked.supertypes.binary_search(&result).is_ok()
                && self.linked(result).is_ok_and(of_user);
        let returns_this = |ops: &[Op]| {
            let mut pairs = ops.windows(2);
            pairs.all(|pair| match pair[1] {
                Op::Return(_) => matches!(pair[0], Op::Load(Kind::Reference, 0)),
                _ => true,
            })
        };
        fits && self
            .decoded(declares, index)
            .is_ok_and(|code| !returns_this(&code.ops))
    }

    /// A call of a method, whose arguments are `first` and inputs of the types of its parameters; of a static one
    /// that makes an object of a class, in the type variables of that.
    fn call(
        &self,
        declares: &Arc<Linked>,
        method: Method,
        first: Vec<ConstructionArgument>,
        made: Option<&Linked>,
    ) -> Call {
        let generic = self.own_generic_parameters(declares, method.index, made);
        let generic = generic.filter(|all| all.len() == method.parameters.len());
        let mut generic = generic.unwrap_or_default().into_iter();
        let on_first = !first.is_empty();
        let mut arguments = first;
        let mut outer = self.outer_class(declares);
        for parameter in &method.parameters {
            let generic = generic.next();
            let ty = JavaType::of_field(&parameter.descriptor);
            let outer = outer.take().filter(|_| method.name == "<init>");
            arguments.push(match ty {
                Some(JavaType::Primitive(primitive)) => ConstructionArgument::Primitive(primitive),
                Some(JavaType::Reference(class)) if outer == Some(class) => {
                    ConstructionArgument::Object(class.replace('/', "."))
                }
                Some(JavaType::Reference(_)) | None => ConstructionArgument::Reference(
                    generic.unwrap_or_else(|| parameter.descriptor.clone()),
                ),
            });
        }
        Call {
            by: Construction {
                class: declares.ir.name.clone(),
                member: method.name.clone(),
                descriptor: method.descriptor.clone(),
                arguments,
                on_first,
                takes_result: false,
                may_throw: true,
                covers_all_states: false,
            },
            declares: Arc::clone(declares),
            variables_of: declares.id,
            method,
        }
    }

    /// Generic types of a method's parameters, with the type variables of its class as they are, or those of the class
    /// of which it makes an object (`<E> Box<E> of(E)` is given what `T` stands for in the `Box<T>` that is asked for).
    fn own_generic_parameters(
        &self,
        declares: &Linked,
        index: u32,
        made: Option<&Linked>,
    ) -> Option<Vec<String>> {
        let method = declares.file.as_ref()?.methods.get(index as usize)?;
        let own = self.class_variables(declares).into_iter();
        let mut known: Variables = own
            .map(|(name, _)| (name.clone(), format!("T{name};")))
            .collect();
        let rest = generic::variables(
            self.symbols.text(method.signature?),
            &mut known,
            &|name, bounds| self.type_argument(name, bounds),
        )?;
        self.note_stand_ins(&known);
        if let Some(made) = made
            && let Some(result) = generic::result(rest)
            && generic::class_of(result).as_deref() == Some(self.symbols.text(made.name))
        {
            let of_made = self.class_variables(made);
            for ((name, _), argument) in std::iter::zip(of_made, generic::arguments(result)?) {
                let is_it = |(own, _): &&mut (String, String)| argument == Some(format!("T{own};"));
                if let Some((_, stands)) = known.iter_mut().rev().find(is_it) {
                    *stands = format!("T{name};");
                }
            }
        }
        generic::parameters(rest, &known)
    }

    /// Access flags of a class as its source has them.
    pub(super) fn access_in_source(&self, linked: &Linked) -> u16 {
        let inner = linked.file.as_ref().and_then(|file| file.inner_access);
        inner.unwrap_or(linked.access)
    }

    /// True if other classes of its package may name a class.
    fn is_nameable(&self, linked: &Linked) -> bool {
        let Some(file) = &linked.file else {
            return false;
        };
        match file.inner {
            None => true,
            // Local or anonymous.
            Some((None, _) | (_, None)) => false,
            Some((Some(outer), Some(_))) => {
                self.access_in_source(linked) & access::PRIVATE == 0
                    && self
                        .linked(self.class_id(outer))
                        .is_ok_and(|outer| self.is_nameable(&outer))
            }
        }
    }

    /// The function that makes an object of a class by a sequence of calls.
    fn maker_by_sequence(
        &self,
        linked: &Linked,
        makers: &[Call],
        calls: &[Call],
    ) -> ir::FunctionId {
        let mut ops = Vec::new();
        self.one_of(
            ".made by",
            makers.iter().map(Some),
            &mut ops,
            |call, ops| {
                self.push_call(call, ".made.", ops);
                if call.method.name != "<init>" {
                    // A factory may return what the calls that follow are not there for.
                    ops.push(Op::CheckCast(linked.name));
                }
                ops.push(Op::Store(Kind::Reference, 1));
            },
        );
        let steps = match calls.is_empty() {
            true => 0,
            false => self.options.sequence_length,
        };
        let mut ends = Vec::new();
        for step in 1..=steps {
            let no_more = std::iter::once(None);
            let which = format!(".call {step}");
            let prefix = format!(".call{step}.");
            let ways = no_more.chain(calls.iter().map(Some));
            push_calls(1, &mut ops);
            let end = self.one_of(&which, ways, &mut ops, |call, ops| {
                let number = calls.iter().position(|it| std::ptr::eq(it, call));
                tell(JavaIntrinsic::InputCall, number.unwrap_or(0) as u32, ops);
                ops.push(Op::Load(Kind::Reference, 1));
                self.push_call(call, &prefix, ops);
                match Signature::parse(&call.method.descriptor).and_then(|of| of.result) {
                    Some(_) if call.by.takes_result => {
                        ops.extend([Op::CheckCast(linked.name), Op::Store(Kind::Reference, 1)]);
                    }
                    None => {}
                    Some(result) if result.kind().is_wide() => ops.push(Op::Pop2),
                    Some(_) => ops.push(Op::Pop),
                }
            });
            ends.extend(end);
        }
        let all_made = ops.len();
        ops.push(Op::Nop);
        let stopped = ops.len() as u32;
        if !ends.is_empty() {
            push_calls(-1, &mut ops);
        }
        let made = ops.len() as u32;
        ops[all_made] = Op::Goto(made);
        for end in ends {
            ops[end] = Op::Goto(stopped);
        }
        ops.extend([
            Op::Load(Kind::Int, 0),
            Op::Load(Kind::Reference, 1),
            Op::Intrinsic(JavaIntrinsic::InputMade.into()),
        ]);
        self.maker(linked, ops)
    }

    /// Code for each of several ways, one of which an input of that name says. Where a way is `None`, a
    /// jump is left to be written, whose place this returns.
    fn one_of<'c>(
        &self,
        name: &str,
        ways: impl Iterator<Item = Option<&'c Call>>,
        ops: &mut Vec<Op>,
        code: impl Fn(&'c Call, &mut Vec<Op>),
    ) -> Option<usize> {
        let ways: Vec<Option<&Call>> = ways.collect();
        let asks = ways.len() > 1;
        if asks {
            let number = ConstructionArgument::Primitive(Primitive::Int);
            // The class does not matter for a number.
            self.push_part(&number, Kind::Int, (ClassId(0), name), ops);
        }
        let switch = ops.len();
        ops.push(Op::Nop);
        let (mut starts, mut exits, mut open) = (Vec::new(), Vec::new(), None);
        for way in &ways {
            starts.push(ops.len() as u32);
            match way {
                Some(call) => {
                    code(call, ops);
                    exits.push(ops.len());
                }
                None => open = Some(ops.len()),
            }
            ops.push(Op::Nop);
        }
        let after = ops.len() as u32;
        for exit in exits {
            ops[exit] = Op::Goto(after);
        }
        if asks {
            let cases = starts.iter().enumerate().skip(1);
            let cases = cases
                .map(|(number, start)| (number as i32, *start))
                .collect();
            ops[switch] = Op::Switch(cases, starts[0]);
        }
        open
    }

    /// Pushes what a call is given, and calls. The object of a method that changes it is on the stack.
    fn push_call(&self, call: &Call, prefix: &str, ops: &mut Vec<Op>) {
        let method = &call.method;
        let class = call.declares.name;
        let constructs = method.name == "<init>";
        if constructs {
            ops.extend([Op::New(class), Op::Dup { skip: 0 }]);
        }
        let mut arguments = call.by.arguments.iter();
        if call.by.on_first
            && let Some(first) = arguments.next()
        {
            let name = format!("{prefix}by");
            self.push_part(first, Kind::Reference, (call.variables_of, &name), ops);
            ops.push(Op::CheckCast(class));
        }
        for (argument, parameter) in arguments.zip(&method.parameters) {
            let Some(ty) = JavaType::of_field(&parameter.descriptor) else {
                continue;
            };
            let name = format!("{prefix}{}", parameter.name);
            self.push_part(argument, ty.kind(), (call.variables_of, &name), ops);
            ops.extend(self.made_now(ty));
        }
        let member = self.member_named(class, &method.name, &method.descriptor);
        let interface = call.declares.is_interface();
        let invoke = match (constructs, method.is_static, interface) {
            (true, ..) => Invoke::Special,
            (_, true, _) => Invoke::Static,
            (_, _, true) => Invoke::Interface,
            _ => Invoke::Virtual,
        };
        ops.push(Op::Invoke(
            invoke,
            MemberRef {
                interface,
                ..member
            },
        ));
    }

    /// Has an input on the stack made now, if code of the program makes it: what that code looks at must
    /// be what it is in a test, where inputs are made before the call.
    pub(crate) fn made_now(&self, ty: JavaType<'_>) -> Option<Op> {
        let JavaType::Reference(name) = ty else {
            return None;
        };
        let linked = self.linked(self.class_named(name)).ok()?;
        let own =
            linked.origin == Origin::User && !matches!(linked.ir.kind, ClassKind::Array { .. });
        own.then(|| Op::CheckCast(linked.name))
    }
}

/// Counts calls of sequences.
fn push_calls(more: i32, ops: &mut Vec<Op>) {
    tell(JavaIntrinsic::InputCalls, more.cast_unsigned(), ops);
}

/// Tells the machine a number.
fn tell(intrinsic: JavaIntrinsic, number: u32, ops: &mut Vec<Op>) {
    ops.extend([
        Op::Number(Kind::Int, u64::from(number)),
        Op::Intrinsic(intrinsic.into()),
    ]);
}
