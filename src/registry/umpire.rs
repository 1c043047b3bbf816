//! A game against the engine under an umpire, behind the door: the caller has no more than what
//! one player knows.

use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::position::PositionView;
use super::record::Record;
use super::work::{Means, Visited, Work};
use crate::dice::Dice;
use crate::game::Player;
use crate::notation::Fault;
use crate::search::budget::first_part;
use crate::search::{Budget, Engine, Question, StoppedBy};
use crate::umpire::{Umpire, Umpired};

/// A game as the umpire writes it down: all of it, for nobody else's eyes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Minutes {
    pub game: String,
    /// Whom the caller plays.
    pub player: String,
    /// What either player tried, oldest first.
    pub tries: Vec<String>,
}

/// What the caller knows.
#[derive(Clone, PartialEq, Debug)]
pub struct Hearing {
    pub minutes: Minutes,
    pub player: &'static str,
    /// What the caller tried and heard in this step.
    pub heard: Vec<String>,
    /// What the caller knew before the first move.
    pub start: String,
    /// What the caller knows now; its moves are all that was tried and heard.
    pub view: PositionView,
    /// The position as it is, for all to see when the game is over.
    pub truth: Option<PositionView>,
}

/// What the engine's tries led to.
#[derive(Clone, PartialEq, Debug)]
pub struct Reply {
    pub hearing: Hearing,
    /// Positions visited for all of them.
    pub nodes: u64,
    /// Whether time ended the search for any of them.
    pub out_of_time: bool,
}

impl Visited for Reply {
    fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// How a game goes on.
pub enum Led {
    /// The caller has heard all that there is to hear for now.
    Heard(Box<Hearing>),
    /// The engine is to try until something is granted.
    AwaitsEngine(Work<Reply>),
}

/// Leads games of one kind.
pub trait Leads: Send + Sync {
    /// Answers what the caller tries. Without a try the engine plays, if it is to move, with these means for
    /// each of its tries, the deadline for all of them; if not, the caller is told what there is to know.
    fn lead(&self, minutes: Minutes, tried: Option<&str>, means: Means, seed: u64) -> Result<Led, Fault>;
}

/// The engine that the callers' opponent asks.
pub(super) struct Chair<G> {
    pub engine: Arc<dyn Engine<G>>,
}

impl<G: Umpired> Leads for Chair<G> {
    fn lead(&self, minutes: Minutes, tried: Option<&str>, means: Means, seed: u64) -> Result<Led, Fault> {
        let mut sitting = Sitting::<G>::resume(minutes)?;
        let awaits_engine = sitting.awaits_engine();
        let Some(text) = tried else {
            return Ok(if awaits_engine {
                Led::AwaitsEngine(self.reply(sitting, means, seed))
            } else {
                Led::Heard(Box::new(sitting.hearing()))
            });
        };
        if awaits_engine {
            return Err(Fault::illegal("It is the opponent's turn")
                .at("/try")
                .hint("Send the seal without a `try`, and the engine plays"));
        }
        let view = sitting.record().unfinished("/seal")?.position;
        let at_try = |fault: Fault| fault.at("/try");
        sitting.step(view.parse_move(text).map_err(at_try)?).map_err(at_try)?;
        Ok(Led::Heard(Box::new(sitting.hearing())))
    }
}

impl<G: Umpired> Chair<G> {
    /// The engine's turn.
    fn reply(&self, mut sitting: Sitting<G>, means: Means, seed: u64) -> Work<Reply> {
        let (engine, Means { budget, threads }) = (self.engine.clone(), means);
        Box::new(move |stop, _| {
            let (mut nodes, mut out_of_time) = (0, false);
            while sitting.awaits_engine() {
                let player = sitting.caller.opponent();
                let past = sitting.umpire.past(player).to_vec();
                let question = Question {
                    threads,
                    // Views have no keys: what was heard before tells the turns of a game apart.
                    seed: Dice::of_turn(seed, 0, past.len()).bits(),
                    past,
                    ..Question::new(sitting.umpire.view(player).clone())
                };
                // Half of what is left: a refusal asks for another try.
                let half = |deadline| first_part(Instant::now(), deadline, 2);
                let budget = Budget { deadline: budget.deadline.map(half), ..budget };
                let choice = engine.choose(&question, &budget, stop, &mut |_| {});
                nodes += choice.nodes;
                out_of_time |= choice.stopped_by == StoppedBy::Time;
                sitting.step(choice.chosen()).expect("the engine tries what may be tried");
            }
            Reply { hearing: sitting.hearing(), nodes, out_of_time }
        })
    }
}

/// A game that goes on.
struct Sitting<G: Umpired> {
    umpire: Umpire<G>,
    caller: Player,
    minutes: Minutes,
    /// How much the caller had heard when it was resumed.
    known: usize,
}

impl<G: Umpired> Sitting<G> {
    fn resume(minutes: Minutes) -> Result<Sitting<G>, Fault> {
        let caller = G::CARD.player_meant(&minutes.player, "/player")?;
        let mut umpire = Umpire::<G>::default();
        for text in &minutes.tries {
            let at_seal = |fault: Fault| fault.at("/seal");
            let tried = umpire.view(umpire.turn()).parse_move(text).map_err(at_seal)?;
            umpire.answer(tried).map_err(at_seal)?;
        }
        let known = umpire.heard(caller).len();
        Ok(Sitting { umpire, caller, minutes, known })
    }

    fn awaits_engine(&self) -> bool {
        self.umpire.turn() != self.caller && !self.umpire.is_over()
    }

    fn step(&mut self, tried: G::Move) -> Result<(), Fault> {
        self.minutes.tries.push(self.umpire.view(self.umpire.turn()).write_move(tried));
        self.umpire.answer(tried).map(drop)
    }

    /// The game as the caller knows it.
    fn record(&self) -> Record<G> {
        Record::new(self.umpire.view(self.caller).clone(), self.umpire.past(self.caller).to_vec())
    }

    /// The game as it is.
    fn truth(&self) -> Record<G::World> {
        Record::new(self.umpire.world().clone(), self.umpire.past_worlds().to_vec())
    }

    fn hearing(self) -> Hearing {
        let heard = self.umpire.heard(self.caller);
        Hearing {
            player: G::CARD.player_name(self.caller),
            heard: heard[self.known..].to_vec(),
            start: G::start_of(self.caller).write(),
            view: PositionView { moves: Some(heard.to_vec()), ..self.record().view() },
            truth: self.umpire.is_over().then(|| self.truth().view()),
            minutes: self.minutes,
        }
    }
}
