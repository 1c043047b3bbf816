//! Boards and vertices as text: `9x9 komi 7 B: row/row/...`, `E5`.

use super::around::Ground;
use super::board::{KOMI, halves, plain};
use super::points::{Point, at, place_of};
use super::rules::{Go, Vertex, in_points};
use super::sgf;
use crate::game::{Game, Player};
use crate::notation::{
    Board, BoardStyle, Card, Cell, Ending, Fault, Heading, Nature, Notation, Odds, Piece, Played, Start,
};
use crate::spelling::{number, quoted};

/// Columns are lettered without an I.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";
impl Notation for Go {
    const CARD: Card = Card {
        id: "go",
        name: "Go",
        other_names: &["baduk", "weiqi"],
        players: ["black", "white"],
        unit: "points",
        counts: "Points by which the game is won: of what was sampled the average, half a point rounded up.",
        odds: Odds::Tenfold(20.0),
        mates: false,
        rules: "Put a stone on a crossing in turn, Black first. Stones without an empty crossing beside them or \
                those they hang together with are taken. No move may take one's own, nor bring back a board that \
                was there. Two passes end the game: all stones on the board count, and so do the empty crossings \
                that they alone enclose, and White gets the komi. Take what is dead before you pass.",
        starts: &[
            Start { name: "9 x 9", position: "9x9 komi 7 B: " },
            Start { name: "13 x 13", position: "13x13 komi 7.5 B: " },
            Start { name: "19 x 19", position: "19x19 komi 7.5 B: " },
        ],
        position: "Size, komi, who is to move, and the rows from the top, `X` for black, `O` for white and \
                   `.` for empty: `9x9 komi 7 B: .../...`; no rows, an empty board. After them ` passes 1`, if \
                   the last move was a pass, or ` ko B4`, if a stone was just taken there and that ko may \
                   not be taken back at once. Or a game in SGF, to the end of its main line. Area scoring, suicide \
                   forbidden, positional superko (moves before count if they stand in `moves`), two passes \
                   end the game.",
        examples: &[
            "9x9 komi 7 B: ",
            "5x5 komi 0 W: ...../...../..X../...../.....",
            "19x19 komi 7.5 B: ",
            "(;SZ[9]KM[7];B[ee];W[ec])",
        ],
        moves: "A vertex, the column's letter without I and the row from the bottom, or `pass`; SGF's \
                letters are read too, its pass `tt` among them.",
        move_examples: &["E5", "pass", "C3"],
        nature: Nature::OPEN,
    };
    const HISTORY: bool = false;
    // Superko looks at every board before, at every move.
    const LONGEST: usize = 2_000;

    fn start() -> Go {
        Go::empty(9, KOMI)
    }

    fn parse(text: &str) -> Result<Go, Fault> {
        Go::parse_played(text).map(Played::into_end)
    }

    fn parse_played(text: &str) -> Result<Played<Go>, Fault> {
        if is_sgf(text) { sgf::game(text) } else { plain(text).map(Played::from) }
    }

    fn heading(text: &str) -> Heading {
        if is_sgf(text) { sgf::heading(text) } else { Heading::default() }
    }

    fn write(&self) -> String {
        let size = self.stones.size();
        let row = |y| (0..size).map(|x| self.sign(x, y)).collect::<String>();
        let rows = (0..size).map(row).collect::<Vec<_>>().join("/");
        let turn = if self.turn == Player::First { 'B' } else { 'W' };
        let last = match self.stones.ko() {
            Some(point) => format!(" ko {}", self.name(point)),
            None if self.passes > 0 => format!(" passes {}", self.passes),
            None => String::new(),
        };
        format!("{size}x{size} komi {} {turn}: {rows}{last}", halves(self.komi))
    }

    fn parse_move(&self, text: &str) -> Result<Vertex, Fault> {
        if let Some(ending) = self.ending(&[]) {
            return Err(Fault::over(&ending));
        }
        let vertex = self.vertex(text.trim()).ok_or_else(|| {
            let corner = self.name(at(self.stones.size() - 1, 0));
            Fault::illegal(format!("{} is not a vertex of this board", quoted(text)))
                .hint(format!("Write one from A1 to {corner}, or pass"))
        })?;
        self.allowed(vertex)
    }

    fn write_move(&self, vertex: Vertex) -> String {
        match vertex {
            Vertex::Pass => "pass".to_owned(),
            Vertex::At(point) => self.name(point),
        }
    }

    fn touches(&self, vertex: Vertex) -> Vec<String> {
        vec![self.write_move(vertex)]
    }

    fn ending(&self, _: &[Go]) -> Option<Ending> {
        self.outcome().map(|outcome| Ending { outcome, reason: "both passed" })
    }

