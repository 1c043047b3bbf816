//! Who sits, who waits, and who is refused.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

use super::Refusal;
use super::forecast::{Demand, Forecast, Habits};
use super::line::Line;
use crate::config;
use crate::http::caller::Caller;
use crate::http::metrics::Metrics;
use crate::search::Stop;

/// The seats, and everybody who sits or waits.
pub struct Seats {
    /// The least time for which a search is worth waiting.
    least: Duration,
    /// The most that may wait.
    queue: usize,
    /// How long a caller may keep one seat while another is refused for it.
    turn: Duration,
    metrics: Arc<Metrics>,
    state: Mutex<State>,
    /// Somebody has left, or all are asked to.
    stirred: Notify,
}

struct State {
    free: usize,
    line: Line<Waiting>,
    running: HashMap<Ticket, Running>,
    habits: Habits,
    issued: Ticket,
    draining: bool,
}

/// Tells searches apart.
pub type Ticket = u64;

/// Lets a search begin at its place, or tells it why it cannot.
pub type Enter = Box<dyn FnOnce(Result<Place, Refusal>) + Send>;

/// Where a search runs.
pub enum Place {
    Seat(Seat),
    /// No seat fell free in time: whoever was let in gets a short search beside the seats.
    Standing(Seat),
}

struct Waiting {
    caller: Caller,
    ticket: Ticket,
    demand: Demand,
    stop: Arc<Stop>,
    since: Instant,
    enter: Enter,
}

struct Running {
    caller: Caller,
    demand: Demand,
    /// How many it has; none if it stands.
    seats: usize,
    stop: Arc<Stop>,
    since: Instant,
}

/// A search that is to have ended by then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Call {
    end: Instant,
    ticket: Ticket,
}

/// The right to search: seats, for as long as it lives; none where it is to stand.
pub struct Seat {
    seats: Arc<Seats>,
    ticket: Ticket,
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.seats.leave(self.ticket);
    }
}

impl Seats {
    pub fn new(config: &config::Pool, metrics: Arc<Metrics>) -> Arc<Seats> {
        let seats = config.seats.get();
        metrics.pool_seats.set(seats as i64);
        metrics.seats_free.set(seats as i64);
        let state = State {
            free: seats,
            line: Line::default(),
            running: HashMap::new(),
            habits: Habits::default(),
            issued: 0,
            draining: false,
        };
        let (state, stirred) = (Mutex::new(state), Notify::new());
        let config::Pool { least, queue, turn, .. } = *config;
        Arc::new(Seats { least, queue, turn, metrics, state, stirred })
    }

    /// Seats a search, lets it wait, or refuses it. If it waits: until when.
    pub fn admit(
        self: &Arc<Self>,
        caller: &Caller,
        demand: Demand,
        stop: Arc<Stop>,
        enter: Enter,
    ) -> (Ticket, Option<Instant>) {
        let now = Instant::now();
        let mut state = self.state();
        state.issued += 1;
        let ticket = state.issued;
        let newcomer = Waiting { caller: caller.clone(), ticket, demand, stop, since: now, enter };
        if state.draining {
            drop(state);
            (newcomer.enter)(Err(Refusal::Draining));
            return (ticket, None);
        }
        let crowded = !state.line.has_room_for(caller, self.queue);
        let State { line, running, .. } = &mut *state;
        line.join(caller, newcomer, |known| running.values().any(|running| running.caller == *known));
        let seated = self.seat_the_next(&mut state, now);
        if seated.iter().any(|seated| seated.ticket == ticket) {
            drop(state);
            self.start(seated);
            return (ticket, None);
        }
        let latest = self.latest(&demand, now);
        let until = |then: Instant| then.saturating_duration_since(now);
        let (waiting, begins) = (state.line.len() - 1, state.start_of(ticket, &[], now));
        let mut too_late = begins > latest;
        if too_late && !crowded {
            too_late = !self.make_room(&state, caller, ticket, latest, now);
        }
        let refusal = if too_late {
            let (wanted, free) = (demand.threads, state.free);
            Some(Refusal::Full { wanted, free, waiting, wait: until(begins), spare: until(latest) })
        } else if crowded {
            let first = state.line.first().map_or(begins, |first| state.start_of(first.ticket, &[], now));
            Some(Refusal::Crowded { waiting, places: self.queue, wait: until(first) })
        } else {
            None
        };
        let refused =
            refusal.and_then(|refusal| Some((refusal, state.line.take(|waiting| waiting.ticket == ticket)?)));
        self.report(&state);
        drop(state);
        self.start(seated);
        let Some((refusal, newcomer)) = refused else { return (ticket, Some(latest)) };
        (newcomer.enter)(Err(refusal));
        (ticket, None)
    }

