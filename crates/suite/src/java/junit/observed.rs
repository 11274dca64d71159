//! Assertions of what the machine observed.

use super::arrange::{Arrangement, primitive, quoted};
use super::names::Names;
use crate::java::{Contents, Field, JUnit, JavaTest, Object, Type, Value};
use std::collections::BTreeSet;

/// Assertions of one test; what is behind them is not asserted.
const MOST: usize = 100;

/// Writes assertions on objects.
pub struct Assertions<'a, 'b> {
    pub names: &'a Names,
    pub arrangement: &'b mut Arrangement<'a>,
    pub version: JUnit,
    /// The objects as they were observed.
    pub objects: &'a [Object],
    /// The expression by which each object was reached first.
    pub reached: Vec<Option<String>>,
    pub lines: Vec<String>,
    /// Values still to be asserted: expression, its static type, value.
    queue: Vec<(String, Type, Value)>,
}

impl<'a, 'b> Assertions<'a, 'b> {
    pub fn new(
        names: &'a Names,
        arrangement: &'b mut Arrangement<'a>,
        version: JUnit,
        objects: &'a [Object],
    ) -> Assertions<'a, 'b> {
        Assertions {
            names,
            arrangement,
            version,
            objects,
            reached: vec![None; objects.len()],
            lines: Vec::new(),
            queue: Vec::new(),
        }
    }

    /// Asserts that an expression of a static type has a value, with all that the value leads to.
    pub fn value(&mut self, expression: &str, ty: &Type, value: &Value) {
        self.queue
            .push((expression.to_owned(), ty.clone(), value.clone()));
        self.drain();
    }

    fn drain(&mut self) {
        while !self.queue.is_empty() {
            if self.lines.len() >= MOST {
                self.lines
                    .push("// What lies deeper is not asserted.".to_owned());
                self.queue.clear();
                return;
            }
            let (expression, ty, value) = self.queue.remove(0);
            self.one(&expression, &ty, &value);
        }
    }

    fn line(&mut self, line: String) {
        self.lines.push(line);
    }

    fn one(&mut self, expression: &str, ty: &Type, value: &Value) {
        let reference = !matches!(ty, Type::Primitive(_));
        match value {
            Value::Object(number) => self.object(expression, ty, *number),
            Value::Null => self.line(format!("assertNull({expression});")),
            Value::Boolean(flag) if !reference => {
                let name = if *flag { "assertTrue" } else { "assertFalse" };
                self.line(format!("{name}({expression});"));
            }
            // An accessor by reflection returns an object.
            value if reference => {
                let expected = boxed(value);
                self.line(format!("assertEquals({expected}, {expression});"));
            }
            Value::Float(_) | Value::Double(_) if self.version == JUnit::Four => {
                self.floating(expression, value);
            }
            value => {
                let expected = primitive(value);
                self.line(format!("assertEquals({expected}, {expression});"));
            }
        }
    }

    /// JUnit 4 compares floats up to a difference, by which both zeros are the same.
    fn floating(&mut self, expression: &str, value: &Value) {
        let (expected, zero, ty, none) = match value {
            Value::Float(bits) => (primitive(value), bits.0 << 1 == 0, "Float", "0.0f"),
            Value::Double(bits) => (primitive(value), bits.0 << 1 == 0, "Double", "0.0"),
            _ => return,
        };
        self.line(match zero {
            true => format!("assertEquals({ty}.valueOf({expected}), {ty}.valueOf({expression}));"),
            false => format!("assertEquals({expected}, {expression}, {none});"),
        });
    }

    fn object(&mut self, expression: &str, ty: &Type, number: usize) {
        let objects = self.objects;
        let object = &objects[number];
        if let Some(known) = self.reached[number].clone() {
            self.line(format!("assertSame({known}, {expression});"));
            return;
        }
        let input = object.input.map(Value::Object);
        if let Some(input) = input {
            let known = self.arrangement.expression(&input);
            if super::names::is_identifier(&known) {
                self.reached[number] = Some(known.clone());
                self.line(format!("assertSame({known}, {expression});"));
                return;
            }
        }
        self.reached[number] = Some(expression.to_owned());
        match &object.contents {
            Contents::Text(text) => {
                let expected = crate::java::literal::string(&text.0);
                self.line(format!("assertEquals({expected}, {expression});"));
            }
            Contents::Boxed(value) => {
                let expected = boxed(value);
                self.line(format!("assertEquals({expected}, {expression});"));
            }
            Contents::Constant(constant) => match self.names.class(&object.class) {
                Some(class) => {
                    self.line(format!("assertSame({class}.{constant}, {expression});"));
                }
                None => {
                    let constant = quoted(constant);
                    self.line(format!(
                        "assertEquals({constant}, ((Enum) {expression}).name());"
                    ));
                }
            },
            Contents::Class(class) => match self.names.class_object(class) {
                Some(class) => self.line(format!("assertSame({class}, {expression});")),
                None => self.line(format!("assertNotNull({expression});")),
            },
            Contents::Elements(elements) => self.array(expression, ty, object, elements),
            Contents::Fields(fields) => {
                self.class_of(expression, ty, object);
                self.fields(expression, ty, object, fields);
            }
            Contents::Collection(elements) => {
                let class = "java.util.Collection";
                let array = format!("(({class}) {expression}).toArray()");
                let length = elements.len();
                self.line(format!("assertEquals({length}, {array}.length);"));
                for (index, element) in elements.iter().enumerate() {
                    let object = Type::Class("java.lang.Object".to_owned());
                    self.queue
                        .push((format!("{array}[{index}]"), object, element.clone()));
                }
            }
            Contents::Map(entries) => {
                let size = entries.len();
                self.line(format!(
                    "assertEquals({size}, ((java.util.Map) {expression}).size());"
                ));
            }
            Contents::Function(_) => self.line(format!("assertNotNull({expression});")),
            Contents::Opaque | Contents::Made(_) => self.class_of(expression, ty, object),
        }
    }

