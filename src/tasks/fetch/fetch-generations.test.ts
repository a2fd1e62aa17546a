import { readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { TINY, tinyHub } from '../../../test/support/tiny-hub.js';
import { jsonl } from '../../../test/support/written-folder.js';
import { InputError } from '../../core/index.js';
import { openRow } from '../open-task.js';
import { storedGenerations } from '../stored-generations.js';
import { fetchTask } from './fetch-task.js';

const GENERATION = jsonl({ id: 'q1', text: 'which finding?', hy_doc: 'The second.', doc_id: ['d1'] });
const WITH_GENERATIONS = {
  ...TINY,
  'hyde/gpt4/query_with_hydoc.jsonl': { content: GENERATION },
  'hyde/qwen-7b/query_with_hydoc.jsonl': { content: `${GENERATION}\n`, lfs: true },
  'lamer/gpt4/query_with_hydoc.jsonl': { content: GENERATION },
  'hyde/notes.txt': { content: 'not a generation' },
};

describe('generations', () => {
  const names = (files: readonly { readonly name: string }[]) => files.slice(3).map(({ name }) => name);

  it('come where stored generations are looked for', async () => {
    const { server, row: entry, tools, options, env } = await tinyHub(WITH_GENERATIONS);
    const generations = ['hyde/gpt4', 'hyde/qwen-7b'];
    const report = await fetchTask(entry, tools, { ...options, generations });
    expect(names(report.files)).toEqual([
      'hyde/gpt4/query_with_hydoc.jsonl',
      'hyde/qwen-7b/query_with_hydoc.jsonl',
    ]);
    expect(readlinkSync(report.files[3]!.path)).toMatch(/^\.\.\/\.\.\/\.\.\/\.\.\/blobs\/[0-9a-f]{40}$/);
    const stored = await storedGenerations(await openRow(entry, { env }), 'hyde', 'gpt4');
    expect([...stored.texts.values()]).toEqual([['The second.']]);
    const before = server.requests.length;
    expect((await fetchTask(entry, tools, { ...options, generations })).state).toBe('already there');
    expect(server.requests).toHaveLength(before);
  });

  it('"all" means those the repository lists, and its list is asked for once', async () => {
    const { server, row: entry, tools, options } = await tinyHub(WITH_GENERATIONS);
    const report = await fetchTask(entry, tools, { ...options, generations: ['all'] });
    expect(names(report.files)).toEqual([
      'hyde/gpt4/query_with_hydoc.jsonl',
      'hyde/qwen-7b/query_with_hydoc.jsonl',
      'lamer/gpt4/query_with_hydoc.jsonl',
    ]);
    const before = server.requests.length;
    const again = await fetchTask(entry, tools, { ...options, generations: ['all'] });
    expect(again.state).toBe('already there');
    expect(again.files).toHaveLength(6);
    expect(server.requests).toHaveLength(before);
  });

  it('asked for twice are fetched once', async () => {
    const { row: entry, tools, options } = await tinyHub(WITH_GENERATIONS);
    const generations = ['hyde/gpt4', 'All', 'hyde/gpt4', 'all'];
    expect((await fetchTask(entry, tools, { ...options, generations })).files).toHaveLength(6);
  });

  it('"all" offline is what is there when no list was cached', async () => {
    const { row: entry, tools, options } = await tinyHub(WITH_GENERATIONS);
    await fetchTask(entry, tools, { ...options, generations: ['hyde/gpt4'] });
    const offline = await fetchTask(entry, tools, { ...options, generations: ['all'], offline: true });
    expect(names(offline.files)).toEqual(['hyde/gpt4/query_with_hydoc.jsonl']);
  });

  it('a cached list that is damaged is fetched again', async () => {
    const { row: entry, tools, options } = await tinyHub(WITH_GENERATIONS);
    await fetchTask(entry, tools, { ...options, generations: ['all'] });
    for (const key of tools.stored.keys()) tools.stored.set(key, Buffer.from('[{"path": 1}]'));
    expect((await fetchTask(entry, tools, { ...options, generations: ['all'] })).files).toHaveLength(6);
  });

  it('unknown ones are refused with the known ones and the nearest', async () => {
    const { row: entry, tools, options } = await tinyHub(WITH_GENERATIONS);
    const error = await failure(fetchTask(entry, tools, { ...options, generations: ['hyde/gtp4'] }));
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toMatch(
      /unknown generations of Tests\/Tiny "hyde\/gtp4"; expected one of hyde\/gpt4, hyde\/qwen-7b, lamer\/gpt4\n.*"hyde\/gpt4"/,
    );
  });

  it.each(['hyde', 'hyde/', '/gpt4', 'a/b/c', '../../gpt4', 'hyde/..', ''])(
    '"%s" is no name of generations',
    async (name) => {
      const { server, row: entry, tools, options } = await tinyHub(WITH_GENERATIONS);
      const error = await failure(fetchTask(entry, tools, { ...options, generations: [name] }));
      expect(error).toBeInstanceOf(InputError);
      expect(server.requests).toEqual([]);
    },
  );
});
