//! `/bestmove`: the move, the budget, and the same answer again.

use axum::http::StatusCode;
use bestmove::config::Config;
use bestmove::registry::Registry;
use serde_json::{Value, json};

use crate::house::{House, STANDARD, UNTAUGHT, get, post, timeless, untaught, untaught_with};
use crate::patience::until;

#[tokio::test]
async fn from_fourteen_pennies_two_are_taken() {
    let answer = STANDARD.post("/bestmove", json!({"game": "pennies", "position": "14"})).await.ok();
    insta::assert_json_snapshot!(timeless(answer));
}

#[tokio::test]
async fn the_start_position_is_meant_where_none_is_sent() {
    for game in
        STANDARD.app.registry.iter().map(|room| room.describe()).filter(|game| game.nature.deterministic)
    {
        let answer = STANDARD.post("/bestmove", json!({"game": game.id, "depth": 1})).await.ok();
        let named = json!({"game": game.id, "position": game.start, "depth": 1});
        assert_eq!(timeless(answer), timeless(STANDARD.post("/bestmove", named).await.ok()), "{}", game.id);
    }
}

#[tokio::test]
async fn who_asks_for_no_depth_is_told_where_the_game_is_searched_no_deeper() {
    let body = json!({"game": "2048", "position": "2 0 0/0 0 0/0 0 2", "time_ms": 20_000});
    let answer = STANDARD.post("/bestmove", body).await.ok();
    let applied = json!({"depth": answer["depth"]});
    assert_eq!((&answer["stopped_by"], &answer["limits_applied"]), (&json!("depth"), &applied));
}

#[tokio::test]
async fn moves_are_played_before_the_answer() {
    let answer = STANDARD.post("/bestmove", json!({"game": "pennies", "moves": ["1", "2"]})).await.ok();
    assert_eq!((answer["move"].as_str(), answer["position"].as_str()), (Some("3"), Some("8")));
}

#[tokio::test]
async fn the_line_replays_from_the_position_and_starts_with_the_move() {
    let answer =
        UNTAUGHT.post("/bestmove", json!({"game": "pennies", "position": "9", "depth": 20})).await.ok();
    let pv: Vec<_> = answer["pv"].as_array().expect("a line").clone();
    assert_eq!(pv[0], answer["move"]);
    let after =
        UNTAUGHT.post("/position", json!({"game": "pennies", "position": "9", "moves": pv})).await.ok();
    assert_eq!(after["status"]["over"], true, "a solved line goes to the end: {pv:?}");
}

#[tokio::test]
async fn as_many_lines_are_ranked_as_were_asked_for() {
    let body = json!({"game": "pennies", "position": "14", "lines": 3});
    let answer = STANDARD.post("/bestmove", body).await.ok();
    let moves: Vec<_> = answer["lines"].as_array().expect("lines").iter().map(|line| &line["move"]).collect();
    assert_eq!(moves.len(), 3);
    assert_eq!(moves[0], "2");
}

