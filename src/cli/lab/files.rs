//! The files of shards: written step by step under another name, renamed once they are complete.
//!
//! A shard grows in `SHARD.part`, block by block. A run that was interrupted continues there: it keeps the whole blocks
//! and removes the rest. The complete file is synchronized and renamed, so a file with the name of the shard is always
//! complete.
//!
//! Input: a path, a plan and a range. Output: a [`ShardFile`] that blocks are appended to, or the counts of a complete
//! shard. Does not know how games are played.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::cli::CliError;
use crate::cli::file::{self, Refused};
use crate::lab::{
    Block, Merger, ShardContents, ShardError, ShardHeader, ShardWriter, Tally, plan_difference, read_shard,
};
use crate::load::in_words;

/// Size of the buffer for reading, in bytes.
const BUFFER: usize = 1 << 20;

/// A shard that is being written.
#[derive(Debug)]
pub(super) struct ShardFile {
    file: File,
    part: PathBuf,
    path: PathBuf,
    writer: ShardWriter,
    /// The counts of the blocks in the file.
    pub tally: Option<Tally>,
    /// Index of the first game that is missing.
    pub next: u64,
}

/// A shard that was opened for writing.
#[derive(Debug)]
pub(super) enum Opened {
    /// It is complete, with these counts.
    Complete(Box<Tally>),
    /// Blocks are missing.
    Open(Box<ShardFile>),
}

fn unusable(path: &Path, error: impl Into<std::io::Error>) -> CliError {
    let error = file::reason(&error.into());
    CliError::Usage(format!("error: `{}` cannot be used for the games: {error}", path.display()))
}

fn damaged(name: &str, error: &ShardError) -> CliError {
    CliError::Wrong(format!("error: {name}:{}: {}", error.line, error.message))
}

/// Opens a shard: a complete one, one that was interrupted, or a new one.
pub(super) fn open(path: &Path, header: &ShardHeader) -> Result<Opened, CliError> {
    match file::check(path, true) {
        Err(refused @ Refused::Kind(_)) => return Err(refused.error(&path.display().to_string(), "")),
        // A complete file need not be writable.
        Err(refused @ Refused::System(_)) if !path.exists() => {
            return Err(refused.error(&path.display().to_string(), ""));
        }
        _ => {}
    }
    if path.exists() {
        let file = File::open(path).map_err(|it| unusable(path, it))?;
        let found = contents(path, &file)?;
        check(path, &found, header)?;
        if let Some(problem) = &found.problem {
            return Err(damaged(&path.display().to_string(), problem));
        }
        return Ok(Opened::Complete(Box::new(found.tally)));
    }
    let mut name = path.file_name().map_or_else(Default::default, ToOwned::to_owned);
    name.push(".part");
    let part = path.with_file_name(name);
    let failed = |it: std::io::Error| unusable(&part, it);
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(&part).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(CliError::Usage(format!("error: `{}` is in use by another lab", part.display())));
        }
        // Some file systems have no locks.
        Err(TryLockError::Error(_)) => {}
    }
    let mut new = ShardFile {
        file: file.try_clone().map_err(failed)?,
        part: part.clone(),
        path: path.to_owned(),
        writer: ShardWriter::default(),
        tally: None,
        next: header.range().start,
    };
    // The first line is written at once, so without its end the file holds nothing.
    let is_new = !has_line(&file).map_err(failed)?;
    if is_new {
        file.set_len(0).map_err(failed)?;
        let line = new.writer.header(header).map_err(|it| unusable(&part, it))?;
        new.write(&line)?;
        return Ok(Opened::Open(Box::new(new)));
    }
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    let found = contents(&part, &file)?;
    check(&part, &found, header)?;
    file.set_len(found.bytes).map_err(failed)?;
    new.next = found.next;
    new.writer = found.writer;
    new.tally = (found.tally.games > 0).then_some(found.tally);
    Ok(Opened::Open(Box::new(new)))
}

/// Reports whether a file has at least one whole line.
fn has_line(file: &File) -> std::io::Result<bool> {
    let mut line = Vec::new();
    std::io::BufRead::read_until(&mut BufReader::new(file), b'\n', &mut line)?;
    Ok(line.ends_with(b"\n"))
}

fn contents(path: &Path, file: &File) -> Result<ShardContents, CliError> {
    let mut reader = BufReader::with_capacity(BUFFER, file);
    read_shard(&mut reader).map_err(|it| damaged(&path.display().to_string(), &it))
}

/// Refuses a file with games of another lab.
fn check(path: &Path, found: &ShardContents, header: &ShardHeader) -> Result<(), CliError> {
    let (own, wanted) = (found.header.range(), header.range());
    let help = match own != wanted && plan_difference(&found.header.plan, &header.plan).is_none() {
        true => format!("write `--range {}..{}` to go on with these games, or choose another file", own.start, own.end),
        false => "choose another file, or repeat the command that wrote this one".to_owned(),
    };
    let other = plan_difference(&found.header.plan, &header.plan).or_else(|| {
        let texts = [own, wanted].map(|it| format!("{}..{}", it.start, it.end));
        (texts[0] != texts[1]).then(|| format!("the range is {}, not {}", texts[0], texts[1]))
    });
    let other = other.or_else(|| {
        let text = |rows: bool| if rows { "has" } else { "does not have" };
        let rows = [found.header.rows, header.rows].map(text);
        (rows[0] != rows[1]).then(|| format!("it {} a line for each game", rows[0]))
    });
    other.map_or(Ok(()), |it| {
        Err(CliError::Wrong(format!("error: `{}` has games of another lab: {it}\n  = help: {help}", path.display())))
    })
}

impl ShardFile {
    /// Appends a block.
    pub fn add(&mut self, block: &Block) -> Result<(), CliError> {
        let lines = self.writer.block(block).map_err(|it| unusable(&self.part, it))?;
        self.write(&lines)?;
        self.next = block.range.end;
        match &mut self.tally {
            Some(tally) => tally.merge(&block.tally),
            None => self.tally = Some(block.tally.clone()),
        }
        Ok(())
    }

    /// Completes the shard, gives it its name, and returns its counts.
    pub fn finish(mut self) -> Result<Tally, CliError> {
        let line = std::mem::take(&mut self.writer).end().map_err(|it| unusable(&self.part, it))?;
        self.write(&line)?;
        self.file.sync_all().map_err(|it| unusable(&self.part, it))?;
        std::fs::rename(&self.part, &self.path).map_err(|it| unusable(&self.path, it))?;
        // The new name is on the disk once the folder is. Not every system can do this.
        let folder = self.path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let _ = File::open(folder).and_then(|it| it.sync_all());
        Ok(self.tally.unwrap_or_default())
    }

    fn write(&mut self, text: &str) -> Result<(), CliError> {
        self.file.write_all(text.as_bytes()).map_err(|it| unusable(&self.part, it))
    }
}

/// Reads shards and joins them.
pub(super) fn merged(paths: &[PathBuf]) -> Result<Merger, CliError> {
    let mut merger = Merger::default();
    for path in paths {
        let name = path.display().to_string();
        let file = File::open(path)
            .map_err(|it| CliError::Usage(format!("error: `{name}` cannot be read: {}", in_words(&it))))?;
        let mut reader = BufReader::with_capacity(BUFFER, file);
        merger.add(&name, &mut reader).map_err(|it| damaged(&name, &it))?;
    }
    Ok(merger)
}
