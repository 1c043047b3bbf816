//! How checkers moves are written and read, when a repetition ends the game, and the board.

use super::rules::{Checkers, Move, PATIENCE};
use super::squares::{BOARD, Square, each};
use crate::game::{Game, Outcome, Player};
use crate::notation::{Board, BoardStyle, Card, Cell, Ending, Fault, Nature, Notation, Odds, Piece};
use crate::spelling::{number, quoted};

/// What a win is worth in hundredths of a man, less one for each ply to it: more than any lead in pieces.
const WIN: i64 = 10_000;

impl Notation for Checkers {
    const CARD: Card = Card {
        id: "checkers",
        name: "Checkers",
        other_names: &["draughts"],
        players: ["black", "white"],
        unit: "centimen",
        counts: "Hundredths of a man. A win in so many plies is 10000 minus those; where it is not known how \
                 many, 9745.",
        // 178 in games at 5 000 nodes a move, 128 at 20 000 (`examples/odds`).
        odds: Odds::Tenfold(150.0),
        mates: false,
        rules: "Men step diagonally forward to the next dark square; kings step back, too. A piece of the other's \
                with an empty square behind it is jumped and taken: who can jump must, whichever way, and goes on \
                while it can. A man that reaches the last row becomes a king, and its move ends. Whoever cannot move \
                has lost; the same position for the third time, or eighty moves without a man's step or a jump, \
                forty of each, are a draw.",
        starts: &[],
        position: "PDN's FEN: who moves (B or W), then each side's squares from 1 to 32, kings with a K. Black \
                   has 1 to 12 at the start and moves first. Runs (W21-32) are read too; :H12 at the end says \
                   how many plies have passed without a jump or a man's move. 80 of them are a draw, and so is \
                   a position that stands for the third time.",
        examples: &[
            "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
            "W:W18,K22:BK1,2,12",
            "B:WK18:BK1,K2",
        ],
        moves: "The squares from and to: 11-15. A jump names each square it lands on: 22x15x8; the squares between \
                may be left out where one jump alone is meant.",
        move_examples: &["11-15", "22x15", "22x15x8"],
        nature: Nature::OPEN,
    };

    const GAME_TYPE: Option<u8> = Some(21);

    fn start() -> Checkers {
        let in_numbers = |range: std::ops::RangeInclusive<u8>| {
            range.filter_map(Square::numbered).fold(0, |set, square| set | square.bit())
        };
        Checkers::of([in_numbers(1..=12), in_numbers(21..=32)], 0, Player::First, 0).expect("the usual board")
    }

    fn parse(text: &str) -> Result<Checkers, Fault> {
        Checkers::from_fen(text)
    }

