//! A choice told in the shapes that go over the wire.

use super::answer::{Answer, MoveLine};
use super::opening::OpeningView;
use super::position::StatusView;
use super::position::status;
use super::score::ScoreView;
use crate::notation::Notation;
use crate::search::{Choice, Question, Value};

/// Tells the choices of one search as they come.
pub(super) struct Teller<'q, G: Notation> {
    position: &'q G,
    /// All positions up to that one, oldest first.
    history: Vec<G>,
    /// What follows the move that was told last: the next one is mostly the same.
    outlook: Option<(G::Move, Outlook)>,
}

/// What follows a move.
#[derive(Clone)]
struct Outlook {
    position: String,
    status: StatusView,
    opening: Option<OpeningView>,
}

impl<'q, G: Notation> Teller<'q, G> {
    pub fn new(question: &'q Question<G>) -> Teller<'q, G> {
        let history = question.past.iter().chain([&question.position]).cloned().collect();
        Teller { position: &question.position, history, outlook: None }
    }

    pub fn answer(&mut self, choice: &Choice<G::Move>) -> Answer {
        let lines: Vec<_> = choice
            .lines
            .iter()
            .map(|line| MoveLine {
                r#move: self.position.write_move(line.moves[0]),
                text: self.position.move_text(line.moves[0]),
                score: score_view(self.position, line.value),
                pv: self.position.write_line(&line.moves),
            })
            .collect();
        let Outlook { position, status, opening } = self.outlook(choice.chosen());
        let best = lines[0].clone();
        Answer {
            game: G::CARD.id,
            r#move: best.r#move,
            text: best.text,
            score: best.score,
            pv: best.pv,
            lines,
            depth: choice.depth,
            selective_depth: choice.selective_depth,
            nodes: choice.nodes,
            nps: choice.speed(),
            time_ms: choice.time.as_millis() as u64,
            stopped_by: choice.stopped_by,
            source: choice.source.into(),
            opening,
            limits_applied: Default::default(),
            position,
            status,
        }
    }

    fn outlook(&mut self, chosen: G::Move) -> Outlook {
        if let Some((_, known)) = self.outlook.as_ref().filter(|(known, _)| *known == chosen) {
            return known.clone();
        }
        let next = self.position.after(chosen);
        let outlook = Outlook {
            position: next.write(),
            status: status(&next, &self.history),
            opening: OpeningView::of(self.history.iter().chain([&next])),
        };
        self.outlook.insert((chosen, outlook)).1.clone()
    }
}

pub(super) fn score_view<G: Notation>(position: &G, value: Value) -> ScoreView {
    ScoreView::new(&G::CARD, value, |worth, plies| position.worth_of_win(worth, plies))
}
