import { describe, expect, it } from 'vitest';
import { publishedSources } from '../../../experiment/results/index.js';
import { suite } from '../../../tasks/index.js';
import { checkProfile } from './check-profile.js';
import { type GroupProfile, profileGroup } from './profile-group.js';
import type { TaskProfile } from './profile-task.js';

describe('a profile checked against what was published', () => {
  const published = publishedSources('nano');
  const { tasks: rows } = suite('nano');

  /** What the publisher's own profile would be. */
  const asPublished = (): GroupProfile => {
    const [{ systems }] = published as [(typeof published)[number]];
    const spreadOf = (figures: object) =>
      ({ count: 0, median: 0, ...figures }) as TaskProfile['positivesPerQuery'];
    return profileGroup(
      rows.map(
        ({ name, counts, positivesPerQuery, characters }): TaskProfile => ({
          task: name,
          suite: 'nano',
          revision: 'r',
          queries: counts.queries,
          documents: counts.documents,
          positives: counts.judgements,
          positivesPerQuery: spreadOf(positivesPerQuery!),
          characters: { query: spreadOf(characters!.query), document: spreadOf(characters!.document) },
          lists: systems.map((system, i) => ({
            kind: (['bm25', 'dense', 'hybrid'] as const)[i]!,
            system: system.system,
            origin: 'stored',
            scores: { 'Recall@100': 0, ...system.scores[name] } as TaskProfile['lists'][number]['scores'],
            candidates: spreadOf({}),
            coverage: 1,
            safeguards: system.safeguards?.[name] ?? 0,
          })),
        }),
      ),
    );
  };

  it('is the same in every figure when every figure is the publisher’s', () => {
    const figures = checkProfile(asPublished(), rows, published);
    expect(figures.filter(({ verdict }) => verdict !== 'same')).toEqual([]);
    // Of each task 3 counts, 12 figures of lengths, 9 scores, safeguards; of the group 9 means.
    expect(figures).toHaveLength(8 * (3 + 12 + 9 + 1) + 9);
  });

  it("gives the issue's figures: nDCG@10 of BM25 by task, and the group's means", () => {
    const { tasks, means } = asPublished();
    const bm25 = Object.fromEntries(
      tasks.map((task) => [task.task, task.lists[0]!.scores['nDCG@10'].toFixed(4)]),
    );
    expect(bm25).toEqual({
      Biology: '0.3455',
      Bioinformatics: '0.2189',
      'Medical-Sciences': '0.2140',
      'MedXpertQA-Exam': '0.0277',
      'MedQA-Diag': '0.0700',
      'PMC-Treatment': '0.2580',
      'PMC-Clinical': '0.3933',
      'IIYi-Clinical': '0.1482',
    });
    expect(means.map(({ queryWeighted }) => queryWeighted['nDCG@10'].toFixed(4))).toEqual([
      '0.2110',
      '0.2980',
      '0.2899',
    ]);
    expect(means.map(({ taskMean }) => taskMean['nDCG@10'].toFixed(4))).toEqual([
      '0.2094',
      '0.3007',
      '0.2882',
    ]);
  });

  it('says higher and lower, by the fourth decimal of a score and every character of a text', () => {
    const group = asPublished();
    const [first, ...others] = group.tasks as [TaskProfile, ...TaskProfile[]];
    const [bm25, ...lists] = first.lists as [TaskProfile['lists'][number], ...TaskProfile['lists'][number][]];
    const changed = profileGroup([
      {
        ...first,
        characters: { ...first.characters, query: { ...first.characters.query, max: 1 } },
        lists: [
          { ...bm25, scores: { ...bm25.scores, 'nDCG@10': bm25.scores['nDCG@10'] + 0.0001 } },
          ...lists,
        ],
      },
      ...others,
    ]);
    const differing = checkProfile(changed, rows, published).filter(({ verdict }) => verdict !== 'same');
    expect(differing.map(({ task, figure, verdict }) => [task, figure, verdict])).toEqual([
      ['Biology', 'characters of a query, max', 'lower'],
      ['Biology', 'bm25 nDCG@10', 'higher'],
      // 0.211040 is printed as 0.2110, and this much of Biology's weight is enough to leave it.
      [undefined, 'bm25 nDCG@10, query-weighted', 'higher'],
    ]);
  });

  it('leaves the means alone when tasks are missing', () => {
    const group = asPublished();
    const figures = checkProfile(profileGroup(group.tasks.slice(0, 2)), rows, published);
    expect(figures.filter(({ task }) => task === undefined)).toEqual([]);
    expect(figures).toHaveLength(2 * 25);
  });
});
