import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { type BuildStep, planStep, runStep, stepStatuses } from '../../benchmarks/construction/index.js';
import { InputError, type JsonObject } from '../../core/index.js';
import { mustBeWritable } from '../../platform/node/index.js';
import { type Flags, LLM, MODELS, part, pick, SPENDING, worded } from '../flags/index.js';
import { wrapped } from '../marked-text.js';
import { chosenLlm } from '../opened-llm.js';
import { printJson, printLine, screenWidth } from '../output.js';
import { stoppable } from '../stopping.js';
import { type StepFlags, withBuildContext } from './build-context.js';
import { planLine, planTable, reportTable } from './report-table.js';

export const buildStep = (step: BuildStep): Command => {
  const { shape } = step.settings;
  const asksOne = 'llm' in shape;
  return part(step.name, step.help, {
    ...pick('work'),
    ...settingFlags(step),
    ...(step.asks && asksOne && { ...pick('answers'), llm: worded('llm', DECIDES) }),
    ...(step.asks && pick('prompts dryRun retryFailed', LLM, SPENDING)),
    ...('retrievers' in shape && pick(MODELS, 'threads memory offline')),
    ...('ner' in shape && pick('offline')),
    ...pick('overwrite json quiet'),
  })
    .addHelpText('after', `\n${filesText(step)}\n\n  $ r2med build ${step.name} ${step.example}`)
    .action((flags: StepFlags) => callStep(step, flags));
};

const DECIDES = 'LLM that decides: a name of `r2med models --kind llm`, served:URL#model or gguf:FILE';

/** Help is written for a terminal of this width. */
const HELP_WIDTH = 80;

const filesText = ({ reads, mayRead = [], writes }: BuildStep): string => {
  const names = (files: readonly string[]): string => files.map((file) => `${file}.jsonl`).join(', ');
  return [
    ...(reads.length > 0 ? [`Reads ${names(reads)}.`] : []),
    ...(mayRead.length > 0 ? [`May read ${names(mayRead)}.`] : []),
    `Writes ${names(writes)}.`,
  ]
    .flatMap((line) => wrapped(line, HELP_WIDTH))
    .join('\n');
};

const saidIn = (step: BuildStep, flags: StepFlags) => {
  const settings = settingsOf(step, flags);
  const { llm } = step.settings.shape;
  if (!llm) return settings;
  const named = [
    ...(flags.answers === undefined ? [] : [`prepared:${flags.answers}`]),
    ...(flags.llm || flags.llmEndpoint ? [chosenLlm(flags)] : []),
  ];
  if (named.length === 0 && llm.safeParse(undefined).success) return settings;
  if (named.length === 0)
    throw new InputError({
      found: `build ${step.name}: no LLM and no answers`,
      fix: 'add --llm gpt4, or --answers with a file of prepared answers',
    });
  return { ...settings, llm: named.join('|') };
};

const callStep = (step: BuildStep, flags: StepFlags): Promise<void> =>
  stoppable(flags, (tools) =>
    withBuildContext(flags.dryRun ? 'plan' : 'work', flags, tools, async (context) => {
      const said = saidIn(step, flags);
      if (flags.dryRun) {
        const plan = await planStep(step, said, context);
        return flags.json ? printJson(plan) : printLine(planTable(step.name, plan, screenWidth()));
      }
      await mustBeWritable(flags.work, '--work');
      const { report, reused } = await runStep(step, said, context, {
        overwrite: flags.overwrite ?? false,
        planned: (plan) => tools.note(planLine(step.name, plan)),
      });
      if (reused) tools.note(`build ${step.name} was done already: ${flags.work}`);
      await (flags.json ? printJson(report) : printLine(reportTable([report], screenWidth())));
      const heldFile = `${step.name}.held`;
      if (Object.keys(report.held).length > 0 && step.writes.includes(heldFile))
        tools.note(`Held back, each with its reason: ${join(flags.work, `${heldFile}.jsonl`)}`);
      const stale = (await stepStatuses(context.work)).filter(({ state }) => state === 'stale');
      if (stale.length > 0) tools.note(`Stale now, run again: ${stale.map((each) => each.step).join(', ')}`);
    }),
  );

type Field = BuildStep['settings']['shape'][string];

/** A setting that the verb has flags for already: --llm and --answers. */
const BY_OTHER_FLAGS = ['llm'];

/** A flag for each setting of a step: `maxChange` is `--max-change`. */
const settingFlags = ({ settings }: BuildStep): Flags =>
  Object.fromEntries(
    Object.entries(settings.shape)
      .filter(([name]) => !BY_OTHER_FLAGS.includes(name))
      .map(([name, field]) => [
        name,
        { value: '<value>', help: helpOf(field), parse: reading(field), group: 'Settings:' },
      ]),
  );

const settingsOf = ({ settings }: BuildStep, flags: object): JsonObject =>
  Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => {
      const value = (flags as JsonObject)[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

const helpOf = (field: Field): string => {
  const usual = field.safeParse(undefined);
  const byDefault = usual.success && usual.data !== undefined ? ` (default: ${shown(usual.data)})` : '';
  return `${field.description ?? ''}${byDefault}`;
};

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The first reading of a text that the setting accepts: as it is, as JSON, as a list separated by commas. */
const reading =
  (field: Field) =>
  (text: string, earlier: unknown): unknown => {
    const list = text.split(',').map((part) => part.trim());
    // Said twice, it is a list.
    const readings = Array.isArray(earlier) ? [[...earlier, ...list]] : [text, asJson(text), list];
    for (const value of readings) if (value !== undefined && field.safeParse(value).success) return value;
    const issue = field.safeParse(asJson(text) ?? text).error?.issues[0]?.message ?? 'not understood';
    throw new InvalidArgumentError(`${issue}.`);
  };

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
