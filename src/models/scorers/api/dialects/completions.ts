import { z } from 'zod';
import { bearer, InvalidResponse, readAs, usedIn } from '../../../../platform/api-client/index.js';
import type { Answers, Dialect } from './dialect.js';
import { inOrder, Place } from './indexed-scores.js';

/** The most that vLLM gives unless it is started with a larger `--max-logprobs`. */
const LOG_PROBABILITIES = 20;

const LogProbability = z.number();

/** By token, as OpenAI's completions have them, or as a list, as llama.cpp gives them. */
const FirstToken = z.union([
  z.object({ top_logprobs: z.array(z.record(z.string(), LogProbability)).min(1) }),
  z.object({
    content: z
      .array(z.object({ top_logprobs: z.array(z.object({ token: z.string(), logprob: LogProbability })) }))
      .min(1),
  }),
]);

const Answer = z.object({ choices: z.array(z.object({ index: Place, logprobs: z.unknown() })) });

/**
 * `POST {base}/completions`, for language models that judge a document with one of two words: the score is the
 * probability of the first against the second. Both texts are in one prompt, of which nothing may be cut by the
 * server: vLLM would take its beginning away, which is where the question is.
 */
export const completions: Dialect = {
  home: 'http://localhost:8000/v1',
  homeVariable: 'OPENAI_BASE_URL',
  keyVariables: ['OPENAI_API_KEY'],
  limits: { texts: 32, tokens: 250_000, bytes: 4_000_000 },
  takesLimit: false,
  rawScores: false,
  url: (endpoint) => `${endpoint}/completions`,
  headers: bearer,
  body: ({ model, query, documents }) => ({
    model,
    prompt: documents.map((document) => query + document),
    max_tokens: 1,
    temperature: 0,
    logprobs: LOG_PROBABILITIES,
  }),
  read: (answer, { documents, answers, rawScores }) => {
    const { choices } = readAs(Answer, answer, 'an answer without completions');
    const judged = inOrder(choices, documents.length).map(({ logprobs }) =>
      logOdds(likeliest(logprobs), answers),
    );
    return {
      scores: judged.map(({ value }) => (rawScores ? value : 1 / (1 + Math.exp(-value)))),
      tokens: usedIn(answer).tokensIn,
      bounded: judged.filter(({ bounded }) => bounded).length,
    };
  },
};

/** Log probabilities of the first token, by token. */
const likeliest = (logprobs: unknown): ReadonlyMap<string, number> => {
  const data = readAs(FirstToken, logprobs, 'a completion without log probabilities');
  if ('top_logprobs' in data) return new Map(Object.entries(data.top_logprobs[0]!));
  return new Map(data.content[0]!.top_logprobs.map(({ token, logprob }) => [token, logprob]));
};

/**
 * How much likelier yes is than no, as a logarithm: the difference of the two logits, whatever else there is. A word that
 * is not listed is at most as likely as the least likely one that is, which bounds the score.
 */
const logOdds = (
  listed: ReadonlyMap<string, number>,
  { yes, no }: Answers,
): { readonly value: number; readonly bounded: boolean } => {
  const [forYes, forNo] = [listed.get(yes), listed.get(no)];
  if (forYes === undefined && forNo === undefined)
    throw new InvalidResponse(
      `neither "${yes}" nor "${no}" among the ${listed.size} likeliest words after a prompt`,
    );
  const least = Math.min(...listed.values());
  return {
    value: (forYes ?? least) - (forNo ?? least),
    bounded: forYes === undefined || forNo === undefined,
  };
};
