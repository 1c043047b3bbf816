//! How tic-tac-toe is written, read and drawn.

use super::cells::{LARGEST, Place};
use super::grid::{Grid, usual_turn};
use super::rules::{SMALLEST, TicTacToe};
use crate::game::{Game, Outcome, Player};
use crate::notation::{
    Board, BoardStyle, Card, Cell, Ending, Fault, Form, Nature, Notation, Odds, Piece, Played, Setup, Start,
};
use crate::spelling::{number, quoted};

/// The cells of the small board by name, row by row; the first name is the one we use.
const NAMES: [&[&str]; 9] = [
    &["top left", "north-west", "nw", "upper left"],
    &["top", "north", "n", "top middle", "top centre", "top center"],
    &["top right", "north-east", "ne", "upper right"],
    &["left", "west", "w", "middle left", "centre left", "center left"],
    &["centre", "center", "middle", "c"],
    &["right", "east", "e", "middle right", "centre right", "center right"],
    &["bottom left", "south-west", "sw", "lower left"],
    &["bottom", "south", "s", "bottom middle", "bottom centre", "bottom center"],
    &["bottom right", "south-east", "se", "lower right"],
];

/// Why a game was won, by how many in a row it takes.
const REASONS: [&str; LARGEST - SMALLEST + 1] = [
    "three in a row",
    "four in a row",
    "five in a row",
    "six in a row",
    "seven in a row",
    "eight in a row",
    "nine in a row",
    "ten in a row",
    "eleven in a row",
    "twelve in a row",
    "thirteen in a row",
    "fourteen in a row",
    "fifteen in a row",
];

impl TicTacToe {
    fn index(&self, place: Place) -> usize {
        place.row() * self.size() + place.column()
    }

    fn place(&self, index: usize) -> Option<Place> {
        let inside = index < self.size() * self.size();
        inside.then(|| Place::at(index / self.size(), index % self.size()))
    }

    /// "centre" on the small board, "h8" on any other.
    fn name(&self, place: Place) -> String {
        match self.size() {
            3 => NAMES[self.index(place)][0].to_owned(),
            size => format!("{}{}", (b'a' + place.column() as u8) as char, size - place.row()),
        }
    }

    /// The cell that a text names, on the board or not.
    fn find(&self, text: &str) -> Option<Place> {
        let text = text.trim().to_lowercase();
        if text.starts_with(|letter: char| letter.is_ascii_digit()) {
            return self.place(number(&text)?);
        }
        let plain = |name: &str| name.replace([' ', '-', '_'], "");
        let is_named = |names: &&[&str]| names.iter().any(|name| plain(name) == plain(&text));
        if let Some(index) = NAMES.iter().position(is_named).filter(|_| self.size() == 3) {
            return self.place(index);
        }
        let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
        let column = usize::from(letter as u8 - b'a');
        let row = self.size().checked_sub(number(&text[1..])?)?;
        (row < self.size() && column < self.size()).then(|| Place::at(row, column))
    }
}

impl Notation for TicTacToe {
    const CARD: Card = Card {
        id: "tic-tac-toe",
        name: "Tic-tac-toe",
        other_names: &["noughts-and-crosses", "gomoku", "five-in-a-row"],
        players: ["X", "O"],
        unit: "result",
        counts: "1 is a win, 0 a draw, -1 a loss; estimates are thousandths of a win.",
        odds: Odds::Share(1000.0),
        mates: false,
        rules: "Put your mark on an empty cell in turn, X first. Three in a row win, straight or diagonal; on \
                larger boards as many as the board is wide, and five from 10 x 10 on. A full board without them is a \
                draw.",
        starts: &[
            Start { name: "3 x 3", position: ".../.../..." },
            Start { name: "4 x 4", position: "..../..../..../...." },
            Start {
                name: "6 x 6, four in a row",
                position: "....../....../....../....../....../...... win 4",
            },
            Start {
                name: "15 x 15, five in a row",
                position: ".............../.............../.............../.............../.............../.............../.............../.............../.............../.............../.............../.............../.............../.............../...............",
            },
        ],
        position: "Rows from the top, parted by `/`: `X`, `O`, and `.` where a cell is empty; 3 x 3 to 15 x 15. \
                   ` win 4` after them says how many in a row win, ` O` whose turn it is, where that is not plain.",
        examples: &[
            ".../.../...",
            "X.O/.X./...",
            "X.O.X....",
            "..../.X../..O./....",
            "...../.XX../..O../..O../..... win 4",
            ".../.X./... O",
        ],
        moves: "The cell's number, row by row from the top left, from 0; `a1` (column letter, row from the \
                bottom) and, on 3 x 3, names like `centre` or `ne` are read too.",
        move_examples: &["4", "b2", "centre", "ne"],
        nature: Nature::OPEN,
    };

