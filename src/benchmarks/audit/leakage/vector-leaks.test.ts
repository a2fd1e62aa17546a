import { describe, expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { taskOfTopics, topicTask } from '../../../../test/support/topic-task.js';
import type { Retriever } from '../../../core/index.js';
import { lsa } from '../../../search/retrieval/index.js';
import { auditTask } from '../audit-task.js';
import { collectionOfTask, type TextCollection } from './collection.js';

const TASK = taskOfTopics(topicTask(1, { queries: 30, documents: 120 }));
const DOCUMENTS = topicTask(1, { queries: 30, documents: 120 }).documents;

const space = (retriever: (topK: number) => Retriever = (topK) => lsa({ topK })) => ({
  name: 'lsa',
  retriever,
});

const texts = (all: readonly string[]): TextCollection => ({
  name: 'Training',
  parts: [{ role: 'texts', read: () => all.map((text, i) => ({ id: `t${i}`, text })) }],
});

const byVectors = async (other: TextCollection, spaces = [space()]) => {
  const { leakage } = await auditTask(TASK, testTools(), { parts: ['leakage'], leakWith: [other], spaces });
  return leakage[0]!.parts.filter(({ rule }) => rule === 'vectors');
};

describe('vectorLeaks', () => {
  it('finds texts whose words are in another order, which no other rule does, and names the threshold', async () => {
    const turned = DOCUMENTS.slice(0, 5).map(({ text }) => text.split(' ').reverse().join(' '));
    const [queries, documents] = await byVectors(texts([...turned, 'a letter about the weather at sea']));
    expect(queries).toMatchObject({ name: 'queries in texts by lsa', of: 30 });
    expect(documents).toMatchObject({ name: 'documents in texts by lsa', found: 5, of: 120 });
    expect(documents!.examples.map(({ here, there }) => [here, there]).toSorted()).toEqual(
      turned.map((_, i) => [`d${i}`, `t${i}`]),
    );
    for (const { share } of documents!.examples) expect(share).toBeGreaterThan(0.999);
    expect(documents!.definition).toMatch(
      /^documents with a score of 0\.\d{3} or more in lsa .* By chance: [\d.]+ % of the documents/,
    );
  });

  it('compares each side with each side, and finds a task in itself', async () => {
    const parts = await byVectors(collectionOfTask(TASK));
    expect(parts.map(({ name }) => name)).toEqual([
      'queries in queries by lsa',
      'queries in documents by lsa',
      'documents in queries by lsa',
      'documents in documents by lsa',
    ]);
    expect([parts[0]!.found, parts[3]!.found]).toEqual([30, 120]);
  });

  it('gives no figure where a model failed, and closes it', async () => {
    let closed = 0;
    const failing = (topK: number): Retriever => {
      const real = lsa({ topK });
      return {
        ...real,
        open: async (corpus, tools) => {
          const { run } = await real.open(corpus, tools);
          return { run, facts: { failed: { 'query vectors': { count: 1, reason: 'refused' } } } };
        },
        close: async () => {
          closed += 1;
        },
      };
    };
    await expect(byVectors(texts(['some text of six words here']), [space(failing)])).rejects.toThrow(
      /query vectors: 1 \(refused\)/,
    );
    expect(closed).toBe(1);
  });
});
