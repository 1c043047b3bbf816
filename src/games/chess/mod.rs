//! Chess, Chess960 included.
//!
//! - [`rules`]: the position, its moves, and when two positions are the same;
//! - [`draws`]: how a game ends that nobody won; `keys`: what the key of a
//!   position is made of, and which moves lead back;
//! - `legality`: what makes a position one, each fault named;
//! - [`fen`] and [`diagram`]: positions as text, `fields` what stands there after the pieces, `men` their letters
//!   and figurines; [`moves`] and [`san`]:
//!   moves as text, read and written; `pgn`: what is chess's own in written games; [`openings`]: their
//!   names; [`notation`]: what the house asks of every game;
//! - [`knowledge`]: what the search may know, and how boldly it searches: [`judgement`] judges a position, by
//!   a [`network`] or by features ([`evaluate`]), [`exchange`] a capture, [`hunches`] any other move, [`endgames`], [`kpk`] and
//!   [`lone_king`] know how it will end, and so do [`syzygy`]'s tables; [`noisy`] lists the moves that
//!   change what stands on the board, `reach` what a piece attacks, `squares` moves sets of squares about;
//! - [`book`]: openings prepared; `levels`: how people play;
//! - [`kriegspiel`]: the same game played blind;
//! - [`uci`]: the protocol that GUIs and match runners speak.

pub mod book;
pub mod diagram;
pub mod draws;
pub mod endgames;
pub mod evaluate;
pub mod exchange;
pub mod fen;
mod fields;
pub mod hunches;
pub mod judgement;
mod keys;
pub mod knowledge;
pub mod kpk;
pub mod kriegspiel;
mod legality;
mod levels;
pub mod lone_king;
mod men;
pub mod moves;
pub mod network;
pub mod noisy;
pub mod notation;
pub mod openings;
mod pgn;
mod reach;
pub mod rules;
pub mod san;
mod squares;
pub mod syzygy;
pub mod uci;

pub use knowledge::Knowledge;
pub use rules::Chess;
