//! The description of the API (OpenAPI 3.1), made from the code: from the routes, from the types
//! that they take and give, from the kinds of problems, and from the cards of the games.

use std::collections::BTreeMap;

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use serde_json::{Map, Value, json};
use utoipa::PartialSchema;
use utoipa::openapi::OpenApi;

use super::layers::FREE;
use super::problem::{Kind, MEDIA_TYPE, ProblemDocument};
use super::tag::sent_if_new;
use crate::registry::{Naming, Registry, Room};

/// The finished document.
pub fn document(api: &OpenApi, registry: &Registry) -> Bytes {
    let mut document = serde_json::to_value(api).expect("the description is plain data");
    document["info"] = json!({
        "title": "bestmove",
        "version": env!("CARGO_PKG_VERSION"),
        "description": env!("CARGO_PKG_DESCRIPTION"),
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    document["tags"] = json!([
        { "name": "moves", "description": "Which move is best" },
        { "name": "positions", "description": "A position looked at" },
        { "name": "games", "description": "What is served" },
        { "name": "service", "description": "For whoever runs or watches the service" },
    ]);
    document["components"]["securitySchemes"] = json!({
        "bearer": { "type": "http", "scheme": "bearer", "description": ABOUT_KEYS },
        "header": { "type": "apiKey", "in": "header", "name": "X-Api-Key", "description": ABOUT_KEYS },
    });
    // Either, or none.
    document["security"] = json!([{}, { "bearer": [] }, { "header": [] }]);
    document["components"]["schemas"]["ProblemDocument"] =
        serde_json::to_value(ProblemDocument::schema()).expect("a schema is plain data");
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        schemas.values_mut().for_each(close);
        let answers = schemas.iter_mut().filter(|(name, _)| !name.ends_with("Request"));
        answers.for_each(|(_, schema)| leave_out_nulls(schema));
    }
    name_the_games(&mut document, registry);
    if let Some(Value::Object(paths)) = document.get_mut("paths") {
        for (path, item) in paths {
            let operations = item.as_object_mut().into_iter().flatten();
            for (method, operation) in operations {
                add_refusals(operation, path, method == "post");
                add_examples(operation, path, registry);
            }
        }
    }
    serde_json::to_vec(&document).expect("the description is plain data").into()
}

const ABOUT_KEYS: &str = "A key from the service's operator (`allowance.keys`): its callers share an allowance of \
                          their own, wherever they call from. Without one, or with one that nobody was given, callers \
                          are told apart by address.";

/// Sends the document, to whoever has another.
pub fn serve(asked: &HeaderMap, tag: HeaderValue, document: Bytes) -> Response {
    sent_if_new(asked, tag, || ([(header::CONTENT_TYPE, "application/json")], document).into_response())
}

/// Says of every object with named properties that it has no others.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.contains_key("properties") && !object.contains_key("additionalProperties") {
                object.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            object.values_mut().for_each(close);
        }
        Value::Array(list) => list.iter_mut().for_each(close),
        _ => {}
    }
}

/// Says of an answer that nothing in it is null: what is not there is left out.
fn leave_out_nulls(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_mut_slice() {
                    object["type"] = only.take();
                }
            }
            if let Some(Value::Array(mut choices)) = object.remove("oneOf") {
                choices.retain(|choice| choice["type"] != "null");
                match choices.as_mut_slice() {
                    [Value::Object(only)] => object.append(only),
                    _ => drop(object.insert("oneOf".to_owned(), choices.into())),
                }
            }
            object.values_mut().for_each(leave_out_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(leave_out_nulls),
        _ => {}
    }
}

/// Lists the games wherever a request names one.
fn name_the_games(document: &mut Value, registry: &Registry) {
    let mut ids: Vec<Value> = registry.ids().map(Value::from).collect();
    ids.push(Value::Null); // an absent field may be said so
    if let Some(Value::Object(schemas)) = document.pointer_mut("/components/schemas") {
        let requests = schemas.iter_mut().filter(|(name, _)| name.ends_with("Request"));
        for (_, schema) in requests {
            if let Some(game) = schema.pointer_mut("/properties/game") {
                game["enum"] = ids.clone().into();
            }
        }
    }
}

