import { describe, expect, it } from 'vitest';
import { mustFit } from './memory.js';

const need = { work: 'indexing the corpus for BM25', bytes: 12.4e9 };

describe('mustFit', () => {
  it('says what is needed, what there is, and what serves such a corpus', () => {
    expect(() => mustFit(need, { memory: 8e9 })).toThrow(
      'indexing the corpus for BM25 needs about 12.4 GB of memory, and 8.0 GB may be used\n' +
        '  Fix: let a search engine hold the corpus: --engine opensearch:URL or postgres:URL. Or allow more: --memory 13GB',
    );
  });

  it('names no engine where none does the work', () => {
    expect(() => mustFit({ ...need, onEngine: false }, { memory: 8e9 })).toThrow(
      /may be used\n {2}Fix: allow more: --memory 13GB$/,
    );
  });

  it('lets through what fits, and everything where memory is unknown', () => {
    expect(() => mustFit(need, { memory: 12.4e9 })).not.toThrow();
    expect(() => mustFit(need, {})).not.toThrow();
  });
});
