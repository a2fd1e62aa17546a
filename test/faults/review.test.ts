import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printedBy } from '../support/in-process.js';
import { ANNA_AND_BEN, plan, tokensOf } from '../support/planned-review.js';
import { reviewFolder, signIn } from '../support/review-folder.js';
import { answerTo, trailOf, workOf } from '../support/served-review.js';
import { type Serving, startServing } from '../support/serving.js';
import { removePoint } from './bench.js';
import { pointsOf } from './choice.js';
import { type Control, compiled, disturbed, type Fault, openControl } from './library.js';
import { leftIn, stateOf } from './state.js';

/** Answers of one person in a session, and points in the short form; REVIEW_POINTS asks for more. */
const ANSWERS = 3;
const POINTS = Number(process.env.REVIEW_POINTS ?? 10);

const place = mkdtempSync(join(tmpdir(), 'r2med-review-faults-'));
const root = join(place, 'points');
let control: Control;
let library = '';
let planned = '';
let token = '';
beforeAll(async () => {
  mkdirSync(root);
  library = compiled('faults', place);
  control = openControl(place);
  planned = reviewFolder(ANSWERS);
  token = tokensOf(await plan(planned, ...ANNA_AND_BEN)).anna!;
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

type Answer = ReturnType<typeof answerTo>;

/** Serves a review until all is answered, or until the process or the disk fails; what was sent, and which of it was reported as saved. */
const session = async (folder: string, answers: readonly Answer[]) => {
  const saved: string[] = [];
  const env = disturbed(library, root, control) as Record<string, string>;
  let server: Serving | undefined;
  let said = '';
  try {
    server = await startServing(['review', 'serve', folder, '--port', '0'], { env });
    const anna = await signIn(server.address, token);
    for (const answer of answers)
      if ((await anna.post('/api/answers', answer)).status === 200) saved.push(answer.id);
  } catch (error) {
    // It ended before it served, or while it did: what it reported counts.
    said = String(error);
  }
  await server?.stop();
  return { saved, said: said + (server?.said() ?? '') };
};

let count = 0;
const begun = (): { readonly at: string; readonly folder: string } => {
  const at = join(root, String(++count));
  cpSync(planned, join(at, 'work'), { recursive: true });
  return { at, folder: join(at, 'work') };
};

const prepared = async (): Promise<readonly Answer[]> => {
  const { at, folder } = begun();
  const server = await startServing(['review', 'serve', folder, '--port', '0']);
  const anna = await signIn(server.address, token);
  const answers: Answer[] = [];
  for (let { next } = await workOf(anna); next; ) {
    answers.push(answerTo(next));
    next = ((await anna.post('/api/answers', answers.at(-1)!)).json as { next?: typeof next }).next;
  }
  await server.stop();
  removePoint(at);
  return answers;
};

const idsIn = (folder: string): readonly string[] =>
  existsSync(join(folder, 'answers/anna.jsonl')) ? trailOf(folder, 'anna').map(({ id }) => id) : [];

const disturb = async (fault: Fault, answers: readonly Answer[]): Promise<readonly string[]> => {
  const { at, folder } = begun();
  control.arm(fault);
  const { saved, said } = await session(folder, answers);
  control.disarm();
  const problems = /^\s+at .*\.js:/m.test(said) ? [`a stack: ${said}`] : [];
  const again = await session(folder, answers);
  const there = idsIn(folder);
  if (again.saved.length < answers.length)
    problems.push(`the second session takes ${again.saved.length} of ${answers.length}: ${again.said}`);
  for (const id of saved) if (!there.includes(id)) problems.push(`reported as saved, and lost: ${id}`);
  if (new Set(there).size !== there.length) problems.push('an answer is there twice');
  if (there.length !== answers.length) problems.push(`${there.length} answers, of ${answers.length}`);
  await printedBy(['review', 'export', folder, '--out', join(at, 'out')]);
  const rows = readFileSync(join(at, 'out/trail.jsonl'), 'utf8').trimEnd().split('\n');
  if (rows.length !== answers.length) problems.push(`${rows.length} rows are exported`);
  problems.push(...leftIn(stateOf(at, 'work')).map((path) => `left behind: ${path}`));
  removePoint(at);
  return problems;
};

describe('review serve, whose disk or process fails', () => {
  it(
    'loses no answer that it reported as saved; the next one takes the rest, each once, and leaves nothing',
    async () => {
      const answers = await prepared();
      expect(answers).toHaveLength(ANSWERS);
      const calls: Record<string, number> = {};
      for (const of of ['writes', 'reads'] as const) {
        const { at, folder } = begun();
        control.count(of);
        expect((await session(folder, answers)).saved).toHaveLength(ANSWERS);
        calls[of] = control.seen().count;
        control.disarm();
        removePoint(at);
      }
      const lost: string[] = [];
      for (const fault of pointsOf({ writes: calls.writes!, reads: calls.reads! }, POINTS))
        for (const problem of await disturb(fault, answers))
          lost.push(`${JSON.stringify(fault)} of ${JSON.stringify(calls)}: ${problem}`);
      expect(lost).toEqual([]);
    },
    30_000 * (POINTS + 10),
  );
});
