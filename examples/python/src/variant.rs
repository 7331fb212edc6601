//! Rulebooks that are ready to play.
//!
//! Contains the class `Variant`, and the functions that list and check rulebooks. Input: a slug, a
//! path or the text of a rulebook. Output: facts about it. Games of the catalog are loaded once.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, Weak};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use threefold::catalog;
use threefold::{ActionSpace, Input, Loaded, Planes};

use crate::error::{Finding, findings, rulebook_error};
use crate::interrupt::in_background;
use crate::moves::Move;
use crate::value::formats_as_text;

/// A loaded rulebook with what is computed once for it.
#[derive(Debug)]
pub struct Shared {
    /// The variant, its definition and its warnings.
    pub loaded: Loaded,
    /// The text from which it was loaded, and the name that was given to it; `None` for a game of the catalog or a file.
    text: Option<(String, String)>,
    space: OnceLock<ActionSpace>,
    planes: OnceLock<Planes>,
    /// The arguments of `restore_variant`. One object for all moves, so that a pickle contains it once.
    pickled: OnceLock<Py<PyTuple>>,
}

impl Shared {
    /// Returns the variant.
    pub fn variant(&self) -> &threefold::Variant {
        &self.loaded.variant
    }
    /// Returns the compiled rulebook.
    pub fn book(&self) -> &threefold::Rulebook {
        self.variant().rulebook()
    }
    /// Returns the numbered moves.
    pub fn space(&self) -> &ActionSpace {
        self.space.get_or_init(|| ActionSpace::new(self.variant()))
    }
    /// Returns the complete text of a rulebook that does not come with threefold; `None` for one that does. Raises an error if
    /// its file has changed.
    pub fn complete_text(&self) -> PyResult<Option<String>> {
        if self.text.is_none() && self.loaded.sources.files.first().is_some_and(|it| it.name.starts_with("catalog:")) {
            return Ok(None);
        }
        let checked = match &self.text {
            Some((text, name)) => threefold::check(Input::Text(name, text.as_bytes())),
            None => threefold::check(Input::Name(self.loaded.sources.files.first().map_or("", |it| it.name.as_str()))),
        };
        match checked.hash() == self.variant().hash() {
            true => Ok(Some(checked.effective())),
            false => {
                let slug = self.variant().slug();
                Err(PyValueError::new_err(format!(
                    "the file of `{slug}` has changed since it was loaded: load it again"
                )))
            }
        }
    }
    /// Returns the arguments of `restore_variant`: what loads the variant again on any machine, its name, and its hash.
    pub fn pickled<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if let Some(it) = self.pickled.get() {
            return Ok(it.bind(py).clone());
        }
        let slug = self.variant().slug();
        let source = self.complete_text()?.unwrap_or_else(|| slug.to_owned());
        let made = PyTuple::new(py, [source.as_str(), slug, self.variant().hash()])?;
        Ok(self.pickled.get_or_init(|| made.unbind()).bind(py).clone())
    }
    /// Returns the layout of observations.
    pub fn planes(&self) -> &Planes {
        self.planes.get_or_init(|| Planes::new(self.variant()))
    }
}

/// A rulebook, ready to play.
///
/// `source` is a slug such as "chess", a path, or the text of a rulebook. A text has at least one
/// line break. `name` is what findings call a text.
#[pyclass(frozen, eq, hash, module = "threefold")]
#[derive(Clone)]
pub struct Variant {
    /// The rulebook, shared by boards and moves.
    pub shared: Arc<Shared>,
}

impl PartialEq for Variant {
    fn eq(&self, other: &Self) -> bool {
        self.shared.variant().hash() == other.shared.variant().hash()
    }
}

impl std::hash::Hash for Variant {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.shared.variant().hash().hash(state);
    }
}

static CATALOG: LazyLock<Mutex<HashMap<String, Arc<Shared>>>> = LazyLock::new(Mutex::default);

fn input<'a>(source: &'a str, name: &'a str) -> Input<'a> {
    if source.contains('\n') { Input::Text(name, source.as_bytes()) } else { Input::Name(source) }
}

