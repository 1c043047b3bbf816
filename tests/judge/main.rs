//! The pruned search beside plain negamax, and what a game says of itself beside what plain negamax
//! finds out: where nothing is guessed, the two must be the same.
//!
//! A game needs a line or two: what is known about it, positions to begin at besides its start and
//! the examples of its card (boards of other sizes, few pieces), and how deep the judge can look.

mod chance;
mod samples;

use std::collections::HashMap;

use bestmove::dice::Dice;
use bestmove::game::Game;
use bestmove::games::checkers::{self, Checkers};
use bestmove::games::chess::{self, Chess};
use bestmove::games::connect_four::{self, ConnectFour};
use bestmove::games::mancala::{self, Kalah};
use bestmove::games::othello::{self, Othello};
use bestmove::games::pennies::{Pennies, Untaught};
use bestmove::games::tic_tac_toe::{self, TicTacToe};
use bestmove::notation::Notation;
use bestmove::search::alphabeta::AlphaBeta;
use bestmove::search::heuristics::{Heuristics, Over};
use bestmove::search::negamax::{negamax, negamax_to};
use bestmove::search::policy::Policy;
use bestmove::search::score::Score;
use bestmove::search::window::Window;
use bestmove::search::{
    Budget, Choice, Engine, Line, Question, Stop, StoppedBy, Value, Verdict, one_or_more,
};

/// Random games from each beginning.
const GAMES: u64 = 3;
/// Plies after which a random game is left.
const LONGEST: usize = 300;
/// A tree with more positions than this is too large for the judge.
const SMALL: u32 = 1_500;
/// Every so many positions of a game the search is held against the judge.
const STRIDE: usize = 5;
/// More positions than any small tree needs, however often it is searched.
const ENOUGH: u64 = 1_000_000;

/// One way to ask about a position.
#[derive(Clone, Copy, Debug)]
struct Way {
    threads: usize,
    lines: usize,
    /// Bytes of table.
    memory: usize,
    nodes: u64,
}

const WAY: Way = Way { threads: 1, lines: 1, memory: 1 << 16, nodes: ENOUGH };

/// With one thread and several, one line and several, a table that has to forget nearly everything,
/// and too little time.
const WAYS: [Way; 8] = [
    WAY,
    Way { threads: 3, ..WAY },
    Way { memory: 0, ..WAY },
    Way { lines: 3, ..WAY },
    Way { lines: 64, threads: 2, memory: 1 << 10, ..WAY },
    Way { nodes: 20, ..WAY },
    Way { nodes: 300, lines: 2, ..WAY },
    Way { nodes: 300, threads: 2, memory: 0, ..WAY },
];

/// What a game knows, without anything that leaves a move out or an estimate in: the search
/// then walks the same tree as the judge, but for what alpha and beta cut. It keeps no table,
/// for what was found deeper elsewhere is better than what the judge finds at this depth.
#[derive(Clone)]
struct Bare<H> {
    knowledge: H,
    policy: Policy,
}

impl<H> Bare<H> {
    fn of<G: Game>(knowledge: H) -> Bare<H>
    where
        H: Heuristics<G>,
    {
        let Policy { most, hurry, .. } = *knowledge.policy();
        Bare { knowledge, policy: Policy { most, hurry, ..Policy::EXACT } }
    }
}

impl<G: Game, H: Heuristics<G>> Heuristics<G> for Bare<H> {
    fn policy(&self) -> &Policy {
        &self.policy
    }

    fn estimate(&mut self, position: &G) -> i32 {
        self.knowledge.estimate(position)
    }

    fn hunches(&self, position: &G) -> impl Fn(G::Move) -> i32 {
        self.knowledge.hunches(position)
    }

    fn slots(&self) -> usize {
        Heuristics::<G>::slots(&self.knowledge)
    }

    fn slot(&self, position: &G, candidate: G::Move) -> usize {
        self.knowledge.slot(position, candidate)
    }

    fn root(&mut self, position: &G) {
        self.knowledge.root(position);
    }
}

