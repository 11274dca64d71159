//! Lambdas and method references (`java.lang.invoke.LambdaMetafactory`): a class for each call site,
//! with the captured values as fields. One that captures nothing is one object for each instruction that makes it, as it
//! is on HotSpot: the language leaves that open (JLS 15.27.4).

use super::Site;
use super::adapt::load_parameters;
use crate::Program;
use crate::bytecode::{Code, Invoke, Op};
use crate::class_file::{HandleRef, MemberRef, PoolConstant, access};
use crate::descriptor::{JavaType, Kind};
use crate::program::Parts;
use crate::program::{Body, LinkedMethod};
use crate::program::{DynamicError, DynamicResult as Result};
use crate::source::Origin;
use crate::symbol::Symbol;
use ir::FunctionId;
use std::sync::Arc;

/// Flag of `altMetafactory`: the object is serialisable.
const SERIALIZABLE: i32 = 1;
/// Flag: more interfaces follow.
const MARKERS: i32 = 2;
/// Flag: more descriptors of the method follow.
const BRIDGES: i32 = 4;

/// What a call site says about its lambda.
struct Lambda {
    /// Descriptor of the interface's method.
    erased: Symbol,
    /// The method that is called.
    implementation: HandleRef,
    /// Descriptor with the type arguments of the site.
    instantiated: Symbol,
    /// More interfaces.
    markers: Vec<Symbol>,
    /// More descriptors of the method.
    bridges: Vec<Symbol>,
}

impl Program {
    /// A function that makes the object of a lambda from what it captures.
    pub(super) fn lambda(&self, site: &Site<'_>) -> Result<FunctionId> {
        let lambda = self.lambda_of(site)?;
        let Some(JavaType::Reference(interface)) = site.signature.result else {
            return Err(DynamicError::Lambda("that is no reference"));
        };
        let class = self.lambda_class_name(site);
        let captured = &site.signature.parameters;
        let mut fields: Vec<(u16, Symbol, Symbol, u16)> = captured
            .iter()
            .enumerate()
            .map(|(index, ty)| {
                let name = self.symbols.intern(&format!("arg${}", index + 1));
                (
                    access::PRIVATE | access::FINAL,
                    name,
                    self.symbols.intern(&ty.descriptor()),
                    0,
                )
            })
            .collect();
        let mut interfaces = vec![self.symbols.intern(interface)];
        interfaces.extend(&lambda.markers);
        interfaces.dedup();
        let mut methods = Vec::new();
        for descriptor in std::iter::once(lambda.erased).chain(lambda.bridges.iter().copied()) {
            let code = self.lambda_code(site, &lambda, class, &fields, descriptor)?;
            methods.push(LinkedMethod {
                access: access::PUBLIC,
                name: site.dynamic.name,
                descriptor,
                body: Body::Made(Arc::new(code)),
            });
        }
        let only = (captured.is_empty() && site.place.is_some()).then(|| MemberRef {
            class,
            name: self.symbols.intern("only"),
            descriptor: self
                .symbols
                .intern(&format!("L{};", self.symbols.text(class))),
            interface: false,
        });
        // Not final: code of no initialiser writes it. Callers may have got what the program's code makes.
        let flags = match site.class.origin {
            Origin::User => access::STATIC,
            Origin::Jdk | Origin::Library | Origin::Monitor => access::PRIVATE | access::STATIC,
        };
        fields.extend(only.map(|it| (flags, it.name, it.descriptor, 0)));
        let id = self.add_synthetic_class(
            class,
            Parts {
                access: access::FINAL | access::SYNTHETIC,
                superclass: Some(self.names.object),
                interfaces,
                fields: fields.clone(),
                methods,
            },
        );
        self.linked(id)?;
        if let Some(only) = only {
            let ops = vec![
                Op::GetStatic(only),
                Op::Dup { skip: 0 },
                Op::IfNull(false, 7),
                Op::Pop,
                Op::New(class),
                Op::Dup { skip: 0 },
                Op::PutStatic(only),
                Op::Return(Some(Kind::Reference)),
            ];
            return Ok(self.add_site(site, "lambda", ops));
        }
        let mut ops = vec![Op::New(class)];
        let slots = load_parameters(captured, 0);
        for ((_, name, descriptor, _), (kind, slot)) in std::iter::zip(&fields, slots) {
            ops.extend([
                Op::Dup { skip: 0 },
                Op::Load(kind, slot),
                Op::PutField(MemberRef {
                    class,
                    name: *name,
                    descriptor: *descriptor,
                    interface: false,
                }),
            ]);
        }
        ops.push(Op::Return(Some(Kind::Reference)));
        Ok(self.add_site(site, "lambda", ops))
    }

    /// A name for the class that depends on the place of the lambda only: its number among the
    /// dynamic call sites in the constants of the class around it, with that of the instruction if it has one.
    fn lambda_class_name(&self, site: &Site<'_>) -> Symbol {
        let outer = self.symbols.text(site.class.name);
        let file = site.class.file.as_ref();
        let count = file.map_or(0, |file| file.constant_count() as u16);
        let sites = (1..count).filter_map(|index| file?.call_site(index, &self.symbols));
        let number = sites.take_while(|known| known != site.dynamic).count();
        let of = site.place;
        let place = of.map_or_else(String::new, |(method, op)| format!("${method}${op}"));
        self.symbols
            .intern(&format!("{outer}$$Lambda${}{place}", number + 1))
    }

