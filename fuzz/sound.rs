//! What must hold of anything that a caller sends: it is refused with a reason, or it is a
//! position like any other. The laws hold to it too, in `tests/laws.rs`.

use bestmove::registry::{Ask, Naming, Room};
use bestmove::search::{Budget, Stop};

/// Nothing panics; what is accepted is written in a form that reads back, and gets a legal move.
pub fn is_refused_or_sound(room: &dyn Room, naming: &Naming) {
    let Ok(view) = room.position(naming) else { return };
    let id = room.card().id;
    assert!(view.status.over || room.evaluate(naming).is_ok(), "{id} {naming:?}");
    let read = room.position(&Naming::of(&view.position)).map(|read| read.position);
    assert_eq!(read.as_ref(), Ok(&view.position), "{id} {naming:?}");
    if !view.status.over && view.status.awaits.is_none() {
        let ask = Ask::new(naming.clone(), Budget { nodes: Some(2000), ..Budget::depth(1) });
        let work = room.best_move(&ask).unwrap_or_else(|fault| panic!("{id} {naming:?}: {fault:?}"));
        let told = work(&Stop::new(), &mut drop);
        let is_legal = view.legal_moves.iter().any(|legal| legal.r#move == told.r#move);
        assert!(is_legal, "{id} {naming:?}: {}", told.r#move);
    }
}
