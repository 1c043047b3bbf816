//! Reading a grid in any of the forms in which people send one, and refusing, by name, those
//! that no game leads to.

use serde_json::Value;

use super::cells::{Cells, LARGEST, Place};
use super::rules::{SMALLEST, TicTacToe};
use crate::game::Player;
use crate::notation::{self, Fault, FaultKind};
use crate::spelling::{number, quoted};

/// More than the longest grid in its most generous form.
const LONGEST: usize = 1000;

/// A grid as it was sent: square, but not yet known to be a position.
pub(super) struct Grid {
    size: usize,
    /// Row by row from the top.
    cells: Vec<Option<Player>>,
    /// What the text itself says after the grid.
    pub(super) win: Option<u64>,
    pub(super) turn: Option<Player>,
}

impl Grid {
    pub(super) fn empty() -> Grid {
        Grid { size: SMALLEST, cells: vec![None; SMALLEST * SMALLEST], win: None, turn: None }
    }

    /// One string: cells row by row, or rows parted by `/` or newlines; then perhaps ` win 4`
    /// and ` X` or ` O`, whose turn it is.
    pub(super) fn from_text(text: &str) -> Result<Grid, Fault> {
        if text.len() > LONGEST {
            return Err(not_square("A text of this length"));
        }
        // Spaces count as empty cells, so the whole text is tried first.
        let whole = rows(text.trim_matches(['\n', '\r']));
        if is_square(&whole) {
            return Grid::from_rows(&whole);
        }
        let (rest, turn) = match text.trim().rsplit_once(' ') {
            Some((rest, "X" | "x")) => (rest, Some(Player::First)),
            Some((rest, "O" | "o")) => (rest, Some(Player::Second)),
            _ => (text.trim(), None),
        };
        let (rest, win) = match rest.rsplit_once(" win ") {
            Some((rest, said)) => {
                let win = number(said.trim()).ok_or_else(|| {
                    Fault::position(format!("{} is not a number of marks in a row", quoted(said)))
                        .hint("End the position with the number that wins, like \" win 4\"")
                })?;
                (rest, Some(win))
            }
            None => (rest, None),
        };
        let exact = rows(rest);
        // Blanks around a row are cells where that makes a board; else people put them there to read it better.
        let rows = if is_square(&exact) { exact } else { trimmed_rows(rest) };
        Ok(Grid { win, turn, ..Grid::from_rows(&rows)? })
    }

    /// A string, a flat array of cells, or an array of rows.
    pub(super) fn from_json(value: &Value) -> Result<Grid, Fault> {
        match value {
            Value::String(text) => Grid::from_text(text),
            Value::Array(items) if items.len() > LARGEST * LARGEST => Err(not_square("So long an array")),
            Value::Array(items) => match items.iter().map(row_of).collect::<Option<Vec<_>>>() {
                Some(rows) if !rows.is_empty() => {
                    Grid::from_rows(&rows.into_iter().collect::<Result<Vec<_>, _>>()?)
                }
                _ => {
                    let letters: Result<Vec<_>, _> = items.iter().map(letter_of_cell).collect();
                    Grid::from_rows(&[letters?])
                }
            },
            _ => Err(Fault::new(
                FaultKind::BadType,
                "/grid",
                "A grid is a string, an array of cells or an array of rows",
            )
            .hint("Nine characters make the small board: \"X.O.X....\"")),
        }
    }

    /// One row is the whole grid, flat.
    fn from_rows(rows: &[Vec<char>]) -> Result<Grid, Fault> {
        if !is_square(rows) {
            let lengths: Vec<_> = rows.iter().take(LARGEST + 1).map(|row| row.len().to_string()).collect();
            return Err(not_square(&match rows.len() {
                1 => format!("A grid of {} cells", lengths[0]),
                count => format!("A grid of {count} rows with {} cells", lengths.join(", ")),
            }));
        }
        let letters = rows.concat();
        let size = letters.len().isqrt();
        if !(SMALLEST..=LARGEST).contains(&size) {
            return Err(not_square(&format!("A grid of {size} x {size}")));
        }
        let cells: Result<_, _> = letters.iter().enumerate().map(|(index, c)| mark(index, *c)).collect();
        Ok(Grid { size, cells: cells?, win: None, turn: None })
    }

