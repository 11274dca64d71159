//! How input objects are made: of which classes, and by fields or by calls.

use crate::Program;
use crate::bytecode::{Code, Handler, Invoke, Op};
use crate::class_file::access;
use crate::descriptor::{JavaType, Kind, Signature};
use crate::generic::{self, Variables};
use crate::inputs::recipes::{RECIPES, Recipe, STAND_INS};
use crate::program::Linked;
use crate::program::SyntheticFunction;
use crate::program::index_of;
use crate::source::Origin;
use ir::{
    ClassId, ClassKind, Construction, ConstructionArgument, CoreIntrinsic, Field, FunctionId,
    InputConstruction, InputObjects, JavaIntrinsic,
};
use std::sync::Arc;

/// Classes of the JDK whose objects are filled by `add` (false) or `put` (true); the first ones are
/// also the inputs for variables of the interfaces and abstract classes that they extend.
const COLLECTIONS: &[(&str, bool)] = &[
    ("java/util/ArrayList", false),
    ("java/util/HashSet", false),
    ("java/util/HashMap", true),
    ("java/util/ArrayDeque", false),
    ("java/util/TreeSet", false),
    ("java/util/TreeMap", true),
    ("java/util/LinkedList", false),
    ("java/util/LinkedHashSet", false),
    ("java/util/LinkedHashMap", true),
    ("java/util/PriorityQueue", false),
    ("java/util/Vector", false),
    ("java/util/Stack", false),
    ("java/util/Hashtable", true),
];

/// Other classes of the JDK that are the input for variables of its interfaces and abstract classes.
const VALUES: &[&str] = &["java/lang/String", "java/lang/Integer"];

/// Classes of the JDK whose objects have fields that do not depend on each other.
const PLAIN: &[&str] = &[
    "java/lang/Object",
    "java/lang/Number",
    "java/lang/Record",
    "java/lang/Enum",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/String",
];

impl Program {
    /// Classes of which an input for a variable of that class may be an instance.
    pub(crate) fn subclasses_for_inputs(&self, class: ClassId) -> Vec<ClassId> {
        let known = self.input_classes.read().unwrap_or_else(|e| e.into_inner());
        if let Some(known) = known.get(&class) {
            return known.clone();
        }
        drop(known);
        let classes = self.find_subclasses(class);
        let mut known = self
            .input_classes
            .write()
            .unwrap_or_else(|e| e.into_inner());
        known.insert(class, classes.clone());
        classes
    }

    fn find_subclasses(&self, class: ClassId) -> Vec<ClassId> {
        let Ok(linked) = self.linked(class) else {
            return Vec::new();
        };
        let mut all = Vec::new();
        if self.is_input_class(&linked) {
            all.push(class);
        }
        for name in self.class_path.user_classes() {
            let id = self.class_named(&name);
            if id != class
                && let Ok(candidate) = self.linked(id)
                && self.is_input_class(&candidate)
                && candidate.supertypes.binary_search(&class).is_ok()
            {
                all.push(id);
            }
        }
        let abstract_of_jdk = linked.origin == Origin::Jdk && !self.is_input_class(&linked);
        let name = self.symbols.text(linked.name);
        let stand_ins = STAND_INS.iter().find(|(of, _)| *of == name);
        if let Some((_, classes)) = stand_ins {
            all.extend(classes.iter().map(|class| self.class_named(class)));
        } else if abstract_of_jdk {
            let collections = COLLECTIONS.iter().map(|(name, _)| *name);
            let known = collections.chain(VALUES.iter().copied());
            let mut known = known.chain(RECIPES.iter().map(|recipe| recipe.of));
            all.extend(known.find_map(|name| {
                let id = self.class_named(name);
                let candidate = self.linked(id).ok()?;
                let fits = candidate.supertypes.binary_search(&class).is_ok();
                fits.then_some(id)
            }));
        }
        let from_jdk = all.iter().any(|id| {
            let found = self.linked(*id);
            found.is_ok_and(|found| found.origin == Origin::Jdk)
        });
        // Of an interface of the program its own classes are all there are; one of the JDK is for
        // whoever calls the method to implement.
        if all.is_empty() || linked.origin == Origin::Jdk && !from_jdk {
            all.extend(self.function_class(&linked));
        }
        // The program's own classes come first, but for a variable of any class at all.
        let later = name != "java/lang/Object";
        let key = |id: &ClassId| {
            self.linked(*id)
                .map(|c| (c.ir.user != later, c.ir.name.clone()))
                .ok()
        };
        all.sort_by_cached_key(key);
        all
    }

