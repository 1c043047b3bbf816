//! Chess over the Universal Chess Interface, for GUIs and match runners.

use super::{Failure, unwritten};
use crate::games::chess::{Knowledge, uci};
use crate::search::alphabeta::AlphaBeta;
use crate::search::parallel::STACK;

pub(super) fn run() -> Result<(), Failure> {
    // For the helpers of a search. It fails only where such a pool is there already.
    let _ = rayon::ThreadPoolBuilder::new().stack_size(STACK).build_global();
    let engine = AlphaBeta::new(Knowledge::default());
    uci::talk(engine, std::io::stdin().lock(), std::io::stdout()).map_err(unwritten)
}
