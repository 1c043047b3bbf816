//! From what was typed to what is legal: each illegality named, with what to do about it.

use cozy_chess::{
    BitBoard, BoardBuilder, Color, Piece, Rank, Square, get_between_rays, get_bishop_rays, get_king_moves,
    get_knight_moves, get_line_rays, get_pawn_attacks, get_rook_rays,
};

use super::Chess;
use crate::notation::Fault;

/// A board of sixteen men to a side, eight of them pawns, is the most that a game can show.
const MOST_PIECES: u32 = 16;
const MOST_PAWNS: u32 = 8;

/// The legal position that was drafted, without its en passant square if no pawn can use it.
/// The draft's castling rights must each name a rook of the king's own on the king's own rank.
pub(super) fn legal(draft: &BoardBuilder) -> Result<Chess, Fault> {
    for color in Color::ALL {
        count_men(draft, color)?;
    }
    let board = Placed::new(draft);
    let (turn, waiting) = (draft.side_to_move, !draft.side_to_move);
    if !board.attackers(waiting).is_empty() {
        return Err(waiting_in_check(&board, draft));
    }
    possible_check(&board, turn)?;
    let drafted = |square| BoardBuilder { en_passant: square, ..draft.clone() }.build();
    let taken = drafted(draft.en_passant).map(Chess::on).ok().filter(|p| p.en_passant().is_some());
    match taken {
        Some(position) => Ok(position),
        None => drafted(None)
            .map(Chess::on)
            .map_err(|flaw| Fault::position(format!("This position cannot arise in a game: {flaw}"))),
    }
}

fn count_men(draft: &BoardBuilder, color: Color) -> Result<(), Fault> {
    let name = name(color);
    let men = |piece| {
        let wanted = Some((piece, color));
        Square::ALL.into_iter().filter(move |square| draft.square(*square) == wanted)
    };
    match men(Piece::King).count() {
        1 => {}
        0 => {
            return Err(Fault::position(format!("{name} has no king")).hint("Each side has exactly one king"));
        }
        kings => {
            return Err(
                Fault::position(format!("{name} has {kings} kings")).hint("Each side has exactly one king")
            );
        }
    }
    let last = |square: &Square| matches!(square.rank(), Rank::First | Rank::Eighth);
    if let Some(square) = men(Piece::Pawn).find(last) {
        return Err(Fault::position(format!("A pawn of {name}'s stands on {square}"))
            .hint("Pawns stand on ranks 2 to 7; on the last rank they have been promoted"));
    }
    let pawns = men(Piece::Pawn).count() as u32;
    if pawns > MOST_PAWNS {
        return Err(Fault::position(format!("{name} has {pawns} pawns"))
            .hint(format!("No side has more than {MOST_PAWNS}")));
    }
    let all = Piece::ALL.into_iter().map(|piece| men(piece).count() as u32).sum::<u32>();
    if all > MOST_PIECES {
        return Err(Fault::position(format!("{name} has {all} pieces"))
            .hint(format!("No side has more than {MOST_PIECES}, pawns included")));
    }
    Ok(())
}

fn waiting_in_check(board: &Placed, draft: &BoardBuilder) -> Fault {
    let (turn, waiting) = (draft.side_to_move, !draft.side_to_move);
    if get_king_moves(board.kings[0]).has(board.kings[1]) {
        return Fault::position(format!(
            "The kings stand side by side, on {} and {}",
            board.kings[0], board.kings[1]
        ))
        .hint("At least one square must lie between them");
    }
    let fault = Fault::position(format!("{}, who is not to move, is in check", name(waiting)));
    if board.attackers(turn).is_empty() && possible_check(board, waiting).is_ok() {
        let letter = if waiting == Color::White { 'w' } else { 'b' };
        fault.hint(format!("Did you mean the same position with '{letter}' to move?"))
    } else {
        fault.hint("The side that has just moved cannot have left its king in check")
    }
}

/// One move gives check from at most two pieces, and then the one that moved uncovered another.
fn possible_check(board: &Placed, checked: Color) -> Result<(), Fault> {
    let name = name(checked);
    let king = board.kings[checked as usize];
    let checkers: Vec<Square> = board.attackers(checked).into_iter().collect();
    match checkers[..] {
        [] | [_] => Ok(()),
        [a, b] => {
            let slides = |square| board.sliders.has(square);
            if !slides(a) && !slides(b) {
                return Err(Fault::position(format!("{name} is in check from {a} and {b} at once"))
                    .hint("One move cannot give check with two pieces that both had to move to do so"));
            }
            if get_line_rays(king, a).has(b) {
                return Err(Fault::position(format!("{name} is in check from {a} and {b}, along one line"))
                    .hint("A piece cannot uncover a check along the line on which it gives check itself"));
            }
            Ok(())
        }
        _ => Err(Fault::position(format!("{name} is in check from {} pieces at once", checkers.len()))
            .hint("One move gives check from two pieces at most")),
    }
}

