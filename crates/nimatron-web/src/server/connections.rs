//! The open connections. Idle ones cost little, so many are allowed; when there are too many, the one that has
//! been idle the longest is closed. So holding connections open can't shut out other clients.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::watch;

/// The most connections: half of the default limit of open files (1024), as workers need some, too.
pub(super) const MOST_CONNECTIONS: usize = 512;
/// The most connections of one address, so that it takes eight addresses to close connections of others.
/// There is no limit for loopback, where all clients have the same address.
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
    /// When it became idle; `None` while it has an open question.
    idle: Option<Instant>,
    /// Dropped to close it.
    _close: watch::Sender<()>,
}

/// One connection, which counts until it is dropped.
pub(super) struct Connection {
    id: u64,
    address: IpAddr,
    is_local: bool,
    connections: Arc<Connections>,
    closed: watch::Receiver<()>,
}

/// A client, for scheduling: its address and its connection.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Client {
    /// Its address.
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

    /// Adds a connection. If there are too many, the one that has been idle the longest is closed; `None` if
    /// none is idle.
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

    /// Closes the connection that has been idle the longest, for when no more files can be opened.
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

    /// Closes and removes the connection that has been idle the longest, of an address or of all.
    fn close_idlest(&mut self, address: Option<IpAddr>) -> Option<()> {
        let of_it =
            self.open.iter().filter(|(_, entry)| address.is_none_or(|address| address == entry.address));
        let idle = of_it.filter_map(|(id, entry)| Some((entry.idle?, *id)));
        let (_, id) = idle.min()?;
        self.open.remove(&id).map(drop)
    }
}

impl Connection {
    /// The client, for scheduling.
    pub(super) fn client(&self) -> Client {
        Client { address: self.address, connection: self.id }
    }

    /// Whether the client is on this machine.
    pub(super) fn is_local(&self) -> bool {
        self.is_local
    }

    /// Sets whether it has an open question; if not, it may be closed to make room.
    pub(super) fn set_busy(&self, is_busy: bool) {
        if let Some(entry) = self.connections.lock().open.get_mut(&self.id) {
            entry.idle = (!is_busy).then(Instant::now);
        }
    }

    /// Waits until it is closed to make room.
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

/// The address under which a client counts. An IPv6 client usually has all addresses of its /64 network.
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
        // Many IPv6 addresses of the same machine count as one.
        let crowd: Vec<_> = (0..2 * MOST_OF_AN_ADDRESS)
            .map(|n| connections.admit(address(&format!("2001:db8::{n:x}"))).unwrap())
            .collect();
        assert_eq!(crowd.iter().filter(|each| !is_closed(each)).count(), MOST_OF_AN_ADDRESS);
        assert!(!is_closed(&honest));
    }
}
