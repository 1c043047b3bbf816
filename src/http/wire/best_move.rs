//! What is sent to `/bestmove`.

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::budget::BudgetFields;
use super::fields::Fields;
use super::naming::NamingFields;
use super::schema::object_of;
use super::sent::Request;
use crate::http::problem::Problem;

/// A position, and what the search may spend on it.
#[derive(Clone, Default, Debug)]
pub struct BestMoveRequest {
    pub naming: NamingFields,
    pub budget: BudgetFields,
}

impl BestMoveRequest {
    /// Whether there is little to read.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        let moves = self.budget.search_moves.iter().flatten();
        self.naming.is_brief_with(moves)
    }
}

impl Request for BestMoveRequest {
    fn take(fields: &mut Fields) -> Result<BestMoveRequest, Problem> {
        Ok(BestMoveRequest { naming: fields.take()?, budget: fields.take()? })
    }
}

impl PartialSchema for BestMoveRequest {
    fn schema() -> RefOr<Schema> {
        let description = "A position, and what the search may spend on it. The first limit met ends the search; \
                           without any, the server's default time does.";
        object_of(description, [NamingFields::schema(), BudgetFields::schema()])
    }
}

impl ToSchema for BestMoveRequest {}
