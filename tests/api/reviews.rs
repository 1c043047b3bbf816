//! `/review`: a whole game looked through.

use serde_json::{Value, json};

use crate::house::{STANDARD, post, untaught_with};

const GAME: &str = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";

#[tokio::test]
async fn a_game_is_judged_move_by_move() {
    let review = STANDARD.post("/review", json!({"pgn": GAME, "depth": 3})).await.ok();
    assert_eq!((&review["game"], &review["opening"]["eco"]), (&json!("chess"), &json!("C23")));
    let moves = review["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 7);
    let blunder = &moves[5];
    assert_eq!((&blunder["text"], &blunder["judgement"]), (&json!("Nf6"), &json!("blunder")));
    assert!(blunder["better"]["move"].is_string() && blunder["loss"].as_i64() > Some(1000));
    assert_eq!(moves[6]["score"]["before"]["mate"], 1);
    for player in ["white", "black"] {
        let accuracy = review["players"][player]["accuracy"].as_f64().expect("an accuracy");
        assert!((0.0..=100.0).contains(&accuracy), "{accuracy}");
    }
}

#[tokio::test]
async fn any_game_is_reviewed_by_its_moves() {
    let body = json!({"game": "pennies", "position": "14", "moves": ["1", "1"]});
    let review = STANDARD.post("/review", body).await.ok();
    assert_eq!(review["moves"][0]["judgement"], "blunder");
    assert_eq!(review["moves"][0]["better"]["move"], "2");
}

#[tokio::test]
async fn a_game_of_draughts_is_reviewed_from_pdn() {
    let moves = "1. 11-15 {Old Faithful} 23-19 2. 8-11 (2. 9-14) 22-17! 3. 11-16 $1 1-1";
    let pdn = format!("[Event \"A match\"]\n[GameType \"21,B,8,8,N1,0\"]\n{moves}");
    for body in [json!({"pgn": pdn, "depth": 2}), json!({"game": "checkers", "pgn": moves, "depth": 2})] {
        let review = STANDARD.post("/review", &body).await.ok();
        let played: Vec<_> =
            review["moves"].as_array().expect("moves").iter().map(|judged| &judged["move"]).collect();
        assert_eq!(played, ["11-15", "23-19", "8-11", "22-17", "11-16"], "{body}");
        assert_eq!(review["game"], "checkers");
    }
    let ending = "[SetUp \"1\"]\n[FEN \"W:W18,K22:BK1,2,12\"]\n1. 18-15 *";
    let review = STANDARD.post("/review", json!({"game": "checkers", "pgn": ending, "depth": 2})).await.ok();
    assert_eq!(review["position"], "W:W18,K22:BK1,2,12");
}

#[tokio::test]
async fn any_game_is_reviewed_from_tags_and_moves() {
    for (game, pgn, many) in [
        ("kalah", "[Game \"Kalah\"]\n\n1. 3 6 2. 2 *", 3),
        (
            "othello",
            "[Position \"---------------------------OX------XO--------------------------- X\"]\n1. f5 d6",
            2,
        ),
        ("2048", "[Position \"2 2/0 0\"]\n1. left 2@b1 2. left", 2),
        ("backgammon", "1. roll 31, 8/5 6/5, 2. roll 64, 24/14, *", 2),
    ] {
        let review = STANDARD.post("/review", json!({"game": game, "pgn": pgn, "depth": 1})).await.ok();
        assert_eq!((&review["game"], &review["of"]), (&json!(game), &json!(many)), "{pgn}");
    }
}

#[tokio::test]
async fn moves_may_be_listed_with_their_numbers() {
    let body = json!({"game": "chess", "moves": ["1.", "e4", "e5", "2. Nf3"], "depth": 1});
    assert_eq!(STANDARD.post("/review", body).await.ok()["of"], 3);
}

#[tokio::test]
async fn a_game_of_go_is_reviewed_from_sgf() {
    for field in ["position", "pgn"] {
        let body = json!({"game": "go", field: "(;SZ[5]KM[0.5];B[cc];W[bb];B[])", "nodes": 200});
        let review = STANDARD.post("/review", body).await.ok();
        let moves: Vec<_> =
            review["moves"].as_array().expect("moves").iter().map(|judged| &judged["move"]).collect();
        assert_eq!(moves, ["C3", "B4", "pass"]);
    }
}

#[tokio::test]
async fn a_game_of_connect_four_is_reviewed_from_its_columns() {
    let columns = json!({"game": "connect-four", "position": "4453", "moves": ["1"], "depth": 2});
    for body in [columns, json!({"game": "connect-four", "pgn": "44531", "depth": 2})] {
        let review = STANDARD.post("/review", body).await.ok();
        let moves: Vec<_> =
            review["moves"].as_array().expect("moves").iter().map(|judged| &judged["move"]).collect();
        assert_eq!(moves, ["4", "4", "5", "3", "1"]);
        assert_eq!(review["position"], "");
    }
}

#[tokio::test]
async fn a_game_without_moves_has_nothing_to_judge() {
    let review = STANDARD.post("/review", json!({"game": "chess"})).await.ok();
    assert_eq!(review["moves"], json!([]));
    assert!(review["players"]["white"].get("accuracy").is_none());
}

#[tokio::test]
async fn progress_is_told_and_the_last_event_is_the_answer() {
    let body = json!({"pgn": GAME, "depth": 2});
    let stream = STANDARD.send(post("/review", &[("accept", "application/x-ndjson")], &body)).await;
    let lines: Vec<Value> =
        stream.text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, infos) = lines.split_last().expect("lines");
    assert_eq!(infos.len(), 7);
    assert_eq!((&infos[2]["done"], &infos[2]["of"]), (&json!(3), &json!(7)));
    let mut plain = STANDARD.post("/review", &body).await.ok();
    plain["time_ms"] = last["time_ms"].clone();
    assert_eq!(&plain, last);
}

