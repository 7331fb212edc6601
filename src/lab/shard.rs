//! Shards: the games of a range as JSON Lines.
//!
//! Contains the lines of a shard and its reader.
//!
//! ```text
//!  {"threefold_lab":1,"plan":{..},"range":[0,8192],"rows":true}        the header
//!  {"g":0,"n":213,"e":1,"p":[2,0],"w":0,"l":3,"t":190,"m":6021}        one line for each game
//!  {"block":[0,4096],"tally":{..}}                                     their counts
//!  ...
//!  {"end":{"games":8192,"sha256":".."}}                                hash of all bytes before
//! ```
//!
//! The lines of games are for other programs: the index `g`, the number of moves `n`, the ending `e`,
//! the points `p` in units, the winner `w`, eliminations `o` as pairs of victim and last mover, lead
//! changes `l`, the move `t` after which the winner leads for good, the kingmaker `k`, and the sum `m`
//! of legal moves. Absent values are left out. A shard can also have tallies alone.
//!
//! A file that ends early is still valid up to its last whole block, so a run can go on there.
//!
//! Input: blocks, or lines. Output: lines, or counts. Does not know files.

use std::fmt::Write;
use std::io::BufRead;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::plan::{LabPlan, PlanKey};
use super::row::{GameRow, PLY_LIMIT, STUCK};
use super::run::Block;
use super::tally::Tally;

/// Version of the format.
const FORMAT: u32 = 1;
/// Maximum length of a line in bytes. Lines of tallies are the longest.
const MAX_LINE: u64 = 16 << 20;

/// The first line of a shard.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// Version of the format.
    threefold_lab: u32,
    /// Everything that the games depend on.
    pub plan: PlanKey,
    /// The first index, and the one after the last.
    range: [u64; 2],
    /// Whether each game has a line.
    pub rows: bool,
    /// Number of units in one point; 0 in shards of earlier versions.
    #[serde(default)]
    unit: i32,
}

impl ShardHeader {
    /// Returns the header of the games of a range.
    pub fn new(plan: &LabPlan, range: Range<u64>, rows: bool) -> Self {
        Self { threefold_lab: FORMAT, plan: plan.key(), range: [range.start, range.end], rows, unit: plan.unit() }
    }

    /// Returns the indices of the games.
    pub fn range(&self) -> Range<u64> {
        self.range[0]..self.range[1]
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockLine<'a> {
    block: [u64; 2],
    tally: std::borrow::Cow<'a, Tally>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EndLine {
    end: ShardEnd,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShardEnd {
    games: u64,
    sha256: String,
}

/// Writes the lines of a shard, and hashes them.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, Default)]
pub struct ShardWriter {
    hash: Sha256,
    games: u64,
}

impl ShardWriter {
    /// Returns the first line.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written as JSON, which does not happen.
    pub fn header(&mut self, header: &ShardHeader) -> Result<String, serde_json::Error> {
        let line = serde_json::to_string(header)? + "\n";
        self.hash.update(&line);
        Ok(line)
    }

    /// Returns the lines of a block.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written as JSON, which does not happen.
    pub fn block(&mut self, block: &Block) -> Result<String, serde_json::Error> {
        let mut lines = String::with_capacity(block.rows.len() * 96 + 8_192);
        let seats = block.tally.points.len();
        block.rows.iter().for_each(|it| write_row(&mut lines, it, seats));
        let line =
            BlockLine { block: [block.range.start, block.range.end], tally: std::borrow::Cow::Borrowed(&block.tally) };
        lines.push_str(&serde_json::to_string(&line)?);
        lines.push('\n');
        self.hash.update(&lines);
        self.games += block.range.end - block.range.start;
        Ok(lines)
    }

    /// Returns the last line.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written as JSON, which does not happen.
    pub fn end(self) -> Result<String, serde_json::Error> {
        let end = ShardEnd { games: self.games, sha256: hex(self.hash) };
        Ok(serde_json::to_string(&EndLine { end })? + "\n")
    }
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|it| format!("{it:02x}")).collect()
}

/// Appends the line of a game.
fn write_row(out: &mut String, row: &GameRow, seats: usize) {
    // Writing to a string does not fail.
    let _ = write!(out, "{{\"g\":{},\"n\":{},\"e\":{},\"p\":[", row.index, row.plies, row.ending);
    for (seat, points) in row.points[..seats].iter().enumerate() {
        let _ = write!(out, "{}{points}", if seat > 0 { "," } else { "" });
    }
    out.push(']');
    if let Some(winner) = row.winner {
        let _ = write!(out, ",\"w\":{}", winner.0);
    }
    for (number, exit) in row.exits().iter().enumerate() {
        let _ = write!(out, "{}[{},{}]", if number > 0 { "," } else { ",\"o\":[" }, exit.victim, exit.by);
    }
    if row.exits > 0 {
        out.push(']');
    }
    let _ = write!(out, ",\"l\":{}", row.lead_changes);
    if let Some(ply) = row.lead_ply {
        let _ = write!(out, ",\"t\":{ply}");
    }
    if let Some(seat) = row.kingmaker {
        let _ = write!(out, ",\"k\":{}", seat.0);
    }
    let _ = writeln!(out, ",\"m\":{}}}", row.choices);
}

/// A defect of a shard.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct ShardError {
    /// Number of the line, from 1.
    pub line: usize,
    /// The defect as a sentence without a period.
    pub message: String,
}

