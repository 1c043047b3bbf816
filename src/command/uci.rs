//! Chess over the Universal Chess Interface, for GUIs and match runners.

use super::{Failure, unwritten};
use crate::games::chess::{knowledge::ChessKnowledge, uci};
use crate::search::alphabeta::AlphaBeta;

pub(super) fn run() -> Result<(), Failure> {
    let engine = AlphaBeta::new(ChessKnowledge::default());
    uci::talk(engine, std::io::stdin().lock(), std::io::stdout()).map_err(unwritten)
}
