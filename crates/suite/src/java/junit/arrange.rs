//! Builds the input objects of a test: by constructors and setters where their effect is exactly
//! what is wanted, by assignments where fields may be assigned, else by reflection.

use super::names::{Names, Variables};
use crate::java::literal;
use crate::java::shape::{Assignment, ClassKind, Effect, MethodShape, Source};
use crate::java::{Contents, Field, Object, Text, Type, Value};

/// Elements of an array that are written one by one; longer ones only have those that are not
/// zero.
const WRITTEN_OUT: usize = 64;

/// Statements that build objects, and how each is then called.
pub struct Arrangement<'a> {
    names: &'a Names,
    objects: &'a [Object],
    /// The statements so far.
    pub statements: Vec<String>,
    /// Names of variables.
    pub variables: Variables,
    /// True if the helper class is used.
    pub uses_helper: bool,
    /// The expression for each object that stands.
    expressions: Vec<Option<String>>,
    /// The static type of each of these expressions.
    types: Vec<Type>,
    /// Assignments that wait for an object.
    waiting: Vec<Waiting>,
    /// How often each object is referred to.
    references: Vec<usize>,
    /// String constants of the program under test.
    literals: &'a [Vec<u16>],
}

/// A field or element to be assigned when its value stands.
enum Waiting {
    Field(usize, Field),
    Element(usize, usize, Value),
}

