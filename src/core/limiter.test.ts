import { expect, it } from 'vitest';
import { limiter } from './limiter.js';

const later = <T>() => {
  let done!: (value: T) => void;
  let fail!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    done = yes;
    fail = no;
  });
  return { promise, done, fail };
};

it('lets so many through at once, in the order of asking', async () => {
  const gate = limiter(2);
  const begun: number[] = [];
  const ends = [0, 1, 2, 3].map(() => later<number>());
  const passed = ends.map(({ promise }, i) =>
    gate.pass(async () => {
      begun.push(i);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  ends[1]!.done(1);
  await passed[1];
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
  for (const [i, { done }] of ends.entries()) done(i);
  expect(await Promise.all(passed)).toEqual([0, 1, 2, 3]);
  await gate.idle();
});

it('begins nothing after an error, and is idle when what had begun has come home', async () => {
  const gate = limiter(2);
  const slow = later<string>();
  const bad = later<string>();
  let third = false;
  const passed = [
    gate.pass(() => slow.promise),
    gate.pass(() => bad.promise),
    gate.pass(async () => {
      third = true;
      return '';
    }),
  ].map((each) => each.catch((error: Error) => error.message));
  bad.fail(new Error('no money'));
  expect(await Promise.all(passed.slice(1))).toEqual(['no money', 'no money']);
  expect(third).toBe(false);
  let idle = false;
  const waited = gate.idle().then(() => {
    idle = true;
  });
  await Promise.resolve();
  expect(idle).toBe(false);
  slow.done('kept');
  await waited;
  expect(await passed[0]).toBe('kept');
});
