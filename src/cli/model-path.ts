import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commandLine, defined, type KnownScores, type Tools, wrongOrder } from '../core/index.js';
import {
  type ModelBackend,
  type ModelEntry,
  type ModelSettings,
  modelEntry,
  openModel,
  unregisteredModel,
} from '../models/embedders/index.js';
import { pythonPlace, readiness } from '../models/registry/index.js';
import { findRerankerEntry, openReranker } from '../models/scorers/index.js';
import { ensureModel, hubCache, type WantedModel } from '../platform/hub/index.js';
import { scorerScores } from '../search/reranking/index.js';
import { embedderScores } from '../search/retrieval/index.js';
import { type Finding, finding } from './finding.js';
import { estimateFindings } from './model-estimate.js';

type Found = Finding | readonly Finding[];
type Step = () => Found | Promise<Found>;

export interface PathOptions {
  readonly settings: ModelSettings;
  readonly env: NodeJS.ProcessEnv;
  readonly tools: Tools;
  /** The tasks to estimate the work for. */
  readonly suite: string;
  /** Whether onnxruntime is installed. */
  readonly runtime: Finding;
}

/** The steps to a model's first vector, in order; the last one is where the way stops, or the vector itself. */
export const modelPath = async (name: string, options: PathOptions): Promise<readonly Finding[]> => {
  if (unregisteredModel(name)) return [await firstVector(name, undefined, options)];
  const reranker = findRerankerEntry(name);
  if (reranker)
    return [ready('row', `${reranker.name}: ${reranker.model} (reranker)`), await firstScores(name, options)];
  const entry = modelEntry(name);
  const row = `${entry.name}: ${entry.model} (${entry.kind}, ${entry.dimensions} dimensions)`;
  const findings: Finding[] = [ready('row', row)];
  for (const step of stepsOf(entry, options)) {
    const found = [await step()].flat();
    findings.push(...found);
    if (found.some(({ needed, state }) => needed && state === 'missing')) break;
  }
  return findings;
};

const ready = (what: string, found: string): Finding => finding(what, true, found, undefined, true);
const missing = (what: string, found: string, fix?: string): Finding =>
  finding(what, false, found, fix, true);

const stepsOf = (entry: ModelEntry, options: PathOptions): readonly Step[] => {
  const { settings } = options;
  const runtime = { ...options.runtime, needed: true };
  const vector = (): Promise<Finding> => firstVector(entry.name, entry, options);
  if (settings.endpoints?.length)
    return [() => ready('server', `${settings.endpoints!.join(', ')}, as --endpoint says`), vector];
  if (settings.folder) return [() => runtime, () => ready('files', settings.folder!), vector];
  const { python } = settings;
  if (python)
    return [
      () => pythonFinding(entry, python, settings.pythonLibrary),
      () => estimates(entry, python, options),
      vector,
    ];
  const [first] = entry.backends.filter(({ via }) => via === 'service');
  const backend = first ?? entry.backends.find((each) => each.via === 'onnx' && 'file' in each);
  if (!backend) return [() => nothingGiven(entry, options)];
  const state = (): Promise<Finding> => backendFinding(entry, backend, options);
  return backend.via === 'service' ? [state, vector] : [() => runtime, state, vector];
};

const backendFinding = async (
  entry: ModelEntry,
  backend: ModelBackend,
  { env }: PathOptions,
): Promise<Finding> => {
  const states = await readiness(entry, { hubCache: hubCache(env), env });
  const { ready: is, state, fix } = states[entry.backends.indexOf(backend)]!;
  return {
    what: backend.via === 'service' ? 'key' : 'files',
    state: is ? 'ready' : 'missing',
    found: state,
    ...(fix && { fix }),
    needed: true,
  };
};

const nothingGiven = async (entry: ModelEntry, { env }: PathOptions): Promise<Finding> => {
  const ways = await readiness(entry, { hubCache: hubCache(env), env });
  const lines = ways.map(({ via, fix }) => `\n      ${via}: ${fix}`);
  return missing(
    'back end',
    `${entry.name} has no ONNX file on the hub and no service: it needs a server, an export or Python`,
    `one of these, then ${commandLine('doctor', '--model', entry.name)} with --endpoint, --model-folder or --python:${lines.join('')}`,
  );
};

