//! `/position`, `/evaluate`, `/tree`: a position looked at.

use serde_json::{Value, json};

use crate::house::{STANDARD, untaught_with};

const CHESS_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[tokio::test]
async fn a_position_is_laid_out_for_who_knows_no_rules() {
    let body = json!({"game": "pennies", "position": "5", "moves": ["2"]});
    insta::assert_json_snapshot!(STANDARD.post("/position", body).await.ok());
}

#[tokio::test]
async fn what_each_player_has_is_told_where_it_is_counted() {
    for (body, tally) in [
        (json!({"game": "othello", "moves": ["f5"]}), json!({"black": 4.0, "white": 1.0})),
        (json!({"game": "kalah", "moves": ["3"]}), json!({"south": 1.0, "north": 0.0})),
        (json!({"game": "go", "moves": ["pass", "pass"]}), json!({"black": 0.0, "white": 7.0})),
        (json!({"game": "go", "moves": ["pass"]}), Value::Null),
        (json!({"game": "2048", "moves": ["2@a1", "2@b1", "left", "2@d4"]}), json!({"player": 4.0})),
        (json!({"game": "chess"}), Value::Null),
    ] {
        assert_eq!(STANDARD.post("/position", body.clone()).await.ok()["tally"], tally, "{body}");
    }
}

#[tokio::test]
async fn the_row_that_won_is_told_cell_by_cell() {
    for (body, row) in [
        (json!({"game": "connect-four", "position": "1212121"}), json!(["a1", "a2", "a3", "a4"])),
        (json!({"game": "connect-four", "position": "121212"}), Value::Null),
        (json!({"grid": ["XO.", "OX.", "..X"]}), json!(["0", "4", "8"])),
    ] {
        assert_eq!(STANDARD.post("/position", body.clone()).await.ok()["row"], row, "{body}");
    }
}

#[tokio::test]
async fn a_king_may_be_put_on_its_rook_to_castle() {
    let or_touches = async |body: Value| {
        let legal = STANDARD.post("/position", body).await.ok()["legal_moves"].take();
        let castles =
            |(each, wing)| legal.as_array()?.iter().find(|legal| legal["text"] == wing)?.get(each).cloned();
        (castles(("touches", "O-O")), castles(("or_touches", "O-O")), castles(("or_touches", "Kd1")))
    };
    let usual = or_touches(json!({"fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"})).await;
    assert_eq!(usual, (Some(json!(["e1", "g1"])), Some(json!(["e1", "h1"])), None));
    let shuffled = or_touches(json!({"fen": "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1"})).await;
    assert_eq!(shuffled, (Some(json!(["e1", "g1"])), None, None), "there is no other way");
}

#[tokio::test]
async fn what_was_played_is_told_as_the_game_writes_it_if_asked_for() {
    let game = json!({"game": "chess", "moves": ["e4", "e7-e5", "Ng1f3"]});
    let told = STANDARD
        .post("/position", json!({"played": true, "game": "chess", "moves": game["moves"]}))
        .await
        .ok();
    let played = json!([
        {"move": "e2e4", "text": "e4", "turn": "white"},
        {"move": "e7e5", "text": "e5", "turn": "black"},
        {"move": "g1f3", "text": "Nf3", "turn": "white"}
    ]);
    assert_eq!((&told["played"], &told["start"]), (&played, &json!(CHESS_START)));
    let plain = STANDARD.post("/position", game).await.ok();
    assert!(plain.get("played").is_none() && plain.get("start").is_none(), "{plain}");

    let dice = json!({"game": "backgammon", "moves": ["roll 31", "8/5 6/5"], "played": true});
    let played = STANDARD.post("/position", dice).await.ok()["played"].take();
    assert_eq!((&played[0]["chance"], played[1].get("chance")), (&json!(true), None), "{played}");
    for asked in [false, true] {
        let dice =
            json!({"game": "backgammon", "moves": ["roll 31", "8/5 6/5"], "roll": true, "played": asked});
        let rolled = STANDARD.post("/position", dice).await.ok();
        let told = rolled["played"].as_array().map(Vec::len);
        assert_eq!((rolled["moves"].as_array().map(Vec::len), told), (Some(3), asked.then_some(3)));
    }
}