    /// Areas are settled by the last pass.
    fn tally(&self, _: &[Go]) -> Option<[f64; 2]> {
        self.outcome().map(|_| self.counted())
    }

    fn worth_of_win(&self, worth: u16, _: u32) -> i64 {
        i64::from(in_points(i32::from(worth)))
    }

    fn board(&self) -> Board {
        let size = self.stones.size();
        let cell = |point: Point| {
            let (x, y) = place_of(point);
            let stone = match self.stones.ground(point) {
                Ground::Stone(player) => Some(Piece::of("stone", Go::CARD.player_name(player))),
                _ => None,
            };
            Cell::new(self.name(point), self.name(point), usize::from(x), usize::from(y)).holding(stone)
        };
        let mut cells: Vec<_> = self.stones.points().map(cell).collect();
        cells.push(Cell::new("pass", "pass", 0, usize::from(size)).sized(u16::from(size), 1));
        let width = u16::from(size);
        Board { style: BoardStyle::Crossings, width, height: width + 1, cells }
    }
}

impl Go {
    /// The vertex's name in the canonical form.
    pub(super) fn name(&self, point: Point) -> String {
        let (x, y) = place_of(point);
        format!("{}{}", char::from(COLUMNS[usize::from(x)]), self.stones.size() - y)
    }

    /// The vertex, if it may be played.
    pub(super) fn allowed(&self, vertex: Vertex) -> Result<Vertex, Fault> {
        match vertex {
            Vertex::At(point) if !self.is_legal(point) => Err(self.refusal(point)),
            vertex => Ok(vertex),
        }
    }

    /// A vertex as people name it: GTP's `E5` or SGF's `ee`, in either case.
    pub(super) fn vertex(&self, text: &str) -> Option<Vertex> {
        self.vertex_of_gtp(text).or_else(|| self.vertex_of_sgf(&text.to_ascii_lowercase()))
    }

    /// `E5`: the column's letter and the row's number from below, or `pass`.
    pub(super) fn vertex_of_gtp(&self, text: &str) -> Option<Vertex> {
        if text.eq_ignore_ascii_case("pass") {
            return Some(Vertex::Pass);
        }
        let (column, row) = text.split_at_checked(1)?;
        let letter = column.bytes().next()?.to_ascii_uppercase();
        let x = COLUMNS.iter().position(|c| *c == letter)? as u8;
        let y = self.stones.size().checked_sub(number(row)?)?;
        self.vertex_at(x, y)
    }

    /// Column and row by small letters from the top left. `tt`, beyond the largest board, passes.
    pub(super) fn vertex_of_sgf(&self, text: &str) -> Option<Vertex> {
        let &[column, row] = text.as_bytes() else { return None };
        match text {
            "tt" => Some(Vertex::Pass),
            _ => self.vertex_at(column.checked_sub(b'a')?, row.checked_sub(b'a')?),
        }
    }

    fn vertex_at(&self, x: u8, y: u8) -> Option<Vertex> {
        let size = self.stones.size();
        (x < size && y < size).then(|| Vertex::At(at(x, y)))
    }

    /// The board as it is drawn in text, with the names of columns and rows around it.
    pub(super) fn diagram(&self) -> String {
        let size = self.stones.size();
        let columns: String =
            COLUMNS[..usize::from(size)].iter().map(|c| format!(" {}", char::from(*c))).collect();
        let rows: String = (0..size)
            .map(|y| {
                let number = size - y;
                let row: String = (0..size).map(|x| format!(" {}", self.sign(x, y))).collect();
                format!("{number:2}{row} {number}\n")
            })
            .collect();
        format!("  {columns}\n{rows}  {columns}")
    }

    fn sign(&self, x: u8, y: u8) -> char {
        match self.stones.ground(at(x, y)) {
            Ground::Stone(Player::First) => 'X',
            Ground::Stone(Player::Second) => 'O',
            _ => '.',
        }
    }

    fn refusal(&self, point: Point) -> Fault {
        let name = self.name(point);
        let elsewhere = "Choose another vertex, or pass";
        let (detail, hint) = match self.stones.ground(point) {
            Ground::Stone(_) => (format!("A stone stands at {name} already"), elsewhere),
            _ if self.stones.ko() == Some(point) => {
                (format!("A stone at {name} would take back a ko at once"), "Play elsewhere first, or pass")
            }
            _ if self.stones.is_playable(point, self.turn) => {
                (format!("A stone at {name} would repeat an earlier board (superko)"), elsewhere)
            }
            _ => (format!("A stone at {name} would have no liberty"), elsewhere),
        };
        Fault::illegal(detail).hint(hint)
    }
}