    /// The position that the grid shows, if a game can lead to it.
    pub(super) fn position(self) -> Result<TicTacToe, Fault> {
        let win = self.win.map_or(TicTacToe::usual_win(self.size), |win| win as usize);
        if !(SMALLEST..=self.size).contains(&win) {
            let detail = format!("{win} in a row cannot be asked for on a board of {0} x {0}", self.size);
            let hint = match self.size {
                SMALLEST => format!("Ask for {SMALLEST}"),
                size => format!("Ask for {SMALLEST} to {size}"),
            };
            return Err(Fault::value("/win", detail).hint(hint));
        }
        let mut position = TicTacToe::new(self.size, win);
        for (index, player) in self.cells.iter().enumerate() {
            if let Some(player) = player {
                let mine = &mut position.marks[*player as usize];
                *mine = mine.with(Place::at(index / self.size, index % self.size));
            }
        }
        position.turn = turn(&position, self.turn)?;
        position.won = is_won(&position)?;
        Ok(position)
    }
}

fn rows(text: &str) -> Vec<Vec<char>> {
    text.split(['/', '\n']).map(|row| row.trim_end_matches('\r').chars().collect()).collect()
}

fn trimmed_rows(text: &str) -> Vec<Vec<char>> {
    notation::rows(text).into_iter().map(|row| row.chars().collect()).collect()
}

fn is_square(rows: &[Vec<char>]) -> bool {
    match rows {
        [flat] => flat.len().isqrt().pow(2) == flat.len(),
        rows => rows.iter().all(|row| row.len() == rows.len()),
    }
}

fn not_square(what: &str) -> Fault {
    Fault::position(format!("{what} is not a square board of 3 x 3 to 15 x 15"))
        .hint("Write the rows from the top, parted by `/`: \"X.O/.X./...\"")
}

/// What a letter stands for; an empty cell may show its own number, counted from 0 or from 1.
fn mark(index: usize, letter: char) -> Result<Option<Player>, Fault> {
    let number = letter.to_digit(10).map(|digit| digit as usize);
    match letter {
        'X' | 'x' => Ok(Some(Player::First)),
        'O' | 'o' => Ok(Some(Player::Second)),
        '.' | '_' | '-' | ' ' => Ok(None),
        _ if number.is_some_and(|number| number == index || number == index + 1) => Ok(None),
        _ => Err(Fault::position(format!("{letter:?} in cell {index} is neither X nor O nor empty"))
            .hint("An empty cell is `.`, `_`, `-`, a space or the cell's own digit")),
    }
}

/// The letters of what can only be a row: an array, or a text of several letters.
fn row_of(item: &Value) -> Option<Result<Vec<char>, Fault>> {
    match item {
        Value::Array(cells) => Some(cells.iter().map(letter_of_cell).collect()),
        Value::String(text) if text.chars().nth(1).is_some() => Some(Ok(text.chars().collect())),
        _ => None,
    }
}

fn letter_of_cell(cell: &Value) -> Result<char, Fault> {
    let hint = "A cell is \"X\" or true, \"O\" or false, \"\" or null";
    let single = |text: &str| {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.next().is_none())
    };
    match cell {
        Value::Null => Ok('.'),
        Value::Bool(true) => Ok('X'),
        Value::Bool(false) => Ok('O'),
        Value::String(text) if text.is_empty() => Ok('.'),
        Value::String(text) => {
            single(text).ok_or_else(|| Fault::position("A cell is neither X nor O nor empty").hint(hint))
        }
        _ => Err(Fault::new(FaultKind::BadType, "/grid", "A cell is no letter").hint(hint)),
    }
}

/// Whose turn it is: as the counts say, and as was `said` where they leave it open.
fn turn(position: &TicTacToe, said: Option<Player>) -> Result<Player, Fault> {
    let [x, o] = Player::BOTH.map(|player| position.marks(player).count());
    let counts = format!("X has {x} mark{} and O has {o}", if x == 1 { "" } else { "s" });
    match (x.cast_signed() - o.cast_signed(), said) {
        (0, said) => Ok(said.unwrap_or(Player::First)),
        (1, None | Some(Player::Second)) => Ok(Player::Second),
        (-1, Some(Player::First)) => Ok(Player::First),
        (1, Some(Player::First)) => {
            Err(Fault::value("/turn", format!("{counts}: it is the turn of O")).hint("Say O, or nothing"))
        }
        (-1, Some(Player::Second)) => {
            Err(Fault::value("/turn", format!("{counts}: it is the turn of X")).hint("Say X"))
        }
        (-1, None) => Err(Fault::position(format!("{counts}, though X begins"))
            .hint("If O began here, say that it is the turn of X")),
        _ => Err(Fault::position(format!("{counts}, though they take turns"))
            .hint("X has as many marks as O, or one more")),
    }
}

