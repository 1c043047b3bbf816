//! What must hold of anything that a caller sends: it is refused with a reason, or it is a
//! position like any other.

use bestmove::registry::{Ask, Naming, Room};
use bestmove::search::{Budget, Stop};

/// Nothing panics; what is accepted is written in a form that reads back, and gets a legal move.
pub fn is_refused_or_sound(room: &dyn Room, naming: &Naming) {
    let Ok(view) = room.position(naming) else { return };
    let again = room.position(&Naming::of(&view.position)).expect("the canonical form is read");
    assert_eq!(again.position, view.position);
    room.evaluate(naming).expect("what is accepted can be evaluated");
    if !view.status.over && view.status.awaits.is_none() {
        let ask = Ask::new(naming.clone(), Budget { nodes: Some(200), ..Budget::depth(1) });
        let told = room.best_move(&ask, &Stop::new(), &mut |_| {}).expect("an unfinished game has a move");
        assert!(view.legal_moves.iter().any(|legal| legal.r#move == told.r#move));
    }
}
