//! What callers send, read into types that cannot be wrong.
//!
//! - [`fields`]: the fields of a body or of a query, by name;
//! - [`unambiguous`]: the JSON that they are read from; [`field_names`]: those that a part of a request has;
//! - [`whole`]: numbers as JSON writes them;
//! - [`naming`]: the fields that name a game and a position;
//! - [`written`]: those that name a whole game, as somebody may have written it down;
//! - [`budget`]: the fields that say what a search may spend and how it shall play;
//! - [`best_move`]: what is sent to `/bestmove`, made of these two;
//! - [`accept`]: which form of answer the caller prefers;
//! - [`sent`]: the extractor that makes a request of all this;
//! - [`schema`]: how a request of several parts is described.

pub mod accept;
pub mod best_move;
pub mod budget;
pub mod field_names;
pub mod fields;
pub mod naming;
pub mod schema;
pub mod sent;
pub mod unambiguous;
pub mod whole;
pub mod written;
