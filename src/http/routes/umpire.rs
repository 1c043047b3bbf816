//! `/umpire`: a game of hidden information against the engine. The caller keeps the game, sealed.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::http::App;
use crate::http::caller::{Arrival, Caller};
use crate::http::problem::{Kind, Problem};
use crate::http::wire::accept::json_is_welcome;
use crate::http::wire::budget::BudgetFields;
use crate::http::wire::fields::Fields;
use crate::http::wire::naming;
use crate::http::wire::schema::object_of;
use crate::http::wire::sent::{Request, Sent};
use crate::http::wire::whole::Whole;
use crate::notation::Card;
use crate::registry::level::Level;
use crate::registry::position::PositionView;
use crate::registry::umpire::{Hearing, Leads, Led, Minutes};
use crate::registry::{Ask, Means, Naming, Registry};
use crate::spelling::quoted;

/// What is sent to `/umpire`.
pub struct UmpireRequest {
    sitting: SittingFields,
    reply: ReplyFields,
}

/// Which game goes on, and how.
#[derive(Deserialize, ToSchema)]
struct SittingFields {
    /// The game's id in `GET /games`, to begin one.
    game: Option<String>,
    /// Whom the caller plays in a new game; who moves first, by default.
    player: Option<String>,
    /// The game so far, as the last answer gave it. Absent: a new game.
    seal: Option<String>,
    /// What the caller tries. Absent: the engine plays, if it is to move.
    r#try: Option<String>,
}

/// What the engine may spend.
#[derive(Deserialize, ToSchema)]
struct ReplyFields {
    /// `easy`, `medium` and `hard` look 3, 4 and 5 plies ahead; `max` sets no limit of its own.
    #[schema(value_type = Option<Level>, inline)]
    level: Option<String>,
    /// Plies, for each of its tries.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    depth: Option<Whole>,
    /// Wall time in milliseconds for all its tries, from the request's arrival to its answer.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    time_ms: Option<Whole>,
    /// Positions visited, for each of its tries.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9007199254740991i64)]
    nodes: Option<Whole>,
    /// For whatever is drawn at random; 0 by default.
    #[schema(value_type = Option<u64>, minimum = 0, maximum = 9007199254740991i64)]
    seed: Option<Whole>,
}

impl From<ReplyFields> for BudgetFields {
    fn from(reply: ReplyFields) -> BudgetFields {
        let ReplyFields { level, depth, time_ms, nodes, seed } = reply;
        BudgetFields { level, depth, time_ms, nodes, seed, ..BudgetFields::default() }
    }
}

impl Request for UmpireRequest {
    fn take(fields: &mut Fields) -> Result<UmpireRequest, Problem> {
        Ok(UmpireRequest { sitting: fields.take()?, reply: fields.take()? })
    }
}

impl PartialSchema for UmpireRequest {
    fn schema() -> RefOr<Schema> {
        let description = "A game under an umpire: a new one, or one that goes on.";
        object_of(description, [SittingFields::schema(), ReplyFields::schema()])
    }
}

impl ToSchema for UmpireRequest {}

/// What the caller hears, and what there is to know.
#[derive(Serialize, ToSchema)]
pub struct UmpireView {
    #[schema(example = "kriegspiel")]
    game: &'static str,
    /// Whom the caller plays.
    #[schema(example = "white")]
    player: &'static str,
    /// What the caller tried and heard in this request, as `moves` lists it.
    heard: Vec<String>,
    /// What the caller knew before the first move: the `position` of a question to `/bestmove`.
    start: String,
    /// What the caller knows now. Its `moves` are all that was tried and heard: the `moves` of that question.
    view: PositionView,
    /// The position as it is, once the game is over, with what all that was played says of it, like why it is over,
    /// but without the moves: of kriegspiel, a position of chess.
    #[serde(skip_serializing_if = "Option::is_none")]
    truth: Option<PositionView>,
    /// Which fields of the request were above the server's caps, and what they were lowered to; `time_ms`, too,
    /// where the engine's search made room for another caller's.
    limits_applied: BTreeMap<&'static str, u64>,
    /// The whole game, to be sent with the next request. Nobody but the umpire can read it.
    seal: String,
}

