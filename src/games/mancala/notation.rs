//! How kalah is written, read and drawn.

use super::rules::{Kalah, MOST_HOUSES, MOST_SEEDS, Side};
use crate::game::{Game, Outcome, Player};
use crate::notation::{Board, BoardStyle, Card, Cell, Ending, Fault, Nature, Notation, Odds, Piece, Start};
use crate::spelling::{number, quoted};

impl Notation for Kalah {
    const CARD: Card = Card {
        id: "kalah",
        name: "Kalah",
        other_names: &["mancala"],
        players: ["south", "north"],
        unit: "seeds",
        counts: "By how many seeds one's store is ahead at the end.",
        // 9.1 in games at 5 000 nodes a move, 7.0 at 100 000 (`examples/odds`).
        odds: Odds::Tenfold(8.0),
        mates: false,
        rules: "Sow the seeds of one of your houses to the right, one into each, your own store included and the \
                other's left out. The last seed in your store: move again. The last in an empty house of yours: if \
                seeds lie opposite, they are taken, and it with them. When one side is empty the other keeps what lies on its own; \
                more seeds win.",
        starts: &[
            Start { name: "6 houses, 4 seeds", position: "6,4" },
            Start { name: "6 houses, 3 seeds", position: "6,3" },
            Start { name: "6 houses, 6 seeds", position: "6,6" },
            Start { name: "4 houses, 3 seeds", position: "4,3" },
        ],
        position: "Houses a side and seeds a house at the start, a colon, South's houses from South's left and \
                   its store in brackets, a slash, North's houses from North's left and its store, and who \
                   moves: S or N. The first part alone, \"6,3\", is the start position. Up to 10 houses a side \
                   and 76 seeds in all.",
        examples: &[
            "6,4: 4 4 4 4 4 4 (0) / 4 4 4 4 4 4 (0) S",
            "6,4: 0 0 4 4 4 4 (12) / 4 4 4 4 0 4 (0) N",
            "6,3",
        ],
        moves: "The house to sow from, counted from the mover's left.",
        move_examples: &["3", "6"],
        nature: Nature::OPEN,
    };

    fn start() -> Kalah {
        Kalah::new(6, 4).expect("the usual board fits")
    }

    fn parse(text: &str) -> Result<Kalah, Fault> {
        let (variant, board) = text.split_once(':').unwrap_or((text, ""));
        let (houses, seeds) = parse_variant(variant)?;
        let start = Kalah::new(houses, seeds).ok_or_else(|| {
            Fault::position(format!("There is no board of {houses} houses a side with {seeds} seeds in each"))
                .hint(format!("Up to {MOST_HOUSES} houses a side and {MOST_SEEDS} seeds in all"))
        })?;
        if board.trim().is_empty() { Ok(start) } else { parse_board(board, &start) }
    }

    fn write(&self) -> String {
        let [south, north] = Player::BOTH.map(|player| {
            let row: Vec<_> = self.row(player).iter().map(u8::to_string).collect();
            format!("{} ({})", row.join(" "), self.store(player))
        });
        let turn = if self.turn() == Player::First { "S" } else { "N" };
        let (houses, seeds) = (self.houses(), self.seeds() / (2 * u16::from(self.houses())));
        format!("{houses},{seeds}: {south} / {north} {turn}")
    }

    fn parse_move(&self, text: &str) -> Result<u8, Fault> {
        let legal = self.legal_moves();
        let house = number(text.trim()).and_then(|house: u8| house.checked_sub(1));
        house.filter(|house| legal.contains(house)).ok_or_else(|| {
            Fault::illegal(format!(
                "{} is not a house with seeds, counted from the mover's left",
                quoted(text)
            ))
            .hint(self.possible())
        })
    }

    fn write_move(&self, house: u8) -> String {
        (house + 1).to_string()
    }

    fn touches(&self, house: u8) -> Vec<String> {
        vec![house_id(self.turn(), house)]
    }

    fn ending(&self, _past: &[Kalah]) -> Option<Ending> {
        let outcome = self.outcome()?;
        let reason = if outcome == Outcome::Draw { "as many seeds each" } else { "more seeds in store" };
        Some(Ending { outcome, reason })
    }

    fn tally(&self, _: &[Kalah]) -> Option<[f64; 2]> {
        Some(Player::BOTH.map(|player| self.store(player).into()))
    }

    fn board(&self) -> Board {
        let houses = self.houses();
        let width = u16::from(houses) + 2;
        let seeds = |count: u8| (count > 0).then(|| Piece::counted("seeds", u32::from(count)));
        let store = |player, x: u16| {
            let name = format!("{}'s store", name_of(player));
            Cell::new(format!("{}-store", initial(player)), name, usize::from(x), 0)
                .sized(1, 2)
                .holding(seeds(self.store(player)))
        };
        let house = |player, house: u8, x: u8, y| {
            let name = format!("{}'s house {}", name_of(player), house + 1);
            Cell::new(house_id(player, house), name, usize::from(x), y)
                .holding(seeds(self.row(player)[usize::from(house)]))
        };
        let mut cells = vec![store(Player::Second, 0)];
        cells.extend((0..houses).rev().map(|n| house(Player::Second, n, houses - n, 0)));
        cells.push(store(Player::First, width - 1));
        cells.extend((0..houses).map(|n| house(Player::First, n, n + 1, 1)));
        Board { style: BoardStyle::Pits, width, height: 2, cells }
    }
}

