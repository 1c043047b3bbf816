//! Kriegspiel against the engine, as somebody plays it who sees no more than their own men.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bestmove::registry::umpire::Minutes;
use serde_json::{Value, json};

use crate::house::STANDARD;

async fn asked(body: Value) -> Value {
    STANDARD.post("/umpire", body).await.ok()
}

fn list(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn a_try_is_answered_and_then_the_engine_plays() {
    let begun = asked(json!({"game": "kriegspiel"})).await;
    assert_eq!((&begun["player"], &begun["heard"]), (&json!("white"), &json!([])));
    assert_eq!(begun["view"]["legal_moves"].as_array().map(Vec::len), Some(34));

    let refused = asked(json!({"seal": begun["seal"], "try": "e2d3"})).await;
    assert_eq!(list(&refused["heard"]), ["e2d3 illegal move"]);
    assert_eq!(refused["view"]["turn"], "white");

    let moved = asked(json!({"seal": refused["seal"], "try": "e2e4"})).await;
    assert_eq!(list(&moved["heard"]), ["e2e4 moved"]);
    assert_eq!(moved["view"]["turn"], "black");

    let replied = asked(json!({"seal": moved["seal"], "level": "easy", "nodes": 200})).await;
    assert_eq!(replied["view"]["turn"], "white");
    assert_eq!(list(&replied["heard"]).len(), 1, "nobody hears what the engine tries in vain");
    assert_eq!(list(&replied["view"]["moves"]).len(), 3);
    assert_eq!(replied["truth"], Value::Null);
}

#[tokio::test]
async fn what_was_heard_is_a_question_to_bestmove() {
    let begun = asked(json!({"game": "kriegspiel", "player": "black", "nodes": 100})).await;
    assert_eq!((&begun["view"]["turn"], list(&begun["heard"]).len()), (&json!("black"), 1));
    let question = json!({"game": "kriegspiel", "position": begun["start"], "moves": begun["view"]["moves"], "depth": 1, "nodes": 500});
    let best = STANDARD.post("/bestmove", question).await.ok();
    let tried = asked(json!({"seal": begun["seal"], "try": best["move"]})).await;
    assert!(list(&tried["heard"])[0].starts_with(best["move"].as_str().expect("a move")));
}

#[tokio::test]
async fn a_player_is_named_as_people_write_it() {
    let begun = asked(json!({"game": "kriegspiel", "player": " Black ", "nodes": 100})).await;
    assert_eq!(begun["player"], "black");
    let again = asked(json!({"seal": begun["seal"], "player": "BLACK", "game": "kriegspiel"})).await;
    assert_eq!(again["view"], begun["view"], "who it is may be said again in another spelling");
    let nobody = STANDARD.post("/umpire", json!({"game": "kriegspiel", "player": "red"})).await.problem();
    assert_eq!((&nobody["status"], &nobody["pointer"]), (&json!(422), &json!("/player")));
}

#[tokio::test]
async fn the_seal_shows_nothing_and_cannot_be_forged() {
    let begun = asked(json!({"game": "kriegspiel"})).await;
    let moved = async || asked(json!({"seal": begun["seal"], "try": "e2e4"})).await["seal"].take();
    let (seal, another) = (moved().await, moved().await);
    assert_ne!(seal, another, "the same game is never sealed in the same way");
    let seal = seal.as_str().expect("a seal");
    let bytes = BASE64.decode(seal).expect("base64");
    for word in ["kriegspiel", "white", "e2e4"] {
        assert!(!bytes.windows(word.len()).any(|some| some == word.as_bytes()), "{word} can be read in it");
    }
    let changed = |place| {
        let (before, after) = (&seal[..place], &seal[place + 1..]);
        let letter = if &seal[place..=place] == "A" { "B" } else { "A" };
        [before, letter, after].concat()
    };
    for broken in (0..seal.len()).map(changed).chain(["".to_owned(), "kriegspiel".to_owned()]) {
        let problem = STANDARD.post("/umpire", json!({"seal": broken})).await.problem();
        assert_eq!((&problem["status"], &problem["pointer"]), (&json!(422), &json!("/seal")), "{broken}");
    }
}

#[tokio::test]
async fn what_is_above_a_cap_is_lowered_and_reported_here_too() {
    let begun = asked(json!({"game": "kriegspiel", "player": "black", "depth": 1_000, "nodes": 100})).await;
    let caps = STANDARD.get("/limits").await.ok()["caps"].clone();
    assert_eq!(begun["limits_applied"], json!({"depth": caps["depth"]}));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_with_its_place() {
    let begun = asked(json!({"game": "kriegspiel"})).await;
    let seal = &begun["seal"];
    let moved = asked(json!({"seal": seal, "try": "d2d4"})).await;
    for (body, status, pointer) in [
        (json!({}), 422, "/game"),
        (json!({"game": "chess"}), 422, "/game"),
        (json!({"game": "krigspiel"}), 404, "/game"),
        (json!({"game": "kriegspiel", "player": "green"}), 422, "/player"),
        (json!({"game": "chess", "seal": seal}), 422, "/game"),
        (json!({"seal": seal, "player": "black"}), 422, "/player"),
        (json!({"seal": seal, "try": "e2e5"}), 422, "/try"),
        (json!({"seal": moved["seal"], "try": "e2e4"}), 422, "/try"),
        (json!({"seal": seal, "search_moves": ["e2e4"]}), 400, "/search_moves"),
    ] {
        let problem = STANDARD.post("/umpire", body.clone()).await.problem();
        assert_eq!((&problem["status"], &problem["pointer"]), (&json!(status), &json!(pointer)), "{body}");
    }
    let same = asked(json!({"game": "kriegspiel", "player": "white", "seal": seal})).await;
    assert_eq!(same["view"], begun["view"], "what a seal says already may be said again");
}

#[tokio::test]
async fn at_the_end_everybody_sees_the_board() {
    let (game, player) = ("kriegspiel".to_owned(), "black".to_owned());
    let tries = ["f2f3", "e7e5", "g2g4"].map(str::to_owned).to_vec();
    let nearly = STANDARD.app.seals.close(&Minutes { game, player, tries });
    assert_eq!(asked(json!({"seal": nearly})).await["truth"], Value::Null);

    let over = asked(json!({"seal": nearly, "try": "d8h4"})).await;
    assert_eq!(list(&over["heard"]), ["d8h4 moved; short-diagonal check; checkmate"]);
    let all = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let laid_out = STANDARD.post("/position", json!({"game": "chess", "moves": all})).await.ok();
    assert_eq!((&over["truth"], &laid_out["status"]["reason"]), (&laid_out, &json!("checkmate")));
    let problem = STANDARD.post("/umpire", json!({"seal": over["seal"], "try": "a7a6"})).await.problem();
    assert_eq!(problem["type"], "/problems/game-over");
    assert_eq!(asked(json!({"seal": over["seal"]})).await["heard"], json!([]));
}

#[tokio::test]
async fn a_position_that_comes_for_the_fifth_time_ends_the_game_and_the_truth_says_why() {
    let (game, player) = ("kriegspiel".to_owned(), "black".to_owned());
    let mut tries =
        ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(4).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let last = tries.pop();
    let nearly = STANDARD.app.seals.close(&Minutes { game, player, tries });
    let over = asked(json!({"seal": nearly, "try": last})).await;
    assert_eq!(list(&over["heard"]), ["f6g8 moved; draw"]);
    assert_eq!(over["view"]["status"]["over"], true);
    let status = json!({"over": true, "reason": "fivefold repetition", "turn": "white"});
    assert_eq!(over["truth"]["status"], status);
    assert_eq!(over["truth"]["legal_moves"], json!([]));
    let problem = STANDARD.post("/umpire", json!({"seal": over["seal"], "try": "e7e5"})).await.problem();
    assert_eq!(problem["type"], "/problems/game-over");
}
