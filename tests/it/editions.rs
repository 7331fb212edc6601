//! Names of the previous edition: rulebooks get the new name, positions stay readable.

use threefold::definition::header::{HEADERS, HeaderDoc};
use threefold::notation::parse_position;
use threefold::notation::position::{print, print_list};
use threefold::policy::renamed::{EDITION, RENAMED, current_slug};
use threefold::{Input, catalog, upgrade};

use super::rulebook_fixtures::{child, errors};
use super::support::{Folder, ask, files_under, load, root};

fn findings(text: &str) -> Vec<(String, String, Option<String>)> {
    let checked = threefold::check(Input::Text("old.toml", text.as_bytes()));
    let items = checked.diagnostics.items.iter();
    items.map(|it| (it.code.to_string(), it.message.clone(), it.help.clone())).collect()
}

/// Everything that the reference says can be written: parts of headers, keys and words.
fn language() -> String {
    let titles = HEADERS.iter().map(HeaderDoc::title).collect::<Vec<_>>().join("\n");
    format!("{titles}\n{}", threefold::reference())
}

#[test]
fn every_new_name_is_in_the_language_and_no_old_one_is_a_header() {
    let language = language();
    for (old, new) in RENAMED {
        assert!(language.contains(&format!("`{new}`")) || language.contains(new), "{old} -> {new}");
        assert!(!language.contains(&format!("[{old}.")), "{old} is still a header");
        assert_ne!(old, new);
    }
}

#[test]
fn a_header_a_key_and_a_word_of_the_previous_edition_are_named_with_their_successors() {
    let header = findings("name = \"x\"\nextends = [\"chess\"]\n[bar.quiet]\nforbids = {}\n");
    assert!(
        header.contains(&(
            "renamed".to_owned(),
            "`[bar]` is now `[ban]`".to_owned(),
            Some("write `ban` in place of `bar` in every such header".to_owned()),
        )),
        "{header:?}"
    );
    let key = findings("name = \"x\"\npart = \"rules\"\narray = \"none\"\n");
    assert_eq!(key[0].1, "the key `array` is now `setup`");
    assert_eq!(key[0].2.as_deref(), Some("write `setup = \"none\"`"));
    let word = findings(
        "name = \"x\"\nextends = [\"chess\"]\n[check]\nown-king = \"kept-safe\"\nattackers = \"opponents\"\nkings = \"may-be-taken\"\njudged = \"after-eliminations\"\n",
    );
    assert!(word.iter().any(|it| it.1 == "the word `may-be-taken` is now `may-be-captured`"), "{word:?}");
}

#[test]
fn the_changelog_lists_every_rename() {
    let changelog = std::fs::read_to_string(root().join("src/docs/changelog.md")).expect("the changelog");
    let slugs = std::fs::read_to_string(root().join("src/engine/policy/renamed_slugs.txt")).expect("the slugs");
    let slugs = slugs.lines().filter_map(|it| it.split_once(' '));
    for (old, new) in RENAMED.iter().copied().chain(slugs) {
        assert!(changelog.contains(&format!("| `{old}` | `{new}` |")), "{old} -> {new}");
    }
}

#[test]
fn an_edition_is_the_current_one_or_refused() {
    let with = |edition: &str| findings(&format!("name = \"x\"\npart = \"rules\"\n{edition}"));
    assert_eq!(with(""), []);
    assert_eq!(with(&format!("edition = {EDITION}\n")), []);
    for edition in [0, EDITION - 1, EDITION + 1, i64::MAX] {
        let found = with(&format!("edition = {edition}\n"));
        assert_eq!(found[0].0, "unknown-edition", "{edition}");
    }
}

#[test]
fn the_edition_is_no_part_of_the_hash() {
    let hash = |text: &str| {
        let loaded = threefold::load_text("x.toml", text).unwrap_or_else(|it| panic!("{it:?}"));
        loaded.variant.hash().to_owned()
    };
    let plain = "name = \"x\"\nextends = [\"chess\"]\n";
    assert_eq!(hash(plain), hash(&format!("{plain}edition = {EDITION}\n")));
}

