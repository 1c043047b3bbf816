//! Chess as it is searched: mates, draws that may be claimed, what is remembered, what tables tell.

use std::time::{Duration, Instant};

use super::*;
use crate::games::chess::rules;
use crate::search::alphabeta::AlphaBeta;
use crate::search::memories::Memories;
use crate::search::memory::Memory;
use crate::search::score::Score;
use crate::search::{Budget, Choice, Engine, Question, Source, Stop, Value, Verdict, one_or_more};

fn on(fen: &str) -> Chess {
    Chess::on(fen.parse().unwrap())
}

fn searched(position: &Chess, budget: Budget) -> Choice<Move> {
    let engine = AlphaBeta::new(Knowledge::default());
    engine.choose(&Question::new(position.clone()), &budget, &Stop::new(), &mut |_| {})
}

#[test]
fn mates_are_found_and_counted() {
    for (fen, plies) in [
        ("k7/8/1K6/8/8/8/8/7R w - - 0 1", 1),
        ("4k3/8/8/8/8/7r/6r1/1K6 b - - 0 2", 1),
        ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1", 3),
        ("4r3/pbpn2n1/1p1prp1k/8/2PP2PB/P5N1/2B2R1P/R5K1 w - - 0 1", 3),
        ("7r/p3ppk1/3p4/2p1P1Kp/2Pb4/3P1QPq/PP5P/R6R b - - 0 1", 3),
        ("4Rnk1/pr3ppp/1p3q2/5NQ1/2p5/8/P4PPP/6K1 w - - 1 1", 5),
    ] {
        let choice = searched(&on(fen), Budget::nodes(150_000));
        let mate = Value::Proven { verdict: Verdict::Win, worth: 1, plies };
        assert_eq!(choice.best().value, mate, "{fen}");
    }
}

#[test]
fn a_won_ending_is_a_draw_where_the_opponent_can_repeat_for_the_third_time() {
    let mut position = on("k7/8/8/8/8/8/8/K6R w - - 0 1");
    let mut past = Vec::new();
    for played in ["h1h7", "a8b8", "h7h1", "b8a8", "h1h7", "a8b8"] {
        past.push(position.clone());
        position = position.after(played.parse().unwrap());
    }
    let engine = AlphaBeta::new(Knowledge::default());
    let choose = |only: &[&str]| {
        let only = only.iter().map(|only| only.parse().unwrap()).collect();
        let question = Question { past: past.clone(), only, ..Question::new(position.clone()) };
        engine.choose(&question, &Budget::depth(10), &Stop::new(), &mut |_| {})
    };
    assert_eq!(choose(&["h7h1"]).best().value.score(), Score::DRAW);
    assert_eq!(choose(&[]).best().value.verdict(), Some(Verdict::Win));
}

#[test]
fn not_one_position_more_is_visited_than_nodes_allow() {
    for nodes in 2_100..2_130 {
        assert_eq!(searched(&Chess::default(), Budget::nodes(nodes)).nodes, nodes);
    }
}

#[test]
fn a_shallow_search_does_not_spend_its_moves_on_checks_that_hang_the_queen() {
    // After Qd1 the queen is taken.
    let mut question = Question::new(on("8/8/8/3k4/8/1q6/8/Q6K w - - 0 1"));
    question.only = vec!["a1d1".parse().unwrap()];
    for depth in 2..=6 {
        let engine = AlphaBeta::new(Knowledge::default());
        let choice = engine.choose(&question, &Budget::depth(depth), &Stop::new(), &mut |_| {});
        let value = choice.best().value;
        let lost = matches!(value, Value::Estimate(..=-3_000) | Value::Proven { verdict: Verdict::Loss, .. });
        assert!(lost, "depth {depth}: {value:?}");
    }
}

#[test]
fn a_perpetual_check_is_seen_before_it_comes_round() {
    // A rook behind: the queen gives check on e8 and h5, again and again.
    let question = Question::new(on("6k1/6p1/5p2/8/8/8/qr4PP/4Q2K w - - 0 1"));
    let draws_from = |policy| {
        let engine = AlphaBeta::new(Knowledge::searching_by(policy));
        let value = |depth| {
            let budget = Budget::depth(depth);
            engine.choose(&question, &budget, &Stop::new(), &mut |_| {}).best().value
        };
        (1..20).find(|depth| value(*depth) == Value::Estimate(0)).unwrap()
    };
    let blind = Policy { upcoming_repetition: false, ..CHESS };
    assert!(draws_from(CHESS) < draws_from(blind));
}

