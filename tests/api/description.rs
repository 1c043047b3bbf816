//! `/openapi.json`: the description says what the service does.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::house::STANDARD;

async fn document() -> Value {
    STANDARD.get("/openapi.json").await.ok()
}

/// Every operation with its path and method.
fn operations(document: &Value) -> impl Iterator<Item = (&str, &str, &Value)> {
    let paths = document["paths"].as_object().expect("paths");
    paths.iter().flat_map(|(path, item)| {
        let methods = item.as_object().expect("operations").iter();
        methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
    })
}

#[tokio::test]
async fn what_is_promised_is_described_and_nothing_else() {
    let document = document().await;
    assert!(document["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    let described: BTreeSet<_> =
        operations(&document).map(|(path, method, _)| format!("{method} {path}")).collect();
    let promised = [
        "post /bestmove",
        "get /bestmove",
        "post /position",
        "post /evaluate",
        "post /tree",
        "post /review",
        "post /batch",
        "post /umpire",
        "get /games",
        "get /games/{id}",
        "get /limits",
        "get /problems",
        "get /problems/{slug}",
        "get /healthz",
        "get /readyz",
        "get /version",
        "get /metrics",
    ];
    assert_eq!(described, promised.map(str::to_owned).into());
}

#[tokio::test]
async fn every_type_says_what_it_is() {
    let document = document().await;
    let types = document["components"]["schemas"].as_object().expect("types").iter();
    let silent: Vec<_> = types.filter(|(_, schema)| !schema["description"].is_string()).collect();
    assert!(silent.is_empty(), "{silent:?}");
}

#[tokio::test]
async fn a_batch_is_described_as_an_object_and_as_an_array_alone() {
    let document = document().await;
    let choices = &document["components"]["schemas"]["BatchRequest"]["oneOf"];
    let [whole, alone] = [&choices[0], &choices[1]];
    assert_eq!((&whole["type"], &alone["type"]), (&json!("object"), &json!("array")));
    assert_eq!((&whole["properties"]["requests"], &alone["maxItems"]), (alone, &json!(256)));
}

#[tokio::test]
async fn every_operation_has_a_summary_and_its_refusals() {
    let document = document().await;
    for (path, method, operation) in operations(&document) {
        assert!(operation["summary"].is_string() && operation["operationId"].is_string(), "{method} {path}");
        for status in ["406", "413", "500"] {
            let content = &operation["responses"][status]["content"]["application/problem+json"];
            assert!(content.is_object(), "{method} {path}: {status}");
        }
    }
}

#[tokio::test]
async fn nobody_is_refused_for_what_was_not_asked() {
    let document = document().await;
    for (path, method, operation) in operations(&document) {
        let told = |status: &str, slug: &str| {
            let description = operation["responses"][status]["description"].as_str();
            description.is_some_and(|text| text.contains(&format!("`{slug}`")))
        };
        let has_body = method == "post";
        assert_eq!(told("400", "bad-json"), has_body, "{method} {path}");
        assert_eq!(told("415", "unsupported-media-type"), has_body, "{method} {path}");
        let asks = has_body || path == "/bestmove";
        for (status, slug) in
            [("400", "bad-type"), ("422", "bad-position"), ("422", "game-over"), ("503", "server-full")]
        {
            assert_eq!(told(status, slug), asks, "{method} {path}: {slug}");
        }
        assert_eq!(told("404", "unknown-game"), asks || path == "/games/{id}", "{method} {path}");
        assert_eq!(told("404", "not-found"), path.contains('{'), "{method} {path}");
        assert_eq!(told("503", "warming-up"), path == "/readyz", "{method} {path}");
        let free = ["/healthz", "/readyz", "/version", "/metrics", "/limits"].contains(&path);
        assert_eq!(told("429", "too-many-requests"), !free, "{method} {path}");
        assert!(
            !told("422", "budget-spent"),
            "{method} {path}: a batch refuses single requests in its answer"
        );
    }
    let moves = vec!["1"; 10_001].join(",");
    let refused = STANDARD.get(&format!("/bestmove?game=pennies&moves={moves}")).await;
    let status = refused.status.as_str();
    assert!(document["paths"]["/bestmove"]["get"]["responses"][status].is_object(), "{status}");
}

#[tokio::test]
async fn a_key_may_be_sent_in_either_way_or_not_at_all() {
    let document = document().await;
    let schemes = &document["components"]["securitySchemes"];
    assert_eq!(schemes["bearer"]["scheme"], "bearer");
    assert_eq!(
        (&schemes["header"]["in"], &schemes["header"]["name"]),
        (&json!("header"), &json!("X-Api-Key"))
    );
    assert_eq!(document["security"], json!([{}, {"bearer": []}, {"header": []}]));
}

#[tokio::test]
async fn every_reference_leads_somewhere() {
    fn follow(value: &Value, document: &Value) {
        match value {
            Value::Object(object) => {
                if let Some(Value::String(reference)) = object.get("$ref") {
                    let pointer = reference.strip_prefix('#').expect("a local reference");
                    assert!(document.pointer(pointer).is_some(), "{reference}");
                }
                object.values().for_each(|value| follow(value, document));
            }
            Value::Array(list) => list.iter().for_each(|value| follow(value, document)),
            _ => {}
        }
    }
    let document = document().await;
    follow(&document, &document);
}

#[tokio::test]
async fn nothing_in_an_answer_is_null_and_no_number_is_larger_than_its_format() {
    fn check(value: &Value, name: &str, is_answer: bool) {
        assert!(!is_answer || value != "null", "{name}");
        let most = value["maximum"].as_u64().unwrap_or(0);
        assert!(value["format"] != "int32" || i32::try_from(most).is_ok(), "{name}: {value}");
        match value {
            Value::Object(object) => object.values().for_each(|value| check(value, name, is_answer)),
            Value::Array(list) => list.iter().for_each(|value| check(value, name, is_answer)),
            _ => {}
        }
    }
    let document = document().await;
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        check(schema, name, !name.ends_with("Request"));
    }
    check(&document["paths"], "paths", false);
}

#[tokio::test]
async fn every_example_in_it_works() {
    let document = document().await;
    for (path, _, operation) in operations(&document).filter(|(_, method, _)| *method == "post") {
        let body = &operation["requestBody"]["content"]["application/json"];
        let examples = body["examples"].as_object().unwrap_or_else(|| panic!("{path} has none"));
        let rooms = STANDARD.app.registry.iter();
        let shown = rooms.filter(|room| path != "/umpire" || room.umpire().is_some()).count();
        assert_eq!(examples.len(), shown, "{path}");
        for (name, example) in examples {
            let answered = STANDARD.post(path, &example["value"]).await;
            assert_eq!(answered.status, 200, "{path} {name}: {}", answered.text);
            let judged = path != "/review" || answered.json()["moves"][0]["judgement"].is_string();
            assert!(judged, "{name}: {}", answered.text);
        }
    }
}

#[tokio::test]
async fn every_numeric_parameter_can_be_said_in_a_query() {
    let document = document().await;
    let parameters = document["paths"]["/bestmove"]["get"]["parameters"].as_array().expect("parameters");
    assert!(parameters.len() > 15);
    for parameter in parameters {
        let name = parameter["name"].as_str().expect("a name");
        let types = parameter["schema"]["type"].to_string();
        let sample = if types.contains("integer") {
            "1"
        } else if types.contains("boolean") {
            "false"
        } else {
            continue;
        };
        let answered = STANDARD.get(&format!("/bestmove?game=pennies&{name}={sample}")).await;
        assert_ne!(answered.json()["type"], json!("/problems/bad-type"), "{name}: {}", answered.text);
    }
}
