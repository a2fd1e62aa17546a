import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { r2med } from '../support/in-process.js';

const ROOT = new URL('../..', import.meta.url).pathname;

it.each([
  [['--origin', 'https://results.example.org'], '--origin without --host'],
  [['--host', '0.0.0.0', '--origin', 'https://results.example.org/page'], 'an address without a path'],
  [['--host', 'http://0.0.0.0'], 'expected an address such as 0.0.0.0'],
  [['--host', '0.0.0.0:80'], 'expected an address such as 0.0.0.0'],
])('r2med web %j is bad usage', async (args, message) => {
  const { code, stdout, stderr } = await r2med(['web', '--no-open', ...args]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
});

it('the container ends as a user without rights, and its page asks for the token', () => {
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').split('\n');
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
  const user = last.filter((line) => line.startsWith('USER '));
  expect(user).toEqual(['USER node']);
  // Nothing is done as another user after that.
  expect(last.slice(last.indexOf('USER node')).filter((line) => /^(RUN|COPY|ADD) /.test(line))).toEqual([]);
  expect(last).toContain('ENTRYPOINT ["r2med"]');
  expect(last.find((line) => line.startsWith('CMD '))).toContain('"--host", "0.0.0.0"');
  const copied = lines.flatMap((line) => /^COPY (?!--from)(.*) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
  for (const path of copied) expect(existsSync(join(ROOT, path)), path).toBe(true);
});
