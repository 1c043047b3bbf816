//! GTP as a controller hears it.

use super::*;

const EFFORT: Effort =
    Effort { time: Duration::from_secs(60), samples: Some(100), threads: NonZeroUsize::MIN };

/// What is answered to each line, in one line.
fn answers(said: &str) -> Vec<String> {
    let mut heard = Vec::new();
    talk(Session::new(EFFORT), said.as_bytes(), &mut heard).unwrap();
    let heard = String::from_utf8(heard).unwrap();
    heard.split_terminator("\n\n").map(|answer| answer.replace('\n', "|")).collect()
}

fn last(said: &str) -> String {
    answers(said).pop().unwrap()
}

#[test]
fn the_engine_introduces_itself() {
    assert_eq!(answers("1 protocol_version\nname\n\n# nothing\n7 quit\nname"), ["=1 2", "= bestmove", "=7"]);
    assert!(last("list_commands").contains("|genmove|"));
    assert_eq!(answers("known_command play\nknown_command fly"), ["= true", "= false"]);
}

#[test]
fn what_is_wrong_is_said_in_the_words_of_the_protocol() {
    for (said, heard) in [
        ("xyzzy", "? unknown command"),
        ("12 xyzzy", "?12 unknown command"),
        ("3", "?3 unknown command"),
        ("boardsize 20", "? unacceptable size"),
        ("boardsize -1", "? unacceptable size"),
        ("boardsize large", "? syntax error"),
        ("komi much", "? syntax error"),
        ("play b", "? syntax error"),
        ("play red D4", "? syntax error"),
        ("play b D44", "? syntax error"),
        ("play b D4\nplay w D4", "? illegal move"),
        ("genmove", "? syntax error"),
        ("undo", "? cannot undo"),
        ("fixed_handicap 1", "? invalid number of stones"),
        ("play b D4\nfixed_handicap 2", "? board not empty"),
        ("set_free_handicap D4 D4", "? bad vertex list"),
        ("set_free_handicap D4 pass", "? bad vertex list"),
        ("time_settings 1 2", "? syntax error"),
        ("time_settings -1 2 1", "? syntax error"),
        ("time_left b NaN 0", "? syntax error"),
        ("time_left b -x 0", "? syntax error"),
        ("final_status_list asleep", "? syntax error"),
        ("loadsgf", "? syntax error"),
        ("loadsgf /no/such/game.sgf", "? cannot load file"),
        ("printsgf /no/such/folder/game.sgf", "? cannot write file"),
        ("kgs-time_settings byoyomi 60", "? syntax error"),
        ("play b \u{0}\u{ffff}", "? syntax error"),
    ] {
        assert_eq!(last(said), heard, "{said}");
    }
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut heard = Vec::new();
    talk(Session::new(EFFORT), &b"\xff\xfe\nname\n"[..], &mut heard).unwrap();
    assert_eq!(String::from_utf8(heard).unwrap(), "? unknown command\n\n= bestmove\n\n");
}

#[test]
fn moves_are_played_shown_and_taken_back() {
    let shown = last("boardsize 3\nplay b B2\nplay w a1\nplay w PASS\nshowboard");
    assert_eq!(shown, "= |   A B C| 3 . . . 3| 2 . X . 2| 1 O . . 1|   A B C");
    assert_eq!(last("boardsize 3\nplay b B2\nundo\nshowboard"), last("boardsize 3\nshowboard"));
    assert_eq!(last("boardsize 3\nplay b B2\nclear_board\nshowboard"), last("boardsize 3\nshowboard"));
}

#[test]
fn a_colour_may_play_twice_and_after_two_passes() {
    let said = "boardsize 3\nplay b A1\nplay b A2\nplay w pass\nplay b pass\nplay w C3\nshowboard";
    assert!(answers(said).iter().all(|answer| answer.starts_with('=')));
    assert_eq!(last(said), "= |   A B C| 3 . . O 3| 2 X . . 2| 1 X . . 1|   A B C");
}

