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
  nimatron serve --host 0.0.0.0 --memory 2G           for others on the same network, at the address of this machine
  nimatron serve --host 0.0.0.0 --name lab.example    and at this name
  nimatron serve --page web/dist                      with the page in this folder, as `cargo x start` does

The server is reachable from this machine only, unless --host is given: anyone who can reach it can use its processor and memory.
Browsers may use an IP address, `localhost` on this machine, or a name given with --name. Ctrl-C stops the server.

Each question runs in its own process, within --time, --memory and --threads: by default ten minutes, a twelfth of three quarters
of the machine's memory, and all cores. At most eight long questions (two for each browser tab) and four short ones run at the
same time.";

/// The default port.
const PORT: u16 = 4711;
/// The default time limit of a question.
const PATIENCE: Duration = Duration::from_secs(600);

/// The arguments of `serve`.
#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The port [default: 4711, or the next one that is free]
    #[arg(long, value_name = "P")]
    port: Option<u16>,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// A host name that browsers may use for this server; may be repeated
    #[arg(long = "name", value_name = "NAME", value_parser = name)]
    names: Vec<String>,
    /// The folder of the page, instead of the one built into this program; read once, when the server starts
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,
    /// Open the browser
    #[arg(long)]
    open: bool,
}

/// Parses a host name.
fn name(text: &str) -> Result<String, String> {
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    if text.split('.').all(is_label) {
        Ok(text.to_owned())
    } else {
        Err("expected a host name, such as lab.example, without scheme or port".into())
    }
}

/// Serves until Ctrl-C.
pub(crate) fn answer(options: &Options, asked: &Arguments) -> Result<Verdict> {
    if options.json {
        bail!("serve has no --json; its WebSocket sends JSON");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("the server could not be started")?;
    runtime.block_on(serve(options, asked))?;
    // Questions that are still running end with the program.
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
                "port {} of {host} is in use; choose another with --port, or omit --port to use a free one",
                port.unwrap_or(PORT)
            )
        }
        Err(error) => return Err(error).with_context(|| format!("can't listen on {host}")),
    };
    let address = server.address();
    // The unspecified address cannot be opened in a browser.
    let shown = if host.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { host };
    let url = match shown {
        IpAddr::V4(host) => format!("http://{host}:{}/", address.port()),
        IpAddr::V6(host) => format!("http://[{host}]:{}/", address.port()),
    };
    if !has_page {
        terminal::remark(
            "this program was built without its page; `cargo x start` builds both, and --page takes the folder of one",
        );
    }
    terminal::print(&format!("nimatron serves {STRONG}{url}{STRONG:#}\n"))?;
    terminal::talk("Ctrl-C stops the server");
    if open {
        browse(&url);
    }
    server.run(signals::ended()).await;
    Ok(())
}

/// The resources of each question: by default, all together use no more than this machine has.
fn resources(options: &Options) -> Resources {
    Resources {
        engine: Where::Native,
        threads: options.threads.unwrap_or_else(limits::default_threads),
        memory: options.memory.unwrap_or_else(|| limits::default_memory() / MOST_QUESTIONS),
        time: options.time.unwrap_or(PATIENCE),
        solutions: data::solutions(),
    }
}

/// The settings of the server. Questions are answered by processes of this program.
fn settings(options: &Options, names: &[String], page: Page) -> Result<Settings> {
    let Resources { threads, memory, time, .. } = resources(options);
    let program =
        std::env::current_exe().context("could not find this program, which answers the questions")?;
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
