import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writtenFolder } from '../../../test/support/written-folder.js';
import { corpusOf } from '../../core/index.js';
import { openPrompts } from '../../models/prompts/index.js';
import {
  type GenerationMethodContext,
  generationMethod,
  generationMethods,
} from '../../search/generation/index.js';
import { openTask } from '../../tasks/index.js';
import { system } from './system.js';

const biology = await openTask('sample', 'Biology');

const place = (change: Partial<GenerationMethodContext> = {}): GenerationMethodContext => ({
  task: biology,
  prompts: openPrompts(),
  retriever: (text, topK) => system(text, { task: biology, topK }),
  ...change,
});

describe('the methods of writing', () => {
  it.each(Object.keys(generationMethods))('%s is the writer of that name', async (method) => {
    expect((await generationMethod(method, place())).method).toBe(method);
  });

  it('are those that a misspelt name is told of', async () => {
    await expect(generationMethod('hide', place())).rejects.toThrow(
      /unknown generation method "hide".*did you mean "hyde"/s,
    );
  });

  it('take the settings that concern them', async () => {
    const corpus = { name: 'library', corpus: corpusOf('other', []) };
    const settings = {
      searches: 2,
      turns: 3,
      documents: 4,
      retriever: 'lsa',
      corpus,
      candidates: 6,
      rounds: 7,
    };
    const spec = async (method: string) => (await generationMethod(method, place({ settings }))).spec;
    expect(await spec('search-o1')).toMatchObject({
      searches: 2,
      turns: 3,
      documents: 4,
      corpus: { name: 'library' },
    });
    expect(await spec('search-r1')).toMatchObject({ turns: 3, documents: 4 });
    expect(await spec('diagnose')).toMatchObject({ candidates: 6 });
    expect(await spec('feedback')).toMatchObject({ rounds: 7, documents: 4 });
    expect(JSON.stringify(await spec('feedback'))).toContain('lsa');
    expect(await spec('hyde')).toEqual((await generationMethod('hyde', place())).spec);
  });

  it('find enough for every round of feedback to read something new', async () => {
    const asked: unknown[] = [];
    const retriever: GenerationMethodContext['retriever'] = (text, topK) => {
      asked.push([text, topK]);
      return system(text, { task: biology, topK });
    };
    await generationMethod('feedback', place({ retriever, settings: { rounds: 3, documents: 5 } }));
    await generationMethod('lamer', place({ retriever }));
    expect(asked).toEqual([
      ['bm25', 15],
      ['bm25', 10],
    ]);
  });

  it('refuse examples that hold a query of the task', async () => {
    const folder = writtenFolder();
    mkdirSync(join(folder, 'query2doc', 'examples'), { recursive: true });
    writeFileSync(
      join(folder, 'query2doc', 'examples', 'default.txt'),
      `Post: ${biology.queries[0]!.text}\n`,
    );
    const prompts = openPrompts({ folder });
    await expect(generationMethod('query2doc', place({ prompts }))).rejects.toThrow(
      'hold the query "bio-q01"',
    );
    expect((await generationMethod('hyde', place({ prompts }))).method).toBe('hyde');
  });
});
