//! The workbench in the browser.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use nimatron_lab::Verdict;
use nimatron_web::Resources;
use nimatron_web::protocol::Where;
use nimatron_web::server::{MOST_QUESTIONS, Page, Server, Settings, WorkerCommand};

use crate::cli::Options;
use crate::terminal::{self, STRONG};
use crate::{commands, data, limits, signals};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron serve --open
  nimatron serve --port 8080
  nimatron serve --host 0.0.0.0 --memory 2G           for others on the same network, by the address of this machine
  nimatron serve --host 0.0.0.0 --name lab.example    and by this name
  nimatron serve --page web/dist                      with the page in this folder, as `cargo x start` does

It listens on this machine alone unless --host says otherwise: whoever reaches it may use its processor and memory. Browsers
may call it by an address, by `localhost` on this machine, and by the names given with --name. Ctrl-C ends it.

Each question is answered by a process of its own, within --time, --memory and --threads: by default ten minutes, a twelfth of
three quarters of the machine's memory, and all cores. At most eight questions that may take long are worked on at a time, two of
one browser tab, and four that usually take a moment.";

/// Where it listens if nothing is said.
const PORT: u16 = 4711;
/// No question takes longer, unless that is asked for.
const PATIENCE: Duration = Duration::from_secs(600);

/// What `serve` takes.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The port [default: 4711, or the next one that is free]
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// A name by which browsers may call this server; may be repeated
    #[arg(long = "name", value_name = "NAME", value_parser = name)]
    names: Vec<String>,
    /// The folder of the page, if it is not the one inside this program; it is read once, when the server starts
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Open the browser
    #[arg(long)]
    open: bool,
}

/// Reads the name of a machine.
fn name(text: &str) -> Result<String, String> {
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    if text.split('.').all(is_label) {
        Ok(text.to_owned())
    } else {
        Err("expected the name of a machine, such as lab.example, without scheme or port".into())
    }
}

/// Serves until Ctrl-C.
pub(crate) fn answer(options: &Options, asked: &Arguments) -> Result<Verdict> {
    if options.json {
        bail!("serve has no JSON; its WebSocket has");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("the server could not be started")?;
    runtime.block_on(serve(options, asked))?;
    // Questions that are still worked on end with the program.
    runtime.shutdown_background();
    Ok(Verdict::Yes)
}

async fn serve(options: &Options, asked: &Arguments) -> Result<()> {
    let Arguments { port, host, open, ref names, ref page } = *asked;
    let page = match page {
        Some(folder) => {
            Page::read(folder).with_context(|| format!("the page in {} can't be served", folder.display()))?
        }
        None => Page::embedded(),
    };
    let has_page = !page.is_empty();
    let settings = settings(options, names, page)?;
    let server = match Server::bind(host, port.unwrap_or(PORT), port.is_some(), settings).await {
        Ok(server) => server,
        Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {
            bail!(
                "port {} of {host} is taken; say another one with --port, or none to have one found",
                port.unwrap_or(PORT)
            )
        }
        Err(error) => return Err(error).with_context(|| format!("can't listen on {host}")),
    };
    let address = server.address();
    // Nobody can go to the address that stands for all.
    let shown = if host.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { host };
    let url = match shown {
        IpAddr::V4(host) => format!("http://{host}:{}/", address.port()),
        IpAddr::V6(host) => format!("http://[{host}]:{}/", address.port()),
    };
    if !has_page {
        terminal::remark(
            "this program was built without its page; `cargo x start` builds both, and --page names a folder that has one",
        );
    }
    terminal::print(&format!("nimatron serves {STRONG}{url}{STRONG:#}\n"))?;
    terminal::talk("Ctrl-C ends it");
    if open {
        browse(&url);
    }
    server.run(signals::ended()).await;
    Ok(())
}

/// What each question may use: together no more than this machine has.
fn resources(options: &Options) -> Resources {
    Resources {
        engine: Where::Native,
        threads: options.threads.unwrap_or_else(limits::default_threads),
        memory: options.memory.unwrap_or_else(|| limits::default_memory() / MOST_QUESTIONS),
        time: options.time.unwrap_or(PATIENCE),
        solutions: data::solutions(),
    }
}

/// What the server is told: questions go to processes of this same program.
fn settings(options: &Options, names: &[String], page: Page) -> Result<Settings> {
    let Resources { threads, memory, time, .. } = resources(options);
    let program =
        std::env::current_exe().context("this program could not be found, to answer questions with it")?;
    let arguments = [
        "answer".to_owned(),
        format!("--threads={threads}"),
        format!("--memory={memory}"),
        format!("--time={}ms", time.as_millis()),
    ];
    let arguments = arguments.map(OsString::from).into();
    let worker = WorkerCommand { program, arguments, time, memory, threads };
    Ok(Settings { worker, names: names.to_vec(), page })
}

/// Answers one question of the page, as the server asks for it.
pub(crate) fn answer_one(options: &Options) -> Result<Verdict> {
    if !nimatron_web::answer_one(commands::catalog(), resources(options)) {
        bail!("the question was not answered");
    }
    Ok(Verdict::Yes)
}

/// Opens the browser, if there is one.
fn browse(url: &str) {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("explorer", &[])
    } else {
        ("xdg-open", &[])
    };
    let started = Command::new(program)
        .args(arguments)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        terminal::remark(&format!("no browser could be opened: go to {url}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_names_and_no_addresses_of_pages() {
        for good in ["lab.example", "lab", "my-lab.local", "a_b.example"] {
            assert_eq!(name(good), Ok(good.to_owned()));
        }
        for bad in
            ["", "http://lab.example", "lab.example:4711", "lab.example/", "*.example", "a..b", "é.example"]
        {
            assert!(name(bad).is_err(), "{bad}");
        }
    }
}
