// Checks the dependencies in Cargo.lock: licenses, compiler versions, duplicates, and one feature set.
//
// Input: `cargo metadata` and `cargo tree` of this platform. Output: one line per problem, and exit
// code 1 if there is any. To accept a new license or duplicate, add it to a list below.

import { execFileSync } from "node:child_process";

/** Licenses that allow distribution in a program under MIT or Apache-2.0. */
const LICENSES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MIT", "Unicode-3.0", "Unlicense", "Zlib"];

/** Packages that may be present in two versions, because their users disagree. */
const DUPLICATES = {
  foldhash: "hashbrown 0.15",
  hashbrown: "petgraph",
  syn: "zerocopy-derive, for benchmarks only",
};

const cargo = (...args) =>
  execFileSync(process.env.CARGO ?? "cargo", [...args, "--locked"], { encoding: "utf8", maxBuffer: 1 << 28 });
const problems = [];

const host = execFileSync("rustc", ["-vV"], { encoding: "utf8" }).match(/^host: (.*)$/m)[1];
const { packages } = JSON.parse(cargo("metadata", "--format-version", "1", "--filter-platform", host));
const own = packages.find((it) => it.name === "threefold");

/** Returns whether a license expression can be satisfied by the list. */
function isAllowed(expression) {
  const all = expression.replaceAll("/", " OR ").replace(/^\((.*)\) AND (.*)$/, "$1 AND $2");
  const accepted = (it) => LICENSES.includes(it.replace(/[()]/g, "").trim());
  const [choice, ...also] = all.split(" AND ");
  return choice.split(" OR ").some(accepted) && also.every((it) => it.split(" OR ").some(accepted));
}

const number = (version) => version.split(".").concat("0").slice(0, 3).reduce((sum, it) => sum * 1000 + Number(it), 0);
for (const it of packages) {
  const name = `${it.name} ${it.version}`;
  if (!it.license) problems.push(`${name} states no license`);
  else if (!isAllowed(it.license)) problems.push(`${name}: the license ${it.license} is not in the list`);
  if (it.rust_version && number(it.rust_version) > number(own.rust_version))
    problems.push(`${name} needs Rust ${it.rust_version}; threefold promises ${own.rust_version}`);
}

const versions = {};
for (const it of packages) (versions[it.name] ??= []).push(it);
for (const [name, found] of Object.entries(versions)) {
  if (found.length > 1 && !DUPLICATES[name])
    problems.push(`${name} is present ${found.length} times: ${found.map((it) => it.version).join(", ")}`);
  if (found.length > 2) problems.push(`${name} is present more than twice`);
}
for (const name of Object.keys(DUPLICATES))
  if ((versions[name]?.length ?? 0) < 2) problems.push(`${name} is no longer a duplicate: remove it from the list`);

/** Returns each package with its features, as `cargo` builds it for these kinds of dependencies. */
const features = (edges) =>
  cargo("tree", "--edges", edges, "--prefix", "none", "--format", "{p} {f}").replaceAll(" (*)", "").split("\n").map((it) => it.trim());
const withTests = new Set(features("normal,build,dev"));
for (const it of new Set(features("normal,build")))
  if (!withTests.has(it)) problems.push(`tests and examples build this package with other features: ${it}`);

for (const it of problems) console.error(`packages: ${it}`);
console.log(`packages: ${packages.length} checked, ${problems.length} problems`);
process.exit(problems.length ? 1 : 0);