    pub(crate) fn is_input_class(&self, linked: &Linked) -> bool {
        match linked.ir.kind {
            ClassKind::Instance | ClassKind::Array { .. } => true,
            // The body of a constant is a class of its own, which its enumeration stands for.
            ClassKind::Enum => linked.superclass == Some(self.class_named("java/lang/Enum")),
            ClassKind::Abstract | ClassKind::Interface | ClassKind::Primitive(_) => false,
        }
    }

    /// True for a class of the JDK that others of it may extend.
    pub(crate) fn is_open_in_jdk(&self, class: ClassId) -> bool {
        self.linked(class).is_ok_and(|linked| {
            linked.origin == Origin::Jdk
                && linked.access & access::FINAL == 0
                && match linked.ir.kind {
                    ClassKind::Instance | ClassKind::Abstract | ClassKind::Interface => true,
                    ClassKind::Enum | ClassKind::Array { .. } | ClassKind::Primitive(_) => false,
                }
        })
    }

    /// How input objects of exactly that class are made.
    pub(crate) fn construction_of_inputs(
        &self,
        class: ClassId,
        objects: InputObjects,
    ) -> InputConstruction {
        let table = match objects {
            InputObjects::AnyState => &self.constructions[0],
            InputObjects::ByCalls => &self.constructions[1],
        };
        let known = table.read().unwrap_or_else(|e| e.into_inner());
        if let Some(known) = known.get(&class) {
            return known.clone();
        }
        drop(known);
        let construction = match objects {
            InputObjects::AnyState => self.find_construction(class),
            InputObjects::ByCalls => self.find_sequences(class),
        };
        let mut constructions = table.write().unwrap_or_else(|e| e.into_inner());
        constructions.insert(class, construction.clone());
        construction
    }

    pub(super) fn find_construction(&self, class: ClassId) -> InputConstruction {
        let Ok(linked) = self.linked(class) else {
            return InputConstruction::Unknown;
        };
        if matches!(linked.ir.kind, ClassKind::Array { .. } | ClassKind::Enum) {
            return InputConstruction::Fields;
        }
        let name = self.symbols.text(linked.name);
        if let Some(recipe) = RECIPES.iter().find(|recipe| recipe.of == name) {
            return self.constructed_by_call(&linked, recipe.construction(false));
        }
        if let Some(by) = self.canonical_constructor(&linked) {
            return self.constructed_by_call(&linked, by);
        }
        if let Some(construction) = self.construction_of_function(&linked) {
            return construction;
        }
        let mut made_by_constructor = false;
        let mut next = Some(Arc::clone(&linked));
        while let Some(line) = next {
            let name = self.symbols.text(line.name);
            if let Some((_, entries)) = COLLECTIONS.iter().find(|(known, _)| *known == name)
                && self.has_plain_constructor(&linked)
            {
                let function = self.input_maker(class, || self.maker_of_collection(&linked));
                return InputConstruction::Elements {
                    function,
                    entries: *entries,
                };
            }
            made_by_constructor |= line.origin != Origin::User && !PLAIN.contains(&name);
            next = line.superclass.and_then(|id| self.linked(id).ok());
        }
        match made_by_constructor {
            false => InputConstruction::Fields,
            // What its own classes hold is what its constructor makes of it.
            true if linked.origin == Origin::User && self.has_plain_constructor(&linked) => {
                let recipe = Recipe::constructor(self.symbols.text(linked.name));
                self.constructed_by_call(&linked, recipe.construction(true))
            }
            true => InputConstruction::Unknown,
        }
    }

    /// True if the code that makes input objects of a class may refuse to.
    pub(crate) fn may_throw(&self, class: ClassId) -> bool {
        let construction = self.construction_of_inputs(class, InputObjects::AnyState);
        matches!(construction, InputConstruction::Call { by, .. } if by.may_throw)
    }