    /// Calls others' searches to an end that have had their turn, so that a caller's can begin in
    /// time. Whether that is enough; if not, none is called.
    fn make_room(
        &self,
        state: &State,
        caller: &Caller,
        ticket: Ticket,
        latest: Instant,
        now: Instant,
    ) -> bool {
        // The service's own question whether it is at work is answered by a refusal.
        if *caller == Caller::Service {
            return false;
        }
        let mut turns = state.turns_of_others(caller, self.turn, now);
        turns.retain(|call| call.end <= latest);
        let calls = only_needed(turns, |calls| state.start_of(ticket, calls, now) <= latest);
        calls.iter().for_each(|call| state.running[&call.ticket].stop.due(call.end));
        self.metrics.called.inc_by(calls.len() as u64);
        !calls.is_empty()
    }

    /// When a search must begin to be worth it.
    fn latest(&self, demand: &Demand, now: Instant) -> Instant {
        demand.deadline.checked_sub(self.least).unwrap_or(now)
    }

    /// Frees the seats of a search that has ended.
    fn leave(self: &Arc<Self>, ticket: Ticket) {
        let now = Instant::now();
        let mut state = self.state();
        if let Some(Running { demand, seats, stop, since, .. }) = state.running.remove(&ticket) {
            state.free += seats;
            // Who stood had too little time to tell how long such searches take, and so had who was called.
            if !stop.is_called() && seats > 0 {
                let granted = demand.deadline.saturating_duration_since(since);
                state.habits.learn(demand.habit, granted, now - since);
            }
        }
        let seated = self.seat_the_next(&mut state, now);
        drop(state);
        self.start(seated);
        self.stirred.notify_waiters();
    }

    /// When the next one has left, or the service goes down: who was refused may try again.
    pub fn stir(&self) -> Notified<'_> {
        self.stirred.notified()
    }

    /// Takes somebody out of the line who has gone.
    pub fn withdraw(self: &Arc<Self>, ticket: Ticket) {
        self.take_out(ticket, |_, _| {});
    }

    /// Lets somebody begin who has waited in vain: the searches before took longer than expected,
    /// and it is too late for a refusal.
    pub fn let_stand(self: &Arc<Self>, ticket: Ticket) {
        let late = self.take_out(ticket, |state, late| {
            state.running.insert(ticket, late.running_on(0, Instant::now()));
        });
        if let Some(late) = late {
            self.metrics.queue_wait.observe(late.since.elapsed().as_secs_f64());
            (late.enter)(Ok(Place::Standing(Seat { seats: self.clone(), ticket })));
        }
    }

    /// Takes somebody out of the line, if still there, does with them as told, and seats those who only
    /// stood behind.
    fn take_out(self: &Arc<Self>, ticket: Ticket, and: impl Fn(&mut State, &Waiting)) -> Option<Waiting> {
        let mut state = self.state();
        let taken = state.line.take(|waiting| waiting.ticket == ticket)?;
        and(&mut state, &taken);
        let seated = self.seat_the_next(&mut state, Instant::now());
        drop(state);
        self.start(seated);
        self.stirred.notify_waiters();
        Some(taken)
    }

    /// Takes nothing new, and asks all that runs or waits for the best move so far.
    pub fn drain(&self) {
        let mut state = self.state();
        state.draining = true;
        state.running.values().for_each(|running| running.stop.shut_down());
        state.line.in_order().for_each(|waiting| waiting.stop.shut_down());
        self.stirred.notify_waiters();
    }

    /// Takes from the line all who can sit down now. They are started when the lock is released.
    fn seat_the_next(&self, state: &mut State, now: Instant) -> Vec<Waiting> {
        let mut seated = Vec::new();
        while state.line.first().is_some_and(|first| first.demand.threads <= state.free) {
            let Some(next) = state.line.take_first() else { break };
            state.free -= next.demand.threads;
            state.running.insert(next.ticket, next.running_on(next.demand.threads, now));
            self.metrics.queue_wait.observe((now - next.since).as_secs_f64());
            seated.push(next);
        }
        self.report(state);
        seated
    }

    fn start(self: &Arc<Self>, seated: Vec<Waiting>) {
        for Waiting { ticket, enter, .. } in seated {
            enter(Ok(Place::Seat(Seat { seats: self.clone(), ticket })));
        }
    }

    fn report(&self, state: &State) {
        self.metrics.queue_depth.set(state.line.len() as i64);
        self.metrics.seats_free.set(state.free as i64);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing in here panics half way; a poisoned lock must not end the service.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    /// The same, once it begins.
    fn running_on(&self, seats: usize, since: Instant) -> Running {
        Running { caller: self.caller.clone(), demand: self.demand, seats, stop: self.stop.clone(), since }
    }
}

