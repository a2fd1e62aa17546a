import { describe, expect, it } from 'vitest';
import { caseOverlap } from './same-cases.js';

const judgements = new Map([
  [
    'q1',
    new Map([
      ['d1', 1],
      ['d2', 1],
      ['d3', 0],
    ]),
  ],
  ['q2', new Map([['d4', 1]])],
  [
    'q3',
    new Map([
      ['d4', 1],
      ['d5', 1],
    ]),
  ],
]);

const queries = [
  { id: 'q1', answer: 'Gout', article: 'PMC1' },
  { id: 'q2', answer: 'Kawasaki disease', article: 'PMC2' },
  { id: 'q3', answer: 'kawasaki DISEASE.', article: 'PMC9' },
  { id: 'q4' },
];

const documents = [
  { id: 'd1', article: 'PMC1', diagnosis: 'gout' },
  { id: 'd2', article: 'PMC1', diagnosis: 'Gout.' },
  { id: 'd3', article: 'PMC7', diagnosis: 'gout' },
  { id: 'd4', article: 'PMC3', diagnosis: 'Kawasaki disease' },
  { id: 'd5', article: 'PMC4' },
  { id: 'd6', article: 'PMC1', diagnosis: 'Gout' },
];

describe('caseOverlap', () => {
  it('counts queries that share article or diagnosis with their evidence and with each other', async () => {
    const parts = await caseOverlap({ queries, documents, judgements });
    expect(parts.map(({ definition, ...rest }) => rest)).toEqual([
      {
        name: 'queries and relevant documents of one article',
        rule: 'same-case',
        found: 1,
        of: 3,
        examples: [{ here: 'q1', there: 'd1', share: 1, text: 'PMC1' }],
      },
      {
        name: 'relevant documents of one article',
        rule: 'same-case',
        found: 1,
        of: 2,
        examples: [{ here: 'q1', there: 'd1', share: 1, text: 'PMC1' }],
      },
      {
        name: 'queries with the answer of another query',
        rule: 'same-diagnosis',
        found: 2,
        of: 3,
        examples: [
          { here: 'q2', there: 'q3', share: 1, text: 'Kawasaki disease' },
          { here: 'q3', there: 'q2', share: 1, text: 'kawasaki DISEASE.' },
        ],
      },
      {
        name: 'documents with the answer of a query and no judgement',
        rule: 'same-diagnosis',
        found: 1,
        of: 3,
        // d6 has the diagnosis and no judgement; d3 is judged.
        examples: [{ here: 'q1', there: 'd6', share: 1 / 4, text: 'Gout' }],
      },
    ]);
  });

  it('leaves out figures of which nothing is known', async () => {
    const bare = await caseOverlap({ queries: [{ id: 'q1' }], documents: [{ id: 'd1' }], judgements });
    expect(bare).toEqual([]);
    const answers = await caseOverlap({
      queries,
      documents: documents.map(({ id }) => ({ id })),
      judgements,
    });
    expect(answers.map(({ name }) => name)).toEqual(['queries with the answer of another query']);
  });

  it('streams documents and shows as many findings as it is told', async () => {
    const streamed = (async function* () {
      yield* documents;
    })();
    const parts = await caseOverlap({ queries, documents: streamed, judgements, examples: 1 });
    expect(parts[2]).toMatchObject({ found: 2, examples: [{ here: 'q2' }] });
  });
});
