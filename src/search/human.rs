//! Playing as people of some strength do, errors included.
//!
//! A person sees what each move leads to some plies ahead: all moves for the first few, the
//! promising ones further. Now and then attention lapses, and of one move less is seen than of the
//! others; and what is seen is judged with some doubt. So mistakes are people's: a move that looks
//! good as far as it was thought through, a reply overlooked, a quiet resource not found. Who
//! sees the reply seldom gives a piece away: only where much doubt or a lapse hides it.
//!
//! A game that people play says in a table of [`Person`]s how far those of each strength see.

use std::num::NonZeroUsize;
use std::time::Instant;

use super::score::Score;
use super::{Budget, Choice, Line, Question, StoppedBy, one_or_more};
use crate::dice::Dice;
use crate::game::Game;

/// How people of one strength play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Person {
    pub elo: u16,
    /// Plies that are seen at best. 0: a glance at the position after the move; 1: the exchanges
    /// that may follow it, too.
    pub sight: f64,
    /// Plies by which a move is seen less far than that, on average.
    pub lapse: f64,
    /// How far judgements of equal moves lie apart, in the game's unit.
    pub doubt: f64,
}

/// So many plies deep every move is looked at, however bad it seems.
const ALL_MOVES: u32 = 3;
/// How many moves are thought through any further.
const PROMISING: usize = 3;

impl Person {
    /// The person of that strength, between two of a table that rises with strength. Below and
    /// above the table, its ends. None in an empty one.
    #[must_use]
    pub fn of(elo: u16, table: &[Person]) -> Option<Person> {
        let above = table.iter().position(|person| person.elo >= elo).unwrap_or(table.len());
        let (Some(low), Some(high)) = (table.get(above.saturating_sub(1)), table.get(above)) else {
            return table.last().copied();
        };
        if low.elo >= elo {
            return Some(*low);
        }
        let share = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
        let between = |low: f64, high: f64| low + share * (high - low);
        Some(Person {
            elo,
            sight: between(low.sight, high.sight),
            lapse: between(low.lapse, high.lapse),
            doubt: between(low.doubt, high.doubt),
        })
    }

    /// So many plies are seen at most.
    pub(super) fn furthest(&self) -> u32 {
        self.sight as u32 + 1
    }

    /// How many plies of what follows a move are seen, this time.
    fn sees(&self, dice: &mut Dice) -> usize {
        let plies = self.sight - self.lapse * waiting(dice) + dice.share();
        plies.max(0.0) as usize
    }

    /// Chooses as this person would. `glance` judges the position after a move, for the player
    /// who makes it; `search` is asked for many lines, and tells them after each ply.
    pub(super) fn choose<G: Game>(
        &self,
        question: &Question<G>,
        budget: &Budget,
        mut dice: Dice,
        mut glance: impl FnMut(&G) -> Score,
        mut search: impl FnMut(&Question<G>, &Budget, &mut dyn FnMut(&Choice<G::Move>)) -> Choice<G::Move>,
    ) -> Choice<G::Move> {
        let started = Instant::now();
        let position = &question.position;
        let thought = |chosen| Thought {
            sight: self.sees(&mut dice),
            mood: self.doubt * -waiting(&mut dice).ln(),
            seen: vec![glance(&position.after(chosen))],
            line: None,
            chosen,
        };
        let mut thoughts: Vec<_> = question.moves().into_iter().map(thought).collect();
        let furthest = thoughts.iter().map(|thought| thought.sight).max().unwrap_or(0).max(1) as u32;
        let furthest = budget.depth.map_or(furthest, |depth| depth.min(furthest));

        let mut plain = Question { elo: None, book: false, tablebase: false, ..question.clone() };
        plain.threads = NonZeroUsize::MIN;
        plain.lines = one_or_more(thoughts.len());
        let shallow = Budget { depth: Some(furthest.min(ALL_MOVES)), ..*budget };
        let mut found = search(&plain, &shallow, &mut |choice| learn(&mut thoughts, choice));
        let left = budget.nodes.map(|nodes| nodes.saturating_sub(found.nodes));
        if furthest > ALL_MOVES && left != Some(0) && found.stopped_by == StoppedBy::Depth {
            plain.lines = one_or_more(PROMISING.max(question.lines.get()).min(thoughts.len()));
            let deep = Budget { depth: Some(furthest), nodes: left, ..*budget };
            let further = search(&plain, &deep, &mut |choice| {
                if choice.depth > ALL_MOVES {
                    learn(&mut thoughts, choice);
                }
            });
            found.nodes += further.nodes;
            found.depth = found.depth.max(further.depth);
            found.selective_depth = found.selective_depth.max(further.selective_depth);
            found.stopped_by = further.stopped_by;
        }

        thoughts.sort_by(|a, b| b.appeal().total_cmp(&a.appeal()));
        let told: Vec<_> = thoughts.into_iter().filter_map(|thought| thought.line).collect();
        if !told.is_empty() {
            found.lines = told;
        }
        found.lines.truncate(question.lines.get());
        found.time = started.elapsed();
        found
    }
}