/// Loads a rulebook, or takes it from the games that are already loaded.
pub fn load(py: Python<'_>, source: &str, name: &str) -> PyResult<Arc<Shared>> {
    let known = || CATALOG.lock().unwrap_or_else(|it| it.into_inner());
    if let Some(it) = known().get(source) {
        return Ok(it.clone());
    }
    let texts = (source.to_owned(), name.to_owned());
    let loaded = in_background(py, &Arc::default(), move || threefold::load_input(input(&texts.0, &texts.1)))?;
    let loaded = loaded.map_err(|it| rulebook_error(py, &it))?;
    let text = matches!(input(source, name), Input::Text(..)).then(|| (source.to_owned(), name.to_owned()));
    let shared =
        Arc::new(Shared { loaded, text, space: OnceLock::new(), planes: OnceLock::new(), pickled: OnceLock::new() });
    if catalog::find(source).is_some() {
        known().insert(source.to_owned(), shared.clone());
    }
    Ok(shared)
}

/// Converts an argument that is a `Variant`, a text or a path.
pub fn variant_of(source: &Bound<'_, PyAny>) -> PyResult<Arc<Shared>> {
    if let Ok(it) = source.cast::<Variant>() {
        return Ok(it.get().shared.clone());
    }
    let py = source.py();
    let text: String = py.import("os")?.call_method1("fspath", (source,))?.extract()?;
    load(py, &text, "<text>")
}

formats_as_text!(Variant);

#[pymethods]
impl Variant {
    #[new]
    #[pyo3(signature = (source, name = "<text>"))]
    fn new(source: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let py = source.py();
        let text: String = py.import("os")?.call_method1("fspath", (source,))?.extract()?;
        Ok(Self { shared: load(py, &text, name)? })
    }
    /// The title of the game.
    #[getter]
    fn name(&self) -> &str {
        self.shared.book().name()
    }
    /// A description in one line.
    #[getter]
    fn about(&self) -> &str {
        self.shared.book().about()
    }
    /// The name in the catalog, or the stem of the file name.
    #[getter]
    fn slug(&self) -> &str {
        self.shared.variant().slug()
    }
    /// The SHA-256 hash of every setting that affects play or notation.
    #[getter]
    fn hash(&self) -> &str {
        self.shared.variant().hash()
    }
    /// The names of the players, in order of play.
    #[getter]
    fn seats(&self) -> Vec<&str> {
        self.shared.book().seats().iter().map(|it| it.name()).collect()
    }
    /// The letter of each player in notation.
    #[getter]
    fn letters(&self) -> HashMap<&str, &str> {
        self.shared.book().seats().iter().map(|it| (it.name(), it.letter())).collect()
    }
    /// The letter of each kind of piece in notation, in the order of the file.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let all = pyo3::types::PyDict::new(py);
        for it in self.shared.book().kinds() {
            all.set_item(it.name(), it.letter())?;
        }
        Ok(all)
    }
    /// The names of the squares, in the order of planes.
    #[getter]
    fn squares(&self) -> Vec<&str> {
        let board = self.shared.variant().board();
        board.squares().map(|it| board.name(it)).collect()
    }
    /// The coordinates of each square in a picture.
    #[getter]
    fn coordinates<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let all = pyo3::types::PyDict::new(py);
        let board = self.shared.variant().board();
        for it in board.squares().filter_map(|it| board.get(it)) {
            all.set_item(it.name(), (it.x(), it.y()))?;
        }
        Ok(all)
    }
    /// The links of the board: from, heading, to.
    #[getter]
    fn links(&self) -> Vec<(&str, &str, &str)> {
        let board = self.shared.variant().board();
        let from = |it| {
            let links = board.links(it).iter();
            links.map(move |(to, link)| (board.name(it), board.heading_name(link.heading()), board.name(*to)))
        };
        board.squares().flat_map(from).collect()
    }
    /// Warnings about the rulebook.
    #[getter]
    fn warnings(&self) -> Vec<Finding> {
        findings(&self.shared.loaded.sources, &self.shared.loaded.warnings)
    }
    /// The greatest number of points that a player can score.
    #[getter]
    fn most_points(&self) -> f64 {
        threefold::search::most_points(self.shared.book())
    }
    /// The names of the planes of an observation.
    #[getter]
    fn plane_names(&self) -> Vec<&str> {
        self.shared.planes().names().iter().map(String::as_str).collect()
    }
    /// The names of the single numbers of an observation.
    #[getter]
    fn scalar_names(&self) -> Vec<&str> {
        self.shared.planes().scalars().iter().map(String::as_str).collect()
    }
    /// The number of actions. Action numbers are the same for all variants with the same hash.
    #[getter]
    fn action_count(&self) -> usize {
        self.shared.space().len()
    }
    /// Returns the move of an action number.
    fn move_of(&self, action: usize) -> PyResult<Move> {
        let found = self.shared.space().get(action).map(|mv| Move::of(self.shared.clone(), mv));
        found.ok_or_else(|| {
            let count = self.shared.space().len();
            pyo3::exceptions::PyIndexError::new_err(format!("{action} is not an action: there are {count}, from 0"))
        })
    }
    /// Returns the rules in English, as Markdown.
    fn rules(&self, py: Python<'_>) -> PyResult<String> {
        let it = self.shared.clone();
        let rules = move || threefold::english::rulebook(&it.loaded.definition, it.variant()).markdown();
        in_background(py, &Arc::default(), rules)
    }
    fn __repr__(&self) -> String {
        format!("Variant('{}')", self.slug())
    }
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }
    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }
    /// A pickled variant is the name of a shipped rulebook or a complete text, and the hash of its rules.
    fn __reduce__<'py>(&self, py: Python<'py>) -> Reduced<'py, Bound<'py, PyTuple>> {
        let restore = py.import("threefold._threefold")?.getattr("restore_variant")?;
        Ok((restore, self.shared.pickled(py)?))
    }
}

