import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Behaviour, etagOf, gitHash, sha256 } from '../../test/hub-server.js';
import { CORPUS, TINY, type TinyHub, tinyHub } from '../../test/tiny-hub.js';
import { jsonl } from '../../test/written-folder.js';
import { WorkError } from '../core/index.js';
import { fetchTask } from '../tasks/index.js';

const SIZE = Buffer.byteLength(CORPUS.content);

/** The ranges asked of the corpus, one per request. */
const ranges = ({ server }: TinyHub): readonly (string | undefined)[] =>
  server.requests
    .filter(({ place, file }) => place === 'content' && file === 'corpus.jsonl')
    .map(({ range }) => range);

const corpus = ({ folder }: TinyHub): string => readFileSync(join(folder, 'corpus.jsonl'), 'utf8');

const fetchAll = ({ row, tools, options }: TinyHub) => fetchTask(row, tools, options);

const failure = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('it should have failed'),
    (error: unknown) => error as Error,
  );

describe('a download that breaks', () => {
  it('goes on at the byte it had', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { dropAfter: 100 }, { dropAfter: 50 });
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([undefined, 'bytes=100-', 'bytes=150-']);
    expect(corpus(hub)).toBe(CORPUS.content);
    expect(hub.tools.notes).toEqual([
      expect.stringMatching(
        /^Tiny: corpus\.jsonl: http.*: the connection was dropped; try 2 of 5 in 0\.4 s$/,
      ),
      expect.stringMatching(/try 3 of 5 in 0\.8 s$/),
      'Tiny: 3 files fetched and checked',
    ]);
  });

  it('goes on when the answer ends early without breaking', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { contentLength: 70 });
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([undefined, 'bytes=70-']);
    expect(corpus(hub)).toBe(CORPUS.content);
  });

  it('goes on when more was promised than came', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { contentLength: SIZE + 500, dropAfter: 300 });
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([undefined, 'bytes=300-']);
    expect(corpus(hub)).toBe(CORPUS.content);
  });

  it('goes on when the connection falls silent', async () => {
    const hub = await tinyHub(TINY, { HF_HUB_DOWNLOAD_TIMEOUT: '0.05' });
    hub.server.misbehave('content:corpus.jsonl', { hangAfter: 200 }, { hang: true });
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([undefined, 'bytes=200-', 'bytes=200-']);
    expect(hub.tools.notes[0]).toMatch(/fell silent/);
    expect(hub.tools.notes[1]).toMatch(/no answer in time/);
  });

  it('is given up after five tries in a row, and the next run goes on', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', ...Array<Behaviour>(5).fill({ dropAfter: 10 }));
    const error = await failure(fetchAll(hub));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(
      /^cannot fetch Tests\/Tiny .*: corpus\.jsonl: .*the connection was dropped/,
    );
    expect(hub.waits).toEqual([375, 750, 1500, 3000]);
    expect(existsSync(join(hub.folder, 'corpus.jsonl'))).toBe(false);
    expect(hub.incomplete()).toHaveLength(1);
    await fetchAll(hub);
    expect(ranges(hub).at(-1)).toBe('bytes=50-');
    expect(corpus(hub)).toBe(CORPUS.content);
    expect(hub.incomplete()).toEqual([]);
  });

  it('is not given up while tries bring a megabyte each', async () => {
    const documents = Array.from({ length: 40 }, (_, i) => ({ id: `d${i}`, text: 'x'.repeat(1 << 18) }));
    const large = { content: jsonl(...documents), lfs: true };
    const hub = await tinyHub({ ...TINY, 'corpus.jsonl': large });
    hub.server.misbehave('content:corpus.jsonl', ...Array<Behaviour>(9).fill({ dropAfter: 1 << 20 }));
    await fetchAll(hub);
    expect(ranges(hub)).toHaveLength(10);
    expect(new Set(hub.waits)).toEqual(new Set([375]));
    expect(corpus(hub)).toBe(large.content);
  });
});

describe('a server that does not continue', () => {
  it('and sends the whole file is listened to from the start', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { dropAfter: 100 }, { ignoreRange: true });
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([undefined, 'bytes=100-']);
    expect(corpus(hub)).toBe(CORPUS.content);
  });

  it('and breaks every time is given up after five tries', async () => {
    const hub = await tinyHub();
    const behaviours = Array<Behaviour>(6).fill({ ignoreRange: true, dropAfter: 100 });
    hub.server.misbehave('content:corpus.jsonl', ...behaviours);
    await failure(fetchAll(hub));
    expect(ranges(hub)).toHaveLength(5);
  });

  it.each([
    ['another part', { contentRange: `bytes 0-${SIZE - 1}/${SIZE}` }],
    ['a part of a longer file', { contentRange: `bytes 100-${SIZE - 1}/${SIZE + 1}` }],
    ['a part nobody can read', { contentRange: 'half of it' }],
    ['416', { status: 416 }],
  ])('and answers with %s is asked for the whole file', async (_, behaviour) => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { dropAfter: 100 }, behaviour);
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([undefined, 'bytes=100-', undefined]);
    expect(corpus(hub)).toBe(CORPUS.content);
  });

  it('and answers 416 to a request for the whole file has failed', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { status: 416 });
    expect((await failure(fetchAll(hub))).message).toMatch(/corpus\.jsonl: http.* answered 416/);
  });
});

