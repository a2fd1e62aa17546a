// Writes everything that is generated from the code: the list of public names, schemas, tables and printed output in docs/ and README.md.
//
//   npm run write                          all parts (it builds first)
//   npm run write -- api settings          these parts
//   npm run write -- --check [part …]      writes nothing: shows which lines differ, and ends with 1
//   npm run write -- --root DIR …          another copy of the package
//
// A part is a function that gets `read`, the text of a file of the package as it is or as an earlier part left it, and returns the texts of
// its files as they should be. What must not be written at all, it throws as an error.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const PARTS = {
  api: 'every public name with its signature',
  schemas: 'what editors complete and check files with',
  flags: 'the table of flags',
  settings: 'tables of the settings that stages declare',
  models: 'tables of registered models',
  reproduction: 'published scores next to ours',
  field: 'the chart of published scores over time with the recipes, and its caption',
  audit: 'the table of checks',
  leakage: 'planted leaks that are found',
  'personal-data': 'planted personal data that is found',
  pages: 'what the commands of the pages in docs/ print',
  readme: 'what the commands and the example of README.md print',
  inputs: 'limits, and the figures of the fuzzer',
  'example-review': 'the trails that the reviewers of examples/build left',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean' }, root: { type: 'string' } },
});
const root = values.root ?? fileURLToPath(new URL('..', import.meta.url));
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}: ${Object.keys(PARTS).join(', ')}`);

const texts = new Map();
const read = (file) => {
  const path = join(root, file);
  return texts.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
};

const differences = (before, after) => {
  const [old, now] = [before, after].map((text) => new Set(text.split('\n')));
  return [
    ...[...old].filter((line) => !now.has(line)).map((line) => `- ${line}`),
    ...[...now].filter((line) => !old.has(line)).map((line) => `+ ${line}`),
  ];
};

for (const part of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  const { write } = await import(`./write/${part}.js`);
  try {
    for (const [file, text] of Object.entries(await write({ read, root }))) {
      const before = read(file);
      if (text === before) continue;
      texts.set(file, text);
      if (values.check)
        console.error(
          [
            ...differences(before, text),
            `${file} is behind the code: run npm run write -- ${part}, and look at what changed`,
          ].join('\n'),
        );
      else console.error(`${part}: ${file}`);
      process.exitCode = values.check ? 1 : process.exitCode;
    }
  } catch (error) {
    console.error(`${part}: ${error.message}`);
    process.exitCode = 1;
  }
}
if (!values.check) for (const [file, text] of texts) writeFileSync(join(root, file), text);
