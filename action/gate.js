// The gate in continuous integration: `baseline` gets the stored baseline, `gate` runs, compares and comments, `store` keeps the results as the
// baseline. Settings are variables (settings.js); docs/guides/gate.md says how the GitHub Action and the GitLab template set them.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchBaseline, onlyIn, storeBaseline } from './baseline.js';
import { writeComment } from './comment.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { readSettings, wordsOf } from './settings.js';

const PROGRAM = join(dirname(fileURLToPath(import.meta.url)), '..', 'bin', 'r2med.js');

/** Runs r2med. Notes go to the log as they come; with `pipe` they are given back as well. */
const r2med = (args, notes = 'inherit') => {
  console.log(`r2med ${args.join(' ')}`);
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [PROGRAM, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', notes],
    maxBuffer: 2 ** 28,
  });
  if (error) throw error;
  if (stderr) console.error(stderr.trimEnd());
  return { code: status ?? 1, printed: stdout, said: stderr ?? '' };
};

/** Makes the results: by `r2med run`, or from a run file. */
const makeResults = ({ run, runFile, results }) => {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  if ((run === undefined) === (runFile === undefined)) throw new Error('set one of run and run-file');
  if (run !== undefined) return r2med(['run', ...wordsOf(run), '--out', results]);
  if (!existsSync(runFile)) throw new Error(`no run file at ${runFile}`);
  copyFileSync(runFile, join(results, basename(runFile)));
  return { code: 0, printed: '' };
};

/** Agreement with the baseline, which needs one. */
const isAgreement = (threshold) => /^(overlap|rbo)\b/i.test(threshold);

const checksOf = ({ worse, tolerance, significant, below, changed }, baseline) => [
  ...(baseline && worse ? ['--fail-if-worse', worse] : []),
  ...(baseline && worse && tolerance ? ['--tolerance', tolerance] : []),
  ...(baseline && worse && significant ? ['--significant'] : []),
  ...(baseline && changed ? ['--fail-if-changed', changed] : []),
  ...below.filter((each) => baseline || !isAgreement(each)).flatMap((each) => ['--fail-below', each]),
];

/** Lines of a program in a comment. */
const codeBlock = (text) => `\n\n~~~\n${text.trimEnd().slice(0, 8000).replaceAll('~~~', '~ ~ ~')}\n~~~`;

/** What the comment says, the exit code, and whether the results are whole. */
const judge = (settings, host) => {
  const { results, baselineFolder, title, marker, junit, compare } = settings;
  const made = makeResults(settings);
  const whole = made.code === 0;
  const comment = (outcome, text) => `${marker}\n### ${title}: ${outcome}\n\n${text}`;
  const failed = (code, text) => ({ code, whole, verdict: 'failed', body: comment('failed', text) });
  // A result that is incomplete has the exit code 1: the comparison says what is missing.
  const current = onlyIn(results);
  if (made.code > 1 || !current)
    return failed(made.code || 1, `The run did not finish (exit code ${made.code}).`);
  const baseline = onlyIn(baselineFolder);
  const checks = checksOf(settings, baseline);
  if (!baseline && checks.length === 0) {
    const text = `The next run on ${host.branch} stores one.${made.printed && codeBlock(made.printed)}`;
    return { code: made.code, whole, verdict: 'no baseline', body: comment('no baseline yet', text) };
  }
  const compared = r2med(
    [
      ...['compare', ...(baseline ? [baseline] : []), current, '--markdown', '--title', title],
      ...checks,
      ...(checks.length > 0 ? ['--junit', junit] : []),
      ...compare,
    ],
    'pipe',
  );
  if (compared.printed === '')
    return failed(compared.code || 1, `The results could not be compared.${codeBlock(compared.said)}`);
  const code = compared.code || made.code;
  return { code, whole, verdict: code === 0 ? 'passed' : 'failed', body: compared.printed.trimEnd() };
};

/** Whatever happens, the comment says it: an earlier verdict must not stay. */
const judged = (settings, host) => {
  try {
    return judge(settings, host);
  } catch (error) {
    console.error(error.message);
    const body = `${settings.marker}\n### ${settings.title}: failed\n\nThe gate could not be run.${codeBlock(error.message)}`;
    return { code: 2, whole: false, verdict: 'failed', body };
  }
};

const gate = async (settings, host) => {
  rmSync(settings.junit, { force: true });
  const { code, whole, verdict, body } = judged(settings, host);
  const text = `${body}\n\n<sub>Commit ${host.commit}, [log](${host.log})</sub>\n`;
  writeFileSync(settings.comment, text);
  host.summary(text);
  host.output('verdict', verdict);
  if (host.isChange && settings.comments) {
    const url = host.canComment ? await writeComment(host, settings.marker, text) : undefined;
    if (url) host.output('comment-url', url);
    if (!host.canComment) host.warn(`No comment was written; it needs ${host.permission}.`);
  }
  // What was not measured whole is no baseline. A result that is worse is one: it is what the branch now has.
  const store = whole && !host.isChange;
  if (store) host.output('store', 'true');
  // GitLab has no steps after this one.
  if (store && process.env.GITLAB_CI) storeBaseline(settings, host);
  process.exitCode = code;
};

const STEPS = { baseline: fetchBaseline, gate, store: storeBaseline };
const settings = readSettings();
const step = STEPS[process.argv[2]];
if (!step) throw new Error(`expected one of ${Object.keys(STEPS).join(', ')}`);
mkdirSync(dirname(settings.comment), { recursive: true });
await step(settings, process.env.GITLAB_CI ? gitlab() : github());
