import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashLogit, type RerankBehaviour, sigmoid } from '../../../../../test/support/rerank-server.js';
import { collectScores, servedScorerTests, somePairs } from '../../../../../test/support/served-scorer.js';
import { InvalidResponse } from '../../../../platform/api-client/index.js';
import { judgeForm } from '../plan.js';
import { type Dialect, type RequestInput, SCORER_DIALECTS, type ScorerDialectName } from './index.js';

const { server, open } = servedScorerTests();
const names = Object.keys(SCORER_DIALECTS) as ScorerDialectName[];

const ASK: RequestInput = {
  model: 'm',
  query: 'why so tired?',
  documents: ['anaemia', 'gout'],
  serverCuts: true,
  rawScores: true,
  answers: { yes: 'yes', no: 'no' },
};

describe('a request', () => {
  it.each<[ScorerDialectName, string, object]>([
    [
      'tei',
      'http://h/rerank',
      {
        query: 'why so tired?',
        texts: ['anaemia', 'gout'],
        raw_scores: true,
        return_text: false,
        truncate: true,
      },
    ],
    [
      'vllm-rerank',
      'http://h/v1/rerank',
      {
        model: 'm',
        query: 'why so tired?',
        documents: ['anaemia', 'gout'],
        truncate_prompt_tokens: -1,
        use_activation: false,
      },
    ],
    [
      'vllm-score',
      'http://h/v1/score',
      {
        model: 'm',
        text_1: 'why so tired?',
        text_2: ['anaemia', 'gout'],
        truncate_prompt_tokens: -1,
        use_activation: false,
      },
    ],
    [
      'completions',
      'http://h/v1/completions',
      {
        model: 'm',
        prompt: ['why so tired?anaemia', 'why so tired?gout'],
        max_tokens: 1,
        temperature: 0,
        logprobs: 20,
      },
    ],
    ['cohere', 'http://h/v1/rerank', { model: 'm', query: 'why so tired?', documents: ['anaemia', 'gout'] }],
    [
      'jina',
      'http://h/v1/rerank',
      { model: 'm', query: 'why so tired?', documents: ['anaemia', 'gout'], return_documents: false },
    ],
    [
      'voyage',
      'http://h/v1/rerank',
      {
        model: 'm',
        query: 'why so tired?',
        documents: ['anaemia', 'gout'],
        truncation: true,
        return_documents: false,
      },
    ],
  ])('of %s is as its documentation says', (name, url, body) => {
    const dialect: Dialect = SCORER_DIALECTS[name];
    expect(dialect.url('http://h/v1')).toBe(url);
    expect(dialect.body(ASK)).toEqual(body);
    expect(dialect.headers('k')).toEqual({ authorization: 'Bearer k' });
  });

  it.each<[ScorerDialectName, object]>([
    ['vllm-rerank', { truncate_prompt_tokens: 512 }],
    ['vllm-score', { truncate_prompt_tokens: 512 }],
    ['cohere', { max_tokens_per_doc: 512 }],
  ])('tells %s how much to read', (name, told) => {
    const dialect: Dialect = SCORER_DIALECTS[name];
    expect(dialect.takesLimit).toBe(true);
    expect(dialect.body({ ...ASK, maxTokens: 512 })).toMatchObject(told);
  });

  it('tells no other service what it could not understand', () => {
    for (const name of names) {
      const dialect: Dialect = SCORER_DIALECTS[name];
      if (!dialect.takesLimit) expect(dialect.body({ ...ASK, maxTokens: 7 })).toEqual(dialect.body(ASK));
    }
  });

  it.each<[ScorerDialectName, object]>([
    ['tei', { truncate: false, raw_scores: false }],
    ['voyage', { truncation: false }],
    ['vllm-rerank', { use_activation: true }],
    ['vllm-score', { use_activation: true }],
  ])('tells %s not to cut, and to bring scores between 0 and 1', (name, told) => {
    const body = SCORER_DIALECTS[name].body({ ...ASK, serverCuts: false, rawScores: false });
    expect(body).toMatchObject(told);
    expect(body).not.toHaveProperty('truncate_prompt_tokens');
  });

  it('to TEI goes next to /v1, whichever address is given', () => {
    for (const endpoint of ['http://h:8080', 'http://h:8080/v1'])
      expect(SCORER_DIALECTS.tei.url(endpoint)).toBe('http://h:8080/rerank');
  });
});