impl State {
    /// When somebody in the line will probably sit down, if others are called.
    fn start_of(&self, ticket: Ticket, calls: &[Call], now: Instant) -> Instant {
        let ends = self.running.iter().map(|(ticket, running)| {
            let end = running.demand.end(running.since, now, &self.habits);
            let called = calls.iter().find(|call| call.ticket == *ticket).map(|call| call.end);
            let latest = running.stop.due_at().into_iter().chain(called).min();
            (latest.map_or(end, |latest| end.min(latest.max(now))), running.seats)
        });
        let mut forecast = Forecast::new(now, self.free, ends);
        let mut start = now;
        for waiting in self.line.in_order() {
            start = forecast.seat(&waiting.demand, &self.habits);
            if waiting.ticket == ticket {
                break;
            }
        }
        start
    }

    /// When the turns of all others are over who sit and have not been called yet.
    fn turns_of_others(&self, caller: &Caller, turn: Duration, now: Instant) -> Vec<Call> {
        let seats_of = |caller: &Caller| -> usize {
            self.running
                .values()
                .filter(|running| running.caller == *caller)
                .map(|running| running.seats)
                .sum()
        };
        let others = self.running.iter().filter(|(_, running)| {
            running.caller != *caller && running.seats > 0 && running.stop.due_at().is_none()
        });
        others
            .filter_map(|(ticket, running)| {
                let end = running.since.checked_add(turn / seats_of(&running.caller) as u32)?;
                Some(Call { end: end.max(now), ticket: *ticket })
            })
            .collect()
    }
}

