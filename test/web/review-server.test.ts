import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ShownItem } from '../../src/web/page-data/index.js';
import { temporaryFolder } from '../support/command.js';
import { printedBy, r2med } from '../support/in-process.js';
import { ANNA_AND_BEN, linesOf, plan, serve, tokensOf } from '../support/planned-review.js';
import { reviewFolder, signIn } from '../support/review-folder.js';
import { answerTo, workOf } from '../support/served-review.js';

describe('a server that is killed', () => {
  it('has lost no answer that it reported as saved, and the next one goes on with the same links', async () => {
    const folder = reviewFolder(6);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const saved: string[] = [];
    for (let round = 0; round < 3; round++) {
      const server = await serve(folder);
      const browsers = [
        await signIn(server.address, tokens.anna!),
        await signIn(server.address, tokens.ben!),
      ];
      await Promise.all(
        browsers.map(async (browser) => {
          for (let i = 0; i < 2; i++) {
            const request = answerTo((await workOf(browser)).next!);
            expect((await browser.post('/api/answers', request)).status).toBe(200);
            saved.push(request.id);
          }
        }),
      );
      await server.kill();
    }
    const there = ['anna', 'ben'].flatMap((name) =>
      linesOf(join(folder, 'answers', `${name}.jsonl`)).map((line) => JSON.parse(line) as { id: string }),
    );
    expect(there.map(({ id }) => id).sort()).toEqual(saved.sort());
    const status = JSON.parse(await printedBy(['review', 'status', folder, '--json']));
    expect(status.items).toMatchObject({ all: 6, agreed: 6, waiting: 0 });
    // decisions.jsonl was written by servers that were killed; export brings it up to date.
    const out = join(temporaryFolder(), 'export');
    await printedBy(['review', 'export', folder, '--out', out]);
    expect(linesOf(join(folder, 'decisions.jsonl'))).toHaveLength(6);
    expect(readFileSync(join(out, 'decisions.jsonl'), 'utf8')).toBe(
      readFileSync(join(folder, 'decisions.jsonl'), 'utf8'),
    );
  });

  it('at any moment: of many answers at once, those that it reported as saved are there', async () => {
    const folder = reviewFolder(60);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const { id } = JSON.parse(readFileSync(join(folder, 'plan.json'), 'utf8')) as { id: string };
    const first = await serve(folder);
    const anna = await signIn(first.address, tokens.anna!);
    const { version: _, ...shown } = (await workOf(anna)).next!;
    const items = linesOf(join(folder, 'items.jsonl')).map((line) => (JSON.parse(line) as { id: string }).id);
    const requests = await Promise.all(
      items.map(async (item) => {
        const key = createHash('sha256').update(`${id}\n${item}`).digest('hex').slice(0, 20);
        const { json } = await anna.get(`/api/items/${key}`);
        return answerTo({ ...shown, ...(json as ShownItem) });
      }),
    );
    const saved: string[] = [];
    await Promise.all(
      requests.map(async (request) => {
        const answer = await anna.post('/api/answers', request).catch(() => undefined);
        if (answer?.status !== 200) return;
        saved.push(request.id);
        if (saved.length === 5) void first.kill();
      }),
    );
    expect(saved.length).toBeGreaterThanOrEqual(5);
    await first.kill();
    const second = await serve(folder);
    const there = linesOf(join(folder, 'answers', 'anna.jsonl')).map(
      (line) => (JSON.parse(line) as { id: string }).id,
    );
    expect(saved.filter((each) => !there.includes(each))).toEqual([]);
    // What had no response is sent again, whether it was saved or not.
    const again = await signIn(second.address, tokens.anna!);
    for (const request of requests) expect((await again.post('/api/answers', request)).status).toBe(200);
    const ids = linesOf(join(folder, 'answers', 'anna.jsonl')).map(
      (line) => (JSON.parse(line) as { id: string }).id,
    );
    expect(ids.toSorted()).toEqual(requests.map((request) => request.id).toSorted());
  });

  it('may leave a torn line: it is reported, cut off, and the request can be sent again', async () => {
    const folder = reviewFolder(3);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const first = await serve(folder);
    const anna = await signIn(first.address, tokens.anna!);
    const kept = answerTo((await workOf(anna)).next!);
    await anna.post('/api/answers', kept);
    const { next } = await workOf(anna);
    await first.kill();
    const lost = answerTo(next!, 'no');
    const trail = join(folder, 'answers', 'anna.jsonl');
    const whole = readFileSync(trail, 'utf8');
    const line = `{"type":"answer","sequence":2,"id":"${lost.id}","reason":"é`;
    // Cut within a character.
    appendFileSync(trail, Buffer.from(line).subarray(0, -1));
    const { stderr, code } = await r2med(['review', 'status', folder]);
    expect(code).toBe(0);
    expect(stderr).toContain('anna: the last line of the trail is torn');
    const second = await serve(folder);
    expect(second.said()).toContain('anna: the last line of the trail is torn');
    expect(readFileSync(trail, 'utf8')).toBe(whole);
    const again = await signIn(second.address, tokens.anna!);
    expect((await again.post('/api/answers', lost)).status).toBe(200);
    expect(linesOf(trail).map((each) => JSON.parse(each).id)).toEqual([kept.id, lost.id]);
  });

  it('a line that was damaged elsewhere in the file is an error, and nothing is written', async () => {
    const folder = reviewFolder(3);
    await plan(folder, ...ANNA_AND_BEN);
    const server = await serve(folder);
    await server.stop();
    const trail = join(folder, 'answers', 'anna.jsonl');
    writeFileSync(
      trail,
      '{"type":"ans\n{"type":"break","sequence":1,"id":"12345678","at":"x","action":"end"}\n',
    );
    const { code, stderr } = await r2med(['review', 'serve', folder, '--port', '0']);
    expect(code).toBe(2);
    expect(stderr).toContain('anna.jsonl:1: a line that cannot be read');
    expect(linesOf(trail)).toHaveLength(2);
  });
});

