import { askAll, planAll, questionsOn } from '../ask-all.js';
import type { BuildItem, Decision } from '../item.js';
import { fieldsReader, material } from '../prompt-texts.js';
import type { StepContext, StepPlan, Undecided } from '../step.js';
import type { ChosenCase } from './group-cases.js';
import { hideDiagnosis } from './hide-diagnosis.js';
import { type Leak, leakFinder, type SecretTerm } from './leaks.js';
import type { CasesSettings } from './settings.js';

/** A chosen case with all that its query must not say. */
export interface SecretCase extends ChosenCase {
  readonly secrets: readonly SecretTerm[];
  readonly bodySystem?: BuildItem['bodySystem'];
}

/** A query, how it was written, and what it still gives away. */
export interface WrittenQuery {
  readonly text: string;
  readonly decision: Decision;
  readonly leaks: readonly Leak[];
}

type Context = Pick<StepContext, 'respondent' | 'prompts' | 'tools'>;

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
  const { answered, undecided } = await askAll(
    questionsOf(cases, context),
    await context.respondent(options.llm),
    context.tools,
  );
  const queries = (undecided.length > 0 ? [] : cases).map((each) => {
    const { value, by } = answered.get(each.query.id)!;
    const decision = { step: 'cases', label: 'query', reason: value.reason, ...by };
    return finished(value.text, each, options, decision);
  });
  return { queries, undecided };
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

const readQuery = fieldsReader({ Reason: 'line', Query: 'text' }, ({ Reason: reason, Query: text }) => ({
  value: { text, reason },
}));

/** The writer sees one case and the words that must go, and no other case. */
const questionsOf = (cases: readonly SecretCase[], { prompts }: Pick<Context, 'prompts'>) =>
  questionsOn('cases', cases, prompts, {
    idOf: ({ query }) => query.id,
    valuesOf: ({ query, secrets }) => ({
      CASE: material(query.text),
      DIAGNOSIS: material(query.diagnosis.name),
      TERMS: material([...new Set(secrets.map(({ text }) => text))].join('\n')),
    }),
    read: readQuery,
    expectedTokens: 400,
  });