impl<'a> Arrangement<'a> {
    /// Nothing built yet. `roots` are the values the test refers to by itself, `literals` the string
    /// constants of the program.
    pub fn new(
        names: &'a Names,
        objects: &'a [Object],
        roots: &[&Value],
        literals: &'a [Vec<u16>],
    ) -> Arrangement<'a> {
        let mut references = vec![0; objects.len()];
        let inner = objects.iter().flat_map(Object::references);
        let outer = roots.iter().filter_map(|value| match value {
            Value::Object(number) => Some(*number),
            _ => None,
        });
        for number in inner.chain(outer) {
            references[number] += 1;
        }
        Arrangement {
            names,
            objects,
            statements: Vec::new(),
            variables: Variables::default(),
            uses_helper: false,
            expressions: vec![None; objects.len()],
            types: objects
                .iter()
                .map(|object| Type::named(&object.class))
                .collect(),
            waiting: Vec::new(),
            references,
            literals,
        }
    }

    /// Builds what a value needs. `wish` is the name for its variable, if it gets one.
    pub fn build(&mut self, value: &Value, wish: Option<&str>) {
        let Value::Object(root) = *value else {
            return;
        };
        for number in self.order(root) {
            let wish = wish.filter(|_| number == root);
            let expression = self.create(number, wish);
            self.expressions[number] = Some(expression);
        }
        self.settle();
    }

    /// Objects that an object needs, itself last, without those that stand. Children come before
    /// parents except on cycles.
    fn order(&self, root: usize) -> Vec<usize> {
        let mut order = Vec::new();
        let mut seen = vec![false; self.objects.len()];
        let mut stack = vec![(root, false)];
        while let Some((number, done)) = stack.pop() {
            if done {
                order.push(number);
                continue;
            }
            if seen[number] || self.expressions[number].is_some() {
                continue;
            }
            seen[number] = true;
            stack.push((number, true));
            let children: Vec<usize> = self.objects[number].references().collect();
            stack.extend(children.into_iter().rev().map(|child| (child, false)));
        }
        order
    }

    /// The expression of a value; `None` for an object that does not stand yet.
    fn available(&self, value: &Value) -> Option<String> {
        match value {
            Value::Object(number) => self.expressions[*number].clone(),
            value => Some(primitive(value)),
        }
    }

    /// The expression of a value that was built.
    pub fn expression(&self, value: &Value) -> String {
        self.available(value).unwrap_or_else(|| "null".to_owned())
    }

    /// The static type of the expression of an object.
    pub fn static_type(&self, number: usize) -> &Type {
        &self.types[number]
    }

    /// Declares a variable for an object and returns its name.
    fn declare(&mut self, number: usize, wish: Option<&str>, value: &str) -> String {
        let class = &self.objects[number].class;
        let name = match wish {
            Some(wish) => self.variables.exactly(wish),
            None => self.variables.for_class(class),
        };
        let written = self.names.ty(&self.types[number]);
        if written.is_none() {
            self.types[number] = Type::Class("java.lang.Object".to_owned());
        }
        let written = written.unwrap_or_else(|| "Object".to_owned());
        self.statements.push(format!("{written} {name} = {value};"));
        name
    }

    /// A variable for an object that is referred to several times, else its value in place.
    fn shared(&mut self, number: usize, wish: Option<&str>, value: String) -> String {
        match self.references[number] > 1 {
            true => self.declare(number, wish, &value),
            false => value,
        }
    }

    /// Creates an object; returns its expression.
    fn create(&mut self, number: usize, wish: Option<&str>) -> String {
        let objects = self.objects;
        match &objects[number].contents {
            Contents::Text(text) => {
                let value = self.text(number, text);
                self.shared(number, wish, value)
            }
            Contents::Boxed(value) => {
                let value = self.boxed(number, value);
                self.shared(number, wish, value)
            }
            Contents::Constant(constant) => self.constant(number, constant),
            Contents::Class(class) => match self.names.class_object(class) {
                Some(object) => object,
                None => self.helper(&format!("classNamed({})", quoted(class))),
            },
            Contents::Elements(elements) => self.array(number, elements, wish),
            Contents::Collection(elements) => {
                let name = self.empty_container(number, wish);
                for element in elements {
                    let element = self.expression(element);
                    self.statements.push(format!("{name}.add({element});"));
                }
                name
            }
            Contents::Map(entries) => {
                let name = self.empty_container(number, wish);
                for (key, value) in entries {
                    let (key, value) = (self.expression(key), self.expression(value));
                    self.statements.push(format!("{name}.put({key}, {value});"));
                }
                name
            }
            Contents::Opaque => {
                let fields = &[];
                self.instance(number, fields, wish)
            }
            Contents::Fields(fields) => self.instance(number, fields, wish),
        }
    }

    fn empty_container(&mut self, number: usize, wish: Option<&str>) -> String {
        let class = &self.objects[number].class;
        let value = match self.names.class(class) {
            Some(name) => format!("new {name}()"),
            None => self.helper(&format!("create({})", quoted(class))),
        };
        self.declare(number, wish, &value)
    }

    /// A string that is no other object: literals of the same contents are one object.
    fn text(&self, number: usize, text: &Text) -> String {
        let same = |(other, object): (usize, &Object)| {
            other != number && matches!(&object.contents, Contents::Text(known) if known == text)
        };
        let ambiguous = self.objects.iter().enumerate().any(same)
            || self.literals.contains(&text.0)
            || text.0.is_empty() && self.literals.iter().any(Vec::is_empty);
        let literal = literal::string(&text.0);
        match ambiguous {
            true => format!("new String({literal})"),
            false => literal,
        }
    }

    /// A boxed value that is no other object: `valueOf` may return one object for equal values.
    fn boxed(&self, number: usize, value: &Value) -> String {
        let class = &self.objects[number].class;
        let simple = class.strip_prefix("java.lang.").unwrap_or(class);
        let same = |(other, object): (usize, &Object)| {
            other != number && matches!(&object.contents, Contents::Boxed(known) if known == value)
        };
        let written = primitive(value);
        match self.objects.iter().enumerate().any(same) {
            true => format!("new {simple}({written})"),
            false => format!("{simple}.valueOf({written})"),
        }
    }

    fn constant(&mut self, number: usize, constant: &str) -> String {
        let class = &self.objects[number].class;
        // A constant with a body has a class of its own below that of the enumeration.
        let line = self.names.shapes.line(class);
        let shape = line.iter().find(|shape| shape.kind == ClassKind::Enum);
        let class = shape
            .map_or(class.as_str(), |shape| shape.name.as_str())
            .to_owned();
        self.types[number] = Type::Class(class.clone());
        match self.names.class(&class) {
            Some(name) => format!("{name}.{constant}"),
            None => {
                self.types[number] = Type::Class("java.lang.Object".to_owned());
                self.helper(&format!(
                    "constant({}, {})",
                    quoted(&class),
                    quoted(constant)
                ))
            }
        }
    }

    fn array(&mut self, number: usize, elements: &[Value], wish: Option<&str>) -> String {
        let Type::Array(element) = self.types[number].clone() else {
            return "null".to_owned();
        };
        let length = elements.len();
        let written = self.names.ty(&element);
        let others = elements
            .iter()
            .filter(|element| !element.is_default())
            .count();
        let all_stand = elements
            .iter()
            .all(|element| self.available(element).is_some());
        if let Some(written) = &written
            && all_stand
            && (length <= WRITTEN_OUT || others * 2 > length)
        {
            let items = elements.iter().map(|element| match element {
                // Constants that fit need no cast here.
                Value::Byte(value) => value.to_string(),
                Value::Short(value) => value.to_string(),
                element => self.expression(element),
            });
            let items: Vec<String> = items.collect();
            let value = format!("new {written}[] {{{}}}", items.join(", "));
            return self.declare(number, wish, &value);
        }
        let value = match &written {
            // The length goes into the first brackets: `new int[3][]`.
            Some(written) => {
                let (base, brackets) = written.split_at(written.find('[').unwrap_or(written.len()));
                format!("new {base}[{length}]{brackets}")
            }
            None => {
                let element = type_name(&element);
                self.helper(&format!("newArray({}, {length})", quoted(&element)))
            }
        };
        let name = self.declare(number, wish, &value);
        for (index, element) in elements.iter().enumerate() {
            if !element.is_default() {
                let element = element.clone();
                self.waiting.push(Waiting::Element(number, index, element));
            }
        }
        name
    }

    /// An object by its fields.
    fn instance(&mut self, number: usize, fields: &[Field], wish: Option<&str>) -> String {
        let plan = self.best_constructor(number, fields);
        let class = &self.objects[number].class;
        let (value, remaining) = match plan {
            Some(plan) => (plan.expression, plan.remaining),
            None => {
                let create = self.helper(&format!("create({})", quoted(class)));
                // Without a constructor all fields are zero.
                let remaining = fields.iter().filter(|field| !field.value.is_default());
                let cast = self.names.class(class).map(|name| format!("({name}) "));
                let value = format!("{}{create}", cast.unwrap_or_default());
                (value, remaining.cloned().collect())
            }
        };
        let name = self.declare(number, wish, &value);
        let fields = remaining.into_iter();
        self.waiting
            .extend(fields.map(|field| Waiting::Field(number, field)));
        name
    }

    fn best_constructor(&mut self, number: usize, fields: &[Field]) -> Option<Construction> {
        let class = self.objects[number].class.clone();
        let shape = self.names.shapes.find(&class)?;
        let makes = matches!(shape.kind, ClassKind::Class | ClassKind::Record);
        let mut best: Option<Construction> = None;
        let usable = |method: &&MethodShape| {
            method.name == "<init>" && makes && self.names.method(&class, method)
        };
        for method in shape.methods.iter().filter(usable) {
            let effect = match self.names.shapes.construction(&class, &method.descriptor) {
                Some(effect) => effect,
                // What a record holds is what its constructor was given, whatever it checks.
                None if shape.kind == ClassKind::Record => {
                    match canonical(&class, fields, method, &shape.fields) {
                        Some(effect) => effect,
                        None => continue,
                    }
                }
                None => continue,
            };
            let outer = shape.outer.as_deref();
            let Some(plan) = self.construct(&class, outer, method, &effect, fields) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| plan.cost < best.cost) {
                best = Some(plan);
            }
        }
        best
    }

    /// How a constructor makes the object: its arguments, and what is left to be assigned.
    fn construct(
        &self,
        class: &str,
        outer: Option<&str>,
        method: &MethodShape,
        effect: &Effect,
        fields: &[Field],
    ) -> Option<Construction> {
        let mut arguments: Vec<Option<Value>> = vec![None; method.parameters.len()];
        for assignment in last_of_each_field(effect) {
            if let Source::Parameter(index) = assignment.source
                && let Some(field) = wanted(fields, assignment)
                && self.available(&field.value).is_some()
                && arguments[index].is_none()
            {
                arguments[index] = Some(field.value.clone());
            }
        }
        let given = |index: usize| arguments[index].clone();
        let value_of = |source: &Source, ty: &Type| match source {
            Source::Parameter(index) => given(*index).unwrap_or_else(|| zero(ty)),
            Source::Constant(value) => value.clone(),
        };
        for &index in &effect.non_null {
            if matches!(given(index), None | Some(Value::Null)) {
                return None;
            }
        }
        let mut remaining = Vec::new();
        let mut cost = arguments.len();
        for field in fields {
            let assigned = last_of_each_field(effect).into_iter().find(|assignment| {
                assignment.class == field.class && assignment.field == field.name
            });
            let holds = match assigned {
                None => field.value.is_default(),
                Some(assignment) => {
                    let ty = self.names.shapes.field(&field.class, &field.name)?.ty;
                    value_of(&assignment.source, &ty) == field.value
                }
            };
            if !holds {
                cost += self.assignment_cost(class, field);
                remaining.push(field.clone());
            }
        }
        let written = method.parameters.iter().zip(&arguments).map(|(ty, value)| {
            let value = value.clone().unwrap_or_else(|| zero(ty));
            self.argument(&value, ty, self.casts_arguments(class, method))
        });
        let mut written: Vec<String> = written.collect();
        let expression = match outer {
            None => format!("new {}({})", self.names.class(class)?, written.join(", ")),
            Some(outer) => {
                if method.parameters.first() != Some(&Type::Class(outer.to_owned())) {
                    return None;
                }
                let around = written.remove(0);
                if around == "null" || around.starts_with('(') {
                    return None;
                }
                let simple = super::names::simple_name(class);
                format!("{around}.new {simple}({})", written.join(", "))
            }
        };
        Some(Construction {
            cost,
            expression,
            remaining,
        })
    }

    /// Other methods of that name and number of parameters: an argument must tell them apart.
    /// Also where type variables have bounds that only the erased types are sure to keep.
    fn casts_arguments(&self, class: &str, method: &MethodShape) -> bool {
        if method.is_generic {
            return true;
        }
        let line = self.names.shapes.line(class);
        let line = match method.name.as_str() {
            "<init>" => &line[..line.len().min(1)],
            _ => &line[..],
        };
        let methods = line.iter().flat_map(|shape| &shape.methods);
        let other = |other: &MethodShape| {
            other.name == method.name
                && other.parameters.len() == method.parameters.len()
                && other.descriptor != method.descriptor
                && other.parameters != method.parameters
        };
        methods.into_iter().any(other)
    }

    /// An argument for a parameter of that type.
    pub fn argument(&self, value: &Value, ty: &Type, cast: bool) -> String {
        let expression = self.expression(value);
        let exact = match value {
            Value::Object(number) => self.types[*number] == *ty,
            Value::Null => false,
            _ => true,
        };
        let downcast = match (value, ty) {
            (Value::Object(number), Type::Class(class)) => match &self.types[*number] {
                Type::Class(known) => known == "java.lang.Object" && class != known,
                _ => false,
            },
            (Value::Object(number), Type::Array(_)) => self.types[*number] != *ty,
            _ => false,
        };
        if (!exact && cast || downcast)
            && let Some(written) = self.names.ty(ty)
        {
            return format!("({written}) {expression}");
        }
        expression
    }

    /// Whether a call of a method of a class must tell it from others by the types of arguments.
    pub fn casts_arguments_of(&self, class: &str, name: &str, descriptor: &str) -> bool {
        let line = self.names.shapes.line(class);
        let methods = line.iter().flat_map(|shape| &shape.methods);
        let own = methods
            .clone()
            .find(|m| m.name == name && m.descriptor == descriptor);
        own.is_some_and(|method| self.casts_arguments(class, method))
    }

    fn assignment_cost(&self, class: &str, field: &Field) -> usize {
        match self.names.shapes.field(&field.class, &field.name) {
            Some(shape) if !shape.is_final && self.names.field(&field.class, &shape) => 1,
            _ if self.setter(class, field).is_some() => 2,
            _ => 10,
        }
    }

    /// A method that assigns the field and does nothing else.
    fn setter(&self, class: &str, field: &Field) -> Option<String> {
        let line = self.names.shapes.line(class);
        let setters = line.iter().flat_map(|shape| {
            let own = shape.methods.iter().filter(|m| m.name != "<init>");
            own.map(|method| (&shape.name, method))
        });
        for (owner, method) in setters {
            let Some(effect) = &method.effect else {
                continue;
            };
            let [assignment] = effect.assignments.as_slice() else {
                continue;
            };
            // An override in a subclass might do more.
            let own = line[0].name == *owner;
            if own
                && effect.delegate.is_none()
                && method.parameters.len() == 1
                && assignment.class == field.class
                && assignment.field == field.name
                && assignment.source == Source::Parameter(0)
                && (effect.non_null.is_empty() || field.value != Value::Null)
                && self.names.method(owner, method)
            {
                return Some(method.name.clone());
            }
        }
        None
    }

    /// Assigns all that waits and can be assigned.
    fn settle(&mut self) {
        for waiting in std::mem::take(&mut self.waiting) {
            let (Waiting::Field(_, Field { value, .. }) | Waiting::Element(_, _, value)) = &waiting;
            let Some(value) = self.available(value) else {
                self.waiting.push(waiting);
                continue;
            };
            let statement = match &waiting {
                Waiting::Field(number, field) => self.assign(*number, field, &value),
                Waiting::Element(number, index, _) => self.assign_element(*number, *index, &value),
            };
            self.statements.push(statement);
        }
    }

    fn assign_element(&mut self, number: usize, index: usize, value: &str) -> String {
        let array = self.expressions[number].clone().unwrap_or_default();
        match &self.types[number] {
            Type::Array(_) => format!("{array}[{index}] = {value};"),
            Type::Class(_) | Type::Primitive(_) => {
                format!("java.lang.reflect.Array.set({array}, {index}, {value});")
            }
        }
    }

    fn assign(&mut self, number: usize, field: &Field, value: &str) -> String {
        let target = self.expressions[number].clone().unwrap_or_default();
        let class = self.objects[number].class.clone();
        let known = self.types[number] == Type::Class(class.clone());
        let shape = self.names.shapes.field(&field.class, &field.name);
        if let Some(shape) = &shape
            && known
            && !shape.is_final
            && self.names.field(&field.class, shape)
            && self.fits(&field.value, &shape.ty)
        {
            let hidden =
                field.class != class && self.names.shapes.field(&class, &field.name).is_some();
            let written = self.names.class(&field.class);
            return match written.filter(|_| hidden) {
                Some(written) => format!("(({written}) {target}).{} = {value};", field.name),
                None => format!("{target}.{} = {value};", field.name),
            };
        }
        if known
            && let Some(setter) = self.setter(&class, field)
            && shape.is_some_and(|shape| self.fits(&field.value, &shape.ty))
        {
            return format!("{target}.{setter}({value});");
        }
        let (class, name) = (quoted(&field.class), quoted(&field.name));
        self.helper(&format!("set({target}, {class}, {name}, {value});"))
    }

    /// True if the expression of a value can be assigned to a variable of that type without a cast.
    fn fits(&self, value: &Value, ty: &Type) -> bool {
        match (value, ty) {
            (Value::Object(number), Type::Class(class)) => match &self.types[*number] {
                Type::Class(known) => class == "java.lang.Object" || known != "java.lang.Object",
                Type::Array(_) => true,
                Type::Primitive(_) => false,
            },
            (Value::Object(number), ty) => {
                self.types[*number] == *ty || matches!(&self.types[*number], Type::Array(_))
            }
            _ => true,
        }
    }

    /// A call of the helper class.
    pub fn helper(&mut self, call: &str) -> String {
        self.uses_helper = true;
        format!("{}.{call}", super::HELPER)
    }
}

