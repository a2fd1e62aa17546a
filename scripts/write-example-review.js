// Writes the review of examples/build again: the trails that two reviewers and an adjudicator would leave, from examples/build/review/opinions.jsonl.
// Needed when a text or a question that they were shown has changed, since answers count for what was shown.
//   node bin/r2med.js build all --plan examples/build/plan.yaml --work /tmp/example   (it stops, since items wait for decisions)
//   node scripts/write-example-review.js /tmp/example/review
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tsImport } from 'tsx/esm/api';

const { makePlan } = await tsImport('../src/benchmarks/review/make-plan.ts', import.meta.url);
const { openStore } = await tsImport('../src/benchmarks/review/store.ts', import.meta.url);
const { basisOf } = await tsImport('../src/benchmarks/review/outcome.ts', import.meta.url);
const { sha256 } = await tsImport('../src/platform/node/index.ts', import.meta.url);

const place = fileURLToPath(new URL('../examples/build/review', import.meta.url));
const items = join(process.argv[2] ?? 'build/review', 'items.jsonl');
const opinions = readFileSync(join(place, 'opinions.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const folder = mkdtempSync(join(tmpdir(), 'example-review-'));
cpSync(items, join(folder, 'items.jsonl'));
await makePlan(folder, {
  reviewers: ['anna', 'ben'],
  adjudicators: ['cara'],
  seed: 7,
  title: 'Illustration',
});

// A minute for every event, from a day that is fixed, so that the same opinions give the same bytes.
let minutes = 0;
const now = () => new Date(Date.UTC(2026, 0, 12, 9, minutes++));
const store = await openStore(folder, { note: console.error, now });
const answersOf = (values, reason) =>
  Object.entries(values).map(([question, value]) => ({ question, value, ...(reason && { reason }) }));
const about = (item, person) => ({
  id: sha256(`${person}\n${item}`).slice(0, 16),
  item,
  version: store.state.items.get(item).version,
  seconds: 20 + (item.length % 7) * 5,
});

for (const { item, ...said } of opinions) {
  if (!store.state.items.has(item)) throw new Error(`no item ${JSON.stringify(item)} in ${items}`);
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

rmSync(join(place, 'answers'), { recursive: true, force: true });
for (const name of ['plan.json', 'answers', 'decisions.jsonl'])
  cpSync(join(folder, name), join(place, name), { recursive: true });
rmSync(folder, { recursive: true });
