//! The umpire, who sees the whole board: what is refused, and what is said of a move.

use cozy_chess::{Move, Piece, Square};

use super::Kriegspiel;
use super::words::{Answer, Checks, End, Taken, Words, pawn_tries};
use crate::game::{Game, Player};
use crate::games::chess::Chess;
use crate::games::chess::exchange;
use crate::games::chess::rules::color;
use crate::umpire::Umpired;

/// The position after a try and what both players hear of it. None: it is refused.
pub fn answer(world: &Chess, tried: Move) -> Option<(Chess, Words)> {
    let board = world.board();
    if !board.is_legal(tried) {
        return None;
    }
    let taken = exchange::taken(world, tried).map(|piece| {
        // Nothing stands where a pawn takes in passing.
        let square = if board.occupied().has(tried.to) { tried.to } else { taken_in_passing(tried) };
        Taken { square, pawn: piece == Piece::Pawn }
    });
    let next = world.after(tried);
    let words = Words { taken, ..spoken(&next) };
    Some((next, words))
}

/// The square of the pawn that another one takes in passing.
pub fn taken_in_passing(taking: Move) -> Square {
    Square::new(taking.to.file(), taking.from.rank())
}

/// What is said of a position, whatever move led there.
pub fn spoken(world: &Chess) -> Words {
    let board = world.board();
    let stuck = !world.can_move();
    let end = match () {
        () if stuck && board.checkers().is_empty() => Some(End::Stalemate),
        () if stuck => Some(End::Checkmate),
        () => world.draw_by_rule(&[]).map(|_| End::Draw),
    };
    let tries = if end.is_some() { 0 } else { pawn_tries(board) };
    Words { taken: None, checks: Checks::on(board), tries, end }
}

impl Umpired for Kriegspiel {
    fn start_of(player: Player) -> Kriegspiel {
        Kriegspiel::begun(color(player))
    }

    fn saying(answer: Option<Words>) -> String {
        answer.map_or(Answer::Refused, Answer::Moved).to_string()
    }

    fn at_the_end(word: Words) -> Words {
        Words { tries: 0, end: word.end.or(Some(End::Draw)), ..word }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(fen: &str, tried: &str) -> String {
        let world = Chess::on(fen.parse().unwrap());
        answer(&world, tried.parse().unwrap()).map_or("refused".to_owned(), |(_, words)| words.to_string())
    }

    #[test]
    fn the_umpire_tells_captures_checks_and_tries_and_refuses_the_rest() {
        for (fen, tried, words) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2e4", "moved"),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "e2d3", "refused"),
            ("rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "d2d4", "moved; 1 pawn try"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "moved; pawn at d5 captured"),
            ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", "moved; piece at d5 captured"),
            ("4k3/8/8/8/8/8/4N3/4RK2 w - - 0 1", "e2d4", "moved; file check"),
            ("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6", "moved; file check; knight check"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", "moved"),
            ("4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "e1h1", "refused"),
            ("k7/8/1K6/8/8/8/8/7R w - - 0 1", "h1h8", "moved; rank check; checkmate"),
            ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", "moved; stalemate"),
            ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "e1e2", "moved; pawn at e2 captured; draw"),
        ] {
            assert_eq!(said(fen, tried), words, "{fen} {tried}");
        }
    }
}
