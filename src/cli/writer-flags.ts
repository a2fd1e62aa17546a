import { type Command, InvalidArgumentError, Option } from 'commander';
import { InputError, type Setting } from '../core/index.js';
import { type GenerationMethodSettings, generationMethods } from '../search/generation/index.js';
import { promptsFlag } from './flags.js';

/** Settings whose flag is not `--` and their own name. */
const FLAG_NAMES: Readonly<Record<string, string>> = {
  searches: 'max-searches',
  turns: 'max-turns',
  candidates: 'max-candidates',
  retriever: 'agent-retriever',
};

/** What a user may say about generation methods; the settings that methods declare have flags too. */
export interface WriterFlags {
  readonly prompts?: string;
  readonly agentCorpus?: string;
}

/** A flag of one or more generation methods. */
interface MethodFlag {
  readonly setting: string;
  readonly option: Option;
  readonly methods: readonly string[];
}

const named = Object.entries(generationMethods);

const methodFlag = (name: string): MethodFlag => {
  const declared = named.flatMap(([method, { settings }]) =>
    settings[name] ? [[method, settings[name]] as const] : [],
  );
  const [, setting] = declared[0]!;
  const defaults = declared.map(([method, { default: usual }]) => `${method}: ${usual}`).join(', ');
  const value = setting.isSystem ? 'system' : setting.choices ? 'choice' : 'n';
  const option = new Option(`--${FLAG_NAMES[name] ?? name} <${value}>`, `${setting.help} (${defaults})`);
  return {
    setting: name,
    option: option.argParser(reading(setting)),
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

const methodFlags = (): readonly MethodFlag[] => {
  const settings = new Set(named.flatMap(([, method]) => Object.keys(method.settings)));
  const methods = named.flatMap(([method, { otherCorpus }]) => (otherCorpus ? [method] : []));
  const option = new Option(
    '--agent-corpus <folder>',
    'search agents: folder with a corpus.jsonl to search (default: the task)',
  );
  return [...[...settings].map(methodFlag), { setting: 'corpus', option, methods }];
};

const saidIn = (flags: WriterFlags, { option }: MethodFlag): unknown =>
  (flags as Readonly<Record<string, unknown>>)[option.attributeName()];

/** A setting that would be ignored in silence is a mistake: the user believes that it counts. */
export const mustConcern = (method: string, flags: WriterFlags): void => {
  for (const flag of methodFlags())
    if (saidIn(flags, flag) !== undefined && !flag.methods.includes(method))
      throw new InputError({
        found: `${flag.option.long} for ${method}`,
        expected: `this flag only with ${flag.methods.join(', ')}`,
        fix: 'leave it out',
      });
};

export const withWriterFlags = (command: Command): Command => {
  command.addOption(promptsFlag());
  for (const { option } of methodFlags()) command.addOption(option.helpGroup('Generated texts:'));
  return command;
};

/** What the flags say of methods, by the names of the settings. */
export const methodSettings = (flags: WriterFlags): GenerationMethodSettings => {
  const said = methodFlags().map((flag) => [flag.setting, saidIn(flags, flag)] as const);
  return Object.fromEntries(said.filter(([setting, value]) => setting !== 'corpus' && value !== undefined));
};
