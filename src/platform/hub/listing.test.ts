import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../test/support/failure.js';
import { listening } from '../../../test/support/listening.js';
import { tinyHub, untiring } from '../../../test/support/tiny-hub.js';
import { WorkError } from '../../core/index.js';
import { fetchTask } from '../../tasks/index.js';

describe('an answer that is no listing', () => {
  const garbage = [
    '<!doctype html><title>Log in to this network</title>',
    '',
    'null',
    '{"error": "no"}',
    '[null]',
    '[{"type": "file", "path": "corpus.jsonl"}]',
    '[{"type": "file", "path": "corpus.jsonl", "size": -1, "oid": "0123456789abcdef0123456789abcdef01234567"}]',
    '[{"type": "file", "path": "corpus.jsonl", "size": 1, "oid": "../../../etc/passwd"}]',
    '[{"type": "file", "path": "corpus.jsonl", "size": 1, "oid": "0123456789abcdef0123456789abcdef01234567", "lfs": {"oid": "../x", "size": 1}}]',
  ];

  it.each(garbage)('is refused: %s', async (instead) => {
    const { server, row, tools, options, env } = await tinyHub();
    server.misbehave('paths-info', { instead });
    const error = await failure(fetchTask(row, tools, options));
    expect(error).toBeInstanceOf(WorkError);
    expect(error.message).toMatch(/did not answer with a list of files|it has no corpus\.jsonl/);
    expect(existsSync(join(env.HF_HOME!, 'hub'))).toBe(false);
  });

  it.each([
    '[1, 2',
    '{"not": "a list"}',
    '[{"type": "file", "path": "hyde/gpt4/query_with_hydoc.jsonl", "size": "big"}]',
  ])('as a tree is refused: %s', async (instead) => {
    const { server, row, tools, options } = await tinyHub();
    server.misbehave('tree', { instead });
    const error = await failure(fetchTask(row, tools, { ...options, generations: ['all'] }));
    expect(error.message).toContain('did not answer with a list of files');
  });

  it.each([
    '../../../x/query_with_hydoc.jsonl',
    '/etc/x/query_with_hydoc.jsonl',
    'a/../query_with_hydoc.jsonl',
  ])('a path that leaves the snapshot is not taken: %s', async (path) => {
    const { server, row, tools, options } = await tinyHub();
    const entry = { type: 'file', path, size: 1, oid: '0'.repeat(40) };
    server.misbehave('tree', { instead: JSON.stringify([entry]) });
    const report = await fetchTask(row, tools, { ...options, generations: ['all'] });
    expect(report.files).toHaveLength(3);
  });

  it('a listing that trickles for minutes is refused', async () => {
    const { row, tools, options } = await tinyHub();
    const trickling = await listening(
      createServer((_, response) => {
        const more = (): unknown => !response.destroyed && response.write(' ', () => setImmediate(more));
        more();
      }),
    );
    // Every look at the clock is a minute after the last.
    let now = 0;
    const date = (): number => {
      now += 60_000;
      return now;
    };
    const retryPolicy = { ...untiring(), date };
    const env = { ...options.env, HF_ENDPOINT: trickling };
    const error = await failure(fetchTask(row, tools, { ...options, retryPolicy, env }));
    expect(error.message).toMatch(/sends a list of files for more than 480 s, which is 48 times HF_HUB_DO/);
  });

  it('a listing whose pages go in a circle is refused', async () => {
    const { row, tools, options } = await tinyHub();
    const endless: string = await listening(
      createServer((_, response) => {
        response.writeHead(200, { link: `<${endless}/again>; rel="next"` }).end('[]');
      }),
    );
    const env = { ...options.env, HF_ENDPOINT: endless };
    const error = await failure(fetchTask(row, tools, { ...options, env, generations: ['all'] }));
    expect(error.message).toContain('lists files without end');
  });
});
