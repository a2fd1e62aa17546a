import { byteSize, commandLine, defined } from '../core/index.js';
import { countText, table } from '../platform/tables/index.js';
import { money } from './generation-table.js';
import { ASSUMED, type PlannedCounts, type PricedStage } from './plan-price.js';

const hoursText = (hours: number | undefined): string =>
  hours === undefined ? '–' : hours < 0.1 && hours > 0 ? '< 0.1' : hours.toFixed(1);

/** The sum of what is known; undefined where something is not. */
const sumOf = (
  stages: readonly PricedStage[],
  of: (stage: PricedStage) => number | undefined,
): number | undefined => {
  const known = stages.flatMap((stage) => of(stage) ?? []);
  return known.length < stages.length ? undefined : known.reduce((a, b) => a + b, 0);
};

/** Calls of an LLM: vectors and scores are none. */
const callsOf = ({ stage, calls }: PricedStage): number | undefined =>
  stage === 'vectors' || stage === 'scores' ? 0 : calls;

/** Hours add up where some are not known, too: it takes at least so long. */
const hoursOfAll = (stages: readonly PricedStage[]): string => {
  const known = stages.flatMap(({ hours }) => hours ?? []);
  const sum = known.reduce((a, b) => a + b, 0);
  if (known.length === stages.length) return hoursText(sum);
  const tenths = Math.floor(10 * sum);
  return known.length === 0 ? hoursText(undefined) : tenths === 0 ? '> 0' : `≥ ${(tenths / 10).toFixed(1)}`;
};

/** Weights that are needed, each model once. */
const memoryOfAll = (stages: readonly PricedStage[]): string => {
  const byModel = new Map(
    stages.flatMap(({ model, memory, calls, usd, isOwn, start }) =>
      // A service needs no memory here, and published texts need no model.
      calls === 0 || (memory === undefined && !isOwn && start === undefined && usd !== undefined)
        ? []
        : [[model, memory] as const],
    ),
  );
  const sizes = [...byModel.values()].flatMap((size) => size ?? []);
  return sizes.length < byModel.size || sizes.length === 0 ? '–' : byteSize(sizes.reduce((a, b) => a + b, 0));
};

/** The table of a plan's price, with what it assumes and the lines that start servers. */
export const priceText = (
  stages: readonly PricedStage[],
  counts: PlannedCounts | undefined,
  width: number,
  run: readonly string[] = [],
): string => {
  const all: PricedStage = {
    ...{ stage: 'all', model: '' },
    ...defined({
      calls: sumOf(stages, callsOf),
      tokensIn: sumOf(stages, ({ tokensIn }) => tokensIn),
      tokensOut: sumOf(stages, ({ tokensOut }) => tokensOut),
      usd: sumOf(stages, ({ usd }) => usd),
    }),
  };
  const { document, query, text, reasoned, tokensPerSecond, atOnce, gpu, cpu } = ASSUMED;
  return [
    table(
      [...stages, all],
      [
        ['Stage', ({ stage }) => stage, 'left'],
        ['Model', ({ model }) => model, 'left'],
        ['LLM calls', (row) => countText(callsOf(row))],
        ['Tokens in', ({ tokensIn }) => countText(tokensIn)],
        ['Tokens out', ({ tokensOut }) => countText(tokensOut)],
        ['Cost', ({ usd }) => money(usd)],
        ['Hours', (row) => (row === all ? hoursOfAll(stages) : hoursText(row.hours))],
        [
          'Weights',
          (row) =>
            row === all ? memoryOfAll(stages) : row.memory === undefined ? '–' : byteSize(row.memory),
        ],
      ],
    ).text(width),
    '',
    counts
      ? `${countText(counts.queries)} queries, ${countText(counts.documents)} documents. Assumed: ${document} tokens a document, ${query} a query, ${text} a written text, ${reasoned} by a model that shows its reasoning, and none that a service hides; ${tokensPerSecond} tokens a second for each of ${atOnce} requests at once; agents make half the searches that they may; vectors and scores at ${gpu / 1e12} TFLOP/s of a GPU, ${cpu / 1e12} of processors for models that run here by ONNX. Weights: in half precision, without room for texts. – is not known. Nothing that is cached is counted off.`
      : 'A task is a folder, so queries and documents are not counted here.',
    ...serverLines(neededServers(stages), run),
  ].join('\n');
};

const FIRST_PORT = 8000;

/** A server that a plan needs: the line that starts it, and the flag of `run` that names it. */
export interface NeededServer {
  readonly start: string;
  readonly flag: readonly [string, string];
}

/** The servers of a plan, each at a port of its own; of several LLMs each is named. */
export const neededServers = (
  stages: readonly Pick<PricedStage, 'model' | 'start' | 'flag'>[],
): readonly NeededServer[] => {
  const needed = [...new Map(stages.flatMap((each) => (each.start ? [[each.start, each]] : []))).values()];
  const llms = needed.filter(({ flag }) => flag === '--llm-endpoint').length;
  return needed.map(({ model, start = '', flag = '--endpoint' }, i) => {
    const port = FIRST_PORT + i;
    const url = `http://localhost:${port}/v1`;
    return {
      start: start.includes('--port') ? start : `${start} --port ${port}`,
      flag: [flag, flag === '--llm-endpoint' && llms > 1 ? `${model}=${url}` : url],
    };
  });
};

/** The lines that start servers, and the command that uses them. */
export const serverLines = (
  servers: readonly NeededServer[],
  run: readonly string[] = [],
): readonly string[] =>
  servers.length === 0
    ? []
    : [
        '',
        'Servers, or a service in their place (--tensor-parallel-size: GPUs that share a model; --max-model-len: shorter texts, less memory)',
        ...servers.map(({ start }) => `  ${start}`),
        ...(run.length > 0
          ? [`With them: ${commandLine(...run, ...servers.flatMap(({ flag }) => flag))}`]
          : []),
      ];