/// What a person thinks of a move.
struct Thought<M> {
    chosen: M,
    /// How many plies will be seen of what follows.
    sight: usize,
    /// What is added to the judgement for no good reason.
    mood: f64,
    /// The move's score at a glance, then as seen one ply deep, two plies, ...; at most, where
    /// other moves were better.
    seen: Vec<Score>,
    /// What the deepest search has to say, if it said anything.
    line: Option<Line<M>>,
}

impl<M> Thought<M> {
    fn appeal(&self) -> f64 {
        let seen = self.seen[self.sight.min(self.seen.len() - 1)];
        // Nobody is of two minds about an end that is seen: the quickest win is played, the slowest loss.
        let mood = if seen.is_decisive() { 0.0 } else { self.mood };
        f64::from(seen.units()) + mood
    }
}

/// Takes in what a finished iteration found. Moves that it does not rank are no better than the
/// last one that it does.
fn learn<M: Copy + Eq>(thoughts: &mut [Thought<M>], choice: &Choice<M>) {
    let Some(last) = choice.lines.iter().map(|line| line.value.score()).min() else { return };
    for thought in thoughts {
        let before = thought.seen[thought.seen.len() - 1];
        let score = match choice.lines.iter().find(|line| line.moves[0] == thought.chosen) {
            Some(line) => {
                thought.line = Some(line.clone());
                line.value.score()
            }
            None => before.min(last),
        };
        // What was seen of iterations that were not told does not change.
        thought.seen.resize(choice.depth as usize, before);
        thought.seen.push(score);
    }
}