describe('a file with other content than listed', () => {
  const wrong = 'y'.repeat(SIZE);

  it('is downloaded once more', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { instead: wrong });
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([undefined, undefined]);
    expect(corpus(hub)).toBe(CORPUS.content);
    expect(hub.tools.notes[0]).toContain(
      `corpus.jsonl: found sha256 ${sha256(wrong)}, not ${SIZE} bytes with`,
    );
  });

  it('is refused the second time, with both hashes, and leaves nothing', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { instead: wrong }, { instead: wrong });
    const error = await failure(fetchAll(hub));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toContain(sha256(wrong));
    expect(error.message).toContain(sha256(CORPUS.content));
    expect(hub.incomplete()).toEqual([]);
    expect(existsSync(join(hub.blobs, etagOf(CORPUS)))).toBe(false);
    expect(existsSync(join(hub.folder, 'corpus.jsonl'))).toBe(false);
  });

  it('that is too long is refused without reading on', async () => {
    const hub = await tinyHub();
    hub.server.misbehave('content:corpus.jsonl', { instead: `${CORPUS.content} ` }, { instead: wrong });
    expect((await failure(fetchAll(hub))).message).toContain(`expected ${SIZE} bytes`);
    expect(hub.tools.notes[0]).toContain(`found ${SIZE + 1} bytes`);
  });

  it('is told by git’s hash where there is no other', async () => {
    const hub = await tinyHub();
    const { content } = TINY['query.jsonl']!;
    hub.server.misbehave('content:query.jsonl', { instead: content.replace('which', 'Which') });
    await fetchAll(hub);
    expect(hub.tools.notes[0]).toContain(`git-sha1 ${gitHash(content)}`);
    expect(readFileSync(join(hub.folder, 'query.jsonl'), 'utf8')).toBe(content);
  });

  it('after a wrong beginning is downloaded from the start', async () => {
    const hub = await tinyHub();
    mkdirSync(hub.blobs, { recursive: true });
    writeFileSync(join(hub.blobs, `${etagOf(CORPUS)}.00000000-0-00000000.incomplete`), 'nonsense');
    await fetchAll(hub);
    expect(ranges(hub)).toEqual(['bytes=8-', undefined]);
    expect(corpus(hub)).toBe(CORPUS.content);
  });
});

describe('what an earlier process left', () => {
  const left = (hub: TinyHub, content: string): void => {
    mkdirSync(hub.blobs, { recursive: true });
    writeFileSync(join(hub.blobs, `${etagOf(CORPUS)}.00000000-0-00000000.incomplete`), content);
  };

  it('with all bytes is checked and not asked for', async () => {
    const hub = await tinyHub();
    left(hub, CORPUS.content);
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([]);
    expect(corpus(hub)).toBe(CORPUS.content);
  });

  it('and someone deletes before it is continued is downloaded from the start', async () => {
    const hub = await tinyHub();
    left(hub, CORPUS.content.slice(0, 100));
    const advance = (by = 1): void => {
      if (by === 100) for (const name of hub.incomplete()) rmSync(join(hub.blobs, name));
    };
    await fetchTask(hub.row, { ...hub.tools, progress: () => ({ advance, done: () => {} }) }, hub.options);
    expect(ranges(hub)).toEqual(['bytes=100-', undefined]);
    expect(corpus(hub)).toBe(CORPUS.content);
    expect(hub.tools.notes[0]).toContain('the unfinished copy is gone');
  });

  it('with more than all bytes is thrown away', async () => {
    const hub = await tinyHub();
    left(hub, `${CORPUS.content}and more`);
    await fetchAll(hub);
    expect(ranges(hub)).toEqual([undefined]);
    expect(corpus(hub)).toBe(CORPUS.content);
  });
});

it('an empty file can be fetched', async () => {
  const hub = await tinyHub({ ...TINY, 'qrels.jsonl': { content: '' } });
  await fetchTask(hub.row, hub.tools, { ...hub.options, verify: false });
  expect(readFileSync(join(hub.folder, 'qrels.jsonl'), 'utf8')).toBe('');
});

