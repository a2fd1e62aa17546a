import type { Template } from '../../../models/prompts/index.js';
import { type Answered, askAll, planAll } from '../ask-all.js';
import type { Decision } from '../item.js';
import { material, type ReplyReading, readFields } from '../prompt-texts.js';
import type { StepContext, StepPlan, Undecided } from '../step.js';
import type { ChosenCase } from './group-cases.js';
import { hideDiagnosis } from './hide-diagnosis.js';
import { type Leak, leakFinder, type SecretTerm } from './leaks.js';
import type { CasesSettings } from './settings.js';

/** A chosen case with all that its query must not say. */
export interface SecretCase extends ChosenCase {
  readonly secrets: readonly SecretTerm[];
}

/** A query, how it was written, and what it still gives away. */
export interface WrittenQuery {
  readonly text: string;
  readonly decision: Decision;
  readonly leaks: readonly Leak[];
}

interface Rewritten {
  readonly text: string;
  readonly reason: string;
}

type Context = Pick<StepContext, 'respondent' | 'prompts' | 'tools'>;

const PROMPT = 'build-cases';

/** What writing the queries will cost; nothing by rule. */
export const planQueries = async (
  cases: readonly SecretCase[],
  { llm }: CasesSettings,
  context: Context,
): Promise<readonly StepPlan[]> =>
  llm === undefined ? [] : [await planAll(questionsOf(cases, context), await context.respondent(llm))];

/** Writes a query for every chosen case, by rule or by a model, and looks for leaks in each. */
export const writeQueries = async (
  cases: readonly SecretCase[],
  options: CasesSettings,
  context: Context,
): Promise<{ readonly queries: readonly WrittenQuery[]; readonly undecided: readonly Undecided[] }> => {
  if (options.llm === undefined)
    return { queries: cases.map((each) => writtenByRule(each, options)), undecided: [] };
  const asked = await askAll(
    { ...questionsOf(cases, context), read: readQuery },
    await context.respondent(options.llm),
    context.tools,
  );
  if (asked.undecided.length > 0) return { queries: [], undecided: asked.undecided };
  return {
    queries: cases.map((each) => writtenByModel(each, asked.answered.get(each.query.id)!, options)),
    undecided: [],
  };
};

const finished = (text: string, { secrets }: SecretCase, { ending }: CasesSettings, decision: Decision) => {
  const query = [text.trim(), ending].filter((part) => part !== '').join('\n\n');
  return { text: query, decision, leaks: leakFinder(secrets)(query) };
};

const writtenByRule = (each: SecretCase, options: CasesSettings): WrittenQuery => {
  const { text, sectionsCut, sentencesCut, masked } = hideDiagnosis(each.query.text, {
    findLeaks: leakFinder(each.secrets),
    ...options,
  });
  const reason = `left out: sections ${sectionsCut}, sentences ${sentencesCut}; sentences with covered names: ${masked}`;
  return finished(text, each, options, { step: 'cases', label: 'query', reason, by: 'rule' });
};

const writtenByModel = (each: SecretCase, { value, by }: Answered<Rewritten>, options: CasesSettings) =>
  finished(value.text, each, options, { step: 'cases', label: 'query', reason: value.reason, ...by });

const readQuery = (reply: string): ReplyReading<Rewritten> => {
  const fields = readFields(reply, { Reason: 'line', Query: 'text' });
  return 'unreadable' in fields
    ? fields
    : { value: { text: fields.value.Query, reason: fields.value.Reason } };
};

/** The writer sees one case and the words that must go, and no other case. */
const questionsOf = (cases: readonly SecretCase[], { prompts }: Pick<Context, 'prompts'>) => {
  const template: Template = prompts.template(PROMPT, 'default');
  return {
    step: 'cases',
    subjects: cases,
    idOf: ({ query }: SecretCase) => query.id,
    template,
    valuesOf: ({ query, secrets }: SecretCase) => ({
      CASE: material(query.text),
      DIAGNOSIS: material(query.diagnosis.name),
      TERMS: material([...new Set(secrets.map(({ text }) => text))].join('\n')),
    }),
    expectedTokens: 400,
  };
};