#[tokio::test]
async fn what_chance_brought_is_told_in_words_too() {
    let game = json!({"game": "2048", "position": "0 2/2 0", "moves": ["left", "2@B2"], "played": true});
    let told = STANDARD.post("/position", game).await.ok();
    assert_eq!((&told["played"][1]["move"], &told["played"][1]["text"]), (&json!("2@B2"), &json!("2 on b2")));

    let game = json!({"game": "2048", "position": "0 2/2 0", "moves": ["left"], "roll": true, "seed": 1});
    let rolled = STANDARD.post("/position", game).await.ok();
    let event = rolled["moves"][1].as_str().expect("a tile");
    assert_eq!(rolled["rolled"], json!([event.replace('@', " on ")]));
}

#[tokio::test]
async fn one_seed_draws_other_dice_at_every_turn_and_the_same_for_the_same_request() {
    let rolled = async |moves: Value| {
        let game = json!({"game": "backgammon", "moves": moves, "roll": true, "seed": 7});
        STANDARD.post("/position", game).await.ok()["rolled"][0].take()
    };
    assert_eq!(rolled(json!([])).await, rolled(json!([])).await);
    let mut dice = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..8 {
        let asked = json!({"game": "backgammon", "moves": moves, "roll": true, "seed": 7});
        let view = STANDARD.post("/position", asked).await.ok();
        dice.push(view["rolled"][0].to_string());
        moves = view["moves"].as_array().expect("moves").clone();
        moves.push(view["legal_moves"][0]["move"].clone());
    }
    dice.sort();
    dice.dedup();
    assert!(dice.len() > 3, "eight turns with {dice:?}");
}

#[tokio::test]
async fn who_leaves_out_what_chance_brings_is_shown_how_it_is_written() {
    for (game, event) in [("2048", "like \"4@"), ("backgammon", "like \"roll ")] {
        let refusal = STANDARD.post("/bestmove", json!({"game": game})).await.problem();
        assert!(refusal["hint"].as_str().is_some_and(|hint| hint.contains(event)), "{refusal}");
    }
}

#[tokio::test]
async fn a_game_in_sgf_is_told_with_its_moves() {
    let sgf = "(;GM[1]FF[4]SZ[9]KM[6.5];B[ee];W[cc];B[gc];W[cg])";
    let told = STANDARD
        .post("/position", json!({"game": "go", "position": sgf, "moves": ["pass"], "played": true}))
        .await
        .ok();
    assert_eq!(
        told["start"],
        "9x9 komi 6.5 B: ........./........./........./........./........./........./........./........./........."
    );
    let moves: Vec<_> = told["played"].as_array().expect("moves").iter().map(|m| &m["move"]).collect();
    assert_eq!(moves, ["E5", "C7", "G7", "C3", "pass"]);
}

#[tokio::test]
async fn a_written_game_is_laid_out_and_tells_what_it_says_of_itself() {
    let pgn = "[White \"Anand\"]\n[Black \"Carlsen\"]\n\n1. e4 {best} e5 (1... c5) 2. Nf3 0-1\n\n1. d4 *";
    let told = STANDARD.post("/position", json!({"pgn": pgn, "played": true})).await.ok();
    let written = json!({"tags": {"White": "Anand", "Black": "Carlsen"}, "result": "0-1", "games": 2});
    assert_eq!((&told["game"], &told["written"]), (&json!("chess"), &written));
    let named = json!({"game": "chess", "moves": ["e4", "e5", "Nf3"], "played": true});
    let named = STANDARD.post("/position", named).await.ok();
    assert!(named.get("written").is_none());
    for field in ["position", "status", "start", "played", "legal_moves", "board"] {
        assert_eq!(told[field], named[field], "{field}");
    }
    let plain = STANDARD.post("/position", json!({"pgn": pgn})).await.ok();
    assert_eq!(plain["written"], written);
    assert!(plain.get("played").is_none() && plain.get("start").is_none(), "{plain}");
}

