//! Values and objects of the Java heap, as tests have them.

use super::{Signature, Type};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value of a variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "value", rename_all = "lowercase")]
pub enum Value {
    /// `boolean`
    Boolean(bool),
    /// `byte`
    Byte(i8),
    /// `short`
    Short(i16),
    /// `char`, as a UTF-16 unit.
    Char(u16),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(FloatBits),
    /// `double`
    Double(DoubleBits),
    /// `null`
    Null,
    /// A reference to the object with that index.
    Object(usize),
}

impl Value {
    /// True for what a field holds before anything was assigned to it.
    pub fn is_default(&self) -> bool {
        match self {
            Value::Boolean(value) => !value,
            Value::Byte(value) => *value == 0,
            Value::Short(value) => *value == 0,
            Value::Char(value) => *value == 0,
            Value::Int(value) => *value == 0,
            Value::Long(value) => *value == 0,
            Value::Float(value) => value.0 == 0,
            Value::Double(value) => value.0 == 0,
            Value::Null => true,
            Value::Object(_) => false,
        }
    }
}

/// A `float` by its bits; in JSON the shortest text that reads back as the same value, or
/// `NaN:` and the bits for NaNs other than Java's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatBits(pub u32);

/// A `double`, as [`FloatBits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoubleBits(pub u64);

impl FloatBits {
    /// Java's `Float.NaN`.
    pub const NAN: FloatBits = FloatBits(0x7fc0_0000);
}

impl DoubleBits {
    /// Java's `Double.NaN`.
    pub const NAN: DoubleBits = DoubleBits(0x7ff8_0000_0000_0000);
}

impl Serialize for FloatBits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = f32::from_bits(self.0);
        serializer.serialize_str(&match value.is_nan() && *self != FloatBits::NAN {
            true => format!("NaN:{:08x}", self.0),
            false => format!("{value:?}"),
        })
    }
}

impl Serialize for DoubleBits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = f64::from_bits(self.0);
        serializer.serialize_str(&match value.is_nan() && *self != DoubleBits::NAN {
            true => format!("NaN:{:016x}", self.0),
            false => format!("{value:?}"),
        })
    }
}

impl<'de> Deserialize<'de> for FloatBits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FloatBits, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = |_| serde::de::Error::custom(format!("{text:?} is no float"));
        if let Some(bits) = text.strip_prefix("NaN:") {
            return u32::from_str_radix(bits, 16).map(FloatBits).map_err(wrong);
        }
        match text.parse::<f32>() {
            Ok(value) if value.is_nan() => Ok(FloatBits::NAN),
            Ok(value) => Ok(FloatBits(value.to_bits())),
            Err(_) => Err(serde::de::Error::custom(format!("{text:?} is no float"))),
        }
    }
}

impl<'de> Deserialize<'de> for DoubleBits {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<DoubleBits, D::Error> {
        let text = String::deserialize(deserializer)?;
        let wrong = |_| serde::de::Error::custom(format!("{text:?} is no double"));
        if let Some(bits) = text.strip_prefix("NaN:") {
            return u64::from_str_radix(bits, 16).map(DoubleBits).map_err(wrong);
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_nan() => Ok(DoubleBits::NAN),
            Ok(value) => Ok(DoubleBits(value.to_bits())),
            Err(_) => Err(serde::de::Error::custom(format!("{text:?} is no double"))),
        }
    }
}

/// An object. Its number is its index in the list it stands in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Object {
    /// Its class as `Class.getTypeName` gives it: `com.acme.Outer$Inner`, `int[]`.
    pub class: String,
    /// The input object that it is, by number; in what was observed only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<usize>,
    /// What is in it.
    #[serde(flatten)]
    pub contents: Contents,
}

/// What is in an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Contents {
    /// An instance by its fields; those that are not mentioned do not matter.
    Fields(Vec<Field>),
    /// An array.
    Elements(Vec<Value>),
    /// A `String`.
    Text(Text),
    /// A constant of an enumeration, by name.
    Constant(String),
    /// A boxed primitive.
    Boxed(Value),
    /// A collection that is filled by `add`, in order.
    Collection(Vec<Value>),
    /// A map that is filled by `put`, in order.
    Map(Vec<(Value, Value)>),
    /// What a call of a method or constructor of the JDK makes, or a constant of it.
    Made(ConstructedBy),
    /// What the first call makes, after the others were made on it.
    Sequence(Vec<ConstructedBy>),
    /// An object of an interface, as a lambda expression makes one.
    Function(Function),
    /// The object of a class: its name as in [`Object::class`], beside which it stands.
    #[serde(rename = "class-object")]
    Class(String),
    /// An instance of which nothing but the class is known.
    Opaque,
}

