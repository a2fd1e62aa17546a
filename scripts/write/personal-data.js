// The figures of docs/background/personal-data.md, and their sum in docs/guides/personal-data.md: recall and precision by kind on planted sentences, and what was missed or wrong in the held-out set.
import { readFileSync } from 'node:fs';
import { tsImport } from 'tsx/esm/api';

const { measured, sentencesOf } = await tsImport(
  '../../test/support/planted-personal-data.ts',
  import.meta.url,
);
const { personalDataKinds } = await tsImport('../../src/benchmarks/personal-data/index.ts', import.meta.url);

const development = measured(sentencesOf('development'));
const heldOut = measured(sentencesOf('held-out'));

const NOTHING = { planted: 0, found: 0, caught: 0, findings: 0, right: 0 };
const sumOf = (counts) =>
  Object.fromEntries(
    Object.keys(NOTHING).map((key) => [key, counts.reduce((sum, one) => sum + one[key], 0)]),
  );

const share = (part, whole) => (whole === 0 ? '–' : `${part}/${whole}`);
const percent = (part, whole) => (whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`);

const line = (cells) => `| ${cells.join(' | ')} |`;
const figures = (counts, show) => [
  show(counts.found, counts.planted),
  show(counts.caught, counts.planted),
  show(counts.right, counts.findings),
];

const table = () => {
  const row = (name, safeHarbor, one, other, show = share) =>
    line([name, safeHarbor, ...figures(one, show), ...figures(other, show)]);
  const rows = personalDataKinds.map(({ name, safeHarbor }) =>
    row(
      `\`${name}\``,
      safeHarbor ?? 'none: removed by others',
      development.kinds.get(name) ?? NOTHING,
      heldOut.kinds.get(name) ?? NOTHING,
    ),
  );
  const all = [development, heldOut].map(({ kinds }) => sumOf([...kinds.values()]));
  return [
    line([
      'Kind',
      'HIPAA Safe Harbor',
      'Found',
      'Caught',
      'Right',
      'Found, held out',
      'Caught, held out',
      'Right, held out',
    ]),
    line(Array(8).fill('---')),
    ...rows,
    row('all', '', all[0], all[1]),
    row('', '', all[0], all[1], percent),
  ].join('\n');
};

const clean = () =>
  [
    ['development', development],
    ['held-out', heldOut],
  ]
    .map(([half, { clean: sentences, flagged }]) => `${flagged} of ${sentences} in the ${half} set`)
    .join(', ');

const inCode = (text) => `\`${text}\``;
const mistakes = () =>
  [
    ...heldOut.missed.map(
      ({ planted, sentence }) => `- not found: ${planted.kind} ${inCode(planted.text)} in "${sentence}"`,
    ),
    ...heldOut.wrong.map(
      ({ finding, sentence }) => `- wrong: ${finding.kind} ${inCode(finding.text)} in "${sentence}"`,
    ),
  ].join('\n') || 'None.';

const summary = () => {
  const { planted, found, findings, right } = sumOf([...heldOut.kinds.values()]);
  return `Of ${planted} planted identifiers in sentences that were held out, ${found} were found (${percent(found, planted)}), and of ${findings} findings ${right} were right. Clean sentences with a finding: ${clean()}.`;
};

/** What `test/weights/names.sh` counted. */
const names = JSON.parse(readFileSync(new URL('../../test/weights/names.json', import.meta.url), 'utf8'));

const others = () => {
  const { rules, both } = names;
  const row = (name, one, other, show = share) =>
    line([name, ...figures(one, show), ...figures(other, show)]);
  const kinds = Object.keys(both.kinds).map((kind) =>
    row(`\`${kind}\``, rules.kinds[kind] ?? NOTHING, both.kinds[kind]),
  );
  const all = [rules, both].map((counted) => sumOf(Object.values(counted.kinds)));
  return [
    line([
      'Kind',
      ...['Found', 'Caught', 'Right'].map((one) => `${one}, rules`),
      ...['Found', 'Caught', 'Right'].map((one) => `${one}, with the model`),
    ]),
    line(Array(7).fill('---')),
    ...kinds,
    row('all', ...all),
    row('', ...all, percent),
    '',
    `Clean sentences with a finding: ${rules.flagged} of ${rules.clean} by the rules, ${both.flagged} of ${both.clean} with the model.`,
  ].join('\n');
};

const withModel = () => {
  const caught = (counted) => {
    const { name } = counted.kinds;
    return `${name.caught} of ${name.planted} names`;
  };
  return `In ${names.sentences} sentences of others the rules caught ${caught(names.rules)}, and with Stanford's recogniser of names besides them ${caught(names.both)}; ${names.both.flagged} of ${names.both.clean} clean sentences had a finding.`;
};

/** The blocks of each page, by their names. */
const PAGES = {
  'docs/guides/personal-data.md': { summary, withModel },
  'docs/background/personal-data.md': {
    table,
    clean: () => `Clean sentences with a finding: ${clean()}.`,
    mistakes,
    others,
  },
};

const filled = (page, text, blocks) => {
  const left = new Set(Object.keys(blocks));
  const written = text.replace(
    /(<!-- measured: (\w+) -->\n)[\s\S]*?\n?(<!-- end of measured -->)/g,
    (_, begin, name, end) => {
      left.delete(name);
      return `${begin}${blocks[name]()}\n${end}`;
    },
  );
  if (left.size > 0) throw new Error(`${page} lacks a block of figures: ${[...left].join(', ')}`);
  return written;
};

export const write = ({ read }) =>
  Object.fromEntries(Object.entries(PAGES).map(([page, blocks]) => [page, filled(page, read(page), blocks)]));
