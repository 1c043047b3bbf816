//! Chess as it is written, read and drawn.

use cozy_chess::{Color, File, Move, Piece, Rank, Square};

use super::Chess;
use super::evaluate::tension;
use super::fields::side_to_move;
use super::pgn;
use super::rules::player;
use crate::game::{Game, Outcome};
use crate::notation::{
    self, Board, BoardStyle, Card, Cell, Ending, Fault, FaultKind, Heading, Named, Nature, Notation, Odds,
    Played, Setup,
};

/// What a mate is worth in centipawns, less a ply each: above anything that an estimate says.
const MATE: i64 = 30_000;

impl Notation for Chess {
    const CARD: Card = Card {
        id: "chess",
        name: "Chess",
        other_names: &[],
        players: ["white", "black"],
        unit: "centipawns",
        counts: "Hundredths of a pawn. A mate in so many plies is 30000 minus those; a win by tables that do \
                 not tell how many, 29745.",
        // 279 in games at 5 000 nodes a move, 228 at 20 000 (`examples/odds`).
        odds: Odds::Tenfold(250.0),
        mates: true,
        rules: "Give mate: attack the king so that nothing can save it. A player who cannot move and is not in \
                check has drawn, and so have both when nobody can mate any more. A draw may be claimed when a \
                position comes for the third time, or after fifty moves of each side without a capture or a pawn's \
                move.",
        starts: &[],
        position: "FEN with 4 to 6 fields; Chess960 by the rooks' files or X-FEN. A board drawn in eight \
                   lines of letters or figurines is read too; where it does not say so, White is to move, \
                   and king and rook at home may castle. A game ends by mate, stalemate, insufficient \
                   material, 75 moves or fivefold repetition; draws that a player would have to claim do \
                   not end it.",
        examples: &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4Rnk1/pr3ppp/1p3q2/5NQ1/2p5/8/P4PPP/6K1 w - - 1 1",
        ],
        moves: "UCI coordinates; castling is the king's step of two, in Chess960 the king on its rook. \
                Algebraic notation, exact or not, is read too.",
        move_examples: &["e2e4", "e7e8q", "e1g1", "Nf3", "exd5", "O-O"],
        nature: Nature::OPEN,
    };

    const FIELDS: &'static [&'static str] = &["fen", "turn"];
    const GAME_TYPE: Option<u8> = Some(Heading::UNTOLD_TYPE);

    fn start() -> Chess {
        Chess::default()
    }

    fn parse(text: &str) -> Result<Chess, Fault> {
        Chess::from_text(text, None)
    }

    fn read(setup: &Setup) -> Result<Played<Chess>, Fault> {
        let turn = turn_of(setup)?;
        let position = match setup.text() {
            Some(text) => Chess::from_text(text, turn),
            None if turn == Some(Color::Black) => Err(Fault::value("/turn", "White begins")
                .hint("Name a position in `fen`, or list the moves that led to it in `moves`")),
            None => Ok(Chess::default()),
        };
        position.map(Played::from)
    }

    fn write(&self) -> String {
        self.fen()
    }

    fn parse_move(&self, text: &str) -> Result<Move, Fault> {
        self.read_move(text)
    }

    fn write_move(&self, chosen: Move) -> String {
        self.coordinates(chosen)
    }

    fn move_text(&self, chosen: Move) -> String {
        self.san(chosen)
    }

    fn touches(&self, chosen: Move) -> Vec<String> {
        let to = match self.castling(chosen) {
            Some(wing) if !self.is_chess960() => Square::new(wing.king_lands(), chosen.from.rank()),
            _ => chosen.to,
        };
        vec![chosen.from.to_string(), to.to_string()]
    }

    /// The king and its rook: in Chess960 that is the only way to castle.
    fn or_touches(&self, chosen: Move) -> Option<Vec<String>> {
        let castles = self.castling(chosen).is_some() && !self.is_chess960();
        castles.then(|| vec![chosen.from.to_string(), chosen.to.to_string()])
    }

    fn ending(&self, past: &[Chess]) -> Option<Ending> {
        if let Some(outcome) = self.outcome() {
            let reason = if outcome == Outcome::Draw { "stalemate" } else { "checkmate" };
            return Some(Ending { outcome, reason });
        }
        self.draw_by_rule(past).map(|reason| Ending { outcome: Outcome::Draw, reason })
    }

    fn claimable(&self, past: &[Chess]) -> Option<&'static str> {
        self.draw_to_claim(past)
    }

    fn worth_of_win(&self, _: u16, plies: u32) -> i64 {
        MATE - i64::from(plies)
    }

    fn begun(heading: &Heading) -> Result<Played<Chess>, Fault> {
        pgn::start(heading).map(Played::from)
    }

    fn says_nothing(word: &str) -> bool {
        pgn::says_nothing(word)
    }

    fn named(&self) -> Option<Named> {
        self.opening()
    }

    fn in_check(&self) -> bool {
        !self.board().checkers().is_empty()
    }

    fn tension(&self) -> Option<Vec<(String, i32)>> {
        let squares = Square::ALL.into_iter().map(|square| square.to_string());
        Some(squares.zip(tension(self.board())).collect())
    }

    fn board(&self) -> Board {
        chequered(|square| {
            let color = self.board().color_on(square)?;
            self.board().piece_on(square).map(|piece| drawn(piece, color))
        })
    }
}

/// A board of 64 squares, as White sees it.
pub(super) fn chequered(standing: impl Fn(Square) -> Option<notation::Piece>) -> Board {
    let mut cells = Vec::with_capacity(Square::NUM);
    for (y, rank) in Rank::ALL.into_iter().rev().enumerate() {
        for (x, file) in File::ALL.into_iter().enumerate() {
            let square = Square::new(file, rank);
            let name = square.to_string();
            cells.push(Cell::new(name.clone(), name, x, y).holding(standing(square)));
        }
    }
    Board { style: BoardStyle::Chequered, width: 8, height: 8, cells }
}

/// A man as it is drawn.
pub(super) fn drawn(piece: Piece, color: Color) -> notation::Piece {
    let kind = match piece {
        Piece::King => "king",
        Piece::Queen => "queen",
        Piece::Rook => "rook",
        Piece::Bishop => "bishop",
        Piece::Knight => "knight",
        Piece::Pawn => "pawn",
    };
    notation::Piece::of(kind, Chess::CARD.player_name(player(color)))
}

/// The side that a request says is to move.
fn turn_of(setup: &Setup) -> Result<Option<Color>, Fault> {
    let turn = setup.turn.as_deref().map(side_to_move).transpose();
    turn.map_err(|fault| Fault { kind: FaultKind::BadValue, ..fault.at("/turn") })
}
