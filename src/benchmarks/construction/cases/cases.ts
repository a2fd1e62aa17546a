import { z } from 'zod';
import type { Json, JsonObject } from '../../../core/index.js';
import { sumPlans } from '../ask-all.js';
import {
  BuildItem,
  decided,
  type Held,
  heldCounts,
  heldItem,
  type JudgedCandidate,
  type Passage,
} from '../item.js';
import { askJudges, planJudges } from '../judge/ask-judges.js';
import { labelOf, ruleText } from '../judge/grades.js';
import { agreementNotes, gradeCounts, judgeAgreement, labelFigures } from '../judge/judge-figures.js';
import { defineStep, type StepContext } from '../step.js';
import { readYamlFile } from '../yaml-file.js';
import { foldedWords } from './folded-words.js';
import {
  type CaseGroup,
  type ChosenCase,
  chooseCases,
  GROUP_RULES,
  groupCases,
  hasDiagnosis,
} from './group-cases.js';
import { leakFinder, partsOfNames, secretTerms } from './leaks.js';
import { CasesSettings } from './settings.js';
import { siblingsAmong } from './siblings.js';
import { TermEntry, type TermTable, termTable } from './terms.js';
import { planQueries, type SecretCase, type WrittenQuery, writeQueries } from './write-queries.js';

const PROMPTS = { query: 'build-cases', judge: 'build-cases/judge' } as const;

export const cases = defineStep({
  name: 'cases',
  help: 'case reports: one of each diagnosis becomes a query, the others its evidence',
  example: '--terms terms.yaml --most 6',
  paths: ['terms'],
  reads: ['items'],
  writes: ['cases', 'case-passages', 'case-judged', 'cases.held'],
  settings: CasesSettings,
  prompts: Object.values(PROMPTS),
  asks: ({ llm, judges = [] }) => [...(llm === undefined ? [] : [llm]), ...judges],
  fileSettings: ['terms'],
  files: async ({ terms }) => (terms === undefined ? [] : [terms]),
  plan: async (context) => {
    const { chosen } = await readCases(context);
    const assumed = chosen.map((each) => ({ ...each, text: each.query.text }));
    const judged = withJudges(context);
    const judging = judged ? [await planJudges(judgeQuestions(assumed, context), judged)] : [];
    return sumPlans([...(await planQueries(chosen, context.settings, context)), ...judging]);
  },
  run: async (context) => {
    const { work, settings, tools } = context;
    const { all, chosen, refused } = await readCases(context);
    const { queries, undecided } = await writeQueries(chosen, settings, context);
    if (undecided.length > 0) return { in: all.length, out: 0, held: {}, undecided, figures: {} };
    const checked = chosen.map((each, i) => ({ ...each, written: queries[i]!, text: queries[i]!.text }));
    const whyNot = (each: (typeof checked)[number]): string | undefined =>
      each.written.leaks.length > 0
        ? 'the query gives the diagnosis away'
        : foldedWords(each.text).length - foldedWords(settings.ending).length < settings.leastWords
          ? 'too little is left of the case'
          : undefined;
    const usable = checked.filter((each) => whyNot(each) === undefined);
    const asQuery = new Set(usable.map(({ query }) => query.id));
    const documents = all.filter(({ id }) => !asQuery.has(id)).map(documentOf);
    const judging = withJudges(context);
    const answers = judging && (await askJudges(judgeQuestions(usable, context), judging));
    if (answers && answers.undecided.length > 0)
      return { in: all.length, out: 0, held: {}, undecided: answers.undecided, figures: {} };
    const judged = usable.flatMap((each) => judgedRows(each, settings, asQuery, answers?.judgesOf));
    const agreements = answers && judgeAgreement(judged);
    for (const line of agreements ? agreementNotes(agreements) : []) tools.note(line);
    const held: readonly Held[] = [
      ...all.filter((each) => !hasDiagnosis(each)).map((each) => heldItem(each, 'no diagnosis')),
      ...refused.map(({ group, why }) => heldItem(group.cases[0]!, why, group.name)),
      ...checked.flatMap((each) => {
        const why = whyNot(each);
        return why ? [{ ...heldItem(each.query, why), findings: findingsOf(each.written) }] : [];
      }),
    ];
    await work.write('cases', usable.map(queryItem));
    await work.write('case-passages', documents);
    await work.write('case-judged', judged);
    await work.write('cases.held', held);
    return {
      in: all.length,
      out: usable.length,
      held: heldCounts(held),
      figures: {
        grouping: GROUP_RULES,
        groups: chosen.length + refused.length,
        documents: documents.length,
        queriesWithPartOfName: usable.filter(
          ({ text, secrets }) => leakFinder(partsOfNames(secrets))(text).length > 0,
        ).length,
        ...siblingFigures(usable),
        ...labelFigures(judged),
        ...(answers && {
          grades: gradeCounts(judged),
          agreement: agreements as unknown as Json,
          rule: ruleText(settings),
          judges: answers.judges as unknown as Json,
          warnings: answers.warnings,
        }),
      },
    };
  },
});

