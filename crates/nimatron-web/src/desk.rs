//! The desk: takes a message and sends the results.

use std::cell::{Cell, RefCell};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use nimatron_lab::{AnyQuestion, Catalog, Lab, LabError, Limits, Line, Listener, Note, Run, Stopper};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use web_time::Instant;

use crate::protocol::{Ask, Request, Response, Say, What, Where};
use crate::{edit, explore, hello, hint, judge, lessons, played, scene};

/// The limits of every question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Where it runs.
    pub engine: Where,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The number of bytes for tables.
    pub memory: usize,
    /// The time limit, whatever the question says.
    pub time: Duration,
    /// Where solutions of whole games are kept, if anywhere.
    pub solutions: Option<PathBuf>,
}

impl Default for Resources {
    fn default() -> Self {
        let engine = if cfg!(target_arch = "wasm32") { Where::Wasm } else { Where::Native };
        Resources {
            engine,
            threads: NonZeroUsize::MIN,
            memory: 512 << 20,
            time: Duration::from_secs(600),
            solutions: None,
        }
    }
}

/// The time limit of a quick question; one that takes longer is a mistake.
const PATIENCE: Duration = Duration::from_secs(60);
/// The interval between progress notes.
const NOTES_EVERY: Duration = Duration::from_millis(100);

/// Answers questions, any number of them at a time.
#[derive(Clone, Debug)]
pub struct Desk {
    catalog: Catalog,
    resources: Resources,
    /// Measures the memory of the process, if set.
    in_use: Option<fn() -> usize>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Trouble {
    /// The lab returned an error.
    Lab(LabError),
    /// The question is invalid.
    Refused(String),
}

impl<E: Into<LabError>> From<E> for Trouble {
    fn from(error: E) -> Self {
        Trouble::Lab(error.into())
    }
}

pub(crate) type Answer<T> = Result<T, Trouble>;

/// A question of the page in progress.
pub(crate) struct Asking<'a> {
    pub(crate) lab: Lab,
    pub(crate) resources: &'a Resources,
    client: &'a Client<'a>,
    deadline: Instant,
}

/// The client that asked, which receives the results.
struct Client<'a> {
    tell: RefCell<&'a mut dyn FnMut(Say)>,
    /// Whether the question is quick: it then sends no progress, so that it can be asked again.
    is_quick: bool,
    /// The time of the last progress note.
    noted: Cell<Option<Instant>>,
}

impl Client<'_> {
    fn tell(&self, data: Option<Box<RawValue>>, note: Option<Box<RawValue>>) {
        (self.tell.borrow_mut())(Say::Progress { data, note });
    }
}

impl Listener for Client<'_> {
    fn line(&self, line: &dyn Line) -> bool {
        let mut text = Vec::new();
        if !self.is_quick && line.write_json(&mut text).is_ok() {
            self.tell(String::from_utf8(text).ok().and_then(|text| RawValue::from_string(text).ok()), None);
        }
        true
    }

    fn note(&self, note: &Note) {
        let is_due = self.noted.get().is_none_or(|at| at.elapsed() >= NOTES_EVERY);
        if !self.is_quick && (is_due || note.found.is_some()) {
            self.noted.set(Some(Instant::now()));
            self.tell(None, to_raw_value(note).ok());
        }
    }
}

impl Desk {
    /// Creates a desk for these games, with these limits for every question.
    #[must_use]
    pub fn new(catalog: Catalog, resources: Resources) -> Self {
        Desk { catalog, resources, in_use: None }
    }

    /// Keeps the memory of the whole process within the limit, for a process that answers a single question:
    /// see [`Lab::measuring`].
    #[must_use]
    pub fn measuring(mut self, in_use: fn() -> usize) -> Self {
        self.in_use = Some(in_use);
        self
    }

    /// Answers a JSON message in JSON. [`Stopper::stop_for_good`] stops it.
    pub fn handle_text(&self, text: &str, stopper: &Stopper, tell: &mut dyn FnMut(&str)) {
        let mut write = |response: Response| {
            // Serialization should not fail; if it does, an empty message is better than none.
            tell(&serde_json::to_string(&response).unwrap_or_default());
        };
        match read(text) {
            Ok(request) => self.handle(&request, stopper, &mut write),
            Err(response) => write(*response),
        }
    }

    /// Answers a message. Results go to `tell`; the last message is the answer, or the error.
    pub fn handle(&self, request: &Request, stopper: &Stopper, tell: &mut dyn FnMut(Response)) {
        let id = request.id;
        if matches!(request.what, What::Page(Ask::Stop { .. })) {
            return;
        }
        let answer = {
            let mut progress = |say| tell(Response { id, say });
            let is_quick = request.what.is_quick();
            let client = Client { tell: RefCell::new(&mut progress), is_quick, noted: Cell::new(None) };
            match &request.what {
                What::Question(_, question) => self.answer(&**question, &client, stopper),
                What::Page(ask) => Asking {
                    lab: self.lab(stopper),
                    resources: &self.resources,
                    client: &client,
                    deadline: Instant::now() + self.resources.time,
                }
                .answer(ask),
            }
        };
        let say = match answer {
            Ok(data) => Say::Answer { data },
            Err(trouble) => explain(trouble, stopper),
        };
        tell(Response { id, say });
    }

