//! Schemas of requests that are made of parts.

use utoipa::openapi::schema::{AdditionalProperties, Object, ObjectBuilder, Schema};
use utoipa::openapi::{RefOr, Type};

/// One object with the properties of all parts, and no others.
pub fn object_of(description: &str, parts: impl IntoIterator<Item = RefOr<Schema>>) -> RefOr<Schema> {
    let whole = ObjectBuilder::new()
        .schema_type(Type::Object)
        .description(Some(description))
        .additional_properties(Some(AdditionalProperties::FreeForm(false)));
    let mut whole: Object = whole.build();
    for part in parts {
        if let RefOr::T(Schema::Object(part)) = part {
            whole.properties.extend(part.properties);
            whole.required.extend(part.required);
        }
    }
    RefOr::T(Schema::Object(whole))
}
