import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { staysInside } from './file-name.js';

it.each(['a', 'a/b.csv', 'a..b', '..a/b', 'a/./b', 'C', 'CON/x'])('%s stays inside', (path) => {
  expect(staysInside(path)).toBe(true);
});

it.each(['..', '../a', 'a/../b', 'a\\..\\b', '/etc', '\\x', '\\\\host\\share', 'C:', 'C:\\x', 'c:x', 'a/..'])(
  '%s does not stay inside',
  (path) => {
    expect(staysInside(path)).toBe(false);
  },
);

it('what stays inside is below the folder by the rules of either system', () => {
  const part = fc.oneof(fc.constantFrom('..', '.', 'C:', 'a', '\\', '/', ''), fc.string({ maxLength: 3 }));
  const path = fc
    .array(part, { maxLength: 6 })
    .chain((parts) => fc.constantFrom('/', '\\', '').map((by) => parts.join(by)));
  fc.assert(
    fc.property(path, (each) => {
      if (!staysInside(each)) return;
      for (const [system, folder] of [
        [win32, 'D:\\folder'],
        [posix, '/folder'],
      ] as const) {
        const parts = system.resolve(folder, each).split(system.sep);
        expect([each, ...parts.slice(0, 2)]).toEqual([each, ...folder.split(system.sep)]);
      }
    }),
    { numRuns: 2000 },
  );
});