/// The pieces as they were drafted, one king a side, before anything else is known to be legal.
struct Placed {
    colors: [BitBoard; Color::NUM],
    pieces: [BitBoard; Piece::NUM],
    sliders: BitBoard,
    kings: [Square; Color::NUM],
}

impl Placed {
    fn new(draft: &BoardBuilder) -> Placed {
        let mut colors = [BitBoard::EMPTY; Color::NUM];
        let mut pieces = [BitBoard::EMPTY; Piece::NUM];
        let mut kings = [Square::A1; Color::NUM];
        for square in Square::ALL {
            if let Some((piece, color)) = draft.square(square) {
                colors[color as usize] |= square.bitboard();
                pieces[piece as usize] |= square.bitboard();
                if piece == Piece::King {
                    kings[color as usize] = square;
                }
            }
        }
        let sliders =
            pieces[Piece::Bishop as usize] | pieces[Piece::Rook as usize] | pieces[Piece::Queen as usize];
        Placed { colors, pieces, sliders, kings }
    }

    /// The pieces that attack a side's king.
    fn attackers(&self, side: Color) -> BitBoard {
        let king = self.kings[side as usize];
        let of = |piece: Piece| self.pieces[piece as usize];
        let occupied = self.colors[0] | self.colors[1];
        let far = (get_bishop_rays(king) & (of(Piece::Bishop) | of(Piece::Queen)))
            | (get_rook_rays(king) & (of(Piece::Rook) | of(Piece::Queen)));
        let unblocked = |from: &Square| (get_between_rays(*from, king) & occupied).is_empty();
        let far: BitBoard = far.into_iter().filter(unblocked).collect();
        let near = (get_knight_moves(king) & of(Piece::Knight))
            | (get_pawn_attacks(king, side) & of(Piece::Pawn))
            | (get_king_moves(king) & of(Piece::King));
        (far | near) & self.colors[!side as usize]
    }
}

pub(super) fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

#[cfg(test)]
mod tests {
    use crate::games::chess::Chess;
    use crate::notation::Fault;

    fn fault(fen: &str) -> Fault {
        Chess::from_text(fen, None).expect_err(fen)
    }

    #[test]
    fn each_illegality_is_named() {
        for (fen, detail) in [
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
            ("4k3/8/8/8/8/8/8/2K1K3 w - - 0 1", "White has 2 kings"),
            ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "A pawn of White's stands on a8"),
            ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "A pawn of Black's stands on a1"),
            ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"),
            ("4k3/8/8/8/8/QQ6/QQQQQQQQ/QQQQKQQQ b - - 0 1", "White has 18 pieces"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "Black, who is not to move, is in check"),
            ("8/8/8/3kK3/8/8/8/8 w - - 0 1", "The kings stand side by side, on e5 and d5"),
            ("4k3/8/3N1N2/8/8/8/4R3/4K3 b - - 0 1", "Black is in check from 3 pieces at once"),
            ("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1", "Black is in check from d6 and f6 at once"),
            ("4k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", "Black has no rook to castle with for 'q'"),
            ("4k3/8/8/8/8/8/4K3/R6R w K - 0 1", "White may not castle: its king has left its rank"),
        ] {
            let fault = fault(fen);
            assert_eq!(fault.detail, detail, "{fen}");
            assert!(fault.hint.is_some(), "{fen}");
        }
        assert!(fault("8/8/8/R2k2Q1/8/8/8/4K3 b - - 0 1").detail.contains("along one line"));
    }

    #[test]
    fn whose_turn_it_must_be_is_suggested_only_where_that_helps() {
        let hint = |fen| fault(fen).hint.unwrap();
        assert_eq!(
            hint("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"),
            "Did you mean the same position with 'b' to move?"
        );
        assert!(!hint("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1").contains("Did you mean"));
    }

    #[test]
    fn a_double_check_that_one_move_gives_is_legal() {
        for fen in ["4k3/8/3N4/8/8/8/4R3/4K3 b - - 0 1", "4k3/8/8/1B6/8/8/4R3/4K3 b - - 0 1"] {
            Chess::from_text(fen, None).expect(fen);
        }
    }
}
