// Every sentence of the documents that claims speed, with the figure that it rests on. `node bench/claims.js` writes CLAIMS.md, and ends with 1 where a claim
// no longer holds by the stored figures, or is no longer in its file.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digits, markdown } from './table.js';

const BENCH = dirname(fileURLToPath(import.meta.url));

const json = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Prose is wrapped: a claim is found across the ends of lines. */
const flat = (text) => text.replaceAll(/\s+/g, ' ');

/** Documents may move into folders of `docs`: the one of that name. */
const documentOf = (root, file) => {
  if (existsSync(join(root, file))) return join(root, file);
  const name = file.split('/').at(-1);
  const found = readdirSync(join(root, dirname(file)), { recursive: true }).find(
    (path) => path.split(/[\\/]/).at(-1) === name,
  );
  return found && join(root, dirname(file), found);
};

const boundText = ({ atLeast, atMost }, unit) =>
  [
    atLeast === undefined ? '' : `at least ${atLeast} ${unit}`,
    atMost === undefined ? '' : `at most ${atMost} ${unit}`,
  ]
    .filter(Boolean)
    .join(', ');

/** The stored figure of a claim, and what is wrong with it, if anything. */
const judged = (claim, bench, root) => {
  const document = documentOf(root, claim.file);
  if (!document) return { claim, problem: `${claim.file} is not there` };
  if (!flat(readFileSync(document, 'utf8')).includes(flat(claim.text)))
    return { claim, problem: `${claim.file} no longer says "${claim.text}"` };
  if (claim.once) return { claim };
  const file = join(bench, 'results', `${claim.part}.json`);
  if (!existsSync(file)) return { claim, problem: `no figures of part ${claim.part}` };
  const { conditions, summary } = json(file);
  const row = summary.find(({ against, what }) => against === claim.against && what === claim.what);
  if (row?.median === undefined)
    return { claim, problem: `part ${claim.part} has no figure "${claim.what}" against ${claim.against}` };
  const holds = row.median >= (claim.atLeast ?? -Infinity) && row.median <= (claim.atMost ?? Infinity);
  const problem = `${claim.file} says "${claim.text}": ${digits(row.median)} ${row.unit} measured, ${boundText(claim, row.unit)} claimed`;
  return { claim, row, conditions, ...(!holds && { problem }) };
};

/** All claims, with their figures and their problems. */
export const checkClaims = ({ bench = BENCH, root = join(BENCH, '..') } = {}) => {
  const { claims, peers } = json(join(bench, 'claims.json'));
  return { peers, judged: claims.map((claim) => judged(claim, bench, root)) };
};

/** The table of claims: what is said where, the peer and its versions, the figure, when and on what it was measured. */
export const claimsText = ({ peers, judged: all }) => {
  const stored = all.filter(({ row }) => row);
  const machine = ({ cores, processor, node }) =>
    `${cores} cores${processor ? `, ${processor}` : ''}, Node ${node}`;
  const rows = stored.map(({ claim, row, conditions, problem }) => [
    `${claim.file}: ${claim.text}`,
    `${claim.against}${peers[claim.against]?.length ? ` (${peers[claim.against].join(', ')})` : ''}`,
    boundText(claim, row.unit),
    `${digits(row.median)} ${row.unit}${row.low === undefined || row.rounds < 2 ? '' : `, ${digits(row.low)} to ${digits(row.high)}`}`,
    problem ? 'no' : 'yes',
    conditions.date.slice(0, 10),
    machine(conditions),
    conditions.version,
  ]);
  const once = all
    .filter(({ claim }) => claim.once)
    .map(({ claim }) => [`${claim.file}: ${claim.text}`, claim.once]);
  return `# Claims of speed

Written by \`node bench/claims.js\` from [claims.json](claims.json) and the newest figures. A claim that no longer holds fails \`npm run release\`.

${markdown(['Claim', 'Peer and its versions', 'Claimed', 'Measured, spread', 'Holds', 'Date', 'Machine', 'r2med'], rows)}

Not measured by \`npm run bench\`:

${markdown(['Claim', 'Why'], once)}
`;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const checked = checkClaims();
  writeFileSync(join(BENCH, 'CLAIMS.md'), claimsText(checked));
  const problems = checked.judged.flatMap(({ problem }) => problem ?? []);
  for (const problem of problems) console.error(problem);
  console.log(
    `${checked.judged.length - problems.length} of ${checked.judged.length} claims of speed hold by the stored figures`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}
