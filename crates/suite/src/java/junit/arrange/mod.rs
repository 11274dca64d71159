//! Builds the input objects of a test: by constructors and setters where their effect is exactly
//! what is wanted, by assignments where fields may be assigned, else by reflection.

mod argument;
mod assign;
mod construct;
mod function;
mod sequence;

use super::names::{JavaNames, Variables};
use super::syntax::{Expression, Statement};
use crate::java::literal;
use crate::java::shape::ClassKind;
use crate::java::{ConstructedBy, Contents, Field, Object, Text, Type, Value};

/// Elements of an array that are written one by one; longer ones only have those that are not
/// zero.
const WRITTEN_OUT: usize = 64;

/// The method of the helper class that calls by reflection.
pub const CALL: &str = "call";

/// Statements that build objects, and how each is then called.
pub struct JavaArrangement<'a> {
    names: &'a JavaNames,
    objects: &'a [Object],
    /// The statements so far.
    pub statements: Vec<Statement>,
    /// Names of variables.
    pub variables: Variables,
    /// The expression for each object that stands.
    expressions: Vec<Option<Expression>>,
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
    /// An element of the array of that name.
    Result(String, usize, Value),
}

impl<'a> JavaArrangement<'a> {
    /// Nothing built yet. `roots` are the values the test refers to by itself, `literals` the string
    /// constants of the program.
    pub fn new(
        names: &'a JavaNames,
        objects: &'a [Object],
        roots: &[&Value],
        literals: &'a [Vec<u16>],
    ) -> JavaArrangement<'a> {
        let mut references = vec![0; objects.len()];
        let inner = objects.iter().flat_map(Object::references);
        let outer = roots.iter().filter_map(|value| match value {
            Value::Object(number) => Some(*number),
            _ => None,
        });
        for number in inner.chain(outer) {
            references[number] += 1;
        }
        JavaArrangement {
            names,
            objects,
            statements: Vec::new(),
            variables: Variables::default(),
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
        let mut begun = Vec::new();
        for number in self.order(root) {
            self.ensure_constructed(number, (root, wish), &mut begun);
        }
    }

    /// Creates an object unless it stands. What a call is given must stand before, also where that
    /// leads back to the object, which is then assigned when it stands; `begun` are those objects.
    fn ensure_constructed(
        &mut self,
        number: usize,
        root: (usize, Option<&str>),
        begun: &mut Vec<usize>,
    ) {
        if self.expressions[number].is_some() || begun.contains(&number) {
            return;
        }
        let objects = self.objects;
        if let Contents::Sequence(calls) = &objects[number].contents {
            return self.sequence((number, calls), root, begun);
        }
        let by_calls = match &objects[number].contents {
            Contents::Made(_)
            | Contents::Collection(_)
            | Contents::Map(_)
            | Contents::Function(_) => true,
            Contents::Fields(_)
            | Contents::Elements(_)
            | Contents::Text(_)
            | Contents::Constant(_)
            | Contents::Boxed(_)
            | Contents::Class(_)
            | Contents::Sequence(_)
            | Contents::Opaque => !begun.is_empty(),
        };
        let wish = root.1.filter(|_| number == root.0);
        let is_container = matches!(
            objects[number].contents,
            Contents::Collection(_) | Contents::Map(_)
        );
        if is_container && self.leads_to_itself(number) {
            // What it holds is given it before it holds that.
            self.empty_container(number, wish);
        }
        if by_calls {
            begun.push(number);
            for needed in objects[number].references() {
                self.ensure_constructed(needed, root, begun);
            }
            begun.pop();
        }
        let expression = self.create(number, wish);
        self.expressions[number] = Some(expression);
        // At once: a set asks its elements for their hash codes when they are put into it.
        self.settle();
    }

