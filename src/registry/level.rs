//! How well to play, for people.

use std::num::NonZeroU32;

use utoipa::ToSchema;

/// How far a player looks ahead.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum Level {
    Easy,
    Medium,
    Hard,
    Max,
}

impl Level {
    /// The weakest first.
    pub const ALL: [Level; 4] = [Level::Easy, Level::Medium, Level::Hard, Level::Max];

    /// As it is written in requests.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Max => "max",
        }
    }

    /// In plies; `max` sets no limit.
    #[must_use]
    pub fn depth(self) -> Option<NonZeroU32> {
        match self {
            Level::Easy => NonZeroU32::new(3),
            Level::Medium => NonZeroU32::new(4),
            Level::Hard => NonZeroU32::new(5),
            Level::Max => None,
        }
    }
}
