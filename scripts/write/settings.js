// The tables of settings in docs/, from what stages declare: a block between `<!-- settings: listwise, setwise -->` and
// `<!-- end of settings -->` lists the settings of these stages; `every fusion` are those of this kind that no block names, so that a new one is
// documented where its kind is. `all` are those of every stage.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

const { declaredStages } = await tsImport('../../src/experiment/systems/stage-settings.ts', import.meta.url);
const stages = declaredStages();

const code = (text) => `\`${text}\``;

const row = (setting, { help, choices, default: usual }) => {
  const others = choices?.filter((choice) => choice !== usual).map(code);
  const also = others?.length ? `; ${usual === undefined ? '' : 'or '}${others.join(', ')}` : '';
  return [code(setting), usual === undefined ? '' : code(usual), help + also];
};

const rowsOf = (name) => {
  if (!Object.hasOwn(stages, name)) throw new Error(`no stage "${name}": ${Object.keys(stages).join(', ')}`);
  return Object.entries(stages[name].settings).map(([setting, declared]) => [
    code(name),
    ...row(setting, declared),
  ]);
};

const line = (cells) => `| ${cells.join(' | ')} |`.replaceAll('  ', ' ');

/** The name of the only stage stands above its table already. */
const table = (names) => {
  const rows = names.flatMap(rowsOf);
  const from = names.length > 1 ? 0 : 1;
  const head = ['Stage', 'Setting', 'Default', 'Meaning'];
  return [head, head.map(() => '---'), ...rows].map((cells) => line(cells.slice(from))).join('\n');
};

const BLOCK = /(<!-- settings: (.*?) -->\n)[\s\S]*?(\n<!-- end of settings -->)/g;

const hasSettings = (name) => Object.keys(stages[name].settings).length > 0;
/** The settings of `bm25-lucene` are those of `bm25`, with other defaults. */
const isVariant = (name) => Object.keys(stages).some((other) => name.startsWith(`${other}-`));

/** The stages that a block is about. */
const meant = (name, named) => {
  if (name === 'all') return Object.keys(stages).filter((each) => hasSettings(each) && !isVariant(each));
  const [, kind] = /^every (.*)$/.exec(name) ?? [];
  if (!kind) return [name];
  const found = Object.keys(stages).filter(
    (each) => stages[each].kind === kind && hasSettings(each) && !isVariant(each) && !named.has(each),
  );
  if (found.length === 0) throw new Error(`no stage is a ${kind}`);
  return found;
};

/** Every page of docs/ that lists settings of stages. */
export const write = ({ read, root }) => {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => [`docs/${name}`, read(`docs/${name}`)])
    .filter(([, text]) => text.includes('<!-- settings: '));
  const named = new Set(
    pages.flatMap(([, text]) => [...text.matchAll(BLOCK)].flatMap(([, , names]) => names.split(', '))),
  );
  for (const kind of new Set(Object.values(stages).flatMap((each) => each.kind ?? [])))
    if (!named.has(`every ${kind}`)) throw new Error(`no page has a block "settings: every ${kind}"`);
  return Object.fromEntries(
    pages.map(([file, text]) => [
      file,
      text.replace(
        BLOCK,
        (_, begin, names, end) =>
          begin + table(names.split(', ').flatMap((name) => meant(name, named))) + end,
      ),
    ]),
  );
};