/// Of these calls only such as are needed, the earlier rather than the later; none if all are too few.
fn only_needed(mut calls: Vec<Call>, suffice: impl Fn(&[Call]) -> bool) -> Vec<Call> {
    if !suffice(&calls) {
        return Vec::new();
    }
    calls.sort_unstable_by_key(|call| call.end);
    for place in (0..calls.len()).rev() {
        let call = calls.remove(place);
        if !suffice(&calls) {
            calls.insert(place, call);
        }
    }
    calls
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, channel};

    use futures_util::FutureExt;

    use super::*;
    use crate::config::Config;
    use crate::http::pool::forecast::{End, Habit};
    use crate::search::StoppedBy;

    const HABIT: Habit = Habit { task: "game", end: End::Time };

    /// What becomes of a search.
    type Told = Receiver<Result<Place, Refusal>>;

    const MINUTE: Duration = Duration::from_secs(60);

    /// So many seats, and room for two to wait.
    fn seats(count: usize) -> Arc<Seats> {
        let config = Config::flagged(&[("pool-seats", &count.to_string()), ("pool-queue", "2")]);
        Seats::new(&config.unwrap().pool, Arc::default())
    }

    /// A search of one caller, with so many threads and so much time; and what becomes of it.
    fn ask(seats: &Arc<Seats>, caller: u8, threads: usize, time: Duration) -> (Ticket, Told) {
        let (ticket, place, _) = ask_as(seats, &at(caller), threads, time);
        (ticket, place)
    }

    fn at(caller: u8) -> Caller {
        Caller::at([10, 0, 0, caller].into())
    }

    /// The same, with what ends the search.
    fn ask_as(
        seats: &Arc<Seats>,
        caller: &Caller,
        threads: usize,
        time: Duration,
    ) -> (Ticket, Told, Arc<Stop>) {
        let ((told, place), stop) = (channel(), Stop::new());
        let demand = Demand { threads, habit: HABIT, deadline: Instant::now() + time };
        // Nobody may be listening any more.
        let enter = Box::new(move |place| drop(told.send(place)));
        let (ticket, _) = seats.admit(caller, demand, stop.clone(), enter);
        (ticket, place, stop)
    }

    #[test]
    fn who_was_let_in_stays_however_many_others_come() {
        let seats = seats(1);
        let _seat = ask(&seats, 1, 1, MINUTE).1.recv().unwrap();
        let (_, first) = ask(&seats, 1, 1, 60 * MINUTE);
        let (_, greedy) = ask(&seats, 1, 1, 60 * MINUTE);
        assert!(matches!(greedy.try_recv(), Ok(Err(Refusal::Crowded { waiting: 1, places: 2, .. }))));
        let (_, other) = ask(&seats, 2, 1, 60 * MINUTE);
        let (_, third) = ask(&seats, 3, 1, 60 * MINUTE);
        assert!(matches!(third.try_recv(), Ok(Err(Refusal::Crowded { waiting: 2, .. }))));
        assert!([first, other].iter().all(|place| place.try_recv().is_err()), "both still wait");
    }

    #[test]
    fn who_finds_no_place_is_told_when_the_next_falls_free() {
        let seats = seats(1);
        let _seat = ask(&seats, 1, 1, MINUTE).1.recv().unwrap();
        let _first = ask(&seats, 1, 1, 60 * MINUTE);
        let (_, greedy) = ask(&seats, 1, 1, 60 * MINUTE);
        let Ok(Err(Refusal::Crowded { wait, .. })) = greedy.try_recv() else { panic!("there is no place") };
        assert!(wait > MINUTE / 4 && wait < MINUTE, "as soon as the first sits down: {wait:?}");
    }

    #[test]
    fn who_would_wait_too_long_is_told_its_own_numbers() {
        let seats = seats(1);
        let _seat = ask(&seats, 1, 1, MINUTE).1.recv().unwrap();
        let (_, hasty) = ask(&seats, 1, 1, MINUTE / 4);
        let Ok(Err(Refusal::Full { waiting, wait, spare, .. })) = hasty.try_recv() else {
            panic!("it is refused at once");
        };
        assert_eq!(waiting, 0);
        assert!(spare < MINUTE / 4 && wait > spare && wait < MINUTE, "{wait:?}, {spare:?}");
    }

    /// Two seats, both taken by one caller for an hour; and what ends the searches.
    fn two_seats_of_one_caller() -> (Arc<Seats>, [(Told, Arc<Stop>); 2]) {
        let seats = seats(2);
        let searches = [0; 2].map(|_| {
            let (_, place, stop) = ask_as(&seats, &at(1), 1, 60 * MINUTE);
            (place, stop)
        });
        (seats, searches)
    }

    #[test]
    fn who_has_more_than_others_makes_room_when_its_turn_is_over() {
        let (seats, searches) = two_seats_of_one_caller();
        let (_, other) = ask(&seats, 2, 1, MINUTE);
        let called: Vec<_> = searches.iter().filter_map(|(_, stop)| stop.due_at()).collect();
        let [due] = called[..] else { panic!("one is enough: {called:?}") };
        let since = seats.state().running.values().map(|running| running.since).min().unwrap();
        assert!(
            due >= since + seats.turn / 2 && due < since + seats.turn,
            "the turn of one who has two seats"
        );
        assert!(other.try_recv().is_err(), "it waits until then");
        let (place, _) = searches.into_iter().find(|(_, stop)| stop.due_at().is_some()).unwrap();
        drop(place.recv().unwrap());
        assert!(matches!(other.try_recv(), Ok(Ok(Place::Seat(_)))));
        assert_eq!(seats.metrics.called.get(), 1);
    }

    #[test]
    fn nobody_makes_room_for_its_own_nor_before_its_turn_is_over_nor_for_the_services_question() {
        let (seats, searches) = two_seats_of_one_caller();
        for (caller, time) in [(at(1), MINUTE), (at(2), seats.turn / 4), (Caller::Service, MINUTE)] {
            let (_, refused, _) = ask_as(&seats, &caller, 1, time);
            assert!(matches!(refused.try_recv(), Ok(Err(Refusal::Full { .. }))), "{caller}");
        }
        assert!(searches.iter().all(|(_, stop)| stop.due_at().is_none()));
    }

    #[test]
    fn no_more_are_called_than_it_takes() {
        let seats = seats(4);
        let searches = [(1, 1), (1, 1), (2, 2)].map(|(caller, threads)| {
            let (_, place, stop) = ask_as(&seats, &at(caller), threads, 60 * MINUTE);
            (place.recv().unwrap(), stop)
        });
        let _waiting = ask(&seats, 3, 3, MINUTE);
        let called = searches.each_ref().map(|(_, stop)| stop.due_at().is_some());
        assert_eq!(called, [true, false, true], "two of one, and one of the first two to end");
    }

    #[test]
    fn nobody_is_called_in_vain() {
        let (seats, searches) = two_seats_of_one_caller();
        let _first = ask(&seats, 3, 2, 60 * MINUTE);
        let called = || searches.iter().filter(|(_, stop)| stop.due_at().is_some()).count();
        assert_eq!(called(), 0, "it may wait for an hour itself");
        // Both would have to go for the first in line, who then stays for longer than a minute.
        let (_, second) = ask(&seats, 4, 1, MINUTE);
        assert!(matches!(second.try_recv(), Ok(Err(Refusal::Full { .. }))));
        assert_eq!(called(), 0);
    }

    #[test]
    fn who_stood_behind_one_that_is_let_stand_sits_down_at_once() {
        let seats = seats(2);
        let _seat = ask(&seats, 3, 1, MINUTE).1.recv().unwrap();
        let (late, broad) = ask(&seats, 1, 2, 60 * MINUTE);
        let (_, narrow) = ask(&seats, 2, 1, 60 * MINUTE);
        assert!(narrow.try_recv().is_err(), "it waits for its turn, though a seat is free");
        seats.let_stand(late);
        assert!(matches!(broad.try_recv(), Ok(Ok(Place::Standing(_)))));
        assert!(matches!(narrow.try_recv(), Ok(Ok(Place::Seat(_)))));
    }

    #[tokio::test]
    async fn who_was_refused_hears_when_somebody_leaves_and_when_all_are_asked_to() {
        let seats = seats(1);
        let (_, sitting) = ask(&seats, 1, 1, MINUTE);
        let (waiting, _) = ask(&seats, 1, 1, 60 * MINUTE);
        let stirred = |cause: &dyn Fn()| {
            let mut stir = Box::pin(seats.stir());
            stir.as_mut().enable();
            assert!((&mut stir).now_or_never().is_none(), "nothing has happened yet");
            cause();
            stir.now_or_never().is_some()
        };
        assert!(stirred(&|| seats.withdraw(waiting)), "one who waited");
        assert!(stirred(&|| drop(sitting.recv().unwrap())), "one who sat");
        assert!(stirred(&|| seats.drain()), "the service goes down");
    }

    #[test]
    fn who_stands_is_asked_to_end_like_those_who_sit_when_the_service_goes_down() {
        let seats = seats(1);
        let _seat = ask(&seats, 1, 1, MINUTE).1.recv().unwrap();
        let (told, place) = channel();
        let demand = Demand { threads: 1, habit: HABIT, deadline: Instant::now() + 60 * MINUTE };
        let (stop, enter) = (Stop::new(), Box::new(move |place| drop(told.send(place))));
        let (late, _) = seats.admit(&Caller::at([10, 0, 0, 1].into()), demand, stop.clone(), enter);
        seats.let_stand(late);
        let standing = place.recv().unwrap();
        assert!(matches!(standing, Ok(Place::Standing(_))));
        seats.drain();
        assert_eq!(stop.raised(), Some(StoppedBy::Shutdown));
        drop(standing);
        assert_eq!(seats.state().free, 0, "it had no seat to leave");
    }
}