#[tokio::test]
async fn a_win_that_is_certain_is_sure_though_nobody_knows_yet_by_how_much() {
    let moves = "6 1 5 4 3 6 1 5 3 3 4 6 4 1 6 5 3 2 1 3 4 6 2 2 5 3 6 2 1 4";
    let moves: Vec<_> = moves.split(' ').collect();
    let body = json!({"game": "kalah", "moves": moves, "depth": 4, "lines": 3});
    let answer = STANDARD.post("/bestmove", body).await.ok();
    assert_eq!(
        (&answer["score"]["win_probability"], &answer["score"]["outcome"]),
        (&json!(1.0), &json!(null))
    );
    let chances = answer["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .map(|line| line["score"]["win_probability"].as_f64());
    assert!(chances.is_sorted_by(|better, worse| better >= worse), "{answer}");
}

#[tokio::test]
async fn only_the_named_moves_are_chosen_from() {
    let body = json!({"game": "pennies", "position": "14", "search_moves": ["3"]});
    assert_eq!(STANDARD.post("/bestmove", body).await.ok()["move"], "3");
}

#[tokio::test]
async fn with_a_depth_or_nodes_alone_the_answer_is_the_same_to_the_byte() {
    for budget in [json!({"depth": 9}), json!({"nodes": 5000}), json!({"level": "hard"})] {
        let mut body = budget.clone();
        body["game"] = json!("pennies");
        body["position"] = json!("41");
        // A house each: the second answer cannot come from the first one's cache.
        let [first, second] = [untaught(), untaught()];
        let first = timeless(first.post("/bestmove", &body).await.ok());
        let second = timeless(second.post("/bestmove", &body).await.ok());
        assert_eq!(first.to_string(), second.to_string(), "{budget}");
    }
}

#[tokio::test]
async fn the_levels_look_three_four_and_five_plies_ahead() {
    for (level, plies) in [("easy", 3), ("medium", 4), ("hard", 5)] {
        let body = json!({"game": "pennies", "position": "1001", "level": level});
        let answer = UNTAUGHT.post("/bestmove", body).await.ok();
        assert_eq!((&answer["depth"], &answer["stopped_by"]), (&json!(plies), &json!("depth")), "{level}");
    }
}

#[tokio::test]
async fn what_is_above_a_cap_is_lowered_and_reported() {
    let body = json!({"game": "pennies", "position": "14", "lines": 1_000_000, "depth": 1_000_000_000});
    let answer = STANDARD.post("/bestmove", body).await.ok();
    let caps = STANDARD.get("/limits").await.ok()["caps"].clone();
    assert_eq!(answer["limits_applied"], json!({"lines": caps["lines"], "depth": caps["depth"]}));
}

#[tokio::test]
async fn who_asks_for_more_depth_than_a_game_is_searched_is_told_so() {
    let body = json!({"game": "2048", "position": "2 0 0 0/0 0 0 0/0 0 0 0/0 0 0 2", "depth": 90});
    let answer = STANDARD.post("/bestmove", body).await.ok();
    assert_eq!(
        (&answer["stopped_by"], &answer["limits_applied"]["depth"]),
        (&json!("depth"), &answer["depth"])
    );
}

#[tokio::test]
async fn a_search_takes_no_seats_that_its_game_cannot_use() {
    let house = House::new(Registry::standard(), Config::flagged(&[("pool-seats", "4")]).unwrap());
    for (game, threads) in [("pennies", json!(1)), ("kriegspiel", json!(1)), ("othello", Value::Null)] {
        let body = json!({"game": game, "depth": 1, "threads": 4});
        assert_eq!(house.post("/bestmove", body).await.ok()["limits_applied"]["threads"], threads, "{game}");
    }
}

#[tokio::test]
async fn a_search_in_time_is_stopped_by_the_time() {
    let body = json!({"game": "pennies", "position": "100001", "time_ms": 200});
    assert_eq!(untaught().post("/bestmove", body).await.ok()["stopped_by"], "time");
}

#[tokio::test]
async fn a_query_says_the_same_as_a_body() {
    let body = json!({"game": "pennies", "position": "21", "moves": ["1", "2", "3"], "depth": 3, "lines": 2});
    let by_body = timeless(STANDARD.post("/bestmove", body).await.ok());
    for query in ["moves=1,2,3", "moves=1%202+3", "moves=1&moves=2&moves=3"] {
        let path = format!("/bestmove?game=pennies&position=21&{query}&depth=3&lines=2");
        assert_eq!(timeless(STANDARD.get(&path).await.ok()), by_body, "{query}");
    }
}

#[tokio::test]
async fn a_query_can_say_a_move_of_several_words() {
    let answer = STANDARD.get("/bestmove?game=backgammon&moves=roll+31&depth=1").await.ok();
    assert_eq!(answer["move"], "8/5 6/5");
}

#[tokio::test]
async fn an_answer_that_stays_has_a_strong_tag_and_is_not_sent_twice() {
    let path = "/bestmove?game=pennies&position=21&depth=3";
    let first = STANDARD.get(path).await;
    let tag = first.header("etag").to_owned();
    assert!(tag.starts_with('"') && tag.len() > 10, "{tag}");
    assert!(first.header("cache-control").contains("max-age"));

    let again = STANDARD.send(get(path, &[("if-none-match", &tag)])).await;
    assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert_eq!(again.header("etag"), tag);

    let other = STANDARD.send(get(&path.replace("21", "22"), &[("if-none-match", &tag)])).await;
    assert_eq!(other.status, StatusCode::OK);
    assert_ne!(other.header("etag"), tag);
}

#[tokio::test]
async fn who_wants_no_answer_that_has_a_tag_gets_the_others_alone() {
    let asked = async |path| STANDARD.send(get(path, &[("if-none-match", "*")])).await;
    let known = asked("/bestmove?game=pennies&position=25&depth=3").await;
    assert_eq!((known.status, known.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    assert!(known.header("etag").len() > 10 && known.header("cache-control").contains("max-age"));
    assert_eq!(asked("/bestmove?game=pennies&position=25&time_ms=50").await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_strong_tag_is_of_these_bytes_and_of_no_others() {
    let path = "/bestmove?game=pennies&position=1001&depth=12";
    // A house each: each searches, and each in its own time.
    for _ in 0..5 {
        let [one, other] = [untaught().get(path).await, untaught().get(path).await];
        assert_eq!(one.text == other.text, one.header("etag") == other.header("etag"));
        let again = untaught().send(get(path, &[("if-none-match", one.header("etag"))])).await;
        assert_eq!(again.status, StatusCode::NOT_MODIFIED, "the answer is the same");
    }
}

#[tokio::test]
async fn a_compressed_answer_has_a_weak_tag_which_is_known_again() {
    let path = "/bestmove?game=pennies&position=23&depth=3";
    let packed = STANDARD.open(get(path, &[("accept-encoding", "gzip")])).await;
    assert_eq!(packed.headers()["content-encoding"], "gzip");
    let tag = packed.headers()["etag"].to_str().expect("a tag").to_owned();
    assert!(tag.starts_with("W/\""), "{tag}");
    let again = STANDARD.send(get(path, &[("if-none-match", &tag)])).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn what_was_cut_short_is_tagged_for_nobody_who_shares_it() {
    let house = untaught();
    let path = "/bestmove?game=pennies&position=100001&depth=90";
    let going_down = async {
        let metrics = &house.app.metrics;
        until("a seat is taken", async || metrics.seats_free.get() < metrics.pool_seats.get()).await;
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        house.app.pool.drain();
    };
    let (one, other, ()) = tokio::join!(house.get(path), house.get(path), going_down);
    for answer in [one, other] {
        assert_eq!((answer.header("etag"), answer.header("cache-control")), ("", "no-store"));
        assert_eq!(answer.ok()["stopped_by"], "shutdown");
    }
}

#[tokio::test]
async fn one_callers_long_searches_make_room_for_anothers_and_say_how_long_they_had() {
    let keys = ("allowance-keys", "greedy=one,modest=two");
    let house = untaught_with(&[("pool-seats", "1"), ("pool-turn-ms", "100"), keys]);
    let ask = |secret, time| {
        let body = json!({"game": "pennies", "position": "100001", "time_ms": time});
        house.send(post("/bestmove", &[("x-api-key", secret)], body))
    };
    let modest = async {
        until("the seat is taken", async || house.app.metrics.seats_free.get() == 0).await;
        ask("two", 400).await.ok()
    };
    let (greedy, modest) = tokio::join!(ask("one", 60_000), modest);
    assert_eq!((&modest["stopped_by"], &modest["limits_applied"]), (&json!("time"), &json!({})));
    let greedy = greedy.ok();
    assert_eq!(greedy["stopped_by"], "time");
    let told = greedy["limits_applied"]["time_ms"].as_u64().expect("it says how long it had");
    assert!((100..60_000).contains(&told) && house.app.metrics.called.get() == 1, "{told}");
}

#[tokio::test]
async fn who_asks_in_a_time_is_told_what_was_found_before() {
    let house = untaught();
    let body = json!({"game": "pennies", "position": "9", "time_ms": 10_000});
    let mut first = house.post("/bestmove", &body).await.ok();
    let second = house.post("/bestmove", &body).await.ok();
    assert_eq!((&first["source"], &second["source"]), (&json!("search"), &json!("cache")));
    first["source"] = json!("cache");
    assert_eq!(first, second);
}

#[tokio::test]
async fn an_answer_that_depends_on_the_clock_has_no_tag() {
    let answer = STANDARD.get("/bestmove?game=pennies&time_ms=50").await;
    assert_eq!((answer.header("etag"), answer.header("cache-control")), ("", "no-store"));
}

#[tokio::test]
async fn the_second_answer_comes_from_the_cache_byte_for_byte() {
    let body = json!({"game": "pennies", "position": "777", "depth": 3});
    let first = STANDARD.post("/bestmove", &body).await;
    let second = STANDARD.post("/bestmove", &body).await;
    assert_eq!(first.text, second.text);
    assert_eq!(second.header("cache-status"), "bestmove; hit");
}

#[tokio::test]
async fn a_null_field_is_an_absent_one() {
    let body = json!({"game": "pennies", "position": null, "depth": null, "moves": null});
    assert_eq!(STANDARD.post("/bestmove", body).await.ok()["move"], "2");
}

#[tokio::test]
async fn what_sampling_expects_of_go_is_told_in_points_of_the_board() {
    let body =
        json!({"game": "go", "position": "5x5 komi 0 B: ..X../..X../..X../..X../..X..", "nodes": 2_000});
    let value = STANDARD.post("/bestmove", body).await.ok()["score"]["value"].as_i64().expect("a value");
    assert!((20..=25).contains(&value), "{value} of 25 points");
}
