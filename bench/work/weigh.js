// How much of this package's code ran, from V8's coverage: every block counts its words and operators as often as it ran. No clock is in it, so that the same
// work gives the same figure on a busy machine. What V8 does inside itself (sorting, JSON, regular expressions) and WebAssembly are not in it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Names and numbers, however long; operators; calls and places of a list. */
const TOKEN = /[\w$]+|[=+\-*/<>!&|^%~?:.]+|[([]/g;
const COMMENT = /^\s*(\/\/|\/\*|\*)/;

/** A source with the number of tokens before each place, and where each file of src/ begins in it. */
const readSource = (url) => {
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const before = new Uint32Array(text.length + 1);
  const files = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const [, file] = /^\/\/ src\/(\S+)$/.exec(line) ?? [];
    if (file) files.push({ file, start });
    // Counted where it begins; added up below.
    if (!COMMENT.test(line)) for (const { index } of line.matchAll(TOKEN)) before[start + index + 1] = 1;
    start += line.length + 1;
  }
  for (let place = 1; place < before.length; place++) before[place] += before[place - 1];
  return { before, fileAt: (place) => files.findLast((each) => each.start <= place)?.file };
};

const sources = new Map();
const sourceOf = (url) => {
  if (!sources.has(url)) sources.set(url, readSource(url));
  return sources.get(url);
};

/** Blocks lie within one another: each counts for itself what the blocks within it do not. */
const weighScript = ({ url, functions }, root, add) => {
  const { before, fileAt } = sourceOf(url);
  const blocks = functions
    .flatMap(({ functionName, ranges }) => {
      const file = fileAt(ranges[0].startOffset) ?? url.slice(root.length);
      // The bundler tells equal names apart by a number.
      const name = `${file} ${functionName.replace(/\$\d+$/, '') || '(no name)'}`;
      return ranges.map((range) => ({
        ...range,
        name,
        own: before[range.endOffset] - before[range.startOffset],
      }));
    })
    .sort((one, other) => one.startOffset - other.startOffset || other.endOffset - one.endOffset);
  const around = [];
  for (const block of blocks) {
    while (around.length > 0 && around.at(-1).endOffset <= block.startOffset) around.pop();
    const outer = around.at(-1);
    if (outer) outer.own -= block.own;
    around.push(block);
  }
  for (const { name, own, count } of blocks) add(name, own * count);
};

/** The work of scripts below an address, in all and by function. `scripts` are what V8 counted in each thread. */
export const weigh = (scripts, root) => {
  const functions = new Map();
  let work = 0;
  for (const script of scripts.filter(({ url }) => url.startsWith(root)))
    weighScript(script, root, (name, done) => {
      functions.set(name, (functions.get(name) ?? 0) + done);
      work += done;
    });
  return { work, functions };
};