#[tokio::test]
async fn a_written_game_of_any_game_is_laid_out() {
    for (body, start, moves, tags) in [
        (
            json!({"pgn": "[GameType \"21\"]\n[FEN \"W:W18,K22:BK1,2,12\"]\n1. 18-15 *"}),
            json!("W:W18,K22:BK1,2,12"),
            json!(["18-15"]),
            json!({"GameType": "21", "FEN": "W:W18,K22:BK1,2,12"}),
        ),
        (
            json!({"pgn": "[Game \"kalah\"]\n1. 3 6 *"}),
            Value::Null,
            json!(["3", "6"]),
            json!({"Game": "kalah"}),
        ),
        (json!({"pgn": "[Game \"7\"]\n1. e4 *"}), Value::Null, json!(["e2e4"]), json!({"Game": "7"})),
        (json!({"game": "othello", "pgn": "f5d6c3"}), Value::Null, json!(["f5", "d6", "c3"]), json!({})),
        (json!({"fen": null, "pgn": CHESS_START}), json!(CHESS_START), json!([]), json!({})),
        (
            json!({"game": "go", "pgn": "(;SZ[3]KM[0]PB[Shusaku]PW[Gen\\]nan]RE[W+R];B[bb];W[])"}),
            json!("3x3 komi 0 B: .../.../..."),
            json!(["B2", "pass"]),
            json!({"Black": "Shusaku", "White": "Gen]nan", "Result": "W+R"}),
        ),
    ] {
        let mut asked = body.clone();
        asked["played"] = json!(true);
        let told = STANDARD.post("/position", asked).await.ok();
        let played: Value =
            told["played"].as_array().expect("moves").iter().map(|m| m["move"].clone()).collect();
        assert_eq!((&played, &told["written"]["tags"]), (&moves, &tags), "{body}");
        assert!(start.is_null() || told["start"] == start, "{body}");
    }
}

#[tokio::test]
async fn a_written_game_goes_on_with_what_chance_brings() {
    let asked = json!({"game": "backgammon", "pgn": "1. roll 31, 8/5 6/5, *", "roll": true, "seed": 3});
    let rolled = STANDARD.post("/position", asked).await.ok();
    let named = json!({"game": "backgammon", "moves": ["roll 31", "8/5 6/5"], "roll": true, "seed": 3});
    let named = STANDARD.post("/position", named).await.ok();
    assert_eq!((&rolled["moves"], &rolled["rolled"]), (&named["moves"], &named["rolled"]));
    assert!(rolled.get("played").is_none());
}

#[tokio::test]
async fn what_is_wrong_with_a_written_game_is_pointed_at() {
    for (body, status, pointer) in [
        (json!({"pgn": "1. e4 Ke3"}), 422, "/pgn"),
        (json!({"pgn": "1. e4 {best"}), 422, "/pgn"),
        (json!({"pgn": ""}), 422, "/pgn"),
        (json!({"pgn": "4k3/8/8/8/8/8/8/4K2 w - - 0 1"}), 422, "/pgn"),
        (json!({"pgn": "1. e4", "moves": ["e4"]}), 422, "/moves"),
        (json!({"pgn": "1. e4", "fen": CHESS_START}), 422, "/fen"),
        (json!({"game": "go", "pgn": "(;SZ[9])(;SZ[9])"}), 422, "/pgn"),
        (json!({"game": "checkers", "pgn": "[GameType \"20\"] 1. 32-28"}), 422, "/pgn"),
        (json!({"pgn": "[GameType \"20\"] 1. 32-28"}), 422, "/pgn"),
        (json!({"game": "chess", "pgn": "[GameType \"21\"] 1. 11-15"}), 422, "/pgn"),
        (json!({"game": "chess", "pgn": "[Game \"Kalah\"] 1. 3 6 2. 2 *"}), 422, "/pgn"),
        (json!({"pgn": "[White \"South\"] 1. 3 6 2. 2 *"}), 422, "/pgn"),
        (json!({"game": "chest", "pgn": "1. e4"}), 404, "/game"),
        (json!({"pgn": ["1. e4"]}), 400, "/pgn"),
        (json!({"game": "pennies", "pgn": "1. 2", "roll": true}), 422, "/roll"),
        (json!({"game": "pennies", "pgn": "1 ".repeat(10_001)}), 413, "/pgn"),
    ] {
        let problem = STANDARD.post("/position", &body).await.problem();
        assert_eq!((&problem["status"], &problem["pointer"]), (&json!(status), &json!(pointer)), "{problem}");
    }
}

#[tokio::test]
async fn a_finished_game_has_a_winner_and_no_moves() {
    let body = json!({"game": "pennies", "position": "3", "moves": ["3"]});
    let view = STANDARD.post("/position", body).await.ok();
    assert_eq!(view["status"]["winner"], "first");
    assert_eq!(view["legal_moves"], json!([]));
}

#[tokio::test]
async fn a_game_without_chance_has_nothing_to_roll() {
    let problem = STANDARD.post("/position", json!({"game": "pennies", "roll": true})).await.problem();
    assert_eq!((&problem["status"], &problem["pointer"]), (&json!(422), &json!("/roll")));
}

