//! Chess as callers ask it: what an earlier program of this kind got wrong, sentence by sentence.

use std::sync::Arc;

use bestmove::config::Config;
use bestmove::games::chess::{self, syzygy::Tables};
use bestmove::registry::Registry;
use bestmove::search::memories::Memories;
use serde_json::{Value, json};

use crate::house::{House, STANDARD, timeless};

async fn position(body: Value) -> Value {
    STANDARD.post("/position", body).await.ok()
}

async fn best(fen: &str, depth: u32) -> Value {
    STANDARD.post("/bestmove", json!({"fen": fen, "depth": depth})).await.ok()
}

fn moves(view: &Value) -> Vec<&str> {
    view["legal_moves"].as_array().expect("moves").iter().filter_map(|legal| legal["move"].as_str()).collect()
}

#[tokio::test]
async fn clocks_of_ten_and_more_and_a_move_number_of_nought_are_read_as_they_are() {
    for (sent, kept) in [("10 0", "10 1"), ("20 20", "20 20"), ("99 150", "99 150")] {
        let view = position(json!({"fen": format!("7k/8/8/8/8/8/8/R6K w - - {sent}")})).await;
        assert_eq!(view["position"], format!("7k/8/8/8/8/8/8/R6K w - - {kept}"));
    }
}

#[tokio::test]
async fn the_en_passant_field_is_kept_and_the_pawn_can_be_taken() {
    let fen = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
    let view = position(json!({"fen": fen})).await;
    assert_eq!(view["position"], fen);
    assert!(moves(&view).contains(&"e5f6") && !moves(&view).contains(&"e5d6"));
    let taken = position(json!({"fen": fen, "moves": ["exf6"]})).await;
    assert_eq!(taken["position"], "rnbqkbnr/ppp1p1pp/5P2/3p4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3");
}

#[tokio::test]
async fn a_pawn_becomes_any_of_four_pieces() {
    let view = position(json!({"fen": "8/4P2k/8/8/8/8/8/4K3 w - - 0 1"})).await;
    for promotion in ["e7e8q", "e7e8r", "e7e8b", "e7e8n"] {
        assert!(moves(&view).contains(&promotion), "{promotion}");
    }
}

#[tokio::test]
async fn castling_is_the_kings_step_of_two_and_takes_the_rights_of_one_side_alone() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert!(moves(&position(json!({"fen": fen})).await).contains(&"e1c1"));
    for castling in ["e1g1", "e1h1", "O-O", "0-0"] {
        let after = position(json!({"fen": fen, "moves": [castling]})).await;
        assert_eq!(after["position"], "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1", "{castling}");
    }
}

#[tokio::test]
async fn stalemate_is_the_end_and_not_a_pass() {
    let fen = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    let view = position(json!({"fen": fen})).await;
    assert_eq!((&view["status"]["over"], &view["status"]["reason"]), (&json!(true), &json!("stalemate")));
    let problem = STANDARD.post("/bestmove", json!({"fen": fen, "depth": 1})).await.problem();
    assert_eq!((&problem["status"], &problem["type"]), (&json!(422), &json!("/problems/game-over")));
}

#[tokio::test]
async fn fifty_moves_may_be_claimed_and_seventy_five_end_the_game() {
    let status = async |clock: u32, moves: &[&str]| {
        let fen = format!("7k/8/6K1/8/8/8/8/R7 w - - {clock} 90");
        position(json!({"fen": fen, "moves": moves})).await["status"].clone()
    };
    assert_eq!(status(98, &["Ra2"]).await["claimable"], Value::Null);
    assert_eq!(status(99, &["Ra2"]).await["claimable"], "fifty-move rule");
    assert_eq!(status(148, &["Ra2"]).await["over"], false);
    let ended = status(149, &["Ra2"]).await;
    assert_eq!((&ended["over"], &ended["reason"]), (&json!(true), &json!("seventy-five-move rule")));
    // Mate comes before the count.
    assert_eq!(status(149, &["Ra8"]).await["reason"], "checkmate");
}

#[tokio::test]
async fn a_position_that_stands_for_the_fifth_time_ends_the_game() {
    let dance = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let status = async |times: usize| {
        let moves: Vec<_> = dance.iter().cycle().take(4 * times).collect();
        position(json!({"game": "chess", "moves": moves})).await["status"].clone()
    };
    assert_eq!(status(1).await["claimable"], Value::Null);
    assert_eq!(status(2).await["claimable"], "threefold repetition");
    assert_eq!(status(4).await["reason"], "fivefold repetition");
}