#[test]
fn a_ko_may_not_be_taken_back_at_once() {
    let said = "boardsize 4\nplay b B1\nplay w C1\nplay b A2\nplay w D2\nplay b B3\nplay w C3\n\
                play b C2\nplay w B2\nplay b C2";
    assert_eq!(last(said), "? illegal move");
}

#[test]
fn a_move_is_made_up_and_played_for_either_colour() {
    for player in ["b", "WHITE"] {
        let heard = answers(&format!("boardsize 5\ngenmove {player}\nundo\nundo"));
        assert!(heard[1].len() == 4 && heard[1].starts_with("= "), "{heard:?}");
        assert_eq!(heard[2..], ["=", "? cannot undo"]);
    }
    assert_eq!(answers("boardsize 5\nreg_genmove b\nundo")[2], "? cannot undo");
}

#[test]
fn a_move_asked_for_the_other_colour_does_not_lead_the_next_one_astray() {
    let black = ["A1", "B1", "C1", "D1", "A3", "B3", "C3", "D3"].map(|at| format!("play b {at}\n"));
    let white = ["A2", "B2", "C2", "D2", "E2"].map(|at| format!("play w {at}\n"));
    let game = format!("boardsize 5\n{}{}", black.concat(), white.concat());
    // White takes four stones on E1; Black's would have no liberty there.
    assert_eq!(last(&format!("{game}play b E1")), "? illegal move");
    for _ in 0..10 {
        let heard = answers(&format!("{game}reg_genmove w\ngenmove b"));
        assert!(heard.iter().skip(14).all(|answer| answer.len() > 3), "{heard:?}");
        assert_ne!(heard.last().unwrap(), "= E1");
    }
}

#[test]
fn a_move_is_made_up_on_any_clock() {
    for settings in [
        "0 1 1000",
        "0 0 0",
        "3600 0 0\ntime_left b 0.1 0\ntime_left w -0.1 3",
        "18000000000000000000 0 0",
        "0 18000000000000000000 1",
        "10 0 0\ntime_left b 18000000000000000000 1\ntime_left w inf 0",
    ] {
        let heard = answers(&format!("boardsize 5\ntime_settings {settings}\ngenmove b\ngenmove w"));
        assert!(heard.iter().rev().take(2).all(|answer| answer.len() > 3), "{heard:?}");
    }
}

#[test]
fn the_clocks_of_kgs_are_understood() {
    let clocks = |said: &str| {
        let mut session = Session::new(EFFORT);
        session.answer(&Request::read(said).unwrap()).unwrap();
        session.clocks
    };
    for (kgs, usual) in [
        ("none", "0 1 0"),
        ("absolute 300", "300 0 0"),
        ("byoyomi 300 30 5", "300 30 1"),
        ("canadian 300 30 5", "300 30 5"),
    ] {
        let understood = clocks(&format!("kgs-time_settings {kgs}"));
        assert_eq!(understood, clocks(&format!("time_settings {usual}")), "{kgs}");
    }
}

