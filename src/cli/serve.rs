//! `serve`: serves the page, on this machine or in its network.
//!
//! Input: an address and a rulebook. Output: the page, until the process ends. Does not know what the page contains.

use std::error::Error;
use std::io::ErrorKind;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;

use super::number::number;
use super::{CliError, ExitResult, Io};
use crate::load::in_words;
use crate::serve::{BindError, Limits, Options, Server, host_name};
use crate::threads::spawn;

/// The preferred port number.
const PORT: u16 = 3303;
/// Pause before each move of a bot, so that people can follow.
const PAUSE: Duration = Duration::from_millis(400);
/// Time without an act after which other players may replace the player to move with a bot.
const PATIENCE: Duration = Duration::from_secs(120);

/// Open a page in the browser to play, read rules and edit a rulebook
#[derive(Debug, Args)]
#[command(after_help = "Without --host, only this machine can open the page, at 127.0.0.1. Ctrl-C stops it. Games \
are saved in a folder after every move and continue after a restart. If you give a path, the page can save changes to \
that file, and to no other.\n\nFor friends on other devices in your network: threefold serve --host 0.0.0.0. Copy \
each player's link under “Links, position and record”. A link contains the key of its seat; without a key, a game can \
only be watched. If you use a proxy or a tunnel, add its host name with --allow-host. This machine then needs the keys, \
too, and the page cannot save the file. The traffic is encrypted only if the proxy encrypts it.\n\nExample: threefold \
serve 3-man-chess --open")]
pub(super) struct ServeArgs {
    /// Name of a game, or path of a rulebook to edit
    variant: Option<String>,
    /// Listen on this address; 0.0.0.0 means every address of this machine
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    host: IpAddr,
    /// Also answer requests for this host name, such as that of a proxy; may be repeated
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,
    /// Listen on this port; by default 3303, or any free port
    #[arg(long, value_name = "N", value_parser = number::<u16>(0..=65_535, 3303), allow_negative_numbers = true)]
    port: Option<u16>,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// Keep games in this folder; by default, in the user's data folder
    #[arg(long, value_name = "FOLDER")]
    games: Option<PathBuf>,
}

pub(super) fn run(args: &ServeArgs, io: &mut Io<'_>) -> ExitResult {
    if args.variant.as_deref() == Some("-") {
        return Err(CliError::Usage("error: the page cannot edit standard input: give a file name".to_owned()));
    }
    let games = args.games.clone().or_else(folder).ok_or_else(|| {
        CliError::Usage("error: there is no data folder for games: choose one with --games FOLDER".to_owned())
    })?;
    let mut options = Options {
        variant: args.variant.clone(),
        host: args.host,
        port: args.port.unwrap_or(PORT),
        allow_hosts: args.allow_host.clone(),
        games,
        pause: PAUSE,
        patience: PATIENCE,
        limits: Limits::default(),
    };
    let mut bound = Server::bind(&options);
    if let (Err(BindError::Port(why)), None) = (&bound, args.port)
        && why.kind() != ErrorKind::AddrNotAvailable
    {
        writeln!(io.err, "Port {PORT} is in use, so the page uses another one.")?;
        options.port = 0;
        bound = Server::bind(&options);
    }
    let server = bound.map_err(|it| match it {
        BindError::Port(why) if why.kind() == ErrorKind::AddrNotAvailable => CliError::Usage(format!(
            "error: {} is not an address of this machine\n  = help: `--host 0.0.0.0` listens on all of its addresses",
            options.host
        )),
        BindError::Port(why) => {
            CliError::Usage(format!("error: port {} cannot be used: {}", options.port, in_words(&why)))
        }
        why => CliError::Usage(format!("error: {}", with_source(&why))),
    })?;
    let address = server.own_url();
    writeln!(io.out, "{address}")?;
    if let Some(shared) = server.shared_url().filter(|it| *it != address) {
        writeln!(io.out, "On other devices: {shared}")?;
    }
    io.out.flush()?;
    if args.open && !open(&address) {
        writeln!(io.err, "No browser could be opened. Open {address} yourself.")?;
    }
    server.run();
    Ok(0)
}

/// Returns the folder in which programs keep data of their user.
fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|it| !it.is_empty()).map(PathBuf::from);
    let data = if cfg!(windows) {
        set("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        set("HOME").map(|it| it.join("Library/Application Support"))
    } else {
        set("XDG_DATA_HOME").filter(|it| it.is_absolute()).or_else(|| set("HOME").map(|it| it.join(".local/share")))
    };
    data.map(|it| it.join("threefold").join("games"))
}

/// Opens the browser; reports whether it could be started.
fn open(address: &str) -> bool {
    let (program, args): (&str, &[&str]) = if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(args).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // A separate thread waits for the browser process to end.
        Ok(mut child) => {
            spawn(Box::new(move || drop(child.wait())));
            true
        }
        Err(_) => false,
    }
}

/// Returns an error with what the system says about it.
fn with_source(error: &BindError) -> String {
    match error.source().map(|it| it.downcast_ref().map_or_else(|| it.to_string(), in_words)) {
        Some(reason) => format!("{error}: {reason}"),
        None => error.to_string(),
    }
}
