//! How backgammon is written, read and drawn. White moves from 24 to 1, Black the other way; each
//! side counts the points from its own end.

use super::camp::{BAR, HOME, OFF, across};
use super::roll::Roll;
use super::rules::Backgammon;
use super::turns::{Step, Turn};
use super::xgid;
use crate::game::{Chance, Game, Outcome, Player};
use crate::notation::{
    Board, BoardStyle, Card, Cell, Chanced, Ending, Entry, Fault, Nature, Notation, Odds, Piece,
};
use crate::spelling::{number, quoted};

impl Notation for Backgammon {
    const CARD: Card = Card {
        id: "backgammon",
        name: "Backgammon",
        other_names: &[],
        players: ["white", "black"],
        unit: "millipoints",
        counts: "What is won on average, in thousandths of a point: a game is worth 1000, doubled by a \
                 gammon, trebled by a backgammon.",
        odds: Odds::Share(1_000.0),
        mates: false,
        rules: "Bring your fifteen men home, to the points 1 to 6, and then off. Each die moves a man by its \
                number, and doubles move four: as many as can be, and of two dice the higher if only one can. \
                Nobody goes off before all are home. A single man of the other's is hit and starts again from the bar; \
                where two or more stand, nobody else may land. Men on the bar come in first. First off wins: double \
                if the other has none off, threefold if one of those is still on the bar or in the winner's home.",
        starts: &[],
        position: "An XGID; a GNU Backgammon position ID, with a colon and the dice once they are rolled, is read \
                   too, White being to move. Games are for money and without a cube: cube and scores of an XGID \
                   do not matter, matches are refused.",
        examples: &[
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
            "4HPwATDgc/ABMA:31",
            "XGID=-a-B--D-B---bE---c-eb---B-:0:0:-1:64:0:0:0:0:10",
            "XGID=--BCCB-------------bbc-cb-:0:0:1:66:0:0:0:0:10",
        ],
        moves: "Each man's way from point to point as the mover counts them, `bar` and `off` included, a star \
                where it hits, a number in brackets for several men: `8/5 6/5`, `bar/22*`, `13/7*/4`, `6/off(2)`. \
                `pass` where nothing can be played. Chance: `roll 31`; the first roll of a game is drawn without \
                doubles.",
        move_examples: &["8/5 6/5", "bar/22*", "24/18 13/11", "roll 31"],
        nature: Nature { deterministic: false, ..Nature::OPEN },
    };

    fn start() -> Backgammon {
        Backgammon::new()
    }

    fn parse(text: &str) -> Result<Backgammon, Fault> {
        xgid::parse(text)
    }

    fn write(&self) -> String {
        xgid::write(self)
    }

    fn parse_move(&self, text: &str) -> Result<Turn, Fault> {
        let legal = self.legal_moves();
        if legal.is_empty() {
            return Err(
                Fault::illegal("The dice must be rolled before a man moves").hint("Say what came: roll 31")
            );
        }
        let asked = Asked::read(text).map_err(|fault| fault.hint(self.possible()))?;
        asked.among(self, &legal).ok_or_else(|| {
            Fault::illegal(format!("{} cannot be played with this roll", quoted(text))).hint(self.possible())
        })
    }

    fn enter(&self, text: &str) -> Result<(Entry<Turn>, Backgammon), Fault> {
        let Some(dice) = text.trim().to_ascii_lowercase().strip_prefix("roll").map(str::to_owned) else {
            let turn = self.parse_move(text)?;
            return Ok((Entry::Move(turn), self.after(turn)));
        };
        let digits: Vec<_> = dice.chars().filter_map(|letter| letter.to_digit(10)).collect();
        let separators = dice.chars().all(|letter| letter.is_ascii_digit() || " -,".contains(letter));
        let roll = match digits[..] {
            [one, other] if separators => Roll::new(one as u8, other as u8),
            _ => None,
        };
        let roll = roll.ok_or_else(|| {
            Fault::illegal(format!("{} is not a roll of two dice", quoted(text)))
                .hint("Write it like: roll 31")
        })?;
        if self.awaits().is_none() {
            return Err(Fault::illegal("The dice have been rolled already").hint("Play the roll first"));
        }
        // Chance brings no double first; who asks about one is answered all the same.
        Ok((Entry::Event(text.to_owned()), self.brought(roll)))
    }

