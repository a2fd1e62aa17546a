import { z } from 'zod';
import { corpusOf, queryId, type Tools } from '../../../core/index.js';
import { bm25 } from '../../../search/retrieval/index.js';
import { type AskedAll, askAll, planAll, sumPlans } from '../ask-all.js';
import { BuildItem, decided, type Held, heldCounts, heldItem, Passage } from '../item.js';
import { holdsPhrase } from '../normal-words.js';
import { postsSetting } from '../posts-setting.js';
import { llmSetting, respondentName } from '../respondent.js';
import { distinctRespondents } from '../respondents.js';
import { defineStep, type StepContext, type Undecided } from '../step.js';
import {
  labelQuestions,
  type Matched,
  matchQuestions,
  type Solution,
  solutionId,
  solvedByWords,
  solveQuestions,
} from './questions.js';

const settings = z.strictObject({
  llm: llmSetting,
  posts: postsSetting,
  solvers: z
    .array(respondentName)
    .default([])
    .describe('small models that try each question without evidence; what all of them solve is held back'),
  matcher: respondentName
    .optional()
    .describe('model that compares their answers where words alone do not tell'),
  solveOptions: z.boolean().default(true).describe('whether the small models see the options'),
  retrievalDepth: z
    .int()
    .min(0)
    .default(0)
    .describe('hold back questions whose answer is in the first n passages of BM25; 0: do not measure'),
});
type Context = StepContext<z.infer<typeof settings>>;

const isFiltered =
  ({ posts }: Context['settings']) =>
  ({ family }: BuildItem): boolean =>
    family !== 'post' || posts;

export const filter = defineStep({
  name: 'filter',
  help: 'hold back what is too simple, ambiguous or cannot be asked openly',
  example: '--llm gpt4 --solvers gpt-5.4-nano --matcher gpt4',
  reads: ['classified'],
  mayRead: ['passages'],
  uses: ({ retrievalDepth }) => (retrievalDepth > 0 ? ['passages'] : []),
  writes: ['filtered', 'filter.held'],
  settings,
  prompts: ['build-filter', 'build-filter/solve', 'build-filter/match'],
  asks: ({ llm, solvers, matcher }) => [llm, ...solvers, ...(matcher ? [matcher] : [])],
  // The most that can come: only what passes is tried by the small models.
  plan: async (context) => {
    const { work, prompts, respondent } = context;
    const { llm, solvers, matcher, solveOptions } = context.settings;
    const items = (await work.read('classified', BuildItem)).filter(isFiltered(context.settings));
    const plans = [await planAll(labelQuestions(items, prompts), await respondent(llm))];
    for (const solver of solvers) {
      plans.push(await planAll(solveQuestions(items, prompts, solveOptions), await respondent(solver)));
      const unknown = items.map((item) => ({ item, solver, response: '' }));
      if (matcher) plans.push(await planAll(matchQuestions(unknown, prompts), await respondent(matcher)));
    }
    return sumPlans(plans);
  },
  run: async (context) => {
    const { work, tools, prompts } = context;
    const items = await work.read('classified', BuildItem);
    const undecided: Undecided[] = [];
    const held: Held[] = [];
    const isAsked = isFiltered(context.settings);
    const asked = items.filter(isAsked);
    const labels = await askAll(
      labelQuestions(asked, prompts),
      await context.respondent(context.settings.llm),
      tools,
    );
    undecided.push(...labels.undecided);
    const passed: BuildItem[] = [];
    for (const item of asked) {
      const answer = labels.answered.get(item.id);
      if (!answer) continue;
      const { label, reason } = answer.value;
      const next = decided(item, { step: 'filter', label, reason, ...answer.by });
      if (label === 'pass') passed.push(next);
      else held.push(heldItem(next, label, reason));
    }
    const retrieved = await triedByRetrieval(passed, context);
    const tried = await triedByModels(retrieved.rest, context);
    undecided.push(...tried.undecided);
    held.push(...retrieved.held, ...tried.held);
    const rest = new Map(tried.rest.map((item) => [item.id, item]));
    const filtered = items.flatMap((item) => (isAsked(item) ? (rest.get(item.id) ?? []) : item));
    await work.write('filtered', filtered);
    await work.write('filter.held', held);
    return {
      in: items.length,
      out: filtered.length,
      held: heldCounts(held),
      undecided,
      // Only what was measured: 0 would say that nothing was solved.
      figures: {
        ...(context.settings.solvers.length > 0 && { solved: tried.solved }),
        ...(context.settings.retrievalDepth > 0 && { foundByRetrieval: retrieved.held.length }),
      },
    };
  },
});

