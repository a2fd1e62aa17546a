import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startBatchServer } from '../support/batch-server.js';
import type { Called } from '../support/command.js';
import { startHub } from '../support/hub-server.js';
import { COMMIT, MODEL, MODEL_FILES } from '../support/tiny-model-files.js';
import { REPOSITORY, REVISION, TINY } from '../support/tiny-task.js';
import type { Job } from './jobs.js';
import { type Control, compiled, disturbed, openControl } from './library.js';
import { startPaidServer } from './services.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const BIN = here('../../bin/r2med.js');

/** Where jobs are run: servers, the library, and a process that calls are forked from. */
export interface Bench {
  readonly library: string;
  readonly control: Control;
  /** Below it everything is disturbed. */
  readonly root: string;
  /** Texts that were paid for since this was last asked. */
  paid(): readonly string[];
  /** A copy of what a job begins with, in a folder of its own. */
  begin(job: Job): Promise<string>;
  /** Runs a call in a process that is forked from one which has loaded everything. */
  forked(job: Job, root: string): Promise<Called>;
  /** Runs it as a user does, in a process of its own. */
  started(
    job: Job,
    root: string,
    more?: NodeJS.ProcessEnv,
    /** A program that starts it, with its own words. */
    within?: readonly string[],
  ): Promise<Called & { readonly signal: string | null }>;
  close(): Promise<void>;
}

interface HostCall {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly warm?: boolean;
}

/**
 * The package as it ships, but for one thing: who a process is, is looked at again in every process that is forked. Links lead to all that is not compiled.
 */
