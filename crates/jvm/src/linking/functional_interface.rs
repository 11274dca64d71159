//! Functions as inputs: objects of an interface with one abstract method, which returns anything.

use crate::Program;
use crate::bytecode::{Code, Op};
use crate::class_file::access;
use crate::descriptor::{JavaType, Kind, Signature};
use crate::generic;
use crate::program::Parts;
use crate::program::{Body, Linked, LinkedMethod};
use crate::source::Origin;
use crate::symbol::Symbol;
use ir::{ClassId, InputConstruction, InterfaceMethod, JavaIntrinsic};
use std::sync::Arc;

/// What follows the name of an interface in that of the class of its functions: no lambda has that
/// number.
const SUFFIX: &str = "$$Lambda$0";

/// Methods of every object, which an interface may declare once more.
const OF_EVERY_OBJECT: &[(&str, &str)] = &[
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
];

impl Program {
    /// The class of the objects that stand for any function, for a variable of an interface; `None`
    /// if no lambda expression can be of it.
    pub(crate) fn function_class(&self, interface: &Linked) -> Option<ClassId> {
        let (declares, index) = self.function_method(interface)?;
        let method = &declares.methods[index];
        let name = self.symbols.text(interface.name);
        let class = self.symbols.intern(&format!("{name}{SUFFIX}"));
        let code = self.function_code(interface, &declares, index)?;
        let id = self.add_synthetic_class(
            class,
            Parts {
                access: access::FINAL | access::SYNTHETIC,
                superclass: Some(self.names.object),
                interfaces: vec![interface.name],
                fields: Vec::new(),
                methods: vec![LinkedMethod {
                    access: access::PUBLIC,
                    name: method.name,
                    descriptor: method.descriptor,
                    body: Body::Made(Arc::new(code)),
                }],
            },
        );
        self.linked(id).is_ok().then_some(id)
    }

    /// How a function is made, if that is the class of one.
    pub(crate) fn construction_of_function(&self, linked: &Linked) -> Option<InputConstruction> {
        let name = self.symbols.text(linked.name).strip_suffix(SUFFIX)?;
        if linked.origin != Origin::Library || linked.file.is_some() {
            return None;
        }
        let interface = self.linked(self.class_named(name)).ok()?;
        let (declares, index) = self.function_method(&interface)?;
        let method = &declares.methods[index];
        let ops = vec![
            Op::Load(Kind::Int, 0),
            Op::New(linked.name),
            Op::Intrinsic(JavaIntrinsic::InputMade.into()),
        ];
        Some(InputConstruction::Function {
            function: self.input_maker(linked.id, || self.maker(linked, ops)),
            of: Arc::new(InterfaceMethod {
                interface: name.replace('/', "."),
                method: self.symbols.text(method.name).to_owned(),
                descriptor: self.function_type(&interface, &declares, index)?,
            }),
        })
    }

    /// Descriptor of the method of an interface with the result that it has there (JLS 9.9): of
    /// `interface Name extends Supplier<String>` a `String`.
    fn function_type(&self, interface: &Linked, declares: &Linked, index: usize) -> Option<String> {
        let descriptor = self.symbols.text(declares.methods[index].descriptor);
        let mut signature = Signature::parse(descriptor)?;
        let own = self.declared_result(interface, declares, index);
        let known = self.class_variables(interface);
        let is_variable = own.as_ref().is_some_and(|own| own.starts_with('T'));
        let bound = own.and_then(|own| generic::substituted(&own, &known));
        let class = bound.and_then(|bound| generic::class_of(&bound));
        // What stands for a variable that is compared is not its bound.
        let class = class.filter(|class| !(is_variable && class == "java/lang/Integer"));
        if let Some(class) = &class {
            signature.result = Some(JavaType::Reference(class));
        }
        Some(signature.descriptor())
    }

