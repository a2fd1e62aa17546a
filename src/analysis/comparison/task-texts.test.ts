import { describe, expect, it } from 'vitest';
import { jsonl, writtenFolder } from '../../../test/support/written-folder.js';
import { corpusOf, docId, documentsById } from '../../core/index.js';
import { taskOpener } from '../../experiment/rescoring/index.js';
import { openFolder } from '../../tasks/index.js';
import { firstWords, titleOf } from './task-texts.js';

const FILES = {
  'corpus.jsonl': jsonl({ id: 'd1', text: 'Urate crystals inflame a joint.' }),
  'query.jsonl': jsonl({ id: 'q1', text: 'a hot toe' }),
  'qrels.jsonl': jsonl({ q_id: 'q1', p_id: 'd1', score: 1 }),
};

describe('the task of a record', () => {
  it('is opened once where its files are still the same', async () => {
    const folder = writtenFolder(FILES);
    const { name, suite, contentHash } = await openFolder(folder);
    const open = taskOpener();
    const [one, other] = await Promise.all([
      open({ name, suite, contentHash }),
      open({ name, suite, contentHash }),
    ]);
    expect(one?.contentHash).toBe(contentHash);
    expect(other).toBe(one);
  });

  it.each([
    ['has changed since', 'sample', 'Biology', 'other'],
    ['is gone', 'no-such-folder', 'x', 'x'],
    ['was never fetched', 'nano', 'Biology', 'x'],
  ])('is not opened where it %s', async (_, suite, name, contentHash) => {
    expect(await taskOpener()({ suite, name, contentHash })).toBeUndefined();
  });

  it('of the sample suite is found in the package', async () => {
    const sample = await openFolder('data/sample/Biology');
    const { contentHash } = sample;
    expect((await taskOpener()({ suite: 'sample', name: 'Biology', contentHash }))?.suite).toBe('sample');
  });
});

describe('texts', () => {
  it('come from one pass over the corpus, the last text of a repeated id', async () => {
    let passes = 0;
    const corpus = corpusOf('k', [
      { id: 'a', text: 'first' },
      { id: 'b', text: 'other' },
      { id: 'a', text: 'last' },
    ]);
    const counted = {
      ...corpus,
      rows: () => {
        passes++;
        return corpus.rows();
      },
    };
    const found = await documentsById(counted, new Set(['a', 'missing']));
    expect([...found.values()].map(({ text }) => text)).toEqual(['last']);
    expect((await documentsById(counted, new Set())).size).toBe(0);
    expect(passes).toBe(1);
  });

  it('are called by their title, or by their first words', () => {
    expect(titleOf({ id: docId('d'), title: 'Gout', text: 'Urate crystals' })).toBe('Gout');
    expect(titleOf({ id: docId('d'), title: ' ', text: 'Urate crystals' })).toBe('Urate crystals');
  });

  it('are cut at a word, and not in the middle of a sentence mark', () => {
    expect(firstWords('one two three four', 11)).toBe('one two…');
    expect(firstWords('one two. three', 10)).toBe('one two…');
    expect(firstWords('x'.repeat(30), 10)).toBe(`${'x'.repeat(5)}…`);
  });

  it('lose what could play with a terminal', () => {
    expect(firstWords('a\u001b[31mred\u0007\nline\u202eb')).toBe('a [31mred line b');
  });
});
