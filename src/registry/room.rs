//! A game and its engine behind one door. A few virtual calls a request, none a node: what is asked is
//! read first, and refused if need be; what is left is [`Work`].

use std::num::NonZeroUsize;
use std::sync::Arc;

use super::answer::Answer;
use super::description::Description;
use super::evaluation::{Evaluation, TermView};
use super::position::PositionView;
use super::record::{Naming, Record};
use super::review::{ToReview, to_review};
use super::telling::Teller;
use super::tree::TreeView;
use super::umpire::{Chair, Leads};
use super::work::Work;
use super::written::{Transcript, Written};
use crate::dice::Dice;
use crate::game::divided;
use crate::mixing::mixed;
use crate::notation::{Card, Fault, Notation};
use crate::search::tree::lay_open;
use crate::search::{Budget, Choice, Engine, Question};
use crate::umpire::Umpired;

/// How a position is looked at.
#[derive(Clone, Copy, Default, Debug)]
pub struct Glance {
    /// Tells all that was played, as the game writes it.
    pub played: bool,
    /// Draws from this seed what chance has to bring first; the view lists the moves with those
    /// events appended. One seed does for a whole game: the same is drawn only where the position
    /// and the number of moves are the same, too.
    pub roll: Option<u64>,
}

/// A request for the best move, as it comes through the door.
#[derive(Clone, Debug)]
pub struct Ask {
    pub naming: Naming,
    pub budget: Budget,
    pub search_moves: Vec<String>,
    pub lines: NonZeroUsize,
    pub threads: NonZeroUsize,
    pub seed: u64,
    pub elo: Option<u64>,
    pub book: bool,
    pub tablebase: bool,
}

impl Ask {
    #[must_use]
    pub fn new(naming: Naming, budget: Budget) -> Ask {
        Ask {
            naming,
            budget,
            search_moves: Vec::new(),
            lines: NonZeroUsize::MIN,
            threads: NonZeroUsize::MIN,
            seed: 0,
            elo: None,
            book: true,
            tablebase: true,
        }
    }
}

/// What can be asked of a game without knowing it.
pub trait Room: Send + Sync {
    /// What is fixed about the game: its names, its unit, its notation in words.
    fn card(&self) -> &'static Card;

    /// The fields of a request that the game reads besides `position`.
    fn fields(&self) -> &'static [&'static str];

    /// How many moves are read; a longer list is no game.
    fn longest(&self) -> usize;

    /// All that `GET /games/{id}` tells.
    fn describe(&self) -> Description;

    /// How many threads a search makes use of at most.
    fn most_threads(&self) -> NonZeroUsize;

    /// Works out now what else the first request that needs it would have to wait for.
    fn prepare(&self);

    /// Chooses a move within the budget, each step an improvement.
    fn best_move(&self, ask: &Ask) -> Result<Work<Answer, Answer>, Fault>;

    /// The position at the end of a game laid out for somebody who knows no rules.
    fn look(&self, game: &Written, glance: Glance) -> Result<PositionView, Fault>;

    /// The same of a position, and nothing of how it came about.
    fn position(&self, naming: &Naming) -> Result<PositionView, Fault> {
        self.look(&Written::Moves(naming.clone()), Glance::default())
    }

    /// What a position looks like without searching, term by term.
    fn evaluate(&self, naming: &Naming) -> Result<Evaluation, Fault>;

    /// The game tree below a position, as deep as the budget's plies, nodes and time reach.
    fn tree(&self, naming: &Naming, budget: &Budget) -> Result<Work<TreeView>, Fault>;

    /// The number by which a written game says that it is this one.
    fn game_type(&self) -> Option<u8>;

    /// Reads a whole game, to be looked through.
    fn review(&self, game: &Written) -> Result<ToReview, Fault>;

    /// For each legal move, how many leaves the tree below it has at that depth in all.
    fn perft(&self, naming: &Naming, depth: u32) -> Result<Vec<(String, u64)>, Fault>;

    /// Who leads games in which something is hidden; none where nothing is.
    fn umpire(&self) -> Option<&dyn Leads>;
}

/// A game, and the engine that plays it.
pub(super) struct Tenant<G: Notation> {
    engine: Arc<dyn Engine<G>>,
    umpire: Option<Box<dyn Leads>>,
}

impl<G: Umpired> Tenant<G> {
    pub(super) fn with_umpire(engine: impl Engine<G>) -> Tenant<G> {
        let tenant = Tenant::new(engine);
        Tenant { umpire: Some(Box::new(Chair { engine: tenant.engine.clone() })), ..tenant }
    }
}

impl<G: Notation> Tenant<G> {
    pub(super) fn new(engine: impl Engine<G>) -> Tenant<G> {
        Tenant { engine: Arc::new(engine), umpire: None }
    }

    fn question(&self, ask: &Ask) -> Result<Question<G>, Fault> {
        let record = Record::<G>::read(&ask.naming)?.unfinished(ask.naming.field())?;
        let mut only = Vec::new();
        for (number, text) in ask.search_moves.iter().enumerate() {
            let pointer = format!("/search_moves/{number}");
            only.push(record.position.parse_move(text).map_err(|fault| fault.at(pointer))?);
        }
        Ok(Question {
            position: record.position,
            past: record.past,
            only,
            value_an_only_move: false,
            lines: ask.lines,
            threads: ask.threads,
            seed: ask.seed,
            elo: ask.elo.map(|asked| self.measured(asked)).transpose()?,
            book: ask.book,
            tablebase: ask.tablebase,
        })
    }