#[test]
fn a_move_that_is_better_than_was_expected_is_told_before_it_is_known_by_how_much() {
    // Which search ends while a better move is being weighed is chance: in one of these, some will.
    let surprises = [
        "8/7p/p5pb/4k3/P1pPn3/8/P5PP/1rB2RK1 b - d3 0 28",
        "r1b1kb1r/3q1ppp/pBp1pn2/8/Np3P2/5B2/PPP3PP/R2Q1RK1 w kq - 0 1",
        "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
        "3b4/p3P1q1/P1n2pr1/4p3/2B1n1Pk/1P1R4/P1p3KN/1N6 w - - 0 1",
    ];
    let is_told = |surprise: Chess| {
        let told = |fifties: u64| {
            let choice = searched(&surprise, Budget::nodes(50 * fifties));
            ((choice.depth, choice.chosen()), choice.best().value)
        };
        // Of all searches that came through the same iteration, one that was given more time knows more.
        let told: Vec<_> = (40..300).map(told).collect();
        told.windows(2).any(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1)
    };
    assert!(surprises.into_iter().map(on).any(is_told));
}

#[test]
fn what_one_search_learns_about_moves_changes_the_next() {
    let question = Question::new(on("r3r1k1/1pp1qppp/p1np1n2/4p1B1/2B1P3/2PP1N2/PP3PPP/R2Q1RK1 w - - 0 12"));
    let engine = AlphaBeta::new(Knowledge::default());
    let nodes = |memory: &Arc<Memory>| {
        let budget = Budget::depth(7);
        engine.choose_with(memory, &question, &budget, &Stop::new(), &mut |_| {}).nodes
    };
    let fresh = || Memory::of_bytes(1 << 20);
    let mut memory = Arc::new(fresh());
    let first = nodes(&memory);
    // What is known of positions is forgotten, what is known of moves is not.
    Arc::get_mut(&mut memory).expect("the search is over").table = fresh().table;
    assert_ne!(nodes(&memory), first);
    assert_eq!(nodes(&Arc::new(fresh())), first);
}

