//! How connect four is written, read and drawn.

use super::order::order_of_play;
use super::rules::ConnectFour;
use super::wall::{Column, HIGHEST, Holes, LEAST, WIDEST, Wall};
use crate::bits::ones;
use crate::game::{Game, Outcome, Player};
use crate::notation::{
    Board, BoardStyle, Card, Cell, Ending, Fault, Nature, Notation, Odds, Piece, Played, Start, rows,
};
use crate::spelling::{number, quoted};

impl ConnectFour {
    /// Reads the columns played, from 1.
    fn parse_columns(wall: &'static Wall, text: &str) -> Result<Played<ConnectFour>, Fault> {
        let mut game = Played::from(ConnectFour::new(wall));
        for (number, letter) in text.chars().filter(|c| !c.is_whitespace()).enumerate() {
            let refused = |why: Fault| why.in_position().within(format_args!("Disc {}", number + 1));
            game.play(game.end().parse_move(&letter.to_string()).map_err(refused)?);
        }
        Ok(game)
    }

    /// Reads the rows of a board, the top one first.
    fn parse_rows(text: &str) -> Result<ConnectFour, Fault> {
        let signs = |row: &str| row.chars().filter(|sign| !sign.is_whitespace()).collect();
        let rows: Vec<Vec<char>> = rows(text).into_iter().map(signs).collect();
        let width = rows.first().map_or(0, Vec::len);
        let wall = Wall::sized(width, rows.len()).ok_or_else(|| bad_size(width, rows.len()))?;
        let (mut first, mut discs) = (0, 0);
        for (row, y) in rows.iter().rev().zip(0..) {
            if row.len() != width {
                return Err(Fault::position(format!(
                    "Row {} from the bottom is not as long as the first",
                    y + 1
                ))
                .hint(format!("Write {width} holes in each")));
            }
            for (sign, x) in row.iter().zip(0..) {
                let hole = wall.hole(x, y);
                match sign {
                    'X' | 'x' | 'Y' | 'y' => (first, discs) = (first | hole, discs | hole),
                    'O' | 'o' | 'R' | 'r' => discs |= hole,
                    '.' | '_' | '-' => {}
                    other => {
                        return Err(Fault::position(format!("{other:?} is not a disc")).hint(
                            "X or Y for the first player, O or R for the second, . for an empty hole",
                        ));
                    }
                }
            }
        }
        let columns = order_of_play(wall, first, discs)?;
        Ok(columns.into_iter().fold(ConnectFour::new(wall), |position, column| position.after(column)))
    }

    fn hole_name(&self, hole: Holes) -> String {
        let column = char::from(b'a' + self.wall().column_of(hole));
        format!("{column}{}", self.wall().row_of(hole) + 1)
    }
}

fn bad_size(width: usize, height: usize) -> Fault {
    Fault::position(format!("No board is {width} wide and {height} high")).hint(format!(
        "From {LEAST} x {LEAST} to {WIDEST} x {HIGHEST}; a board is written row by row, parted by /"
    ))
}

impl Notation for ConnectFour {
    const CARD: Card = Card {
        id: "connect-four",
        name: "Connect four",
        other_names: &["connect4", "four-in-a-row"],
        players: ["yellow", "red"],
        unit: "stones",
        counts: "Of a win, the discs that the winner had left and one more: on 7 x 6, 22 minus those placed. \
                 Of an estimate, by how many threats one is ahead.",
        odds: Odds::Tenfold(12.0),
        mates: false,
        rules: "Let a disc fall into a column in turn, Yellow first. Four of one's own in a row win, \
                straight or diagonal; a full wall without them is a draw.",
        starts: &[
            Start { name: "7 x 6", position: "" },
            Start { name: "5 x 4", position: "5x4:" },
            Start { name: "8 x 7", position: "8x7:" },
            Start { name: "9 x 7", position: "9x7:" },
        ],
        position: "The columns played so far, from 1: \"4453\"; on a board other than 7 x 6 its size \
                   first: \"8x7: 4453\". Or the rows of a board from the top, parted by /, with X for \
                   the first player, O for the second and . for an empty hole; Y and R, as yellow and red, \
                   are read too.",
        examples: &[
            "4453",
            "",
            "8x7: 4455",
            "......./......./......./......./...O.../...XX..",
            "444444333333777",
        ],
        moves: "The column, from 1 at the left.",
        move_examples: &["4", "1", "7"],
        nature: Nature::OPEN,
    };