#[test]
fn positions_with_keys_of_the_previous_edition_read_as_the_current_ones() {
    let ring = load("trichess");
    let start = ring.start().expect("a starting position");
    let text = print_list(&start);
    for (old, new) in [("taken=w:Q", "captured=w:Q"), ("quiet=3", "halfmoves=3")] {
        let variant = if new.starts_with("half") { load("chess") } else { ring.clone() };
        let base = match new.starts_with("half") {
            true => "w:Ke1 b:Ke8,Pa7 turn=w".to_owned(),
            false => text.split(" captured=").next().unwrap_or(&text).to_owned(),
        };
        let read = |field: &str| parse_position(&variant, &format!("{base} {field}")).map(|it| print(&it));
        assert_eq!(read(old), read(new), "{old}");
        assert!(read(old).is_ok(), "{old}: {:?}", read(old));
        assert!(read(old).is_ok_and(|it| it.contains(new)), "{new}");
    }
}

#[test]
fn slugs_of_the_previous_edition_load_what_they_named() {
    let old: Vec<&str> = ["readings/trichess-men-gone", "parts/men-chess", "readings/osullivan-array-promotion"].into();
    for old in old {
        let new = current_slug(old).unwrap_or_else(|| panic!("{old} has a successor"));
        assert!(catalog::shipped().iter().any(|it| it.slug == new), "{new} is shipped");
        assert!(catalog::shipped().iter().all(|it| it.slug != old), "{old} is gone");
    }
    assert_eq!(load("readings/trichess-men-gone").hash(), load("readings/trichess-pieces-removed").hash());
}

/// Rulebooks of the previous edition as they were shipped then, by their current slugs.
const SHIPPED_THEN: &str = "tests/definitions/edition-1";

#[test]
fn upgraded_rulebooks_have_the_rules_of_the_current_ones() {
    let files = files_under(&root().join(SHIPPED_THEN), "toml");
    assert!(files.len() >= 8, "{files:?}");
    for path in files {
        let slug = path.file_stem().expect("a name").to_string_lossy().replace('+', "/");
        let old = std::fs::read_to_string(&path).expect("a file");
        let (new, replaced) = upgrade(&old);
        assert!(replaced > 0 && new.lines().count() == old.lines().count(), "{slug}: {replaced}");
        assert_eq!(upgrade(&new), (new.clone(), 0), "{slug}");
        let loaded = threefold::load_text("x.toml", &new).unwrap_or_else(|it| panic!("{slug}: {it:?}"));
        // Names that authors chose have changed as well, so counts are compared and not hashes.
        let count = |variant: &threefold::rules::Variant| variant.start().map(|it| it.perft(3));
        assert_eq!(count(&loaded.variant), count(&load(&slug)), "{slug}");
    }
}

#[test]
fn fix_rewrites_the_file_and_checks_it() {
    let folder = Folder::new(
        "editions-fix",
        &[(
            "mine.toml",
            "name = \"x\"\nextends = [\"chess\"]\n\n# the pawn\n[man.pawn]\nletter = \"P\"\nrole = \"pawn\"\nmovement = \"fmWfcF\"\nvalue = 1\n",
        )],
    );
    let run = folder.ask(&["check", "mine.toml"]);
    assert!(run.code == 1 && run.out.contains("`[man]` is now `[piece]`"), "{}", run.out);
    let run = folder.ask(&["check", "mine.toml", "--fix"]);
    assert_eq!((run.code, run.err.trim()), (0, "mine.toml: 1 name replaced"), "{}", run.out);
    let text = std::fs::read_to_string(folder.path().join("mine.toml")).expect("the file");
    assert!(text.contains("# the pawn\n[piece.pawn]"), "{text}");
    let run = folder.ask(&["check", "mine.toml", "--fix"]);
    assert_eq!((run.code, run.err.trim()), (0, ""), "nothing is left to replace");
    let run = folder.ask(&["check", "chess", "--fix"]);
    assert!(run.code == 2 && run.err.contains("`chess` is not a file"), "{}", run.err);
}

/// The policy (`docs::editions`): a rulebook of the previous edition loads, plays with the same counts, and can be
/// upgraded without the loss of a comment.
#[test]
fn rulebooks_of_the_previous_edition_load_and_play() {
    for path in files_under(&root().join(SHIPPED_THEN), "toml") {
        let slug = path.file_stem().expect("a name").to_string_lossy().replace('+', "/");
        let old = std::fs::read_to_string(&path).expect("a file");
        let loaded = threefold::load_text("x.toml", &old).unwrap_or_else(|it| panic!("{slug}: {it}"));
        let count = |variant: &threefold::rules::Variant| variant.start().map(|it| it.perft(3));
        assert_eq!(count(&loaded.variant), count(&load(&slug)), "{slug}");
        let is_told = |it: &threefold::diagnostic::Diagnostic| it.message.contains("the previous edition");
        assert!(loaded.warnings.items.iter().any(is_told), "{slug}");
        // The same rules as in the upgraded file, to the last bit.
        let upgraded = threefold::load_text("x.toml", &upgrade(&old).0).unwrap_or_else(|it| panic!("{slug}: {it}"));
        assert_eq!(loaded.variant.hash(), upgraded.variant.hash(), "{slug}");
        assert!(!upgraded.warnings.items.iter().any(is_told), "{slug}");
    }
}