fn initial(player: Player) -> char {
    match player {
        Player::First => 'S',
        Player::Second => 'N',
    }
}

fn name_of(player: Player) -> &'static str {
    match player {
        Player::First => "South",
        Player::Second => "North",
    }
}

/// The name of a house on the board: `S3`.
fn house_id(player: Player, house: u8) -> String {
    format!("{}{}", initial(player), house + 1)
}

/// `6,4`: houses a side, seeds a house.
fn parse_variant(text: &str) -> Result<(u8, u8), Fault> {
    let numbers = text
        .split_once(',')
        .and_then(|(houses, seeds)| Some((number(houses.trim())?, number(seeds.trim())?)));
    numbers.ok_or_else(|| {
        Fault::position(format!("{} does not say how many houses and seeds there are", quoted(text.trim())))
            .hint("Begin with houses a side and seeds a house, like \"6,4:\"")
    })
}

/// What stands after the colon, on a board like `start`.
fn parse_board(text: &str, start: &Kalah) -> Result<Kalah, Fault> {
    let malformed = || {
        Fault::position(format!("{} is not a board of {} houses a side", quoted(text.trim()), start.houses()))
            .hint(format!("Write it like \"{}\"", start.write()))
    };
    let text = text.trim();
    let turn = match text.chars().next_back() {
        Some('S' | 's') => Player::First,
        Some('N' | 'n') => Player::Second,
        _ => return Err(malformed()),
    };
    let (south, north) = text[..text.len() - 1].split_once('/').ok_or_else(malformed)?;
    let side = |text| parse_side(text).filter(|side| side.houses.len() == usize::from(start.houses()));
    let sides = [side(south).ok_or_else(malformed)?, side(north).ok_or_else(malformed)?];
    let kalah = Kalah::of(sides, turn).filter(|kalah| kalah.seeds() == start.seeds());
    kalah.ok_or_else(|| {
        Fault::position(format!("There are not {} seeds on the board", start.seeds()))
            .hint("Seeds are never lost: houses and stores together hold what the game began with")
    })
}

/// `4 4 4 4 4 4 (0)`: the houses, then the store.
fn parse_side(text: &str) -> Option<Side> {
    let (houses, store) = text.trim().strip_suffix(')')?.split_once('(')?;
    let houses = houses.split_whitespace().map(number).collect::<Option<_>>()?;
    Some(Side { houses, store: number(store.trim())? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_read_and_written_back() {
        for text in Kalah::CARD.examples {
            let kalah = Kalah::parse(text).expect(text);
            assert_eq!(Kalah::parse(&kalah.write()), Ok(kalah));
        }
        assert_eq!(Kalah::start().write(), Kalah::CARD.examples[0]);
        assert_eq!(Kalah::parse(" 3 , 2 ").map(|k| k.write()), Ok("3,2: 2 2 2 (0) / 2 2 2 (0) S".to_owned()));
    }

    #[test]
    fn seeds_that_nobody_can_play_lie_in_their_owners_store() {
        let kalah = Kalah::parse("2,2: 0 0 (3) / 2 2 (1) S").expect("finished, but possible");
        assert_eq!(kalah.write(), "2,2: 0 0 (3) / 0 0 (5) S");
        assert_eq!(kalah.tally(&[]), Some([3.0, 5.0]));
    }

    #[test]
    fn what_is_no_position_is_refused() {
        let impossible = [
            "",
            ":",
            "6",
            "6,4: 4 4",
            "6,9",
            "0,4",
            "4,0",
            "255,255",
            "256,4",
            "-6,4",
            "6,4: 4 4 4 4 4 4 (1) / 4 4 4 4 4 4 (0) S",
            "6,4: 255 255 255 255 255 255 (255) / 4 4 4 4 4 4 (0) S",
            "6,4: 4 4 4 4 4 (4) / 4 4 4 4 4 4 (0) S",
            "6,4: 4 4 4 4 4 4 (0) / 4 4 4 4 4 4 (0) W",
            "6,4: 4 4 4 4 4 4 (0) / 4 4 4 4 4 4 (0) é",
            "6,4: 4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 S",
        ];
        for text in impossible {
            assert!(Kalah::parse(text).is_err_and(|fault| fault.hint.is_some()), "{text:?}");
        }
    }

    #[test]
    fn an_empty_house_cannot_be_sown_from() {
        let kalah = Kalah::parse("6,4: 0 0 4 4 4 4 (12) / 4 4 4 4 0 4 (0) N").expect("legal");
        assert_eq!(kalah.parse_move("1"), Ok(0));
        for text in ["5", "0", "7", "256", "x", ""] {
            assert!(kalah.parse_move(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn the_board_shows_north_across_from_south() {
        let board = Kalah::start().board();
        let at = |id: &str| board.cells.iter().find(|cell| cell.id == id).map(|cell| (cell.x, cell.y));
        assert_eq!((board.width, board.height, board.cells.len()), (8, 2, 14));
        assert_eq!([at("S1"), at("N6")], [Some((1, 1)), Some((1, 0))]);
        assert_eq!([at("S-store"), at("N-store")], [Some((7, 0)), Some((0, 0))]);
    }
}
