//! The atlas: cells of all patches, and the names of squares.
//!
//! Input: `[board]`, `[board.patch]`, `[board.names]`. Output: an [`Atlas`]: the cells, which of them
//! are squares, and names in both directions. Does not know links between patches.
//!
//! A cell is a position in a patch, including holes. Hexes use axial coordinates: moving one rank up at
//! the same file leads to the upper right. [`triangles`](super::triangles) describes those of triangles.

use foldhash::{HashMap, HashMapExt};

use super::extents::{CELLS, extent, too_many_squares};
use super::labels::Labels;
use super::ranges;
use super::scope::Scope;
use super::triangles::Triangles;
use crate::board::{Heading, Square, heading_names};
use crate::definition as def;
use crate::definition::value::{Name, Squares};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned, counted, nearest};
use crate::policy::{Cells, LeapOverHoles, MoveNotation, NameForm, PatchShape};

/// Maximum number of squares.
pub(super) const SQUARES: usize = 512;

/// A cell, identified by patch, rank and file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Cell {
    /// Index into [`Atlas::patches`].
    pub patch: u16,
    /// Rank from 0. Declared before the file so that cells sort in the order of squares.
    pub rank: i16,
    /// File from 0.
    pub file: i16,
}

/// A block of cells.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    /// Name in the definition.
    pub name: String,
    /// Span of the header.
    pub span: Span,
    /// Number of files. For a hexagon, the length of the longest row.
    pub files: i16,
    /// Number of ranks.
    pub ranks: i16,
    /// Outline of the patch.
    pub shape: PatchShape,
}

impl Patch {
    /// Returns the cells of a patch of triangles.
    pub fn triangles(&self) -> Triangles {
        Triangles::new(self.shape, self.files, self.ranks)
    }
}

/// The cells and square names of all patches.
pub(super) struct Atlas {
    /// The shape of the cells.
    pub shape: Cells,
    /// Number of headings: 8 or 12.
    pub headings: u8,
    /// Patches in file order.
    pub patches: Vec<Patch>,
    /// The cell of each square, by square index.
    pub cells: Vec<Cell>,
    /// Holes that a leap can pass over, ascending.
    pub passable: Vec<Cell>,
    /// Form of the square names.
    pub form: NameForm,
    /// How moves are written, if the rulebook says so.
    pub moves: Option<MoveNotation>,
    /// Section labels. Empty for other forms.
    pub sections: Vec<String>,
    /// For each patch, the number of its first cell; one more entry for the total.
    firsts: Vec<usize>,
    /// The square of each cell, by cell number. `None` for a hole.
    squares: Vec<Option<Square>>,
    /// Square names by cell number. Empty if the patch has no such cell.
    names: Vec<String>,
    by_name: HashMap<String, Cell>,
}

impl Atlas {
    /// Reads the patches and names every cell. Returns `None` if something is missing or wrong.
    pub fn new(scope: &Scope, sink: &mut Diagnostics) -> Option<Self> {
        let definition = scope.definition;
        let board = definition.board.as_ref()?;
        let shape = board.value.cells.value;
        let mut patches = Vec::new();
        let mut is_valid = !definition.patches.is_empty();
        for (name, table) in &definition.patches {
            match extent(name, table, shape, sink) {
                Some(patch) => patches.push(patch),
                None => is_valid = false,
            }
        }
        let cells: i64 = patches.iter().map(|it| it.files as i64 * it.ranks as i64).sum();
        if let Some(patch) = patches.last().filter(|_| cells > CELLS) {
            too_many_squares(patch.span, &format!("the patches have {cells} cells"), patch.shape, sink);
            return None;
        }
        if !is_valid || patches.is_empty() {
            return None;
        }
        let mut firsts = vec![0];
        for patch in &patches {
            firsts.push(firsts[firsts.len() - 1] + patch.files as usize * patch.ranks as usize);
        }
        let cells = firsts[patches.len()];
        let mut atlas = Self {
            shape,
            headings: shape.headings(),
            patches,
            cells: Vec::new(),
            passable: Vec::new(),
            form: NameForm::FileRank,
            moves: None,
            sections: Vec::new(),
            firsts,
            squares: vec![None; cells],
            names: vec![String::new(); cells],
            by_name: HashMap::new(),
        };
        let labels = Labels::new(scope, &atlas, sink)?;
        atlas.form = labels.form;
        atlas.moves = labels.moves;
        atlas.sections = labels.sections.clone();
        if !atlas.name_cells(&labels, definition, sink) {
            return None;
        }
        atlas.number_squares(definition, sink)?;
        Some(atlas)
    }