#[test]
fn a_game_is_kept_in_a_file_and_taken_up_again() {
    let file = std::env::temp_dir().join(format!("bestmove-game-{}.sgf", std::process::id()));
    let game = "boardsize 5\nkomi 0.5\nset_free_handicap A1 C3\nplay w B2\nplay b pass\nplay w D4";
    assert_eq!(
        last(&format!("{game}\nprintsgf")),
        "= (;GM[1]FF[4]AP[bestmove]SZ[5]KM[0.5]AB[cc][ae]PL[W];W[bd];B[];W[db])"
    );
    let heard = answers(&format!("{game}\nprintsgf {0}\nboardsize 9\nloadsgf {0}\nprintsgf", file.display()));
    assert_eq!(heard[6..9], ["=", "=", "="]);
    assert_eq!(heard[9], last(&format!("{game}\nprintsgf")));
    let earlier = last(&format!("loadsgf {} 2\nprintsgf", file.display()));
    assert!(earlier.ends_with("PL[W];W[bd])"), "{earlier}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_pass_that_would_lose_once_dead_stones_are_taken_off_is_not_answered_by_one() {
    // By the stones as they stand White has won with its komi; J9 alone is worth nothing.
    assert_ne!(last("boardsize 9\nkomi 7\nplay b E5\nplay w J9\nplay b pass\ngenmove w"), "= pass");
    assert_eq!(last("boardsize 9\nkomi 7\nplay b pass\ngenmove w"), "= pass");
}

#[test]
fn who_is_asked_to_move_after_their_own_pass_does_not_end_the_game() {
    assert_ne!(last("boardsize 5\nplay b C3\nplay b pass\ngenmove b"), "= pass");
    assert_eq!(last("boardsize 3\nplay b pass\nplay b pass\nplay b B2\nshowboard").matches('X').count(), 1);
}

#[test]
fn a_file_says_who_begins_and_may_be_written_in_any_script() {
    let file = std::env::temp_dir().join(format!("bestmove-latin-{}.sgf", std::process::id()));
    std::fs::write(&file, b"(;SZ[5]KM[7]PB[Andr\xe9]PL[W])").unwrap();
    let game = last(&format!("loadsgf {}\nprintsgf", file.display()));
    assert_eq!(game, "= (;GM[1]FF[4]AP[bestmove]SZ[5]KM[7]PL[W])");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn who_has_lost_lets_the_game_end() {
    let black = ["B5", "B4", "A3", "B3", "B2", "B1", "D4"].map(|at| format!("play b {at}\n")).concat();
    let white = ["C5", "C4", "C3", "C2", "C1", "E5", "E4", "E3", "E2", "E1", "D2"];
    let white = white.map(|at| format!("play w {at}\n")).concat();
    // With D4 alive Black would be ahead.
    let game = format!("boardsize 5\nkomi -3.5\n{black}{white}play w pass\n");
    assert_eq!(last(&format!("{game}final_score")), "= W+1.5");
    assert_eq!(last(&format!("{game}genmove b")), "= pass");
}

#[test]
fn handicap_stones_stand_where_the_protocol_has_them() {
    assert_eq!(last("boardsize 19\nfixed_handicap 5"), "= D4 Q16 D16 Q4 K10");
    assert_eq!(last("fixed_handicap 8"), "= C3 G7 C7 G3 C5 G5 E3 E7");
    assert_eq!(last("boardsize 7\nplace_free_handicap 9"), "= C3 E5 C5 E3");
    assert_eq!(last("boardsize 5\nplace_free_handicap 3"), "= B2 D4");
    assert_eq!(last("boardsize 3\nset_free_handicap A1 C3"), "=", "only chosen stones are named");
    let said = "boardsize 3\nset_free_handicap A1 C3\nshowboard";
    assert_eq!(last(said), "= |   A B C| 3 . . X 3| 2 . . . 2| 1 X . . 1|   A B C");
}

#[test]
fn dead_stones_are_named_and_do_not_count() {
    let black = ["B5", "B4", "A3", "B3", "B2", "B1", "D4"].map(|at| format!("play b {at}\n")).concat();
    let white = ["C5", "C4", "C3", "C2", "C1", "E5", "E4", "E3", "E2", "E1", "D2"];
    let white = white.map(|at| format!("play w {at}\n")).concat();
    let game = format!("boardsize 5\nkomi 0.5\n{black}{white}");
    assert_eq!(last(&format!("{game}final_status_list dead")), "= D4");
    assert_eq!(last(&format!("{game}final_status_list seki")), "=");
    assert_eq!(last(&format!("{game}final_score")), "= W+5.5");
    let alive = last(&format!("{game}final_status_list alive"));
    assert_eq!(alive.split('|').count(), 2, "{alive}");
}