/// Describes how an operation may be refused.
fn add_refusals(operation: &mut Value, path: &str, has_body: bool) {
    let Some(responses) = operation.get_mut("responses").and_then(Value::as_object_mut) else { return };
    let mut by_status: BTreeMap<u16, Vec<Kind>> = BTreeMap::new();
    for kind in Kind::all().filter(|kind| may_happen(*kind, path, has_body)) {
        by_status.entry(kind.about().status.as_u16()).or_default().push(kind);
    }
    for (status, kinds) in by_status {
        responses.insert(status.to_string(), refusal(&kinds));
    }
}

/// Whether who asks there may be refused in that way.
fn may_happen(kind: Kind, path: &str, has_body: bool) -> bool {
    let asks_about_a_position = has_body || path == "/bestmove";
    match kind {
        // Who sees this description has found the method, and a batch refuses single requests in its answer.
        Kind::MethodNotAllowed | Kind::BudgetSpent => false,
        Kind::BadJson | Kind::Timeout | Kind::UnsupportedMediaType => has_body,
        Kind::BadType
        | Kind::UnknownField
        | Kind::BadValue
        | Kind::Conflict
        | Kind::BadPosition
        | Kind::IllegalMove
        | Kind::GameOver
        | Kind::ServerFull => asks_about_a_position,
        Kind::UnknownGame => asks_about_a_position || path == "/games/{id}",
        Kind::WarmingUp | Kind::NotAnswering => path == "/readyz",
        Kind::ShuttingDown => asks_about_a_position || path == "/readyz",
        Kind::TooManyRequests => !FREE.contains(&path),
        // What stands in braces may be nothing, or no text.
        Kind::NotFound => path.contains('{'),
        Kind::NotAcceptable | Kind::TooLarge | Kind::Internal => true,
    }
}

/// The refusals of one status.
fn refusal(kinds: &[Kind]) -> Value {
    let titles: Vec<_> = kinds
        .iter()
        .map(|kind| kind.about())
        .map(|about| format!("`{}`: {}", about.slug, about.title))
        .collect();
    let mut response = json!({
        "description": titles.join("; "),
        "content": { MEDIA_TYPE: { "schema": { "$ref": "#/components/schemas/ProblemDocument" } } },
    });
    if kinds.iter().any(|kind| matches!(kind, Kind::TooManyRequests | Kind::ServerFull)) {
        response["headers"] = json!({
            "retry-after": { "description": "Seconds", "schema": { "type": "integer", "minimum": 1 } },
        });
    }
    response
}

/// Shows how to ask about each game.
fn add_examples(operation: &mut Value, path: &str, registry: &Registry) {
    let Some(body) = operation.pointer_mut("/requestBody/content/application~1json") else { return };
    let request = |room: &dyn Room, position: &str| {
        let mut request = json!({ "game": room.card().id, "position": position });
        match path {
            "/bestmove" | "/batch" => request["level"] = json!("easy"),
            "/tree" => request["depth"] = json!(2),
            "/review" => {
                request["moves"] = first_moves(room, position).into();
                request["depth"] = json!(2);
            }
            _ => {}
        }
        if path == "/batch" { json!({ "requests": [request], "time_ms": 1000 }) } else { request }
    };
    let mut examples = Map::new();
    for room in registry.iter() {
        let card = room.card();
        let value = match (path, card.examples.first()) {
            ("/umpire", _) => room.umpire().map(|_| json!({ "game": card.id, "player": card.players[0] })),
            (_, position) => position.map(|position| request(room, position)),
        };
        if let Some(value) = value {
            examples.insert(card.id.to_owned(), json!({ "summary": card.name, "value": value }));
        }
    }
    body["examples"] = Value::Object(examples);
}

/// Moves of a game that is shown reviewed.
const SHOWN: usize = 2;

/// The first legal move of a position, and of what follows, until chance or an umpire has to speak.
fn first_moves(room: &dyn Room, position: &str) -> Vec<String> {
    let mut naming = Naming::of(position);
    while naming.moves.len() < SHOWN
        && let Ok(view) = room.position(&naming)
        && let Some(legal) = view.legal_moves.into_iter().next()
    {
        naming.moves.push(legal.r#move);
    }
    naming.moves
}
