// The review of examples/build: the trails that two reviewers and an adjudicator would leave, from examples/build/review/opinions.jsonl.
// They change when a text or a question that they were shown has changed, since answers count for what was shown.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tsImport } from 'tsx/esm/api';

const { makeReviewPlan } = await tsImport('../../src/benchmarks/review/make-plan.ts', import.meta.url);
const { openStore } = await tsImport('../../src/benchmarks/review/store.ts', import.meta.url);
const { basisOf } = await tsImport('../../src/benchmarks/review/outcome.ts', import.meta.url);
const { sha256 } = await tsImport('../../src/platform/node/index.ts', import.meta.url);

const PLAN = { reviewers: ['anna', 'ben'], adjudicators: ['cara'], seed: 7, title: 'Illustration' };
const TRAILS = ['answers/anna.jsonl', 'answers/ben.jsonl', 'answers/cara.jsonl', 'decisions.jsonl'];

const answersOf = (values, reason) =>
  Object.entries(values).map(([question, value]) => ({ question, value, ...(reason && { reason }) }));

/** Reviews the items of a folder as the opinions say. */
const review = async (folder, opinions) => {
  await makeReviewPlan(folder, PLAN);
  // A minute for every event, from a day that is fixed, so that the same opinions give the same bytes.
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 0, 12, 9, minutes++));
  const store = await openStore(folder, { note: console.error, now });
  const about = (item, person) => ({
    id: sha256(`${person}\n${item}`).slice(0, 16),
    item,
    version: store.state.items.get(item).version,
    seconds: 20 + (item.length % 7) * 5,
  });
  for (const { item, ...said } of opinions) {
    if (!store.state.items.has(item)) throw new Error(`no item ${JSON.stringify(item)}`);
    for (const person of ['anna', 'ben']) {
      const { skipped, reason, ...values } = said[person];
      await store.record(person, () => ({
        type: 'answer',
        ...about(item, person),
        answers: skipped ? [] : answersOf(values, reason),
        ...(skipped && { skipped }),
      }));
    }
    if (!said.cara) continue;
    const { reason, ...values } = said.cara;
    await store.record('cara', (state) => ({
      type: 'decision',
      ...about(item, 'cara'),
      basis: basisOf(state.answersTo(item)),
      decisions: answersOf(values, reason),
    }));
  }
  await store.close();
  const open = [...store.state.items.keys()].filter(
    (item) => !['agreed', 'decided'].includes(store.state.outcome(item).state),
  );
  if (open.length > 0) throw new Error(`not decided: ${open.map((item) => JSON.stringify(item)).join(', ')}`);
};

/** The plan as it is, unless it says something else now: each plan has an id of its own, and Biome formats the file. */
const planText = (before, after) => {
  const content = (text) => JSON.stringify({ ...JSON.parse(text), id: '' });
  return before !== '' && content(before) === content(after) ? before : after;
};

export const write = async ({ read, root }) => {
  const work = mkdtempSync(join(tmpdir(), 'example-review-'));
  try {
    const plan = join(root, 'examples/build/plan.yaml');
    const build = ['build', 'all', '--plan', plan, '--work', work, '--quiet'];
    // It ends with 1, since items wait for decisions.
    const { stderr } = spawnSync(process.execPath, [join(root, 'bin/r2med.js'), ...build], {
      encoding: 'utf8',
    });
    if (!stderr.includes('wait for a decision')) throw new Error(stderr);
    const folder = join(work, 'only-items');
    cpSync(join(work, 'review/items.jsonl'), join(folder, 'items.jsonl'));
    const opinions = read('examples/build/review/opinions.jsonl').trim().split('\n');
    await review(
      folder,
      opinions.map((line) => JSON.parse(line)),
    );
    return {
      'examples/build/review/plan.json': planText(
        read('examples/build/review/plan.json'),
        readFileSync(join(folder, 'plan.json'), 'utf8'),
      ),
      ...Object.fromEntries(
        TRAILS.map((name) => [`examples/build/review/${name}`, readFileSync(join(folder, name), 'utf8')]),
      ),
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};
