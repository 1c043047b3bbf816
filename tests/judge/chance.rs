//! The search for games of chance beside one that prunes nothing, remembers nothing and looks at
//! every move.

use std::collections::HashMap;

use bestmove::dice::Dice;
use bestmove::game::Chance;
use bestmove::games::backgammon::{self, Backgammon};
use bestmove::games::twenty_forty_eight::{self, TwentyFortyEight};
use bestmove::notation::Notation;
use bestmove::search::expectimax::{Expectimax, Hope, Prospect, Window};
use bestmove::search::{Budget, Choice, Engine, Line, Question, Stop, StoppedBy, Value, one_or_more};

/// Random games from each beginning.
const GAMES: u64 = 6;
/// A tree with more positions than this is too large for the judge.
const SMALL: u32 = 5_000;
/// Moves deep.
const DEEPEST: u32 = 4;
/// Positions that a search to the end may visit.
const ENOUGH: u64 = 100_000;
/// So much is lost when averages are rounded.
const ROUNDED: f64 = 1e-9;

/// What is known about a game, without what leaves a move out. The search then averages the same
/// values as the judge, but for what windows cut, and what a table knew already.
#[derive(Clone)]
struct Bare<P> {
    prospect: P,
    /// Parts of what the search maximises that are told apart.
    fine: f64,
    /// Nothing is too unlikely, and there is a table: what was found deeper elsewhere is no better
    /// then.
    to_the_end: bool,
}

impl<G: Chance, P: Prospect<G>> Prospect<G> for Bare<P> {
    fn estimate(&mut self, position: &G) -> Hope {
        self.prospect.estimate(position)
    }

    fn reward(&self, position: &G, chosen: G::Move) -> f64 {
        self.prospect.reward(position, chosen)
    }

    fn finished(&self, position: &G) -> Hope {
        self.prospect.finished(position)
    }

    fn key(&self, position: &G) -> Option<u64> {
        self.prospect.key(position).filter(|_| self.to_the_end)
    }

    fn rarest(&self, root: &G) -> f64 {
        if self.to_the_end { 0.0 } else { self.prospect.rarest(root) }
    }

    fn bounds(&self, position: &G) -> Window {
        self.prospect.bounds(position)
    }

    fn told(&self, _: &G, _: G::Move, hope: Hope) -> Value {
        let units = (self.fine * hope.worth).round() as i32;
        Value::Expected { units, chance: (1e4 * hope.win).round() as u16 }
    }
}

/// The judge.
struct Judge<P> {
    prospect: P,
    rarest: f64,
    /// What was found to the end of the game, which is the same however a position was reached.
    known: HashMap<String, Hope>,
}

impl<P> Judge<P> {
    /// For what is asked about this position.
    fn of<G: Chance>(prospect: &P, root: &G) -> Judge<P>
    where
        P: Prospect<G>,
    {
        Judge { prospect: prospect.clone(), rarest: prospect.rarest(root), known: HashMap::new() }
    }

    /// What the player to move can expect, so many moves deep, or to the end of the game.
    fn expected<G: Notation + Chance>(&mut self, position: &G, depth: Option<u32>, odds: f64) -> Hope
    where
        P: Prospect<G>,
    {
        if let Some(known) = self.known.get(&position.write()).filter(|_| depth.is_none()) {
            return *known;
        }
        let events = position.possible_events();
        let expected = if events.is_empty() {
            let moves = position.legal_moves().into_iter();
            let best = moves.map(|m| self.after(position, m, depth, odds));
            let best = best.reduce(|best, other| if other.worth > best.worth { other } else { best });
            best.unwrap_or_else(|| self.prospect.finished(position))
        } else {
            events.into_iter().fold(Hope::default(), |mut sum, (event, likely)| {
                let next = position.brought(event);
                let expected = self.expected(&next, depth, odds * likely);
                sum.add(likely, expected.passed(position.turn(), next.turn()));
                sum
            })
        };
        let bounds = self.prospect.bounds(position);
        let least_and_most = bounds.alpha - ROUNDED..=bounds.beta + ROUNDED;
        assert!(least_and_most.contains(&expected.worth), "{}: {expected:?}, {bounds:?}", position.write());
        if depth.is_none() {
            self.known.insert(position.write(), expected);
        }
        expected
    }