    /// Answers a question of the lab's list, with the same JSON as the command line.
    fn answer(
        &self,
        question: &dyn AnyQuestion,
        client: &Client<'_>,
        stopper: &Stopper,
    ) -> Answer<Box<RawValue>> {
        let lab = self.lab(stopper);
        let time = if client.is_quick { PATIENCE.min(self.resources.time) } else { self.resources.time };
        let run = lab.start_within(Limits { time: Some(time), ..lab.limits() }).heard_by(client);
        let mut answer = question.answer(&run)?;
        match answer.unfinished() {
            Some(error) => Err(Trouble::Lab(error)),
            None => answer.to_json().map_err(unwritten),
        }
    }

    fn lab(&self, stopper: &Stopper) -> Lab {
        let Resources { memory, threads, solutions, .. } = &self.resources;
        let limits = Limits { time: None, memory: *memory, threads: *threads };
        let mut lab = Lab::new(self.catalog.clone(), limits).stopped_by(stopper.clone());
        if let Some(in_use) = self.in_use {
            lab = lab.measuring(in_use);
        }
        match solutions {
            // Shown to the operator of the server.
            Some(folder) => lab.solutions_in(folder.clone()).telling(|text| eprintln!("warning: {text}")),
            None => lab,
        }
    }
}

/// Parses a message, or returns an error message.
pub(crate) fn read(text: &str) -> Result<Request, Box<Response>> {
    serde_json::from_str(text).map_err(|error| {
        // The number may be readable even if the message is not.
        #[derive(serde::Deserialize)]
        struct Number {
            id: u32,
        }
        let id = serde_json::from_str::<Number>(text).map_or(0, |number| number.id);
        Box::new(Response { id, say: Say::error(format!("the message can't be read: {error}")) })
    })
}

/// The data of a message.
pub(crate) fn data(found: &impl Serialize) -> Answer<Box<RawValue>> {
    to_raw_value(found).map_err(unwritten)
}

fn unwritten(error: serde_json::Error) -> Trouble {
    Trouble::Refused(format!("the answer can't be written: {error}"))
}

impl Asking<'_> {
    fn answer(&self, ask: &Ask) -> Answer<Box<RawValue>> {
        match ask {
            Ask::Hello => data(&hello::hello(self)),
            Ask::Scene { table } => data(&scene::scene(self, table)?),
            Ask::Reply { table, agent, millis } => data(&played::reply(self, table, agent, *millis)?),
            Ask::Judge { table, millis } => data(&judge::judge(self, table, *millis)?),
            Ask::Hint { table, millis } => data(&hint::hint(self, table, *millis)?),
            Ask::Explore { game, position, millis } => {
                data(&explore::explore(self, game, position, *millis)?)
            }
            Ask::Options { text } => data(&explore::options(self, text)?),
            Ask::Thermograph { text } => data(&explore::thermograph_of(self, text)?),
            Ask::Edit { game, position, square, part } => {
                data(&edit::choices(self, game, position, *square, *part)?)
            }
            Ask::Lessons { game } => data(&lessons::lessons(self, game)?),
            Ask::Stop { .. } => Err(Trouble::Refused("a stop has no answer".into())),
        }
    }

    /// Sends an intermediate result.
    pub(crate) fn tell(&self, found: &impl Serialize) {
        if let Ok(data) = to_raw_value(found) {
            self.client.tell(Some(data), None);
        }
    }

    /// Starts the clock for a part of the question that may take this long.
    pub(crate) fn run(&self, time: Duration) -> Run<'_> {
        let time = Some(time.min(self.left()));
        self.lab.start_within(Limits { time, ..self.lab.limits() })
    }

    /// The remaining time of this question.
    pub(crate) fn left(&self) -> Duration {
        until(self.deadline)
    }

    /// The time after this number of milliseconds, or the deadline if that is sooner.
    pub(crate) fn until(&self, millis: u32) -> Instant {
        (Instant::now() + Duration::from_millis(millis.into())).min(self.deadline)
    }

    /// Returns an error if the client has stopped the question.
    pub(crate) fn go_on(&self) -> Answer<()> {
        if self.lab.stopper().is_stopped_for_good() { Err(LabError::stopped().into()) } else { Ok(()) }
    }
}

/// The last message of a question that has no answer.
fn explain(trouble: Trouble, stopper: &Stopper) -> Say {
    let error = match trouble {
        Trouble::Lab(error) => error,
        Trouble::Refused(message) => return Say::error(message),
    };
    let report = error.unfinished().and_then(|unfinished| unfinished.report.clone());
    match (&error, error.unfinished()) {
        (_, Some(unfinished)) if stopper.is_stopped_for_good() => {
            Say::Stopped { known: unfinished.known.clone(), report }
        }
        (LabError::Fault(fault), _) => {
            let characters =
                |bytes: usize| fault.text.char_indices().take_while(|(at, _)| *at < bytes).count();
            let at = Some((characters(fault.at.start), characters(fault.at.end)));
            Say::Error { message: fault.message.clone(), text: Some(fault.text.clone()), at, report: None }
        }
        _ => Say::Error { message: error.to_string(), text: None, at: None, report },
    }
}

/// The time until a deadline, at least a millisecond.
pub(crate) fn until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}
