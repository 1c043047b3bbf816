//! Results in little space: neighbours often have the same, so runs of them are written, and two
//! bits each are kept once they are read.
//!
//! A run is one number in bytes of seven bits, the lowest first, the highest bit set in all but
//! the last: three times its length less one, plus 0 for lost, 1 for a draw, 2 for won.

use crate::search::Verdict;

const VERDICTS: [Verdict; 3] = [Verdict::Loss, Verdict::Draw, Verdict::Win];

/// Results by number.
pub struct Results(Vec<u8>);

impl Results {
    #[must_use]
    pub fn get(&self, number: usize) -> Verdict {
        VERDICTS[usize::from(self.0[number / 4] >> (number % 4 * 2) & 3)]
    }

    /// Reads so many results.
    #[must_use]
    pub fn unpack(mut packed: &[u8], count: usize) -> Results {
        let mut results = vec![0; count.div_ceil(4)];
        let mut number = 0;
        while !packed.is_empty() {
            let run;
            (run, packed) = read(packed);
            for n in number..(number + run / 3 + 1).min(count) {
                results[n / 4] |= ((run % 3) as u8) << (n % 4 * 2);
            }
            number += run / 3 + 1;
        }
        Results(results)
    }
}

/// Writes results down, their length in bytes before them. Where none is wanted, whatever is
/// shortest may be read.
#[must_use]
pub fn pack(results: impl Iterator<Item = Option<Verdict>>) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut run: Option<(usize, usize)> = None;
    for verdict in results {
        let symbol = verdict.map(|verdict| verdict as usize);
        run = match (run, symbol) {
            (None, symbol) => Some((symbol.unwrap_or(1), 1)),
            (Some((of, length)), symbol) if symbol.is_none_or(|symbol| symbol == of) => {
                Some((of, length + 1))
            }
            (Some((of, length)), symbol) => {
                write(3 * (length - 1) + of, &mut packed);
                symbol.map(|symbol| (symbol, 1))
            }
        };
    }
    if let Some((of, length)) = run {
        write(3 * (length - 1) + of, &mut packed);
    }
    let mut whole = Vec::new();
    write(packed.len(), &mut whole);
    whole.extend(packed);
    whole
}

/// What was written by one [`pack`], without its length, and what comes after it.
#[must_use]
pub fn split(packed: &[u8]) -> (&[u8], &[u8]) {
    let (length, rest) = read(packed);
    rest.split_at(length.min(rest.len()))
}

fn write(mut number: usize, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn read(mut packed: &[u8]) -> (usize, &[u8]) {
    let (mut number, mut shift) = (0, 0);
    while let [byte, rest @ ..] = packed {
        packed = rest;
        number |= usize::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    (number, packed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_is_read_again_and_what_is_not_wanted_takes_no_room() {
        let wanted: Vec<_> =
            (0..5000).map(|n| (n % 7 != 3).then_some(VERDICTS[n / 100 * n / 40 % 3])).collect();
        let packed = pack(wanted.iter().copied());
        let (runs, rest) = split(&packed);
        let results = Results::unpack(runs, wanted.len());
        assert!(rest.is_empty());
        for (number, verdict) in wanted.into_iter().enumerate() {
            assert!(verdict.is_none_or(|verdict| results.get(number) == verdict), "{number}");
        }
        let alike = pack((0..1000).map(|n| (n % 2 == 0).then_some(Verdict::Win)));
        assert_eq!(alike.len(), 3);
    }
}
