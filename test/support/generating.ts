import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { Message } from '../../src/models/llms/index.js';
import { type ChatServer, startChatServer } from './chat-server.js';
import { type Called, surroundings, temporaryFolder } from './command.js';
import { r2med } from './in-process.js';
import { jsonl, writtenFolder } from './written-folder.js';

const BIN = fileURLToPath(new URL('../../bin/r2med.js', import.meta.url));

/** A key that must never be seen again. */
export const SECRET = 'sk-never-to-be-seen-0123456789';

const NAMES = ['gout', 'anaemia', 'thyroid', 'scurvy', 'rickets', 'malaria', 'tetanus', 'cholera'];

/** A task of eight queries, each with words of its own. */
export const eightQueries = (): string =>
  writtenFolder(
    {
      'corpus.jsonl': jsonl(...NAMES.map((name) => ({ id: `doc-${name}`, text: `All about ${name}.` }))),
      'query.jsonl': jsonl(...NAMES.map((name) => ({ id: `q-${name}`, text: `What of ${name}, please?` }))),
      'qrels.jsonl': jsonl(...NAMES.map((name) => ({ q_id: `q-${name}`, p_id: `doc-${name}`, score: 1 }))),
    },
    'eight',
  );

/** Which query's call it is. */
export const about = (messages: readonly Message[]): string =>
  NAMES.find((name) => messages.at(-1)!.content.includes(`What of ${name},`)) ?? '?';

export interface Generating {
  readonly child: ChildProcess;
  readonly called: Promise<Called & { readonly signal: NodeJS.Signals | null }>;
}

/** A place to write in: a task, a server, caches and an output folder that several calls share. */
export interface Desk {
  readonly server: ChatServer;
  readonly home: string;
  readonly out: string;
  readonly data: string;
  /** Starts `r2med generate` in a process of its own. */
  start(...more: readonly string[]): Generating;
  /** Likewise, by another program such as strace. */
  startUnder(program: readonly string[], ...more: readonly string[]): Generating;
  /** Runs it inside this process, for all that is not about processes. */
  generate(...more: readonly string[]): Promise<Called>;
  /** A file of what was written. */
  file(name: string, method?: string): string;
  /** What calls were about, in the order they came, since this was last asked. */
  asked(): readonly string[];
}

export const desk = async (data = eightQueries(), server?: ChatServer): Promise<Desk> => {
  const served = server ?? (await startChatServer());
  if (!server) onTestFinished(() => served.close());
  const [home, out] = [temporaryFolder(), temporaryFolder()];
  let seen = served.requests.length;
  const own = { cwd: home, env: { HOME: home, R2MED_HOME: join(home, 'r2med'), OPENAI_API_KEY: SECRET } };
  const argsFor = (more: readonly string[]): readonly string[] => {
    const model = `served:${served.origin}/v1#tiny`;
    const method = more.includes('--method') ? [] : ['--method', 'hyde'];
    return ['generate', '--data', data, '--llm', model, '--out', out, ...more, ...method];
  };
  const startUnder = (program: readonly string[], ...more: readonly string[]): Generating => {
    const [first, ...words] = [...program, process.execPath, BIN, ...argsFor(more)];
    const child = spawn(first!, words, { ...surroundings(own), stdio: ['ignore', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes));
    const called = new Promise<Awaited<Generating['called']>>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) =>
        resolve({
          code,
          signal,
          stdout: Buffer.concat(stdout).toString(),
          stderr: Buffer.concat(stderr).toString(),
        }),
      );
    });
    return { child, called };
  };
  return {
    server: served,
    home,
    out,
    data,
    start: (...more) => startUnder([], ...more),
    startUnder,
    generate: (...more) => r2med(argsFor(more), own),
    file: (name, method = 'hyde') => readFileSync(join(out, 'eight', method, 'tiny', name), 'utf8'),
    asked: () => {
      const fresh = served.requests.slice(seen).map(({ messages }) => about(messages));
      seen = served.requests.length;
      return fresh;
    },
  };
};

export const ALL = NAMES;

/** The rows of JSON lines. */
export const rows = (text: string): readonly Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** The record of what was written. */
export const record = (at: Desk) => JSON.parse(at.file('generation.json')) as Record<string, never>;

/** The file that the texts are written to. */
export const TEXTS = 'query_with_hydoc.jsonl';