    /// True for an object that is a part of itself.
    fn leads_to_itself(&self, number: usize) -> bool {
        let mut seen = vec![false; self.objects.len()];
        let mut open: Vec<usize> = self.objects[number].references().collect();
        while let Some(part) = open.pop() {
            if part == number {
                return true;
            }
            if !std::mem::replace(&mut seen[part], true) {
                open.extend(self.objects[part].references());
            }
        }
        false
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
            // What its calls are given is built where they are made.
            if matches!(self.objects[number].contents, Contents::Sequence(_)) {
                continue;
            }
            let children: Vec<usize> = self.objects[number].references().collect();
            stack.extend(children.into_iter().rev().map(|child| (child, false)));
        }
        order
    }

    /// The expression of a value; `None` for an object that does not stand yet.
    fn available(&self, value: &Value) -> Option<Expression> {
        match value {
            Value::Object(number) => self.expressions[*number].clone(),
            value => Some(primitive(value)),
        }
    }

    /// The expression of a value that was built.
    pub fn expression(&self, value: &Value) -> Expression {
        self.available(value).unwrap_or(Expression::Null)
    }

    /// The static type of the expression of an object.
    pub fn static_type(&self, number: usize) -> &Type {
        &self.types[number]
    }

    /// Declares a variable for an object and returns it.
    fn declare(&mut self, number: usize, wish: Option<&str>, value: Expression) -> Expression {
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
        let variable = Expression::variable(&name);
        self.statements
            .push(Statement::Declare(written, name, value));
        variable
    }

    /// A variable for an object that is referred to several times, else its value in place.
    fn shared(&mut self, number: usize, wish: Option<&str>, value: Expression) -> Expression {
        match self.references[number] > 1 {
            true => self.declare(number, wish, value),
            false => value,
        }
    }

    /// Creates an object; returns its expression.
    fn create(&mut self, number: usize, wish: Option<&str>) -> Expression {
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
                Some(object) => Expression::Name(object),
                None => self.helper("classNamed", vec![Expression::string(class)]),
            },
            Contents::Elements(elements) => self.array(number, elements, wish),
            Contents::Collection(elements) => {
                let name = self.container(number, wish);
                let target = self.of_interface(number, &name, "java.util.Collection");
                for element in elements {
                    let element = self.expression(element);
                    let add = target.clone().call("add", vec![element]);
                    self.statements.push(Statement::Evaluate(add));
                }
                name
            }
            Contents::Map(entries) => {
                let name = self.container(number, wish);
                let target = self.of_interface(number, &name, "java.util.Map");
                for (key, value) in entries {
                    let (key, value) = (self.expression(key), self.expression(value));
                    let put = target.clone().call("put", vec![key, value]);
                    self.statements.push(Statement::Evaluate(put));
                }
                name
            }
            Contents::Made(by) => {
                let value = self.made(number, by);
                self.declare(number, wish, value)
            }
            Contents::Function(function) => self.function(number, function, wish),
            Contents::Sequence(_) | Contents::Opaque => {
                let fields = &[];
                self.instance(number, fields, wish)
            }
            Contents::Fields(fields) => self.instance(number, fields, wish),
        }
    }

    /// A container that is filled next.
    fn container(&mut self, number: usize, wish: Option<&str>) -> Expression {
        let begun = self.expressions[number].clone();
        begun.unwrap_or_else(|| self.empty_container(number, wish))
    }

    fn empty_container(&mut self, number: usize, wish: Option<&str>) -> Expression {
        let value = self.constructed(number, "()V", Vec::new());
        let name = self.declare(number, wish, value);
        // It may hold itself.
        self.expressions[number] = Some(name.clone());
        name
    }

    /// The expression for a container by which methods of an interface can be called with whatever
    /// an element is: a class of the program may allow only some.
    fn of_interface(&self, number: usize, name: &Expression, interface: &str) -> Expression {
        match &self.types[number] {
            Type::Class(known) if known.starts_with("java.util.") => name.clone(),
            _ => name.clone().cast(interface),
        }
    }

    /// A call of a constructor.
    fn constructed(
        &mut self,
        number: usize,
        descriptor: &str,
        arguments: Vec<Expression>,
    ) -> Expression {
        let class = &self.objects[number].class;
        let shape = self.names.shapes.find(class);
        let constructor = shape.iter().flat_map(|shape| &shape.methods);
        let constructor = constructor
            .into_iter()
            .find(|method| method.name == "<init>" && method.descriptor == descriptor);
        let usable = constructor.is_some_and(|method| {
            self.names.method(class, method) && self.names.throws_exceptions(method)
        });
        match self.names.class(class).filter(|_| usable) {
            Some(name) => Expression::New(name, arguments),
            None => {
                let method = [class, "<init>", descriptor];
                let call = self.call_by_reflection(method, Expression::Null, arguments);
                self.cast_if_named(call, class)
            }
        }
    }

    /// A call of a method or constructor, given by class, name and descriptor, that tests may not name.
    pub fn call_by_reflection(
        &self,
        [class, name, descriptor]: [&str; 3],
        receiver: Expression,
        mut arguments: Vec<Expression>,
    ) -> Expression {
        if arguments.len() == 1 {
            // An array by itself would be taken for the list of arguments.
            arguments = vec![Expression::NewArray("Object".to_owned(), arguments)];
        }
        let mut all: Vec<Expression> = [class, name, descriptor].map(Expression::string).into();
        all.push(receiver);
        all.extend(arguments);
        self.helper(CALL, all)
    }

    /// What the helper class makes, as an object of its class if tests may name that.
    fn cast_if_named(&self, made: Expression, class: &str) -> Expression {
        match self.names.class(class) {
            Some(name) => made.cast(name),
            None => made,
        }
    }

    /// An object that a call of a method or constructor made, or a constant.
    fn made(&mut self, number: usize, by: &ConstructedBy) -> Expression {
        let types = by.parameters();
        let cast = |value: &Value| matches!(value, Value::Null);
        let mut arguments: Vec<Expression> = std::iter::zip(&by.arguments, &types)
            .map(|(value, ty)| self.argument(value, ty, cast(value)))
            .collect();
        let class = &self.objects[number].class;
        let shape = self.names.shapes.find(class);
        let own = shape.iter().flat_map(|shape| &shape.methods);
        if let Some(own) = own
            .into_iter()
            .find(|own| own.name == by.member && own.descriptor == by.descriptor)
            && by.member == "<init>"
        {
            arguments = self.arguments(class, own, &by.arguments);
        }
        if by.member == "<init>" {
            return self.constructed(number, &by.descriptor, arguments);
        }
        let class = self.names.class(&by.class);
        let class = class.unwrap_or_else(|| by.class.replace('$', "."));
        let class = Expression::Name(class);
        match by.is_field() {
            true => class.field(&by.member),
            false => class.call(&by.member, arguments),
        }
    }

    /// A string that is no other object: literals of the same contents are one object.
    fn text(&self, number: usize, text: &Text) -> Expression {
        let same = |(other, object): (usize, &Object)| {
            other != number && matches!(&object.contents, Contents::Text(known) if known == text)
        };
        let ambiguous = self.objects.iter().enumerate().any(same)
            || self.literals.contains(&text.0)
            || text.0.is_empty() && self.literals.iter().any(Vec::is_empty);
        let literal = Expression::Literal(literal::string(&text.0));
        match ambiguous {
            true => Expression::New("String".to_owned(), vec![literal]),
            false => literal,
        }
    }

    /// A boxed value that is no other object: `valueOf` may return one object for equal values.
    fn boxed(&self, number: usize, value: &Value) -> Expression {
        let class = &self.objects[number].class;
        let simple = class.strip_prefix("java.lang.").unwrap_or(class);
        let same = |(other, object): (usize, &Object)| {
            other != number && matches!(&object.contents, Contents::Boxed(known) if known == value)
        };
        let written = primitive(value);
        match self.objects.iter().enumerate().any(same) {
            true => Expression::New(simple.to_owned(), vec![written]),
            false => Expression::name(simple).call("valueOf", vec![written]),
        }
    }

    fn constant(&mut self, number: usize, constant: &str) -> Expression {
        let class = &self.objects[number].class;
        // A constant with a body has a class of its own below that of the enumeration.
        let line = self.names.shapes.line(class);
        let shape = line.iter().find(|shape| shape.kind == ClassKind::Enum);
        let class = shape
            .map_or(class.as_str(), |shape| shape.name.as_str())
            .to_owned();
        self.types[number] = Type::Class(class.clone());
        match self.names.class(&class) {
            Some(name) => Expression::Name(name).field(constant),
            None => {
                self.types[number] = Type::Class("java.lang.Object".to_owned());
                let names = [&class, constant].map(Expression::string);
                self.helper("constant", names.into())
            }
        }
    }

    fn array(&mut self, number: usize, elements: &[Value], wish: Option<&str>) -> Expression {
        let Type::Array(element) = self.types[number].clone() else {
            return Expression::Null;
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
            let items = elements.iter().map(|item| match item {
                // Constants that fit need no cast here.
                Value::Byte(_) | Value::Short(_) => primitive(item).without_cast(),
                item => self.argument(item, &element, false),
            });
            let value = Expression::NewArray(written.clone(), items.collect());
            return self.declare(number, wish, value);
        }
        let value = match &written {
            Some(written) => Expression::NewEmptyArray(written.clone(), length),
            None => {
                let element = Expression::string(&type_name(&element));
                self.helper("newArray", vec![element, Expression::number(length)])
            }
        };
        let array = self.declare(number, wish, value);
        for (index, element) in elements.iter().enumerate() {
            if !element.is_default() {
                let element = element.clone();
                self.waiting.push(Waiting::Element(number, index, element));
            }
        }
        array
    }

    /// An object by its fields.
    fn instance(&mut self, number: usize, fields: &[Field], wish: Option<&str>) -> Expression {
        let plan = self.best_constructor(number, fields);
        let class = &self.objects[number].class;
        let (value, remaining) = match plan {
            Some(plan) => (plan.expression, plan.remaining),
            None => {
                let create = self.helper("create", vec![Expression::string(class)]);
                // Without a constructor all fields are zero.
                let remaining = fields.iter().filter(|field| !field.value.is_default());
                let value = self.cast_if_named(create, class);
                (value, remaining.cloned().collect())
            }
        };
        let object = self.declare(number, wish, value);
        let fields = remaining.into_iter();
        self.waiting
            .extend(fields.map(|field| Waiting::Field(number, field)));
        object
    }

    /// A call of the helper class.
    pub fn helper(&self, method: &str, arguments: Vec<Expression>) -> Expression {
        Expression::name(super::HELPER).call(method, arguments)
    }
}

/// A value that is no object, as an expression of its type.
pub fn primitive(value: &Value) -> Expression {
    Expression::Literal(match value {
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => return Expression::Literal(value.to_string()).cast("byte"),
        Value::Short(value) => return Expression::Literal(value.to_string()).cast("short"),
        Value::Char(value) => literal::character(*value),
        Value::Int(value) => literal::int(*value),
        Value::Long(value) => literal::long(*value),
        Value::Float(value) => literal::float(*value),
        Value::Double(value) => literal::double(*value),
        Value::Null | Value::Object(_) => return Expression::Null,
    })
}

/// A type's name as `Class.getTypeName` gives it.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Primitive(name) => (*name).to_owned(),
        Type::Class(name) => name.clone(),
        Type::Array(element) => format!("{}[]", type_name(element)),
    }
}