/// Whose turn it is by the counts alone, if X began.
pub(super) fn usual_turn(position: &TicTacToe) -> Option<Player> {
    let [x, o] = Player::BOTH.map(|player| position.marks(player).count());
    match x.checked_sub(o) {
        Some(0) => Some(Player::First),
        Some(1) => Some(Player::Second),
        _ => None,
    }
}

/// Whether the last mark made a row. No earlier one may have.
fn is_won(position: &TicTacToe) -> Result<bool, Fault> {
    let has_row = |cells: Cells| cells.has_row(position.win);
    let last = position.marks(position.turn.opponent());
    match [has_row(last), has_row(position.marks(position.turn))] {
        [true, true] => Err(Fault::position("Both X and O have a row: the game ends with the first one")
            .hint("Leave out what was marked after it")),
        [false, true] => Err(Fault::position("The player to move has a row already: the game was over then")
            .hint("Where the counts are even X is to move, unless `turn` says O")),
        [true, false] if !last.iter().any(|place| !has_row(last.without(place))) => {
            Err(Fault::position("Two rows that share no mark: the game went on after it was won")
                .hint("Leave out what was marked after the first row"))
        }
        [won, _] => Ok(won),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::games::tic_tac_toe::TicTacToe;
    use crate::notation::{Fault, FaultKind, Form, Notation, Setup};

    fn read(grid: Value, win: Option<u64>, turn: Option<&str>) -> Result<String, Fault> {
        let setup = Setup { form: Some(Form::Grid(grid)), win, turn: turn.map(str::to_owned) };
        setup.read::<TicTacToe>().map(|game| game.start().write())
    }

    fn grid(grid: Value) -> String {
        read(grid, None, None).unwrap()
    }

    #[test]
    fn every_form_of_a_grid_names_the_same_position() {
        for form in [
            json!("X.O.X...."),
            json!("X_O_X____"),
            json!("X-O-X----"),
            json!("X O X    "),
            json!("x1o3x5678"),
            json!("X2O4X6789"),
            json!("X.O/.X./..."),
            json!("X.O\n.X.\n...\n"),
            json!("X O\r\n X \r\n   "),
            json!("X.O / .X. / ..."),
            json!("X.O/.X./.../"),
            json!("  X.O\n  .X.\n  ...\n"),
            json!(["X", "", "O", "", "X", "", "", "", ""]),
            json!([true, null, false, null, true, null, null, null, null]),
            json!([["X", "", "O"], ["", "X", ""], ["", "", ""]]),
            json!([[true, null, false], [null, true, null], [null, null, null]]),
            json!(["X.O", ".X.", "..."]),
        ] {
            assert_eq!(grid(form.clone()), "X.O/.X./...", "{form}");
        }
    }

    #[test]
    fn empty_cells_at_both_ends_of_a_flat_grid_are_cells() {
        assert_eq!(grid(json!("    X    ")), ".../.X./...");
        assert_eq!(grid(json!("         ")), ".../.../...");
    }

    #[test]
    fn the_number_in_a_row_is_written_where_it_is_not_the_usual_one() {
        let ten = [".........."; 10].join("/");
        assert_eq!(read(json!(ten), Some(5), None).unwrap(), ten);
        assert_eq!(read(json!(ten), Some(4), None).unwrap(), format!("{ten} win 4"));
        assert_eq!(read(json!("................"), Some(3), None).unwrap(), "..../..../..../.... win 3");
    }

    #[test]
    fn the_turn_is_what_the_counts_say_or_what_is_said_where_they_leave_it_open() {
        assert_eq!(read(json!(".../.X./..."), None, Some("O")).unwrap(), ".../.X./...");
        assert_eq!(read(json!(".../.O./..."), None, Some("x")).unwrap(), ".../.O./... X");
        assert_eq!(read(json!("........."), None, Some("O")).unwrap(), ".../.../... O");
        assert_eq!(read(json!("........."), None, Some("X")).unwrap(), ".../.../...");
    }

    #[test]
    fn the_canonical_form_is_the_whole_position() {
        for text in
            [".../.O./... X", "..../..../..../.... win 3 O", "XXX/OO./...", "OOO/XX./... X", "XXX/OO./O.. O"]
        {
            assert_eq!(TicTacToe::parse(text).map(|position| position.write()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_stands_after_the_rows_is_read_however_they_are_parted() {
        let text = " ..../..../..../..../ win 3 O";
        for text in [text.to_owned(), text.replace('/', " / ")] {
            assert_eq!(grid(json!(text)), "..../..../..../.... win 3 O", "{text}");
        }
    }

    #[test]
    fn what_no_game_leads_to_is_refused_by_name() {
        for (form, win, turn, pointer, detail) in [
            (json!("XX......."), None, None, "/grid", "X has 2 marks and O has 0"),
            (json!("O........"), None, None, "/grid", "though X begins"),
            (json!("OO......."), None, None, "/grid", "though they take turns"),
            (json!("X..OO...."), None, Some("O"), "/turn", "X has 1 mark and O has 2: it is the turn of X"),
            (json!("XXXOOO..."), None, None, "/grid", "Both X and O have a row"),
            (json!("XXX.OO.O."), None, None, "/grid", "The player to move has a row already"),
            (json!("XXX/OO./O.X/..."), None, None, "/grid", "4 rows with 3, 3, 3, 3 cells"),
            (json!("XZ......."), None, None, "/grid", "'Z' in cell 1"),
            (json!("X........."), None, None, "/grid", "A grid of 10 cells"),
            (json!(""), None, None, "/grid", "0 x 0"),
            (json!("...."), None, None, "/grid", "2 x 2"),
            (json!(["X", "", "", "", "XX", "", "", "", ""]), None, None, "/grid", "neither X nor O"),
            (json!([1, 2, 3]), None, None, "/grid", "no letter"),
            (json!({}), None, None, "/grid", "a string, an array"),
            (json!("........."), Some(4), None, "/win", "4 in a row"),
            (json!("........."), Some(2), None, "/win", "2 in a row"),
            (json!("........."), Some(5_000_000_000), None, "/win", "5000000000 in a row"),
            (json!("........."), None, Some("Z"), "/turn", "\"Z\" is nobody who plays this"),
            (json!("X........"), None, Some("X"), "/turn", "it is the turn of O"),
            (json!("O........"), None, Some("O"), "/turn", "it is the turn of X"),
        ] {
            let fault = read(form.clone(), win, turn).unwrap_err();
            assert_eq!(fault.pointer, pointer, "{form}: {fault:?}");
            assert!(fault.detail.contains(detail), "{form}: {fault:?}");
            assert!(fault.hint.is_some(), "{form}: {fault:?}");
        }
    }

    #[test]
    fn what_the_text_itself_says_wrongly_is_pointed_at_where_the_text_stands() {
        for text in [".../.../... win 9", "X../.../... X", ".../.O./... O", ".../.../... win 2 O"] {
            for (field, setup) in [
                ("/position", Setup::of(text)),
                ("/grid", Setup { form: Some(Form::Grid(json!(text))), ..Setup::default() }),
            ] {
                let fault = setup.read::<TicTacToe>().unwrap_err();
                assert_eq!((fault.pointer.as_str(), fault.kind), (field, FaultKind::BadPosition), "{text}");
            }
        }
    }

    #[test]
    fn a_game_that_went_on_after_it_was_won_is_refused() {
        let fault = read(json!("XXX../OOOO./...../OOO../XXXX."), Some(3), None).unwrap_err();
        assert!(fault.kind == FaultKind::BadPosition && fault.hint.is_some(), "{fault:?}");
        let two_rows = "XXX../OO.O./...../O.OO./XXX..";
        let fault = read(json!(two_rows), Some(3), Some("O")).unwrap_err();
        assert!(fault.detail.contains("went on") && fault.hint.is_some(), "{fault:?}");
        // One mark may complete two rows at once.
        assert_eq!(grid(json!("XXX/XOO/XOO")), "XXX/XOO/XOO");
    }

    #[test]
    fn what_is_said_twice_must_be_the_same() {
        let setup = Setup { win: Some(3), ..Setup::of("..../..../..../.... win 4") };
        let fault = setup.read::<TicTacToe>().unwrap_err();
        assert!(fault.pointer == "/win" && fault.hint.is_some(), "{fault:?}");
        let setup = Setup { turn: Some("O".to_owned()), ..Setup::of(".../.../... X") };
        let fault = setup.read::<TicTacToe>().unwrap_err();
        assert!(fault.pointer == "/turn" && fault.hint.is_some(), "{fault:?}");
    }
}