    /// The strength that was asked for, if people of that strength were measured.
    fn measured(&self, asked: u64) -> Result<u16, Fault> {
        let (least, most) = self.engine.elo_range().ok_or_else(|| {
            Fault::value("/elo", "This game has no measured scale of human strength")
                .hint("Use `level`: easy, medium, hard or max")
        })?;
        u16::try_from(asked).ok().filter(|elo| (least..=most).contains(elo)).ok_or_else(|| {
            Fault::value("/elo", format!("{asked} is outside the measured range"))
                .hint(format!("Ask for {least} to {most}"))
        })
    }
}

impl<G: Notation> Room for Tenant<G> {
    fn card(&self) -> &'static Card {
        &G::CARD
    }

    fn fields(&self) -> &'static [&'static str] {
        G::FIELDS
    }

    fn longest(&self) -> usize {
        G::LONGEST
    }

    fn describe(&self) -> Description {
        Description::new(&G::CARD, G::start().write(), G::start().board(), self.engine.elo_range())
    }

    fn most_threads(&self) -> NonZeroUsize {
        self.engine.most_threads()
    }

    fn prepare(&self) {
        self.engine.prepare();
    }

    fn best_move(&self, ask: &Ask) -> Result<Work<Answer, Answer>, Fault> {
        let (question, budget, engine) = (self.question(ask)?, ask.budget, self.engine.clone());
        Ok(Box::new(move |stop, watch| {
            let mut teller = Teller::new(&question);
            let mut told = |choice: &Choice<G::Move>| watch(teller.answer(choice));
            let choice = engine.choose(&question, &budget, stop, &mut told);
            teller.answer(&choice)
        }))
    }

    fn look(&self, game: &Written, glance: Glance) -> Result<PositionView, Fault> {
        let nature = G::CARD.nature;
        if glance.roll.is_some() && nature.deterministic && nature.observable {
            let fault = Fault::value("/roll", "There is nothing to roll in this game");
            return Err(fault.hint("Leave `roll` out"));
        }
        let (mut record, written) = match game {
            Written::Moves(naming) if glance.played => (Record::<G>::read_whole(naming)?, None),
            Written::Moves(naming) => (Record::read(naming)?, None),
            Written::Pgn(text) => Transcript::read(text).map(|read| (read.record, Some(read.told)))?,
        };
        // What chance brings goes on from these.
        let to_roll = glance.roll.map(|seed| {
            let moves: Vec<_> = match game {
                Written::Moves(naming) => naming.moves.clone(),
                Written::Pgn(_) => record.told().into_iter().flatten().map(|played| played.r#move).collect(),
            };
            (seed, moves)
        });
        record.course.take_if(|_| !glance.played);
        let Some((seed, moves)) = to_roll else { return Ok(PositionView { written, ..record.view() }) };
        let key = mixed(record.position.write().bytes().map(u64::from));
        let drawn = record.roll(&mut Dice::of_turn(seed, key, moves.len()))?;
        let rolled = drawn.iter().map(|event| G::event_text(event)).collect();
        let moves = moves.into_iter().chain(drawn).collect();
        Ok(PositionView { moves: Some(moves), rolled: Some(rolled), written, ..record.view() })
    }

    fn evaluate(&self, naming: &Naming) -> Result<Evaluation, Fault> {
        let record = Record::<G>::read(naming)?.undecided(naming.field())?;
        let terms = self.engine.terms(&record.position);
        Ok(Evaluation {
            game: G::CARD.id,
            position: record.position.write(),
            turn: G::CARD.player_name(record.position.turn()),
            unit: G::CARD.unit,
            total: terms.iter().map(|term| i64::from(term.value)).sum(),
            terms: terms.into_iter().map(|t| TermView { name: t.name, value: i64::from(t.value) }).collect(),
            tension: record.position.tension().map(|cells| cells.into_iter().collect()),
        })
    }

    fn tree(&self, naming: &Naming, budget: &Budget) -> Result<Work<TreeView>, Fault> {
        let record = Record::<G>::read(naming)?.undecided(naming.field())?;
        let (budget, engine) = (*budget, self.engine.clone());
        Ok(Box::new(move |stop, _| {
            let estimate = |leaf: &G| engine.terms(leaf).iter().map(|term| term.value).sum();
            TreeView::new(&lay_open(&record.position, &record.past, &budget, stop, &estimate))
        }))
    }

    fn game_type(&self) -> Option<u8> {
        G::GAME_TYPE
    }

    fn review(&self, game: &Written) -> Result<ToReview, Fault> {
        to_review(game, self.engine.clone())
    }

    fn perft(&self, naming: &Naming, depth: u32) -> Result<Vec<(String, u64)>, Fault> {
        let position = Record::<G>::read(naming)?.settled()?.position;
        Ok(divided(&position, depth).map(|(m, count)| (position.write_move(m), count)).collect())
    }

    fn umpire(&self) -> Option<&dyn Leads> {
        self.umpire.as_deref()
    }
}
