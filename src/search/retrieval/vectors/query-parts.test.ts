import { describe, expect, it } from 'vitest';
import { type DenseJoin, type GeneratedText, queryId } from '../../../core/index.js';
import { partNames } from './explained-vectors.js';
import { partsOf } from './query-vectors.js';

const written = (dense: DenseJoin, text: string): GeneratedText => ({
  method: dense,
  llm: 'm',
  text,
  join: 'alone',
  dense,
});
const query = (...generated: GeneratedText[]) => ({ id: queryId('q'), text: 'query', generated });

describe('the texts whose vectors a query is searched with', () => {
  it.each([
    [[], ['query'], ['query']],
    [[written('average', 'a')], ['query', 'a'], ['query', 'average(m)']],
    [[written('joined', 'j')], ['query[SEP]j'], ['query with joined(m)']],
    [[written('alone', 'b')], ['b'], ['alone(m)']],
    [
      [written('alone', 'b'), written('average', 'a')],
      ['b', 'a'],
      ['alone(m)', 'average(m)'],
    ],
  ])('follow from how each generated text enters: %#', (generated, texts, names) => {
    expect(partsOf(query(...generated)).map(({ text }) => text)).toEqual(texts);
    expect(partNames(query(...generated))).toEqual(names);
  });

  it('have the role of a query where they take its place', () => {
    expect(partsOf(query(written('alone', 'b')))).toEqual([{ role: 'query', text: 'b' }]);
  });
});
