//! The desk: a question comes in, and what is found goes out.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use nimatron_lab::{Lab, LabError, Limits, Run};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use web_time::Instant;

use crate::protocol::{Ask, Request, Response, Say, Where};
use crate::{Stop, edit, explore, export, hint, judge, lessons, played, scene, surveys};

/// What every question may use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resources {
    /// Where it runs.
    pub engine: Where,
    /// How many threads.
    pub threads: NonZeroUsize,
    /// How many bytes in tables.
    pub memory: usize,
    /// How long, whatever the question says.
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

/// Answers questions, any number of them at a time.
#[derive(Clone, Debug)]
pub struct Desk {
    resources: Resources,
    /// How the memory of the process is measured, if it is.
    in_use: Option<fn() -> usize>,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Trouble {
    /// The lab has none.
    Lab(LabError),
    /// The question can't be asked so.
    Refused(String),
}

impl From<LabError> for Trouble {
    fn from(error: LabError) -> Self {
        Trouble::Lab(error)
    }
}

pub(crate) type Answer<T> = Result<T, Trouble>;

/// A question that is being worked on.
pub(crate) struct Asking<'a> {
    pub(crate) lab: Lab,
    pub(crate) resources: &'a Resources,
    /// Who asked.
    pub(crate) asker: Asker<'a>,
    deadline: Instant,
}

/// Who asked: they hear what is found, and may have had enough.
pub(crate) struct Asker<'a> {
    stop: &'a Stop,
    tell: &'a mut dyn FnMut(Say),
}

impl Asker<'_> {
    /// Tells what was found on the way.
    pub(crate) fn tell(&mut self, found: &impl Serialize) {
        if let Ok(data) = to_raw_value(found) {
            (self.tell)(Say::Progress { data });
        }
    }

    /// Gives up if somebody wants that.
    pub(crate) fn go_on(&self) -> Answer<()> {
        if self.stop.is_asked() { Err(Trouble::Lab(LabError::exhausted("stopped"))) } else { Ok(()) }
    }
}

impl Desk {
    /// A desk where every question may use that much.
    #[must_use]
    pub fn new(resources: Resources) -> Self {
        Desk { resources, in_use: None }
    }

    /// Keeps the memory of the whole process within the limit, for one that answers a single question: see
    /// [`Lab::measuring`].
    #[must_use]
    pub fn measuring(mut self, in_use: fn() -> usize) -> Self {
        self.in_use = Some(in_use);
        self
    }

    /// Answers a question that is written as JSON, in JSON.
    pub fn handle_text(&self, text: &str, stop: &Stop, tell: &mut dyn FnMut(&str)) {
        let mut write = |response: Response| {
            // All that is said can be written; if not, silence is worse than an empty message.
            tell(&serde_json::to_string(&response).unwrap_or_default());
        };
        match read(text) {
            Ok(request) => self.handle(&request, stop, &mut write),
            Err(response) => write(*response),
        }
    }

    /// Answers a question. What is found goes to `tell`; the last message is the answer, or why there is none.
    pub fn handle(&self, request: &Request, stop: &Stop, tell: &mut dyn FnMut(Response)) {
        let id = request.id;
        if matches!(request.ask, Ask::Stop { .. }) {
            return;
        }
        let last = {
            let mut progress = |say| tell(Response { id, say });
            let limits =
                Limits { time: None, memory: self.resources.memory, threads: self.resources.threads };
            let mut lab = Lab::new(limits, stop.flag());
            if let Some(in_use) = self.in_use {
                lab = lab.measuring(in_use);
            }
            if let Some(folder) = &self.resources.solutions {
                // Whoever runs the server sees it.
                lab = lab.solutions_in(folder.clone()).telling(|text| eprintln!("warning: {text}"));
            }
            let deadline = Instant::now() + self.resources.time;
            let resources = &self.resources;
            let asker = Asker { stop, tell: &mut progress };
            let mut asking = Asking { lab, resources, asker, deadline };
            match asking.answer(&request.ask) {
                Ok(data) => Say::Answer { data },
                Err(trouble) => asking.explain(trouble),
            }
        };
        tell(Response { id, say: last });
    }
}

