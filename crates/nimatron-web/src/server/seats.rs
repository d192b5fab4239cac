//! Scheduling. A question needs a seat while a worker answers it. Some seats are for quick questions, others
//! for those that may take long. Long questions never take quick seats.
//!
//! A free seat goes to the client with the fewest questions in progress, first by address, then by connection,
//! then to the question that has waited the longest. So a busy client delays only itself.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use super::connections::Client;

/// Seats for questions that may take long. More would only make all of them slower.
pub(super) const LONG_SEATS: usize = 8;
/// Seats for quick questions.
pub(super) const QUICK_SEATS: usize = 4;
/// The most seats of a kind for one connection. In the long lane it gets the second only while more than
/// half of the seats are free: four busy connections leave room for a fifth.
const MOST_OF_A_CONNECTION: usize = 2;
/// Seats of each kind that one address can't take. Loopback can take all: its clients share an address.
const LEFT_FOR_OTHERS: usize = 2;

/// A kind of seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lane {
    /// For quick questions.
    Quick,
    /// For those that may take long.
    Long,
}

impl Lane {
    fn seats(self) -> usize {
        match self {
            Lane::Quick => QUICK_SEATS,
            Lane::Long => LONG_SEATS,
        }
    }
}

/// All seats, and the queue for them.
#[derive(Default)]
pub(super) struct Seats {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// The clients that have a seat.
    taken: Vec<(Lane, Client)>,
    /// The queue, longest wait first.
    waiting: Vec<Waiting>,
}

struct Waiting {
    lane: Lane,
    client: Client,
    call: oneshot::Sender<Seat>,
}

/// A seat, which is freed on drop.
pub(super) struct Seat {
    seats: Arc<Seats>,
    lane: Lane,
    client: Client,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a seat. Dropping the future leaves the queue.
    pub(super) async fn take(self: &Arc<Self>, lane: Lane, client: Client) -> Seat {
        match self.queue(lane, client).await {
            Ok(seat) => seat,
            // Only dropped futures are removed from the queue without a seat.
            Err(_) => std::future::pending().await,
        }
    }

    fn queue(self: &Arc<Self>, lane: Lane, client: Client) -> oneshot::Receiver<Seat> {
        let (call, called) = oneshot::channel();
        self.lock().waiting.push(Waiting { lane, client, call });
        self.call();
        called
    }

    /// Assigns free seats to the queue, as long as there are any.
    fn call(self: &Arc<Self>) {
        loop {
            let mut inner = self.lock();
            inner.waiting.retain(|waiting| !waiting.call.is_closed());
            let Some(next) = [Lane::Quick, Lane::Long].into_iter().find_map(|lane| inner.next(lane)) else {
                return;
            };
            let Waiting { lane, client, call } = inner.waiting.remove(next);
            inner.taken.push((lane, client));
            drop(inner);
            // If the receiver is gone, the seat is dropped, and so freed.
            let _ = call.send(Seat { seats: Arc::clone(self), lane, client });
        }
    }
}

impl Inner {
    fn count(&self, lane: Lane, is_meant: impl Fn(&Client) -> bool) -> usize {
        self.taken.iter().filter(|(taken, client)| *taken == lane && is_meant(client)).count()
    }

    /// Whether the client may take a seat now.
    fn is_free(&self, lane: Lane, client: Client) -> bool {
        let free = lane.seats() - self.count(lane, |_| true).min(lane.seats());
        let of_connection = self.count(lane, |other| *other == client);
        let of_address = self.count(lane, |other| other.address == client.address);
        let is_last = free <= lane.seats() / 2;
        let most = if lane == Lane::Long && is_last { 1 } else { MOST_OF_A_CONNECTION };
        let for_others = if client.address.is_loopback() { 0 } else { LEFT_FOR_OTHERS };
        free > 0 && of_connection < most && of_address < lane.seats() - for_others
    }

    /// The index of the next in the queue, by the number of questions in progress. For quick seats, questions
    /// waiting for a long seat count, too, as a quick question that took long is one.
    fn next(&self, lane: Lane) -> Option<usize> {
        if self.count(lane, |_| true) >= lane.seats() {
            return None;
        }
        let taken = self.taken.iter().map(|(_, client)| *client);
        let waiting = self.waiting.iter().filter(|waiting| lane == Lane::Quick && waiting.lane == Lane::Long);
        let mut of_address: HashMap<IpAddr, usize> = HashMap::new();
        let mut of_connection: HashMap<Client, usize> = HashMap::new();
        for client in taken.chain(waiting.map(|waiting| waiting.client)) {
            *of_address.entry(client.address).or_default() += 1;
            *of_connection.entry(client).or_default() += 1;
        }
        let load = |client: &Client| {
            let of_address = of_address.get(&client.address).copied().unwrap_or(0);
            (of_address, of_connection.get(client).copied().unwrap_or(0))
        };
        let waiting = self.waiting.iter().enumerate().filter(|(_, waiting)| waiting.lane == lane);
        waiting
            .filter(|(_, waiting)| self.is_free(lane, waiting.client))
            .min_by_key(|(at, waiting)| (load(&waiting.client), *at))
            .map(|(at, _)| at)
    }
}

impl Seat {
    /// Whether somebody waits for a seat of this kind.
    pub(super) fn is_wanted(&self) -> bool {
        let inner = self.seats.lock();
        inner.waiting.iter().any(|waiting| waiting.lane == self.lane && !waiting.call.is_closed())
    }

