import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HEAD_BYTES, parseHead } from '../../src/platform/node/item-record.js';
import { OWNER_NAME } from '../../src/platform/node/owner.js';

/** What is below a folder: texts by path. Times, ids of processes and addresses are left out of paths and texts. */
export type State = ReadonlyMap<string, string>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?/g;
const ADDRESS = /127\.0\.0\.1(:|%3A)\d+/g;
/** Measured, or a hash of something that was. */
const MEASURED =
  /"(open|search|seconds|milliseconds|processSeconds|cpuSeconds|wallSeconds|peakMemory|memory|recordSeal|elapsed|duration|ms|evaluation_time|hash|id)": ?(-?[\d.e+-]+|"[^"]*")/g;

const without = (text: string, root: string): string =>
  text.replaceAll(root, 'ROOT').replace(UUID, 'UUID').replace(TIME, 'TIME').replace(ADDRESS, 'SERVER');

/** Everything below a folder; a folder ends with a slash. */
export const stateOf = (root: string, part: string): State => {
  const state = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const shown = without(relative(root, path), root);
      const about = lstatSync(path);
      // Where no link can be made there is a copy.
      if (about.isSymbolicLink())
        state.set(shown, existsSync(path) ? contentOf(path, root) : `-> ${readlinkSync(path)}`);
      else if (about.isDirectory()) {
        state.set(`${shown}/`, '');
        walk(path);
      } else state.set(shown, contentOf(path, root));
    }
  };
  walk(join(root, part));
  return state;
};

/** Names of ended processes, which are all the same to the next one. */
const ENDED = new RegExp(`${OWNER_NAME}|"(process|start)": "?\\d+"?`, 'g');

/** The same for all that the next call cannot tell apart. */
export const fingerprint = (root: string): string => {
  const hash = createHash('sha256');
  for (const part of ['work', 'tmp', 'home', 'hf'])
    for (const [path, text] of stateOf(root, part))
      hash.update(JSON.stringify([path.replace(ENDED, ''), text.replace(ENDED, '')]));
  return hash.digest('hex');
};

const contentOf = (path: string, root: string): string => {
  const bytes = readFileSync(path);
  if (path.endsWith('.items')) return [...keysIn(bytes), bytes.length].sort().join('\n');
  if (/\.(jsonl?|trec|md|csv|tex|html|xml|svg|js|css|yaml|txt|tsv)$/.test(path) || bytes.length === 0)
    return without(bytes.toString('utf8'), root).replace(MEASURED, '"$1": MEASURED');
  return createHash('sha256').update(bytes).digest('hex');
};

/** Keys of the whole records of a segment. */
function* keysIn(bytes: Buffer): Generator<string> {
  for (let at = 0; at + HEAD_BYTES <= bytes.length; ) {
    const head = parseHead(bytes.subarray(at, at + HEAD_BYTES));
    if (head && at + HEAD_BYTES + head.length <= bytes.length) yield head.key;
    at += head ? HEAD_BYTES + head.length : 1;
  }
}

/** Names that only unfinished work, or work under way, has. */
const LEFT = /\.(unfinished|replaced|incomplete|link|ref)$|(^|\/)lease\.|\.next$|\/claims\/.|\/\.progress\//;

export const leftIn = (state: State): readonly string[] =>
  [...state.keys()].filter((path) => LEFT.test(path));

/** Leaves of a JSON text by their place, so that two texts can be compared leaf by leaf; otherwise lines. */
const leavesOf = (text: string): ReadonlyMap<string, string> => {
  const leaves = new Map<string, string>();
  const add = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) leaves.set(place, JSON.stringify(value));
    else for (const [key, below] of Object.entries(value)) add(below, `${place}/${key}`);
  };
  try {
    add(JSON.parse(text.replaceAll(': MEASURED', ': "MEASURED"')), '');
  } catch {
    for (const [i, line] of text.split('\n').entries()) leaves.set(String(i), line);
  }
  return leaves;
};

/** Places whose content differs between two undisturbed runs: times, and hashes of them. */
export const variableIn = (one: State, other: State): ReadonlySet<string> => {
  const variable = new Set<string>();
  for (const [path, text] of one) {
    const [a, b] = [leavesOf(text), leavesOf(other.get(path) ?? '')];
    for (const place of new Set([...a.keys(), ...b.keys()]))
      if (a.get(place) !== b.get(place)) variable.add(`${path} ${place}`);
  }
  return variable;
};

/** What work cost, and what of it was cached, differs when a part of it was done before. A call that is forked has one core (host.js). */
const COST =
  /^\/cost\/|^\/provenance\/cores$|^\/facts\/.*(cached|embedded|lost|reused|scored|calls|tokens|requests|spending|texts|batches|seconds|usd|retries)/i;

/** The first place where two texts differ that no two runs differ in; undefined where they are the same. */
export const difference = (
  path: string,
  found: string,
  wanted: string,
  variable: ReadonlySet<string>,
): string | undefined => {
  if (found === wanted) return undefined;
  const [a, b] = [leavesOf(found), leavesOf(wanted)];
  for (const place of new Set([...a.keys(), ...b.keys()]))
    if (a.get(place) !== b.get(place) && !variable.has(`${path} ${place}`) && !COST.test(place))
      return `${place}: ${a.get(place)} instead of ${b.get(place)}`;
  return undefined;
};