#[tokio::test]
async fn mates_are_found_with_their_distance() {
    for (fen, depth, first, mate) in [
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 2, "Rh8#", 1),
        ("4k3/8/8/8/8/7r/6r1/1K6 b - - 0 2", 2, "Rh1#", 1),
        ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", 3, "Qb8+", 2),
        ("4r3/pbpn2n1/1p1prp1k/8/2PP2PB/P5N1/2B2R1P/R5K1 w - - 0 1", 3, "Rxf6+", 2),
        ("7r/p3ppk1/3p4/2p1P1Kp/2Pb4/3P1QPq/PP5P/R6R b - - 0 1", 3, "Be3+", 2),
        ("4Rnk1/pr3ppp/1p3q2/5NQ1/2p5/8/P4PPP/6K1 w - - 1 1", 14, "Nh6+", 3),
    ] {
        let answer = best(fen, depth).await;
        assert_eq!((&answer["text"], &answer["score"]["mate"]), (&json!(first), &json!(mate)), "{fen}");
    }
}

#[tokio::test]
async fn tables_answer_where_an_operator_has_them_and_the_caller_wants_them() {
    let tables = Tables::open(&["tests/data/syzygy"]).expect("tables");
    let house = House::new(
        Registry::furnished(chess::Knowledge::asking(Arc::new(tables)), Memories::default()),
        Config::default(),
    );
    let ask = async |fen: &str, tablebase: bool| {
        house.post("/bestmove", json!({"fen": fen, "nodes": 2000, "tablebase": tablebase})).await.ok()
    };
    let rook = "8/8/8/8/8/2k5/8/K6R w - - 0 1";
    let mate = ask(rook, true).await;
    assert_eq!((&mate["source"], &mate["stopped_by"]), (&json!("tablebase"), &json!("solved")), "{mate}");
    assert_eq!((&mate["score"]["mate"], &mate["score"]["plies"]), (&json!(14), &json!(27)), "{mate}");
    assert_eq!(ask(rook, false).await["source"], "search");

    let pawn = ask("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1", true).await;
    assert_eq!((&pawn["source"], &pawn["score"]["outcome"]), (&json!("tablebase"), &json!("win")), "{pawn}");
    assert!(pawn["score"].get("plies").is_none(), "tables do not count them: {pawn}");
}

#[tokio::test]
async fn the_horizon_hides_no_loss_of_a_bishops_check() {
    let body = json!({"game": "chess", "moves": ["e4", "d5"], "depth": 3, "book": false});
    assert_ne!(STANDARD.post("/bestmove", body).await.ok()["text"], "Bb5+");
}

#[tokio::test]
async fn what_cannot_be_is_refused_with_what_to_do_about_it() {
    let refused = async |body: Value| STANDARD.post("/bestmove", body).await.problem();
    let checked = refused(json!({"fen": "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"})).await;
    assert_eq!((&checked["status"], &checked["pointer"]), (&json!(422), &json!("/fen")));
    assert_eq!(checked["hint"], "Did you mean the same position with 'b' to move?");
    let kings = refused(json!({"game": "chess", "position": "4k3/8/8/8/8/8/8/3KK3 w - - 0 1"})).await;
    assert_eq!((&kings["pointer"], &kings["detail"]), (&json!("/position"), &json!("White has 2 kings")));
    let wrong = refused(json!({"game": "chess", "moves": ["e4", "e5", "Ke3"]})).await;
    assert_eq!((&wrong["status"], &wrong["pointer"]), (&json!(422), &json!("/moves/2")));
    assert_eq!(refused(json!({"game": "chess", "depth": "abc"})).await["status"], 400);
    assert_eq!(refused(json!({"game": "chesss"})).await["status"], 404);
}

#[tokio::test]
async fn a_side_that_nobody_plays_is_a_bad_value_as_in_other_games() {
    for game in ["chess", "tic-tac-toe", "pennies"] {
        let problem = STANDARD.post("/position", json!({"game": game, "turn": "green"})).await.problem();
        let told = (&problem["type"], &problem["pointer"]);
        assert_eq!(told, (&json!("/problems/bad-value"), &json!("/turn")), "{game}");
    }
}