/** Without the questions whose answer plain retrieval finds. */
const triedByRetrieval = async (items: readonly BuildItem[], { work, settings, tools }: Context) => {
  const { retrievalDepth: depth } = settings;
  if (depth === 0) return { rest: items, held: [] };
  const passages = await work.read('passages', Passage);
  const found = await foundByWords(items, passages, (await work.hash('passages'))!, depth, tools);
  const rest: BuildItem[] = [];
  const held: Held[] = [];
  for (const item of items) {
    const where = found.get(item.id)!;
    const reason =
      where.length > 0
        ? `the answer is in ${where.length} of the first ${depth} passages: ${where.join(', ')}`
        : `the answer is in none of the first ${depth} passages`;
    const label = where.length > 0 ? 'solved' : 'not solved';
    const next = decided(item, { step: 'filter/retrieval', label, reason, by: 'rule' });
    if (where.length > 0) held.push(heldItem(next, 'solved by plain retrieval', reason));
    else rest.push(next);
  }
  return { rest, held };
};

/** Without the questions that all small models solve. */
const triedByModels = async (items: readonly BuildItem[], context: Context) => {
  const { settings, prompts, tools, respondent } = context;
  const { solvers, matcher, solveOptions } = settings;
  if (solvers.length === 0) return { rest: items, held: [], undecided: [], solved: {} };
  const solutions = new Map<string, AskedAll<Solution>>();
  for (const solver of await distinctRespondents('solvers', solvers, respondent))
    solutions.set(solver.name, await askAll(solveQuestions(items, prompts, solveOptions), solver, tools));
  const open = matcher ? items.flatMap((item) => openSolutions(item, solutions)) : [];
  const matched: AskedAll<Matched> = matcher
    ? await askAll(matchQuestions(open, prompts), await respondent(matcher), tools)
    : { answered: new Map(), undecided: [] };

  const rest: BuildItem[] = [];
  const held: Held[] = [];
  const solved = new Map([...solutions.keys()].map((solver) => [solver, 0]));
  for (const item of items) {
    let next = item;
    let right = 0;
    for (const [solver, { answered }] of solutions) {
      const solution = answered.get(item.id);
      if (!solution) continue;
      const { answer, reason } = solution.value;
      const match = matched.answered.get(solutionId({ item, solver }));
      const isRight = solvedByWords(item, answer) ?? match?.value.match ?? false;
      if (isRight) {
        right += 1;
        solved.set(solver, solved.get(solver)! + 1);
      }
      const label = isRight ? 'solved' : 'not solved';
      next = decided(next, { step: 'filter/solve', label, reason: `${answer}: ${reason}`, ...solution.by });
      if (match)
        next = decided(next, {
          step: 'filter/match',
          label: match.value.match ? 'yes' : 'no',
          reason: match.value.reason,
          ...match.by,
        });
    }
    if (right === solutions.size)
      held.push(heldItem(next, 'solved by all small models', [...solutions.keys()].join(', ')));
    else rest.push(next);
  }
  const undecided = [...[...solutions.values()].flatMap((each) => each.undecided), ...matched.undecided];
  return { rest, held, undecided, solved: Object.fromEntries(solved) };
};

/** The solutions of an item that words alone do not settle. */
const openSolutions = (item: BuildItem, solutions: ReadonlyMap<string, AskedAll<Solution>>) =>
  [...solutions].flatMap(([solver, { answered }]) => {
    const response = answered.get(item.id)?.value.answer;
    return response !== undefined && solvedByWords(item, response) === undefined
      ? [{ item, solver, response }]
      : [];
  });

/** The passages with the answer among the first that BM25 finds with the question's own words, by item; an empty list where there are none. */
export const foundByWords = async (
  items: readonly BuildItem[],
  passages: readonly Passage[],
  key: string,
  depth: number,
  tools: Tools,
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const texts = new Map(passages.map(({ id, title = '', text }) => [id, `${title}\n${text}`]));
  const documents = [...texts].map(([id, text]) => ({ id, text }));
  const corpus = corpusOf(`passages ${key}`, documents);
  const index = await bm25({ topK: depth, unmatched: 'drop' }).open(corpus, tools);
  const ranked = await index.run(items.map(({ id, text }) => ({ id: queryId(id), text })));
  return new Map(
    items.map(({ id, answer = '' }, i) => [
      id,
      ranked[i]!.hits.map(({ docId }) => String(docId)).filter((passage) =>
        holdsPhrase(texts.get(passage)!, answer),
      ),
    ]),
  );
};