/// Variants by hash and name, as long as they are in use.
type InUse = HashMap<(String, String), Weak<Shared>>;

/// The variants that were restored.
static RESTORED: LazyLock<Mutex<InUse>> = LazyLock::new(Mutex::default);

/// What pickle calls to restore an object, and the arguments.
pub type Reduced<'py, T> = PyResult<(Bound<'py, PyAny>, T)>;

/// Loads a pickled variant; pickle calls it. Raises `ValueError` if its rules are no longer those of the hash.
#[pyfunction]
pub fn restore_variant(py: Python<'_>, source: &str, name: &str, hash: &str) -> PyResult<Variant> {
    let restored = || RESTORED.lock().unwrap_or_else(|it| it.into_inner());
    let key = (hash.to_owned(), name.to_owned());
    if let Some(shared) = restored().get(&key).and_then(Weak::upgrade) {
        return Ok(Variant { shared });
    }
    let shared = load(py, source, name)?;
    if shared.variant().hash() != hash {
        let text = format!("`{name}` has other rules in this version of threefold than when it was pickled");
        return Err(PyValueError::new_err(text));
    }
    let mut all = restored();
    all.retain(|_, it| it.strong_count() > 0);
    all.insert(key, Arc::downgrade(&shared));
    Ok(Variant { shared })
}

/// Returns the slugs of all games that come with threefold.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    catalog::games().map(|it| it.slug.as_str()).collect()
}

/// Returns all findings about a rulebook: errors and warnings.
#[pyfunction]
#[pyo3(signature = (source, name = "<text>"))]
pub fn check(source: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Finding>> {
    let py = source.py();
    let text: String = py.import("os")?.call_method1("fspath", (source,))?.extract()?;
    let name = name.to_owned();
    let checked = in_background(py, &Arc::default(), move || threefold::check(input(&text, &name)))?;
    Ok(findings(&checked.sources, &checked.diagnostics))
}

/// Returns the reference of the rulebook language, as Markdown.
#[pyfunction]
pub fn reference() -> String {
    threefold::reference()
}