/// Everything about a game that the judge can judge.
fn judge<G: Notation>(knowledge: impl Heuristics<G>, others: &[&str], depth: u32) {
    let games: Vec<_> = beginnings::<G>(others)
        .iter()
        .flat_map(|start| (0..GAMES).map(|seed| random_game(start, seed)))
        .collect();
    keys_tell_positions_apart(&knowledge, &games);
    let mut compared = 0;
    for game in &games {
        for position in game.iter().step_by(STRIDE) {
            agrees_to_a_depth(&knowledge, position, depth);
            claims_what_is_true(&knowledge, position);
        }
        for position in game.iter().rev().take_while(|position| is_small(*position)) {
            says_what_is_true(&knowledge, position);
            for chosen in position.legal_moves() {
                says_what_is_true(&knowledge, &position.after(chosen));
            }
            agrees_to_the_end(&knowledge, position);
            compared += 1;
        }
    }
    assert!(compared > 0, "none of the positions was small enough for the judge");
}

fn beginnings<G: Notation>(others: &[&str]) -> Vec<G> {
    let read = |text: &&str| G::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
    [G::start()].into_iter().chain(G::CARD.examples.iter().chain(others).map(read)).collect()
}

/// The positions of a random game, the last one finished unless it was too long. In all but the first
/// nobody ends the game who can help it: so the board fills.
fn random_game<G: Notation>(start: &G, seed: u64) -> Vec<G> {
    let mut dice = Dice::seeded(seed);
    let mut game = vec![start.clone()];
    while game.len() < LONGEST {
        let position = &game[game.len() - 1];
        let mut next: Vec<_> = position.legal_moves().into_iter().map(|m| position.after(m)).collect();
        let goes_on = |position: &G| position.ending(&[]).is_none();
        if seed > 0 && next.iter().any(goes_on) {
            next.retain(goes_on);
        }
        if next.is_empty() {
            break;
        }
        game.push(next.swap_remove(dice.below(next.len())));
    }
    game
}

/// Whether the whole tree is small enough for the judge.
fn is_small<G: Game>(position: &G) -> bool {
    let mut left = SMALL;
    reaches(position, usize::MAX, &mut left)
}

/// Whether the tree to a depth has no more than `left` positions.
fn reaches<G: Game>(position: &G, depth: usize, left: &mut u32) -> bool {
    *left = left.saturating_sub(1);
    *left > 0
        && (depth == 0
            || position.legal_moves().into_iter().all(|m| reaches(&position.after(m), depth - 1, left)))
}

fn choose<G: Game>(
    engine: &impl Engine<G>,
    position: &G,
    budget: Budget,
    way: Way,
    watch: &mut dyn FnMut(&Choice<G::Move>),
) -> Choice<G::Move> {
    let question = Question {
        threads: one_or_more(way.threads),
        lines: one_or_more(way.lines),
        ..Question::new(position.clone())
    };
    engine.choose(&question, &budget, &Stop::new(), watch)
}

/// A value without what only one of the two can know: that a level score is final; and, where a
/// game is not in a hurry, that any score is, and how far away the end stands.
fn plain(value: Value, hurry: bool) -> Value {
    match value {
        Value::Proven { verdict: Verdict::Draw, .. } => Value::Estimate(0),
        Value::Proven { verdict, worth, .. } if !hurry => Value::Decided { verdict, worth },
        value => value,
    }
}

/// A value as the player sees it who made the move that led to it.
fn seen_before<G: Game>(value: Score, before: &G, next: &G) -> Score {
    value.further(1).passed(before.turn(), next.turn())
}

/// Positions that share a key have the same value: to the end where the judge sees it, else two plies
/// deep; and who is ahead by so much is so in the end.
fn keys_tell_positions_apart<G: Notation, H: Heuristics<G>>(knowledge: &H, games: &[Vec<G>]) {
    let mut known: HashMap<(u64, u64), G> = HashMap::new();
    let met = games.iter().flatten().flat_map(|position| {
        let next = position.legal_moves().into_iter().map(|m| position.after(m));
        [position.clone()].into_iter().chain(next)
    });
    for position in met {
        let Some(key) = knowledge.key(&position).map(|key| (key, knowledge.tired(&position))) else {
            continue;
        };
        let other = known.entry(key).or_insert_with(|| position.clone());
        if other.write() != position.write() {
            let [one, other] = [&position, &*other].map(|p| told_by_key(knowledge, p));
            assert_eq!(one, other, "{} and {}", position.write(), known[&key].write());
        }
    }
}

fn told_by_key<G: Notation, H: Heuristics<G>>(knowledge: &H, position: &G) -> (usize, Option<Value>) {
    let mut knowledge = knowledge.clone();
    knowledge.root(position);
    let ahead = knowledge.ahead(position);
    let value = match ahead {
        _ if is_small(position) => {
            let found = negamax(position);
            Some(ahead.map_or(found, |units| Score::by(found.worth()).ahead(-units, true)).value(true))
        }
        None => Some(negamax_to(position, 2, &mut knowledge).value(false)),
        Some(_) => None,
    };
    (position.legal_moves().len(), value)
}

