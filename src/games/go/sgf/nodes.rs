//! How SGF is written: a tree of nodes, each with properties. The first variation is the main line;
//! the others must be well written, and are passed over.

use std::iter::{Enumerate, Peekable};
use std::str::Chars;

use crate::notation::Fault;
use crate::spelling::quoted;

/// A name and its values.
pub(super) struct Property {
    pub name: String,
    pub values: Vec<String>,
}

pub(super) type Node = Vec<Property>;

impl Property {
    /// Of a property that has one.
    pub fn value(&self) -> Result<&str, Fault> {
        match self.values.as_slice() {
            [value] => Ok(value),
            values => {
                let detail = format!("{} has one value in a node, not [{}]", self.name, values.join("]["));
                Err(Fault::position(detail)
                    .hint("Give one; each move has a node of its own, like ;B[ee];W[cc]"))
            }
        }
    }
}

fn cut_off() -> Fault {
    Fault::position("The SGF ends in the middle of a game")
        .hint("Close every value with ']', the game and its variations with ')'")
}

/// The main line of a text's only game.
pub(super) fn main_line(text: &str) -> Result<Vec<Node>, Fault> {
    let mut reader = Reader { signs: text.chars().enumerate().peekable() };
    let nodes = reader.main_line()?;
    let mut games = 1;
    while reader.next_sign().is_some() {
        reader.main_line()?;
        games += 1;
    }
    if games > 1 {
        return Err(
            Fault::position(format!("There are {games} games in this SGF")).hint("Send them one by one")
        );
    }
    Ok(nodes)
}

/// What came last tells what may come next.
#[derive(Clone, Copy)]
enum Last {
    Nothing,
    /// The beginning of a game or a variation.
    Opening,
    Node,
    /// The end of a variation.
    Closing,
}

struct Reader<'a> {
    signs: Peekable<Enumerate<Chars<'a>>>,
}