    fn start() -> ConnectFour {
        ConnectFour::new(Wall::standard())
    }

    fn parse(text: &str) -> Result<ConnectFour, Fault> {
        ConnectFour::parse_played(text).map(Played::into_end)
    }

    /// By its columns, or the rows of a board of which nobody knows how it came about.
    fn parse_played(text: &str) -> Result<Played<ConnectFour>, Fault> {
        let text = text.trim();
        if let Some((size, columns)) = text.split_once(':') {
            let sides: Vec<_> = size.split(['x', 'X']).map(|side| number(side.trim())).collect();
            let [Some(width), Some(height)] = sides[..] else {
                return Err(Fault::position(format!("{} is not a size of a board", quoted(size)))
                    .hint("Write its columns and rows before the colon, like \"8x7: 4453\""));
            };
            let wall = Wall::sized(width, height).ok_or_else(|| bad_size(width, height))?;
            ConnectFour::parse_columns(wall, columns)
        } else if text.contains(['/', '\n']) {
            ConnectFour::parse_rows(text).map(Played::from)
        } else {
            ConnectFour::parse_columns(Wall::standard(), text)
        }
    }

    fn write(&self) -> String {
        let columns: String = self.played().iter().map(|column| self.write_move(*column)).collect();
        let wall = self.wall();
        if std::ptr::eq(wall, Wall::standard()) {
            columns
        } else {
            format!("{}x{}: {columns}", wall.width, wall.height).trim_end().to_owned()
        }
    }

    fn parse_move(&self, text: &str) -> Result<Column, Fault> {
        let width = self.wall().width;
        let column = match text.trim().as_bytes() {
            [digit @ b'1'..=b'9'] => digit - b'1',
            [letter @ (b'a'..=b'i' | b'A'..=b'I')] => letter.to_ascii_lowercase() - b'a',
            _ => width,
        };
        if column >= width {
            return Err(Fault::illegal(format!("{} is no column", quoted(text)))
                .hint(format!("Name a column from 1 to {width}")));
        }
        if let Some(ending) = self.ending(&[]) {
            return Err(Fault::over(&ending));
        }
        let column = Column(column);
        match self.discs().landing(column) {
            Some(_) => Ok(column),
            None => Err(Fault::illegal(format!("Column {} is full", column.0 + 1)).hint(self.possible())),
        }
    }

    fn write_move(&self, column: Column) -> String {
        (column.0 + 1).to_string()
    }

    fn touches(&self, column: Column) -> Vec<String> {
        self.discs().landing(column).map(|hole| self.hole_name(hole)).into_iter().collect()
    }

    fn ending(&self, _: &[ConnectFour]) -> Option<Ending> {
        let outcome = self.outcome()?;
        let reason = if outcome == Outcome::Draw { "the board is full" } else { "four in a row" };
        Some(Ending { outcome, reason })
    }

    fn row(&self) -> Vec<String> {
        let fours = self.wall().fours(self.discs().theirs());
        ones(fours).map(|hole| self.hole_name(1 << hole)).collect()
    }

    /// The discs that the winner does not need: one more than half the board, less those placed.
    /// On 7 x 6 that is 22 minus the winner's discs. At least 1, for of a win that is certain the plies
    /// may not be known.
    fn worth_of_win(&self, _: u16, plies: u32) -> i64 {
        ((self.wall().count() as i64 + 2 - self.count() as i64 - i64::from(plies)) / 2).max(1)
    }

