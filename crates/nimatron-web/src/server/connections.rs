//! Who is connected. A connection that waits for nothing costs little, so many are allowed; when there are too many, the one that
//! has been idle for the longest makes room. So nobody can shut others out by holding connections open.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::watch;

/// The most connections: half of the files that a process may have open by default (1024), as workers need some, too.
pub(super) const MOST_CONNECTIONS: usize = 512;
/// The most connections of one address, so that eight addresses are needed to make connections of others close. On loopback
/// all clients have the same address, which may have all.
pub(super) const MOST_OF_AN_ADDRESS: usize = 64;

/// All connections.
pub(super) struct Connections {
    inner: Mutex<Inner>,
    most: usize,
}

#[derive(Default)]
struct Inner {
    next: u64,
    open: HashMap<u64, Entry>,
}

struct Entry {
    address: IpAddr,
    /// Since when it has waited for nothing; `None` if a question of it is open.
    idle: Option<Instant>,
    /// Dropped to close it.
    _close: watch::Sender<()>,
}

/// One connection, which is counted until this is dropped.
pub(super) struct Connection {
    id: u64,
    address: IpAddr,
    is_local: bool,
    connections: Arc<Connections>,
    closed: watch::Receiver<()>,
}

/// A client, for sharing: its address and its connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Client {
    /// Where it is.
    pub(super) address: IpAddr,
    /// Which of its connections.
    pub(super) connection: u64,
}

impl Connections {
    pub(super) fn new(most: usize) -> Arc<Self> {
        Arc::new(Connections { inner: Mutex::default(), most })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a new connection. If there are too many, the one that has been idle for the longest is closed; if none is idle,
    /// there is no room.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Arc<Connection>> {
        let address = shared_address(peer);
        let mut inner = self.lock();
        if !address.is_loopback() && inner.count(address) >= MOST_OF_AN_ADDRESS {
            inner.close_idlest(Some(address))?;
        }
        if inner.open.len() >= self.most {
            let crowd = inner.largest_crowd();
            inner.close_idlest(crowd).or_else(|| inner.close_idlest(None))?;
        }
        let id = inner.next;
        inner.next += 1;
        let (close, closed) = watch::channel(());
        inner.open.insert(id, Entry { address, idle: Some(Instant::now()), _close: close });
        let connections = Arc::clone(self);
        Some(Arc::new(Connection {
            id,
            address,
            is_local: peer.to_canonical().is_loopback(),
            connections,
            closed,
        }))
    }

    /// Closes the connection that has been idle for the longest, as when there are no files left for another one.
    pub(super) fn make_room(&self) {
        self.lock().close_idlest(None);
    }
}

impl Inner {
    fn count(&self, address: IpAddr) -> usize {
        self.open.values().filter(|entry| entry.address == address).count()
    }

    /// The address with the most connections.
    fn largest_crowd(&self) -> Option<IpAddr> {
        let mut counts: HashMap<IpAddr, usize> = HashMap::new();
        for entry in self.open.values() {
            *counts.entry(entry.address).or_default() += 1;
        }
        counts.into_iter().max_by_key(|(_, count)| *count).map(|(address, _)| address)
    }

    /// Closes the connection that has been idle for the longest, of an address or of all. It is not counted from now on.
    fn close_idlest(&mut self, address: Option<IpAddr>) -> Option<()> {
        let of_it =
            self.open.iter().filter(|(_, entry)| address.is_none_or(|address| address == entry.address));
        let idle = of_it.filter_map(|(id, entry)| Some((entry.idle?, *id)));
        let (_, id) = idle.min()?;
        self.open.remove(&id).map(drop)
    }
}

impl Connection {
    /// Who this is, for sharing.
    pub(super) fn client(&self) -> Client {
        Client { address: self.address, connection: self.id }
    }

    /// Whether the client is on this machine.
    pub(super) fn is_local(&self) -> bool {
        self.is_local
    }

    /// Says whether a question of it is open, and so whether it may be closed to make room.
    pub(super) fn set_busy(&self, is_busy: bool) {
        if let Some(entry) = self.connections.lock().open.get_mut(&self.id) {
            entry.idle = (!is_busy).then(Instant::now);
        }
    }

    /// Waits until it has to make room.
    pub(super) async fn closed(&self) {
        // Nothing is ever sent; this ends when the sender is dropped.
        let _ = self.closed.clone().changed().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.connections.lock().open.remove(&self.id);
    }
}

/// The address by which a client is counted. Whoever has an IPv6 address usually has all that begin with the same 64 bits.
fn shared_address(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        IpAddr::V6(address) if !address.is_loopback() => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)))
        }
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    /// Whether it was closed to make room.
    fn is_closed(connection: &Connection) -> bool {
        connection.closed.has_changed().is_err()
    }

    #[test]
    fn the_connection_that_was_idle_for_the_longest_makes_room() {
        let connections = Connections::new(3);
        let here = address("127.0.0.1");
        let open: Vec<_> = (0..3).map(|_| connections.admit(here).unwrap()).collect();
        open[0].set_busy(true);
        let fourth = connections.admit(here).unwrap();
        assert_eq!(open.iter().map(|each| is_closed(each)).collect::<Vec<_>>(), [false, true, false]);
        // One that was busy until now has not been idle for long.
        open[0].set_busy(false);
        let fifth = connections.admit(here).unwrap();
        assert!(is_closed(&open[2]) && !is_closed(&open[0]) && !is_closed(&fourth) && !is_closed(&fifth));
    }

    #[test]
    fn nobody_that_waits_for_an_answer_is_closed() {
        let connections = Connections::new(2);
        let here = address("127.0.0.1");
        let open: Vec<_> = (0..2).map(|_| connections.admit(here).unwrap()).collect();
        open.iter().for_each(|each| each.set_busy(true));
        assert!(connections.admit(here).is_none());
        drop(open);
        assert!(connections.admit(here).is_some());
    }

    #[test]
    fn a_crowd_at_one_address_makes_room_for_others() {
        let connections = Connections::new(MOST_CONNECTIONS);
        let honest = connections.admit(address("192.0.2.1")).unwrap();
        let crowd: Vec<_> =
            (0..2 * MOST_OF_AN_ADDRESS).map(|_| connections.admit(address("192.0.2.2")).unwrap()).collect();
        assert!(!is_closed(&honest));
        assert_eq!(crowd.iter().filter(|each| !is_closed(each)).count(), MOST_OF_AN_ADDRESS);
        // The same machine under many IPv6 addresses is one.
        let crowd: Vec<_> = (0..2 * MOST_OF_AN_ADDRESS)
            .map(|n| connections.admit(address(&format!("2001:db8::{n:x}"))).unwrap())
            .collect();
        assert_eq!(crowd.iter().filter(|each| !is_closed(each)).count(), MOST_OF_AN_ADDRESS);
        assert!(!is_closed(&honest));
    }
}