    fn awaits(&self) -> Option<&'static str> {
        (self.roll.is_none() && self.outcome().is_none()).then_some("roll")
    }

    fn chances(&self) -> Vec<Chanced<Backgammon>> {
        Chanced::all(self, |roll| format!("roll {}{}", roll.high(), roll.low()))
    }

    fn write_move(&self, turn: Turn) -> String {
        let ways = ways(self, turn);
        if ways.is_empty() {
            return "pass".to_owned();
        }
        let mut text: Vec<String> = Vec::new();
        let mut same = 0;
        for (n, way) in ways.iter().enumerate() {
            same += 1;
            if ways.get(n + 1) == Some(way) {
                continue;
            }
            let stops = way[1..]
                .iter()
                .map(|stop| format!("/{}{}", name(stop.point), if stop.hit { "*" } else { "" }));
            let count = if same > 1 { format!("({same})") } else { String::new() };
            text.push(format!("{}{}{count}", name(way[0].point), stops.collect::<String>()));
            same = 0;
        }
        text.join(" ")
    }

    fn touches(&self, turn: Turn) -> Vec<String> {
        let cell = |point| cell_id(self.turn, point);
        turn.steps().iter().flat_map(|step| [cell(step.from), cell(step.to)]).collect()
    }

    fn ending(&self, _: &[Backgammon]) -> Option<Ending> {
        self.outcome().map(|outcome| {
            let reason = match outcome {
                Outcome::Won { worth: 3, .. } => "backgammon",
                Outcome::Won { worth: 2, .. } => "gammon",
                _ => "all men borne off",
            };
            Ending { outcome, reason }
        })
    }

    fn worth_of_win(&self, worth: u16, _: u32) -> i64 {
        1_000 * i64::from(worth)
    }

    /// Points 13 to 24 above and 12 to 1 below as White counts them, the bar between the halves,
    /// what is off at the right, and the dice in the middle, each player's on their right.
    fn board(&self) -> Board {
        let mut cells = Vec::new();
        for point in (13..=24).chain((1..=12).rev()) {
            let [column, y] = place(point);
            let name = format!("{point} point");
            let holder =
                Player::BOTH.into_iter().find(|player| self.camp(*player).on(own(*player, point)) > 0);
            let men = holder.and_then(|player| self.men(player, own(player, point)));
            cells.push(Cell::new(point.to_string(), name, column, y).sized(1, DEPTH).holding(men));
        }
        for (player, above) in [(Player::First, true), (Player::Second, false)] {
            let (owner, y) = (Backgammon::CARD.player_name(player), if above { 0 } else { BELOW });
            let bar = Cell::new(cell_id(player, BAR), format!("{owner}'s bar"), HOME.into(), y);
            cells.push(bar.sized(1, DEPTH).holding(self.men(player, BAR)));
            let off = Cell::new(cell_id(player, OFF), format!("{owner}'s men off"), WIDTH - 1, BELOW - y);
            cells.push(off.sized(1, DEPTH).holding(self.men(player, OFF)));
            for number in 0..2 {
                let rolled = self.roll.filter(|_| self.turn == player);
                let pips = rolled.map(|roll| [roll.high(), roll.low()][number]);
                let die = Piece { count: pips.map(u32::from), ..Piece::of("die", owner) };
                let x = if above { 9 } else { 2 } + number;
                let name = format!("{owner}'s {} die", ["first", "second"][number]);
                let id = format!("die-{owner}-{}", number + 1);
                cells.push(Cell::new(id, name, x, DEPTH.into()).holding(pips.map(|_| die)));
            }
        }
        Board { style: BoardStyle::Points, width: WIDTH as u16, height: (BELOW as u16) + DEPTH, cells }
    }
}

/// Columns: twelve points, the bar, and what is off.
const WIDTH: usize = 14;
/// How many rows a point is long.
const DEPTH: u16 = 5;
/// The first row of the lower half; one row for the dice is between.
const BELOW: usize = DEPTH as usize + 1;

/// Column and row of a point as White counts it.
fn place(point: u8) -> [usize; 2] {
    let column = if point > 12 { point - 13 } else { 12 - point };
    let past_bar = column + u8::from(column >= HOME);
    [past_bar.into(), if point > 12 { 0 } else { BELOW }]
}

/// A point of White's count as the player counts it.
fn own(player: Player, point: u8) -> u8 {
    match player {
        Player::First => point,
        Player::Second => across(point),
    }
}

/// The cell of a point as the player counts it.
fn cell_id(player: Player, point: u8) -> String {
    match point {
        BAR => format!("bar-{}", Backgammon::CARD.player_name(player)),
        OFF => format!("off-{}", Backgammon::CARD.player_name(player)),
        point => own(player, point).to_string(),
    }
}

impl Backgammon {
    fn men(&self, player: Player, point: u8) -> Option<Piece> {
        let owner = Backgammon::CARD.player_name(player);
        let men = self.camp(player).on(point);
        (men > 0).then(|| Piece { count: Some(men.into()), ..Piece::of("checker", owner) })
    }
}