    fn constructed_by_call(&self, linked: &Linked, by: Construction) -> InputConstruction {
        let function = self.input_maker(linked.id, || self.maker_by_call(linked, &by));
        let by = Arc::new(by);
        InputConstruction::Call { function, by }
    }

    /// True if a class has a constructor without parameters.
    fn has_plain_constructor(&self, linked: &Linked) -> bool {
        let (name, descriptor) = (self.symbols.intern("<init>"), self.symbols.intern("()V"));
        linked.method(name, descriptor).is_some()
    }

    pub(crate) fn input_maker(
        &self,
        class: ClassId,
        make: impl FnOnce() -> FunctionId,
    ) -> FunctionId {
        FunctionId(index_of(&self.input_makers, &class, || make().0 as usize))
    }

    /// A function that makes a collection and lets `wayfarer.Built` fill it.
    fn maker_of_collection(&self, linked: &Linked) -> FunctionId {
        let fill = "(ILjava/lang/Object;Ljava/lang/String;)V";
        let ty = match self.extended_type(linked) {
            Some(ty) => Op::Literal(self.literal_text(&ty)),
            None => Op::Null,
        };
        let ops = vec![
            Op::Load(Kind::Int, 0),
            Op::New(linked.name),
            Op::Dup { skip: 0 },
            Op::Invoke(
                Invoke::Special,
                self.member_named(linked.name, "<init>", "()V"),
            ),
            ty,
            Op::CallFunction(self.model_function("wayfarer/Built", "make", fill)),
        ];
        self.maker(linked, ops)
    }

    /// The generic type that a class of the program, or one of those that it extends, gives its
    /// superclass, if that has type arguments.
    fn extended_type(&self, linked: &Linked) -> Option<String> {
        let signature = linked.file.as_ref()?.signature;
        let own = signature.and_then(|signature| {
            let mut known = Variables::new();
            let signature = self.symbols.text(signature);
            let rest = generic::variables(signature, &mut known, &|name, bounds| {
                self.type_argument(name, bounds)
            });
            let rest = rest.unwrap_or(signature);
            self.note_stand_ins(&known);
            generic::parameters(&format!("({rest})V"), &known)
        });
        let own = own.and_then(|types| types.into_iter().next());
        match own.filter(|ty| ty.contains('<')) {
            Some(ty) if linked.origin == Origin::User => Some(ty),
            Some(_) => None,
            None => {
                let superclass = self.linked(linked.superclass?).ok()?;
                self.extended_type(&superclass)
            }
        }
    }

    /// A function that makes an object by one call.
    fn maker_by_call(&self, linked: &Linked, by: &Construction) -> FunctionId {
        let class = self.symbols.intern(&by.class.replace('.', "/"));
        let member = self.member_named(class, &by.member, &by.descriptor);
        let mut ops = vec![Op::Load(Kind::Int, 0)];
        let constructs = by.member == "<init>";
        if constructs {
            ops.extend([Op::New(class), Op::Dup { skip: 0 }]);
        }
        let signature = Signature::parse(&by.descriptor);
        let parameters = signature.map_or_else(Vec::new, |signature| signature.parameters);
        for (index, (argument, ty)) in std::iter::zip(&by.arguments, parameters).enumerate() {
            let name = match self.component_name(linked, index) {
                Some(name) => format!(".{name}"),
                None => format!(".{index}"),
            };
            self.push_part(argument, ty.kind(), (linked.id, &name), &mut ops);
        }
        ops.push(match by.member.as_str() {
            "<init>" => Op::Invoke(Invoke::Special, member),
            "class" => Op::ClassConstant(class),
            _ if by.descriptor.starts_with('(') => Op::Invoke(Invoke::Static, member),
            _ => Op::GetStatic(member),
        });
        ops.push(Op::Intrinsic(JavaIntrinsic::InputMade.into()));
        self.maker(linked, ops)
    }

