//! Every test that goes through public doors, in one binary. In: the files beside this
//! one. Out: a verdict. `THREEFOLD_SLOW=1` adds what takes longer than a coffee.

mod atlases;
mod authors;
mod boards;
mod browser;
mod capture_bans;
mod cli;
mod compare;
mod corners;
mod definitions;
mod documented;
mod draw;
mod english;
mod findings;
mod game;
mod limits;
mod matrix;
mod men;
mod mutants;
mod notation;
mod oracle;
mod overlaps;
mod parents;
mod perft;
mod properties;
mod random_variants;
mod readme;
mod reference;
mod scenarios;
mod serve;
mod support;
mod terminal;
mod tidy;
mod typed_moves;
mod verify;
mod watching;
