// Counts the public items of the documentation, which `cargo doc` has written. Fails if an item has
// neither an example nor a link to one, or if the linked example does not contain its name.
//
//   node .ci/public-items.mjs [target/doc/threefold]
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const folder = process.argv[2] ?? "target/doc/threefold";
const list = readFileSync(`${folder}/all.html`, "utf8").split("List of all items").pop();
const items = [...list.matchAll(/<a href="([^"]+)">/g)]
  .map((it) => it[1])
  .filter((it) => /(^|\/)(struct|enum|fn|trait|constant|type|static|macro)\./.test(it));

const read = (page) => readFileSync(`${folder}/${page}`, "utf8").split('id="main-content"').pop();
const plain = (html) => html.replace(/<[^>]+>/g, "").replace(/&#?\w+;/g, " ");
const LINK = /<a href="([^"]+)"[^>]*>(?:(?!<\/a>).)*<\/a> has an example/g;

// Returns the code of the examples of a page, or of one of its methods.
const examples = (page, anchor) => {
  let text = read(page);
  if (anchor) {
    const start = text.indexOf(`id="${anchor}"`);
    const end = text.slice(start + 1).search(/<section id="(method|tymethod|variant|structfield)\./);
    text = text.slice(start, end < 0 ? undefined : start + 1 + end);
  }
  const code = [...text.matchAll(/<pre class="[^"]*rust-example-rendered[^"]*">(.*?)<\/pre>/gs)];
  return code.map((it) => plain(it[1])).join("\n");
};
const isIn = (name, code) => new RegExp(`\\b${name}\\b`).test(code);

// Returns the links of a page whose examples do not contain the name of the item or the method before the link.
const wrongLinks = (page) => {
  const text = read(page);
  const item = page.match(/\.(\w+)\.html$/)[1];
  return [...text.matchAll(LINK)].flatMap((it) => {
    const [target, anchor] = it[1].split("#");
    const to = target ? normalize(join(dirname(page), target)) : page;
    const before = [...text.slice(0, it.index).matchAll(/<section id="(?:method|tymethod)\.(\w+)"/g)];
    const name = before.length > 0 ? before.pop()[1] : item;
    return isIn(name, examples(to, anchor)) ? [] : [`${page}: the example of ${it[1]} does not contain \`${name}\``];
  });
};

const hasExample = (page) => {
  const text = read(page);
  return text.includes("rust-example-rendered") || / has an example\./.test(plain(text));
};

const modules = new Set(items.map((it) => it.split("/").slice(0, -1).join("::")));
const faults = items.filter((it) => !hasExample(it)).map((it) => `${it}: no example`);
faults.push(...items.flatMap(wrongLinks));
console.log(`${items.length} public items in ${modules.size} modules`);
for (const it of faults) console.error(it);
process.exit(faults.length === 0 ? 0 : 1);
