import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { temporaryFolder } from './command.js';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

/** How an action ended. */
export interface ActionRun {
  readonly code: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Environment of a job, and where its artefacts are. */
export interface Job {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Artefacts by name: what `upload-artifact` and `download-artifact` of the host do. */
  readonly store: string;
}

/**
 * Runs `action.yml` as a runner does: inputs and outputs of steps are put in place, `if` decides, shell steps run in bash, and a step
 * that fails is followed only by those that ask for it. The host's own actions copy artefacts between folders.
 */
export const runAction = async (inputs: Readonly<Record<string, string>>, job: Job): Promise<ActionRun> => {
  const action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
  const outputs = new Map<string, Map<string, string>>();
  const temp = temporaryFolder();
  let [code, log, summary] = [0, '', ''];
  const value = (expression: string): string => {
    const [scope, name = '', , output = ''] = expression.trim().split('.');
    if (scope === 'inputs') {
      if (!action.inputs[name]) throw new Error(`no input ${name}`);
      return inputs[name] ?? filled(action.inputs[name].default ?? '');
    }
    if (scope === 'steps') return outputs.get(name)?.get(output) ?? '';
    if (expression.trim() === 'github.token') return 'token';
    if (expression.trim() === 'github.action_path') return ROOT;
    throw new Error(`unknown expression ${expression}`);
  };
  const filled = (text: string): string =>
    text.replace(/\$\{\{([^}]*)\}\}/g, (_, expression) => value(expression));
  const holds = (condition: string | undefined): boolean => {
    if (condition === undefined) return code === 0;
    const asked = condition.replace(/^\$\{\{|\}\}$/g, '').replace(/cancelled\(\)/g, 'false');
    const written = asked.replace(/(?:steps|inputs)[\w.-]+/g, (each) => JSON.stringify(value(each)));
    return (code === 0 || condition.includes('cancelled()')) && Boolean(Function(`return (${written})`)());
  };
  for (const step of action.runs.steps) {
    if (!holds(step.if)) continue;
    const given = (name: string): string => filled(step.with?.[name] ?? '');
    if (step.uses?.startsWith('actions/upload-artifact@')) {
      rmSync(join(job.store, given('name')), { recursive: true, force: true });
      cpSync(join(job.cwd, given('path')), join(job.store, given('name')), { recursive: true });
    } else if (step.uses?.startsWith('actions/download-artifact@'))
      cpSync(join(job.store, given('name')), join(job.cwd, given('path')), { recursive: true });
    else if (step.run !== undefined) {
      const [output, page] = [join(temp, 'output'), join(temp, 'summary')];
      for (const file of [output, page]) writeFileSync(file, '');
      const env = Object.fromEntries(
        Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)]),
      );
      const files = { GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: page, RUNNER_TEMP: temp };
      const ended = await shell(step.run, job.cwd, { ...job.env, ...env, ...files });
      code ||= ended.code;
      log += ended.log;
      summary += readFileSync(page, 'utf8');
      const lines = readFileSync(output, 'utf8').split('\n').filter(Boolean);
      outputs.set(step.id ?? '', new Map(lines.map((line) => line.split(/=(.*)/s, 2) as [string, string])));
    } else throw new Error(`unknown step ${step.name}`);
  }
  return { code, log, summary, outputs: Object.fromEntries(outputs.get('gate') ?? []) };
};

export const shell = (script: string, cwd: string, env: Readonly<Record<string, string>>) =>
  new Promise<{ readonly code: number; readonly log: string }>((done) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (log += part));
    child.on('close', (code) => done({ code: code ?? 1, log }));
  });

/** Variables of a job of GitHub on this machine; `number` is that of a pull request. */
export const githubJob = (api: string, store: string, number?: number): Job => {
  const cwd = temporaryFolder();
  mkdirSync(store, { recursive: true });
  const event = join(cwd, '..', `event-${Math.random()}.json`);
  const pull = { pull_request: { number, head: { sha: 'abc1234' } } };
  writeFileSync(event, JSON.stringify(number === undefined ? {} : pull));
  const { PATH = '', HOME = '' } = process.env;
  return {
    cwd,
    store,
    env: {
      PATH,
      HOME,
      R2MED_HOME: join(store, 'home'),
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: api,
      GITHUB_SERVER_URL: 'https://github.test',
      GITHUB_REPOSITORY: 'clinic/search',
      GITHUB_RUN_ID: '7',
      GITHUB_SHA: 'def5678',
      GITHUB_EVENT_PATH: event,
      ...(number === undefined
        ? { GITHUB_REF_NAME: 'main' }
        : { GITHUB_BASE_REF: 'main', GITHUB_REF_NAME: '5/merge' }),
    },
  };
};

/** Whether a job left a file. */
export const left = ({ cwd }: Job, file: string): boolean => existsSync(join(cwd, 'r2med-gate', file));