/// To a depth of so many plies, the pruned value is the plain one; and so is an estimate what its
/// terms sum to. An only move is played without looking so far ahead.
fn agrees_to_a_depth<G: Notation, H: Heuristics<G>>(knowledge: &H, position: &G, depth: u32) {
    let mut knowledge = knowledge.clone();
    knowledge.root(position);
    let terms: i32 = knowledge.terms(position).iter().map(|term| term.value).sum();
    assert_eq!(knowledge.estimate(position), terms, "{} as it is explained", position.write());
    if position.legal_moves().len() < 2 {
        return;
    }
    let hurry = knowledge.policy().hurry;
    let engine = AlphaBeta::new::<G>(Bare::of(knowledge.clone()));
    let judged = negamax_to(position, depth as usize, &mut knowledge).value(false);
    let found = choose(&engine, position, Budget::depth(depth), WAY, &mut |_| {}).best().value;
    assert_eq!(plain(found, hurry), plain(judged, hurry), "{}", position.write());
}

/// Wherever a search says that it sees the end, in however little time, it is there.
fn claims_what_is_true<G: Notation, H: Heuristics<G>>(knowledge: &H, position: &G) {
    if position.legal_moves().is_empty() || !knowledge.policy().hurry {
        return;
    }
    let engine = AlphaBeta::new::<G>(knowledge.clone());
    let way = Way { lines: 2, ..WAY };
    for line in choose(&engine, position, Budget::nodes(1_000), way, &mut |_| {}).lines {
        let next = position.after(line.moves[0]);
        if let Value::Proven { verdict: Verdict::Win | Verdict::Loss, plies, .. } = line.value
            && reaches(&next, plies as usize - 1, &mut (4 * SMALL))
        {
            let judged = negamax_to(&next, plies as usize - 1, &mut knowledge.clone());
            assert_eq!(line.value, seen_before(judged, position, &next).value(false), "{}", position.write());
        }
    }
}

/// Whether a search by this policy can say of a small tree that it is solved.
fn solves(policy: &Policy) -> bool {
    policy.solve.is_some() || !policy.needs_estimates()
}

/// What is known about a position without searching is no other than what the judge finds.
fn says_what_is_true<G: Notation, H: Heuristics<G>>(knowledge: &H, position: &G) {
    let (mut knowledge, text) = (knowledge.clone(), position.write());
    knowledge.root(position);
    let hurry = knowledge.policy().hurry;
    let settled = |score: Score| if hurry { score } else { Score::by(score.worth()) };
    let value = settled(negamax(position));
    match knowledge.over(position) {
        Over::AskMoves => {}
        Over::No => assert_eq!(position.outcome(), None, "{text}"),
        Over::Yes(outcome) => assert_eq!(position.outcome(), Some(outcome), "{text}"),
    }
    if position.outcome().is_some() {
        return;
    }
    for window in [Window::OPEN, Window::reaching(value), Window::above(value)] {
        if let Some((least, most)) = knowledge.limits(position, window) {
            assert!(least <= value && value <= most, "{text} is worth {value:?}: {least:?} to {most:?}");
        }
        if let Some((score, _)) = knowledge.played_out(position, window).filter(|_| !hurry) {
            let Window { alpha, beta } = window;
            let agrees = if score >= beta { value >= score } else { value <= score.max(alpha) };
            assert!(agrees && (score <= alpha || score >= value.min(beta)), "{text}: {value:?}, {score:?}");
        }
    }
    if let Some(known) = knowledge.known(position) {
        assert!(known.bound.decides(value, Window::at(known.score)), "{text} is worth {value:?}: {known:?}");
    }
    let mut moves = Vec::new();
    knowledge.moves(position, &mut moves);
    assert!(moves.iter().all(|m| position.legal_moves().contains(m)), "{text}: {moves:?}");
    if solves(knowledge.policy()) {
        let worth = |m: &G::Move| {
            let next = position.after(*m);
            settled(seen_before(negamax(&next), position, &next))
        };
        assert_eq!(moves.iter().map(worth).max(), Some(value), "{text}: {moves:?}");
    }
}