#[test]
fn what_was_won_with_time_to_spare_is_not_remembered_where_the_fifty_moves_are_near() {
    let memory = Arc::new(Memory::of_bytes(1 << 20));
    let engine = AlphaBeta::new(Knowledge::default());
    let value = |clock| {
        let question = Question::new(on(&format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 1")));
        let budget = Budget::depth(8);
        engine.choose_with(&memory, &question, &budget, &Stop::new(), &mut |_| {}).best().value
    };
    let mate = Value::Proven { verdict: Verdict::Win, worth: 1, plies: 3 };
    assert_eq!([0, 97].map(value), [mate, mate]);
    assert_eq!([98, 99].map(value), [Value::Estimate(0); 2]);
}

#[test]
fn where_a_draw_could_have_been_claimed_and_was_not_a_win_is_a_win_until_the_game_ends_by_itself() {
    let value = |plies| {
        let position = on("7k/8/5K2/8/8/8/8/R7 w - - 0 1").clocked(plies);
        searched(&position, Budget::depth(8)).best().value
    };
    let mate = Value::Proven { verdict: Verdict::Win, worth: 1, plies: 3 };
    assert_eq!([101, 147].map(value), [mate, mate]);
    assert_eq!([100, 148].map(value).map(Value::verdict), [None, Some(Verdict::Draw)]);
}

#[test]
fn who_may_claim_a_draw_need_not_and_takes_a_queen_instead() {
    for (fen, gift) in
        [("8/8/1r6/8/5K2/6Q1/8/3k4 w - - 100 90", "g3e1"), ("8/8/8/3k4/8/1q6/8/Q6K w - - 100 90", "a1d1")]
    {
        let mut question = Question::new(on(fen));
        let value = |question: &Question<Chess>| {
            let engine = AlphaBeta::new(Knowledge::default());
            engine.choose(question, &Budget::depth(10), &Stop::new(), &mut |_| {}).best().value
        };
        assert_eq!(value(&question), Value::Estimate(0), "{fen}");
        question.only = vec![gift.parse().unwrap()];
        let given = value(&question);
        assert!(given.rank() < Value::Estimate(-200).rank(), "{fen}: {given:?}");
    }
}

#[test]
fn a_search_by_time_goes_on_from_the_one_before_and_a_search_by_nodes_begins_anew() {
    let memories = Arc::new(Memories::of_bytes(64 << 20));
    let engine = AlphaBeta::new(Knowledge::default()).remembering(memories.clone());
    let mut question = Question::new(Chess::default());
    let choose = |question: &Question<Chess>, budget| {
        let stop = Stop::new();
        // However slow the machine is, it looks beyond the two moves that are played.
        engine.choose(question, &budget, &stop, &mut |found| {
            if budget.is_time_alone() && found.depth >= 4 {
                stop.cancel();
            }
        })
    };
    for recalled in 0..3 {
        let later = Instant::now() + Duration::from_secs(60);
        let by_time = Budget { memory: Some(1 << 20), ..Budget::until(later) };
        let line = choose(&question, by_time).best().moves.clone();
        assert_eq!((memories.tally().kept, memories.tally().recalled), (1, recalled));
        for m in &line[..2] {
            question.past.push(question.position.clone());
            question.position.apply(*m);
        }
    }
    let alone = searched(&question.position, Budget::nodes(5_000));
    question.past.clear();
    let beside = choose(&question, Budget::nodes(5_000));
    assert_eq!((beside.lines, beside.depth), (alone.lines, alone.depth));
    assert_eq!(memories.tally().recalled, 2);
}

#[test]
fn a_better_move_found_when_time_runs_out_is_told_with_what_it_is_known_to_be_worth() {
    // The knight takes on e3: the queen is lost, or the king is mated.
    let position = on("rnbqkb1r/pppp1ppp/8/4P3/6n1/7P/PPPNPPP1/R1BQKBNR b KQkq - 0 1");
    for nodes in (1_000..4_000).step_by(60) {
        let choice = searched(&position, Budget::nodes(nodes));
        assert_ne!(choice.best().value, Value::Estimate(0), "{nodes} nodes: {:?}", choice.chosen());
    }
}

/// With tables of three men and a few more.
fn by_tables(position: &Chess, change: impl Fn(&mut Question<Chess>)) -> Choice<Move> {
    let tables = Arc::new(Tables::open(&["tests/data/syzygy"]).unwrap());
    let mut question = Question::new(position.clone());
    change(&mut question);
    let engine = AlphaBeta::new(Knowledge::asking(tables));
    engine.choose(&question, &Budget::nodes(3_000), &Stop::new(), &mut |_| {})
}

#[test]
fn with_tables_a_mate_is_told_at_once_and_comes_on_time() {
    for (fen, mate) in [("8/8/8/8/8/2k5/8/K6R w - - 0 1", 27), ("8/8/8/3k4/8/8/8/KQ6 b - - 0 1", 18)] {
        let mut position = on(fen);
        let mut left = mate;
        while position.outcome().is_none() {
            let choice = by_tables(&position, |_| {});
            let verdict = if left % 2 == 1 { Verdict::Win } else { Verdict::Loss };
            let told = Value::Proven { verdict, worth: 1, plies: left };
            assert_eq!((choice.best().value, choice.source), (told, Source::Tablebase), "{left}: {fen}");
            position.apply(choice.chosen());
            left -= 1;
        }
        assert_eq!(left, 0, "{fen}");
    }
}

#[test]
fn a_mate_that_comes_a_ply_after_fifty_moves_is_none_however_tables_count() {
    let verdict = |distance, clock| tabled("a1a2".parse().unwrap(), distance, clock, true).verdict;
    // Thirty plies to a mate of one's own are thirty-one.
    assert_eq!([69, 70].map(|clock| verdict(30, clock)), [Verdict::Win, Verdict::Draw]);
    assert_eq!([70, 71].map(|clock| verdict(-29, clock)), [Verdict::Loss, Verdict::Draw]);
}

#[test]
fn a_pawn_that_moves_wins_though_the_fifty_moves_are_over() {
    let choice = by_tables(&on("8/8/8/3P2K1/1k6/8/8/8 w - - 100 1"), |_| {});
    assert_eq!((choice.chosen().to_string().as_str(), choice.source), ("d5d6", Source::Tablebase));
    assert!(matches!(choice.best().value, Value::Proven { verdict: Verdict::Win, .. }));
}

#[test]
fn a_pawn_that_tables_promise_is_won_though_the_mate_is_far() {
    let mut position = on("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1");
    let choice = by_tables(&position, |_| {});
    assert_eq!((choice.best().value, choice.source), (Value::Certain(Verdict::Win), Source::Tablebase));
    let mut plies = 0;
    while position.outcome().is_none() {
        position.apply(by_tables(&position, |_| {}).chosen());
        plies += 1;
        assert!(plies < 80 && !position.is_dead() && position.clock() < 100, "{}", position.board());
    }
    assert_eq!(position.outcome(), Some(Outcome::won(rules::player(Color::White))));
}

#[test]
fn tables_know_that_the_fifty_moves_are_nearly_over() {
    let rook = |clock: u16| on("8/8/8/8/8/2k5/8/K6R w - - 0 1").clocked(clock);
    assert!(matches!(by_tables(&rook(73), |_| {}).best().value, Value::Proven { verdict: Verdict::Win, .. }));
    assert!(matches!(
        by_tables(&rook(74), |_| {}).best().value,
        Value::Proven { verdict: Verdict::Draw, .. }
    ));
}

#[test]
fn what_only_a_claim_makes_a_draw_is_not_given_up() {
    for fen in [
        "K7/8/8/8/8/8/4k3/Q7 w - - 99 1",
        "8/8/8/8/8/1k6/8/K6Q w - - 98 1",
        "8/8/8/3k4/8/2R5/8/K7 w - - 97 1",
    ] {
        let next = on(fen).after(by_tables(&on(fen), |_| {}).chosen());
        let takes = |reply: &Move| next.board().occupied().has(reply.to);
        assert!(!next.legal_moves().iter().any(takes), "{fen}: {}", next.board());
    }
}

#[test]
fn tables_are_not_asked_where_the_caller_does_not_want_it() {
    let choice = by_tables(&on("8/8/8/8/8/2k5/8/K6R w - - 0 1"), |question| question.tablebase = false);
    assert_eq!(choice.source, Source::Search);
}

#[test]
fn several_moves_are_ranked_by_tables() {
    let position = on("8/8/8/8/8/2k5/4P3/4K3 w - - 0 1");
    let all = position.legal_moves().len();
    let choice = by_tables(&position, |question| question.lines = one_or_more(all));
    assert_eq!(choice.lines.len(), all);
    let ranks: Vec<_> = choice.lines.iter().map(|line| line.value.rank()).collect();
    assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
    assert!(
        choice.lines.iter().any(|line| matches!(line.value, Value::Proven { verdict: Verdict::Draw, .. }))
    );
}

#[test]
fn a_capture_that_leads_into_the_tables_is_judged_by_them() {
    let choice = by_tables(&on("4k3/8/8/8/8/K7/r1P5/8 w - - 0 1"), |_| {});
    assert_eq!((choice.chosen().to_string().as_str(), choice.source), ("a3a2", Source::Search));
    assert_eq!(choice.best().value, Value::Certain(Verdict::Win));
}

#[test]
fn a_search_that_is_late_before_it_begins_still_sees_what_can_be_taken() {
    let position = on("8/8/N7/8/8/2Bk2K1/8/8 w - - 0 1");
    let chosen = searched(&position, Budget::until(Instant::now())).chosen();
    let (next, knowledge) = (position.after(chosen), Knowledge::default());
    let replies = next.legal_moves().into_iter();
    let mut taken = replies.filter(|m| knowledge.is_noisy(&next, *m));
    assert_eq!(taken.next(), None, "{chosen} loses a piece");
}

#[test]
fn the_key_square_of_a_locked_pawn_ending_is_found() {
    let choice = searched(&on("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"), Budget::nodes(400_000));
    assert_eq!(choice.chosen().to_string(), "a1b1");
    assert!(matches!(choice.best().value, Value::Estimate(units) if units > 100), "{choice:?}");
}

#[test]
fn the_line_told_can_be_played() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    ] {
        let mut watched = 0;
        let engine = AlphaBeta::new(Knowledge::default());
        engine.choose(&Question::new(on(fen)), &Budget::depth(9), &Stop::new(), &mut |choice| {
            let mut position = on(fen);
            for chosen in &choice.best().moves {
                assert!(position.legal_moves().contains(chosen), "{chosen} in {fen}: {choice:?}");
                position.apply(*chosen);
            }
            watched += 1;
        });
        assert!(watched >= 9);
    }
}

#[test]
fn a_pawn_is_not_taken_by_a_bishop_that_will_be_lost() {
    // 1.e4 d5 2.Bb5+ is what three plies without quiescence want.
    let choice =
        searched(&on("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"), Budget::depth(3));
    assert_ne!(choice.chosen().to_string(), "f1b5");
}

#[test]
fn few_moves_share_a_slot() {
    let position = on("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let knowledge = Knowledge::default();
    let moves = position.legal_moves();
    let mut slots: Vec<usize> = moves.iter().map(|m| knowledge.slot(&position, *m)).collect();
    assert!(slots.iter().all(|slot| *slot < knowledge.slots()));
    // Two knights, rooks or bishops that reach one square share it; most moves do not.
    slots.sort_unstable();
    slots.dedup();
    assert!(slots.len() * 10 > moves.len() * 8, "{} of {}", slots.len(), moves.len());
}
