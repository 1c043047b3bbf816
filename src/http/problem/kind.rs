//! The kinds of problems: a table of all that is the same about each of them.

use axum::http::StatusCode;
use tracing::Level;

/// What kind of thing is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    BadJson,
    BadType,
    UnknownField,
    BadValue,
    Conflict,
    BadPosition,
    IllegalMove,
    GameOver,
    BudgetSpent,
    UnknownGame,
    NotFound,
    MethodNotAllowed,
    NotAcceptable,
    Timeout,
    TooLarge,
    UnsupportedMediaType,
    TooManyRequests,
    ServerFull,
    WarmingUp,
    NotAnswering,
    ShuttingDown,
    /// Stays the last: the table is so long.
    Internal,
}

/// What is the same about every problem of a kind.
#[derive(Clone, Copy, Debug)]
pub struct About {
    pub kind: Kind,
    /// The last part of its `type`.
    pub slug: &'static str,
    pub status: StatusCode,
    pub title: &'static str,
    /// When it happens and what to do, for the page behind `type`.
    pub explanation: &'static str,
    /// How loudly to log it: a caller's slip is no news, our own is.
    pub level: Level,
}

impl About {
    /// The `type` of such problems: where they are explained.
    #[must_use]
    pub fn address(&self) -> String {
        format!("/problems/{}", self.slug)
    }
}

impl Kind {
    /// Every kind there is.
    pub fn all() -> impl Iterator<Item = Kind> {
        TABLE.iter().map(|about| about.kind)
    }

    /// What is documented of it.
    #[must_use]
    pub fn about(self) -> &'static About {
        &TABLE[self as usize]
    }

    /// The kind by the last part of its address.
    #[must_use]
    pub fn by_slug(slug: &str) -> Option<Kind> {
        Kind::all().find(|kind| kind.about().slug == slug)
    }

    /// The kind to tell a bare status by.
    pub(super) fn of_status(status: StatusCode) -> Kind {
        match status {
            // Bodies and queries are read here, and games looked up: what the framework cannot read, or does not
            // find, is an address.
            StatusCode::BAD_REQUEST | StatusCode::NOT_FOUND => Kind::NotFound,
            StatusCode::UNPROCESSABLE_ENTITY => Kind::BadValue,
            _ => Kind::all().find(|kind| kind.about().status == status).unwrap_or(Kind::Internal),
        }
    }
}