    /// What the player to move can expect of a move.
    fn after<G: Notation + Chance>(
        &mut self,
        position: &G,
        chosen: G::Move,
        depth: Option<u32>,
        odds: f64,
    ) -> Hope
    where
        P: Prospect<G>,
    {
        let next = position.after(chosen);
        let expected = match next.outcome() {
            Some(_) => self.prospect.finished(&next),
            None if depth == Some(1) || odds < self.rarest => self.prospect.estimate(&next),
            None => self.expected(&next, depth.map(|depth| depth - 1), odds),
        }
        .passed(position.turn(), next.turn());
        Hope { worth: self.prospect.reward(position, chosen) + expected.worth, ..expected }
    }

    /// What is to be told of each move.
    fn values<G: Notation + Chance>(&mut self, position: &G, depth: Option<u32>) -> Vec<(G::Move, Value)>
    where
        P: Prospect<G>,
    {
        let mut told = |chosen| match position.after(chosen).outcome() {
            Some(outcome) => Value::finished(outcome, position.turn(), 1),
            None => {
                let expected = self.after(position, chosen, depth, 1.0);
                self.prospect.told(position, chosen, expected)
            }
        };
        position.legal_moves().into_iter().map(|chosen| (chosen, told(chosen))).collect()
    }
}

/// Positions of random games in which there is something to choose.
fn met<G: Notation + Chance>(beginnings: &[&str]) -> Vec<G> {
    let read = |text: &&str| G::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    let games = |text| (0..GAMES).flat_map(move |seed| random_game(read(text), seed));
    beginnings.iter().flat_map(games).filter(|position: &G| position.legal_moves().len() > 1).collect()
}

/// The positions of a random game in which a player is to move.
fn random_game<G: Chance>(mut position: G, seed: u64) -> Vec<G> {
    let mut dice = Dice::seeded(seed);
    let mut game = Vec::new();
    loop {
        let events = position.possible_events();
        if !events.is_empty() {
            position.happen(events[dice.below(events.len())].0);
            continue;
        }
        let moves = position.legal_moves();
        if moves.is_empty() {
            return game;
        }
        game.push(position.clone());
        position.apply(moves[dice.below(moves.len())]);
    }
}

/// Whether the tree so many moves deep has no more than `left` positions.
fn reaches<G: Chance>(position: &G, depth: u32, left: &mut u32) -> bool {
    *left = left.saturating_sub(1);
    if *left == 0 || depth == 0 {
        return *left > 0;
    }
    let mut happened = position.possible_events().into_iter().map(|(event, _)| position.brought(event));
    happened.all(|next| reaches(&next, depth, left))
        && position.legal_moves().into_iter().all(|m| reaches(&position.after(m), depth - 1, left))
}

fn choose<G: Chance>(
    bare: &Bare<impl Prospect<G>>,
    position: &G,
    lines: usize,
    budget: Budget,
) -> (Choice<G::Move>, Vec<Choice<G::Move>>) {
    let mut on_the_way = Vec::new();
    let question = Question { lines: one_or_more(lines), ..Question::new(position.clone()) };
    let mut watch = |choice: &Choice<G::Move>| on_the_way.push(choice.clone());
    let choice = Expectimax::new(bare.clone()).choose(&question, &budget, &Stop::new(), &mut watch);
    (choice, on_the_way)
}

/// The best of what the judge found is told, as it found it.
fn is_told<M: Copy + Eq>(lines: &[Line<M>], judged: &[(M, Value)]) -> bool {
    let mut best: Vec<_> = judged.iter().map(|(_, value)| *value).collect();
    best.sort_by_key(|value| std::cmp::Reverse(value.rank()));
    is_true(lines, judged) && lines.iter().map(|line| line.value).eq(best.into_iter().take(lines.len()))
}

/// What is told of each move is what the judge found.
fn is_true<M: Copy + Eq>(lines: &[Line<M>], judged: &[(M, Value)]) -> bool {
    lines.iter().all(|line| judged.contains(&(line.moves[0], line.value)))
}

