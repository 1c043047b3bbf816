//! What a caller got wrong about a position or a move, and what to do about it.

use std::fmt::Display;

use super::Ending;

/// What a caller got wrong about a position or a move, and what to do about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    pub kind: FaultKind,
    /// JSON pointer of the field at fault, from the request's root: `/position`, `/moves/3`.
    pub pointer: String,
    /// One sentence: what is wrong.
    pub detail: String,
    /// What to try instead, where we can tell.
    pub hint: Option<String>,
}

/// What kind of mistake it is: each is a problem of its own on the wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// What was sent is of another type than this field has.
    BadType,
    /// The position cannot be read, or is not a legal one.
    BadPosition,
    /// The move cannot be read, or is not legal here.
    IllegalMove,
    /// The field is known, but not with this value, or not in this game.
    BadValue,
    /// More was sent than is read.
    TooLarge,
    /// There is nothing to decide any more.
    GameOver,
}

impl Fault {
    /// A position that cannot be; the pointer is set by whoever knows the field.
    pub fn position(detail: impl Into<String>) -> Fault {
        Fault::new(FaultKind::BadPosition, "/position", detail)
    }

    /// A move that cannot be made; the pointer is set by whoever knows the field.
    pub fn illegal(detail: impl Into<String>) -> Fault {
        Fault::new(FaultKind::IllegalMove, "/moves", detail)
    }

    /// A move after the last.
    pub fn over(ending: &Ending) -> Fault {
        Fault::illegal(format!("The game was over before this move: {}", ending.reason))
            .hint("Leave it out, and all that follows")
    }

    /// A field that has a value it cannot have.
    pub fn value(pointer: impl Into<String>, detail: impl Into<String>) -> Fault {
        Fault::new(FaultKind::BadValue, pointer, detail)
    }

    /// A mistake in the field that the pointer names, without a hint.
    pub fn new(kind: FaultKind, pointer: impl Into<String>, detail: impl Into<String>) -> Fault {
        Fault { kind, pointer: pointer.into(), detail: detail.into(), hint: None }
    }

    /// The same with what to try instead.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    /// The same about another field.
    #[must_use]
    pub fn at(mut self, pointer: impl Into<String>) -> Fault {
        self.pointer = pointer.into();
        self
    }

    /// The same, where it is the position that tells it.
    #[must_use]
    pub fn in_position(self) -> Fault {
        Fault { kind: FaultKind::BadPosition, ..self.at("/position") }
    }

    /// The same, said of a part of what was sent: "Move 3 of white".
    #[must_use]
    pub fn within(mut self, part: impl Display) -> Fault {
        self.detail = format!("{part}: {}", self.detail);
        self
    }
}
