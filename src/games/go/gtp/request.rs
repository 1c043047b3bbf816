//! A line of the protocol: `[id] command arguments`.

use crate::spelling::number;

/// What a controller asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Request {
    /// Repeated in the answer.
    pub id: Option<u32>,
    pub command: String,
    pub arguments: Vec<String>,
}

impl Request {
    /// Reads a line; nothing but a remark may stand in it.
    pub fn read(line: &str) -> Option<Request> {
        let said = line.split('#').next().unwrap_or_default().replace('\t', " ");
        let said: String = said.chars().filter(|c| !c.is_control()).collect();
        let mut words = said.split_whitespace().map(str::to_owned).peekable();
        let id = words.peek().and_then(|word| number(word));
        if id.is_some() {
            words.next();
        }
        // A number alone asks for a command without a name.
        let command = words.next().or_else(|| id.map(|_| String::new()))?;
        Some(Request { id, command, arguments: words.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<(Option<u32>, String)> {
        let request = Request::read(line)?;
        let words = std::iter::once(request.command).chain(request.arguments);
        Some((request.id, words.collect::<Vec<_>>().join(" ")))
    }

    #[test]
    fn a_line_is_an_id_if_there_is_one_a_command_and_its_arguments() {
        assert_eq!(read("play black D5\r"), Some((None, "play black D5".to_owned())));
        assert_eq!(read("17\tgenmove  w # quickly"), Some((Some(17), "genmove w".to_owned())));
        assert_eq!(read("-3 name"), Some((None, "-3 name".to_owned())));
        assert_eq!(read("5"), Some((Some(5), String::new())));
    }

    #[test]
    fn remarks_and_empty_lines_ask_for_nothing() {
        for line in ["", " \t ", "# boardsize 9", "\u{7}"] {
            assert_eq!(read(line), None, "{line:?}");
        }
    }
}
