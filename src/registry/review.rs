//! A whole game looked through, move by move.
//!
//! Every move is first looked at for an equal part of the time; what is left goes to the moves
//! that matter, where the most seems to have been given away.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use serde::Serialize;
use utoipa::ToSchema;

use super::answer::{OpeningView, ScoreView};
use super::judgement::{Judgement, accuracy};
use super::record::{Naming, Record, Step};
use super::room::{Found, Means, Work};
use super::telling::score_view;
use crate::game::Player;
use crate::notation::{Fault, FaultKind, Notation};
use crate::search::clock::first_part;
use crate::search::{Budget, Choice, Engine, Line, Question, Stop, StoppedBy, Value, Verdict};

/// How a game was sent.
#[derive(Clone, Debug)]
pub enum Written {
    Moves(Naming),
    Pgn(String),
}

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
    /// Which fields of the request were above the server's caps, and what they were lowered to.
    pub limits_applied: BTreeMap<&'static str, u64>,
    /// Whether some search had to end before it came to the limits of its own.
    #[serde(skip)]
    pub out_of_time: bool,
}

impl Found for Review {
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

/// Moves of a game that is reviewed; games that are played to be won end long before.
pub const LONGEST: usize = 1_000;
/// The part of the time for the first look at every move.
const FIRST_LOOK: f64 = 0.5;
/// How many times a first look's time a second one may take.
const SECOND_LOOK: u32 = 8;
/// Accuracies above this are not looked at again.
const CLEAR: f64 = 97.0;

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

/// Looks through a game with its engine.
struct Reviewer<'a, G: Notation> {
    engine: &'a dyn Engine<G>,
    means: Means,
    stop: &'a Arc<Stop>,
}

/// A move, and the positions that led to it; the last is the one in which it was made.
struct Station<'g, G: Notation> {
    history: &'g [G],
    played: G::Move,
}

impl<G: Notation> Station<'_, G> {
    fn position(&self) -> &G {
        &self.history[self.history.len() - 1]
    }
}

/// What was seen at a station.
struct Seen<G: Notation> {
    best: Line<G::Move>,
    played: Value,
    depth: u32,
}