    /// Which kind it is.
    pub(super) fn lane(&self) -> Lane {
        self.lane
    }

    /// Exchanges a quick seat for a long one if one is free.
    pub(super) fn make_long(&mut self) -> bool {
        let mut inner = self.seats.lock();
        if self.lane == Lane::Long || !inner.is_free(Lane::Long, self.client) {
            return self.lane == Lane::Long;
        }
        let old = (self.lane, self.client);
        self.lane = Lane::Long;
        if let Some(taken) = inner.taken.iter_mut().find(|taken| **taken == old) {
            taken.0 = Lane::Long;
        }
        drop(inner);
        self.seats.call();
        true
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut inner = self.seats.lock();
        if let Some(at) = inner.taken.iter().position(|taken| *taken == (self.lane, self.client)) {
            inner.taken.swap_remove(at);
        }
        drop(inner);
        self.seats.call();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(address: &str, connection: u64) -> Client {
        Client { address: address.parse().unwrap(), connection }
    }

    fn local(connection: u64) -> Client {
        client("127.0.0.1", connection)
    }

    /// The seats assigned by now.
    fn called(waiting: &mut [oneshot::Receiver<Seat>]) -> Vec<Seat> {
        waiting.iter_mut().filter_map(|each| each.try_recv().ok()).collect()
    }

    #[test]
    fn four_busy_connections_leave_room_for_others() {
        let seats = Arc::new(Seats::default());
        let mut busy: Vec<_> = (0..32).map(|n| seats.queue(Lane::Long, local(n / 8))).collect();
        let taken = called(&mut busy);
        assert_eq!(taken.len(), 6);
        for other in 4..6 {
            let mut other = [seats.queue(Lane::Long, local(other)), seats.queue(Lane::Quick, local(other))];
            let both = called(&mut other);
            assert_eq!(both.len(), 2);
            std::mem::forget(both);
        }
    }

    #[test]
    fn long_questions_never_take_quick_seats() {
        let seats = Arc::new(Seats::default());
        let mut long: Vec<_> = (0..100).map(|n| seats.queue(Lane::Long, local(n))).collect();
        let taken = called(&mut long);
        assert_eq!(taken.len(), LONG_SEATS);
        let mut quick: Vec<_> = (100..200).map(|n| seats.queue(Lane::Quick, local(n))).collect();
        assert_eq!(called(&mut quick).len(), QUICK_SEATS);
    }

    #[test]
    fn a_free_seat_goes_to_who_has_the_least() {
        let seats = Arc::new(Seats::default());
        let mut first: Vec<_> = (0..10).map(|_| seats.queue(Lane::Quick, local(1))).collect();
        let mut taken = called(&mut first);
        assert_eq!(taken.len(), 2);
        let mut others: Vec<_> = (2..4).map(|n| seats.queue(Lane::Quick, local(n))).collect();
        let held = called(&mut others);
        assert_eq!(held.len(), 2);
        // All seats are taken; the first client has waited longer, but the newcomer gets the seat.
        let mut newcomer = [seats.queue(Lane::Quick, local(9))];
        assert!(called(&mut newcomer).is_empty());
        taken.pop();
        assert_eq!(called(&mut newcomer).len(), 1);
    }

    #[test]
    fn no_address_has_all_seats_but_that_of_this_machine() {
        let seats = Arc::new(Seats::default());
        let mut crowd: Vec<_> = (0..50).map(|n| seats.queue(Lane::Long, client("192.0.2.1", n))).collect();
        let taken = called(&mut crowd);
        assert_eq!(taken.len(), LONG_SEATS - LEFT_FOR_OTHERS);
        let mut other = [seats.queue(Lane::Long, client("192.0.2.2", 99))];
        assert_eq!(called(&mut other).len(), 1);
    }

    #[test]
    fn a_quick_question_that_takes_long_moves_on_and_its_client_comes_last() {
        let seats = Arc::new(Seats::default());
        let mut heavy: Vec<_> = (0..4).map(|n| seats.queue(Lane::Quick, local(n))).collect();
        let mut taken = called(&mut heavy);
        let mut again = [seats.queue(Lane::Quick, local(0))];
        let mut honest = [seats.queue(Lane::Quick, local(9))];
        assert!(taken[0].is_wanted() && taken[0].make_long());
        assert_eq!(taken[0].lane(), Lane::Long);
        let served = called(&mut honest);
        assert_eq!((served.len(), called(&mut again).len()), (1, 0));
        // When no long seat is free, it has to wait for one.
        let mut long: Vec<_> = (20..40).map(|n| seats.queue(Lane::Long, local(n))).collect();
        let _full = called(&mut long);
        assert!(!taken[1].make_long());
        drop(taken);
        assert_eq!(called(&mut again).len(), 1);
    }

    #[test]
    fn who_stops_waiting_is_passed_over() {
        let seats = Arc::new(Seats::default());
        let mut busy: Vec<_> = (0..4).map(|n| seats.queue(Lane::Quick, local(n))).collect();
        let mut taken = called(&mut busy);
        drop(seats.queue(Lane::Quick, local(8)));
        let mut next = [seats.queue(Lane::Quick, local(9))];
        taken.pop();
        assert_eq!(called(&mut next).len(), 1);
    }
}
