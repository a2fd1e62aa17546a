import { join } from 'node:path';
import { openChecked } from '../../src/platform/node/disk-cache.js';
import { leftIn as nobodysIn } from '../../src/platform/node/index.js';
import type { Called } from '../support/command.js';
import { type Bench, removePoint } from './bench.js';
import type { Job } from './jobs.js';
import type { Fault } from './library.js';
import { difference, fingerprint, leftIn, type State, stateOf, variableIn } from './state.js';

/** What an undisturbed call leaves, and how many calls to the system it takes. */
export interface Undisturbed {
  readonly before: State;
  readonly after: State;
  readonly caches: State;
  readonly variable: ReadonlySet<string>;
  readonly paid: readonly string[];
  readonly writes: number;
  readonly reads: number;
  /** What the second call made of what the first had left: calls that leave the same share it. */
  readonly followed: Map<string, Promise<Followed>>;
}

/** A second, undisturbed call. */
interface Followed {
  readonly called: Called;
  readonly paid: readonly string[];
  readonly wrong: readonly string[];
}

/** What was lost or wrong at a point; nothing where all was as it should be. */
export interface Verdict {
  /** The call that was struck; undefined where the job makes fewer calls. */
  readonly struck: string | undefined;
  readonly problems: readonly string[];
}

const seenIn = (at: string): State => new Map([...stateOf(at, 'work'), ...stateOf(at, 'tmp')]);
const cachesIn = (at: string): State => new Map([...stateOf(at, 'home'), ...stateOf(at, 'hf')]);

/** Runs a job undisturbed, three times: what differs between them is time or chance. */
export const undisturbed = async (bench: Bench, job: Job): Promise<Undisturbed> => {
  const runs = [];
  for (const of of ['writes', 'reads', 'reads'] as const) {
    const at = await bench.begin(job);
    const before = seenIn(at);
    bench.control.count(of);
    const { code, stderr } = await bench.forked(job, at);
    const { count } = bench.control.seen();
    bench.control.disarm();
    if (code !== (job.code ?? 0)) throw new Error(`${job.name}: exit ${code}: ${stderr}`);
    runs.push({ before, after: seenIn(at), caches: cachesIn(at), paid: bench.paid(), count });
    removePoint(at);
  }
  const [first, second, third] = runs as [(typeof runs)[0], (typeof runs)[0], (typeof runs)[0]];
  const left = [...leftIn(first.after), ...leftIn(first.caches)];
  if (left.length > 0) throw new Error(`${job.name}, undisturbed, leaves ${left.join(', ')}`);
  const variable = new Set([
    ...variableIn(first.after, second.after),
    ...variableIn(second.after, third.after),
    ...variableIn(first.after, third.after),
  ]);
  return { ...first, variable, writes: first.count, reads: second.count, followed: new Map() };
};

/** Disturbs a job once, then runs it again. */
export const point = async (bench: Bench, job: Job, usual: Undisturbed, fault: Fault): Promise<Verdict> => {
  const at = await bench.begin(job);
  const problems: string[] = [];
  try {
    bench.control.arm(fault);
    const kills = 'end' in fault;
    const called = await bench.forked(job, at);
    const { struck } = bench.control.seen();
    bench.control.disarm();
    if (struck === undefined) return { struck, problems };
    if (kills && called.code !== null) problems.push(`was not killed: exit ${called.code}`);
    if (!kills) problems.push(...saidClearly(job, called));
    problems.push(...seenAfter(usual, at, job, called.code === (job.code ?? 0) && isDone(called, job)));
    const askedFirst = bench.paid();
    const left = `${losesPower(fault)} ${fingerprint(at)}`;
    if (!usual.followed.has(left)) usual.followed.set(left, follow(bench, job, usual, at, fault));
    const { called: again, paid, wrong } = await usual.followed.get(left)!;
    const refused = again.code === 2 && job.refusal?.test(again.stderr);
    if (again.code !== (job.code ?? 0) && !refused)
      problems.push(`the second call ends with ${again.code}: ${again.stderr}`);
    else
      problems.push(
        ...wrong,
        ...(mayForget(job, fault, called.stderr) ? [] : askedTwice(usual, job, [...askedFirst, ...paid])),
      );
    return { struck, problems };
  } finally {
    bench.control.disarm();
    removePoint(at);
  }
};

const follow = async (
  bench: Bench,
  job: Job,
  usual: Undisturbed,
  at: string,
  fault: Fault,
): Promise<Followed> => {
  const called = await bench.forked(job, at);
  return { called, paid: bench.paid(), wrong: wrongIn(usual, at, job, losesPower(fault)) };
};

