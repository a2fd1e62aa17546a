import {
  canonicalJson,
  type DocId,
  type QueryId,
  type SettingValues,
  setting,
  settledSettings,
  shuffled,
} from '../../../core/index.js';
import type { Message } from '../../../models/llms/index.js';
import { importedPrompt, openQuestion, rerankMessages } from '../../../models/prompts/index.js';
import type { Candidate, Candidates } from '../rerank-method.js';
import { byScore, meanOf, minMax } from './hits-by-position.js';
import { PROMPT, promptFacts, promptSpec } from './imported.js';
import { exactly, type LlmRerankMethod, type LlmSettings, llmRerankMethod } from './llm-rerank-method.js';
import { HIGHEST, readScores } from './read-scores.js';
import type { RerankCalls } from './rerank-calls.js';
import { firstCharacters, onOneLine } from './shown-text.js';

/**
 * What a system's text may say of it. GroupRank was evaluated with groups of 20 and 6 passes; its script's defaults are 10, which
 * suits small contexts, and 2.
 */
export const GROUPWISE = {
  group: setting.count('documents scored together', 20),
  passes: setting.count('how often all documents are shuffled and scored', 2),
  prompt: PROMPT,
} as const;

interface GroupwiseSettings extends LlmSettings, SettingValues<typeof GROUPWISE> {
  /** Mixes the first stage's scores in as they are; by default they are scaled to 0–1 per query. */
  readonly asPublished?: boolean;
}

/** GroupRank's own: characters shown of a document, its sampling, and the share of the groups' score. */
const CHARACTERS = 3000;
const SAMPLING = { temperature: 0.3, topP: 0.8, maxTokens: 8000 };
const SHARE = 0.6;

/**
 * GroupRank (arXiv 2511.11653): the model gives every document of a group a score from 0 to 10, over several passes with other
 * groups; the mean is mixed with the first stage's score. A group that cannot be read is left out of the mean; the published
 * script gives all its documents 0.
 */
export const groupwise = (settings: GroupwiseSettings): LlmRerankMethod => {
  const { prompts, task, asPublished = false } = settings;
  const { group, passes, prompt } = settledSettings('groupwise', GROUPWISE, settings);
  const imported = prompt === undefined ? undefined : importedPrompt(prompts, 'groupwise', prompt);
  const question = openQuestion(prompts, task, 'rerank-groupwise', 'rerank-groupwise/system');
  const messages = (query: string, texts: readonly string[]): readonly Message[] =>
    imported
      ? rerankMessages(
          imported,
          task,
          query,
          texts.map((text) => ({ text, score: 0 })),
        )
      : question.messages({
          QUERY: query,
          DOCUMENTS: texts.map((text, i) => `[${i + 1}] ${text}`).join('\n\n'),
        });

  const scoreGroup = async (
    query: string,
    texts: readonly string[],
    pass: number,
    { ask }: RerankCalls,
  ): Promise<readonly (number | undefined)[]> =>
    (await ask(
      () => messages(query, texts),
      (answer, tally) => readScores(answer, texts.length, tally),
      pass,
    )) ?? [];

  return llmRerankMethod(settings, {
    name: 'groupwise',
    ...(imported && { facts: promptFacts(imported) }),
    spec: {
      ...(imported ? promptSpec(imported) : question.spec),
      // Decides the shuffles.
      task,
      group,
      passes,
      characters: CHARACTERS,
      share: SHARE,
      firstStage: asPublished ? 'as it is' : 'min-max',
    },
    sampling: SAMPLING,
    callsPerQuery: (depth) => exactly(passes * Math.ceil(depth / group)),
    order: async ({ query, documents }: Candidates, talk) => {
      const texts = new Map(
        documents.map(({ docId, text }) => [docId, firstCharacters(onOneLine(text), CHARACTERS)]),
      );
      talk.tally.cutDocuments += [...texts.values()].filter(({ cut }) => cut).length;
      const scored = await Promise.all(
        groupsOf(documents, group, passes, (pass) => seedOf(task, query.id, pass)).map(
          async ({ members, pass }) => {
            const shown = members.map(({ docId }) => texts.get(docId)!.text);
            const scores = await scoreGroup(query.text, shown, pass, talk);
            return members.map(({ docId }, i) => ({ docId, score: scores[i] }));
          },
        ),
      );
      const given = new Map<DocId, number[]>(documents.map(({ docId }) => [docId, []]));
      for (const { docId, score } of scored.flat()) if (score !== undefined) given.get(docId)!.push(score);
      const own = documents.map(({ score }) => score);
      const first = asPublished ? own : minMax(own);
      const modelScores = documents.map(({ docId }) => meanOf(given.get(docId)!));
      const scores = modelScores.map((mean, i) =>
        mean === undefined ? undefined : (SHARE * mean) / HIGHEST + (1 - SHARE) * first[i]!,
      );
      return { hits: byScore(documents, scores, talk.tally), modelScores };
    },
  });
};

interface Group {
  readonly members: readonly Candidate[];
  readonly pass: number;
}

const groupsOf = (
  documents: readonly Candidate[],
  size: number,
  passes: number,
  seedOfPass: (pass: number) => number,
): readonly Group[] =>
  Array.from({ length: passes }, (_, pass) => {
    const mixed = shuffled(documents, seedOfPass(pass));
    return Array.from({ length: Math.ceil(mixed.length / size) }, (_, i) => ({
      members: mixed.slice(i * size, (i + 1) * size),
      pass,
    }));
  }).flat();

/**
 * Seeds the shuffle of one pass over one query's candidates, so that it depends neither on the other queries nor on where a run
 * was resumed. FNV-1a over the UTF-16 units.
 */
export const seedOf = (task: string, query: QueryId, pass: number): number => {
  let hash = 0x811c9dc5;
  const text = canonicalJson([task, query, pass]);
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
};
