//! `/batch`: many requests under one budget.

use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::house::{STANDARD, UNTAUGHT, post, untaught_with};
use crate::patience::{PATIENCE, until};

#[tokio::test]
async fn each_request_is_answered_or_refused_at_its_index() {
    let body = json!({"requests": [
        {"game": "pennies", "position": "14"},
        {"game": "pennies", "depth": 0},
        {"game": "pennies", "position": "0"},
        17,
        {"game": "pennies", "position": "7", "depth": 2},
    ]});
    let results = STANDARD.post("/batch", body).await.ok()["results"].clone();
    let results = results.as_array().expect("results");
    let told: Vec<_> = results
        .iter()
        .map(|result| {
            let problem = result["problem"]["pointer"].as_str();
            (result["index"].as_u64().unwrap_or(99), result["answer"]["move"].as_str(), problem)
        })
        .collect();
    assert_eq!(
        told,
        [
            (0, Some("2"), None),
            (1, None, Some("/requests/1/depth")),
            (2, None, Some("/requests/2/position")),
            (3, None, Some("/requests/3")),
            (4, Some("3"), None),
        ]
    );
}

#[tokio::test]
async fn the_array_alone_is_a_batch_too() {
    let requests = json!([{"game": "pennies", "position": "14"}, {"game": "pennies", "depth": 0}]);
    let whole = STANDARD.post("/batch", json!({"requests": requests})).await.ok();
    let told = |body: &Value| {
        let results = &body["results"];
        (results[0]["answer"]["move"].clone(), results[1]["problem"]["detail"].clone())
    };
    let alone = STANDARD.post("/batch", requests).await.ok();
    assert_eq!(told(&alone), told(&whole));
    assert_eq!(told(&alone).0, "2");
}

#[tokio::test]
async fn what_comes_too_soon_is_told_when_to_come_back_though_it_has_no_header() {
    let house = untaught_with(&[("allowance-per-second", "1"), ("allowance-burst", "1")]);
    let requests = json!([{"game": "pennies"}, {"game": "pennies"}]);
    let results = house.post("/batch", requests).await.ok()["results"].clone();
    let problem = &results[1]["problem"];
    assert_eq!((&problem["status"], &problem["retry_after"]), (&json!(429), &json!(1)), "{problem}");
}

#[tokio::test]
async fn lines_come_as_they_are_ready_and_none_is_missing() {
    let house = untaught_with(&[("pool-seats", "2")]);
    let mut requests = vec![json!({"game": "pennies", "position": "100001", "time_ms": 60_000})];
    requests.extend((1..40).map(|left| json!({"game": "pennies", "position": left.to_string(), "depth": 1})));
    let request = post("/batch", &[("accept", "application/x-ndjson")], json!({"requests": requests}));
    let stream = house.open(request).await;
    for (name, value) in
        [("content-type", "application/x-ndjson"), ("cache-control", "no-store"), ("x-accel-buffering", "no")]
    {
        assert_eq!(stream.headers()[name], value);
    }
    let index = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["index"].as_u64();
    let mut stream = stream.into_body();
    let mut early = String::new();
    while early.lines().count() < 39 {
        let frame = timeout(PATIENCE, stream.frame()).await.expect("the others do not wait for the first");
        let data = frame.expect("a line each").expect("no error").into_data().expect("a line");
        early.push_str(std::str::from_utf8(&data).expect("UTF-8"));
    }
    let mut indices: Vec<_> = early.lines().map(index).collect();
    indices.sort_unstable();
    assert_eq!(indices, (1..40).map(Some).collect::<Vec<_>>());

    house.app.pool.drain(); // which ends the first
    let late = stream.collect().await.expect("the stream ends").to_bytes();
    assert_eq!(index(std::str::from_utf8(&late).expect("UTF-8")), Some(0));
}

#[tokio::test]
async fn requests_without_a_limit_in_a_batch_without_one_have_the_default_time_each() {
    let house = untaught_with(&[("caps-default-ms", "200")]);
    let requests = vec![json!({"game": "pennies", "position": "100001"}); 2];
    for result in house.post("/batch", json!(requests)).await.ok()["results"].as_array().expect("results") {
        assert_eq!(result["answer"]["stopped_by"], "time", "{result}");
        assert_eq!(result["answer"]["limits_applied"], json!({}), "{result}");
        assert!(result["answer"]["time_ms"].as_u64() < Some(1000), "{result}");
    }
}

#[tokio::test]
async fn a_batch_with_time_to_spare_waits_for_a_server_that_is_full() {
    let house = untaught_with(&[("pool-seats", "1")]);
    let search = json!({"game": "pennies", "position": "100001"});
    let long = json!({"game": "pennies", "position": "100001", "time_ms": 1000});
    let (_, results) = tokio::join!(house.post("/bestmove", long), async {
        until("the seat is taken", async || house.app.metrics.seats_free.get() == 0).await;
        house.post("/batch", json!({"requests": vec![search; 10], "time_ms": 3000})).await.ok()
    });
    for result in results["results"].as_array().expect("results") {
        assert_eq!(result["answer"]["stopped_by"], "time", "{result}");
    }
}

#[tokio::test]
async fn a_batch_does_not_wait_for_the_search_that_somebody_else_began_on_its_question() {
    let house = untaught_with(&[("pool-seats", "2")]);
    let search = json!({"game": "pennies", "position": "100001", "depth": 100});
    let (_, results) = tokio::join!(house.post("/bestmove", search.clone()), async {
        until("the search has begun", async || house.app.metrics.seats_free.get() == 1).await;
        let batch = json!({"requests": [search], "time_ms": 300});
        let results = timeout(PATIENCE, house.post("/batch", batch)).await;
        house.app.pool.drain(); // which ends the first
        results.expect("the batch has its own time").ok()
    });
    assert_eq!(results["results"][0]["answer"]["stopped_by"], "time", "{results}");
}

