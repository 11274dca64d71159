//! Assertions of what the machine observed.

use super::arrange::{JavaArrangement, primitive};
use super::names::JavaNames;
use super::syntax::{Expression, Statement};
use crate::java::{Contents, Field, JUnit, JavaTest, Object, Type, Value};
use std::collections::BTreeSet;

/// Assertions of one test; what is behind them is not asserted.
const MOST: usize = 100;

/// Writes assertions on objects.
pub struct Assertions<'a, 'b> {
    pub names: &'a JavaNames,
    pub arrangement: &'b mut JavaArrangement<'a>,
    pub version: JUnit,
    /// The objects as they were observed.
    pub objects: &'a [Object],
    /// The expression by which each object was reached first.
    pub reached: Vec<Option<Expression>>,
    pub statements: Vec<Statement>,
    /// Values still to be asserted: expression, its static type, value.
    queue: Vec<(Expression, Type, Value)>,
}

impl<'a, 'b> Assertions<'a, 'b> {
    pub fn new(
        names: &'a JavaNames,
        arrangement: &'b mut JavaArrangement<'a>,
        version: JUnit,
        objects: &'a [Object],
    ) -> Assertions<'a, 'b> {
        Assertions {
            names,
            arrangement,
            version,
            objects,
            reached: vec![None; objects.len()],
            statements: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// Asserts that an expression of a static type has a value, with all that the value leads to.
    pub fn value(&mut self, expression: &Expression, ty: &Type, value: &Value) {
        self.queue
            .push((expression.clone(), ty.clone(), value.clone()));
        self.drain();
    }

    fn drain(&mut self) {
        while !self.queue.is_empty() {
            if self.statements.len() >= MOST {
                let comment = "What lies deeper is not asserted.".to_owned();
                self.statements.push(Statement::Comment(comment));
                self.queue.clear();
                return;
            }
            let (expression, ty, value) = self.queue.remove(0);
            self.one(&expression, &ty, &value);
        }
    }

    /// Calls a method of JUnit's class of assertions.
    fn assert<const N: usize>(&mut self, method: &str, arguments: [Expression; N]) {
        let call = Expression::call_imported(method, arguments.into());
        self.statements.push(Statement::Evaluate(call));
    }

    fn one(&mut self, expression: &Expression, ty: &Type, value: &Value) {
        let reference = !matches!(ty, Type::Primitive(_));
        match value {
            Value::Object(number) => self.object(expression, ty, *number),
            Value::Null => self.assert("assertNull", [expression.clone()]),
            Value::Boolean(flag) if !reference => {
                let name = if *flag { "assertTrue" } else { "assertFalse" };
                self.assert(name, [expression.clone()]);
            }
            // An accessor by reflection returns an object.
            value if reference => {
                self.assert("assertEquals", [boxed(value), expression.clone()]);
            }
            Value::Float(_) | Value::Double(_) if self.version == JUnit::Four => {
                self.floating(expression, value);
            }
            value => {
                self.assert("assertEquals", [primitive(value), expression.clone()]);
            }
        }
    }

    /// JUnit 4 compares floats up to a difference, by which both zeros are the same.
    fn floating(&mut self, expression: &Expression, value: &Value) {
        let (expected, zero, ty, none) = match value {
            Value::Float(bits) => (primitive(value), bits.0 << 1 == 0, "Float", "0.0f"),
            Value::Double(bits) => (primitive(value), bits.0 << 1 == 0, "Double", "0.0"),
            _ => return,
        };
        let expression = expression.clone();
        if zero {
            let boxed = |value| Expression::name(ty).call("valueOf", vec![value]);
            self.assert("assertEquals", [boxed(expected), boxed(expression)]);
        } else {
            let none = Expression::Literal(none.to_owned());
            self.assert("assertEquals", [expected, expression, none]);
        }
    }

    fn object(&mut self, expression: &Expression, ty: &Type, number: usize) {
        let objects = self.objects;
        let object = &objects[number];
        if let Some(known) = self.reached[number].clone() {
            self.assert("assertSame", [known, expression.clone()]);
            return;
        }
        let input = object.input.map(Value::Object);
        if let Some(input) = input {
            let known = self.arrangement.expression(&input);
            if matches!(known, Expression::Variable(_)) {
                self.reached[number] = Some(known.clone());
                self.assert("assertSame", [known, expression.clone()]);
                return;
            }
        }
        self.reached[number] = Some(expression.clone());
        let own = expression.clone();
        match &object.contents {
            Contents::Text(text) => {
                let expected = Expression::Literal(crate::java::literal::string(&text.0));
                self.assert("assertEquals", [expected, own]);
            }
            Contents::Boxed(value) => {
                self.assert("assertEquals", [boxed(value), own]);
            }
            Contents::Constant(constant) => match self.names.class(&object.class) {
                Some(class) => {
                    let expected = Expression::Name(class).field(constant);
                    self.assert("assertSame", [expected, own]);
                }
                None => {
                    let name = own.cast("Enum").call("name", Vec::new());
                    self.assert("assertEquals", [Expression::string(constant), name]);
                }
            },
            Contents::Class(class) => match self.names.class_object(class) {
                Some(class) => self.assert("assertSame", [Expression::Name(class), own]),
                None => self.assert("assertNotNull", [own]),
            },
            Contents::Elements(elements) => self.array(expression, ty, object, elements),
            Contents::Fields(fields) => {
                self.class_of(expression, ty, object);
                self.fields(expression, ty, object, fields);
            }
            Contents::Collection(elements) => {
                let array = own.cast("java.util.Collection");
                let array = array.call("toArray", Vec::new());
                self.length(&array, elements.len());
                for (index, element) in elements.iter().enumerate() {
                    let object = Type::Class("java.lang.Object".to_owned());
                    let at = array.clone().index(index);
                    self.queue.push((at, object, element.clone()));
                }
            }
            Contents::Map(entries) => {
                let size = own.cast("java.util.Map").call("size", Vec::new());
                self.assert("assertEquals", [Expression::number(entries.len()), size]);
            }
            Contents::Function(_) => self.assert("assertNotNull", [own]),
            Contents::Opaque | Contents::Made(_) | Contents::Sequence(_) => {
                self.class_of(expression, ty, object)
            }
        }
    }

    fn length(&mut self, array: &Expression, length: usize) {
        let own = array.clone().field("length");
        self.assert("assertEquals", [Expression::number(length), own]);
    }

    /// Asserts the class of an object unless its type says it all.
    fn class_of(&mut self, expression: &Expression, ty: &Type, object: &Object) {
        let own = expression.clone();
        match self.names.class_object(&object.class) {
            Some(class) if *ty != Type::named(&object.class) || self.subclassed(&object.class) => {
                let class_of = own.call("getClass", Vec::new());
                self.assert("assertEquals", [Expression::Name(class), class_of]);
            }
            Some(_) | None => self.assert("assertNotNull", [own]),
        }
    }

    /// True if the class of an object of that static type must be asserted, too: subclasses are
    /// not known here, so always but for enumerations and records.
    fn subclassed(&self, class: &str) -> bool {
        use crate::java::shape::ClassKind;
        let shape = self.names.shapes.find(class);
        shape.is_none_or(|shape| shape.kind != ClassKind::Record)
    }

    fn fields(&mut self, expression: &Expression, ty: &Type, object: &Object, fields: &[Field]) {
        // What classes of the JDK hold inside is not theirs to promise, and of lambdas not even the
        // classes are known.
        if is_jdk(&object.class) || self.names.shapes.find(&object.class).is_none() {
            return;
        }
        for field in fields {
            if is_jdk(&field.class) {
                continue;
            }
            let (access, ty) = self.field(expression, ty, field);
            self.queue.push((access, ty, field.value.clone()));
        }
    }

    /// An expression for a field of an object, and its type.
    fn field(&self, expression: &Expression, ty: &Type, field: &Field) -> (Expression, Type) {
        let names = self.names;
        if let Some(shape) = names.shapes.field(&field.class, &field.name)
            && names.field(&field.class, &shape)
            && let Some(written) = names.class(&field.class)
        {
            let Type::Class(known) = ty else {
                return (expression.clone(), ty.clone());
            };
            let hidden = names.shapes.field(known, &field.name).is_some() && *known != field.class;
            let direct = names.inherits(known, &field.class) && !hidden;
            let target = match direct {
                true => expression.clone(),
                false => expression.clone().cast(written),
            };
            let access = target.field(&field.name);
            let erased = match names.ty(&shape.ty) {
                Some(_) => shape.ty,
                None => Type::Class("java.lang.Object".to_owned()),
            };
            return (access, erased);
        }
        let [class, name] = [&field.class, &field.name].map(|name| Expression::string(name));
        let arguments = vec![expression.clone(), class, name];
        let access = self.arrangement.helper("get", arguments);
        (access, Type::Class("java.lang.Object".to_owned()))
    }

    fn array(&mut self, expression: &Expression, ty: &Type, object: &Object, elements: &[Value]) {
        let Type::Array(element) = Type::named(&object.class) else {
            return;
        };
        let Some(written) = self.names.ty(&element) else {
            let arrays = Expression::name("java.lang.reflect.Array");
            let length = arrays.call("getLength", vec![expression.clone()]);
            self.assert("assertEquals", [Expression::number(elements.len()), length]);
            return;
        };
        let own = Type::Array(element.clone());
        let array = match *ty == own {
            true => expression.clone(),
            false => expression.clone().cast(format!("{written}[]")),
        };
        let simple = |value: &Value| match value {
            Value::Object(number) => {
                let contents = &self.objects[*number].contents;
                matches!(contents, Contents::Text(_)) && self.objects[*number].input.is_none()
            }
            _ => true,
        };
        if elements.iter().all(simple) {
            let items = elements.iter().map(|element| match element {
                Value::Object(number) => match &self.objects[*number].contents {
                    Contents::Text(text) => {
                        Expression::Literal(crate::java::literal::string(&text.0))
                    }
                    _ => Expression::Null,
                },
                // Constants that fit need no cast here.
                element => primitive(element).without_cast(),
            });
            let expected = Expression::NewArray(written, items.collect());
            let difference = match (&*element, self.version) {
                (Type::Primitive("double"), JUnit::Four) => Some("0.0"),
                (Type::Primitive("float"), JUnit::Four) => Some("0.0f"),
                _ => None,
            };
            match difference.map(|none| Expression::Literal(none.to_owned())) {
                Some(none) => self.assert("assertArrayEquals", [expected, array, none]),
                None => self.assert("assertArrayEquals", [expected, array]),
            }
            return;
        }
        self.length(&array, elements.len());
        for (index, value) in elements.iter().enumerate() {
            let at = array.clone().index(index);
            self.queue.push((at, (*element).clone(), value.clone()));
        }
    }
}

/// Asserts fields of input objects that the call changed.
pub fn changed_fields<'a>(
    test: &'a JavaTest,
    names: &'a JavaNames,
    arrangement: &mut JavaArrangement<'a>,
    version: JUnit,
) -> Vec<Statement> {
    let mut assertions = Assertions::new(names, arrangement, version, &test.after);
    // Objects with a name first: whatever leads to them is asserted to be the same.
    for (number, object) in test.after.iter().enumerate() {
        let input = object.input.map(Value::Object);
        let expression = input.map(|input| assertions.arrangement.expression(&input));
        assertions.reached[number] =
            expression.filter(|expression| matches!(expression, Expression::Variable(_)));
    }
    // An object is in the image of each input that leads to it.
    let mut done = BTreeSet::new();
    for (number, object) in test.after.iter().enumerate() {
        let (Some(input), Some(expression)) = (object.input, assertions.reached[number].clone())
        else {
            continue;
        };
        if !done.insert(input) {
            continue;
        }
        let ty = assertions.arrangement.static_type(input).clone();
        match (&object.contents, &test.objects[input].contents) {
            (Contents::Fields(now), Contents::Fields(before)) if !is_jdk(&object.class) => {
                for field in now
                    .iter()
                    .filter(|field| !unchanged(field, before, &test.after))
                {
                    let (access, ty) = assertions.field(&expression, &ty, field);
                    assertions.value(&access, &ty, &field.value);
                }
            }
            (Contents::Elements(now), Contents::Elements(before)) => {
                let same = now.len() == before.len()
                    && now
                        .iter()
                        .zip(before)
                        .all(|(now, before)| same(now, before, &test.after));
                if !same {
                    assertions.reached[number] = None;
                    assertions.array(&expression, &ty, object, now);
                    assertions.reached[number] = Some(expression);
                    assertions.drain();
                }
            }
            _ => {}
        }
    }
    assertions.statements
}

fn unchanged(field: &Field, before: &[Field], after: &[Object]) -> bool {
    let known = before
        .iter()
        .find(|b| b.class == field.class && b.name == field.name);
    match known {
        Some(known) => same(&field.value, &known.value, after),
        // A field that nobody looked at before is written now, or holds whatever it held.
        None => field.value.is_default(),
    }
}

/// True if a value after the call is the one before it.
fn same(now: &Value, before: &Value, after: &[Object]) -> bool {
    match (now, before) {
        (Value::Object(now), Value::Object(before)) => after
            .get(*now)
            .is_some_and(|object| object.input == Some(*before)),
        (now, before) => now == before,
    }
}

/// True for classes of the JDK.
pub fn is_jdk(class: &str) -> bool {
    ["java.", "javax.", "jdk.", "sun.", "com.sun."]
        .iter()
        .any(|prefix| class.starts_with(prefix))
}

/// A primitive as an object.
fn boxed(value: &Value) -> Expression {
    let class = match value {
        Value::Boolean(_) => "Boolean",
        Value::Byte(_) => "Byte",
        Value::Short(_) => "Short",
        Value::Char(_) => "Character",
        Value::Int(_) => "Integer",
        Value::Long(_) => "Long",
        Value::Float(_) => "Float",
        Value::Double(_) => "Double",
        Value::Null | Value::Object(_) => return primitive(value),
    };
    Expression::name(class).call("valueOf", vec![primitive(value)])
}