fn name(point: u8) -> String {
    match point {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

/// Where a man sets out, stops to hit, or arrives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Stop {
    point: u8,
    hit: bool,
}

/// Each man's way, those from the back first: where it sets out, where it hits, where it arrives.
fn ways(position: &Backgammon, turn: Turn) -> Vec<Vec<Stop>> {
    let mut blots: Vec<u8> = (1..BAR).filter(|point| position.theirs().on(across(*point)) == 1).collect();
    let mut ways: Vec<Vec<Stop>> = Vec::new();
    for Step { from, to } in turn.steps().iter().copied() {
        let hit = blots.contains(&to);
        blots.retain(|blot| *blot != to);
        let arrived = Stop { point: to, hit };
        match ways.iter_mut().find(|way| way.last().is_some_and(|stop| stop.point == from)) {
            // Where a man only passes by nothing is written.
            Some(way) => {
                if way.last().is_some_and(|stop| !stop.hit) {
                    way.pop();
                }
                way.push(arrived);
            }
            None => ways.push(vec![Stop { point: from, hit: false }, arrived]),
        }
    }
    ways.sort_by(|one, other| other.cmp(one));
    ways
}

/// A turn as somebody wrote it.
struct Asked {
    /// From, to; once for each man.
    legs: Vec<(u8, u8)>,
    /// Where the writer says that a man is hit.
    hits: Vec<u8>,
}

impl Asked {
    /// Reads `8/5 6/5`, `bar/22*`, `13/7*/4`, `6/off(2)` and what comes near; `pass` is no legs.
    fn read(text: &str) -> Result<Asked, Fault> {
        let mut asked = Asked { legs: Vec::new(), hits: Vec::new() };
        let text = text.trim().to_ascii_lowercase();
        if matches!(text.as_str(), "pass" | "no move" | "cannot move") {
            return Ok(asked);
        }
        for way in text.split([' ', ',']).filter(|way| !way.is_empty()) {
            let fault = || Fault::illegal(format!("{} is not a way for a man to go", quoted(way)));
            let (way, count) = match way.split_once('(') {
                None => (way.to_owned(), 1),
                Some((way, rest)) => {
                    let (count, rest) = rest.split_once(')').ok_or_else(fault)?;
                    (format!("{way}{rest}"), number(count).filter(|n| (1..=4).contains(n)).ok_or_else(fault)?)
                }
            };
            let mut from = None;
            for stop in way.split('/') {
                let point = match stop.trim_end_matches('*') {
                    "bar" | "b" => BAR,
                    "off" | "o" => OFF,
                    point => number(point).filter(|point| *point <= BAR).ok_or_else(fault)?,
                };
                if stop.ends_with('*') {
                    asked.hits.push(point);
                }
                if let Some(from) = from {
                    asked.legs.extend(std::iter::repeat_n((from, point), count));
                }
                from = Some(point);
            }
            if asked.legs.is_empty() || asked.legs.len() > 16 || !way.contains('/') {
                return Err(fault());
            }
        }
        if asked.legs.is_empty() { Err(Fault::illegal("This says no move")) } else { Ok(asked) }
    }

    /// The legal turn that is meant: the same men leave and arrive, and are hit where the writer
    /// says or at least stops; a man that is only passed by is hit if there is no other way.
    fn among(&self, position: &Backgammon, legal: &[Turn]) -> Option<Turn> {
        let meant = change(self.legs.iter().copied());
        let same =
            legal.iter().filter(|turn| change(turn.steps().iter().map(|step| (step.from, step.to))) == meant);
        let hit_by = |turn: &Turn| -> Vec<u8> {
            ways(position, *turn)
                .concat()
                .into_iter()
                .filter(|stop| stop.hit)
                .map(|stop| stop.point)
                .collect()
        };
        let as_said = same.filter(|turn| {
            let hit = hit_by(turn);
            self.hits.iter().all(|point| hit.contains(point))
        });
        as_said.copied().max_by_key(|turn| {
            let (named, passed): (Vec<u8>, Vec<u8>) =
                hit_by(turn).into_iter().partition(|point| self.legs.iter().any(|(_, to)| to == point));
            (std::cmp::Reverse(passed.len()), named.len())
        })
    }
}

/// How many men more or fewer stand on each point afterwards.
fn change(legs: impl Iterator<Item = (u8, u8)>) -> [i8; BAR as usize + 1] {
    let mut change = [0; BAR as usize + 1];
    for (from, to) in legs {
        change[usize::from(from)] -= 1;
        change[usize::from(to)] += 1;
    }
    change
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Dice;

    fn position(text: &str) -> Backgammon {
        Backgammon::parse(text).unwrap()
    }

    fn reads_as(text: &str, position: &Backgammon) -> String {
        position.parse_move(text).map_or_else(|fault| fault.detail, |turn| position.write_move(turn))
    }

    #[test]
    fn a_turn_is_read_however_it_is_written() {
        let start = position("4HPwATDgc/ABMA:31");
        for text in ["8/5 6/5", "6/5 8/5", "8/5, 6/5", " 8/5  6/5 ", "08/05 6/5"] {
            assert_eq!(reads_as(text, &start), "8/5 6/5", "{text:?}");
        }
        for text in ["24/20", "24/23/20", "24/21/20", "24/21 21/20"] {
            assert_eq!(reads_as(text, &start), "24/20", "{text:?}");
        }
        let doubles = position("4HPwATDgc/ABMA:11");
        for text in ["8/7(2) 6/5(2)", "8/7 6/5 8/7 6/5", "6/5(2) 8/7(2)"] {
            assert_eq!(reads_as(text, &doubles), "8/7(2) 6/5(2)", "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_what_can() {
        let start = position("4HPwATDgc/ABMA:31");
        for text in
            ["", "8/5", "8/5 6/5*", "24/18", "8/4 6/5", "pass", "8/5(9) 6/5", "x/y", "8", "8/5/", "26/22"]
        {
            assert!(start.parse_move(text).is_err_and(|fault| fault.hint.is_some()), "{text:?}");
        }
        assert!(Backgammon::start().parse_move("8/5 6/5").is_err(), "the dice come first");
    }

    #[test]
    fn hitting_on_the_way_and_passing_by_are_two_moves() {
        // Black has a blot on White's 7; White plays six and three from 13.
        let here = position("XGID=-------a-----B--------b---:0:0:1:63:0:0:0:0:10");
        assert_eq!(reads_as("13/4", &here), "13/4");
        assert_eq!(reads_as("13/10/4", &here), "13/4");
        assert_eq!(reads_as("13/7*/4", &here), "13/7*/4");
        assert_eq!(reads_as("13/7/4", &here), "13/7*/4");
        assert_eq!(here.after(here.parse_move("13/7*/4").unwrap()).mine().on(BAR), 1);
    }

    #[test]
    fn a_man_on_the_bar_enters_and_hits() {
        let here = position("XGID=------E-C---eE---c-e--a-AA:0:0:1:31:0:0:0:0:10");
        assert_eq!(reads_as("6/5 b/22", &here), "bar/22* 6/5");
        assert!(here.legal_moves().iter().all(|turn| turn.steps()[0].from == BAR));
    }

    #[test]
    fn a_roll_that_allows_nothing_is_a_pass() {
        // Five points of Black's home are made, and only a one enters.
        let here = position("XGID=-------------E-----bbbbb-A:0:0:1:65:0:0:0:0:10");
        let texts: Vec<_> = here.legal_moves().into_iter().map(|turn| here.write_move(turn)).collect();
        assert_eq!(texts, ["pass"]);
        let next = here.after(here.parse_move("pass").unwrap());
        assert_eq!((next.turn(), next.awaits()), (Player::Second, Some("roll")));
    }

    #[test]
    fn dice_come_when_they_are_awaited_and_only_then() {
        let start = Backgammon::start();
        for text in ["roll 31", "roll 13", "Roll 3-1", "roll31"] {
            assert_eq!(start.played(text).unwrap(), position("4HPwATDgc/ABMA:31"), "{text:?}");
        }
        for text in ["roll", "roll 7", "roll 70", "roll 311", "roll x31"] {
            assert!(start.played(text).is_err(), "{text:?}");
        }
        assert!(start.played("roll 31").unwrap().played("roll 31").is_err());
        assert_eq!(start.draw(&[], &mut Dice::seeded(5)), start.draw(&[], &mut Dice::seeded(5)));
    }

    #[test]
    fn the_opening_roll_is_no_double_and_later_ones_may_be() {
        let doubles = |position: &Backgammon| {
            let chances = position.chances();
            let whole: f64 = chances.iter().map(|chanced| chanced.probability).sum();
            assert!((whole - 1.0).abs() < 1e-12);
            chances.iter().filter(|chanced| chanced.next.roll().is_some_and(Roll::is_double)).count()
        };
        let start = Backgammon::start();
        let later = start.played("roll 31").and_then(|position| position.played("8/5 6/5")).unwrap();
        assert_eq!([doubles(&start), doubles(&later)], [0, 6]);
        assert!(start.played("roll 44").is_ok(), "it may be asked about");
    }

    #[test]
    fn black_counts_from_the_other_end() {
        let black = position("XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:0:0:0:0:10");
        let turn = black.parse_move("8/5 6/5").unwrap();
        assert_eq!(black.touches(turn), ["17", "20", "19", "20"]);
    }
}