#[tokio::test]
async fn requests_without_a_limit_share_the_time_of_the_batch_however_many_lines_they_ask_for() {
    let house = untaught_with(&[("pool-seats", "1"), ("caps-time-ms", "1200")]);
    for lines in [1, 2] {
        let requests = vec![json!({"game": "pennies", "position": "100001", "lines": lines}); 4];
        // More than is granted, so that each is told its share.
        let body = json!({"requests": requests, "time_ms": 50_000});
        let results = house.post("/batch", body).await.ok()["results"].clone();
        for result in results.as_array().expect("results") {
            assert_eq!(result["answer"]["stopped_by"], "time", "{result}");
            let share = result["answer"]["limits_applied"]["time_ms"].as_u64();
            assert!(share.is_some_and(|share| share < 600), "a quarter of 1200 ms: {result}");
        }
    }
}

#[tokio::test]
async fn requests_of_several_threads_wait_for_one_another_and_none_starves() {
    let requests = vec![json!({"game": "pennies", "position": "100001", "threads": 2}); 4];
    let body = json!({"requests": requests, "time_ms": 1200});
    let results = untaught_with(&[("pool-seats", "2")]).post("/batch", body).await.ok()["results"].clone();
    for result in results.as_array().expect("results") {
        assert_eq!(result["answer"]["stopped_by"], "time", "{result}");
        assert!(result["answer"]["depth"].as_u64() > Some(1), "{result}");
    }
}

#[tokio::test]
async fn a_request_whose_own_time_is_cut_is_told_so() {
    let request = json!({"game": "pennies", "position": "100001", "time_ms": 50_000, "nodes": 10});
    let body = json!({"requests": [request], "time_ms": 5000, "nodes": 5});
    let results = UNTAUGHT.post("/batch", body).await.ok()["results"].clone();
    let applied = &results[0]["answer"]["limits_applied"];
    assert_eq!(applied["nodes"], 5);
    assert!(applied["time_ms"].as_u64().is_some_and(|time| time <= 5000), "{applied}");
}

#[tokio::test]
async fn a_batch_above_the_caps_is_lowered_and_told_so() {
    let house = untaught_with(&[("caps-nodes", "1000"), ("caps-time-ms", "300")]);
    let applied = async |field: &str| {
        let body = json!({"requests": [{"game": "pennies", "position": "100001"}], field: 50_000});
        house.post("/batch", body).await.ok()["results"][0]["answer"].clone()
    };
    let few = applied("nodes").await;
    assert_eq!((&few["stopped_by"], &few["limits_applied"]), (&json!("nodes"), &json!({"nodes": 1000})));
    let short = applied("time_ms").await;
    assert_eq!(short["stopped_by"], "time");
    assert!(short["limits_applied"]["time_ms"].as_u64().is_some_and(|time| time <= 300), "{short}");
}

#[tokio::test]
async fn nodes_are_parted_evenly() {
    let requests = vec![json!({"game": "pennies", "position": "100001"}); 4];
    let body = json!({"requests": requests, "nodes": 4000});
    let results = UNTAUGHT.post("/batch", body).await.ok()["results"].clone();
    for result in results.as_array().expect("results") {
        assert_eq!(result["answer"]["stopped_by"], "nodes", "{result}");
        assert!(result["answer"]["nodes"].as_u64() <= Some(1001), "{result}");
    }
}

#[tokio::test]
async fn a_batch_that_is_no_batch_is_refused_as_a_whole() {
    for (body, status, pointer) in [
        (json!({}), 400, "/requests"),
        (json!({"requests": {}}), 400, "/requests"),
        (json!({"requests": []}), 422, "/requests"),
        (json!([]), 422, ""),
        (json!({"requests": vec![json!({"game": "pennies"}); 257]}), 413, "/requests"),
        (json!({"requests": [{"game": "pennies"}], "time_ms": 0}), 422, "/time_ms"),
        (json!({"requests": [{"game": "pennies"}], "deph": 1}), 400, "/deph"),
        (json!({"request": [{"game": "pennies"}]}), 400, "/request"),
    ] {
        let problem = STANDARD.post("/batch", &body).await.problem();
        assert_eq!((&problem["status"], &problem["pointer"]), (&json!(status), &json!(pointer)), "{problem}");
    }
}

#[tokio::test]
async fn what_is_wrong_in_a_bare_list_is_found_by_its_place() {
    let body = json!([{"game": "pennies"}, {"game": "pennies", "position": "fourteen"}, 5]);
    let results = STANDARD.post("/batch", body).await.ok()["results"].clone();
    let pointers: Vec<_> = results
        .as_array()
        .expect("results")
        .iter()
        .map(|result| result["problem"]["pointer"].as_str())
        .collect();
    assert_eq!(pointers, [None, Some("/1/position"), Some("/2")]);
}

#[tokio::test]
async fn what_was_found_once_is_not_searched_again() {
    let house = untaught_with(&[("pool-seats", "1")]);
    let requests = vec![json!({"game": "pennies", "position": "100001", "nodes": 5000}); 5];
    let results = house.post("/batch", json!({"requests": requests})).await.ok()["results"].clone();
    let answers: Vec<_> = results.as_array().expect("results").iter().map(|one| &one["answer"]).collect();
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer["nodes"].is_u64()), "{answers:?}");
    let metrics = house.get("/metrics").await.text;
    for (source, times) in [("search", 1), ("cache", 4)] {
        let told = format!("bestmove_answers_total{{game=\"pennies\",source=\"{source}\"}} {times}\n");
        assert!(metrics.contains(&told), "{told}: {metrics}");
    }
}