/** A call whose usual exit code is not 0 has done its work if it printed its result and no error. */
const isDone = ({ stdout, stderr }: Called, { code = 0 }: Job): boolean =>
  code === 0 || (stdout !== '' && !stderr.includes('\n  Fix: '));

const saidClearly = (
  { code: usual = 0, defect }: Job,
  { code, stderr }: { readonly code: number | null; readonly stderr: string },
): readonly string[] => {
  if (code === usual && code === 0) return [];
  const problems: string[] = [];
  if (code !== 1 && code !== 2) problems.push(`exit ${code}: ${stderr}`);
  if (code !== usual && !/\n {2}Fix: /.test(stderr) && !defect?.test(stderr))
    problems.push(`no fix: ${stderr}`);
  if (/^\s+at /m.test(stderr)) problems.push(`a stack: ${stderr}`);
  return problems;
};

/** Whatever a reader opens is the old file or the new one; after a call that reports success it is the new one. */
const seenAfter = (usual: Undisturbed, at: string, job: Job, done: boolean): readonly string[] => {
  const seen = seenIn(at);
  const problems: string[] = [];
  const same = (path: string, text: string, wanted: string | undefined): boolean =>
    wanted !== undefined &&
    (job.random?.test(path) || difference(path, text, wanted, usual.variable) === undefined);
  for (const [path, text] of seen) {
    if (
      path.endsWith('/') ||
      leftIn(new Map([[path, '']])).length > 0 ||
      /\.(unfinished|replaced)\//.test(path)
    )
      continue;
    const isNew = same(path, text, usual.after.get(path));
    if (isNew || (!done && usual.before.get(path) === text)) continue;
    if (done || !job.between?.test(path)) problems.push(`a reader sees ${path} with ${text.slice(0, 200)}`);
  }
  if (done)
    for (const path of usual.after.keys())
      if (!seen.has(path) && !job.besides?.test(path)) problems.push(`reported as done without ${path}`);
  return problems;
};

const losesPower = (fault: Fault): boolean => 'end' in fault && fault.end !== 'kill';

/** After the second call everything is as after an undisturbed one. */
export const wrongIn = (
  usual: Undisturbed,
  at: string,
  job: Job,
  powerWasLost = false,
): readonly string[] => {
  const [seen, caches] = [seenIn(at), cachesIn(at)];
  // A call that need not write to a cache leaves it to the next one that does to sweep what a killed process left there.
  const problems = leftIn(seen).map((path) => `left behind: ${path}`);
  if (
    leftIn(caches).length > 0 &&
    nobodysIn(join(at, 'home')).length + nobodysIn(join(at, 'hf')).length === 0
  )
    problems.push(`left behind, and not known for it: ${leftIn(caches).join(', ')}`);
  for (const path of new Set([...seen.keys(), ...usual.after.keys()])) {
    const [found, wanted] = [seen.get(path), usual.after.get(path)];
    if (found === undefined) problems.push(`missing: ${path}`);
    else if (wanted === undefined) problems.push(`too much: ${path}`);
    else {
      const differs = job.random?.test(path) ? undefined : difference(path, found, wanted, usual.variable);
      if (differs !== undefined) problems.push(`wrong: ${path}: ${differs}`);
    }
  }
  // What is cached may be missing, and is never wrong.
  for (const [path, found] of caches) {
    const wanted = usual.caches.get(path);
    if (path.endsWith('/') || wanted === undefined || path.endsWith('.items')) continue;
    if (found === wanted) continue;
    // What was not synced may be damaged, and then says so by its checksums: to a reader it is missing.
    if (powerWasLost && path.endsWith('.v2') && openChecked(join(at, path)) === undefined) continue;
    problems.push(`wrong in the cache: ${path}`);
  }
  return problems;
};

/**
 * Vectors and scores of one's own server cost time and no money: where they cannot be cached the work is done without, which a note says, and they are not
 * synced. Answers of LLMs are never forgotten.
 */
const mayForget = ({ inFlight }: Job, fault: Fault, stderr: string): boolean =>
  inFlight !== undefined && (losesPower(fault) || stderr.includes('working without it'));

/** With one request at a time, at most the one in flight is asked again. */
const askedTwice = (
  usual: Undisturbed,
  { inFlight = 1 }: Job,
  asked: readonly string[],
): readonly string[] => {
  const more = asked.length - usual.paid.length;
  return more > inFlight ? [`${more} texts were asked for twice, of ${usual.paid.length}`] : [];
};