    fn board(&self) -> Board {
        let (width, height) = (self.wall().width, self.wall().height);
        let first = if self.turn() == Player::First { self.discs().mine() } else { self.discs().theirs() };
        let mut cells = Vec::with_capacity(self.wall().count());
        for row in (0..height).rev() {
            for column in 0..width {
                let hole = self.wall().hole(column, row);
                let owner = match hole {
                    h if h & first != 0 => Some(Player::First),
                    h if h & self.discs().all() != 0 => Some(Player::Second),
                    _ => None,
                };
                let name = format!("column {}, row {}", column + 1, row + 1);
                let (x, y) = (usize::from(column), usize::from(height - 1 - row));
                let piece = owner.map(|player| Piece::of("disc", Self::CARD.player_name(player)));
                cells.push(Cell::new(self.hole_name(hole), name, x, y).holding(piece));
            }
        }
        Board { style: BoardStyle::Holes, width: u16::from(width), height: u16::from(height), cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_and_rows_name_the_same_board() {
        let played = ConnectFour::parse("4453").unwrap();
        let drawn = ConnectFour::parse("......./......./......./......./...O.../..OXX..").unwrap();
        assert_eq!(
            (played.discs().mine(), played.discs().all()),
            (drawn.discs().mine(), drawn.discs().all())
        );
        assert_eq!(played.write(), "4453");
    }

    #[test]
    fn columns_are_a_game_and_rows_a_board() {
        let recorded = |text| ConnectFour::parse_played(text).unwrap();
        let game = recorded("5x4: 3 2");
        assert_eq!(
            (game.start().write(), game.start().write_line(game.moves())),
            ("5x4:".to_owned(), vec!["3".to_owned(), "2".to_owned()])
        );
        let drawn = recorded("......./......./......./......./...O.../..OXX..");
        assert_eq!((drawn.start().write(), drawn.moves().len()), ("4453".to_owned(), 0));
    }

    #[test]
    fn rows_may_be_parted_and_spaced_and_yellow_begins() {
        for text in [
            "......./......./......./......./...R.../..RYY..",
            ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . O . . .\n. . O X X . .\n",
            "....... / ....... / ....... / ....... / ...o... / ..oxx.. /",
        ] {
            assert_eq!(
                ConnectFour::parse(text).map(|position| position.write()),
                Ok("4453".to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn every_example_is_read_and_written_back() {
        for example in ConnectFour::CARD.examples {
            let position = ConnectFour::parse(example).unwrap();
            let again = ConnectFour::parse(&position.write()).unwrap();
            assert_eq!(again.write(), position.write());
            assert_eq!(
                (again.discs().mine(), again.discs().all()),
                (position.discs().mine(), position.discs().all())
            );
        }
        assert_eq!(ConnectFour::parse("4x4:").unwrap().write(), "4x4:");
        assert_eq!(ConnectFour::parse(" 9 x 7 : 9 1").unwrap().write(), "9x7: 91");
    }

    #[test]
    fn a_board_that_cannot_come_about_is_refused() {
        for (text, why) in [
            ("8", "no column"),
            ("4x", "no column"),
            ("44444444", "full"),
            ("43434343", "Disc 8: The game was over before this move: four in a row"),
            ("10x7: 1", "wide"),
            ("axb: 1", "size"),
            (
                "......./...X.../......./......./......./.......",
                "disc of column 4 has an empty hole under it",
            ),
            (
                "......./......./......./...O.../......./...X...",
                "disc of column 4 has an empty hole under it",
            ),
            ("......./......./......./......./......./XX.....", "discs of X"),
            ("......./......./......./......./......./X?.....", "disc"),
            ("......./......./......", "wide"),
            ("......./......./......./......./......./......", "as long as"),
            ("......./......./......./......./X....../O......", "order of play"),
            ("......./......./......./......./OOOO.../XXXX...", "order of play"),
            ("/", "wide"),
        ] {
            let fault = ConnectFour::parse(text).unwrap_err();
            assert!(fault.detail.contains(why), "{text:?}: {}", fault.detail);
            assert!(fault.hint.is_some(), "{text:?}");
        }
        let fault = ConnectFour::parse("111111").unwrap().parse_move("1").unwrap_err();
        assert_eq!(
            (fault.detail.as_str(), fault.hint.as_deref()),
            ("Column 1 is full", Some("Possible here: 2, 3, 4, 5, 6, 7"))
        );
    }

    #[test]
    fn an_ended_game_says_why() {
        let reason = |text| ConnectFour::parse(text).unwrap().ending(&[]).map(|ending| ending.reason);
        assert_eq!(reason("4343434"), Some("four in a row"));
        assert_eq!(reason("4x4: 1324314213243142"), Some("the board is full"));
        assert_eq!(reason("434343"), None);
    }

    #[test]
    fn a_disc_touches_the_hole_it_falls_into() {
        let position = ConnectFour::parse("44").unwrap();
        assert_eq!(position.touches(Column(3)), ["d3"]);
        assert!(position.board().cells.iter().any(|cell| cell.id == "d3" && cell.piece.is_none()));
    }

    #[test]
    fn a_win_is_worth_the_discs_that_were_not_needed() {
        assert_eq!(ConnectFour::start().worth_of_win(1, 7), 18);
        assert_eq!(ConnectFour::start().worth_of_win(1, 41), 1);
        let position = ConnectFour::parse("4").unwrap();
        assert_eq!(position.worth_of_win(1, 40), 1);
    }
}
