import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../test/support/written-folder.js';
import { isChosen } from './chosen-records.js';

const BEIR = { 'corpus.jsonl': '', 'queries.jsonl': '', 'qrels/dev.tsv': '', 'qrels/test.tsv': '' };
const NANO = Object.fromEntries(
  ['corpus', 'queries', 'qrels'].flatMap((part) =>
    ['A', 'B'].map((split) => [`${part}/${split}.parquet`, '']),
  ),
);

/** Which of these suites, as records name them, flags choose. */
const chosen = (suites: readonly string[], data: string, split?: string) =>
  suites.filter((suite) =>
    isChosen({ name: 'any', suite }, { data: [data], ...(split !== undefined && { split }) }),
  );

describe('results of a folder', () => {
  it('are those of the split that run takes, of a folder with one corpus', () => {
    const folder = writtenFolder(BEIR);
    const suites = [folder, `${folder}#dev`];
    expect(chosen(suites, folder)).toEqual([folder]);
    expect(chosen(suites, `${folder}#dev`)).toEqual([`${folder}#dev`]);
    expect(chosen(suites, folder, 'dev')).toEqual([`${folder}#dev`]);
  });

  it('are those of its default split too, where that split is named', () => {
    const task = { name: 'any', suite: writtenFolder(BEIR), split: 'test' };
    expect(isChosen(task, { data: [task.suite], split: 'test' })).toBe(true);
    expect(isChosen(task, { data: [task.suite], split: 'dev' })).toBe(false);
  });

  it('are those of all splits, of a Nano folder and of one that is gone', () => {
    const gone = join(writtenFolder(), 'gone');
    for (const folder of [writtenFolder(NANO), gone]) {
      const suites = [`${folder}#A`, `${folder}#B`];
      expect(chosen(suites, folder)).toEqual(suites);
      expect(chosen(suites, folder, 'B')).toEqual([`${folder}#B`]);
    }
  });

  it('are no results of another folder, nor of a suite', () => {
    const [one, other] = [writtenFolder(BEIR), writtenFolder(BEIR)];
    expect(chosen([other, `${other}#dev`, 'r2med'], one)).toEqual([]);
  });
});
