import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { type Behaviour, etagOf } from '../../../test/support/hub-server.js';
import { corpus, fetchAll, ranges, SIZE } from '../../../test/support/tiny-download.js';
import { CORPUS, TINY, type TinyHub, tinyHub } from '../../../test/support/tiny-hub.js';
import { jsonl } from '../../../test/support/written-folder.js';
import { WorkError } from '../../core/index.js';
import { fetchTask } from '../../tasks/index.js';

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

describe('what an earlier process left', () => {
  const left = (hub: TinyHub, content: string): void => {
    mkdirSync(hub.blobs, { recursive: true });
    writeFileSync(join(hub.blobs, `${etagOf(CORPUS)}.00000000-00000000-0-_-00000000.incomplete`), content);
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
    await fetchTask(
      hub.row,
      { ...hub.tools, progress: () => ({ advance, status: () => {}, done: () => {} }) },
      hub.options,
    );
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