/// The contents of a shard up to its last whole block.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug)]
pub struct ShardContents {
    /// The first line.
    pub header: ShardHeader,
    /// The counts of all whole blocks.
    pub tally: Tally,
    /// Index of the first game that is missing.
    pub next: u64,
    /// Number of bytes up to the last whole block.
    pub bytes: u64,
    /// Goes on after the last whole block.
    pub writer: ShardWriter,
    /// Why the shard is not complete; `None` if it is.
    pub problem: Option<ShardError>,
}

/// Reads a shard, up to its end or to the first line that is wrong.
///
/// [`lab`](crate::lab) has an example.
///
/// # Errors
/// Returns an error if the first line is not the header of a shard.
pub fn read_shard(input: &mut dyn BufRead) -> Result<ShardContents, ShardError> {
    let mut line = Vec::new();
    let at = |line: usize, message: String| ShardError { line, message };
    next_line(input, &mut line).map_err(|it| at(1, it))?;
    let header: ShardHeader = serde_json::from_slice(&line)
        .ok()
        .filter(|it: &ShardHeader| it.threefold_lab == FORMAT && it.range[0] < it.range[1])
        .ok_or_else(|| at(1, "this is not a shard of a lab: the first line is not its header".to_owned()))?;
    let next = header.range[0];
    let mut writer = ShardWriter::default();
    writer.hash.update(&line);
    let bytes = line.len() as u64;
    let mut found = ShardContents { header, tally: Tally::default(), next, bytes, writer, problem: None };
    let mut number = 1;
    let problem = loop {
        match read_block(input, &mut line, &mut found, &mut number) {
            Ok(true) => {}
            Ok(false) => return Ok(found),
            Err(message) => break at(number, message),
        }
    };
    found.problem = Some(problem);
    Ok(found)
}

/// Reads the lines of a block. Returns `false` after the last line of the shard.
fn read_block(
    input: &mut dyn BufRead,
    line: &mut Vec<u8>,
    found: &mut ShardContents,
    number: &mut usize,
) -> Result<bool, String> {
    let mut hash = found.writer.hash.clone();
    let (mut bytes, mut rows) = (0, 0);
    loop {
        *number += 1;
        next_line(input, line)?;
        if line.starts_with(b"{\"g\":") {
            let digits = line[5..].iter().take_while(|it| it.is_ascii_digit());
            let index = digits.fold(0_u64, |all, it| all.wrapping_mul(10).wrapping_add(u64::from(it - b'0')));
            if !found.header.rows || index != found.next + rows {
                return Err(format!("game {index} is out of order: game {} is expected", found.next + rows));
            }
            rows += 1;
            hash.update(&*line);
            bytes += line.len() as u64;
            continue;
        }
        if line.starts_with(b"{\"end\":") {
            let EndLine { end } = serde_json::from_slice(line).map_err(|it| format!("the last line is wrong: {it}"))?;
            let is_right = rows == 0 && found.next == found.header.range[1] && end.games == found.writer.games;
            if !is_right || end.sha256 != hex(hash) {
                return Err("the last line does not fit the lines before it: the file was changed".to_owned());
            }
            let mut rest = [0];
            return match input.read(&mut rest) {
                Ok(0) => Ok(false),
                _ => Err("there is more after the last line".to_owned()),
            };
        }
        let BlockLine { block, tally } =
            serde_json::from_slice(line).map_err(|it| format!("this is not a line of a shard: {it}"))?;
        let games = block[1].saturating_sub(block[0]);
        let is_next = block[0] == found.next && games > 0 && block[1] <= found.header.range[1];
        let adds_up = tally.games == games && tally.adds_up(&[PLY_LIMIT, STUCK]);
        if !is_next || !adds_up || rows != if found.header.rows { games } else { 0 } {
            return Err(format!("the block from {} to {} does not fit the lines before it", block[0], block[1]));
        }
        if found.tally.games == 0 {
            found.tally = tally.into_owned();
        } else if tally.has_shape_of(&found.tally) {
            found.tally.merge(&tally);
        } else {
            return Err("the counts have another number of seats, squares or pieces".to_owned());
        }
        hash.update(&*line);
        found.writer = ShardWriter { hash, games: found.writer.games + games };
        found.next = block[1];
        found.bytes += bytes + line.len() as u64;
        return Ok(true);
    }
}

/// Reads a whole line, with its end.
fn next_line(input: &mut dyn BufRead, line: &mut Vec<u8>) -> Result<(), String> {
    use std::io::Read;
    line.clear();
    let read = input.take(MAX_LINE).read_until(b'\n', line).map_err(|it| it.to_string())?;
    match line.last() {
        Some(b'\n') => Ok(()),
        _ if read as u64 == MAX_LINE => Err("this line is too long".to_owned()),
        _ => Err("the shard ends here, before its last line: give the file the ending `.part`, if it has \
                  another, and repeat the command that wrote it"
            .to_owned()),
    }
}
