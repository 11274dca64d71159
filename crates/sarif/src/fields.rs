//! A value in a log, with where it is: what it has must be of the kinds that the format says.

use crate::SarifError;
use serde_json::Value;

/// An object of a log.
#[derive(Clone)]
pub(crate) struct Fields<'v> {
    value: &'v Value,
    /// JSON pointer to it.
    at: String,
}

impl<'v> Fields<'v> {
    /// The log itself.
    ///
    /// # Errors
    /// If it is no object.
    pub(crate) fn of_log(value: &'v Value) -> Result<Fields<'v>, SarifError> {
        Fields::new(value, String::new())
    }

    fn new(value: &'v Value, at: String) -> Result<Fields<'v>, SarifError> {
        match value.is_object() {
            true => Ok(Fields { value, at }),
            false => Err(shape(at, "an object")),
        }
    }

    fn below(&self, key: &str) -> String {
        format!("{}/{key}", self.at)
    }

    /// The value of a key; `None` also if it is null.
    fn get(&self, key: &str) -> Option<&'v Value> {
        self.value.get(key).filter(|value| !value.is_null())
    }

    /// An object, if it is there.
    ///
    /// # Errors
    /// If it is something else.
    pub(crate) fn object(&self, key: &str) -> Result<Option<Fields<'v>>, SarifError> {
        let value = self.get(key);
        value
            .map(|value| Fields::new(value, self.below(key)))
            .transpose()
    }

    /// The object that several keys lead to, one after the other.
    ///
    /// # Errors
    /// If something on the way is no object.
    pub(crate) fn path(&self, keys: &[&str]) -> Result<Option<Fields<'v>>, SarifError> {
        let mut found = Some(self.clone());
        for key in keys {
            found = match found {
                Some(fields) => fields.object(key)?,
                None => return Ok(None),
            };
        }
        Ok(found)
    }

    /// Objects of a list; none if it is not there.
    ///
    /// # Errors
    /// If it is no list, or one of them no object.
    pub(crate) fn list(&self, key: &str) -> Result<Vec<Fields<'v>>, SarifError> {
        let Some(value) = self.get(key) else {
            return Ok(Vec::new());
        };
        let Some(all) = value.as_array() else {
            return Err(shape(self.below(key), "a list"));
        };
        let all = all.iter().enumerate();
        let all = all.map(|(number, value)| {
            let at = format!("{}/{number}", self.below(key));
            Fields::new(value, at)
        });
        all.collect()
    }

    /// The values of an object by their keys; none if it is not there.
    ///
    /// # Errors
    /// If it is no object.
    pub(crate) fn entries(
        &self,
        key: &str,
    ) -> Result<impl Iterator<Item = (&'v str, &'v Value)>, SarifError> {
        let value = self.object(key)?.map(|fields| fields.value);
        let entries = value.and_then(Value::as_object).into_iter().flatten();
        Ok(entries.map(|(key, value)| (key.as_str(), value)))
    }

    /// Texts of a list; none if it is not there.
    ///
    /// # Errors
    /// If it is no list. What in it is no text is left out.
    pub(crate) fn texts(&self, key: &str) -> Result<Vec<&'v str>, SarifError> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(Value::Array(all)) => Ok(all.iter().filter_map(Value::as_str).collect()),
            Some(_) => Err(shape(self.below(key), "a list")),
        }
    }

    /// A text, if it is there.
    ///
    /// # Errors
    /// If it is something else.
    pub(crate) fn text(&self, key: &str) -> Result<Option<&'v str>, SarifError> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let text = value.as_str();
        text.map(Some)
            .ok_or_else(|| shape(self.below(key), "a text"))
    }

    /// A number of a line, column or entry of a list, if it is there; -1 stands for none.
    ///
    /// # Errors
    /// If it is something else.
    pub(crate) fn number(&self, key: &str) -> Result<Option<u32>, SarifError> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        if value.as_i64() == Some(-1) {
            return Ok(None);
        }
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        number
            .map(Some)
            .ok_or_else(|| shape(self.below(key), "a number from 0"))
    }

    /// That something is missing.
    pub(crate) fn missing(&self, key: &str, expected: &'static str) -> SarifError {
        shape(self.below(key), expected)
    }

    /// True if there is something for a key.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
}

fn shape(at: String, expected: &'static str) -> SarifError {
    SarifError::Shape {
        at: match at.is_empty() {
            true => "/".to_owned(),
            false => at,
        },
        expected,
    }
}
