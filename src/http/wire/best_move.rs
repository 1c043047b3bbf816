//! What is sent to `/bestmove`.

use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use super::budget::BudgetFields;
use super::fields::Fields;
use super::naming::NamingFields;
use super::schema::object_of;
use super::sent::Request;
use crate::http::problem::Problem;
use crate::notation::Card;
use crate::registry::Registry;

/// A position, and what the search may spend on it.
#[derive(Clone, Default, Debug)]
pub struct BestMoveRequest {
    pub naming: NamingFields,
    pub budget: BudgetFields,
    /// Whether it came in a query, where several moves may stand in one text.
    pub in_query: bool,
}

impl BestMoveRequest {
    /// Whether there is little to read.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        let moves = self.budget.search_moves.iter().flatten();
        self.naming.is_brief_with(moves)
    }

    /// The request with its moves one by one.
    pub fn with_moves_parted(mut self, registry: &Registry) -> Result<BestMoveRequest, Problem> {
        if self.in_query {
            let card = self.naming.room(registry)?.card();
            let lists = [&mut self.naming.moves, &mut self.budget.search_moves];
            lists.into_iter().flatten().for_each(|list| part(list, card));
        }
        Ok(self)
    }
}

/// A list of more than one text is a move each. One text alone is parted at commas and spaces,
/// as far as no move of the game has them in it.
fn part(list: &mut Vec<String>, card: &Card) {
    let [text] = list.as_slice() else { return };
    let commas = !card.move_examples.iter().any(|example| example.contains(','));
    let spaces = !card.moves_have_gaps();
    // Nothing between two commas is a move that is missing; nothing at all is no move.
    let parts = text.split(|c| commas && c == ',').filter(|_| !text.trim().is_empty());
    let words = parts.flat_map(|part| match part.trim() {
        words if spaces && !words.is_empty() => words.split_whitespace().collect(),
        word => vec![word],
    });
    *list = words.map(str::to_owned).collect();
}

impl Request for BestMoveRequest {
    fn take(fields: &mut Fields) -> Result<BestMoveRequest, Problem> {
        Ok(BestMoveRequest { naming: fields.take()?, budget: fields.take()?, in_query: fields.in_query() })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(query: &str) -> Vec<String> {
        let fields = Fields::of_query(query).expect("a query");
        let request = BestMoveRequest::read(fields).expect("sound");
        let parted = request.with_moves_parted(&Registry::standard()).expect("a game");
        parted.naming.moves.expect("moves")
    }

    #[test]
    fn one_text_is_parted_where_no_move_has_a_gap() {
        assert_eq!(moves("game=pennies&moves=1,2+3,+1"), ["1", "2", "3", "1"]);
        assert_eq!(moves("fen=8/8&moves=e4+e5"), ["e4", "e5"]);
        assert_eq!(moves("game=checkers&moves=1.+11-15+23-19"), ["1.", "11-15", "23-19"]);
        assert_eq!(moves("game=pennies&moves="), [""; 0]);
    }

    #[test]
    fn a_move_that_is_missing_between_commas_is_missed() {
        assert_eq!(moves("game=pennies&moves=1,,2"), ["1", "", "2"]);
        assert_eq!(moves("game=pennies&moves=1,+,2"), ["1", "", "2"]);
        assert_eq!(moves("game=pennies&moves=1,2,"), ["1", "2", ""]);
    }

    #[test]
    fn a_move_that_has_spaces_in_it_stays_whole() {
        assert_eq!(moves("game=backgammon&moves=roll+31"), ["roll 31"]);
        assert_eq!(moves("game=backgammon&moves=roll+31,8/5+6/5"), ["roll 31", "8/5 6/5"]);
        let heard = "moved; pawn at d5 captured";
        assert_eq!(moves(&format!("game=kriegspiel&moves=e2e4,{heard}")), ["e2e4", heard]);
    }

    #[test]
    fn a_parameter_that_is_repeated_is_a_move_each_time() {
        assert_eq!(moves("game=backgammon&moves=roll+31&moves=8/5+6/5"), ["roll 31", "8/5 6/5"]);
        assert_eq!(moves("game=pennies&moves=1&moves=2,3"), ["1", "2,3"]);
    }
}