#[test]
fn fmt_upgrades_a_file_and_its_edition_and_keeps_comments() {
    let old = "# head\nname    = \"x\" # its name\nedition = 1\nextends = [\"parent.toml\"]\n\n# the pawn\n[man.pawn] # here\n\
               letter   = \"P\"\nrole     = \"pawn\"\nmovement = \"fmWfcF\"\nvalue    = 1\n# the end\n";
    let parent = "name = \"parent\"\nextends = [\"chess\"]\nedition = 1\n[man.knight]\nletter = \"N\"\nrole = \"piece\"\nmovement = \"N\"\nvalue = 3\n";
    let folder = Folder::new("editions-fmt", &[("mine.toml", old), ("parent.toml", parent)]);
    // It plays before the upgrade, with a parent of the previous edition, too.
    let run = folder.ask(&["perft", "mine.toml", "3"]);
    assert_eq!((run.code, run.out.contains("8902")), (0, true), "{}{}", run.out, run.err);
    assert!(run.err.contains("warnings: see `threefold check"), "{}", run.err);
    let check = folder.ask(&["check", "mine.toml"]);
    assert!(check.code == 1 && check.out.contains("`[man]` is now `[piece]`"), "{}", check.out);
    for file in ["mine.toml", "parent.toml"] {
        let run = folder.ask(&["fmt", "--edition", file]);
        assert_eq!(run.code, 0, "{}", run.err);
    }
    let new = std::fs::read_to_string(folder.path().join("mine.toml")).expect("the file");
    assert!(new.contains("edition = 2") && new.contains("[piece.pawn]") && !new.contains("[man"), "{new}");
    let comments =
        |text: &str| text.split('\n').filter_map(|it| it.split_once('#')).map(|it| it.1.to_owned()).collect();
    let [before, after]: [Vec<String>; 2] = [comments(old), comments(&new)];
    assert_eq!(before, after);
    let run = folder.ask(&["perft", "mine.toml", "3"]);
    assert_eq!((run.code, run.out.contains("8902"), run.err.as_str()), (0, true, ""), "{}", run.out);
}

/// A hash identifies rules, not their text: comments, layout and the edition do not change it, and every rule does.
#[test]
fn the_hash_of_rules_is_that_of_the_policy() {
    let hash = |text: &str| {
        let loaded = threefold::load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
        loaded.variant.hash().to_owned()
    };
    let plain = hash("name = \"x\"\nextends = [\"chess\"]\n");
    assert_eq!(plain, hash("# a comment\nname    =   \"x\"\n\nedition = 2\nextends = [\"chess\"]\n"));
    assert_ne!(plain, hash("name = \"x\"\nextends = [\"chess\"]\nwithout = [\"castling\", \"castling-rules\"]\n"));
}

/// A number is no file, and no file is rewritten by mistake.
#[test]
fn a_wrong_edition_names_those_that_exist() {
    let folder = Folder::new("wrong-edition", &[("x.toml", "name   = \"x\"\n")]);
    let file = folder.path().join("x.toml");
    let path = file.to_string_lossy();
    for args in
        [&["fmt", "--edition", "0", &path][..], &["fmt", "--edition", "3", &path], &["fmt", "--edition=3", &path]]
    {
        let run = ask(args);
        assert_eq!(run.code, 2, "{}", run.err);
        assert!(run.err.contains("the editions are 1 and 2"), "{}", run.err);
        assert_eq!(std::fs::read_to_string(&file).expect("a file"), "name   = \"x\"\n");
    }
    for number in [0, 3] {
        let text = errors(&format!("edition = {number}\n{}", child("chess", "")));
        assert!(text.contains(&format!("there is no edition {number}")), "{text}");
        assert!(text.contains("the editions are 1 and 2") && text.contains("write `edition = 2`"), "{text}");
    }
}
