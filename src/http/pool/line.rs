//! The line in front of the pool: everybody's turn comes round, however many others have joined.

use std::collections::VecDeque;

use crate::http::caller::Caller;

/// Those who wait, by caller. Callers take turns, after those who came with nothing being done for
/// them; each caller's own come first in, first out.
#[derive(Debug)]
pub struct Line<W> {
    /// The caller whose turn it is stands first. Nobody stands here with nothing waiting.
    callers: VecDeque<(Caller, VecDeque<W>)>,
    len: usize,
}

impl<W> Default for Line<W> {
    fn default() -> Line<W> {
        Line { callers: VecDeque::new(), len: 0 }
    }
}

impl<W> Line<W> {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether one more of a caller's may join, if so many may wait in all: as long as fewer of its
    /// own wait than places are left. So one alone takes half of the line and two a third each,
    /// there is room for whoever asks for little, and nobody has to leave again to make it.
    pub fn has_room_for(&self, caller: &Caller, places: usize) -> bool {
        let own = self.callers.iter().find(|(known, _)| known == caller).map_or(0, |(_, own)| own.len());
        own + self.len < places
    }

    /// Lets one more wait, where `busy` tells for which callers something is being done already.
    pub fn join(&mut self, caller: &Caller, waiting: W, busy: impl Fn(&Caller) -> bool) {
        self.len += 1;
        if let Some((_, own)) = self.callers.iter_mut().find(|(known, _)| known == caller) {
            own.push_back(waiting);
            return;
        }
        let behind_the_idle = || self.callers.iter().position(|(known, _)| busy(known));
        let place = if busy(caller) { None } else { behind_the_idle() };
        let place = place.unwrap_or(self.callers.len());
        self.callers.insert(place, (caller.clone(), VecDeque::from([waiting])));
    }

    /// Who is next.
    pub fn first(&self) -> Option<&W> {
        self.callers.front().and_then(|(_, own)| own.front())
    }

    /// Takes the next one out; the turn passes to the next caller.
    pub fn take_first(&mut self) -> Option<W> {
        let (caller, mut own) = self.callers.pop_front()?;
        let first = own.pop_front();
        if !own.is_empty() {
            self.callers.push_back((caller, own));
        }
        self.len -= usize::from(first.is_some());
        first
    }

    /// Takes out whoever fits, if anybody does.
    pub fn take(&mut self, fits: impl Fn(&W) -> bool) -> Option<W> {
        for place in 0..self.callers.len() {
            let own = &mut self.callers[place].1;
            if let Some(index) = own.iter().position(&fits) {
                let taken = own.remove(index);
                self.forget_if_empty(place);
                self.len -= 1;
                return taken;
            }
        }
        None
    }

    /// All who wait, in the order in which their turns will come if nobody else joins.
    pub fn in_order(&self) -> impl Iterator<Item = &W> {
        let mut turns: VecDeque<_> = self.callers.iter().map(|(_, own)| own.iter()).collect();
        std::iter::from_fn(move || {
            let mut own = turns.pop_front()?;
            let first = own.next()?;
            if own.len() > 0 {
                turns.push_back(own);
            }
            Some(first)
        })
    }

    fn forget_if_empty(&mut self, place: usize) {
        if self.callers[place].1.is_empty() {
            self.callers.remove(place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(last: u8) -> Caller {
        Caller::at([10, 0, 0, last].into())
    }

    /// Two callers: the first with three waiting, the second with one.
    fn line() -> Line<&'static str> {
        let mut line = Line::default();
        for waiting in ["a1", "a2", "a3"] {
            line.join(&caller(1), waiting, |_| false);
        }
        line.join(&caller(2), "b1", |_| false);
        line
    }

    #[test]
    fn callers_take_turns() {
        let mut line = line();
        let told: Vec<_> = line.in_order().copied().collect();
        let served: Vec<_> = std::iter::from_fn(|| line.take_first()).collect();
        assert_eq!(served, ["a1", "b1", "a2", "a3"]);
        assert_eq!(told, served);
        assert_eq!(line.len(), 0);
    }

    #[test]
    fn for_whom_nothing_is_done_yet_comes_before_those_for_whom_something_is() {
        let mut line = line();
        let busy = |known: &Caller| [caller(2), caller(4)].contains(known);
        for (number, waiting) in [(3, "c1"), (4, "d1"), (5, "e1")] {
            line.join(&caller(number), waiting, busy);
        }
        let served: Vec<_> = std::iter::from_fn(|| line.take_first()).collect();
        assert_eq!(served, ["a1", "c1", "e1", "b1", "d1", "a2", "a3"]);
    }

    #[test]
    fn who_leaves_leaves_no_gap() {
        let mut line = line();
        assert_eq!(line.take(|w| *w == "b1"), Some("b1"));
        assert_eq!(line.take(|w| *w == "b1"), None);
        assert_eq!(line.in_order().copied().collect::<Vec<_>>(), ["a1", "a2", "a3"]);
        assert_eq!(line.len(), 3);
    }

    #[test]
    fn who_has_many_waiting_leaves_room_for_others() {
        let mut line = Line::default();
        let mut admitted = |number| {
            let mut wait =
                || line.has_room_for(&caller(number), 12).then(|| line.join(&caller(number), (), |_| true));
            std::iter::from_fn(&mut wait).count()
        };
        assert_eq!([1, 2, 3].map(&mut admitted), [6, 3, 2], "of what is left, half each");
        assert_eq!([4, 1, 5].map(&mut admitted), [1, 0, 0]);
    }
}