it('progress stands at the size of each file when it is done, whatever happened', async () => {
  const hub = await tinyHub();
  hub.server.misbehave('content:corpus.jsonl', { dropAfter: 100 }, { ignoreRange: true, dropAfter: 300 });
  const bars: { label: string; total: number | undefined; count: number; done: boolean }[] = [];
  const progress = (label: string, total?: number) => {
    const bar = { label, total, count: 0, done: false };
    bars.push(bar);
    return {
      advance: (by = 1) => {
        bar.count += by;
      },
      done: () => {
        bar.done = true;
      },
    };
  };
  await fetchTask(hub.row, { ...hub.tools, progress }, hub.options);
  expect(bars.map(({ label }) => label)).toEqual([
    'Tiny corpus.jsonl',
    'Tiny query.jsonl',
    'Tiny qrels.jsonl',
  ]);
  for (const { label, total, count, done } of bars) {
    expect(total).toBe(Buffer.byteLength(TINY[label.slice(5)]!.content));
    expect(count).toBe(total);
    expect(done).toBe(true);
  }
});

it('stops when it is told to, keeps what it has, and does not try again', async () => {
  const hub = await tinyHub();
  const stop = new AbortController();
  hub.server.misbehave('content:corpus.jsonl', { hangAfter: 100 });
  const progress = () => ({
    advance: (by = 1) => by === 100 && stop.abort(new Error('enough')),
    done: () => {},
  });
  const tools = { ...hub.tools, signal: stop.signal, progress };
  await expect(fetchTask(hub.row, tools, hub.options)).rejects.toThrow('enough');
  expect(hub.waits).toEqual([]);
  await fetchAll(hub);
  expect(ranges(hub)).toEqual([undefined, 'bytes=100-']);
});

describe('two downloads at once', () => {
  it('of the same task both succeed and leave one whole copy', async () => {
    const hub = await tinyHub();
    const reports = await Promise.all([fetchAll(hub), fetchAll(hub), fetchAll(hub)]);
    expect(reports.map(({ state }) => state)).toEqual(['fetched', 'fetched', 'fetched']);
    expect(corpus(hub)).toBe(CORPUS.content);
    expect(hub.incomplete()).toEqual([]);
  });

  it('do not mix when both are dropped and continued', async () => {
    const hub = await tinyHub();
    const drops = Array.from({ length: 6 }, (_, i) => ({ dropAfter: 37 * (i + 1) }));
    hub.server.misbehave('content:corpus.jsonl', ...drops);
    await Promise.all([fetchAll(hub), fetchAll(hub)]);
    expect(corpus(hub)).toBe(CORPUS.content);
    expect(hub.incomplete()).toEqual([]);
  });

  it('leave a whole copy or none even where each takes the others for dead', async () => {
    const hub = await tinyHub();
    const drops = Array.from({ length: 6 }, (_, i) => ({ dropAfter: 37 * (i + 1) }));
    hub.server.misbehave('content:corpus.jsonl', ...drops);
    const persistence = { ...hub.options.persistence!, date: () => Date.now() + 3_600_000 };
    const options = { ...hub.options, persistence };
    await Promise.allSettled([1, 2, 3].map(() => fetchTask(hub.row, hub.tools, options)));
    if (existsSync(join(hub.folder, 'corpus.jsonl'))) expect(corpus(hub)).toBe(CORPUS.content);
    await fetchAll(hub);
    expect(corpus(hub)).toBe(CORPUS.content);
  });
});

it('whatever a server does to a download, the file is whole or it is not there', async () => {
  const bytes = fc.integer({ min: 0, max: SIZE + 50 });
  const behaviour = fc.oneof<fc.Arbitrary<Behaviour>[]>(
    fc.record({ dropAfter: bytes }),
    fc.record({ contentLength: bytes }),
    fc.record({ contentLength: bytes, dropAfter: bytes }),
    fc.record({ ignoreRange: fc.constant(true as const), dropAfter: bytes }),
    fc.record({ instead: fc.string({ unit: 'binary', maxLength: 2 * SIZE }) }),
    fc.record({ status: fc.constantFrom(401, 403, 404, 416, 429, 500, 502, 503) }),
    fc.record({ contentRange: fc.constantFrom('bytes 0-1/2', `bytes 1-${SIZE - 1}/${SIZE}`, 'x') }),
    fc.constant({}),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(behaviour, { maxLength: 8 }), async (behaviours) => {
      const hub = await tinyHub();
      hub.server.misbehave('content:corpus.jsonl', ...behaviours);
      const error = await fetchAll(hub).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error) expect(error).toBeInstanceOf(WorkError);
      if (!error || existsSync(join(hub.folder, 'corpus.jsonl'))) expect(corpus(hub)).toBe(CORPUS.content);
      await hub.server.close();
    }),
    { numRuns: 60 },
  );
});