/// In the order of [`Kind`].
static TABLE: [About; Kind::Internal as usize + 1] = [
    About {
        kind: Kind::BadJson,
        slug: "bad-json",
        status: StatusCode::BAD_REQUEST,
        level: Level::DEBUG,
        title: "The body is not sound JSON",
        explanation: "The body could not be read as JSON in UTF-8, or an object in it says a name twice. The detail \
                      says what is wrong and, where the reader stopped, at which line and column.",
    },
    About {
        kind: Kind::BadType,
        slug: "bad-type",
        status: StatusCode::BAD_REQUEST,
        level: Level::DEBUG,
        title: "A field has the wrong type",
        explanation: "The field that the pointer names wants another type: text where a number was sent, say. Moves and \
                      positions are always strings, even where they look like numbers.",
    },
    About {
        kind: Kind::UnknownField,
        slug: "unknown-field",
        status: StatusCode::BAD_REQUEST,
        level: Level::DEBUG,
        title: "There is no such field",
        explanation: "Fields that are not known are refused rather than ignored, so that a slip of the pen does not go \
                      unnoticed. The hint names the nearest field that exists.",
    },
    About {
        kind: Kind::BadValue,
        slug: "bad-value",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        level: Level::DEBUG,
        title: "A field has a value that it cannot have",
        explanation: "The field is known and its type is right, but the value is impossible, or impossible for this game.",
    },
    About {
        kind: Kind::Conflict,
        slug: "conflicting-fields",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        level: Level::DEBUG,
        title: "Two fields contradict each other",
        explanation: "Each of the fields is sound alone, but they cannot stand together: two ways to name a position, \
                      two strengths, or a field that belongs to another game.",
    },
    About {
        kind: Kind::BadPosition,
        slug: "bad-position",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        level: Level::DEBUG,
        title: "The position is not a legal one",
        explanation: "The position cannot be read, or cannot be. GET /games/{id} describes the notation of each game, \
                      with examples.",
    },
    About {
        kind: Kind::IllegalMove,
        slug: "illegal-move",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        level: Level::DEBUG,
        title: "The move is not a legal one",
        explanation: "The move cannot be read, or is not legal in the position that the moves before it lead to. \
                      POST /position lists the legal moves of any position.",
    },
    About {
        kind: Kind::GameOver,
        slug: "game-over",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        level: Level::DEBUG,
        title: "The game is over",
        explanation: "There is no move to choose: the game has ended. The detail says how. POST /position tells the \
                      status of any position.",
    },
    About {
        kind: Kind::BudgetSpent,
        slug: "budget-spent",
        status: StatusCode::UNPROCESSABLE_ENTITY,
        level: Level::DEBUG,
        title: "The total budget is spent",
        explanation: "A batch has one budget for all its requests, and those before this one have used it up. Requests \
                      with limits of their own leave more for the others.",
    },
    About {
        kind: Kind::UnknownGame,
        slug: "unknown-game",
        status: StatusCode::NOT_FOUND,
        level: Level::DEBUG,
        title: "There is no such game",
        explanation: "GET /games lists the games that are served, by id.",
    },
    About {
        kind: Kind::NotFound,
        slug: "not-found",
        status: StatusCode::NOT_FOUND,
        level: Level::DEBUG,
        title: "There is nothing here",
        explanation: "No resource has this address. GET /openapi.json lists every route of the API, and /docs shows them.",
    },
    About {
        kind: Kind::MethodNotAllowed,
        slug: "method-not-allowed",
        status: StatusCode::METHOD_NOT_ALLOWED,
        level: Level::DEBUG,
        title: "This address does not take this method",
        explanation: "The Allow header lists the methods that it takes.",
    },
    About {
        kind: Kind::NotAcceptable,
        slug: "not-acceptable",
        status: StatusCode::NOT_ACCEPTABLE,
        level: Level::DEBUG,
        title: "There is no answer in any of the accepted forms",
        explanation: "The Accept header leaves out every media type that this address can answer in, or Accept-Encoding \
                      every encoding, the plain one too.",
    },
    About {
        kind: Kind::Timeout,
        slug: "request-timeout",
        status: StatusCode::REQUEST_TIMEOUT,
        level: Level::DEBUG,
        title: "The request took too long to arrive",
        explanation: "The body was not complete in time. Send the request again, in one piece.",
    },
    About {
        kind: Kind::TooLarge,
        slug: "too-large",
        status: StatusCode::PAYLOAD_TOO_LARGE,
        level: Level::DEBUG,
        title: "The request is too large",
        explanation: "GET /limits tells how large a body may be and how many entries a list may have.",
    },
    About {
        kind: Kind::UnsupportedMediaType,
        slug: "unsupported-media-type",
        status: StatusCode::UNSUPPORTED_MEDIA_TYPE,
        level: Level::DEBUG,
        title: "The body is of a type that is not read here",
        explanation: "Bodies are JSON: send `Content-Type: application/json`, or any type that ends in `+json`.",
    },
    About {
        kind: Kind::TooManyRequests,
        slug: "too-many-requests",
        status: StatusCode::TOO_MANY_REQUESTS,
        level: Level::INFO,
        title: "Too many requests from one caller",
        explanation: "Each caller has an allowance, which fills up again with time. Retry-After says when there is \
                      enough of it; GET /limits tells how much is left.",
    },
    About {
        kind: Kind::ServerFull,
        slug: "server-full",
        status: StatusCode::SERVICE_UNAVAILABLE,
        level: Level::WARN,
        title: "The server is full",
        explanation: "Every seat is taken, and the request would have to wait longer than its time allows, or in a \
                      queue that has no place left. Retry-After is an estimate of when the same request would be taken.",
    },
    About {
        kind: Kind::WarmingUp,
        slug: "warming-up",
        status: StatusCode::SERVICE_UNAVAILABLE,
        level: Level::INFO,
        title: "The server is warming up",
        explanation: "The games are working out what else the first who asks would have to wait for: GET /readyz says so \
                      for the first moment. Requests are answered, but some may take longer.",
    },
    About {
        kind: Kind::NotAnswering,
        slug: "not-answering",
        status: StatusCode::SERVICE_UNAVAILABLE,
        level: Level::ERROR,
        title: "The server does not answer",
        explanation: "A search of one ply was not answered, though there is room: GET /readyz says so. Other replicas may \
                      answer; where it lasts, this one should be started again.",
    },
    About {
        kind: Kind::ShuttingDown,
        slug: "shutting-down",
        status: StatusCode::SERVICE_UNAVAILABLE,
        level: Level::INFO,
        title: "The server is going down",
        explanation: "This replica is finishing what it has begun and takes nothing new. Another one will answer.",
    },
    About {
        kind: Kind::Internal,
        slug: "internal",
        status: StatusCode::INTERNAL_SERVER_ERROR,
        level: Level::ERROR,
        title: "The server made a mistake",
        explanation: "This is a defect of the service, not of the request. The x-request-id header of the answer finds \
                      it in the log.",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_stands_at_its_place_and_is_found_by_its_slug() {
        for (place, about) in TABLE.iter().enumerate() {
            assert_eq!(about.kind as usize, place, "{}", about.slug);
            assert_eq!(Kind::by_slug(about.slug), Some(about.kind));
        }
        assert_eq!(Kind::by_slug("no-such-problem"), None);
    }
}