/// An object by its constructor.
struct Construction {
    cost: usize,
    expression: String,
    remaining: Vec<Field>,
}

/// The assignments that count: the last to each field.
fn last_of_each_field(effect: &Effect) -> Vec<&Assignment> {
    let mut last: Vec<&Assignment> = Vec::new();
    for assignment in effect.assignments.iter().rev() {
        let same = |known: &&&Assignment| {
            known.class == assignment.class && known.field == assignment.field
        };
        if !last.iter().any(|known| same(&known)) {
            last.push(assignment);
        }
    }
    last.reverse();
    last
}

fn wanted<'f>(fields: &'f [Field], assignment: &Assignment) -> Option<&'f Field> {
    fields
        .iter()
        .find(|field| field.class == assignment.class && field.name == assignment.field)
}

/// A record's canonical constructor as if it did nothing but assign; `None` for another one.
fn canonical(
    class: &str,
    fields: &[Field],
    method: &MethodShape,
    own: &[crate::java::shape::FieldShape],
) -> Option<Effect> {
    let components: Vec<_> = own.iter().filter(|field| !field.is_static).collect();
    let same = components.len() == method.parameters.len()
        && components
            .iter()
            .zip(&method.parameters)
            .all(|(field, ty)| field.ty == *ty)
        && fields.len() == components.len();
    same.then(|| Effect {
        assignments: components
            .iter()
            .enumerate()
            .map(|(index, field)| Assignment {
                class: class.to_owned(),
                field: field.name.clone(),
                source: Source::Parameter(index),
            })
            .collect(),
        ..Effect::default()
    })
}

