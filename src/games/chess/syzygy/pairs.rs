//! The values of a table, compressed: pairs of values, and pairs of those, became one symbol each;
//! the symbols are written in a Huffman code, in blocks of equal size.

use super::source::{Cursor, Source};

#[derive(Debug)]
pub(super) enum Pairs {
    /// All values are alike.
    Same(u16),
    Coded(Code),
}

#[derive(Debug)]
pub(super) struct Code {
    /// Bytes of a block.
    block: u64,
    /// The sparse index has an entry for so many values.
    span: u64,
    /// Where things begin in the file.
    index: u64,
    lengths: u64,
    blocks: u64,
    index_entries: u64,
    length_entries: u64,
    block_count: u64,
    /// Bits of the shortest symbol.
    least: u32,
    /// For each length from the shortest on: the first symbol, and its code at the top of a word.
    first: Vec<(u16, u64)>,
    symbols: Vec<Symbol>,
}

#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// A value, or the first of a pair of symbols.
    left: u16,
    right: u16,
    /// How many values it stands for, less one.
    more: u16,
}

/// The right half of a symbol that is no pair.
const NONE: u16 = 0xfff;
/// Blocks and spans are powers of two, this at most.
const LARGEST_POWER: u8 = 24;
/// Bytes of an entry in the sparse index: a block and an offset in it.
const ENTRY: u64 = 6;

impl Pairs {
    /// Reads the head for so many values. Where the rest lies is told later, by
    /// [`lay_out`](Pairs::lay_out).
    pub fn read(from: &mut Cursor<'_>, same: bool, values: u64) -> Option<Pairs> {
        if same {
            return from.u8().map(|value| Pairs::Same(u16::from(value)));
        }
        let mut power = || from.u8().filter(|power| *power <= LARGEST_POWER).map(|power| 1u64 << power);
        let (block, span) = (power()?, power()?);
        let padding = u64::from(from.u8()?);
        let block_count = u64::from(from.u32()?);
        let (most, least) = (u32::from(from.u8()?), u32::from(from.u8()?));
        if most < least || most > 32 || least == 0 {
            return None;
        }
        let lowest = (least..=most).map(|_| from.u16()).collect::<Option<Vec<u16>>>()?;
        let mut codes = vec![0u64; lowest.len()];
        for n in (0..lowest.len() - 1).rev() {
            codes[n] = (codes[n + 1] + u64::from(lowest[n])).checked_sub(u64::from(lowest[n + 1]))? / 2;
        }
        let first = lowest.into_iter().zip(codes).zip(least..);
        let first = first.map(|((lowest, code), bits)| (lowest, code << (64 - bits))).collect();

        let count = usize::from(from.u16()?);
        let mut symbols = Vec::with_capacity(count);
        for _ in 0..count {
            let [low, middle, high] = [from.u8()?, from.u8()?, from.u8()?].map(u16::from);
            symbols.push(Symbol { left: low | (middle & 15) << 8, right: middle >> 4 | high << 4, more: 0 });
        }
        from.skip(count as u64 & 1);
        let mut counted = vec![false; count];
        for symbol in 0..count {
            count_values(&mut symbols, &mut counted, symbol)?;
        }
        Some(Pairs::Coded(Code {
            block,
            span,
            index: 0,
            lengths: 0,
            blocks: 0,
            index_entries: values.div_ceil(span),
            length_entries: block_count + padding,
            block_count,
            least,
            first,
            symbols,
        }))
    }

    /// Takes its place for one of the three sections that follow all heads.
    pub fn lay_out(&mut self, section: Section, from: &mut Cursor<'_>) {
        let Pairs::Coded(code) = self else { return };
        match section {
            Section::Index => {
                code.index = from.at;
                from.skip(code.index_entries * ENTRY);
            }
            Section::Lengths => {
                code.lengths = from.at;
                from.skip(code.length_entries * 2);
            }
            Section::Blocks => {
                from.align(64);
                code.blocks = from.at;
                from.skip(code.block_count * code.block);
            }
        }
    }

    pub fn value(&self, source: &Source, number: u64) -> Option<u16> {
        match self {
            Pairs::Same(value) => Some(*value),
            Pairs::Coded(code) => code.value(source, number),
        }
    }
}

#[derive(Clone, Copy)]
pub(super) enum Section {
    Index,
    Lengths,
    Blocks,
}

/// Fills in how many values a symbol stands for; none if it is made of what does not exist.
fn count_values(symbols: &mut [Symbol], counted: &mut [bool], symbol: usize) -> Option<u16> {
    if std::mem::replace(counted.get_mut(symbol)?, true) {
        return Some(symbols[symbol].more);
    }
    let Symbol { left, right, .. } = symbols[symbol];
    if right != NONE {
        let left = count_values(symbols, counted, usize::from(left))?;
        let right = count_values(symbols, counted, usize::from(right))?;
        symbols[symbol].more = left.checked_add(right)?.checked_add(1)?;
    }
    Some(symbols[symbol].more)
}

impl Code {
    fn value(&self, source: &Source, number: u64) -> Option<u16> {
        let (block, offset) = self.find(source, number)?;
        let bytes = source.bytes(self.blocks + block * self.block, self.block as usize)?;
        let (mut symbol, mut offset) = self.symbol_at(&bytes, offset)?;
        // No symbol is part of itself, so there are at most as many steps as symbols.
        for _ in 0..self.symbols.len() {
            let Symbol { left, right, more } = *self.symbols.get(usize::from(symbol))?;
            if more == 0 {
                return Some(left);
            }
            let in_left = i64::from(self.symbols.get(usize::from(left))?.more) + 1;
            symbol = if offset < in_left { left } else { right };
            offset -= if offset < in_left { 0 } else { in_left };
        }
        None
    }

    /// The block in which a value stands, and how many stand before it there.
    fn find(&self, source: &Source, number: u64) -> Option<(u64, i64)> {
        let mut entry = source.cursor(self.index + number / self.span * ENTRY);
        let (mut block, offset) = (u64::from(entry.u32()?), i64::from(entry.u16()?));
        // An entry stands for the middle of its span.
        let mut offset = offset + (number % self.span) as i64 - (self.span / 2) as i64;
        let length = |block: u64| source.cursor(self.lengths + 2 * block).u16().map(i64::from);
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += length(block)? + 1;
        }
        while offset > length(block)? {
            offset -= length(block)? + 1;
            block += 1;
        }
        (block < self.block_count).then_some((block, offset))
    }

    /// The symbol of a block that stands for its n-th value, and which of the symbol's it is.
    fn symbol_at(&self, block: &[u8], mut offset: i64) -> Option<(u16, i64)> {
        let mut words = block.chunks(4).map(|bytes| {
            bytes.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)) << (8 * (4 - bytes.len()))
        });
        let mut next = || words.next().unwrap_or(0);
        let mut bits = next() << 32 | next();
        let mut held = 64;
        loop {
            let longer = self.first.iter().position(|(_, code)| bits >= *code)?;
            let (lowest, code) = self.first[longer];
            let length = self.least + longer as u32;
            let symbol = u64::from(lowest) + ((bits - code) >> (64 - length));
            let symbol = u16::try_from(symbol).ok()?;
            let stands_for = i64::from(self.symbols.get(usize::from(symbol))?.more) + 1;
            if offset < stands_for {
                return Some((symbol, offset));
            }
            offset -= stands_for;
            bits <<= length;
            held -= length;
            if held <= 32 {
                held += 32;
                bits |= next() << (64 - held);
            }
        }
    }
}