#[tokio::test]
async fn the_terms_of_an_evaluation_sum_to_its_total() {
    for game in STANDARD.app.registry.iter().map(|room| room.describe()) {
        let evaluation = STANDARD.post("/evaluate", json!({"game": game.id})).await.ok();
        let terms = evaluation["terms"].as_array().expect("terms");
        let sum: i64 = terms.iter().filter_map(|term| term["value"].as_i64()).sum();
        assert!(!terms.is_empty(), "{}: {evaluation}", game.id);
        assert_eq!(evaluation["total"], sum, "{}: {evaluation}", game.id);
        assert_eq!(evaluation["unit"], game.unit);
    }
}

#[tokio::test]
async fn a_finished_game_is_told_instead_of_being_judged() {
    let body = json!({"game": "chess", "fen": "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"});
    for path in ["/evaluate", "/tree"] {
        let problem = STANDARD.post(path, &body).await.problem();
        assert_eq!((&problem["type"], &problem["status"]), (&json!("/problems/game-over"), &json!(422)));
        assert!(problem["detail"].as_str().is_some_and(|told| told.contains("white has won")), "{problem}");
    }
}

#[tokio::test]
async fn the_tension_of_a_board_is_told_square_by_square() {
    let tension = STANDARD.post("/evaluate", json!({"game": "chess"})).await.ok()["tension"].take();
    let told = |rank: u8| -> Vec<i64> {
        "abcdefgh".chars().filter_map(|file| tension[format!("{file}{rank}")].as_i64()).collect()
    };
    let white = [[0, 1, 1, 1, 1, 1, 1, 0], [1, 1, 1, 4, 4, 1, 1, 1], [2, 2, 3, 2, 2, 3, 2, 2], [0; 8]];
    for (rank, expected) in (1..).zip(white) {
        assert_eq!(told(rank), expected, "rank {rank}");
        assert_eq!(told(9 - rank), expected.map(|attackers| -attackers), "Black's mirror image");
    }
    let pennies = STANDARD.post("/evaluate", json!({"game": "pennies"})).await.ok();
    assert!(pennies.get("tension").is_none(), "pennies do not attack: {pennies}");
}

#[tokio::test]
async fn a_tree_is_laid_open_with_what_alpha_beta_does_in_it() {
    let body = json!({"game": "pennies", "position": "5", "depth": 3});
    insta::assert_json_snapshot!(STANDARD.post("/tree", body).await.ok());
}

#[tokio::test]
async fn a_tree_that_would_be_too_large_says_how_deep_it_is() {
    let body = json!({"game": "pennies", "position": "1000", "depth": 100});
    let tree = STANDARD.post("/tree", body).await.ok();
    assert_eq!(tree["limits_applied"]["depth"], tree["depth"]);
    let caps = STANDARD.get("/limits").await.ok()["caps"].clone();
    let most = caps["tree_nodes"].as_u64().expect("a cap");
    assert!(tree["nodes"].as_u64().is_some_and(|nodes| nodes <= most), "{} nodes", tree["nodes"]);
}

#[tokio::test]
async fn a_tree_that_ends_with_its_game_was_not_cut() {
    let body = json!({"game": "pennies", "position": "3", "depth": 1000});
    assert_eq!(STANDARD.post("/tree", body).await.ok()["limits_applied"], json!({}));
}

#[tokio::test]
async fn the_caps_on_a_tree_are_under_those_on_a_search() {
    let house = untaught_with(&[("caps-depth", "3"), ("caps-nodes", "50")]);
    let caps = house.get("/limits").await.ok()["caps"].clone();
    assert_eq!((&caps["tree_depth"], &caps["tree_nodes"]), (&json!(3), &json!(50)));
    let tree = house.post("/tree", json!({"game": "pennies", "position": "1000", "depth": 1000})).await.ok();
    assert_eq!((&tree["depth"], &tree["limits_applied"]), (&json!(3), &json!({"depth": 3})));
}

#[tokio::test]
async fn each_value_in_a_tree_is_the_best_or_the_worst_of_those_below() {
    fn check(node: &Value, us: &Value) {
        let children = node["children"].as_array().expect("a list");
        let values = children.iter().filter_map(|child| child["value"].as_i64());
        let best = if &node["turn"] == us { values.max() } else { values.min() };
        assert!(best.is_none_or(|best| node["value"] == best), "{node}");
        children.iter().for_each(|child| check(child, us));
    }
    let tree = STANDARD.post("/tree", json!({"game": "pennies", "position": "11", "depth": 4})).await.ok();
    check(&tree["root"], &tree["root"]["turn"]);
}
