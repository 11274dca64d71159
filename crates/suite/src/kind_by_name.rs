//! Kinds of errors in files are the names that users see.

use ir::ErrorKind;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

pub(crate) fn serialize<S: Serializer>(kind: &ErrorKind, serializer: S) -> Result<S::Ok, S::Error> {
    kind.name().serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<ErrorKind, D::Error> {
    named(&String::deserialize(deserializer)?)
}

fn named<E: Error>(name: &str) -> Result<ErrorKind, E> {
    ErrorKind::from_name(name).ok_or_else(|| E::custom(format!("unknown kind of error {name:?}")))
}

/// The same for a kind that may be missing.
pub(crate) mod optional {
    use super::named;
    use ir::ErrorKind;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        kind: &Option<ErrorKind>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        kind.map(ErrorKind::name).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<ErrorKind>, D::Error> {
        let name = Option::<String>::deserialize(deserializer)?;
        name.map(|name| named(&name)).transpose()
    }
}
