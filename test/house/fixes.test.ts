import { expect, it } from 'vitest';
import { files, textOf } from '../support/source-graph.js';

/** The arguments of every `new InputError(…)`. */
const errorsIn = (text: string): readonly string[] =>
  text
    .split(/new (?:InputError|DamagedResult|DamagedShard)\(/)
    .slice(1)
    .map((rest) => {
      let open = 1;
      let at = 0;
      while (open > 0) {
        if (rest[at] === '(') open++;
        if (rest[at] === ')') open--;
        at++;
      }
      return rest.slice(0, at - 1);
    });

it('every error about input says how to fix it', () => {
  const all = files.flatMap((file) => errorsIn(textOf(file)).map((error) => [file, error] as const));
  expect(all.length).toBeGreaterThan(400);
  // What is spread in may hold the fix: types cannot say it, and the tests of those places do.
  const without = all.filter(([, error]) => error.trim().startsWith('{') && !/\bfix\b|\.\.\./.test(error));
  expect(without).toEqual([]);
});