impl Reader<'_> {
    /// The next game, as far as its first variation goes.
    fn main_line(&mut self) -> Result<Vec<Node>, Fault> {
        let mut nodes: Vec<Node> = Vec::new();
        let (mut last, mut depth, mut is_main) = (Last::Nothing, 0_usize, true);
        while let Some((place, sign)) = self.next_sign() {
            last = match (last, sign) {
                (Last::Node, letter) if letter.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    if let Some(node) = nodes.last_mut().filter(|_| is_main) {
                        node.push(property);
                    }
                    continue;
                }
                (Last::Nothing | Last::Node | Last::Closing, '(') => {
                    depth += 1;
                    Last::Opening
                }
                (Last::Opening | Last::Node, ';') => {
                    if is_main {
                        nodes.push(Node::new());
                    }
                    Last::Node
                }
                (Last::Node | Last::Closing, ')') => {
                    is_main = false;
                    depth -= 1;
                    Last::Closing
                }
                _ => {
                    let detail = format!("The SGF cannot be read at character {}, {sign:?}", place + 1);
                    return Err(Fault::position(detail).hint("Give one game, like (;SZ[9]KM[7];B[ee];W[ec])"));
                }
            };
            self.signs.next();
            if depth == 0 {
                return Ok(nodes);
            }
        }
        Err(cut_off())
    }

    /// What follows after white space, and where. It is not taken yet.
    fn next_sign(&mut self) -> Option<(usize, char)> {
        while self.signs.next_if(|(_, sign)| sign.is_whitespace()).is_some() {}
        self.signs.peek().copied()
    }

    fn property(&mut self) -> Result<Property, Fault> {
        let mut written = String::new();
        while let Some((_, letter)) = self.signs.next_if(|(_, sign)| sign.is_ascii_alphabetic()) {
            written.push(letter);
        }
        // FF[3] has long names, like `Black` for `B`: small letters do not count.
        let name: String = written.chars().filter(char::is_ascii_uppercase).collect();
        if name.is_empty() {
            return Err(Fault::position(format!("{} is not a name of a property", quoted(&written)))
                .hint(format!("Write {}", written.to_ascii_uppercase())));
        }
        let mut values = Vec::new();
        while self.next_sign().is_some_and(|(_, sign)| sign == '[') {
            self.signs.next();
            values.push(self.value()?);
        }
        if values.is_empty() {
            return Err(Fault::position(format!("{written} has no value"))
                .hint("Write one in brackets, like B[ee]; a pass is B[]"));
        }
        Ok(Property { name, values })
    }

    /// The rest of a value whose bracket is open. After a backslash a bracket is a sign like others, and the end of a
    /// line none.
    fn value(&mut self) -> Result<String, Fault> {
        let mut value = String::new();
        loop {
            match self.sign()? {
                ']' => return Ok(value.trim().to_owned()),
                '\\' => match self.sign()? {
                    '\n' => {}
                    sign => value.push(sign),
                },
                sign => value.push(sign),
            }
        }
    }

    fn sign(&mut self) -> Result<char, Fault> {
        self.signs.next().map(|(_, sign)| sign).ok_or_else(cut_off)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The main line without its brackets, nodes apart.
    fn read(text: &str) -> Result<String, String> {
        let one = |property: &Property| format!("{} {}", property.name, property.values.join(" "));
        let node = |node: &Node| node.iter().map(one).collect::<Vec<_>>().join(", ");
        let nodes = main_line(text).map_err(|fault| fault.detail)?;
        Ok(nodes.iter().map(node).collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn the_first_variation_is_the_main_line() {
        for (text, line) in [
            ("(;)", ""),
            ("(;SZ[9];B[ee])", "SZ 9; B ee"),
            ("(;B[a](;W[b](;B[c])(;B[d]))(;W[e];B[f]))\r\n", "B a; W b; B c"),
            ("( ; AB [a]\n[b] ; AddWhite[c] )", "AB a b; AW c"),
            ("(;C[one \\] two \\\\](;B[a]))", "C one ] two \\; B a"),
            ("(;PB[Shu\\\nsaku])", "PB Shusaku"),
        ] {
            assert_eq!(read(text).as_deref(), Ok(line), "{text}");
        }
    }

    #[test]
    fn what_is_no_single_game_is_refused_with_its_place() {
        for (text, detail) in [
            ("(;8Z)9(KM[c];B[ee]WKe7]X[", "The SGF cannot be read at character 3, '8'"),
            ("()", "The SGF cannot be read at character 2, ')'"),
            ("((;B[ee]))", "The SGF cannot be read at character 2, '('"),
            ("(SZ[9];B[ee])", "The SGF cannot be read at character 2, 'S'"),
            ("(;B[ee]()", "The SGF cannot be read at character 9, ')'"),
            ("(;B[ee](;W[cc]);B[gg])", "The SGF cannot be read at character 16, ';'"),
            ("(;B[ee]](", "The SGF cannot be read at character 8, ']'"),
            ("(;B[ee]) and so on", "The SGF cannot be read at character 10, 'a'"),
            ("(;B[ee]))", "The SGF cannot be read at character 9, ')'"),
            ("(;é[ee])", "The SGF cannot be read at character 3, 'é'"),
            ("(;sz[9];b[ee])", "\"sz\" is not a name of a property"),
            ("(;B;W[ee])", "B has no value"),
            ("(", "The SGF ends in the middle of a game"),
            ("(;", "The SGF ends in the middle of a game"),
            ("(;B[ee]", "The SGF ends in the middle of a game"),
            ("(;B[ee](;W[cc])", "The SGF ends in the middle of a game"),
            ("(;B[ee", "The SGF ends in the middle of a game"),
            ("(;B[ee\\])", "The SGF ends in the middle of a game"),
            ("(;SZ[9];B[ee])(;SZ[9];B[cc])", "There are 2 games in this SGF"),
            ("(;SZ[9])\n(;SZ[9])\n(;SZ[9])", "There are 3 games in this SGF"),
            ("(;SZ[9])(", "The SGF ends in the middle of a game"),
        ] {
            assert_eq!(read(text), Err(detail.to_owned()), "{text}");
        }
    }

    #[test]
    fn variations_may_be_as_deep_as_the_text_is_long() {
        let deep = 50_000;
        let text = format!("{}{}", "(;".repeat(deep), ")".repeat(deep));
        assert_eq!(main_line(&text).map(|nodes| nodes.len()).ok(), Some(deep));
    }

    proptest! {
        #[test]
        fn no_text_whatever_breaks_the_reader(text in "\\PC*|[();\\[\\]\\\\A-Za-z é]*") {
            let _ = main_line(&text);
        }
    }
}