#[tokio::test]
async fn a_position_may_be_drawn_and_chess960_be_played() {
    let drawn = "r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\n\
                 . . . . . . . .\n. . . . . . . .\nP P P P P P P P\nR N B Q K B N R";
    let view = position(json!({"game": "chess", "position": drawn})).await;
    assert_eq!(view["position"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let fischer = json!({"fen": "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1"});
    assert!(moves(&position(fischer).await).contains(&"e1g1"), "the king takes its rook");
}

#[tokio::test]
async fn an_opening_is_answered_from_the_book_unless_that_is_switched_off() {
    let ask = async |more: Value| {
        let mut body = json!({"game": "chess", "moves": ["e4", "c5"], "nodes": 500});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        STANDARD.post("/bestmove", body).await.ok()
    };
    let prepared = ask(json!({})).await;
    assert_eq!((&prepared["source"], &prepared["nodes"]), (&json!("book"), &json!(0)), "{prepared}");
    assert_eq!(prepared["opening"]["plies"], 3, "{prepared}");
    assert!(
        prepared["opening"]["name"].as_str().expect("a name").starts_with("Sicilian Defense"),
        "{prepared}"
    );
    assert!(prepared["score"]["value"].as_i64().expect("a value").abs() < 150, "{prepared}");
    for searched in [json!({"book": false}), json!({"lines": 2}), json!({"search_moves": ["h4"]})] {
        assert_eq!(ask(searched.clone()).await["source"], "search", "{searched}");
    }
}

#[tokio::test]
async fn a_position_tells_the_opening_that_led_to_it_and_keeps_its_name_when_it_is_left() {
    let opening =
        async |moves: &[&str]| position(json!({"game": "chess", "moves": moves})).await["opening"].take();
    let italian = json!({"eco": "C50", "name": "Italian Game", "plies": 5});
    assert_eq!(opening(&["e4", "e5", "Nf3", "Nc6", "Bc4"]).await, italian);
    assert_eq!(opening(&["e4", "e5", "Nf3", "Nc6", "Bc4", "a6", "a4", "h6"]).await, italian);
    assert_eq!(opening(&[]).await, Value::Null);
}

#[tokio::test]
async fn the_seed_chooses_between_good_openings_and_the_same_seed_chooses_the_same() {
    let opening = async |seed: u32| {
        let body = json!({"game": "chess", "depth": 1, "seed": seed});
        STANDARD.post("/bestmove", body).await.ok()["text"].as_str().expect("a move").to_owned()
    };
    let mut played = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let text = opening(seed).await;
        assert_eq!(text, opening(seed).await);
        played.insert(text);
    }
    assert!(played.len() > 1 && played.contains("e4"), "{played:?}");
}

#[tokio::test]
async fn the_range_of_strengths_is_told_and_each_end_plays() {
    let range = STANDARD.get("/games/chess").await.ok()["elo"].clone();
    let (least, most) =
        (range["least"].as_u64().expect("a number"), range["most"].as_u64().expect("a number"));
    let body = |elo: u64| json!({"fen": "4k3/8/8/8/8/7r/6r1/1K6 b - - 0 2", "elo": elo});
    for elo in [least, most] {
        assert_eq!(STANDARD.post("/bestmove", body(elo)).await.ok()["source"], "search");
    }
    for elo in [least - 1, most + 1] {
        let refusal = STANDARD.post("/bestmove", body(elo)).await.problem();
        assert_eq!((&refusal["pointer"], &refusal["status"]), (&json!("/elo"), &json!(422)), "{refusal}");
    }
    assert_eq!(STANDARD.post("/bestmove", body(most)).await.ok()["text"], "Rh1#");
}

#[tokio::test]
async fn a_person_takes_one_seat_and_answers_the_same_however_many_are_asked_for() {
    // Nothing is kept: each answer was searched.
    let flags = [("pool-seats", "4"), ("cache-mib", "0")];
    let house = House::new(Registry::standard(), Config::flagged(&flags).unwrap());
    let ask = async |threads: u32| {
        let body = json!({"game": "chess", "elo": 1200, "threads": threads, "depth": 2, "book": false});
        timeless(house.post("/bestmove", body).await.ok())
    };
    let mut one = ask(1).await;
    assert_eq!(one["limits_applied"].take(), json!({}));
    for threads in [2, 4] {
        let mut answer = ask(threads).await;
        assert_eq!(answer["limits_applied"].take(), json!({"threads": 1}));
        assert_eq!(answer, one);
    }
}

#[tokio::test]
async fn a_person_plays_the_same_with_the_same_seed_and_not_always_with_another() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
    let mut played = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let body = json!({"fen": fen, "elo": 1000, "seed": seed});
        let [one, two] = [
            STANDARD.post("/bestmove", body.clone()).await.ok(),
            STANDARD.post("/bestmove", body).await.ok(),
        ];
        assert_eq!(one["move"], two["move"]);
        played.insert(one["text"].to_string());
    }
    assert!(played.len() > 2, "{played:?}");
}