/** Whether a Python starts and has the packages that a row needs. */
const pythonFinding = async (entry: ModelEntry, python: string, library?: string): Promise<Finding> => {
  const backend = entry.backends.find(({ via }) => via === 'python');
  const packages = backend?.via === 'python' ? backend.packages : [];
  const needed = library === 'vllm' ? ['vllm'] : library ? [library] : packages;
  const modules = needed.map((each) => each.split('==')[0]!.replaceAll('-', '_'));
  const code = `import sys\n${modules.map((each) => `import ${each}\n`).join('')}print(sys.version.split()[0])`;
  try {
    const { stdout } = await promisify(execFile)(python, ['-W', 'ignore', '-c', code]);
    return ready('Python', `${python} ${stdout.trim()} with ${needed.join(', ')}`);
  } catch (error) {
    const { code: why, stderr } = error as { readonly code?: string | number; readonly stderr?: string };
    const reason = stderr?.trim().split('\n').at(-1) || `cannot be started (${why})`;
    return missing(
      'Python',
      `${python}: ${reason}`,
      why === 'ENOENT'
        ? `install Python 3, or name another with --python`
        : `${python} -m pip install ${needed.join(' ')} && ${commandLine('doctor', '--model', entry.name, '--python', python)}`,
    );
  }
};

const estimates = async (entry: ModelEntry, python: string, options: PathOptions) => {
  const { settings, tools, suite } = options;
  const place = await pythonPlace(entry, { ...settings, python }, contextOf(options));
  return estimateFindings(entry, { python, suite, settings: place.settings, tools });
};

const FIRST_TEXT = 'fever';

/** Does the last step; an error is where the way stops. */
const tried = async (what: string, step: () => Promise<Finding>): Promise<Finding> => {
  try {
    return await step();
  } catch (error) {
    const { message, fix } = error as Error & { readonly fix?: string };
    return missing(what, message.split('\n')[0]!, fix);
  }
};

const contextOf = ({ env, tools }: PathOptions) => ({
  task: 'Biology',
  asPublished: false,
  env,
  hubCache: hubCache(env),
  tools,
  ensureModel: (wanted: WantedModel) => ensureModel(wanted, tools, { offline: true, env }),
});

/** Opens the model as a run would, embeds one word, and asks for an order that is known. */
const firstVector = (name: string, entry: ModelEntry | undefined, options: PathOptions): Promise<Finding> =>
  tried('first vector', async () => {
    const { settings, tools } = options;
    const failed = (found: string, fix?: string): Finding => missing('first vector', found, fix);
    const started = tools.now();
    const opened = await openModel(name, settings, contextOf(options));
    try {
      for await (const { embedded, failed: lost } of opened.embedder.embed([FIRST_TEXT], 'query', tools)) {
        if (lost[0]) return failed(lost[0].reason);
        const vector = embedded[0]?.vector;
        if (entry && vector instanceof Float32Array && vector.length !== entry.dimensions)
          return failed(
            `a vector of ${vector.length} numbers, not ${entry.dimensions}: it is another model`,
            `serve ${entry.model}: ${commandLine('models', 'show', entry.name)}`,
          );
      }
      const ms = Math.round(tools.now() - started);
      const found = `"${FIRST_TEXT}" is embedded, in ${ms.toLocaleString('en')} ms`;
      return orderFinding('first vector', found, await embedderScores(opened, tools));
    } finally {
      await opened.embedder.close();
    }
  });

/** Opens the reranker as a run would, and asks for an order that is known. */
const firstScores = (name: string, options: PathOptions): Promise<Finding> =>
  tried('first scores', async () => {
    const { endpoints, folder, python, pythonLibrary, precision } = options.settings;
    const settings = defined({ endpoints, folder, python, pythonLibrary, precision });
    const { scorer } = await openReranker(name, settings, contextOf(options));
    try {
      return orderFinding('first scores', 'two pairs are scored', await scorerScores(scorer, options.tools));
    } finally {
      await scorer.close();
    }
  });

const orderFinding = (
  what: string,
  found: string,
  known: KnownScores | { readonly failed: string } | undefined,
): Finding => {
  if (!known || 'failed' in known) return missing(what, `${found}; ${known?.failed ?? 'no answer to more'}`);
  const wrong = wrongOrder(known);
  return wrong
    ? missing(
        what,
        `${found}, and in a wrong order: ${wrong}`,
        'look at pooling, instructions, precision and which model is served: it may be another one',
      )
    : ready(what, `${found}; the answer to a question scores above a text about trains`);
};
