//! Boards and tiles as text: `0 2 4 0/0 0 0 2/0 0 0 0/0 0 0 0`, `2@b3`.

use super::rules::{Slide, Tile, TwentyFortyEight};
use crate::game::{Chance, Game, Outcome};
use crate::notation::{
    Board, BoardStyle, Card, Cell, Chanced, Ending, Entry, Fault, Nature, Notation, Odds, Piece, Start, rows,
};
use crate::spelling::{number, quoted};

impl Notation for TwentyFortyEight {
    const CARD: Card = Card {
        id: "2048",
        name: "2048",
        other_names: &["twenty-forty-eight"],
        players: ["player", "nobody"],
        unit: "points",
        counts: "The points still to come, those of the move itself included.",
        odds: Odds::Gain,
        mates: false,
        rules: "Slide all tiles to one side. Two of the same number that meet become one of twice as much, which is \
                what you score. After each move a tile comes, a 2 or, one time in ten, a 4. The game is over when \
                nothing can slide; 2048 is a good end, and not the last.",
        starts: &[
            Start { name: "4 x 4", position: "0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0" },
            Start { name: "3 x 3", position: "0 0 0/0 0 0/0 0 0" },
            Start { name: "2 x 2", position: "0 0/0 0" },
        ],
        position: "Rows of numbers from the top, parted by `/`, 0 where there is no tile; 2 to 4 rows \
                   of 2 to 4. `+1` or `+2` at the end: so many tiles are still to come.",
        examples: &[
            "0 2 4 0/0 0 0 2/0 0 0 0/0 0 0 0",
            "1024 512 256 128/8 16 32 64/4 2 0 0/2 0 0 0",
            "2 0/0 2",
            "0 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0 +2",
        ],
        moves: "`up`, `down`, `left` or `right`. Chance answers with a tile and where it comes, the \
                column by its letter and the row from the bottom: `2@b3`.",
        move_examples: &["up", "left", "2@b3"],
        nature: Nature { deterministic: false, agents: 1, ..Nature::OPEN },
    };

    /// The 16384 tile takes some 15 000 slides and tiles, the next one twice as many; more do not go into a
    /// body of the default size.
    const LONGEST: usize = 36_000;

    fn start() -> TwentyFortyEight {
        TwentyFortyEight::empty(4, 4)
    }

    fn parse(text: &str) -> Result<TwentyFortyEight, Fault> {
        let fault = |detail: String| {
            Fault::position(detail).hint("Write rows of numbers, like 0 2 4 0/0 0 0 2/0 0 0 0/0 0 0 0")
        };
        let (board, to_come) =
            text.split_once('+').map_or((text, None), |(board, n)| (board, Some(n.trim())));
        let to_come = match to_come {
            None => None,
            Some("1") => Some(1),
            Some("2") => Some(2),
            Some(other) => {
                let detail = format!("{} is not a number of tiles to come", quoted(other));
                return Err(Fault::position(detail).hint("End with +1 or +2, or with the last row"));
            }
        };
        let rows: Vec<Vec<&str>> = rows(board).iter().map(|row| row.split_whitespace().collect()).collect();
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        if !(2..=4).contains(&height)
            || !(2..=4).contains(&width)
            || rows.iter().any(|row| row.len() != width)
        {
            return Err(fault("A board has 2 to 4 rows, all of the same 2 to 4 numbers".to_owned()));
        }
        let mut position = TwentyFortyEight::empty(width as u8, height as u8);
        // The greatest tile needs every cell: the last 4 that comes merges with one of each from 4 on.
        let cells = width * height;
        let (greatest, most_together) = (2 << cells, (4 << cells) - 4);
        let mut together = 0;
        for ((x, y), text) in position.places().zip(rows.concat()) {
            let tile: u32 = number(text).ok_or_else(|| fault(format!("{} is not a number", quoted(text))))?;
            if tile != 0 && !((2..=greatest).contains(&tile) && tile.is_power_of_two()) {
                let detail = format!("{tile} is not a tile of this board: 2, 4, 8 and so on to {greatest}");
                return Err(fault(detail));
            }
            together += tile;
            position.set(x, y, tile.checked_ilog2().unwrap_or(0) as u8);
        }
        if together > most_together {
            return Err(Fault::position(format!("The tiles come to {together} together"))
                .hint(format!("On a board of {cells} cells they come to {most_together} at most")));
        }
        let free = position.places().filter(|(x, y)| position.exponent(*x, *y) == 0).count();
        let is_empty = position.cells == 0;
        let owed = if is_empty { 2 } else { 1 };
        if to_come.is_some_and(|to_come| to_come != owed) {
            return Err(Fault::position(format!(
                "This board waits for {owed} to come, no more and no fewer"
            ))
            .hint("An empty board waits for +2, any other, after a move, for +1"));
        }
        position.to_come = to_come.unwrap_or(if is_empty { owed } else { 0 });
        if free < usize::from(position.to_come) {
            return Err(Fault::position("There is no room for the tiles to come")
                .hint("Leave out the +1 or +2, or leave cells empty"));
        }
        Ok(position)
    }