    fn write(&self) -> String {
        self.to_fen()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault> {
        let legal = self.legal_moves();
        let list = |moves: &[Move]| {
            let texts: Vec<_> = moves.iter().map(|m| self.write_move(*m)).collect();
            texts.join(", ")
        };
        let named = parse_squares(text);
        let fitting: Vec<_> = legal.iter().copied().filter(|m| visits(*m, &named)).collect();
        let exact = fitting.iter().find(|m| m.squares() == named);
        let alike = fitting.iter().all(|m| self.after(*m) == self.after(fitting[0]));
        match exact.or(fitting.first()) {
            Some(found) if exact.is_some() || alike => Ok(*found),
            Some(_) => Err(Fault::illegal(format!("{} may be any of several jumps", quoted(text)))
                .hint(format!("Name the squares between: {}", list(&fitting)))),
            None => {
                let forced = legal.iter().any(|m| m.is_jump());
                let why = if forced { "; who can jump must" } else { "" };
                Err(Fault::illegal(format!("{} is not a move here{why}", quoted(text))).hint(self.possible()))
            }
        }
    }

    fn write_move(&self, chosen: Move) -> String {
        let names: Vec<_> = chosen.squares().into_iter().map(|square| square.number().to_string()).collect();
        names.join(if chosen.is_jump() { "x" } else { "-" })
    }

    fn touches(&self, chosen: Move) -> Vec<String> {
        chosen.squares().into_iter().map(|square| square.number().to_string()).collect()
    }

    fn ending(&self, past: &[Checkers]) -> Option<Ending> {
        if let Some(outcome) = self.outcome() {
            let reason = match outcome {
                Outcome::Draw => FORTY_MOVES,
                Outcome::Won { .. } if self.pieces(self.turn()) == 0 => "no pieces left",
                Outcome::Won { .. } => "no moves left",
            };
            return Some(Ending { outcome, reason });
        }
        let since = past.len().saturating_sub(usize::from(self.quiet()));
        let before = past[since..].iter().filter(|earlier| earlier.looks_like(self)).count();
        (before >= 2).then_some(Ending { outcome: Outcome::Draw, reason: "threefold repetition" })
    }

    fn worth_of_win(&self, _: u16, plies: u32) -> i64 {
        WIN - i64::from(plies)
    }

    /// As Black sees it: its own men, with the low numbers, at the bottom.
    fn board(&self) -> Board {
        let cell = |square: Square| {
            let number = square.number();
            let piece = Player::BOTH.into_iter().find_map(|player| {
                let stands = |set| set & square.bit() != 0;
                let kind = match () {
                    () if stands(self.kings(player)) => "crown",
                    () if stands(self.men(player)) => "man",
                    () => return None,
                };
                Some(Piece::of(kind, Self::CARD.player_name(player)))
            });
            let (x, y) = (7 - usize::from(square.column()), 7 - usize::from(square.row()));
            Cell::new(number.to_string(), number.to_string(), x, y).holding(piece)
        };
        let mut cells: Vec<_> = each(BOARD).map(cell).collect();
        cells.reverse();
        Board { style: BoardStyle::Chequered, width: 8, height: 8, cells }
    }
}

/// Why a game without progress is over.
const FORTY_MOVES: &str = "forty moves each without a jump or a man's move";
const _: () = assert!(PATIENCE == 40, "the words above say forty");

/// The squares that a text names, in order; anything between numbers parts them, but nothing else may
/// stand before the first or after the last, other than PDN's marks for a good, a bad, a forced move.
fn parse_squares(text: &str) -> Vec<Square> {
    let (text, is_digit) = (text.trim().trim_end_matches(['!', '?', '*']), |c: char| c.is_ascii_digit());
    if !text.starts_with(is_digit) || !text.ends_with(is_digit) {
        return Vec::new();
    }
    let numbers = text.split(|c| !is_digit(c)).filter(|square| !square.is_empty());
    let squares: Option<_> = numbers.map(|square| number(square).and_then(Square::numbered)).collect();
    squares.unwrap_or_default()
}

/// Whether a move begins and ends on the named squares and lands on those between on its way.
fn visits(candidate: Move, named: &[Square]) -> bool {
    let squares = candidate.squares();
    let mut way = squares.iter();
    named.len() >= 2
        && named.first() == squares.first()
        && named.last() == squares.last()
        && named.iter().all(|square| way.any(|passed| passed == square))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkers(text: &str) -> Checkers {
        Checkers::parse(text).expect(text)
    }

    #[test]
    fn every_example_is_read_and_written_back() {
        for text in Checkers::CARD.examples {
            assert_eq!(checkers(text).write(), *text);
        }
    }

    #[test]
    fn a_jump_may_be_named_by_its_ends() {
        let position = checkers("B:W14,15,23:B10,1");
        for text in
            ["10x19x26", "10x26", "10-26", "10:26", "10 19 26", "10X19X26", "10 x 26", " 10 - 26 ", "10x26*!"]
        {
            assert_eq!(position.parse_move(text).map(|m| position.write_move(m)), Ok("10x19x26".to_owned()));
        }
        for text in ["", "10", "10x14x17", "10x18", "33x3", "1-5", "10-15", "x10", "10x26x", "999999999999-1"]
        {
            assert!(position.parse_move(text).is_err_and(|fault| fault.hint.is_some()), "{text:?}");
        }
    }

    #[test]
    fn jumps_with_the_same_ends_are_told_apart_by_their_way() {
        let position = checkers("W:WK22:B6,7,14,15,17,18,1");
        let texts: Vec<_> = position.legal_moves().iter().map(|m| position.write_move(*m)).collect();
        assert_eq!(texts.iter().collect::<std::collections::HashSet<_>>().len(), texts.len());
        for text in &texts {
            assert_eq!(position.parse_move(text).map(|m| position.write_move(m)).as_ref(), Ok(text));
        }
    }

    #[test]
    fn the_third_time_is_a_draw() {
        let mut position = checkers("W:WK1,18:BK32,K4");
        let mut past = Vec::new();
        for text in ["1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1", "28-32"] {
            assert_eq!(position.ending(&past), None);
            past.push(position);
            position = position.after(position.parse_move(text).expect(text));
        }
        let reason = position.ending(&past).map(|ending| ending.reason);
        assert_eq!(reason, Some("threefold repetition"));
    }

    #[test]
    fn black_sees_its_own_men_at_the_bottom() {
        let board = Checkers::start().board();
        let cell = |id: &str| board.cells.iter().find(|cell| cell.id == id).expect(id);
        assert_eq!((cell("1").x, cell("1").y), (6, 7));
        assert_eq!((cell("32").x, cell("32").y), (1, 0));
        assert_eq!(cell("1").piece, Some(Piece::of("man", "black")));
        assert_eq!(board.cells.len(), 32);
        let mut reading_order = board.cells.clone();
        reading_order.sort_by_key(|cell| (cell.y, cell.x));
        assert_eq!(reading_order, board.cells);
    }
}
