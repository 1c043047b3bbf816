//! What was seen, told: each move judged, each player's account.

use std::collections::BTreeMap;

use super::seen::{Seen, Station};
use super::{BeforeAndAfter, Better, MoveReview, PlayerReview};
use crate::game::Player;
use crate::notation::Notation;
use crate::registry::judgement::{Judgement, accuracy};
use crate::registry::telling::score_view;
use crate::search::Value;

fn accuracy_of<G: Notation>(station: &Station<'_, G>, found: &Seen<G>) -> f64 {
    accuracy(G::CARD.odds, found.worth(station), found.played)
}

fn is_blunder<G: Notation>(station: &Station<'_, G>, found: &Seen<G>) -> bool {
    Judgement::of(G::CARD.odds, found.worth(station), found.played) == Judgement::Blunder
}

/// One of the moves, judged; the first so many positions of the game have a name in the book, or lead to one.
pub(super) fn judged<G: Notation>(
    number: usize,
    stations: &[Station<'_, G>],
    all: &[Seen<G>],
    of_book: usize,
) -> MoveReview {
    let (station, found) = (&stations[number], &all[number]);
    let position = station.position;
    let before = found.worth(station);
    let score =
        BeforeAndAfter { before: score_view(position, before), after: score_view(position, found.played) };
    let best = found.best.moves[0];
    // A book names gross errors, and what punishes them: an end by force is told as what it is. Nor is a game
    // in the book that has left it and come back after a blunder.
    let blundered =
        || stations.iter().zip(all).take(number + 1).any(|(station, seen)| is_blunder(station, seen));
    let in_book = station.past.len() < of_book && found.played.verdict().is_none() && !blundered();
    let judgement = match () {
        () if in_book => Judgement::Book,
        () if best == station.played => Judgement::Best,
        () => Judgement::of(G::CARD.odds, before, found.played),
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
        loss: loss::<G>([before, found.played], &score).max(i64::from(bad)),
        score,
        judgement,
        better,
        depth: found.depth,
    }
}

/// What a move gave away as far as two values tell it. Of an end that is certain, and not how it comes about,
/// the value is a bound: beside another of the same outcome it tells nothing.
fn loss<G: Notation>(values: [Value; 2], score: &BeforeAndAfter) -> i64 {
    let bound = values.iter().any(|value| matches!(value, Value::Certain(_) | Value::Decided { .. }));
    if bound && values[0].verdict() == values[1].verdict() {
        return 0;
    }
    let open = values.iter().any(|value| value.verdict().is_none());
    let scale = |value: Value| if open && value.verdict().is_some() { G::ESTIMATES_A_UNIT } else { 1 };
    (scale(values[0]) * score.before.value - scale(values[1]) * score.after.value).max(0)
}

pub(super) fn players<G: Notation>(
    stations: &[Station<'_, G>],
    found: &[Seen<G>],
    moves: &[MoveReview],
) -> BTreeMap<&'static str, PlayerReview> {
    let review = |player: Player| {
        let own: Vec<usize> =
            (0..stations.len()).filter(|number| stations[*number].position.turn() == player).collect();
        let count = |judgement| own.iter().filter(|number| moves[**number].judgement == judgement).count();
        let sum: f64 = own.iter().map(|number| accuracy_of(&stations[*number], &found[*number])).sum();
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