    /// Asserts the class of an object unless its type says it all.
    fn class_of(&mut self, expression: &str, ty: &Type, object: &Object) {
        match self.names.class_object(&object.class) {
            Some(class) => {
                if *ty != Type::named(&object.class) || self.subclassed(&object.class) {
                    self.line(format!("assertEquals({class}, {expression}.getClass());"));
                } else {
                    self.line(format!("assertNotNull({expression});"));
                }
            }
            None => self.line(format!("assertNotNull({expression});")),
        }
    }

    /// True if the class of an object of that static type must be asserted, too: subclasses are
    /// not known here, so always but for enumerations and records.
    fn subclassed(&self, class: &str) -> bool {
        use crate::java::shape::ClassKind;
        let shape = self.names.shapes.find(class);
        shape.is_none_or(|shape| shape.kind != ClassKind::Record)
    }

    fn fields(&mut self, expression: &str, ty: &Type, object: &Object, fields: &[Field]) {
        // What classes of the JDK hold inside is not theirs to promise, and of lambdas not even the
        // classes are known.
        if is_jdk(&object.class) || self.names.shapes.find(&object.class).is_none() {
            return;
        }
        for field in fields {
            if is_jdk(&field.class) {
                continue;
            }
            let (access, ty) = self.field(expression, ty, object, field);
            self.queue.push((access, ty, field.value.clone()));
        }
    }

    /// An expression for a field of an object, and its type.
    pub fn field(
        &mut self,
        expression: &str,
        ty: &Type,
        object: &Object,
        field: &Field,
    ) -> (String, Type) {
        let names = self.names;
        if let Some(shape) = names.shapes.field(&field.class, &field.name)
            && names.field(&field.class, &shape)
            && let Some(written) = names.class(&field.class)
        {
            let Type::Class(known) = ty else {
                return (expression.to_owned(), ty.clone());
            };
            let hidden = names.shapes.field(known, &field.name).is_some() && *known != field.class;
            let direct = names.inherits(known, &field.class) && !hidden;
            let access = match direct {
                true => format!("{expression}.{}", field.name),
                false => format!("(({written}) {expression}).{}", field.name),
            };
            let erased = match names.ty(&shape.ty) {
                Some(_) => shape.ty,
                None => Type::Class("java.lang.Object".to_owned()),
            };
            return (access, erased);
        }
        let _ = object;
        let (class, name) = (quoted(&field.class), quoted(&field.name));
        let access = self
            .arrangement
            .helper(&format!("get({expression}, {class}, {name})"));
        (access, Type::Class("java.lang.Object".to_owned()))
    }

    fn array(&mut self, expression: &str, ty: &Type, object: &Object, elements: &[Value]) {
        let Type::Array(element) = Type::named(&object.class) else {
            return;
        };
        let Some(written) = self.names.ty(&element) else {
            let length = elements.len();
            self.line(format!(
                "assertEquals({length}, java.lang.reflect.Array.getLength({expression}));"
            ));
            return;
        };
        let own = Type::Array(element.clone());
        let cast = match *ty == own {
            true => expression.to_owned(),
            false => format!("({written}[]) {expression}"),
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
                Value::Byte(value) => value.to_string(),
                Value::Short(value) => value.to_string(),
                Value::Object(number) => match &self.objects[*number].contents {
                    Contents::Text(text) => crate::java::literal::string(&text.0),
                    _ => "null".to_owned(),
                },
                element => primitive(element),
            });
            let items = items.collect::<Vec<_>>().join(", ");
            let difference = match (&*element, self.version) {
                (Type::Primitive("double"), JUnit::Four) => ", 0.0",
                (Type::Primitive("float"), JUnit::Four) => ", 0.0f",
                _ => "",
            };
            self.line(format!(
                "assertArrayEquals(new {written}[] {{{items}}}, {cast}{difference});"
            ));
            return;
        }
        let array = match *ty == own {
            true => expression.to_owned(),
            false => format!("(({written}[]) {expression})"),
        };
        let length = elements.len();
        self.line(format!("assertEquals({length}, {array}.length);"));
        for (index, value) in elements.iter().enumerate() {
            let expression = format!("{array}[{index}]");
            self.queue
                .push((expression, (*element).clone(), value.clone()));
        }
    }
}

/// Asserts fields of input objects that the call changed.
pub fn changed_fields<'a>(
    test: &'a JavaTest,
    names: &'a Names,
    arrangement: &mut Arrangement<'a>,
    version: JUnit,
) -> Vec<String> {
    let mut assertions = Assertions::new(names, arrangement, version, &test.after);
    // Objects with a name first: whatever leads to them is asserted to be the same.
    for (number, object) in test.after.iter().enumerate() {
        let input = object.input.map(Value::Object);
        let expression = input.map(|input| assertions.arrangement.expression(&input));
        assertions.reached[number] =
            expression.filter(|expression| super::names::is_identifier(expression));
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
                    let (access, ty) = assertions.field(&expression, &ty, object, field);
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
    assertions.lines
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
fn boxed(value: &Value) -> String {
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
    format!("{class}.valueOf({})", primitive(value))
}
