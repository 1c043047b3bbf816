//! A whole game looked through, move by move.
//!
//! Every move is first looked at for an equal part of the time; what is left is shared by the moves
//! that matter, those first where the most seems to have been given away.
//!
//! - [`mod@course`]: the game; [`look`]: what its moves are worth; [`seen`]: what was seen of each; [`account`]: how
//!   that is told.

mod account;
mod course;
mod look;
mod seen;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::judgement::Judgement;
use super::opening::OpeningView;
use super::score::ScoreView;
use super::work::{Means, Visited, Work};
use super::written::Written;
use crate::notation::{Fault, Notation};
use crate::search::Engine;
pub use course::LONGEST;
use course::course;
use look::Reviewer;

/// A game that was read, to be looked through.
pub struct ToReview {
    /// How many moves there are to look at.
    pub moves: usize,
    look: Box<dyn FnOnce(Means) -> Work<Review, Progress> + Send>,
}

impl ToReview {
    /// Looks through the game, each step a move judged.
    #[must_use]
    pub fn by(self, means: Means) -> Work<Review, Progress> {
        (self.look)(means)
    }
}

/// What a review found.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Review {
    #[schema(example = "chess")]
    pub game: &'static str,
    /// The position from which the game was played.
    pub position: String,
    /// The moves of the game, in order, as far as there was time; events of chance are not among
    /// them.
    pub moves: Vec<MoveReview>,
    /// Moves of the game: more than `moves` has, where there was no time for all of them.
    pub of: usize,
    /// Each player by name.
    pub players: BTreeMap<&'static str, PlayerReview>,
    /// The opening, where it has a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningView>,
    /// Positions visited.
    pub nodes: u64,
    pub time_ms: u64,
    /// Which fields of the request were above the server's caps, or `threads` above what the search
    /// can use, and what they were lowered to; `time_ms`, too, where the review made room for another
    /// caller's search.
    pub limits_applied: BTreeMap<&'static str, u64>,
    /// Whether some search had to end before it came to the limits of its own.
    #[serde(skip)]
    pub out_of_time: bool,
}

impl Visited for Review {
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// A move judged.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct MoveReview {
    /// Its place in the game, from 1, each player's moves counted.
    pub ply: usize,
    /// Who made it.
    pub player: &'static str,
    pub r#move: String,
    pub text: String,
    pub score: BeforeAndAfter,
    /// How much the move gave away, in the game's unit, in which a win of 1 counts a thousand beside estimates in
    /// thousandths; at least 1 where it is judged an inaccuracy or worse.
    pub loss: i64,
    pub judgement: Judgement,
    /// What would have been better, where something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub better: Option<Better>,
    /// Plies searched.
    pub depth: u32,
}

/// What could have been had, and what was left; for the player who moved.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct BeforeAndAfter {
    pub before: ScoreView,
    pub after: ScoreView,
}

/// What would have been better than what was played.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Better {
    pub r#move: String,
    /// The move as people write it.
    pub text: String,
    /// What was expected to follow; starts with `move`.
    pub pv: Vec<String>,
}

/// How well one side has played.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, ToSchema)]
pub struct PlayerReview {
    /// From 0 to 100, the mean of all moves; absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<f64>,
    pub inaccuracies: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

/// How far a review has come: one more move judged, or one judged again.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Progress {
    /// Moves judged so far.
    pub done: usize,
    /// Moves of the game.
    pub of: usize,
    pub r#move: MoveReview,
}