impl<G: Notation> Reviewer<'_, G> {
    fn review(&self, course: &Course<G>, watch: &mut dyn FnMut(Progress)) -> Review {
        let started = Instant::now();
        let positions = course.positions();
        let stations: Vec<_> =
            course.moves().map(|(at, played)| Station { history: &positions[..=at], played }).collect();
        let opening = OpeningView::of(&positions);
        let of_book = opening.map_or(0, |opening| opening.plies);
        let tell = |number: usize, found: &Seen<G>| judged(number, &stations[number], found, of_book);
        let mut spent = Spent::default();
        let mut found = Vec::with_capacity(stations.len());
        for (number, station) in stations.iter().enumerate() {
            if number > 0 && self.is_over() {
                break;
            }
            let until =
                self.first_end(started).map(|end| first_part(Instant::now(), end, stations.len() - number));
            let looked = self.look(station, until, &mut spent);
            // A look that was broken off compares what was seen from afar with what was seen at a glance.
            if number > 0 && self.stop.raised().is_some() {
                break;
            }
            found.push(looked);
            let r#move = tell(number, &found[number]);
            watch(Progress { done: number + 1, of: stations.len(), r#move });
        }
        for number in self.worth_another_look(&found) {
            let Some(until) = self.second_end(started, stations.len()) else { break };
            let again = self.look(&stations[number], Some(until), &mut spent);
            if self.stop.raised().is_some() {
                break;
            }
            if again.depth >= found[number].depth {
                found[number] = again;
                let r#move = tell(number, &found[number]);
                watch(Progress { done: stations.len(), of: stations.len(), r#move });
            }
        }
        let moves: Vec<_> = found.iter().enumerate().map(|(number, found)| tell(number, found)).collect();
        Review {
            game: G::CARD.id,
            position: positions[0].write(),
            players: players(&stations[..moves.len()], &found, &moves),
            moves,
            of: stations.len(),
            opening,
            nodes: spent.nodes,
            out_of_time: spent.time,
            time_ms: started.elapsed().as_millis() as u64,
            limits_applied: BTreeMap::new(),
        }
    }

    /// Whether no time is left for another move.
    fn is_over(&self) -> bool {
        let late = self.means.budget.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || self.stop.raised().is_some()
    }

    /// Whether each search has a limit of its own: then the same would be found again.
    fn looks_once(&self) -> bool {
        self.means.budget.depth.is_some() || self.means.budget.nodes.is_some()
    }

    /// When the first look at all moves must be over.
    fn first_end(&self, started: Instant) -> Option<Instant> {
        let deadline = self.means.budget.deadline?;
        let part = if self.looks_once() { 1.0 } else { FIRST_LOOK };
        Some(started + deadline.saturating_duration_since(started).mul_f64(part))
    }

    /// When a second look that begins now must be over; none if there is no time for it.
    fn second_end(&self, started: Instant, moves: usize) -> Option<Instant> {
        let deadline = self.means.budget.deadline.filter(|_| !self.looks_once())?;
        let whole = deadline.saturating_duration_since(started).mul_f64(FIRST_LOOK);
        let look = whole / u32::try_from(moves).unwrap_or(u32::MAX) * SECOND_LOOK;
        let end = (Instant::now() + look).min(deadline);
        let worth_it = end.saturating_duration_since(Instant::now()) > look / 4;
        (worth_it && self.stop.raised().is_none()).then_some(end)
    }

    /// The moves that seem to have given something away, most first.
    fn worth_another_look(&self, found: &[Seen<G>]) -> Vec<usize> {
        let accurate = |number: &usize| accuracy_of(&found[*number]);
        let mut all: Vec<_> = (0..found.len()).filter(|number| accurate(number) < CLEAR).collect();
        all.sort_by(|a, b| accurate(a).total_cmp(&accurate(b)));
        all
    }

    /// Searches for the best move, and then what the one that was played is worth.
    fn look(&self, station: &Station<'_, G>, until: Option<Instant>, spent: &mut Spent) -> Seen<G> {
        let (position, past) = (station.position(), &station.history[..station.history.len() - 1]);
        let mut question = Question::new(position.clone());
        if G::HISTORY {
            question.past = past.to_vec();
        }
        question.threads = self.means.threads;
        question.value_an_only_move();
        let half = until.map(|until| first_part(Instant::now(), until, 2));
        let best = self.choose(&question, half, spent);
        let line = best.best().clone();
        if best.chosen() == station.played {
            return Seen { played: line.value, best: line, depth: best.depth };
        }
        question.only = vec![station.played];
        let played = self.choose(&question, until, spent);
        let depth = best.depth.min(played.depth);
        match played.best().value {
            worse if worse.rank() < line.value.rank() => Seen { played: worse, best: line, depth },
            // What was played proved no worse, as far as it was looked into; an end that is certain, at
            // any depth.
            better if played.depth >= best.depth || better.verdict().is_some() => {
                Seen { played: better, best: played.best().clone(), depth }
            }
            _ => Seen { played: line.value, best: line, depth },
        }
    }

    fn choose(&self, question: &Question<G>, until: Option<Instant>, spent: &mut Spent) -> Choice<G::Move> {
        let budget = Budget { deadline: until, ..self.means.budget };
        let choice = self.engine.choose(question, &budget, self.stop, &mut |_| {});
        spent.nodes += choice.nodes;
        spent.time |= choice.stopped_by == StoppedBy::Time;
        choice
    }
}

/// What the searches of a review took.
#[derive(Default)]
struct Spent {
    nodes: u64,
    /// Whether one of them took all the time that it had.
    time: bool,
}

/// A whole game. Its positions are kept no longer than it is looked through: boards take more room than
/// moves.
struct Course<G: Notation> {
    start: G,
    steps: Vec<Step<G::Move>>,
}

impl<G: Notation> Course<G> {
    /// The moves, each with the number of the position in which it was made.
    fn moves(&self) -> impl Iterator<Item = (usize, G::Move)> {
        self.steps.iter().enumerate().filter_map(|(at, step)| match step {
            Step::Move(chosen) => Some((at, *chosen)),
            Step::Event(_) => None,
        })
    }

    fn positions(&self) -> Vec<G> {
        let mut positions = vec![self.start.clone()];
        for step in &self.steps {
            let last = &positions[positions.len() - 1];
            positions.push(match step {
                Step::Move(chosen) => last.after(*chosen),
                Step::Event(said) => last.played(said).expect("it was read before"),
            });
        }
        positions
    }
}

fn course<G: Notation>(written: &Written) -> Result<Course<G>, Fault> {
    let (record, pointer) = match written {
        Written::Pgn(text) => {
            let mut game = G::read_game(text)?;
            game.moves.truncate(LONGEST + 1);
            (Record::whole(game).map_err(|fault| fault.at("/pgn"))?, "/pgn")
        }
        Written::Moves(naming) => (Record::read_whole(naming)?, naming.field()),
    };
    let Record { position, past, course } = record;
    let start = past.into_iter().next().unwrap_or(position);
    let course = Course { start, steps: course.unwrap_or_default() };
    if course.moves().count() > LONGEST {
        let detail = format!("A review looks at no more than {LONGEST} moves");
        return Err(Fault::new(FaultKind::TooLarge, pointer, detail)
            .hint("Send the game in parts, each with the position it starts from"));
    }
    Ok(course)
}

fn accuracy_of<G: Notation>(found: &Seen<G>) -> f64 {
    accuracy(G::CARD.odds, found.best.value, found.played)
}

fn judged<G: Notation>(
    number: usize,
    station: &Station<'_, G>,
    found: &Seen<G>,
    of_book: usize,
) -> MoveReview {
    let position = station.position();
    let score = BeforeAndAfter {
        before: score_view(position, found.best.value),
        after: score_view(position, found.played),
    };
    let best = found.best.moves[0];
    // A book names gross errors too: one that loses by force is told as what it is.
    let in_book = station.history.len() <= of_book && found.played.verdict() != Some(Verdict::Loss);
    let judgement = match () {
        () if in_book => Judgement::Book,
        () if best == station.played => Judgement::Best,
        () => Judgement::of(G::CARD.odds, found.best.value, found.played),
    };
    let better = (best != station.played && found.best.value.rank() > found.played.rank()).then(|| Better {
        r#move: position.write_move(best),
        text: position.move_text(best),
        pv: position.write_line(&found.best.moves),
    });
    let bad = matches!(judgement, Judgement::Inaccuracy | Judgement::Mistake | Judgement::Blunder);
    MoveReview {
        ply: number + 1,
        player: G::CARD.player_name(position.turn()),
        r#move: position.write_move(station.played),
        text: position.move_text(station.played),
        loss: loss(found, &score).max(i64::from(bad)),
        score,
        judgement,
        better,
        depth: found.depth,
    }
}

/// What a move gave away as far as two values tell it. Of an end that is certain, and not how it comes about,
/// the value is a bound: beside another of the same outcome it tells nothing.
fn loss<G: Notation>(found: &Seen<G>, score: &BeforeAndAfter) -> i64 {
    let values = [found.best.value, found.played];
    let bound = values.iter().any(|value| matches!(value, Value::Certain(_) | Value::Decided { .. }));
    if bound && values[0].verdict() == values[1].verdict() {
        return 0;
    }
    let open = values.iter().any(|value| value.verdict().is_none());
    let scale = |value: Value| if open && value.verdict().is_some() { G::ESTIMATES_A_UNIT } else { 1 };
    (scale(values[0]) * score.before.value - scale(values[1]) * score.after.value).max(0)
}

fn players<G: Notation>(
    stations: &[Station<'_, G>],
    found: &[Seen<G>],
    moves: &[MoveReview],
) -> BTreeMap<&'static str, PlayerReview> {
    let review = |player: Player| {
        let own: Vec<usize> =
            (0..stations.len()).filter(|number| stations[*number].position().turn() == player).collect();
        let count = |judgement| own.iter().filter(|number| moves[**number].judgement == judgement).count();
        let sum: f64 = own.iter().map(|number| accuracy_of(&found[*number])).sum();
        PlayerReview {
            // A digit behind the point is all that a mean of guesses can mean.
            accuracy: (!own.is_empty()).then(|| (10.0 * sum / own.len() as f64).round() / 10.0),
            inaccuracies: count(Judgement::Inaccuracy),
            mistakes: count(Judgement::Mistake),
            blunders: count(Judgement::Blunder),
        }
    };
    // Alone, nobody sits on the other side.
    let players = Player::BOTH.into_iter().take(G::CARD.nature.agents.into());
    players.map(|player| (G::CARD.player_name(player), review(player))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;
    use crate::registry::answer::OutcomeView;

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
            ("kalah", "6,4: 2 5 1 2 4 0 (17) / 0 1 3 4 1 0 (8) S", "1"),
        ] {
            let (review, _) = review(game, moves(position, &[played]), 6);
            let judged = &review.moves[0];
            assert_eq!(judged.judgement, Judgement::Blunder, "{game}");
            assert!(judged.loss > 0 && judged.better.is_some(), "{game}: {judged:?}");
        }
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
        // Nobody plays on after the same position has stood five times; nor for ever.
        let rounds = |many: usize| Written::Pgn("Nf3 Nf6 Ng1 Ng8 ".repeat(many));
        assert_eq!(registry.room("chess").unwrap().review(&rounds(4)).ok().unwrap().moves, 16);
        assert_eq!(refusal("chess", rounds(5)), "/pgn");
        assert_eq!(refusal("pennies", moves(&(2 * LONGEST).to_string(), &["1"; LONGEST + 1])), "/moves");
    }
}
