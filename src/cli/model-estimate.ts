import {
  byteSize,
  commandLine,
  estimatedTokens,
  fullText,
  type JsonObject,
  listed,
  own,
  type Task,
  type Tools,
} from '../core/index.js';
import { type PythonRate, pythonRate } from '../models/custom/index.js';
import type { ModelEntry } from '../models/embedders/index.js';
import { countText } from '../platform/tables/index.js';
import { openTask, suite, taskStatus } from '../tasks/index.js';
import { type Finding, finding } from './finding.js';
import { parameterCount } from './model-page.js';

export interface EstimateOptions {
  readonly python: string;
  readonly suite: string;
  /** What the program is told of the number type. */
  readonly settings: JsonObject;
  readonly tools: Tools;
}

type Estimated = Pick<ModelEntry, 'name' | 'parameters' | 'dimensions' | 'tokens'>;

/** How long each task of a suite would take in Python, and how much memory, before anything of the model is loaded. */
export const estimateFindings = async (
  entry: Estimated,
  { python, suite: name, settings, tools }: EstimateOptions,
): Promise<readonly Finding[]> => {
  const rate = await pythonRate(python, settings, tools.signal).catch((error: unknown) => error as Error);
  if (rate instanceof Error) {
    const { stderr, message } = rate as Error & { readonly stderr?: string };
    const reason = stderr?.trim().split('\n').at(-1) || message.split('\n')[0]!;
    return [
      finding('matrix rate', false, `unknown, and so are hours: ${reason}`, `${python} -m pip install torch`),
    ];
  }
  const { device, precision } = rate;
  const shown = `${(rate.rate / 1e12).toPrecision(3)} TFLOP/s in ${precision} on ${rate.name ?? device}`;
  return [
    finding('matrix rate', true, shown),
    memoryFinding(entry, rate),
    ...(await taskFindings(entry, name, rate)),
  ];
};

/** Bytes of a weight. */
const WEIGHT_BYTES: Readonly<Record<string, number>> = { fp32: 4, autocast: 4, fp16: 2, bf16: 2 };

/** Tokens of a batch, as python/r2med_worker/models.py has them, and the rows of hidden numbers that a token takes there: assumed. */
const BATCH_TOKENS: Readonly<Record<string, number>> = { cuda: 65_536, mps: 8192, cpu: 4096 };
const ROWS_A_TOKEN = 12;

const memoryFinding = (
  { name, parameters, dimensions }: Estimated,
  { device, precision, memory }: PythonRate,
): Finding => {
  const bytes = own(WEIGHT_BYTES, precision);
  if (parameters === null || bytes === undefined)
    return finding('memory', false, unknown(parameters, precision));
  const tokens = own(BATCH_TOKENS, device) ?? BATCH_TOKENS.cpu!;
  const batch = tokens * ROWS_A_TOKEN * dimensions * bytes;
  const needed = parameters * bytes + batch;
  const why = `${bytes} bytes for each of ${parameterCount(parameters)} parameters, and ${byteSize(batch)} assumed for batches of ${countText(tokens)} tokens`;
  const of = memory === undefined ? '' : ` of ${byteSize(memory)}`;
  return finding(
    'memory',
    memory === undefined || needed <= memory,
    `about ${byteSize(needed)}${of}: ${why}`,
    bytes > 2
      ? `half of it: ${commandLine('run', '--retriever', name, '--python', 'python3', '--precision', 'bf16')}`
      : 'batches become smaller by themselves; where the weights alone do not fit, a larger GPU or a server',
  );
};

const unknown = (parameters: number | null, precision: string): string =>
  parameters === null
    ? 'unknown: the registry has no number of parameters'
    : `unknown: nothing is known of weights in ${precision}`;

/** Shares of the matrix rate that models of two sizes reached on one GPU (docs/guides/python.md). A CPU was not measured. */
const LARGE = 1e9;
const SHARES = { small: 0.6, large: 0.75 } as const;

const taskFindings = async (
  entry: Estimated,
  name: string,
  { rate, device }: PythonRate,
): Promise<readonly Finding[]> => {
  const { parameters } = entry;
  const share = device === 'cuda' && parameters !== null ? SHARES[parameters < LARGE ? 'small' : 'large'] : 1;
  const seconds = (tokens: number): string =>
    parameters === null
      ? 'time unknown: the registry has no number of parameters'
      : `${device === 'cuda' ? 'about' : 'at least'} ${hours((2 * parameters * tokens) / (rate * share))}`;
  const findings: Finding[] = [];
  const absent: string[] = [];
  let all = 0;
  for (const each of suite(name).tasks) {
    if ((await taskStatus(each)).state !== 'present') absent.push(each.name);
    else {
      const tokens = await tokensOf(await openTask(name, each.name), entry);
      all += tokens;
      findings.push(finding(each.name, true, `${seconds(tokens)}, ${countText(tokens)} tokens`));
    }
  }
  if (absent.length > 0)
    findings.push(
      finding(
        'unknown tasks',
        false,
        `hours of ${listed(absent)} are unknown: not on this machine`,
        commandLine('fetch', '--suite', name),
      ),
    );
  if (findings.length > 1 && all > 0)
    findings.push(finding(absent.length > 0 ? 'those here' : `suite ${name}`, true, seconds(all)));
  const speed =
    device === 'cuda'
      ? `${share} of the matrix rate, as one H200 reached with a model of this size`
      : 'all of the matrix rate, which no model reaches';
  return all > 0
    ? [
        ...findings,
        finding('assumed', true, `a token for four characters, cut at the model's limits; ${speed}`),
      ]
    : findings;
};

/** Each text cut at the limit of its side, by the rule of thumb for tokens; prompts aside. */
const tokensOf = async ({ queries, corpus }: Task, { tokens }: Estimated): Promise<number> => {
  const read = (text: string, limit: number): number => Math.min(estimatedTokens(text), limit);
  let all = queries.reduce((sum, { text }) => sum + read(text, tokens.query), 0);
  for await (const rows of corpus.rows()) for (const row of rows) all += read(fullText(row), tokens.document);
  return all;
};

/** 0.2 s, 4.1 min, 9.8 h. */
const hours = (seconds: number): string =>
  seconds < 60
    ? `${Math.max(seconds, 0.1).toFixed(1)} s`
    : seconds < 3600
      ? `${(seconds / 60).toFixed(1)} min`
      : `${(seconds / 3600).toFixed(1)} h`;