/// A game that is looked through with this engine.
pub(super) fn to_review<G: Notation>(
    written: &Written,
    engine: Arc<dyn Engine<G>>,
) -> Result<ToReview, Fault> {
    let course = course(written)?;
    Ok(ToReview {
        moves: course.moves().count(),
        look: Box::new(move |means| {
            Box::new(move |stop, watch| Reviewer { engine: &*engine, means, stop }.review(&course, watch))
        }),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::registry::score::OutcomeView;
    use crate::registry::{Naming, Registry};
    use crate::search::{Budget, Stop};

    fn review(game: &str, written: Written, depth: u32) -> (Review, Vec<Progress>) {
        let registry = Registry::standard();
        let mut progress = Vec::new();
        let work = registry.room(game).unwrap().review(&written).unwrap().by(Means::of(Budget::depth(depth)));
        (work(&Stop::new(), &mut |step| progress.push(step)), progress)
    }

    fn moves(setup: &str, moves: &[&str]) -> Written {
        let naming = Naming::of(setup);
        Written::Moves(Naming { moves: moves.iter().map(|m| (*m).to_owned()).collect(), ..naming })
    }

    #[test]
    fn who_leaves_a_multiple_of_four_has_played_well_and_who_does_not_has_not() {
        let (review, progress) = review("pennies", moves("14", &["1", "1", "3", "2"]), 1);
        let judged: Vec<_> = review.moves.iter().map(|m| m.judgement).collect();
        // After 14 - 1 comes 13 - 1 = 12, a win; then whatever the loser takes is as good.
        assert_eq!(judged[0], Judgement::Blunder);
        assert_eq!(judged[1], Judgement::Best);
        assert_eq!(review.moves[0].better.as_ref().unwrap().r#move, "2");
        assert_eq!((review.players["first"].blunders, review.players["second"].blunders), (1, 1));
        assert_eq!(judged[3], Judgement::Blunder);
        assert_eq!(progress.last().map(|step| (step.done, step.of)), Some((4, 4)));
        assert_eq!(progress[0].r#move, review.moves[0]);
    }

    #[test]
    fn a_try_and_its_answer_are_reviewed_alike_in_one_entry_and_in_two() {
        const START: &str = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 16,8";
        let apart = [
            "e2e4",
            "moved",
            "moved; 1 pawn try",
            "e4d5",
            "illegal move",
            "f1c4",
            "moved",
            "moved; 1 pawn try",
            "e4d5",
        ];
        let joined = [
            "e2e4 moved",
            "moved; 1 pawn try",
            "e4d5 illegal move",
            "f1c4: moved",
            "moved; 1 pawn try",
            "e4d5",
        ];
        let [apart, joined] =
            [&apart[..], &joined].map(|entries| review("kriegspiel", moves(START, entries), 1).0);
        let tried: Vec<_> = joined.moves.iter().map(|m| m.r#move.as_str()).collect();
        assert_eq!(tried, ["e2e4", "e4d5", "f1c4", "e4d5"]);
        assert_eq!(apart.moves, joined.moves);
    }

    #[test]
    fn a_quick_mate_is_reviewed_with_its_opening() {
        let pgn = Written::Pgn("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0".to_owned());
        let (review, _) = review("chess", pgn, 4);
        let of = |ply: usize| &review.moves[ply - 1];
        assert_eq!(of(1).judgement, Judgement::Book);
        assert_eq!((of(6).judgement, of(6).text.as_str()), (Judgement::Blunder, "Nf6"));
        assert_eq!(of(6).score.after.mate, Some(-1));
        assert_eq!((of(7).judgement, of(7).text.as_str()), (Judgement::Best, "Qxf7#"));
        assert_eq!(of(7).score.before.mate, Some(1));
        assert!(of(7).better.is_none() && of(6).better.is_some());
        assert!(review.opening.unwrap().name.starts_with("Bishop's Opening"), "{:?}", review.opening);
        assert!(review.players["white"].accuracy > review.players["black"].accuracy);
    }

    #[test]
    fn the_errors_of_a_famous_game_are_found() {
        // White's 17th, 27th and 28th move. The game's author calls the last two blunders.
        let judged = [
            ("r3k2r/p2nb1pp/2p1Nn2/8/Np2p3/8/PPPP1PPP/R1B1K2R w KQkq - 1 17", "Nxg7+"),
            ("5br1/N2n1k1p/8/8/Np1Pprn1/7P/PP6/R3K2R w - - 0 27", "Rg1"),
            ("5br1/N2n1k1p/8/8/Np1Ppr2/4n2P/PP6/R3K1R1 w - - 2 28", "Rh1"),
        ]
        .map(|(position, played)| {
            let (review, _) = review("chess", moves(position, &[played]), 10);
            let judged = &review.moves[0];
            (judged.judgement, judged.better.as_ref().unwrap().text.clone())
        });
        assert_eq!(judged[0], (Judgement::Inaccuracy, "Nc7+".to_owned()));
        assert_eq!(judged[1], (Judgement::Blunder, "hxg4".to_owned()));
        assert_eq!(judged[2].0, Judgement::Blunder);
    }

    #[test]
    fn an_opening_that_is_named_after_its_mate_is_a_blunder_and_the_best_answer() {
        let (review, _) = review("chess", Written::Pgn("1. f3 e5 2. g4 Qh4#".to_owned()), 4);
        let judged: Vec<_> = review.moves.iter().map(|m| m.judgement).collect();
        assert_eq!(judged, [Judgement::Book, Judgement::Book, Judgement::Blunder, Judgement::Best]);
    }

    #[test]
    fn a_move_without_an_alternative_is_worth_what_follows() {
        let game = "[FEN \"k7/8/1K6/8/8/8/8/3Q4 w - - 0 1\"]\n1. Qc1 Kb8 2. Qc7+ Ka8 3. Qc8#";
        let (review, _) = review("chess", Written::Pgn(game.to_owned()), 6);
        let mates: Vec<_> = review.moves.iter().map(|m| m.score.after.mate).collect();
        assert_eq!(mates, [Some(3), Some(-2), Some(2), Some(-1), Some(1)]);
        // Another mate in one was found first, and was no better.
        assert_eq!((review.moves[4].judgement, review.moves[4].loss), (Judgement::Best, 0));
    }

    #[test]
    fn within_a_deadline_the_whole_game_is_looked_through() {
        let registry = Registry::standard();
        let deadline = Instant::now() + std::time::Duration::from_millis(400);
        let game = Written::Pgn("1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd4 4. Nf3 Qg4 5. h3 Qa4 6. Nxa4".to_owned());
        let means = Means::of(Budget::until(deadline));
        let work = registry.room("chess").unwrap().review(&game).unwrap().by(means);
        let review = work(&Stop::new(), &mut drop);
        assert_eq!(review.moves.len(), 11);
        assert_eq!(review.moves[9].judgement, Judgement::Blunder); // the queen is given away
    }

    #[test]
    fn a_review_that_is_stopped_tells_what_it_has() {
        let registry = Registry::standard();
        let game = Written::Pgn("1. e4 d5 2. exd5 Qxd5 3. Nc3".to_owned());
        let stop = Stop::new();
        let mut told = 0;
        let mut watch = |step: Progress| {
            told = step.done;
            stop.cancel();
        };
        let work = registry.room("chess").unwrap().review(&game).unwrap().by(Means::of(Budget::depth(2)));
        let review = work(&stop, &mut watch);
        assert_eq!((told, review.moves.len(), review.of), (1, 1, 5));
    }

    #[test]
    fn what_is_judged_bad_gave_something_away_and_something_was_better() {
        for (game, position, played) in [
            ("checkers", "B:W14,K22:BK1,2,12", "12-16"),
            ("tic-tac-toe", "...O./....O/X..../..X../..... win 4", "0"),
            ("kalah", "6,4: 1 0 0 1 0 8 (9) / 0 10 0 8 0 0 (11) S", "6"),
        ] {
            let (review, _) = review(game, moves(position, &[played]), 6);
            let judged = &review.moves[0];
            assert_eq!(judged.judgement, Judgement::Blunder, "{game}");
            assert!(judged.loss > 0 && judged.better.is_some(), "{game}: {judged:?}");
        }
    }

    #[test]
    fn who_keeps_a_win_is_not_blamed_for_what_was_not_seen_of_it() {
        // Every move wins; of one that is seen already, this one by six seeds.
        let (review, _) = review("kalah", moves("6,4: 2 5 1 2 4 0 (17) / 0 1 3 4 1 0 (8) S", &["1"]), 6);
        assert_eq!((review.moves[0].judgement, review.moves[0].loss), (Judgement::Good, 0));
    }

    #[test]
    fn a_win_that_is_thrown_away_costs_a_thousand_beside_an_estimate() {
        let (review, _) = review("tic-tac-toe", moves("XX../O.../.O../.... win 3", &["6"]), 1);
        let BeforeAndAfter { before, after } = &review.moves[0].score;
        assert_eq!((before.value, before.outcome, after.outcome), (1, Some(OutcomeView::Win), None));
        assert_eq!(review.moves[0].loss, 1_000 - after.value);
    }

    #[test]
    fn who_plays_alone_is_the_only_player() {
        let (review, _) = review("2048", moves("2 2/0 0", &["left"]), 1);
        assert_eq!(review.players.keys().collect::<Vec<_>>(), [&"player"]);
    }

    #[test]
    fn what_cannot_be_reviewed_is_refused() {
        let registry = Registry::standard();
        let refusal =
            |game: &str, written| registry.room(game).unwrap().review(&written).err().unwrap().pointer;
        assert_eq!(refusal("chess", moves("startpos", &["e4", "Ke3"])), "/moves/1");
        assert_eq!(refusal("chess", Written::Pgn("*".to_owned())), "/pgn");
        assert_eq!(refusal("pennies", Written::Pgn("1. e4".to_owned())), "/pgn");
        assert_eq!(refusal("pennies", Written::Pgn("[Position \"x\"] 1. 2".to_owned())), "/pgn");
        // Nobody plays on after the same position has stood five times; nor for ever.
        let rounds = |many: usize| Written::Pgn("Nf3 Nf6 Ng1 Ng8 ".repeat(many));
        assert_eq!(registry.room("chess").unwrap().review(&rounds(4)).ok().unwrap().moves, 16);
        assert_eq!(refusal("chess", rounds(5)), "/pgn");
        assert_eq!(refusal("pennies", moves(&(2 * LONGEST).to_string(), &["1"; LONGEST + 1])), "/moves");
    }
}