describe('a disk that takes no more', () => {
  it('an answer that was not saved is not reported as saved, and nothing of it stays', async () => {
    const folder = reviewFolder(4);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    // No file may grow beyond 1 kB, which other tests could not do without a disk of their own.
    const server = await serve(folder, 'ulimit -f 2');
    const anna = await signIn(server.address, tokens.anna!);
    const { next } = await workOf(anna);
    const long = answerTo(next!, 'yes', {
      answers: [{ question: 'relevance', value: 'yes', reason: 'x'.repeat(2000) }],
    });
    const refused = await anna.post('/api/answers', long);
    expect(refused.status).toBe(503);
    expect(refused.text).toContain('Not saved');
    expect(refused.text).not.toContain(folder);
    expect(server.said()).toContain('anna.jsonl');
    expect(statSync(join(folder, 'answers', 'anna.jsonl')).size).toBe(0);
    expect((await workOf(anna)).progress.done).toBe(0);
    const short = answerTo(next!);
    expect((await anna.post('/api/answers', short)).status).toBe(200);
    await server.kill();
    const again = await signIn((await serve(folder)).address, tokens.anna!);
    const after = (await workOf(again)).next!;
    expect(
      (await again.post('/api/answers', { ...answerTo(after), ...{ answers: long.answers } })).status,
    ).toBe(200);
    expect(linesOf(join(folder, 'answers', 'anna.jsonl'))).toHaveLength(2);
  });

  it('a trail that was deleted or changed meanwhile takes no answer', async () => {
    const folder = reviewFolder(2);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const server = await serve(folder);
    const damage = {
      anna: (file: string) => rmSync(file),
      ben: (file: string) => appendFileSync(file, 'mine\n'),
    };
    for (const [name, change] of Object.entries(damage)) {
      const browser = await signIn(server.address, tokens[name]!);
      const { next } = await workOf(browser);
      change(join(folder, 'answers', `${name}.jsonl`));
      expect((await browser.post('/api/answers', answerTo(next!))).status).toBe(503);
      expect((await workOf(browser)).progress.done).toBe(0);
      expect(server.said()).toContain(`${name}.jsonl: ${name === 'anna' ? 'deleted' : 'changed'}`);
    }
  });
});

describe('one folder', () => {
  it('is served by one process at a time, and not planned meanwhile', async () => {
    const folder = reviewFolder(2);
    await plan(folder, ...ANNA_AND_BEN);
    const server = await serve(folder);
    for (const args of [
      ['review', 'serve', folder, '--port', '0'],
      ['review', 'plan', folder, '--reviewer', 'dan'],
    ]) {
      const { code, stderr } = await r2med(args);
      expect(code).toBe(1);
      expect(stderr).toContain(`process ${server.process.pid}`);
    }
    expect(await server.stop()).toBe(0);
    expect(existsSync(join(folder, 'lease.json'))).toBe(false);
    expect((await plan(folder, '--reviewer', 'dan')).people).toHaveLength(3);
  });

  it('a link can be revoked while it is served', async () => {
    const folder = reviewFolder(2);
    const tokens = tokensOf(await plan(folder, ...ANNA_AND_BEN));
    const server = await serve(folder);
    const anna = await signIn(server.address, tokens.anna!);
    await printedBy(['review', 'link', folder, '--revoke', 'anna']);
    expect((await anna.get('/api/work')).status).toBe(401);
    const printed = await printedBy([
      'review',
      'link',
      folder,
      '--renew',
      'anna',
      '--address',
      server.address,
    ]);
    const token = /#link=([\w-]{43})$/m.exec(printed)![1]!;
    expect((await signIn(server.address, token)).session.name).toBe('anna');
    expect(server.said()).not.toMatch(new RegExp(`${token}|${tokens.anna}`));
  });
});