/// A game, not a board.
fn is_sgf(text: &str) -> bool {
    text.trim_start().starts_with('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_written_as_it_can_be_read() {
        for text in Go::CARD.examples {
            let go = Go::parse(text).unwrap();
            assert_eq!(Go::parse(&go.write()).unwrap().write(), go.write(), "{text}");
        }
        assert_eq!(Go::parse("9x9 komi 7 B: ").unwrap().write(), Go::start().write());
    }

    #[test]
    fn a_move_is_read_in_the_ways_of_gtp_and_sgf() {
        let go = Go::start();
        for (text, name) in [
            ("E5", "E5"),
            ("e5", "E5"),
            ("ee", "E5"),
            ("J9", "J9"),
            ("aa", "A9"),
            ("PASS", "pass"),
            ("tt", "pass"),
        ] {
            assert_eq!(go.write_move(go.parse_move(text).unwrap()), name, "{text}");
        }
        for text in ["I5", "K1", "A0", "A10", "zz", "é5", "E5E5", "", " ", "tu"] {
            assert!(go.parse_move(text).is_err_and(|fault| fault.hint.is_some()), "{text:?}");
        }
    }

    #[test]
    fn a_vertex_that_is_refused_is_told_why() {
        let go = Go::parse("5x5 komi 0 W: .XO../X.XO./.XO../...../....X ko B4").unwrap();
        for (text, why) in [("B4", "take back a ko at once"), ("C4", "stands at C4"), ("A5", "no liberty")] {
            let fault = go.parse_move(text).expect_err(text);
            assert!(fault.detail.contains(why) && fault.hint.is_some(), "{text}: {fault:?}");
        }
        let over = go.played("pass").unwrap().played("pass").unwrap();
        assert_eq!(over.parse_move("A1"), Err(Fault::over(&over.ending(&[]).unwrap())));
    }

    #[test]
    fn rows_may_be_parted_by_newlines_and_blanks() {
        for text in [
            "3x3 komi 0 B: X.. / .O. / ...",
            "3x3 komi 0 B:\nX . .\n. O .\n. . .\n",
            "3x3 komi 0 B: X../.O./.../",
        ] {
            assert_eq!(
                Go::parse(text).map(|go| go.write()),
                Ok("3x3 komi 0 B: X../.O./...".to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for text in [
            "",
            "9x9",
            "9x9 komi 7 B",
            "1x1 komi 0 B: ",
            "20x20 komi 0 B: ",
            "3x3 komi 0 B: .../...",
            "3x3 komi 0 B: .../..Z/...",
            "3x3 komi x B: ",
            "2x2 komi 0 B: XX/XX",
            "3x3 komi 0 B: .../.../... passes 3",
        ] {
            assert!(Go::parse(text).is_err_and(|fault| fault.hint.is_some()), "{text:?}");
        }
    }

    #[test]
    fn a_ko_that_was_just_taken_is_part_of_the_position() {
        let taken = Go::parse("5x5 komi 0 B: .XO../XO.O./.XO../...../.....").unwrap().played("C4").unwrap();
        assert_eq!(taken.write(), "5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko B4");
        let read = Go::parse(&taken.write()).unwrap();
        assert!(read.played("B4").is_err() && read.legal_moves() == taken.legal_moves());
        let later = read.played("E1").unwrap().played("A1").unwrap();
        assert!(later.write().ends_with("X...O") && later.played("B4").is_ok());
    }

    #[test]
    fn a_ko_that_nobody_can_have_taken_is_refused() {
        for text in [
            "5x5 komi 0 B: .XO../X.XO./.XO../...../..... ko B4",
            "5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko A5",
            "5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko C4",
            "5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko pass",
            "5x5 komi 0 W: .XO../X.XO./.XO../...../..... ko",
            "5x5 komi 0 W: .XO../X.XO./.XO../...../..... passes 1 ko B4",
            // Two stones took, which can be taken back.
            "5x5 komi 0 W: .XOO./X.XXO/.XOO./...../..... ko B4",
            // Beside the stone that took another would be taken back.
            "5x5 komi 0 W: ..O../.OXO./.X.XO/..XO./..... ko C3",
            // The stone that took has another liberty.
            "5x5 komi 0 W: .XO../X.X../.XO../...../..... ko B4",
            // What was taken would have had one.
            "5x5 komi 0 W: .XO../..XO./.XO../...../..... ko B4",
        ] {
            assert!(Go::parse(text).is_err_and(|fault| fault.hint.is_some()), "{text}");
        }
    }

    #[test]
    fn passes_are_part_of_the_position() {
        let go = Go::start().played("pass").unwrap();
        assert!(go.write().ends_with("passes 1"));
        assert!(Go::parse(&go.write()).unwrap().played("pass").unwrap().outcome().is_some());
    }
}