    /// Pushes an argument of a call that makes the object of the reference whose number is the first
    /// variable. The class is the one that declares its type, the name is behind the object's.
    pub(crate) fn push_part(
        &self,
        argument: &ConstructionArgument,
        kind: Kind,
        (declares, name): (ClassId, &str),
        ops: &mut Vec<Op>,
    ) {
        let name = Op::Literal(self.literal_text(name));
        ops.push(Op::Load(Kind::Int, 0));
        match argument {
            ConstructionArgument::Primitive(primitive) => {
                ops.extend([
                    Op::Number(Kind::Int, primitive.letter() as u64),
                    name,
                    Op::Intrinsic(JavaIntrinsic::InputArgument.into()),
                    // As wide as the parameter.
                    Op::FromBits(kind),
                ]);
            }
            ConstructionArgument::Object(class) => {
                let id = u64::from(self.class_named(&class.replace('.', "/")).0);
                ops.extend([
                    Op::Number(Kind::Int, id),
                    name,
                    Op::Intrinsic(JavaIntrinsic::InputObject.into()),
                ]);
            }
            ConstructionArgument::Nullable => {
                let part = "(ILjava/lang/String;)Ljava/lang/Object;";
                let part = self.model_function("wayfarer/Built", "part", part);
                ops.extend([name, Op::CallFunction(part)]);
            }
            ConstructionArgument::Reference(ty) => {
                ops.extend([
                    Op::Number(Kind::Int, u64::from(declares.0)),
                    name,
                    Op::Literal(self.literal_text(ty)),
                    Op::Intrinsic(JavaIntrinsic::InputComponent.into()),
                ]);
            }
        }
    }

    /// A function of the number of a reference around instructions that may throw: what cannot be
    /// made is no input.
    pub(crate) fn maker(&self, linked: &Linked, mut ops: Vec<Op>) -> FunctionId {
        ops.push(Op::Return(None));
        let end = ops.len() as u32;
        ops.extend([
            Op::Pop,
            Op::Number(Kind::Long, 0),
            Op::Intrinsic(CoreIntrinsic::Assume.into()),
            Op::Return(None),
        ]);
        self.add_function(SyntheticFunction {
            stands_for: None,
            // The name by which traces leave it out.
            name: format!("wayfarer.Built.make({})", linked.ir.name),
            class: None,
            parameters: vec![Kind::Int],
            result: None,
            code: Code {
                max_locals: 2,
                offsets: Vec::new(),
                ops,
                handlers: vec![Handler {
                    start: 0,
                    end,
                    handler: end,
                    class: None,
                }],
            },
        })
    }

    /// The class around an inner one, an object of which the first parameter of its constructors is.
    pub(crate) fn outer_class(&self, linked: &Linked) -> Option<&str> {
        let own = linked.fields.iter().find(|field| {
            field.access & access::SYNTHETIC != 0
                && self.symbols.text(field.name).starts_with("this$")
        })?;
        let descriptor = self.symbols.text(own.descriptor);
        match JavaType::of_field(descriptor)? {
            JavaType::Reference(class) if !class.starts_with('[') => Some(class),
            JavaType::Reference(_) | JavaType::Primitive(_) => None,
        }
    }

    /// True for the field by which an object of an inner class knows the one around it.
    pub(crate) fn is_outer_reference(&self, field: &Field) -> bool {
        let Ok(linked) = self.linked(field.declared_in) else {
            return false;
        };
        let named = |own: &&crate::program::LinkedField| self.symbols.text(own.name) == field.name;
        let own = linked.fields.iter().find(named);
        own.is_some_and(|own| own.access & access::SYNTHETIC != 0)
            && field.name.starts_with("this$")
    }

    /// Generic types of the parameters of a method, in order; those without type arguments as they
    /// are. `None` if the class file does not have them all.
    pub(crate) fn generic_parameters(&self, linked: &Linked, index: u32) -> Option<Vec<String>> {
        let method = linked.file.as_ref()?.methods.get(index as usize)?;
        let mut known = self.class_variables(linked);
        let rest = generic::variables(
            self.symbols.text(method.signature?),
            &mut known,
            &|name, bounds| self.type_argument(name, bounds),
        )?;
        self.note_stand_ins(&known);
        generic::parameters(rest, &known)
    }
}