/// What a variable of a type holds at first.
fn zero(ty: &Type) -> Value {
    match ty {
        Type::Primitive("boolean") => Value::Boolean(false),
        Type::Primitive("byte") => Value::Byte(0),
        Type::Primitive("short") => Value::Short(0),
        Type::Primitive("char") => Value::Char(0),
        Type::Primitive("int") => Value::Int(0),
        Type::Primitive("long") => Value::Long(0),
        Type::Primitive("float") => Value::Float(crate::java::FloatBits(0)),
        Type::Primitive(_) => Value::Double(crate::java::DoubleBits(0)),
        Type::Class(_) | Type::Array(_) => Value::Null,
    }
}

/// A value that is no object, as an expression of its type.
pub fn primitive(value: &Value) -> String {
    match value {
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => format!("(byte) {value}"),
        Value::Short(value) => format!("(short) {value}"),
        Value::Char(value) => literal::character(*value),
        Value::Int(value) => literal::int(*value),
        Value::Long(value) => literal::long(*value),
        Value::Float(value) => literal::float(*value),
        Value::Double(value) => literal::double(*value),
        Value::Null | Value::Object(_) => "null".to_owned(),
    }
}

/// A type's name as `Class.getTypeName` gives it.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Primitive(name) => (*name).to_owned(),
        Type::Class(name) => name.clone(),
        Type::Array(element) => format!("{}[]", type_name(element)),
    }
}

/// A string literal.
pub fn quoted(text: &str) -> String {
    literal::string(&text.encode_utf16().collect::<Vec<_>>())
}
