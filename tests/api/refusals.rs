//! Whatever is wrong with a request, the answer says so: never a 500, never a guess.

use std::collections::BTreeSet;

use axum::body::Body;
use axum::http::{Method, Request};
use serde_json::json;

use crate::house::{STANDARD, get, post};

/// A body, and the status, slug and pointer of its refusal.
type Wrong = (&'static str, u16, &'static str, Option<&'static str>);

const WRONG: &[Wrong] = &[
    // No JSON.
    ("", 400, "bad-json", None),
    ("   ", 400, "bad-json", None),
    ("{", 400, "bad-json", None),
    ("{\"game\": pennies}", 400, "bad-json", None),
    ("{\"game\": \"pennies\",}", 400, "bad-json", None),
    ("{\"game\": \"pennies\"} {}", 400, "bad-json", None),
    ("{\"game\": \"pennies\", \"game\": \"pennies\"}", 400, "bad-json", None),
    ("{\"game\": \"pennies\", \"depth\": 1e999}", 400, "bad-json", None),
    ("{\"game\": \"pennies\", \"depth\": NaN}", 400, "bad-json", None),
    ("{\"game\": \"pennies\", \"depth\": 01}", 400, "bad-json", None),
    ("{\"game\": \"\\ud800\"}", 400, "bad-json", None),
    ("fen=8/8", 400, "bad-json", None),
    // No object.
    ("null", 400, "bad-type", Some("")),
    ("[]", 400, "bad-type", Some("")),
    ("14", 400, "bad-type", Some("")),
    ("\"pennies\"", 400, "bad-type", Some("")),
    // Wrong types.
    ("{\"grid\": {}}", 400, "bad-type", Some("/grid")),
    ("{\"grid\": 5}", 400, "bad-type", Some("/grid")),
    ("{\"grid\": [1, 0, null, null, null, null, null, null, null]}", 400, "bad-type", Some("/grid")),
    ("{\"game\": 3}", 400, "bad-type", Some("/game")),
    ("{\"game\": [\"pennies\"]}", 400, "bad-type", Some("/game")),
    ("{\"game\": \"pennies\", \"position\": 14}", 400, "bad-type", Some("/position")),
    ("{\"game\": \"pennies\", \"moves\": \"1\"}", 400, "bad-type", Some("/moves")),
    ("{\"game\": \"pennies\", \"moves\": {\"0\": \"1\"}}", 400, "bad-type", Some("/moves")),
    ("{\"game\": \"pennies\", \"moves\": [\"1\", 2]}", 400, "bad-type", Some("/moves/1")),
    ("{\"game\": \"pennies\", \"moves\": [null]}", 400, "bad-type", Some("/moves/0")),
    ("{\"game\": \"pennies\", \"depth\": \"abc\"}", 400, "bad-type", Some("/depth")),
    ("{\"game\": \"pennies\", \"depth\": \"3\"}", 400, "bad-type", Some("/depth")),
    ("{\"game\": \"pennies\", \"depth\": 2.5}", 400, "bad-type", Some("/depth")),
    ("{\"game\": \"pennies\", \"depth\": true}", 400, "bad-type", Some("/depth")),
    ("{\"game\": \"pennies\", \"depth\": []}", 400, "bad-type", Some("/depth")),
    ("{\"game\": \"pennies\", \"time_ms\": {}}", 400, "bad-type", Some("/time_ms")),
    ("{\"game\": \"pennies\", \"book\": 1}", 400, "bad-type", Some("/book")),
    ("{\"game\": \"pennies\", \"book\": \"false\"}", 400, "bad-type", Some("/book")),
    ("{\"game\": \"pennies\", \"level\": 3}", 400, "bad-type", Some("/level")),
    ("{\"game\": \"pennies\", \"search_moves\": \"1\"}", 400, "bad-type", Some("/search_moves")),
    // Unknown fields.
    ("{\"game\": \"pennies\", \"dept\": 3}", 400, "unknown-field", Some("/dept")),
    ("{\"game\": \"pennies\", \"Depth\": 3}", 400, "unknown-field", Some("/Depth")),
    ("{\"game\": \"pennies\", \"\": 3}", 400, "unknown-field", Some("/")),
    ("{\"game\": \"pennies\", \"a/b~\": 3}", 400, "unknown-field", Some("/a~1b~0")),
    ("{\"game\": \"pennies\", \"roll\": true}", 400, "unknown-field", Some("/roll")),
    // Values that cannot be.
    ("{}", 422, "bad-value", Some("/game")),
    ("{\"position\": \"14\"}", 422, "bad-value", Some("/game")),
    ("{\"game\": \"pennies\", \"depth\": 0}", 422, "bad-value", Some("/depth")),
    ("{\"game\": \"pennies\", \"depth\": -1}", 422, "bad-value", Some("/depth")),
    ("{\"game\": \"pennies\", \"depth\": 18446744073709551616}", 422, "bad-value", Some("/depth")),
    ("{\"game\": \"pennies\", \"depth\": 1e300}", 422, "bad-value", Some("/depth")),
    ("{\"game\": \"pennies\", \"depth\": -1e300}", 422, "bad-value", Some("/depth")),
    ("{\"game\": \"pennies\", \"time_ms\": 0}", 422, "bad-value", Some("/time_ms")),
    ("{\"game\": \"pennies\", \"time_ms\": -5}", 422, "bad-value", Some("/time_ms")),
    ("{\"game\": \"pennies\", \"nodes\": 0}", 422, "bad-value", Some("/nodes")),
    ("{\"game\": \"pennies\", \"lines\": 0}", 422, "bad-value", Some("/lines")),
    ("{\"game\": \"pennies\", \"threads\": 0}", 422, "bad-value", Some("/threads")),
    ("{\"game\": \"pennies\", \"seed\": -1}", 422, "bad-value", Some("/seed")),
    ("{\"game\": \"pennies\", \"elo\": 0}", 422, "bad-value", Some("/elo")),
    ("{\"game\": \"pennies\", \"elo\": 1500}", 422, "bad-value", Some("/elo")),
    ("{\"game\": \"pennies\", \"level\": \"expert\"}", 422, "bad-value", Some("/level")),
    ("{\"game\": \"pennies\", \"level\": \"\"}", 422, "bad-value", Some("/level")),
    ("{\"game\": \"pennies\", \"search_moves\": []}", 422, "bad-value", Some("/search_moves")),
    ("{\"game\": \"pennies\", \"turn\": \"third\"}", 422, "bad-value", Some("/turn")),
    ("{\"game\": \"kalah\", \"turn\": \"south\"}", 422, "bad-value", Some("/turn")),
    ("{\"game\": \"pennies\", \"win\": 3}", 422, "bad-value", Some("/win")),
    // Positions and moves that cannot be.
    ("{\"game\": \"pennies\", \"position\": \"\"}", 422, "bad-position", Some("/position")),
    ("{\"game\": \"pennies\", \"position\": \"-1\"}", 422, "bad-position", Some("/position")),
    (
        "{\"game\": \"pennies\", \"position\": \"99999999999999999999\"}",
        422,
        "bad-position",
        Some("/position"),
    ),
    ("{\"game\": \"pennies\", \"position\": \"\u{0}\"}", 400, "bad-json", None),
    ("{\"game\": \"pennies\", \"moves\": [\"1\", \"4\"]}", 422, "illegal-move", Some("/moves/1")),
    ("{\"game\": \"pennies\", \"moves\": [\"\"]}", 422, "illegal-move", Some("/moves/0")),
    (
        "{\"game\": \"pennies\", \"position\": \"1\", \"moves\": [\"1\", \"1\"]}",
        422,
        "illegal-move",
        Some("/moves/1"),
    ),
    (
        "{\"game\": \"pennies\", \"search_moves\": [\"1\", \"e4\"]}",
        422,
        "illegal-move",
        Some("/search_moves/1"),
    ),
    ("{\"game\": \"pennies\", \"position\": \"0\"}", 422, "game-over", Some("/position")),
    // Fields that contradict each other.
    ("{\"game\": \"pennies\", \"fen\": \"8/8\"}", 422, "conflicting-fields", Some("/fen")),
    ("{\"game\": \"pennies\", \"grid\": \"X........\"}", 422, "conflicting-fields", Some("/grid")),
    ("{\"game\": \"pennies\", \"level\": \"easy\", \"elo\": 1500}", 422, "conflicting-fields", Some("/elo")),
    // Games that there are not.
    ("{\"game\": \"penny\"}", 404, "unknown-game", Some("/game")),
    ("{\"game\": \"\"}", 404, "unknown-game", Some("/game")),
    ("{\"game\": \"../pennies\"}", 404, "unknown-game", Some("/game")),
];

#[tokio::test]
async fn every_mistake_is_named_and_pointed_at() {
    for (body, status, slug, pointer) in WRONG {
        let problem = STANDARD.post("/bestmove", body).await.problem();
        let told = (problem["status"].as_u64(), problem["type"].as_str(), problem["pointer"].as_str());
        let slug = format!("/problems/{slug}");
        assert_eq!(told, (Some(u64::from(*status)), Some(slug.as_str()), *pointer), "{body}: {problem}");
    }
}

#[tokio::test]
async fn the_same_mistakes_are_refused_wherever_a_position_is_sent() {
    let about_positions = ["bad-json", "bad-position", "illegal-move", "conflicting-fields", "unknown-game"];
    for path in ["/position", "/evaluate", "/tree"] {
        for (body, status, slug, _) in WRONG.iter().filter(|wrong| about_positions.contains(&wrong.2)) {
            if body.contains("search_moves") || body.contains("elo") || body.contains("depth") {
                continue;
            }
            let problem = STANDARD.post(path, body).await.problem();
            assert_eq!(problem["status"], *status, "{path} {body}: {problem}");
            assert_eq!(problem["type"], format!("/problems/{slug}"), "{path} {body}: {problem}");
        }
    }
}

#[tokio::test]
async fn an_unknown_name_is_refused_with_the_nearest_known_one() {
    for (body, hint) in [
        (json!({"game": "penies"}), "Did you mean \"pennies\"?"),
        (json!({"game": "chees"}), "Did you mean \"chess\"?"),
        (json!({"game": "gomoku"}), "Did you mean \"tic-tac-toe\"?"),
        (json!({"game": "pennies", "dpeth": 3}), "Did you mean `depth`?"),
        (json!({"game": "pennies", "timems": 3}), "Did you mean `time_ms`?"),
        (json!({"game": "pennies", "level": "medum"}), "Did you mean \"medium\"?"),
    ] {
        assert_eq!(STANDARD.post("/bestmove", &body).await.problem()["hint"], hint, "{body}");
    }
}

#[tokio::test]
async fn a_finished_game_is_pointed_at_by_whatever_led_to_it() {
    for (body, pointer) in [
        (json!({"grid": "XXXOO...."}), "/grid"),
        (json!({"fen": "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}), "/fen"),
        (json!({"game": "pennies", "position": "0"}), "/position"),
        (json!({"game": "pennies", "position": "3", "moves": ["3"]}), "/moves"),
    ] {
        assert_eq!(STANDARD.post("/bestmove", &body).await.problem()["pointer"], pointer, "{body}");
    }
}

#[tokio::test]
async fn a_finished_game_is_refused_with_its_result() {
    let problem = STANDARD.post("/bestmove", json!({"game": "pennies", "position": "0"})).await.problem();
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("second has won")), "{problem}");
}

#[tokio::test]
async fn the_parameters_of_a_query_are_pointed_at_by_name() {
    for (query, status, pointer) in [
        ("depth=abc", 400, "/depth"),
        ("depth=", 400, "/depth"),
        ("depth=0", 422, "/depth"),
        ("depth=-3", 422, "/depth"),
        ("depth=1.5", 400, "/depth"),
        ("depth=1&depth=2", 400, "/depth"),
        ("moves=1,x", 422, "/moves/1"),
        ("dept=3", 400, "/dept"),
        ("level=hart", 422, "/level"),
        ("book=maybe", 400, "/book"),
        ("position=abc", 422, "/position"),
        ("fen=8/8", 422, "/fen"),
    ] {
        let problem = STANDARD.get(&format!("/bestmove?game=pennies&{query}")).await.problem();
        let told = (problem["status"].as_u64(), problem["pointer"].as_str());
        assert_eq!(told, (Some(status), Some(pointer)), "{query}: {problem}");
    }
}

#[tokio::test]
async fn a_query_beside_a_body_is_not_passed_over() {
    for query in ["position=13", "position", "&position=13"] {
        let path = format!("/bestmove?{query}");
        let problem = STANDARD.post(&path, json!({"game": "pennies"})).await.problem();
        assert_eq!((&problem["status"], &problem["pointer"]), (&json!(400), &json!("/position")), "{query}");
    }
}

#[tokio::test]
async fn what_is_not_there_is_refused_in_the_same_form() {
    for path in [
        "/nothing",
        "/games/%ff",
        "/bestmove/",
        "/problems/none",
        "/problems/%ff",
        "/..%2f..%2fetc/passwd",
        "/docs/x",
    ] {
        let problem = STANDARD.get(path).await.problem();
        assert_eq!(
            (&problem["status"], &problem["type"]),
            (&json!(404), &json!("/problems/not-found")),
            "{path}"
        );
    }
    assert_eq!(STANDARD.get("/games/go-fish").await.problem()["type"], "/problems/unknown-game");
    let problem = STANDARD.get("/games/penies").await.problem();
    assert_eq!(problem["hint"], "Did you mean \"pennies\"?");
}

#[tokio::test]
async fn no_refusal_leaves_the_caller_without_a_hint() {
    for (body, ..) in WRONG {
        let problem = STANDARD.post("/bestmove", body).await.problem();
        assert!(problem["hint"].is_string(), "{body}: {problem}");
    }
}

#[tokio::test]
async fn an_address_that_is_like_another_is_told_that_one() {
    for (path, meant) in [
        ("/bestMove", "Did you mean /bestmove?"),
        ("/best-move", "Did you mean /bestmove?"),
        ("/bestmove/", "Did you mean /bestmove?"),
        ("/api/bestmove", "Did you mean /bestmove?"),
        ("/game", "Did you mean /games?"),
        ("/openapi", "Did you mean /openapi.json?"),
        ("/robots.txt", "GET /openapi.json lists every route of the API, and /docs shows them"),
        ("/favicon.ico", "GET /openapi.json lists every route of the API, and /docs shows them"),
    ] {
        assert_eq!(STANDARD.get(path).await.problem()["hint"], meant, "{path}");
    }
}

#[tokio::test]
async fn a_wrong_method_is_told_the_right_ones() {
    for (method, path, allowed) in [
        (Method::DELETE, "/bestmove", ["GET", "HEAD", "POST"].as_slice()),
        (Method::GET, "/position", &["POST"]),
        (Method::POST, "/games", &["GET", "HEAD"]),
        (Method::PUT, "/static/0/docs.js", &["GET", "HEAD"]),
    ] {
        let request = Request::builder().method(&method).uri(path).body(Body::empty()).expect("a request");
        let refused = STANDARD.send(request).await;
        let told: BTreeSet<_> = refused.header("allow").split(',').map(str::trim).collect();
        assert_eq!(told, allowed.iter().copied().collect(), "{method} {path}");
        assert_eq!(refused.problem()["status"], 405, "{method} {path}");
    }
}

#[tokio::test]
async fn a_body_that_is_not_said_to_be_json_is_refused() {
    let body = json!({"game": "pennies"});
    for (media_type, status) in [
        ("application/json; charset=utf-8", 200),
        ("application/vnd.bestmove+json", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=x", 415),
    ] {
        let answered = STANDARD.send(post("/bestmove", &[("content-type", media_type)], &body)).await;
        assert_eq!(answered.status, status, "{media_type}");
    }
}

#[tokio::test]
async fn who_takes_no_encoding_at_all_is_refused_like_everybody_else() {
    for encodings in ["identity;q=0", "*;q=0"] {
        let problem = STANDARD.send(get("/version", &[("accept-encoding", encodings)])).await.problem();
        assert_eq!((&problem["status"], &problem["type"]), (&json!(406), &json!("/problems/not-acceptable")));
    }
}

#[tokio::test]
async fn an_answer_in_no_accepted_form_is_refused() {
    for path in ["/games", "/limits", "/problems", "/bestmove?game=pennies"] {
        let problem = STANDARD.send(get(path, &[("accept", "image/png")])).await.problem();
        assert_eq!(problem["status"], 406, "{path}");
    }
}

#[tokio::test]
async fn a_body_beyond_the_cap_is_too_large() {
    let body = json!({"game": "pennies", "position": "1".repeat(1 << 20)});
    assert_eq!(STANDARD.post("/bestmove", body).await.problem()["status"], 413);
    let body = json!({"game": "pennies", "moves": vec!["1"; 20_000]});
    assert_eq!(STANDARD.post("/bestmove", body).await.problem()["status"], 413);
}

#[tokio::test]
async fn every_refusal_has_an_explanation_at_its_type() {
    let problems = STANDARD.get("/problems").await.ok();
    let problems = problems.as_array().expect("a list");
    assert!(problems.len() > 15);
    let list = STANDARD.send(get("/problems", &[("accept", "text/html,*/*;q=0.8")])).await.text;
    for problem in problems {
        let path = problem["type"].as_str().expect("a type");
        assert!(list.contains(&format!("<a href=\"{path}\">")), "{path}");
        assert_eq!(&STANDARD.get(path).await.ok(), problem);
        let page = STANDARD.send(get(path, &[("accept", "text/html,*/*;q=0.8")])).await;
        assert!(page.text.contains(problem["title"].as_str().expect("a title")), "{path}");
        assert!(page.header("content-type").starts_with("text/html"));
    }
}

#[tokio::test]
async fn nothing_that_is_sent_brings_the_service_down() {
    let deep = "[".repeat(50_000);
    let long = "9".repeat(200_000);
    for body in [
        deep.clone(),
        format!("{{\"game\": {deep}"),
        format!("{{\"game\": \"pennies\", \"depth\": {long}}}"),
        format!("{{\"game\": \"pennies\", \"position\": \"{long}\"}}"),
        format!("{{\"{long}\": 1}}"),
        format!("{{\"game\": \"{}\"}}", "🃏".repeat(10_000)),
        "{\"game\": \"pennies\", \"position\": \"١٤\"}".to_owned(),
    ] {
        for path in ["/bestmove", "/position", "/evaluate", "/tree", "/batch"] {
            let refused = STANDARD.post(path, &body).await;
            assert!(refused.status.is_client_error(), "{path}: {}", refused.status);
            assert!(refused.problem()["detail"].as_str().is_some_and(|detail| detail.len() < 1000), "{path}");
        }
    }
}

#[tokio::test]
async fn what_was_sent_is_not_repeated_without_end() {
    let long = "a".repeat(50_000);
    for path in [format!("/{long}"), format!("/games/{long}"), format!("/bestmove?{long}=1")] {
        assert!(STANDARD.get(&path).await.text.len() < 1000);
    }
    let method = Method::from_bytes(long.as_bytes()).expect("a method");
    let request = Request::builder().method(method).uri("/games").body(Body::empty()).expect("a request");
    assert!(STANDARD.send(request).await.text.len() < 1000);
}

#[tokio::test]
async fn a_body_that_breaks_off_is_asked_for_again() {
    let pieces = [Ok("{\"game\": "), Err(std::io::Error::other("the line is dead"))];
    let body = Body::from_stream(tokio_stream::iter(pieces));
    let request = Request::post("/bestmove").body(body).expect("a request");
    let problem = STANDARD.send(request).await.problem();
    assert_eq!(
        (&problem["status"], &problem["hint"]),
        (&json!(400), &json!("Send the request again, in one piece"))
    );
}

#[tokio::test]
async fn a_body_that_is_not_utf_8_is_refused() {
    let request = Request::post("/bestmove")
        .header("content-type", "application/json")
        .body(Body::from(b"{\"game\": \"\xff\xfe\"}".to_vec()))
        .expect("a request");
    assert_eq!(STANDARD.send(request).await.problem()["type"], "/problems/bad-json");
}