    /// Type of the result of the method of an interface, which may have the interface's own type
    /// parameters; `None` if the descriptor says all.
    fn declared_result(
        &self,
        interface: &Linked,
        declares: &Linked,
        index: usize,
    ) -> Option<String> {
        let signature = declares.file.as_ref()?.methods[index].signature?;
        let (_, own) = self.symbols.text(signature).split_once(')')?;
        // Behind it are the exceptions.
        let own = own.split('^').next()?;
        self.type_below(declares, own, interface)
    }

    /// The only abstract method of an interface, with the one that declares it.
    fn function_method(&self, interface: &Linked) -> Option<(Arc<Linked>, usize)> {
        let is_sealed = interface.file.as_ref().is_some_and(|file| file.is_sealed);
        if !interface.is_interface() || is_sealed {
            return None;
        }
        let above = interface.supertypes.iter().map(|id| self.linked(*id).ok());
        let above = above.collect::<Option<Vec<_>>>()?;
        let interfaces: Vec<_> = above.iter().filter(|one| one.is_interface()).collect();
        let overridden = |of: &Linked, name: Symbol, descriptor: Symbol| {
            interfaces.iter().any(|one| {
                let below = one.id != of.id && one.supertypes.binary_search(&of.id).is_ok();
                let own = one
                    .method(name, descriptor)
                    .map(|index| &one.methods[index as usize]);
                below && own.is_some_and(|own| !own.is_abstract())
            })
        };
        let mut found: Option<(Arc<Linked>, usize)> = None;
        for declares in &interfaces {
            for (index, method) in declares.methods.iter().enumerate() {
                let (name, descriptor) = (
                    self.symbols.text(method.name),
                    self.symbols.text(method.descriptor),
                );
                if !method.is_abstract()
                    || OF_EVERY_OBJECT.contains(&(name, descriptor))
                    || overridden(declares, method.name, method.descriptor)
                {
                    continue;
                }
                match &found {
                    None => found = Some((Arc::clone(declares), index)),
                    Some((other, at)) => {
                        let other = &other.methods[*at];
                        if (other.name, other.descriptor) != (method.name, method.descriptor) {
                            return None;
                        }
                    }
                }
            }
        }
        // No lambda expression has type variables of its own.
        let (declares, index) = found?;
        let file = declares.file.as_ref()?;
        let signature = file.methods[index]
            .signature
            .map(|text| self.symbols.text(text));
        let has_variables = signature.is_some_and(|signature| signature.starts_with('<'));
        (!has_variables).then_some((declares, index))
    }

    /// Returns an input.
    fn function_code(&self, interface: &Linked, declares: &Linked, index: usize) -> Option<Code> {
        let method = &declares.methods[index];
        let descriptor = self.symbols.text(method.descriptor);
        let result = Signature::parse(descriptor)?.result;
        let number = [
            Op::Load(Kind::Reference, 0),
            Op::Intrinsic(JavaIntrinsic::InputNumber.into()),
        ];
        let name = Op::Literal(self.literal_text("()"));
        let ops = match result {
            None => vec![Op::Return(None)],
            Some(JavaType::Primitive(primitive)) => {
                let kind = JavaType::Primitive(primitive).kind();
                let mut ops = number.to_vec();
                ops.extend([
                    Op::Number(Kind::Int, primitive.letter() as u64),
                    name,
                    Op::Intrinsic(JavaIntrinsic::InputArgument.into()),
                    Op::FromBits(kind),
                    Op::Return(Some(kind)),
                ]);
                ops
            }
            Some(ty @ JavaType::Reference(_)) => {
                let own = self.declared_result(interface, declares, index);
                let mut ops = number.to_vec();
                ops.extend([
                    Op::Number(Kind::Int, u64::from(interface.id.0)),
                    name,
                    Op::Literal(self.literal_text(&own.unwrap_or_else(|| ty.descriptor()))),
                    Op::Intrinsic(JavaIntrinsic::InputComponent.into()),
                    Op::Return(Some(Kind::Reference)),
                ]);
                ops
            }
        };
        let slots = Signature::parse(descriptor)?
            .parameters
            .iter()
            .map(|ty| ty.kind().slots())
            .sum::<u16>();
        Some(Code {
            max_locals: slots + 1,
            ops,
            ..Code::default()
        })
    }
}