/// Exponentially distributed, 1 on average: mostly little, now and then much. Never 0.
fn waiting(dice: &mut Dice) -> f64 {
    (-(1.0 - dice.share()).ln()).max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Outcome, Player};
    use crate::search::{Source, Value};

    const TABLE: [Person; 3] = [
        Person { elo: 500, sight: 0.0, lapse: 0.5, doubt: 90.0 },
        Person { elo: 1500, sight: 4.0, lapse: 0.3, doubt: 30.0 },
        Person { elo: 2500, sight: 8.0, lapse: 0.0, doubt: 0.0 },
    ];

    /// A game of one move.
    #[derive(Clone, PartialEq, Debug)]
    struct Offers(Vec<u32>);

    impl Game for Offers {
        type Move = u32;

        fn turn(&self) -> Player {
            Player::First
        }

        fn moves(&self, out: &mut Vec<u32>) {
            out.extend(if self.0.is_empty() { 0..4 } else { 0..0 });
        }

        fn apply(&mut self, chosen: u32) {
            self.0.push(chosen);
        }

        fn score_finished(&self) -> Outcome {
            Outcome::Draw
        }
    }

    /// What each move looks like at a glance and after so many plies: 0 is sound, 1 wins a pawn
    /// until the third ply refutes it, 2 looks bad until the fifth ply, 3 is plainly bad.
    const FOUND: [[i32; 7]; 4] = [
        [0, 0, 0, 0, 0, 0, 0],
        [100, 100, 100, -300, -300, -300, -300],
        [-50, -50, -50, -50, -50, 500, 500],
        [-900, -900, -900, -900, -900, -900, -900],
    ];

    fn found(question: &Question<Offers>, depth: u32) -> Choice<u32> {
        let mut lines: Vec<_> = question
            .moves()
            .into_iter()
            .map(|m| Line { moves: vec![m], value: Value::Estimate(FOUND[m as usize][depth as usize]) })
            .collect();
        lines.sort_by_key(|line| std::cmp::Reverse(line.value.rank()));
        lines.truncate(question.lines.get());
        Choice {
            lines,
            depth,
            selective_depth: depth,
            nodes: u64::from(depth),
            time: std::time::Duration::ZERO,
            stopped_by: StoppedBy::Depth,
            source: Source::Search,
        }
    }

    fn chosen(person: &Person, question: &Question<Offers>, seed: u64) -> Choice<u32> {
        let glance = |next: &Offers| Score::estimate(FOUND[next.0[0] as usize][0]);
        let search = |question: &Question<Offers>, budget: &Budget, watch: &mut dyn FnMut(&Choice<u32>)| {
            let deepest = budget.depth.unwrap().min(6);
            (1..=deepest).for_each(|depth| watch(&found(question, depth)));
            found(question, deepest)
        };
        person.choose(question, &Budget::default(), Dice::seeded(seed), glance, search)
    }

    /// How often each move is chosen, of a thousand times.
    fn often(person: Person) -> [usize; 4] {
        let mut times = [0; 4];
        let question = Question::new(Offers(Vec::new()));
        (0..1_000).for_each(|seed| times[chosen(&person, &question, seed).chosen() as usize] += 1);
        times
    }

    #[test]
    fn between_two_of_the_table_people_are_in_between() {
        let person = Person::of(1000, &TABLE).unwrap();
        assert_eq!((person.sight, person.lapse, person.doubt), (2.0, 0.4, 60.0));
        for known in TABLE {
            assert_eq!(Person::of(known.elo, &TABLE), Some(known));
        }
        assert_eq!(Person::of(1, &TABLE).map(|person| person.sight), Some(0.0));
        assert_eq!(Person::of(9000, &TABLE).map(|person| person.sight), Some(8.0));
        assert_eq!(Person::of(1500, &[]), None);
    }

    #[test]
    fn who_sees_further_is_not_deceived() {
        let seeing = |sight| often(Person { elo: 0, sight, lapse: 0.0, doubt: 1.0 });
        assert_eq!(seeing(1.0)[1], 1_000, "the pawn is taken");
        assert_eq!(seeing(3.0)[0], 1_000, "the refutation is seen");
        assert_eq!(seeing(5.0)[2], 1_000, "the shot is found");
    }

    #[test]
    fn attention_lapses_now_and_then() {
        let [sound, deceived, shot, gift] = often(Person { elo: 0, sight: 3.0, lapse: 0.5, doubt: 1.0 });
        assert!((380..490).contains(&deceived), "{deceived}");
        assert_eq!((sound + deceived, shot, gift), (1_000, 0, 0), "what is plainly bad is seen by all");
    }

    #[test]
    fn doubt_makes_worse_moves_rarer_the_worse_they_are() {
        let [sound, deceived, _, gift] = often(Person { elo: 0, sight: 3.0, lapse: 0.0, doubt: 150.0 });
        assert!(sound > 3 * deceived && deceived > 3 * gift, "{sound} {deceived} {gift}");
    }

    #[test]
    fn the_same_dice_choose_the_same_and_others_are_told_too() {
        let person = Person { elo: 0, sight: 2.0, lapse: 1.0, doubt: 100.0 };
        let question = Question { lines: one_or_more(3), ..Question::new(Offers(Vec::new())) };
        for seed in 0..50 {
            let [one, two] = [(), ()].map(|()| chosen(&person, &question, seed));
            assert_eq!((&one.lines, one.lines.len()), (&two.lines, 3));
        }
    }
}
