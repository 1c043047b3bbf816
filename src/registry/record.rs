//! A position that was reached by moves: what a request names, and what its history says.

use super::answer::{LegalMove, PositionView, StatusView};
use crate::dice::Dice;
use crate::notation::{Ending, Fault, FaultKind, Notation, Setup};

/// A position by name: how it is set up, and the moves played from there, oldest first.
#[derive(Clone, Default, PartialEq, Debug)]
pub struct Naming {
    pub setup: Setup,
    pub moves: Vec<String>,
}

impl Naming {
    /// A position in the game's own notation.
    #[must_use]
    pub fn of(position: &str) -> Naming {
        Naming { setup: Setup::of(position), moves: Vec::new() }
    }
}

/// A position that was reached by moves.
pub(super) struct Record<G> {
    pub position: G,
    /// The positions before, oldest first.
    pub past: Vec<G>,
}

impl<G: Notation> Record<G> {
    pub fn read(naming: &Naming) -> Result<Record<G>, Fault> {
        let mut record = Record { position: G::read(&naming.setup)?, past: Vec::new() };
        for (number, text) in naming.moves.iter().enumerate() {
            record.play(text).map_err(|fault| fault.at(format!("/moves/{number}")))?;
        }
        Ok(record)
    }

    fn play(&mut self, text: &str) -> Result<(), Fault> {
        self.go_on(|position| position.played(text))
    }

    /// Makes a move that is known to be legal, if the game goes on.
    pub fn make(&mut self, chosen: G::Move) -> Result<(), Fault> {
        self.go_on(|position| Ok(position.after(chosen)))
    }

    fn go_on(&mut self, next: impl FnOnce(&G) -> Result<G, Fault>) -> Result<(), Fault> {
        if let Some(ending) = self.ending() {
            let detail = format!("The game was over before this move: {}", ending.reason);
            return Err(Fault::illegal(detail));
        }
        let next = next(&self.position)?;
        self.past.push(std::mem::replace(&mut self.position, next));
        Ok(())
    }

    /// Draws what chance has to bring before a player can move, and says what it was.
    pub fn roll(&mut self, dice: &mut Dice) -> Result<Vec<String>, Fault> {
        let mut drawn = Vec::new();
        while self.ending().is_none()
            && let Some(event) = self.position.draw(&self.past, dice)
        {
            self.play(&event)?;
            drawn.push(event);
        }
        Ok(drawn)
    }

    pub fn ending(&self) -> Option<Ending> {
        self.position.ending(&self.past)
    }

    pub fn status(&self) -> StatusView {
        let ending = self.ending();
        StatusView {
            over: ending.is_some(),
            winner: ending.and_then(|e| e.outcome.winner()).map(|player| G::CARD.player_name(player)),
            reason: ending.map(|e| e.reason),
            claimable: if ending.is_none() { self.position.claimable(&self.past) } else { None },
            turn: G::CARD.player_name(self.position.turn()),
            check: self.position.in_check().then_some(true),
            awaits: self.position.awaits(),
        }
    }

    /// The record one move later.
    pub fn after(&self, chosen: G::Move) -> Record<G> {
        let mut past = self.past.clone();
        past.push(self.position.clone());
        Record { position: self.position.after(chosen), past }
    }

    pub fn unfinished(self) -> Result<Record<G>, Fault> {
        match self.ending() {
            None => match self.position.awaits() {
                None => Ok(self),
                Some(event) => {
                    let detail = format!("A {event} is awaited before anybody can move");
                    Err(Fault::value("/moves", detail)
                        .hint("Append it to `moves`, or let POST /position draw it with \"roll\": true"))
                }
            },
            Some(ending) => {
                let result = match ending.outcome.winner() {
                    Some(player) => format!("{} has won", G::CARD.player_name(player)),
                    None => "it is a draw".to_owned(),
                };
                let detail = format!("The game is over: {result} ({})", ending.reason);
                Err(Fault::new(FaultKind::GameOver, "/position", detail)
                    .hint("POST /position tells the status of any position; start a new game"))
            }
        }
    }

    /// The position laid out for somebody who knows no rules.
    pub fn view(&self) -> PositionView {
        let position = &self.position;
        let status = self.status();
        let moves = if status.over { Vec::new() } else { position.legal_moves() };
        PositionView {
            game: G::CARD.id,
            position: position.write(),
            turn: status.turn,
            status,
            moves: None,
            legal_moves: moves
                .into_iter()
                .map(|m| LegalMove {
                    r#move: position.write_move(m),
                    text: position.move_text(m),
                    touches: position.touches(m),
                })
                .collect(),
            board: position.board(),
        }
    }
}