/** The context of asking judges; undefined without judges. */
const withJudges = ({ settings, respondent, tools }: StepContext<CasesSettings>) => {
  const { judges = [] } = settings;
  return judges.length > 0 ? { settings: { ...settings, judges }, respondent, tools } : undefined;
};

const readCases = async ({ work, settings }: StepContext<CasesSettings>) => {
  const all = (await work.read('items', BuildItem)).filter(({ family }) => family === 'case');
  const table = await readTerms(settings.terms);
  const siblingsOf = siblingsAmong(all, settings);
  const choices = groupCases(all.filter(hasDiagnosis), table, settings.codeLength).map((group) =>
    chooseCases(group, siblingsOf, settings),
  );
  return {
    all,
    chosen: choices.flatMap((each) =>
      'query' in each
        ? [{ ...each, secrets: secretsOf(each.group, table, settings), ...systemOf(each.query, table) }]
        : [],
    ),
    refused: choices.flatMap((each) => ('why' in each ? [each] : [])),
  };
};

const secretsOf = (group: CaseGroup, table: TermTable, { drugs, parts }: CasesSettings) => {
  const terms = secretTerms(group, table, drugs);
  return parts ? [...terms, ...partsOfNames(terms)] : terms;
};

/** The body system of a case, as the user's table has it for its diagnosis. */
const systemOf = ({ diagnosis: { name, code } }: ChosenCase['query'], table: TermTable) => {
  const entry = table.byName(name) ?? (code === undefined ? undefined : table.byCode(code));
  return entry?.bodySystem && { bodySystem: entry.bodySystem };
};

const readTerms = async (file: string | undefined): Promise<TermTable> =>
  file === undefined
    ? termTable([])
    : termTable(
        await readYamlFile(file, z.array(TermEntry), {
          expected: 'a list of entries with name, bodySystem, and synonyms, codes and drugs as lists',
          fix: 'see "9. cases" in docs/reference/build-steps.md',
        }),
        file,
      );

type Usable = SecretCase & { readonly text: string };

const judgeQuestions = (usable: readonly Usable[], { prompts }: Pick<StepContext, 'prompts'>) => ({
  step: 'cases/judge',
  template: prompts.template(PROMPTS.judge, 'default'),
  pairs: usable.flatMap(({ query, text, positives }) =>
    positives.map((other) => ({
      item: query.id,
      passage: other.id,
      texts: { QUERY: text, DIAGNOSIS: query.diagnosis.name, REPORT: other.text },
    })),
  ),
});

const queryItem = (usable: Usable & { readonly written: WrittenQuery }): BuildItem => {
  const { query, text, written, bodySystem } = usable;
  const answer = query.answer ?? query.diagnosis.name;
  return decided(query, written.decision, { query: text, answer, ...(bodySystem && { bodySystem }) });
};

const documentOf = ({ id, origin, text }: BuildItem): Passage => {
  return { id, origin, text, source: id, start: 0, end: text.length };
};

/** Relevant documents, and the cases that are neither relevant nor not; none of them is itself a query. */
const judgedRows = (
  { query, positives, open }: ChosenCase,
  settings: CasesSettings,
  asQuery: ReadonlySet<string>,
  judgesOf: Awaited<ReturnType<typeof askJudges>>['judgesOf'] | undefined,
): readonly JudgedCandidate[] => {
  const item = query.id;
  return [
    ...positives.map(({ id: passage }): JudgedCandidate => {
      const judges = judgesOf?.({ item, passage });
      return judges
        ? { item, passage, label: labelOf(judges, settings), judges }
        : { item, passage, label: 'relevant', judges: [], by: 'same-diagnosis' };
    }),
    ...open.map(
      ({ id: passage, by }): JudgedCandidate => ({ item, passage, label: 'unjudged', judges: [], by }),
    ),
  ].filter(({ passage }) => !asQuery.has(passage));
};

const findingsOf = ({ leaks }: WrittenQuery): NonNullable<Held['findings']> =>
  leaks.map(({ kind, term, text }) => ({
    where: 'query',
    kind,
    text,
    reason: `it says ${JSON.stringify(term)}`,
  }));

const siblingFigures = (usable: readonly ChosenCase[]): JsonObject => {
  const relevant = usable.flatMap(({ positives, siblings }) => {
    const kin = new Map(siblings.map(({ id, why }) => [id, why]));
    return positives.map(({ id }) => kin.get(id));
  });
  return {
    siblings: {
      queriesWithSiblings: usable.filter(({ siblings }) => siblings.length > 0).length,
      relevantSiblings: relevant.filter((why) => why !== undefined).length,
      relevant: relevant.length,
    },
  };
};
