#!/bin/sh
# Builds the library and the command from their packages, as a user of crates.io gets them.
#
# Input: nothing; CARGO_TARGET_DIR as usual. Output: exit code 1 if a file is missing in a package, or
# if the command does not play. It takes a few minutes, so it runs before a release and not with the tests.
set -eu
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cargo package --workspace --locked --no-verify --allow-dirty --target-dir "$folder/target"
for it in "$folder"/target/package/*.crate; do tar -xzf "$it" -C "$folder"; done
cd "$folder"
engine=$(basename threefold-engine-*)
cd "$(ls -d threefold-[0-9]*)"
# The engine is not in the registry yet when its release is prepared.
mkdir -p .cargo
printf '[patch.crates-io]\nthreefold-engine = { path = "../%s" }\n' "$engine" > .cargo/config.toml
for license in LICENSE-APACHE LICENSE-MIT; do
  test -s "$license" && test -s "../$engine/$license"
done
cargo build --lib --bins --target-dir "$target"
program="$target/debug/threefold"
test "$("$program" perft chess 3)" = 8902
"$program" list > /dev/null
"$program" show 3-man-chess -o board.png
"$program" rules trichess > /dev/null
echo "the packages are complete"