    fn name_cells(&mut self, labels: &Labels, definition: &def::Definition, sink: &mut Diagnostics) -> bool {
        let mut is_valid = true;
        for cell in self.all_cells() {
            let name = labels.name(self, cell);
            if let Some(other) = self.by_name.insert(name.clone(), cell) {
                if is_valid {
                    let span = definition.names.as_ref().map(|it| it.span);
                    sink.error(
                        Code::BadLabels,
                        span,
                        format!(
                            "two squares are called `{name}`: {} and {}",
                            self.describe(other),
                            self.describe(cell)
                        ),
                    )
                    .help(match self.patches.len() {
                        1 => format!(
                            "name the files with letters, for example `files = {}`, and the ranks with numbers",
                            super::labels::series(self.patches[0].files as usize, true)
                        ),
                        _ => {
                            let patch = &self.patches[cell.patch as usize];
                            let before = self.patches[..cell.patch as usize].iter().map(|it| it.files as usize).sum();
                            format!(
                                "give each patch labels of its own, for example `[board.names.{}]` with the line `files = {}`",
                                patch.name,
                                super::labels::series_from(before, patch.files as usize)
                            )
                        }
                    });
                }
                is_valid = false;
            }
            if let Some(number) = self.number(cell) {
                self.names[number] = name;
            }
        }
        is_valid
    }

    /// Numbers the cells that are not holes: patch by patch, rank by rank, file by file.
    fn number_squares(&mut self, definition: &def::Definition, sink: &mut Diagnostics) -> Option<()> {
        let mut holes = std::collections::BTreeSet::new();
        for (index, (_, table)) in definition.patches.iter().enumerate() {
            for hole in &table.holes.value {
                let Some(block) = self.block(hole, sink) else { continue };
                if block.iter().any(|it| it.patch as usize != index) {
                    sink.error(Code::UnknownSquare, hole.span, format!("`{}` is not in this patch", hole.value))
                        .help(format!("it is in `{}`", self.patches[block[0].patch as usize].name));
                }
                holes.extend(block);
            }
        }
        let passes = |it: &&Cell| definition.patches[it.patch as usize].1.leap_over_holes.value == LeapOverHoles::Yes;
        self.passable = holes.iter().filter(passes).copied().collect();
        self.cells = self.all_cells().into_iter().filter(|it| !holes.contains(it)).collect();
        if self.cells.len() > SQUARES {
            let (patch, found) = (self.patches.last()?, format!("the board has {} squares", self.cells.len()));
            too_many_squares(patch.span, &found, patch.shape, sink);
            return None;
        }
        if self.cells.is_empty() {
            sink.error(Code::BadPatch, self.patches[0].span, "every square of the board is a hole")
                .help("remove at least one square from `holes`");
            return None;
        }
        for (index, cell) in self.cells.iter().enumerate() {
            if let Some(number) = self.number(*cell) {
                self.squares[number] = Some(Square(index as u16));
            }
        }
        Some(())
    }

