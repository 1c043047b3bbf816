//! `/problems`: every refusal explained, at the address that its `type` names.

use axum::Json;
use axum::extract::Path;
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::page::{guard, with_addresses};
use crate::http::problem::{Kind, Problem};
use crate::http::wire::accept::{as_preferred, preferred};
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
            r#type: about.address(),
            title: about.title,
            status: about.status.as_u16(),
            explanation: about.explanation,
        }
    }

    /// What somebody is shown who followed a link.
    fn shown(&self) -> String {
        let Explanation { title, status, explanation, .. } = self;
        let content = format!(
            "<p class=\"status\">{status}</p>\n<h1>{title}</h1>\n<p>{explanation}</p>\n\
             <p><a href=\"/problems\">All that can go wrong</a> · <a href=\"/docs\">The API, route by route</a></p>\n"
        );
        page(title, &content)
    }
}

/// All of them, each with a link to what it means.
fn shown(all: &[Explanation]) -> String {
    let items: String = all
        .iter()
        .map(|Explanation { r#type, title, status, .. }| {
            format!("<li><span class=\"status\">{status}</span> <a href=\"{type}\">{title}</a></li>\n")
        })
        .collect();
    let title = "What can go wrong";
    let more = "<p><a href=\"/docs\">The API, route by route</a></p>";
    page(title, &format!("<h1>{title}</h1>\n<ul>\n{items}</ul>\n{more}\n"))
}

/// A page in the colours of the board's. Nothing on it comes from the request.
fn page(title: &str, content: &str) -> String {
    with_addresses(&format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>bestmove · {title}</title>\n\
         <link rel=\"icon\" href=\"/static/icon.svg\" type=\"image/svg+xml\">\n\
         <link rel=\"stylesheet\" href=\"/static/css/tokens+page+docs.css\">\n\
         <script src=\"/static/painted.js\"></script>\n</head>\n\
         <body class=\"explained\">\n<header class=\"top\"><a href=\"/\" class=\"name\">best<b>move</b></a></header>\n\
         <main>\n{content}</main>\n</body>\n</html>\n"
    ))
}

/// The page, or the same as JSON for whoever asked for it.
fn told(as_page: bool, page: impl FnOnce() -> String, json: impl Serialize) -> Response {
    if !as_page {
        return as_preferred(Json(json).into_response());
    }
    let mut page = Html(page()).into_response();
    guard(page.headers_mut());
    as_preferred(page)
}

/// What these are told in, the first by default.
const FORMS: [(&str, bool); 2] = [("application/json", false), ("text/html", true)];

/// What can go wrong?
#[utoipa::path(
    get,
    path = "/problems",
    operation_id = "problems",
    tag = "service",
    responses((status = 200, description = "Every kind of problem", content(
        (Vec<Explanation> = "application/json"),
        (String = "text/html"),
    )))
)]
pub async fn list(headers: HeaderMap) -> Result<Response, Problem> {
    let as_page = preferred(&headers, &FORMS)?;
    let all: Vec<_> = Kind::all().map(Explanation::of).collect();
    Ok(told(as_page, || shown(&all), &all))
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
    let as_page = preferred(&headers, &FORMS)?;
    let Some(kind) = Kind::by_slug(&slug) else {
        let problem = Problem::new(Kind::NotFound, "No problem has this name");
        let slugs = Kind::all().map(|kind| kind.about().slug);
        return Err(match nearest(&slug, slugs) {
            Some(known) => problem.hint(format!("Did you mean /problems/{known}?")),
            None => problem.hint("GET /problems lists them all"),
        });
    };
    let explanation = Explanation::of(kind);
    Ok(told(as_page, || explanation.shown(), &explanation))
}