#[tokio::test]
async fn a_review_that_the_servers_cap_cut_short_says_so() {
    let house = untaught_with(&[("caps-time-ms", "1000")]);
    let game = json!({"game": "pennies", "position": "100001", "moves": ["1", "1"], "depth": 50});
    let review = house.post("/review", &game).await.ok();
    assert_eq!(review["limits_applied"], json!({"time_ms": 1000}));
    let shallow = json!({"game": "pennies", "position": "100001", "moves": ["1", "1"], "depth": 1});
    assert_eq!(house.post("/review", &shallow).await.ok()["limits_applied"], json!({}));
}

#[tokio::test]
async fn what_cannot_be_reviewed_is_refused_at_once() {
    let several = STANDARD.post("/review", json!({"pgn": "1. e4 1-0 1. d4 0-1"})).await.problem();
    assert_eq!(several["detail"], "There are 2 games in this text");
    for (body, status, pointer) in [
        (json!({"pgn": "1. e4 Ke3"}), 422, "/pgn"),
        (json!({"pgn": "[White \"South\"] 1. 3 6 2. 2 *"}), 422, "/pgn"),
        (json!({"pgn": GAME, "moves": ["e4"]}), 422, "/moves"),
        (json!({"game": "pennies", "pgn": GAME}), 422, "/pgn"),
        (json!({"game": "checkers", "pgn": "1. 11-15 11-15"}), 422, "/pgn"),
        (json!({"game": "checkers", "pgn": "[FEN \"W:W1:B\"] 1. 11-15"}), 422, "/pgn"),
        (json!({"game": "checkers", "pgn": "1. 11-15 1-0 1. 9-14 0-1"}), 422, "/pgn"),
        (json!({"pgn": "[GameType \"20\"] 1. 32-28"}), 422, "/pgn"),
        (json!({"game": "chess", "moves": ["e4", "e4"]}), 422, "/moves/1"),
        (json!({"pgn": GAME, "nods": 5}), 400, "/nods"),
        (json!({"game": "pennies", "position": "2000", "moves": vec!["1"; 1001]}), 413, "/moves"),
    ] {
        let problem = STANDARD.post("/review", &body).await.problem();
        assert_eq!((&problem["status"], &problem["pointer"]), (&json!(status), &json!(pointer)), "{body}");
    }
}
