//! What fields a part of a request has.

use serde::de::value::Error as Refusal;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::forward_to_deserialize_any;

/// The names of a struct's fields, as serde knows them.
pub fn names_of<'de, T: Deserialize<'de>>() -> &'static [&'static str] {
    struct Eavesdropper<'a>(&'a mut &'static [&'static str]);

    impl<'de> Deserializer<'de> for Eavesdropper<'_> {
        type Error = Refusal;

        fn deserialize_struct<V: Visitor<'de>>(
            self,
            _: &'static str,
            fields: &'static [&'static str],
            visitor: V,
        ) -> Result<V::Value, Refusal> {
            *self.0 = fields;
            self.deserialize_any(visitor)
        }

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Refusal> {
            Err(Refusal::custom("only the names are wanted"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
            newtype_struct seq tuple tuple_struct map enum identifier ignored_any
        }
    }

    let mut names: &'static [&'static str] = &[];
    let _ = T::deserialize(Eavesdropper(&mut names)); // refused by design
    names
}