    /// Returns every cell in order, including holes.
    pub fn all_cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (index, patch) in self.patches.iter().enumerate() {
            for rank in 0..patch.ranks {
                for file in 0..patch.files {
                    cells.push(Cell { patch: index as u16, file, rank });
                }
            }
        }
        cells.retain(|it| self.contains(*it));
        cells
    }

    /// Returns the number of a cell in the bounding boxes of all patches, or `None` outside.
    pub fn number(&self, cell: Cell) -> Option<usize> {
        let patch = &self.patches[cell.patch as usize];
        let boxed = (0..patch.files).contains(&cell.file) && (0..patch.ranks).contains(&cell.rank);
        let first = self.firsts[cell.patch as usize];
        boxed.then(|| first + cell.rank as usize * patch.files as usize + cell.file as usize)
    }

    /// Returns the total number of cells in the bounding boxes of all patches.
    pub fn numbers(&self) -> usize {
        self.names.len()
    }

    /// Reports whether a cell lies within its patch. Holes do.
    pub fn contains(&self, cell: Cell) -> bool {
        let patch = &self.patches[cell.patch as usize];
        if self.shape == Cells::Triangle {
            return patch.triangles().contains((cell.file, cell.rank));
        }
        let middle = patch.ranks / 2;
        self.number(cell).is_some()
            && (patch.shape != PatchShape::Hexagon || (cell.file + cell.rank - 2 * middle).abs() <= middle)
    }

    /// Returns the square of a cell, or `None` for a hole.
    pub fn square(&self, cell: Cell) -> Option<Square> {
        self.squares[self.number(cell)?]
    }

    /// Returns the cell of a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[square.index()]
    }

    /// Returns the name of a cell.
    pub fn name(&self, cell: Cell) -> &str {
        self.number(cell).map_or("", |it| &self.names[it])
    }

    /// Returns the file of a cell as names and zones count it, from 0. With `row-place` names, this is the place in
    /// the row.
    pub fn column(&self, cell: Cell) -> i16 {
        let patch = &self.patches[cell.patch as usize];
        match (patch.shape, self.form) {
            _ if self.form != NameForm::RowPlace => cell.file,
            _ if self.shape == Cells::Triangle => cell.file - patch.triangles().first_file(cell.rank),
            (PatchShape::Hexagon, NameForm::RowPlace) => cell.file - (patch.ranks / 2 - cell.rank).max(0),
            _ => cell.file,
        }
    }

    /// Returns the adjacent cell within the same patch, which may be a hole.
    pub fn step(&self, cell: Cell, heading: Heading) -> Option<Cell> {
        const SQUARE: [(i16, i16); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        const HEX: [(i16, i16); 12] =
            [(-1, 2), (0, 1), (1, 1), (1, 0), (2, -1), (1, -1), (1, -2), (0, -1), (-1, -1), (-1, 0), (-2, 1), (-1, 1)];
        if self.shape == Cells::Triangle {
            let patch = self.patches[cell.patch as usize].triangles();
            let (file, rank) = patch.step((cell.file, cell.rank), heading.0);
            return Some(Cell { file, rank, ..cell }).filter(|it| self.contains(*it));
        }
        let (file, rank) = if self.headings == 8 { SQUARE[heading.0 as usize] } else { HEX[heading.0 as usize] };
        let next = Cell { patch: cell.patch, file: cell.file + file, rank: cell.rank + rank };
        self.contains(next).then_some(next)
    }

    /// Returns the cells of a square's name, or of the block between two corners, in order. Includes holes. Never
    /// empty.
    pub fn block(&self, text: &Spanned<Squares>, sink: &mut Diagnostics) -> Option<Vec<Cell>> {
        if let Some(cell) = self.by_name.get(&text.0) {
            return Some(vec![*cell]);
        }
        let (from, to) = match text.0.split_once('-') {
            None => (self.cell_named(&text.0, text, sink)?, None),
            Some((from, to)) => (self.cell_named(from, text, sink)?, Some(self.cell_named(to, text, sink)?)),
        };
        let to = to.unwrap_or(from);
        if from.patch != to.patch {
            sink.error(Code::BadRange, text.span, format!("the corners of `{}` are in two patches", text.value))
                .help(format!("write one range for each patch: `[\"{}\", \"{}\"]`", self.name(from), self.name(to)));
            return None;
        }
        let (a, b) = (self.column(from) as i64, self.column(to) as i64);
        let ranks = (from.rank as i64, to.rank as i64);
        let mut cells = self.all_cells();
        cells.retain(|it| {
            it.patch == from.patch
                && ranges::within((a, b), self.column(*it) as i64)
                && ranges::within(ranks, it.rank as i64)
        });
        Some(cells)
    }

    fn cell_named(&self, name: &str, text: &Spanned<Squares>, sink: &mut Diagnostics) -> Option<Cell> {
        let found = self.by_name.get(name).copied();
        if found.is_none() {
            let finding = sink.error(Code::UnknownSquare, text.span, format!("there is no square `{name}`"));
            let all = self.all_cells();
            // On a board that is no rectangle, the names of the first and the last square say little.
            let parts = |it: &str| {
                let file = it.trim_end_matches(|it: char| it.is_ascii_digit()).to_owned();
                let rank = it[file.len()..].parse::<u32>().ok();
                (file, rank)
            };
            let (file, _) = parts(name);
            let mut same: Vec<u32> = Vec::new();
            same.extend(all.iter().map(|it| parts(self.name(*it))).filter(|it| it.0 == file).filter_map(|it| it.1));
            let called = match (same.iter().min(), same.iter().max()) {
                (Some(first), Some(last)) if !file.is_empty() && file != name => {
                    format!("the squares of `{file}` are `{file}{first}` to `{file}{last}`")
                }
                _ => format!("squares are called `{}` to `{}`", self.name(all[0]), self.name(all[all.len() - 1])),
            };
            let names = self.names.iter().map(String::as_str).filter(|it| !it.is_empty());
            match nearest(name, names).filter(|_| name.len() > 3) {
                Some(near) => finding.help(format!("did you mean `{near}`? {called}")),
                None => finding.help(called),
            };
        }
        found
    }

    /// Returns the squares of a list of names and blocks, in the order in which they are written. Blocks skip their
    /// holes; a hole by its own name, or a block of nothing but holes, is an error.
    pub fn squares(&self, list: &[Spanned<Squares>], sink: &mut Diagnostics) -> Vec<(Square, Span)> {
        let mut found = Vec::new();
        // A list that is longer than the board repeats squares. Each entry can be a block of the whole board.
        if let Some(last) = list.get(self.cells.len()) {
            let message =
                format!("{} entries in one list; the board has {}", list.len(), counted(self.cells.len(), "square"));
            sink.error(Code::TooMany, last.span, message).help("name each square once, like `\"a2-h2\"`");
            return found;
        }
        for text in list {
            let Some(block) = self.block(text, sink) else { continue };
            let before = found.len();
            found.extend(block.iter().filter_map(|it| self.square(*it)).map(|it| (it, text.span)));
            if found.len() == before {
                sink.error(Code::UnknownSquare, text.span, format!("`{}` is a hole", text.value))
                    .help(format!("name a square that the board has, like `{}`", self.name(self.cells[0])));
            }
        }
        found
    }

    /// Returns a single square.
    pub fn one(&self, text: &Spanned<Squares>, sink: &mut Diagnostics) -> Option<Square> {
        let found = self.squares(std::slice::from_ref(text), sink);
        if found.len() > 1 {
            sink.error(Code::BadRange, text.span, format!("`{}` is {}", text.value, counted(found.len(), "square")))
                .help(format!("name a single square, like `{}`", self.name(self.cell(found[0].0))));
            return None;
        }
        found.first().map(|it| it.0)
    }

    /// Returns the heading with this name.
    pub fn heading(&self, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<Heading> {
        heading(self.shape, name, sink)
    }

    /// Returns the index of the patch with this name.
    pub fn patch(&self, scope: &Scope, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<u16> {
        scope.find("patch", self.patches.iter().map(|it| it.name.as_str()), name, sink).map(|it| it as u16)
    }

    /// Describes a cell in words.
    pub fn describe(&self, cell: Cell) -> String {
        let patch = &self.patches[cell.patch as usize];
        format!("file {}, rank {} of `{}`", self.column(cell) + 1, cell.rank + 1, patch.name)
    }
}

/// Returns the heading with this name on a board of such cells.
pub(super) fn heading(shape: Cells, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<Heading> {
    let names = heading_names(shape.headings());
    let found = names.iter().position(|it| *it == name.0);
    if found.is_none() {
        let all: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
        sink.error(Code::UnknownHeading, name.span, format!("`{}` is not a heading of this board", name.value)).help(
            match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`? the headings are {}", all.join(", ")),
                None => format!("the headings are {}", all.join(", ")),
            },
        );
    }
    found.map(|it| Heading(it as u8))
}