/// With one line, several and all, with time and without: what is told was found at the depth that
/// is told, or at the next one, at which the best moves were looked at already.
fn agrees_to_a_depth<G: Notation + Chance>(prospect: impl Prospect<G>, fine: f64, beginnings: &[&str]) {
    let bare = Bare { prospect, fine, to_the_end: false };
    let mut broken_off = 0;
    for position in met::<G>(beginnings) {
        let small = |depth: &u32| reaches(&position, *depth, &mut SMALL.clone());
        let deepest = (1..=DEEPEST).take_while(small).last().unwrap_or(1);
        let mut judge = Judge::of(&bare, &position);
        let judged: Vec<_> = (1..=deepest).map(|depth| judge.values(&position, Some(depth))).collect();
        let at = |depth: u32| &judged[depth as usize - 1];
        for lines in [1, 2, 64] {
            let told = |choice: &Choice<G::Move>| format!("{}, {lines} lines: {choice:?}", position.write());
            let (choice, on_the_way) = choose(&bare, &position, lines, Budget::depth(deepest));
            for choice in on_the_way.iter().chain([&choice]) {
                assert_eq!(choice.lines.len(), lines.min(at(1).len()), "{}", told(choice));
                assert!(is_told(&choice.lines, at(choice.depth)), "{} {:?}", told(choice), at(choice.depth));
            }
            for part in [3, 2] {
                let budget = Budget { nodes: Some(choice.nodes / part), ..Budget::depth(deepest) };
                let (choice, _) = choose(&bare, &position, lines, budget);
                let next = at((choice.depth + 1).min(deepest));
                let known = is_told(&choice.lines, at(choice.depth)) || is_true(&choice.lines, next);
                assert!(known, "{} {next:?}", told(&choice));
                broken_off += u32::from(choice.stopped_by == StoppedBy::Nodes);
            }
        }
    }
    assert!(broken_off > 50, "{broken_off} searches were broken off");
}

/// A game searched as far as it goes has the values that the judge finds, whatever a table had to
/// forget.
fn agrees_to_the_end<G: Notation + Chance>(prospect: impl Prospect<G>, fine: f64, beginnings: &[&str]) {
    let bare = Bare { prospect, fine, to_the_end: true };
    let mut solved = 0;
    for position in met::<G>(beginnings) {
        let judged = Judge::of(&bare, &position).values(&position, None);
        for (lines, memory) in [(1, 0), (2, 1 << 10), (64, 1 << 16), (1, 1 << 20)] {
            let budget = Budget { memory: Some(memory), ..Budget::nodes(ENOUGH) };
            let (choice, _) = choose(&bare, &position, lines, budget);
            if choice.stopped_by == StoppedBy::Solved {
                let true_to_it = is_told(&choice.lines, &judged);
                assert!(true_to_it, "{}, {memory} bytes: {choice:?} {judged:?}", position.write());
                solved += 1;
            }
        }
    }
    assert!(solved > 30, "{solved} searches came to an end");
}

#[test]
fn boards_of_2048_agree_with_the_judge() {
    let boards = ["2 4/8 2", "2 0 0/0 0 2", "2 0/4 8/2 0", "2 4 8 4/4 16 4 2/8 2 16 4/0 0 2 0"];
    agrees_to_a_depth::<TwentyFortyEight>(twenty_forty_eight::Knowledge, 1e3, &boards);
}

#[test]
fn small_boards_of_2048_agree_with_the_judge_to_the_end() {
    agrees_to_the_end::<TwentyFortyEight>(twenty_forty_eight::Knowledge, 1e6, &["2 0/0 2"]);
}

#[test]
fn backgammon_agrees_with_the_judge() {
    let contact = [
        "XGID=-A---------a------------A-:0:0:1:21:0:0:0:0:10",
        "XGID=----A-A--a----A---a--a----:0:0:1:21:0:0:0:0:10",
        "XGID=--A--AB-----------ba--a---:0:0:1:21:0:0:0:0:10",
    ];
    agrees_to_a_depth::<Backgammon>(backgammon::Knowledge, 1e8, &[RACES.as_slice(), &contact].concat());
}

#[test]
fn a_race_of_backgammon_agrees_with_the_judge_to_the_end() {
    agrees_to_the_end::<Backgammon>(backgammon::Knowledge, 1e8, &RACES);
}

/// The last of them can end in a gammon.
const RACES: [&str; 3] = [
    "XGID=-BA--------------------aa-:0:0:1:21:0:0:0:0:10",
    "XGID=-ABA-------------------bb-:0:0:1:31:0:0:0:0:10",
    "XGID=-BB---------a-----------n-:0:0:1:21:0:0:0:0:10",
];
