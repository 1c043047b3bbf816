//! Kriegspiel as it is played: what is believed, and what is tried.

use std::collections::HashSet;
use std::slice;
use std::time::Instant;

use cozy_chess::{Color, Move};

use super::*;
use crate::dice::Dice;
use crate::game::{Game, Hidden, Outcome, Player};
use crate::games::chess::rules::color;
use crate::games::chess::{Chess, Knowledge};
use crate::notation::Notation;
use crate::search::alphabeta::AlphaBeta;
use crate::search::belief::Belief;
use crate::search::belief::pace::Share;
use crate::search::blindfold::forced::Certainty;
use crate::search::clock::Clock;
use crate::search::{Budget, Choice, Engine, Question, Stop, StoppedBy, Value, Verdict, one_or_more};
use crate::umpire::Umpire;

const MANY: usize = 20_000;

/// The views of a game from a position on, the present one last.
fn views(start: &str, moves: &[&str]) -> Vec<Kriegspiel> {
    let mut views = vec![Kriegspiel::parse(start).unwrap()];
    for text in moves {
        let next = views[views.len() - 1].played(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        views.push(next);
    }
    views
}

/// The same of a player under an umpire.
fn views_of(umpire: &Umpire<Kriegspiel>, player: Player) -> Vec<Kriegspiel> {
    [umpire.past(player), slice::from_ref(umpire.view(player))].concat()
}

fn believed(views: &[Kriegspiel], most: usize) -> Belief<Chess> {
    believed_within(views, Share::of_worlds(most)).0
}

/// What may be true, and how many moves were looked at for it.
fn believed_within(views: &[Kriegspiel], share: Share) -> (Belief<Chess>, u64) {
    let (now, past) = views.split_last().unwrap();
    let mut clock = Clock::start(Budget::default(), Stop::new());
    let belief = Belief::of(past, now, share, &mut Dice::seeded(0), &mut clock);
    (belief, clock.nodes)
}

fn asked(views: &[Kriegspiel], budget: Budget) -> Choice<Move> {
    let (now, past) = views.split_last().unwrap();
    let question = Question { past: past.to_vec(), ..Question::new(now.clone()) };
    engine().choose(&question, &budget, &Stop::new(), &mut |_| {})
}

const WHITE: &str = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8";
const BLACK: &str = "rnbqkbnr/pppppppp/8/8/8/8/8/8 w kq - 16,8";

#[test]
fn after_whites_first_move_black_believes_in_twenty_boards() {
    let belief = believed(&views(BLACK, &["moved"]), MANY);
    assert_eq!((belief.worlds.len(), belief.complete), (20, true));
}

#[test]
fn whose_men_are_back_home_does_not_stand_at_the_start_of_a_game() {
    let home = views(WHITE, &["g1f3 moved", "moved", "f3g1 moved", "moved; 1 pawn try"]);
    let belief = believed(&home, 12);
    assert!(belief.worlds.len() > 1 && !belief.complete, "{belief:?}");
}

#[test]
fn boards_that_differed_in_what_was_taken_are_believed_in_once() {
    let taken = views("8/8/8/8/8/8/8/RK6 w - - 2,0; moved", &["a1a8 moved; piece at a8 captured"]);
    let belief = believed(&taken, MANY);
    let different: HashSet<u64> = belief.worlds.iter().map(Kriegspiel::key).collect();
    assert!(belief.complete && !different.is_empty());
    assert_eq!(belief.worlds.len(), different.len());
}

#[test]
fn both_players_evaluate_the_start_alike_for_they_know_the_board() {
    let [white, black] = [Color::White, Color::Black].map(|viewer| {
        let terms = engine().terms(&Kriegspiel::begun(viewer));
        terms.iter().map(|term| term.value).sum::<i32>()
    });
    assert_eq!(white, black);
}

#[test]
fn what_the_umpire_says_and_refuses_narrows_the_belief() {
    let sizes = |moves: &[&str]| believed(&views(WHITE, moves), MANY).worlds.len();
    assert_eq!(sizes(&["e2e4 moved", "moved"]), 18, "all but d5 and f5");
    assert_eq!(sizes(&["e2e4 moved", "moved; 1 pawn try"]), 2);
    assert_eq!(sizes(&["e2e4 moved", "moved; 1 pawn try", "e4d5 no"]), 1);
    assert_eq!(sizes(&["e2e4 moved", "moved", "e4e5 no"]), 1, "the pawn stands on e5");
    assert_eq!(sizes(&["e2e4 moved", "moved", "e4e5 moved"]), 15, "not on e5, nor on d6 or f6 either");
}

#[test]
fn the_true_board_is_always_believed_in_while_the_belief_is_complete() {
    let mut dice = Dice::seeded(4);
    let mut complete = 0;
    for _ in 0..6 {
        let mut umpire = Umpire::<Kriegspiel>::default();
        for _ in 0..12 {
            let tries = umpire.view(umpire.turn()).legal_moves();
            if tries.is_empty() {
                break;
            }
            umpire.answer(tries[dice.below(tries.len())]).unwrap();
            for player in Player::BOTH {
                let belief = believed(&views_of(&umpire, player), 2_000);
                complete += u32::from(belief.complete);
                let truth = |world: &Chess| Kriegspiel::key(world) == Kriegspiel::key(umpire.world());
                assert!(!belief.complete || belief.worlds.iter().any(truth), "{:?}", umpire.world());
                let men = |world: &Chess| world.board().colors(color(player));
                let own = |world: &Chess| men(world) == men(umpire.world());
                assert!(!belief.worlds.is_empty() && belief.worlds.iter().all(own));
            }
        }
    }
    assert!(complete > 60, "{complete}");
}

#[test]
fn a_player_is_never_told_what_cannot_be() {
    let mut dice = Dice::seeded(9);
    for _ in 0..20 {
        let mut umpire = Umpire::<Kriegspiel>::default();
        for _ in 0..300 {
            let view = umpire.view(umpire.turn());
            assert_eq!(Kriegspiel::parse(&view.write()).unwrap().write(), view.write());
            let tries = view.legal_moves();
            if tries.is_empty() {
                break;
            }
            umpire.answer(tries[dice.below(tries.len())]).unwrap();
        }
        let ends = Player::BOTH.map(|player| umpire.view(player).outcome());
        assert_eq!(ends[0], ends[1]);
    }
}

#[test]
fn with_nothing_hidden_it_plays_what_chess_does() {
    let question = Question { lines: one_or_more(20), ..Question::new(Chess::default()) };
    let chess = AlphaBeta::new(Knowledge::default());
    let seen = chess.choose(&question, &Budget::depth(2), &Stop::new(), &mut |_| {});
    let blind = asked(&views(WHITE, &[]), Budget::depth(2));
    assert_eq!(blind.chosen(), seen.chosen());
}

#[test]
fn lines_stand_best_first_those_that_no_board_seems_to_grant_too() {
    for moves in [6, 10, 20, 40] {
        let views = long_game(moves);
        let (now, past) = views.split_last().unwrap();
        let tries = now.legal_moves().len();
        let question =
            Question { past: past.to_vec(), lines: one_or_more(tries), ..Question::new(now.clone()) };
        let choice = engine().choose(&question, &Budget::depth(1), &Stop::new(), &mut |_| {});
        assert_eq!(choice.lines.len(), tries);
        assert!(choice.lines.is_sorted_by_key(|line| std::cmp::Reverse(line.value.rank())), "{choice:?}");
    }
}

/// The queen on g8 has checked a king on the g file; it can only have gone to the h file.
const CORNERED: &str = "6Q1/5R2/K7/8/8/8/8/5R2 b - - 1,0; file check";

#[test]
fn a_mate_that_cannot_fail_is_found_and_proven() {
    let views = views(CORNERED, &["moved"]);
    let belief = believed(&views, MANY);
    assert!(belief.complete && belief.worlds.len() > 1);
    let choice = asked(&views, Budget::depth(4));
    assert_eq!(choice.best().value, Value::Proven { verdict: Verdict::Win, worth: 1, plies: 1 });
    assert_eq!(choice.stopped_by, StoppedBy::Solved);
    for world in &belief.worlds {
        let mated = world.after(choice.chosen());
        assert!(mated.legal_moves().is_empty() && mated.score_finished().winner() == Some(Player::First));
    }
}

fn certain(fens: &[&str], moves: u32) -> Option<String> {
    let worlds: Vec<Chess> = fens.iter().map(|fen| Chess::on(fen.parse().unwrap())).collect();
    let mut clock = Clock::start(Budget::default(), Stop::new());
    let knowledge = Knowledge::default();
    let mut certainty = Certainty { knowledge: &knowledge, clock: &mut clock, left: u64::MAX };
    certainty.winning::<Kriegspiel>(&worlds, &[], moves).map(|tried| tried.to_string())
}

#[test]
fn a_mate_in_two_is_certain_on_one_board_and_where_refusals_tell_boards_apart() {
    let one = "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 1 1";
    assert_eq!(certain(&[one], 1), None);
    assert_eq!(certain(&[one], 2).as_deref(), Some("b3b8"));
    // The back rank is open on one side or on the other, and only trying tells.
    let left = "6k1/5ppp/8/8/8/8/n7/R3R1K1 w - - 0 1";
    let right = "6k1/5ppp/8/8/8/4n3/8/R3R1K1 w - - 0 1";
    let found = certain(&[left, right], 1).unwrap();
    assert!(["a1a8", "e1e8"].contains(&found.as_str()), "{found}: where it is refused, the other is mate");
}

#[test]
fn a_mate_that_is_only_likely_is_not_called_certain() {
    let mated = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
    let defended = "3r2k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
    assert!(certain(&[mated], 1).is_some());
    assert_eq!(certain(&[mated, defended], 1), None);
}

#[test]
fn what_was_refused_is_never_tried_again() {
    let mut dice = Dice::seeded(2);
    let mut umpire = Umpire::<Kriegspiel>::default();
    for _ in 0..60 {
        let now = umpire.view(umpire.turn());
        if now.outcome().is_some() {
            break;
        }
        let tried = if umpire.turn() == Player::First {
            asked(&views_of(&umpire, Player::First), Budget { nodes: Some(300), ..Budget::depth(1) }).chosen()
        } else {
            let tries = now.legal_moves();
            tries[dice.below(tries.len())]
        };
        assert!(!now.refused.contains(&tried));
        umpire.answer(tried).unwrap();
    }
}

/// What White has seen and heard of a game of random tries in which so many moves were made.
fn long_game(moves: usize) -> Vec<Kriegspiel> {
    let long = |seed| {
        let (mut umpire, mut dice) = (Umpire::<Kriegspiel>::default(), Dice::seeded(seed));
        let mut made = 0;
        while made < moves || umpire.turn() == Player::Second {
            let tries = umpire.view(umpire.turn()).legal_moves();
            let tried = *tries.get(dice.below(tries.len()))?;
            made += usize::from(umpire.answer(tried).unwrap().is_some());
        }
        (!umpire.is_over()).then(|| views_of(&umpire, Player::First))
    };
    (0..).find_map(long).unwrap()
}

#[test]
fn imagining_boards_takes_its_share_of_the_nodes_however_long_the_game_was() {
    for moves in [20, 120, 240] {
        let views = long_game(moves);
        for looks in [100, 1_000, 10_000, 100_000] {
            let share = Share { looks: Some(looks), ..Share::of_worlds(MANY) };
            let (belief, spent) = believed_within(&views, share);
            assert!(!belief.worlds.is_empty());
            // One board is imagined in any case, with four hundred attempts at most.
            assert!(spent <= looks + looks / 10 + 4_000, "{moves} {looks}: {spent}");
        }
    }
}

#[test]
fn a_depth_alone_takes_no_longer_late_in_a_game() {
    let late = asked(&long_game(240), Budget::depth(1));
    assert!(late.nodes < 300_000, "{}", late.nodes);
    assert_eq!((late.depth, late.stopped_by), (1, StoppedBy::Depth));
}

#[test]
fn who_looks_less_far_is_answered_sooner_early_and_late_in_a_game() {
    for moves in [20, 120] {
        let views = long_game(moves);
        let [easy, medium, hard] = [3, 4, 5].map(|plies| asked(&views, Budget::depth(plies)).nodes);
        assert!(easy < 150_000, "{easy}");
        assert!(3 * easy < 2 * medium && 3 * medium < 2 * hard, "{easy} {medium} {hard}");
    }
}

#[test]
fn when_the_time_to_imagine_boards_is_over_a_few_are_left_for_the_search() {
    let share = Share { until: Some(Instant::now()), ..Share::of_worlds(MANY) };
    let (belief, spent) = believed_within(&long_game(120), share);
    assert!(belief.worlds.len() > 1);
    assert!(spent < 2_000, "{spent}");
}

#[test]
fn a_lone_king_is_on_one_of_the_boards_however_little_may_be_looked_at() {
    let bare =
        views("8/8/8/8/8/8/8/QK6 b - - 1,0; moved", &["moved", "a1a2 moved", "moved", "a2g2 moved", "moved"]);
    for looks in [1, 100, 1_000] {
        let share = Share { looks: Some(looks), ..Share::of_worlds(MANY) };
        let (belief, _) = believed_within(&bare, share);
        assert!(belief.complete && belief.worlds.len() > 1, "{looks}: {belief:?}");
    }
}

#[test]
fn a_deadline_that_has_passed_still_gets_a_try() {
    let long = ["g1f3 moved", "moved", "f3g1 moved", "moved"].repeat(40);
    let views = views(WHITE, &long);
    let (now, past) = views.split_last().unwrap();
    let mut late = Clock::start(Budget::until(Instant::now()), Stop::new());
    let share = Share { until: Some(Instant::now()), ..Share::of_worlds(MANY) };
    let belief = Belief::of(past, now, share, &mut Dice::seeded(0), &mut late);
    assert_eq!((belief.worlds.len(), belief.complete), (1, false), "one board is made up, none is known");
    let choice = asked(&views, Budget::until(Instant::now()));
    assert_eq!((choice.depth, choice.stopped_by), (1, StoppedBy::Time));
    assert!(views.last().unwrap().legal_moves().contains(&choice.chosen()));
}

#[test]
fn an_umpire_who_contradicts_himself_still_gets_a_try() {
    // No pawn can be on d4 after the first move, and nothing else could refuse this.
    let views = views(WHITE, &["e2e4 moved", "moved", "d2d4 no", "a2a4 no", "g1f3 no"]);
    let belief = believed(&views, MANY);
    assert_eq!((belief.worlds.len(), belief.complete), (0, false));
    let choice = asked(&views, Budget::nodes(500));
    assert!(views.last().unwrap().legal_moves().contains(&choice.chosen()));
}

#[test]
fn what_is_drawn_fits_what_was_heard() {
    let mut dice = Dice::seeded(3);
    let mut views = views(WHITE, &[]);
    for _ in 0..40 {
        let now = views.last().unwrap();
        let next = match now.draw(&views[..views.len() - 1], &mut dice) {
            Some(said) => now.played(&said).unwrap(),
            None if now.outcome().is_some() => break,
            None => now.after(now.legal_moves()[0]),
        };
        views.push(next);
        let belief = believed(&views, 500);
        assert!(!belief.worlds.is_empty());
    }
}

#[test]
fn an_umpire_speaks_even_where_no_board_is_found_that_fits() {
    // Nobody but the king is left, and no pawn takes him.
    let text = "8/8/8/8/4P3/8/8/4K3 w - - 1,0; 2 pawn tries; tried e1e2";
    let view = Kriegspiel::parse(text).unwrap();
    let mut dice = Dice::seeded(0);
    assert!(view.imagine(&mut dice, &mut || true).is_none());
    let said = view.draw(&[], &mut dice).expect("an umpire always speaks");
    assert!(view.played(&said).is_ok(), "{said}");
}

#[test]
fn where_nobody_can_mate_the_game_is_drawn_whether_or_not_the_umpire_says_so() {
    for (text, drawn) in [
        ("8/8/8/8/8/8/8/K7 w - - 1,0; moved", true),
        ("8/8/8/8/8/8/8/KN6 w - - 1,0; moved", true),
        ("8/8/8/8/8/8/8/KB6 b - - 1,0; moved", true),
        ("8/8/8/8/8/8/8/KNN5 w - - 1,0; moved", false),
        ("8/8/8/8/8/8/8/KR6 w - - 1,0; moved", false),
        // One man more may be a queen.
        ("8/8/8/8/8/8/8/K7 w - - 2,0; moved", false),
    ] {
        let view = Kriegspiel::parse(text).unwrap();
        assert_eq!(view.outcome(), drawn.then_some(Outcome::Draw), "{text}");
        assert_eq!(view.legal_moves().is_empty(), drawn || view.turn != view.viewer, "{text}");
        assert_eq!(view.write(), text);
    }
    let last = views("8/8/8/8/8/8/8/RK6 w - - 1,0; moved", &["a1a2 moved", "moved; piece at a2 captured"]);
    assert_eq!(last.last().unwrap().outcome(), Some(Outcome::Draw));
}
