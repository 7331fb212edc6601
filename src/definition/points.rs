//! Points by role: the value of a line of `[score]`, and of the key `points`.
//!
//! Input: an inline table. Output: [`PointsByRole`], or diagnostics. Does not know which roles an
//! outcome or a claim has.

use std::sync::LazyLock;

use super::player::PlayerWord;
use super::value::{KeyDoc, Read, TableDoc, TypeDoc, Value};
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{Points, Who, renamed};

/// The points for one ending, by role, in file order.
pub type PointsByRole = Vec<(Spanned<PlayerWord>, Spanned<Points>)>;

/// Returns the description of the table: one key for each role.
fn doc() -> &'static TableDoc {
    static DOC: LazyLock<TableDoc> = LazyLock::new(described);
    &DOC
}

fn described() -> TableDoc {
    let role = |it: &'static crate::policy::WordDoc| KeyDoc {
        key: it.word.to_owned(),
        doc: it.doc,
        ty: TypeDoc::Points,
        required: false,
        default: None,
    };
    TableDoc {
        name: "PointsByRole",
        doc: "Points by role, as described under `[score]`; a role can also be the name of a seat. Example: `{ victim = 0, others = 1 }`.",
        keys: Who::WORDS.iter().map(role).collect(),
    }
}

impl Read for PointsByRole {
    fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self> {
        let Value::Table(roles) = &value.value else {
            let found = value.value.kind();
            sink.error(Code::WrongType, value.span, format!("expected points by role, found {found}"))
                .help("write them in braces: `{ victim = 0, others = 1 }`, or `{ all = 0.5 }` for a draw");
            return None;
        };
        let mut score = Vec::new();
        for (role, points) in roles {
            if let Some(new) = renamed::current(&role.value, Who::ALL.iter().map(|it| it.word())) {
                sink.error(Code::Renamed, role.span, format!("the key `{}` is now `{new}`", role.value))
                    .help(format!("write `{new} = {}`", points.value))
                    .replacement(new);
                continue;
            }
            let word = Spanned::new(Value::Text(role.value.clone()), role.span);
            let who = PlayerWord::read(&word, sink).map(|it| Spanned::new(it, role.span));
            let points = Points::read(points, sink).map(|it| Spanned::new(it, points.span));
            score.extend(who.zip(points));
        }
        Some(score)
    }
    fn describe() -> TypeDoc {
        TypeDoc::Table("PointsByRole", doc)
    }
}
