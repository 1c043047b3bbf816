//! `/problems`: every refusal explained, at the address that its `type` names.

use axum::Json;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::page::guard;
use crate::http::problem::{Kind, Problem};
use crate::http::wire::accept::{as_preferred, json_is_welcome, preferred};
use crate::spelling::nearest;

/// A kind of problem, explained.
#[derive(Serialize, ToSchema)]
pub struct Explanation {
    #[schema(example = "/problems/game-over")]
    r#type: String,
    title: &'static str,
    #[schema(minimum = 400, maximum = 599)]
    status: u16,
    /// When it happens, and what to do.
    explanation: &'static str,
}

impl Explanation {
    fn of(kind: Kind) -> Explanation {
        let about = kind.about();
        Explanation {
            r#type: format!("/problems/{}", about.slug),
            title: about.title,
            status: about.status.as_u16(),
            explanation: about.explanation,
        }
    }

    /// A page for somebody who followed a link. Nothing on it comes from the request.
    fn page(&self) -> String {
        let Explanation { title, status, explanation, .. } = self;
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
             <link rel=\"stylesheet\" href=\"/css/tokens.css\">\n<link rel=\"stylesheet\" href=\"/css/page.css\">\n\
             <link rel=\"stylesheet\" href=\"/css/docs.css\">\n<body class=\"explained\">\n<main>\n\
             <p class=\"status\">{status}</p>\n<h1>{title}</h1>\n<p>{explanation}</p>\n\
             <p><a href=\"/docs\">The API, route by route</a></p>\n</main>\n</html>\n"
        )
    }
}

/// What can go wrong?
#[utoipa::path(
    get,
    path = "/problems",
    operation_id = "problems",
    tag = "service",
    responses((status = 200, description = "Every kind of problem", body = Vec<Explanation>))
)]
pub async fn list(headers: HeaderMap) -> Result<Json<Vec<Explanation>>, Problem> {
    json_is_welcome(&headers)?;
    Ok(Json(Kind::all().map(Explanation::of).collect()))
}

/// What does a problem mean?
///
/// The `type` of every problem document is the address of its explanation.
#[utoipa::path(
    get,
    path = "/problems/{slug}",
    operation_id = "problem",
    tag = "service",
    params(("slug" = String, Path, description = "The last part of the problem's `type`", example = "game-over")),
    responses((status = 200, description = "The explanation", content(
        (Explanation = "application/json"),
        (String = "text/html"),
    )))
)]
pub async fn one(headers: HeaderMap, Path(slug): Path<String>) -> Result<Response, Problem> {
    let as_page = preferred(&headers, &[("application/json", false), ("text/html", true)])?;
    let Some(kind) = Kind::by_slug(&slug) else {
        let problem = Problem::new(Kind::NotFound, "No problem has this name");
        let slugs = Kind::all().map(|kind| kind.about().slug);
        return Err(match nearest(&slug, slugs) {
            Some(known) => problem.hint(format!("Did you mean /problems/{known}?")),
            None => problem.hint("GET /problems lists them all"),
        });
    };
    let explanation = Explanation::of(kind);
    if !as_page {
        return Ok(as_preferred(Json(explanation).into_response()));
    }
    let mut page = Html(explanation.page()).into_response();
    guard(page.headers_mut());
    Ok(as_preferred(page))
}