/// Reads a question, or says what is wrong with it.
pub(crate) fn read(text: &str) -> Result<Request, Box<Response>> {
    serde_json::from_str(text).map_err(|error| {
        // Even of a question that can't be read the number may be legible.
        #[derive(serde::Deserialize)]
        struct Number {
            id: u32,
        }
        let id = serde_json::from_str::<Number>(text).map_or(0, |number| number.id);
        let message = format!("the message can't be read: {error}");
        Box::new(Response { id, say: Say::Error { message, text: None, at: None } })
    })
}

/// The data of a message.
pub(crate) fn data(found: &impl Serialize) -> Answer<Box<RawValue>> {
    to_raw_value(found).map_err(|error| Trouble::Refused(format!("the answer can't be written: {error}")))
}

impl Asking<'_> {
    fn answer(&mut self, ask: &Ask) -> Answer<Box<RawValue>> {
        match ask {
            Ask::Hello => data(&surveys::hello(self)),
            Ask::Agents { game } => data(&surveys::agents(self, game)?),
            Ask::Scene { table } => data(&scene::scene(self, table)?),
            Ask::Reply { table, agent, millis } => data(&played::reply(self, table, agent, *millis)?),
            Ask::Judge { table, millis } => data(&judge::judge(self, table, *millis)?),
            Ask::Hint { table, millis } => data(&hint::hint(self, table, *millis)?),
            Ask::Explore { game, position, millis } => {
                data(&explore::explore(self, game, position, *millis)?)
            }
            Ask::Eval { text, definitions } => explore::evaluate(self, text, definitions),
            Ask::Options { text } => data(&explore::options(self, text)?),
            Ask::Thermograph { text } => data(&explore::thermograph_of(self, text)?),
            Ask::Sequence { game, to, misere } => data(&surveys::sequence(self, game, *to, *misere)?),
            Ask::Table { game, rows, cols } => data(&surveys::table(self, game, *rows, *cols)?),
            Ask::Match { table, left, right, games, openings, seed } => {
                data(&played::contest(self, table, [left, right], (*games, *openings), *seed)?)
            }
            Ask::Edit { game, position, square, part } => {
                data(&edit::choices(self, game, position, *square, *part)?)
            }
            Ask::Export { game, position, format } => data(&export::export(self, game, position, *format)?),
            Ask::Lessons { game } => data(&lessons::lessons(self, game)?),
            Ask::Stop { .. } => Err(Trouble::Refused("a stop has no answer".into())),
        }
    }

    /// Tells what was found on the way.
    pub(crate) fn tell(&mut self, found: &impl Serialize) {
        self.asker.tell(found);
    }

    /// Starts the clock for a part of the question that may take this long.
    pub(crate) fn run(&self, time: Duration) -> Run {
        let time = Some(time.min(self.left()));
        let run = self.lab.start_within(Limits { time, ..self.lab.limits() });
        self.asker.stop.remind();
        run
    }

    /// How much time is left of what any question may take.
    pub(crate) fn left(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
    }

    /// When so many milliseconds will have passed, or sooner if no question may take as long.
    pub(crate) fn until(&self, millis: u32) -> Instant {
        (Instant::now() + Duration::from_millis(millis.into())).min(self.deadline)
    }

    /// Gives up if somebody wants that.
    pub(crate) fn go_on(&self) -> Answer<()> {
        self.asker.go_on()
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.asker.stop.is_asked()
    }

    /// The last message of a question that has no answer.
    fn explain(&self, trouble: Trouble) -> Say {
        match trouble {
            Trouble::Lab(LabError::Exhausted { known, .. }) if self.is_stopped() => Say::Stopped { known },
            Trouble::Lab(LabError::Fault(fault)) => {
                let characters =
                    |bytes: usize| fault.text.char_indices().take_while(|(at, _)| *at < bytes).count();
                let at = (characters(fault.at.start), characters(fault.at.end));
                Say::Error { message: fault.message.clone(), text: Some(fault.text.clone()), at: Some(at) }
            }
            Trouble::Lab(error) => Say::Error { message: error.to_string(), text: None, at: None },
            Trouble::Refused(message) => Say::Error { message, text: None, at: None },
        }
    }
}

/// The time from now on, at least a little.
pub(crate) fn until(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1))
}
