import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { type Behaviour, etagOf, gitHash, sha256 } from '../../../test/support/hub-server.js';
import { corpus, fetchAll, ranges, SIZE } from '../../../test/support/tiny-download.js';
import { CORPUS, TINY, tinyHub } from '../../../test/support/tiny-hub.js';
import { WorkError } from '../../core/index.js';
import { fetchTask } from '../../tasks/index.js';

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
    writeFileSync(join(hub.blobs, `${etagOf(CORPUS)}.00000000-00000000-0-_-00000000.incomplete`), 'nonsense');
    await fetchAll(hub);
    expect(ranges(hub)).toEqual(['bytes=8-', undefined]);
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
      status: () => {},
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
    status: () => {},
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

  it('leave a whole copy even where the clock is an hour ahead', async () => {
    const hub = await tinyHub();
    const drops = Array.from({ length: 6 }, (_, i) => ({ dropAfter: 37 * (i + 1) }));
    hub.server.misbehave('content:corpus.jsonl', ...drops);
    const retryPolicy = { ...hub.options.retryPolicy!, date: () => Date.now() + 3_600_000 };
    const options = { ...hub.options, retryPolicy };
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