/// How an object is made whose fields are nobody else's business.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConstructedBy {
    /// The class that has the method or the constant.
    pub class: String,
    /// Name of the static method or field; `<init>` for a constructor.
    pub member: String,
    /// Its descriptor.
    pub descriptor: String,
    /// The arguments of the call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<Value>,
    /// The object that the method is called on; nothing for a static one, and for one that is called on
    /// the object that it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Value>,
    /// What it returns takes the place of the object that it is called on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub takes_result: bool,
}

impl ConstructedBy {
    /// True for a constant.
    pub fn is_field(&self) -> bool {
        !self.descriptor.starts_with('(')
    }

    /// True if it is given more or fewer arguments than it takes.
    pub fn is_miscalled(&self) -> bool {
        self.parameters().len() != self.arguments.len()
    }

    /// All values that it is given: the object that it is called on, if it is another than the one it
    /// changes, and the arguments.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.on.iter().chain(&self.arguments)
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.on.iter_mut().chain(&mut self.arguments)
    }

    /// Types of the parameters of the call.
    pub fn parameters(&self) -> Vec<Type> {
        let signature = Signature::parse(&self.descriptor);
        signature.map_or_else(Vec::new, |signature| signature.parameters)
    }
}

/// A function: the method of its interface, and what that returns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Function {
    /// Name of the method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What its calls return, in order; none if that does not matter, or is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<Value>,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Field {
    /// The class that declares it.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Value,
}

/// UTF-16 text; in JSON a string, or a list of units where it is not well-formed.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Text(pub Vec<u16>);

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.encode_utf16().collect())
    }
}

impl Text {
    /// The text, with replacement characters for what is not well-formed.
    pub fn lossy(&self) -> String {
        String::from_utf16_lossy(&self.0)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum TextForm {
    Text(String),
    Units(Vec<u16>),
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match String::from_utf16(&self.0) {
            Ok(text) => TextForm::Text(text).serialize(serializer),
            Err(_) => TextForm::Units(self.0.clone()).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        Ok(match TextForm::deserialize(deserializer)? {
            TextForm::Text(text) => Text::from(text.as_str()),
            TextForm::Units(units) => Text(units),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(value: &Value) -> String {
        let text = serde_json::to_string(value).expect("it serialises");
        let back: Value = serde_json::from_str(&text).expect("it reads back");
        assert_eq!(*value, back, "{text}");
        text
    }

    #[test]
    fn values_keep_every_bit() {
        assert_eq!(
            round_trip(&Value::Double(DoubleBits(0.1f64.to_bits()))),
            r#"{"type":"double","value":"0.1"}"#
        );
        for bits in [
            0,
            1,
            0x8000_0000,
            0x7f80_0000,
            0x7fc0_0000,
            0xffc0_0001,
            0x7f80_0001,
        ] {
            round_trip(&Value::Float(FloatBits(bits)));
        }
        for bits in [
            1,
            1 << 63,
            0x7ff0_0000_0000_0000,
            0x7ff8_0000_0000_0000,
            u64::MAX,
        ] {
            round_trip(&Value::Double(DoubleBits(bits)));
        }
        for value in [i64::MIN, i64::MAX, (1 << 53) + 1] {
            round_trip(&Value::Long(value));
        }
        assert_eq!(round_trip(&Value::Null), r#"{"type":"null"}"#);
    }

    #[test]
    fn text_need_not_be_well_formed() {
        for units in [
            vec![0xd800],
            vec![0x41, 0xdc00],
            vec![0xd83d, 0xde00],
            vec![0, 0x22],
        ] {
            let object = Object {
                class: "java.lang.String".to_owned(),
                input: None,
                contents: Contents::Text(Text(units)),
            };
            let text = serde_json::to_string(&object).expect("it serialises");
            let back: Object = serde_json::from_str(&text).expect("it reads back");
            assert_eq!(object, back, "{text}");
        }
    }
}