    const ESTIMATES_A_UNIT: i64 = 1_000;

    const FIELDS: &'static [&'static str] = &["grid", "win", "turn"];

    fn start() -> TicTacToe {
        TicTacToe::new(SMALLEST, SMALLEST)
    }

    fn parse(text: &str) -> Result<TicTacToe, Fault> {
        TicTacToe::read(&Setup::of(text)).map(Played::into_end)
    }

    fn read(setup: &Setup) -> Result<Played<TicTacToe>, Fault> {
        let grid = match &setup.form {
            Some(Form::Grid(value)) => Grid::from_json(value),
            _ => setup.text().map_or_else(|| Ok(Grid::empty()), Grid::from_text),
        };
        let mut grid = grid.map_err(|fault| fault.at("/position"))?;
        if let Some(said) = setup.win {
            if grid.win.is_some_and(|win| win != said) {
                return Err(Fault::value("/win", "The position itself names another number")
                    .hint("Name it once: here, or after the rows"));
            }
            grid.win = Some(said);
        }
        if let Some(said) = &setup.turn {
            let player = Self::CARD.player_meant(said, "/turn")?;
            if grid.turn.is_some_and(|turn| turn != player) {
                return Err(Fault::value("/turn", "The position itself names the other player")
                    .hint("Name the player once: here, or after the rows"));
            }
            grid.turn = Some(player);
        }
        let is_sent = |pointer: &str| match pointer {
            "/win" => setup.win.is_some(),
            "/turn" => setup.turn.is_some(),
            _ => false,
        };
        let position = grid.position().map_err(|fault| match is_sent(&fault.pointer) {
            true => fault,
            false => fault.in_position(),
        });
        position.map(Played::from)
    }

    fn write(&self) -> String {
        let rows: Vec<String> = (0..self.size())
            .map(|row| {
                let letter = |column| {
                    let place = Place::at(row, column);
                    match Player::BOTH.into_iter().find(|player| self.marks(*player).has(place)) {
                        Some(Player::First) => 'X',
                        Some(Player::Second) => 'O',
                        None => '.',
                    }
                };
                (0..self.size()).map(letter).collect()
            })
            .collect();
        let mut text = rows.join("/");
        if usize::from(self.win) != TicTacToe::usual_win(self.size()) {
            text += &format!(" win {}", self.win);
        }
        if usual_turn(self) != Some(self.turn) {
            text += &format!(" {}", Self::CARD.player_name(self.turn));
        }
        text
    }

    fn parse_move(&self, text: &str) -> Result<Place, Fault> {
        let most = self.size() * self.size() - 1;
        let place = self.find(text).ok_or_else(|| {
            Fault::illegal(format!("{} names no cell of a board of {1} x {1}", quoted(text), self.size()))
                .hint(format!("Number the cells from 0 to {most}, row by row from the top left"))
        })?;
        if self.legal_moves().contains(&place) {
            return Ok(place);
        }
        Err(match self.ending(&[]) {
            Some(ending) => Fault::over(&ending),
            None => Fault::illegal(format!("Cell {} is taken", self.index(place))).hint(self.possible()),
        })
    }

    fn write_move(&self, place: Place) -> String {
        self.index(place).to_string()
    }

    fn move_text(&self, place: Place) -> String {
        self.name(place)
    }

    fn touches(&self, place: Place) -> Vec<String> {
        vec![self.write_move(place)]
    }

    fn ending(&self, _: &[TicTacToe]) -> Option<Ending> {
        self.outcome().map(|outcome| Ending {
            outcome,
            reason: match outcome {
                Outcome::Draw => "the board is full",
                Outcome::Won { .. } => REASONS[usize::from(self.win) - SMALLEST],
            },
        })
    }

    fn row(&self) -> Vec<String> {
        let marks = self.marks(self.turn().opponent());
        marks.rows(self.win()).iter().map(|place| self.write_move(place)).collect()
    }

    fn board(&self) -> Board {
        let piece = |place| {
            let kinds = [("cross", Player::First), ("nought", Player::Second)];
            let (kind, owner) = kinds.into_iter().find(|(_, player)| self.marks(*player).has(place))?;
            Some(Piece::of(kind, Self::CARD.player_name(owner)))
        };
        let cell = |place: Place| {
            Cell::new(self.write_move(place), self.name(place), place.column(), place.row())
                .holding(piece(place))
        };
        let cells = TicTacToe::board(self).iter().map(cell).collect();
        Board { style: BoardStyle::Grid, width: self.size.into(), height: self.size.into(), cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_many_names() {
        let board = TicTacToe::start();
        for (index, names) in [
            (0, ["0", "a3", "top-left", "NW", "north-west"]),
            (4, ["4", "B2", "centre", "center", "middle"]),
            (7, ["7", "b1", "s", "south", "bottom"]),
            (8, ["8", "c1", "se", "southeast", "Bottom Right"]),
        ] {
            for name in names {
                let place = board.parse_move(name).unwrap();
                assert_eq!(board.write_move(place), index.to_string(), "{name}");
            }
        }
    }

    #[test]
    fn large_boards_have_letters_and_numbers_and_no_compass() {
        let board = TicTacToe::new(15, 5);
        assert_eq!(board.write_move(board.parse_move("o1").unwrap()), "224");
        assert_eq!(board.move_text(board.parse_move("0").unwrap()), "a15");
        for nonsense in ["centre", "p1", "a0", "a16", "225", "-1", "", "é4", "99999999999999999999999"] {
            assert_eq!(board.parse_move(nonsense).unwrap_err().pointer, "/moves", "{nonsense}");
        }
    }

    #[test]
    fn a_marked_cell_cannot_be_marked_again() {
        let board = TicTacToe::parse("....X....").unwrap();
        let fault = board.parse_move("4").unwrap_err();
        assert_eq!(
            (fault.detail.as_str(), fault.hint.as_deref()),
            ("Cell 4 is taken", Some("Possible here: 0, 1, 2, 3, 5, 6, 7, 8"))
        );
    }

    #[test]
    fn of_many_cells_a_dozen_is_told() {
        let told = TicTacToe::new(15, 5).possible();
        assert_eq!(told, "Possible here: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and more");
    }

    #[test]
    fn an_ended_game_says_why() {
        let reason = |text| TicTacToe::parse(text).unwrap().ending(&[]).map(|ending| ending.reason);
        assert_eq!(reason("XXX/OO./..."), Some("three in a row"));
        assert_eq!(reason("XOX/XOO/OXX"), Some("the board is full"));
        assert_eq!(reason("XX./OO./..."), None);
    }

    #[test]
    fn a_won_game_tells_the_row_and_each_of_two() {
        let row = |text| TicTacToe::parse(text).unwrap().row().join(" ");
        assert_eq!(row("XXX/OO./..."), "0 1 2");
        assert_eq!(row("XOO/XXO/XOX"), "0 3 4 6 8");
        assert_eq!(row("...X./..X../.X.O./X..O./...O. win 4 O"), "3 7 11 15");
        assert_eq!(row("XOX/XOO/OXX"), "");
        assert_eq!(row("XX./OO./..."), "");
    }
}
