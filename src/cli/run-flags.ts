import { InvalidArgumentError } from 'commander';
import { InputError, own, type Setting } from '../core/index.js';
import { type GenerationMethodSettings, generationMethods } from '../search/generation/index.js';
import {
  type Flag,
  type Flags,
  type FlagValues,
  flagName,
  LLM,
  MODELS,
  pick,
  TASKS,
  worded,
} from './flags/index.js';

/** Everything that `r2med run` takes; generation methods add theirs. */
export const runFlags = () => ({
  ...pick(
    TASKS,
    'retriever system fuse ablate experiment recipe asPublished topK engine engineTimeout engineSample measure means missing out overwrite offline',
    'dryRun shard threads memory cache includeIncomplete json quiet gar llm generations samples textMode',
    'retryFailed reranker depth rerankerEndpoint rerankerFolder prompts',
    LLM,
    MODELS,
  ),
  dryRun: worded('dryRun', 'print what would run, and run nothing'),
});

export type RunFlags = FlagValues<ReturnType<typeof runFlags>> & WriterFlags;

/** Settings whose flag is not `--` and their own name. */
const FLAG_NAMES: Readonly<Record<string, string>> = {
  searches: 'maxSearches',
  turns: 'maxTurns',
  candidates: 'maxCandidates',
  retriever: 'agentRetriever',
  corpus: 'agentCorpus',
};

/** What a user may say about generation methods; the settings that methods declare have flags too. */
export interface WriterFlags {
  readonly prompts?: string;
  readonly agentCorpus?: string;
}

/** A flag of one or more generation methods. */
interface MethodFlag {
  readonly setting: string;
  readonly name: string;
  readonly flag: Flag;
  readonly methods: readonly string[];
}

const GROUP = 'Generated texts:';

const named = Object.entries(generationMethods);

const methodFlag = (setting: string): MethodFlag => {
  const declared = named.flatMap(([method, { settings }]) =>
    settings[setting] ? [[method, settings[setting]] as const] : [],
  );
  const [, first] = declared[0]!;
  const defaults = declared.map(([method, { default: usual }]) => `${method}: ${usual}`).join(', ');
  return {
    setting,
    name: own(FLAG_NAMES, setting) ?? setting,
    flag: {
      value: `<${first.isSystem ? 'system' : first.choices ? 'choice' : 'n'}>`,
      help: `${first.help} (${defaults})`,
      parse: reading(first),
      group: GROUP,
    },
    methods: declared.map(([each]) => each),
  };
};

const reading =
  ({ parse, holds, expected }: Setting) =>
  (text: string): unknown => {
    const value = parse(text);
    if (holds(value)) return value;
    throw new InvalidArgumentError(`expected ${expected}.`);
  };

const methodFlags = (): readonly MethodFlag[] => [
  ...[...new Set(named.flatMap(([, method]) => Object.keys(method.settings)))].map(methodFlag),
  {
    setting: 'corpus',
    name: FLAG_NAMES.corpus!,
    flag: {
      value: '<folder>',
      help: 'search agents: folder with a corpus.jsonl to search (default: the task)',
      group: GROUP,
    },
    methods: named.flatMap(([method, { otherCorpus }]) => (otherCorpus ? [method] : [])),
  },
];

/** A flag for each setting that generation methods declare. */
export const writerFlags = (): Flags =>
  Object.fromEntries(methodFlags().map(({ name, flag }) => [name, flag]));

const saidIn = (flags: WriterFlags, { name }: MethodFlag): unknown =>
  (flags as Readonly<Record<string, unknown>>)[name];

/** A setting that would be ignored in silence is a mistake: the user believes that it counts. */
export const mustConcern = (method: string, flags: WriterFlags): void => {
  for (const flag of methodFlags())
    if (saidIn(flags, flag) !== undefined && !flag.methods.includes(method))
      throw new InputError({
        found: `${flagName(flag.name)} for ${method}`,
        expected: `this flag only with ${flag.methods.join(', ')}`,
        fix: 'leave it out',
      });
};

/** What the flags say of methods, by the names of the settings. */
export const methodSettings = (flags: WriterFlags): GenerationMethodSettings => {
  const said = methodFlags().map((flag) => [flag.setting, saidIn(flags, flag)] as const);
  return Object.fromEntries(said.filter(([setting, value]) => setting !== 'corpus' && value !== undefined));
};