describe('every dialect', () => {
  const { query: around, document: before } = judgeForm();
  const promptOf = (query: string, document: string): string =>
    `${around?.prefix}${query}${around?.suffix}${before?.prefix}${document}${before?.suffix}`;
  const logits = (name: ScorerDialectName, pairs: ReturnType<typeof somePairs>): readonly number[] =>
    pairs.map(({ query, document }) =>
      name === 'completions' ? hashLogit('', promptOf(query, document)) : hashLogit(query, document),
    );

  it.each(names)('%s returns the score of each document, whatever the order of the answer', async (name) => {
    const there = await server();
    there.always((_, sampleIndex) => (sampleIndex % 2 ? { unsorted: true } : undefined));
    const pairs = somePairs(40);
    const { scorer } = await open(there, { dialect: name, limits: { texts: 7 } });
    const { scores, error, reasons } = await collectScores(scorer, pairs);
    expect(error).toBeUndefined();
    expect(reasons.size).toBe(0);
    const raw = ['tei', 'vllm-rerank', 'vllm-score'].includes(name);
    logits(name, pairs).forEach((logit, i) => {
      expect(scores[i]).toBeCloseTo(raw ? logit : sigmoid(logit), 12);
    });
    expect(there.requests).toHaveLength(6);
  });

  it.each(['tei', 'vllm-rerank', 'vllm-score', 'completions'] as const)(
    '%s gives logits and probabilities in the same order',
    async (name) => {
      const there = await server();
      const pairs = somePairs(30);
      const [asked, other] = await Promise.all(
        [true, false].map(async (rawScores) => {
          const { scorer } = await open(there, { dialect: name, rawScores });
          return (await collectScores(scorer, pairs)).scores;
        }),
      );
      asked!.forEach((logit, i) => {
        expect(logit).toBeCloseTo(logits(name, pairs)[i]!, 10);
        expect(other![i]).toBeCloseTo(sigmoid(logit!), 12);
      });
    },
  );

  it.each(['cohere', 'jina', 'voyage'] as const)('%s has no choice of scores', async (name) => {
    await expect(open(await server(), { dialect: name, rawScores: true })).rejects.toThrow(
      `rawScores true for ${name}`,
    );
  });

  it.each(names.filter((name) => name !== 'tei' && name !== 'cohere'))(
    "%s says how many tokens it took; else they're estimated",
    async (name) => {
      const there = await server();
      const { scorer } = await open(there, { dialect: name, form: { query: { prefix: 'q: ' } } });
      await collectScores(scorer, [{ query: 'why?', document: 'iron' }]);
      const { tokens } = scorer.usage();
      expect(tokens).toBe(name === 'completions' ? 2 : 3);
      there.misbehave({ withoutUsage: true });
      await collectScores(scorer, [{ query: 'why?', document: 'iron' }]);
      expect(scorer.usage().tokens).toBeGreaterThan(tokens + 3);
      expect(scorer.usage().calls).toBe(2);
    },
  );

  const WRONG: Readonly<Record<string, [RerankBehaviour, RegExp]>> = {
    'one score too few': [{ missing: 1 }, /2 scores for 3 documents/],
    'one score too many': [{ extra: true }, /4 scores for 3 documents/],
    'an index twice': [{ repeated: true }, /two scores for one document \(index 0\)/],
    'an index beyond the documents': [{ beyond: true }, /a score for no document \(index 10\)/],
    'no index': [{ withoutIndex: true }, /an answer without (scores|completions)/],
    'an error and status 200': [{ status: 200, body: '{"error":"not loaded"}' }, /: not loaded$/],
    'a page': [{ status: 200, body: '<html>' }, /something that is not JSON/],
  };
  it.each(names.flatMap((name) => Object.keys(WRONG).map((wrong) => [name, wrong] as const)))(
    '%s takes no answer with %s',
    async (name, wrong) => {
      const there = await server();
      const [behaviour, reason] = WRONG[wrong]!;
      const { scorer } = await open(there, { dialect: name, concurrency: 1, shorten: false });
      const pairs = somePairs(3);
      // The same twice, then the halves are answered properly.
      there.misbehave(behaviour, behaviour);
      const notes: string[] = [];
      const places: number[] = [];
      const signal = new AbortController().signal;
      for await (const { scored } of scorer.score(pairs, { note: (line) => notes.push(line), signal }))
        places.push(...scored.map(({ place }) => place));
      expect(places.sort()).toEqual([0, 1, 2]);
      expect(there.requests.map(({ documents }) => documents.length)).toEqual([3, 3, 2, 1]);
      expect(notes[0]?.split('; try')[0]).toMatch(reason);
    },
  );

  const SCORES = ['NaN', 'Infinity', 'null', '"0.5"', '1e300', '{}', 'true'];
  it.each(
    names
      .filter((name) => name !== 'completions')
      .flatMap((name) => SCORES.map((score) => [name, score] as const)),
  )('%s takes %s for no score', async (name, firstScore) => {
    const there = await server();
    there.always(({ documents }) => (documents.includes('BAD') ? { firstScore } : undefined));
    const { scorer } = await open(there, { dialect: name, concurrency: 1 });
    const pairs = [{ query: 'q', document: 'BAD' }, ...somePairs(2, 'q')];
    const { scores, reasons } = await collectScores(scorer, pairs);
    expect([...reasons.keys()]).toEqual([0]);
    expect(reasons.get(0)).toMatch(
      /a score that is not a number|a score of 1e\+300|something that is not JSON/,
    );
    expect(scores.slice(1).every(Number.isFinite)).toBe(true);
  });

  it.each(names)('%s reads anything at all without falling over', (name) => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        try {
          const { scores } = (SCORER_DIALECTS[name] as Dialect).read(answer, ASK);
          expect(scores).toHaveLength(2);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidResponse);
        }
      }),
    );
  });
});

describe('Cohere', () => {
  it('counts searches, a hundred documents each, and takes its own word for them', async () => {
    const there = await server();
    const price = { usdPerThousandSearches: 2 };
    const { scorer } = await open(there, { dialect: 'cohere', price, concurrency: 1 });
    await collectScores(scorer, somePairs(150));
    expect(scorer.usage()).toMatchObject({ searches: 2, calls: 2, usd: 0.004 });
    there.always(() => ({
      status: 200,
      body: JSON.stringify({
        results: [{ index: 0, relevance_score: 0.5 }],
        meta: { billed_units: { search_units: 3 } },
      }),
    }));
    await collectScores(scorer, somePairs(1));
    expect(scorer.usage().searches).toBe(5);
  });

  it('is estimated where it does not say', async () => {
    const there = await server();
    there.always(() => ({ withoutUsage: true }));
    const { scorer } = await open(there, { dialect: 'cohere', limits: { texts: 250 } });
    await collectScores(scorer, somePairs(101));
    expect(scorer.usage()).toMatchObject({ searches: 2, calls: 1 });
    expect(scorer.usage()).not.toHaveProperty('usd');
  });
});