/// Near its end, a game searched with all that is known about it has the values that the judge finds,
/// in whichever way it is asked; and what is claimed on the way there is true.
fn agrees_to_the_end<G: Notation, H: Heuristics<G>>(knowledge: &H, position: &G) {
    let mut knowledge = knowledge.clone();
    knowledge.root(position);
    let (hurry, solves) = (knowledge.policy().hurry, solves(knowledge.policy()));
    let judged = position.legal_moves().into_iter().map(|m| {
        let next = position.after(m);
        (m, seen_before(negamax(&next), position, &next).value(true))
    });
    let mut judged: Vec<_> = judged.collect();
    judged.sort_by_key(|(_, value)| std::cmp::Reverse(value.rank()));
    if judged.is_empty() {
        return;
    }
    let engine = AlphaBeta::new::<G>(knowledge);
    for way in WAYS.into_iter().filter(|way| solves || way.nodes < ENOUGH) {
        let context = || format!("{} {way:?}", position.write());
        let budget = Budget { memory: Some(way.memory), ..Budget::nodes(way.nodes) };
        let check = |choice: &Choice<G::Move>| {
            for line in &choice.lines {
                let (_, truth) = judged.iter().find(|(m, _)| *m == line.moves[0]).expect("a legal move");
                is_true(line, *truth, hurry, position).unwrap_or_else(|told| panic!("{}: {told}", context()));
            }
        };
        let choice = choose(&engine, position, budget, way, &mut |so_far| check(so_far));
        check(&choice);
        match choice.stopped_by {
            StoppedBy::Solved => {
                let values =
                    |all: &mut dyn Iterator<Item = Value>| all.map(|v| plain(v, hurry)).collect::<Vec<_>>();
                let found = values(&mut choice.lines.iter().map(|line| line.value));
                let best = values(&mut judged.iter().map(|(_, value)| *value).take(way.lines));
                assert_eq!(found, best, "{}", context());
            }
            StoppedBy::OnlyMove => assert_eq!(judged.len(), 1, "{}", context()),
            _ => assert!(way.nodes < ENOUGH, "{}: {choice:?}", context()),
        }
    }
}

/// Whether a line can be played, and claims no end but the true one.
fn is_true<G: Notation>(line: &Line<G::Move>, truth: Value, hurry: bool, position: &G) -> Result<(), String> {
    let told = || Err(format!("{line:?} where {truth:?} is true"));
    let mut end = position.clone();
    for played in &line.moves {
        if !end.legal_moves().contains(played) {
            return told();
        }
        end.apply(*played);
    }
    let claimed = match line.value {
        Value::Proven { .. } if hurry => plain(line.value, hurry) == plain(truth, hurry),
        value => value.verdict().is_none_or(|verdict| Some(verdict) == truth.verdict()),
    };
    let reached = match (end.outcome(), line.value) {
        (Some(outcome), Value::Proven { .. }) => {
            Value::finished(outcome, position.turn(), line.moves.len() as u32) == line.value
        }
        _ => true,
    };
    if claimed && reached { Ok(()) } else { told() }
}

#[test]
fn tic_tac_toe_agrees_with_the_judge() {
    let boards = [
        "..../..../..../.... win 3",
        "XOXO./OXOX./.OXO./X.OX./..... win 5",
        "XOX.../OXO.../...XO./..X.../....../..O... win 4",
    ];
    judge::<TicTacToe>(tic_tac_toe::Knowledge::default(), &boards, 3);
}

#[test]
fn pennies_agree_with_the_judge() {
    judge::<Pennies>(Untaught, &["3", "9"], 6);
}

#[test]
fn kalah_agrees_with_the_judge() {
    judge::<Kalah>(mancala::Knowledge, &["1,3", "2,2", "3,1", "3,3", "4,2", "6,1", "10,1"], 4);
}

#[test]
fn connect_four_agrees_with_the_judge() {
    judge::<ConnectFour>(
        connect_four::Knowledge,
        &["4x4:", "4x5:", "5x4:", "5x5:", "5x6:", "7x7:", "6x5:", "9x7:"],
        4,
    );
}

#[test]
fn othello_agrees_with_the_judge() {
    judge::<Othello>(othello::Knowledge, &[], 3);
}

#[test]
fn checkers_agree_with_the_judge() {
    judge::<Checkers>(checkers::Knowledge, &["W:W18,K19:BK29", "B:W17,25:B10,2", "B:W32:B26,27,19"], 3);
}

#[test]
fn chess_agrees_with_the_judge() {
    judge::<Chess>(
        chess::Knowledge::default(),
        &["7k/5Q2/8/8/8/8/8/K7 w - - 0 1", "8/6k1/8/8/8/8/1q4PP/7K w - - 0 1"],
        2,
    );
}