    fn write(&self) -> String {
        let tile = |x, y| match self.exponent(x, y) {
            0 => "0".to_owned(),
            e => (1u32 << e).to_string(),
        };
        let row = |y| (0..self.width).map(|x| tile(x, y)).collect::<Vec<_>>().join(" ");
        let rows = (0..self.height).map(row).collect::<Vec<_>>().join("/");
        match self.to_come {
            0 => rows,
            n => format!("{rows} +{n}"),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Slide, Fault> {
        let known = Slide::ALL.into_iter().find(|slide| name(*slide).eq_ignore_ascii_case(text.trim()));
        let slide = known.ok_or_else(|| {
            Fault::illegal(format!("{} is not a way to slide", quoted(text)))
                .hint("Use up, down, left or right")
        })?;
        if self.legal_moves().contains(&slide) {
            return Ok(slide);
        }
        let hint = match self.awaits() {
            Some(_) => "Say first which tile came, like 2@b3".to_owned(),
            None => self.possible(),
        };
        Err(Fault::illegal(format!("Nothing can slide {}", name(slide))).hint(hint))
    }

    fn enter(&self, text: &str) -> Result<(Entry<Slide>, TwentyFortyEight), Fault> {
        let Some((number, place)) = text.split_once('@').or_else(|| text.split_once(" on ")) else {
            let slide = self.parse_move(text)?;
            return Ok((Entry::Move(slide), self.after(slide)));
        };
        let named = self.possible_events().into_iter().find(|(tile, _)| {
            number.trim() == (1 << tile.exponent).to_string()
                && place.trim().eq_ignore_ascii_case(&self.cell_name(tile.x, tile.y))
        });
        let (tile, _) = named.ok_or_else(|| {
            Fault::illegal(format!("The tile {} cannot come here", quoted(text)))
                .hint("A 2 or a 4 comes after each slide, on an empty cell: 2@b3")
        })?;
        Ok((Entry::Event(text.to_owned()), self.brought(tile)))
    }

    fn awaits(&self) -> Option<&'static str> {
        (self.to_come > 0).then_some("tile")
    }

    fn chances(&self) -> Vec<Chanced<TwentyFortyEight>> {
        let write = |tile: Tile| format!("{}@{}", 1 << tile.exponent, self.cell_name(tile.x, tile.y));
        Chanced::all(self, write)
    }

    fn event_text(event: &str) -> String {
        event.split('@').map(str::trim).collect::<Vec<_>>().join(" on ").to_lowercase()
    }

    fn earns(&self, slide: Slide) -> i64 {
        self.points(slide).into()
    }

    fn write_move(&self, slide: Slide) -> String {
        name(slide).to_owned()
    }

    fn touches(&self, slide: Slide) -> Vec<String> {
        vec![name(slide).to_owned()]
    }

    fn ending(&self, _: &[TwentyFortyEight]) -> Option<Ending> {
        self.outcome().map(|_| Ending { outcome: Outcome::Draw, reason: "nothing can slide" })
    }

    /// The points of the slides since the first position that is told.
    fn tally(&self, past: &[TwentyFortyEight]) -> Option<[f64; 2]> {
        let steps = past.iter().zip(past.iter().skip(1).chain([self]));
        let slid = steps.filter(|(before, _)| before.awaits().is_none());
        let points = slid.map(|(before, after)| after.merged() - before.merged()).sum::<u32>();
        Some([points.into(), 0.0])
    }

    /// The tiles, and around them an edge to slide to on each side.
    fn board(&self) -> Board {
        let (width, height) = (u16::from(self.width), u16::from(self.height));
        let edge = |slide, x, y, wide, high| {
            let arrow = Piece { kind: name(slide), owner: None, count: None };
            Cell::new(name(slide), format!("slide {}", name(slide)), x, y)
                .sized(wide, high)
                .holding(Some(arrow))
        };
        let tiles = self.places().map(|(x, y)| {
            let id = self.cell_name(x, y);
            let tile = Some(self.exponent(x, y)).filter(|e| *e > 0);
            let piece = tile.map(|e| Piece::counted("tile", 1 << e));
            Cell::new(id.clone(), id, usize::from(x) + 1, usize::from(y) + 1).holding(piece)
        });
        let mut cells = vec![edge(Slide::Up, 1, 0, width, 1), edge(Slide::Left, 0, 1, 1, height)];
        cells.extend(tiles);
        cells.push(edge(Slide::Right, usize::from(self.width) + 1, 1, 1, height));
        cells.push(edge(Slide::Down, 1, usize::from(self.height) + 1, width, 1));
        Board { style: BoardStyle::Tiles, width: width + 2, height: height + 2, cells }
    }
}

impl TwentyFortyEight {
    /// Column letter, and row from the bottom.
    fn cell_name(&self, x: u8, y: u8) -> String {
        format!("{}{}", char::from(b'a' + x), self.height - y)
    }
}

fn name(slide: Slide) -> &'static str {
    match slide {
        Slide::Up => "up",
        Slide::Down => "down",
        Slide::Left => "left",
        Slide::Right => "right",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    #[test]
    fn the_tally_is_what_the_slides_of_a_game_have_earned() {
        let (mut past, mut earned) = (Vec::new(), 0);
        let mut board = TwentyFortyEight::start();
        let mut dice = Dice::seeded(7);
        while board.outcome().is_none() {
            past.push(board);
            board = match board.draw(&past, &mut dice) {
                Some(event) => board.played(&event).unwrap(),
                None => {
                    let slide = board.legal_moves()[0];
                    earned += board.earns(slide);
                    board.after(slide)
                }
            };
            assert_eq!(board.tally(&past), Some([earned as f64, 0.0]));
        }
        assert!(earned > 100);
    }

    #[test]
    fn a_board_is_written_as_it_was_read() {
        for text in TwentyFortyEight::CARD.examples {
            assert_eq!(TwentyFortyEight::parse(text).unwrap().write(), *text);
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for text in [
            "",
            "2",
            "2 2 2 2 2/2 2 2 2 2",
            "2 4/8",
            "3 0/0 0",
            "2 x/0 0",
            "1 0/0 0",
            "2 4/8 16 +1",
            "2 0/0 0 +3",
            "2 0/0 0 +2",
            "0 0/0 0 +1",
            "2 4/8 +1",
            "2 0/0 0 + 1 1",
            "-2 0/0 0",
            "4294967296 0/0 0",
        ] {
            let fault = TwentyFortyEight::parse(text).expect_err(text);
            assert!(fault.hint.is_some(), "{text:?}");
        }
    }

    #[test]
    fn a_board_holds_no_more_than_its_cells_can_come_to() {
        for (most, beyond) in [
            ("4 8/32 16", "8 8/32 16"),
            ("32 2/0 0", "64 0/0 0"),
            ("4 8 16/128 64 32", "8 8 16/128 64 32"),
            ("131072 65536 0 0/0 0 0 0/0 0 0 0/0 0 0 0", "262144 0 0 0/0 0 0 0/0 0 0 0/0 0 0 0"),
        ] {
            assert!(TwentyFortyEight::parse(most).is_ok(), "{most}");
            assert!(TwentyFortyEight::parse(beyond).is_err_and(|fault| fault.hint.is_some()), "{beyond}");
        }
    }

    #[test]
    fn rows_may_be_parted_by_newlines_and_blanks_may_follow() {
        let board = TwentyFortyEight::parse("2 0/4 0 +1").unwrap();
        for text in ["2 0\n4 0\n+1\n", " 2  0 / 4 0 + 1 ", "2 0/4 0/ +1 "] {
            assert_eq!(TwentyFortyEight::parse(text), Ok(board), "{text:?}");
        }
        assert_eq!(
            TwentyFortyEight::parse("2 0\r\n4 0\r\n").map(|read| read.write()),
            Ok("2 0/4 0".to_owned())
        );
    }

    #[test]
    fn a_tile_comes_where_the_text_says() {
        let board = TwentyFortyEight::parse("2 0 0/0 0 4 +1").unwrap();
        assert_eq!(board.played("4@c2").unwrap().write(), "2 0 4/0 0 4");
        assert_eq!(TwentyFortyEight::event_text("4@C2"), "4 on c2");
        assert_eq!(board.played("4 on c2"), board.played("4@c2"), "as it is told");
        assert!(board.played("2@a2").is_err(), "taken");
        assert!(board.played("8@b1").is_err(), "only 2 and 4 come");
        assert!(board.played("left").is_err(), "the tile first");
    }

    #[test]
    fn tiles_are_drawn_from_the_seed_until_a_move_can_be_made() {
        let drawn = |seed| {
            let (mut board, mut dice) = (TwentyFortyEight::start(), Dice::seeded(seed));
            while let Some(event) = board.draw(&[], &mut dice) {
                board = board.played(&event).unwrap();
            }
            board
        };
        assert_eq!(drawn(1), drawn(1));
        assert!((4..=8).contains(&drawn(1).total()) && drawn(1).awaits().is_none());
    }
}
