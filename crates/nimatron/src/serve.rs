//! The workbench in the browser.

use std::net::{IpAddr, Ipv4Addr};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use nimatron_web::protocol::Where;
use nimatron_web::server::{MOST_QUESTIONS, Server, has_page};
use nimatron_web::{Desk, Resources};

use crate::cli::Options;
use crate::commands::Verdict;
use crate::terminal::{self, STRONG};
use crate::{data, limits};

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron serve --open
  nimatron serve --port 8080
  nimatron serve --host 0.0.0.0 --memory 2G   for others on the same network, too

It listens on this machine alone unless --host says otherwise: whoever reaches it may use its processor and memory. Ctrl-C
ends it. --time, --memory and --threads are for each question; at most eight long ones are worked on at a time.";

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
    /// Open the browser
    #[arg(long)]
    open: bool,
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
    let Arguments { port, host, open } = *asked;
    let server =
        match Server::bind(host, port.unwrap_or(PORT), port.is_some(), Desk::new(resources(options))).await {
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
    if !has_page() {
        terminal::remark("this program was built without its page; `cargo x start` builds both");
    }
    terminal::print(&format!("nimatron serves {STRONG}{url}{STRONG:#}\n"))?;
    terminal::talk("Ctrl-C ends it");
    if open {
        browse(&url);
    }
    server
        .run(async {
            // Without a handler Ctrl-C ends the program, which will do.
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        })
        .await
        .context("the server failed")
}

/// What each question may use: together no more than this machine has.
fn resources(options: &Options) -> Resources {
    Resources {
        engine: Where::Native,
        threads: options.threads.unwrap_or_else(limits::default_threads),
        memory: options.memory.unwrap_or_else(|| limits::default_memory() / MOST_QUESTIONS.1),
        time: options.time.unwrap_or(PATIENCE),
        solutions: data::solutions(),
    }
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