    fn lambda_of(&self, site: &Site<'_>) -> Result<Lambda> {
        let malformed = || DynamicError::Lambda("with malformed arguments");
        let [
            PoolConstant::MethodType(erased),
            PoolConstant::MethodHandle(implementation),
            PoolConstant::MethodType(instantiated),
            rest @ ..,
        ] = site.arguments.as_slice()
        else {
            return Err(malformed());
        };
        let mut lambda = Lambda {
            erased: *erased,
            implementation: *implementation,
            instantiated: *instantiated,
            markers: Vec::new(),
            bridges: Vec::new(),
        };
        let mut rest = rest.iter();
        let Some(PoolConstant::Integer(flags)) = rest.next() else {
            return Ok(lambda);
        };
        if flags & SERIALIZABLE != 0 {
            lambda
                .markers
                .push(self.symbols.intern("java/io/Serializable"));
        }
        if flags & MARKERS != 0 {
            let Some(PoolConstant::Integer(count)) = rest.next() else {
                return Err(malformed());
            };
            for _ in 0..*count {
                match rest.next() {
                    Some(PoolConstant::Class(name)) => lambda.markers.push(*name),
                    _ => return Err(malformed()),
                }
            }
        }
        if flags & BRIDGES != 0 {
            let Some(PoolConstant::Integer(count)) = rest.next() else {
                return Err(malformed());
            };
            for _ in 0..*count {
                match rest.next() {
                    Some(PoolConstant::MethodType(descriptor)) => lambda.bridges.push(*descriptor),
                    _ => return Err(malformed()),
                }
            }
        }
        Ok(lambda)
    }

    /// Code of the interface's method: what was captured, then the arguments, go to the
    /// implementation, each converted to the type that has there.
    fn lambda_code(
        &self,
        site: &Site<'_>,
        lambda: &Lambda,
        class: Symbol,
        fields: &[(u16, Symbol, Symbol, u16)],
        descriptor: Symbol,
    ) -> Result<Code> {
        let parse = |symbol: Symbol| super::signature(self.symbols.text(symbol));
        let (erased, instantiated) = (parse(descriptor)?, parse(lambda.instantiated)?);
        let handle = &lambda.implementation;
        let member = &handle.member;
        let target = self.symbols.text(member.class);
        let mut wanted: Vec<JavaType<'_>> = Vec::new();
        let mut result = None;
        if handle.kind >= 5 {
            let signature = parse(member.descriptor)?;
            if matches!(handle.kind, 5 | 7 | 9) {
                wanted.push(JavaType::Reference(target));
            }
            wanted.extend(&signature.parameters);
            result = signature.result;
        }
        let mut ops = Vec::new();
        if handle.kind == 8 {
            ops.extend([Op::New(member.class), Op::Dup { skip: 0 }]);
            result = Some(JavaType::Reference(target));
        }
        let mut given = wanted.iter();
        let missing = || DynamicError::Lambda("with too many arguments");
        for ((_, name, descriptor, _), ty) in std::iter::zip(fields, &site.signature.parameters) {
            ops.extend([
                Op::Load(Kind::Reference, 0),
                Op::GetField(MemberRef {
                    class,
                    name: *name,
                    descriptor: *descriptor,
                    interface: false,
                }),
            ]);
            self.adapt(*ty, *given.next().ok_or_else(missing)?, &mut ops);
        }
        let slots = load_parameters(&erased.parameters, 1);
        for (index, (kind, slot)) in slots.into_iter().enumerate() {
            let erased = erased.parameters[index];
            let between = instantiated
                .parameters
                .get(index)
                .copied()
                .unwrap_or(erased);
            ops.push(Op::Load(kind, slot));
            self.adapt(erased, between, &mut ops);
            self.adapt(between, *given.next().ok_or_else(missing)?, &mut ops);
        }
        ops.push(self.call_of_handle(handle)?);
        match (result, erased.result) {
            (_, None) => {
                match result.map(|ty| ty.kind().is_wide()) {
                    Some(true) => ops.push(Op::Pop2),
                    Some(false) => ops.push(Op::Pop),
                    None => {}
                }
                ops.push(Op::Return(None));
            }
            (Some(from), Some(to)) => {
                if let Some(between) = instantiated.result {
                    self.adapt(from, between, &mut ops);
                    self.adapt(between, to, &mut ops);
                } else {
                    self.adapt(from, to, &mut ops);
                }
                ops.push(Op::Return(Some(to.kind())));
            }
            (None, Some(_)) => return Err(DynamicError::Lambda("whose result is missing")),
        }
        Ok(Code {
            ops,
            ..Code::default()
        })
    }

    /// The instruction that does what a method handle does.
    fn call_of_handle(&self, handle: &HandleRef) -> Result<Op> {
        let member = handle.member;
        Ok(match handle.kind {
            5 => Op::Invoke(Invoke::Virtual, member),
            6 => Op::Invoke(Invoke::Static, member),
            7 => {
                let found = self
                    .resolve_method(&member)?
                    .ok_or(DynamicError::Lambda("of a method that does not exist"))?;
                Op::CallFunction(self.method_function(&found.class, found.index))
            }
            8 => Op::Invoke(Invoke::Special, member),
            9 => Op::Invoke(Invoke::Interface, member),
            kind => return Err(DynamicError::HandleKind(kind)),
        })
    }
}
