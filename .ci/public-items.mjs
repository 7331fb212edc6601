// Counts the public items of the documentation, which `cargo doc` has written. Fails if an item has
// neither an example nor a link to one.
//
//   node .ci/public-items.mjs [target/doc/threefold]
import { readFileSync } from "node:fs";

const folder = process.argv[2] ?? "target/doc/threefold";
const list = readFileSync(`${folder}/all.html`, "utf8").split("List of all items").pop();
const items = [...list.matchAll(/<a href="([^"]+)">/g)]
  .map((it) => it[1])
  .filter((it) => /(^|\/)(struct|enum|fn|trait|constant|type|static|macro)\./.test(it));

const hasExample = (page) => {
  const text = readFileSync(`${folder}/${page}`, "utf8").split('id="main-content"').pop();
  return text.includes("rust-example-rendered") || /has an example\./.test(text.replace(/<[^>]+>/g, ""));
};

const modules = new Set(items.map((it) => it.split("/").slice(0, -1).join("::")));
const without = items.filter((it) => !hasExample(it));
console.log(`${items.length} public items in ${modules.size} modules`);
for (const it of without) console.error(`${it}: no example`);
process.exit(without.length === 0 ? 0 : 1);
