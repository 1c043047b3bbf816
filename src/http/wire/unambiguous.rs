//! JSON that says everything once.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::spelling::as_code;

/// JSON in which no object says the same name twice: which of the two would be meant?
pub struct Unambiguous(pub Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Unambiguous, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Unambiguous;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("any JSON")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Unambiguous, A::Error> {
                let mut object = Map::new();
                while let Some((name, Unambiguous(value))) = map.next_entry::<String, _>()? {
                    if object.contains_key(&name) {
                        return Err(A::Error::custom(format!("the name {} appears twice", as_code(&name))));
                    }
                    object.insert(name, value);
                }
                Ok(Unambiguous(Value::Object(object)))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Unambiguous, A::Error> {
                let mut list = Vec::new();
                while let Some(Unambiguous(value)) = seq.next_element()? {
                    list.push(value);
                }
                Ok(Unambiguous(Value::Array(list)))
            }

            fn visit_bool<E>(self, value: bool) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }
            fn visit_str<E>(self, value: &str) -> Result<Unambiguous, E> {
                Ok(Unambiguous(value.into()))
            }
            fn visit_unit<E>(self) -> Result<Unambiguous, E> {
                Ok(Unambiguous(Value::Null))
            }
        }

        deserializer.deserialize_any(Reader)
    }
}