/// What does the umpire say?
///
/// A game of hidden information (kriegspiel) against the engine. The umpire answers each `try` and tells the caller
/// what there is to hear; a request without one has the engine play when it is to move. The server keeps nothing: the
/// game travels with the client, encrypted. A seal can be sent twice: a service whose players must not take back their
/// tries keeps the seals itself.
#[utoipa::path(
    post,
    path = "/umpire",
    operation_id = "umpire",
    tag = "moves",
    request_body = UmpireRequest,
    responses((status = 200, description = "What the caller heard and knows", body = UmpireView))
)]
pub async fn umpire(
    State(app): State<Arc<App>>,
    caller: Caller,
    arrival: Arrival,
    headers: HeaderMap,
    request: Result<Sent<UmpireRequest>, Problem>,
) -> Result<Json<UmpireView>, Problem> {
    json_is_welcome(&headers)?;
    let UmpireRequest { sitting, reply } = request?.0;
    let budget = BudgetFields::from(reply);
    let grant = app.limits.grant(&budget.wish()?, arrival.0);
    let Ask { budget, threads, seed, .. } = budget.ask(Naming::default(), &grant)?;
    let means = Means { budget, threads };

    let (minutes, tried) = (minutes(&app, &sitting)?, sitting.r#try);
    let game = naming::game(&app.registry, &minutes.game)?.card().id;
    let lead = move |registry: &Registry| {
        Ok(leader(registry, game)?.lead(minutes, tried.as_deref(), means, seed)?)
    };
    let (hearing, limits_applied) = match app.read_at_desk(grant.deadline, lead).await? {
        Led::Heard(hearing) => (*hearing, grant.limits_applied(false)),
        Led::AwaitsEngine(work) => {
            let (reply, grant) = app.search(&caller, game, game, grant, work, drop).await?;
            (reply.hearing, grant.limits_applied(reply.out_of_time))
        }
    };
    let seal = app.seals.close(&hearing.minutes);
    let Hearing { minutes: _, player, heard, start, view, truth } = hearing;
    Ok(Json(UmpireView { game, player, heard, start, view, truth, limits_applied, seal }))
}

/// The game that is meant: under the seal, or a new one.
fn minutes(app: &App, sitting: &SittingFields) -> Result<Minutes, Problem> {
    match &sitting.seal {
        Some(seal) => {
            let minutes: Minutes = app.seals.open(seal).ok_or_else(|| {
                Problem::new(Kind::BadValue, "The seal is broken, or was closed by another server")
                    .at("/seal")
                    .hint("Send the last answer's `seal` as it came; replicas need the same umpire.seal_key")
            })?;
            let game = sitting.game.as_ref().map(|id| naming::game(&app.registry, id)).transpose()?;
            let card = naming::game(&app.registry, &minutes.game)?.card();
            let said = [
                ("game", game.map(|room| room.card().id), &minutes.game),
                ("player", sitting.player.as_ref().map(|player| called(card, player)), &minutes.player),
            ];
            for (field, said, sealed) in said {
                if said.is_some_and(|said| said != sealed) {
                    let detail = format!("The seal says already that `{field}` is {}", quoted(sealed));
                    return Err(Problem::new(Kind::Conflict, detail)
                        .at(format!("/{field}"))
                        .hint("Send a seal, or the game and the player of a new one"));
                }
            }
            Ok(minutes)
        }
        None => {
            let Some(id) = &sitting.game else {
                return Err(Problem::new(
                    Kind::BadValue,
                    "The request says neither which game begins nor which goes on",
                )
                .at("/game")
                .hint("Begin with `game`; go on with the last answer's `seal`"));
            };
            let card = naming::game(&app.registry, id)?.card();
            let player = sitting.player.as_ref().map_or(card.players[0], |player| called(card, player));
            Ok(Minutes { game: card.id.to_owned(), player: player.to_owned(), tries: Vec::new() })
        }
    }
}

/// What the game calls the player who is meant; what was said, where it means nobody.
fn called<'a>(card: &Card, said: &'a str) -> &'a str {
    card.player_named(said).map_or(said, |player| card.player_name(player))
}

fn leader<'r>(registry: &'r Registry, game: &'static str) -> Result<&'r dyn Leads, Problem> {
    naming::game(registry, game)?.umpire().ok_or_else(|| {
        let hidden = registry.iter().filter(|room| room.umpire().is_some()).map(|room| room.card().id);
        Problem::new(Kind::BadValue, format!("Nothing is hidden in {game}: it needs no umpire"))
            .at("/game")
            .hint(format!(
                "Ask POST /bestmove; games with an umpire: {}",
                hidden.collect::<Vec<_>>().join(", ")
            ))
    })
}