const forkable = (folder: string): string => {
  const from = here('../..');
  cpSync(join(from, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !/\.(map|d\.ts)$/.test(path),
  });
  for (const name of ['node_modules', 'package.json', 'schema', 'examples', 'experiments'])
    symlinkSync(join(from, name), join(folder, name));
  mkdirSync(join(folder, 'data/published'), { recursive: true });
  for (const name of readdirSync(join(from, 'data')).filter((each) => each !== 'published'))
    symlinkSync(join(from, 'data', name), join(folder, 'data', name));
  makeSmall(folder);
  const changed = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, 'dist', name))
    .filter((file) => {
      const text = readFileSync(file, 'utf8');
      const other = text.replace(
        /(thisProcess = )once\(\(\) => \{/,
        '$1((make) => { let pid, made; return () => (pid === process.pid ? made : ((pid = process.pid), (made = make()))); })(() => {',
      );
      if (other !== text) writeFileSync(file, other);
      return other !== text;
    });
  if (changed.length === 0) throw new Error('no place where a process finds out who it is');
  return folder;
};

/** What only takes time at every point: of published results one row, and a page that is one file. */
const makeSmall = (folder: string): void => {
  const from = here('../../data/published');
  for (const name of readdirSync(from)) {
    const table = JSON.parse(readFileSync(join(from, name), 'utf8'));
    const less = table.papers
      ? { papers: [] }
      : { systems: table.systems.filter(({ config }: { config: string }) => config === 'bm25') };
    writeFileSync(join(folder, 'data/published', name), JSON.stringify({ ...table, ...less }));
  }
  rmSync(join(folder, 'dist/page'), { recursive: true, force: true });
  mkdirSync(join(folder, 'dist/page'));
  writeFileSync(join(folder, 'dist/page/index.html'), 'page');
};

/** Longer than any of these calls takes on a busy machine. */
const PATIENCE = 240_000;

/** Each job is run `warmUps` times before others are forked: more often is worth it where many are. */
export const openBench = async (warmUps = 1): Promise<Bench> => {
  const folder = mkdtempSync(join(tmpdir(), 'r2med-faults-'));
  const root = join(folder, 'points');
  mkdirSync(root);
  const library = compiled('faults', folder);
  const addon = compiled('forking', folder);
  const program = forkable(join(folder, 'program'));
  const control = openControl(folder);
  const server = await startPaidServer();
  const batches = await startBatchServer();
  const dataset = await startHub(REPOSITORY, REVISION, TINY, { branches: ['main'] });
  const model = await startHub(MODEL, COMMIT, MODEL_FILES, { kind: 'model', branches: ['main'] });
  const hubs = { dataset, model };
  const templates = new Map<string, string>();
  let host: ChildProcess | undefined;
  let points = 0;

  let known = 0;
  const paid = (): readonly string[] => {
    const made = batches.batches.slice(known);
    known += made.length;
    return [...server.paid(), ...made.flatMap(({ requests }) => requests.map(({ id }) => id))];
  };
  const argsOf = (args: readonly string[]): readonly string[] =>
    args.map((word) => word.replaceAll('{server}', server.origin));
  const envOf = (job: Job, at: string): Record<string, string> => ({
    PATH: process.env.PATH ?? '',
    HOME: at,
    R2MED_HOME: join(at, 'home'),
    HF_HOME: join(at, 'hf'),
    TMPDIR: join(at, 'tmp'),
    OPENAI_API_KEY: 'a-key-of-a-test-server',
    OPENAI_BASE_URL: `${batches.origin}/v1`,
    ...(job.hub && { HF_ENDPOINT: hubs[job.hub].endpoint }),
  });
  const callIn = (job: Job, at: string, args = job.args): HostCall => ({
    args: argsOf(args),
    cwd: join(at, 'work'),
    env: envOf(job, at),
  });

  const startHost = async (): Promise<ChildProcess> => {
    const child = fork(here('host.js'), [addon, program], {
      // A great collection of garbage would wait for threads that what is forked does not have: there is room for all of it, and none begins in steps.
      execArgv: [
        ...['--single-threaded', '--no-incremental-marking'],
        ...['--initial-old-space-size=4000', '--max-old-space-size=4000'],
      ],
      env: { PATH: process.env.PATH, ...disturbed(library, root, control) },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    await once(child, 'message');
    return child;
  };
  const [stdout, stderr] = [join(folder, 'stdout'), join(folder, 'stderr')];
  for (const file of [stdout, stderr]) writeFileSync(file, '');
  const runInHost = async (call: HostCall): Promise<Called & { readonly signal: number | null }> => {
    host ??= await startHost();
    host.send({ ...call, stdout, stderr, seconds: PATIENCE / 1000 });
    const [said] = (await once(host, 'message')) as [number];
    return {
      code: said > 0 ? said - 1 : null,
      signal: said < 0 ? -said : null,
      stdout: readFileSync(stdout, 'utf8'),
      stderr: readFileSync(stderr, 'utf8'),
    };
  };

  const templateOf = async (job: Job): Promise<string> => {
    const known = templates.get(job.name);
    if (known) return known;
    control.disarm();
    const at = join(root, String(++points));
    const fill = (): void => {
      for (const part of ['work', 'home', 'hf', 'tmp']) mkdirSync(join(at, part), { recursive: true });
      for (const [path, content] of Object.entries(job.files)) {
        mkdirSync(dirname(join(at, 'work', path)), { recursive: true });
        writeFileSync(join(at, 'work', path), content);
      }
    };
    // The first of its kind load and compile the code.
    for (let time = 0; time < warmUps; time++) {
      fill();
      for (const args of [...(job.before ?? []), job.args])
        await runInHost({ ...callIn(job, at, args), warm: true });
      rmSync(at, { recursive: true });
    }
    fill();
    for (const args of job.before ?? []) {
      const { code, stderr } = await runInHost(callIn(job, at, args));
      if (code !== 0) throw new Error(`${job.name}: ${args.join(' ')}: ${stderr}`);
    }
    await job.spoil?.(join(at, 'work'));
    rmSync(join(at, 'tmp'), { recursive: true });
    mkdirSync(join(at, 'tmp'));
    const template = join(folder, `template-${templates.size}`);
    cpSync(at, template, { recursive: true, verbatimSymlinks: true });
    rmSync(at, { recursive: true });
    templates.set(job.name, template);
    return template;
  };

  return {
    library,
    control,
    root,
    paid,
    begin: async (job) => {
      const template = await templateOf(job);
      paid();
      const at = join(root, String(++points));
      cpSync(template, at, { recursive: true, verbatimSymlinks: true });
      return at;
    },
    forked: (job, at) => runInHost(callIn(job, at)),
    started: async (job, at, more = {}, within = []) => {
      const { args, cwd, env } = callIn(job, at);
      const [first, ...words] = [...within, process.execPath, BIN, ...args];
      const child = spawn(first!, words, {
        cwd,
        env: { ...env, ...disturbed(library, root, control), ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
      child.stdout.on('data', (bytes) => stdout.push(bytes));
      child.stderr.on('data', (bytes) => stderr.push(bytes));
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      clearTimeout(timer);
      return {
        code,
        signal,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      };
    },
    close: async () => {
      host?.kill('SIGKILL');
      await Promise.all([
        host && once(host, 'exit'),
        server.close(),
        batches.close(),
        dataset.close(),
        model.close(),
      ]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Stashes of the library next to the folder, which only a test of power leaves. */
export const removePoint = (at: string): void => {
  rmSync(at, { recursive: true, force: true });
  const above = dirname(dirname(at));
  for (const name of readdirSync(above)) if (name.startsWith('points.stash-')) rmSync(join(above, name));
};
