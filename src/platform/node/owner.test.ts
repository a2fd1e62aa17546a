import { describe, expect, it } from 'vitest';
import { endedProcess } from '../../../test/support/ended-process.js';
import { isLeft, ownerIn, ownerName, thisHolder } from './owner.js';

const MINUTE = 60_000;
const here = thisHolder('a test');
const never = (): number => {
  throw new Error('its age does not matter');
};

describe('whether an owner no longer works', () => {
  it('is seen from its process, where process ids are shared', async () => {
    expect(isLeft(here, never)).toBe(false);
    expect(isLeft({ ...here, process: await endedProcess() }, never)).toBe(true);
  });

  it.runIf(process.platform === 'linux')('is known by its start where another has its id now', () => {
    expect(isLeft({ ...here, start: '1' }, never)).toBe(true);
  });

  it('without a known start, is seen from its signs of life too: another may have its id now', () => {
    const owner = { ...here, start: null };
    expect(isLeft(owner, () => MINUTE)).toBe(false);
    expect(isLeft(owner, () => 6 * MINUTE)).toBe(true);
  });

  it.each([
    ['another machine', { machine: 'another' }],
    ['another container of this machine', { processTable: 'another' }],
  ])('is not seen from a process id of %s, but from signs of life', async (_, elsewhere) => {
    const owner = { ...here, process: await endedProcess(), ...elsewhere };
    expect(isLeft(owner, () => 4 * MINUTE, undefined, { ...here, upFor: 60 * MINUTE })).toBe(false);
    expect(isLeft(owner, () => 6 * MINUTE, undefined, { ...here, upFor: 60 * MINUTE })).toBe(true);
  });

  it('is certain if it gave its last sign before this machine was started, and not if another machine did', () => {
    const now = { ...here, upFor: MINUTE };
    expect(isLeft({ ...here, processTable: 'earlier boot' }, () => 2 * MINUTE, undefined, now)).toBe(true);
    expect(isLeft({ ...here, processTable: 'a container' }, () => MINUTE / 2, undefined, now)).toBe(false);
    expect(isLeft({ ...here, machine: 'another' }, () => 2 * MINUTE, undefined, now)).toBe(false);
  });

  it('is not put off for ever by a sign of the future', () => {
    expect(isLeft({ ...here, machine: 'another' }, () => -MINUTE)).toBe(false);
    expect(isLeft({ ...here, machine: 'another' }, () => -6 * MINUTE)).toBe(true);
    expect(isLeft(undefined, () => -6 * MINUTE)).toBe(true);
  });
});

it('the mark of a file says whose it is, and that it was given up', () => {
  const { process: id, machine, processTable, start } = here;
  expect(ownerIn(ownerName())).toEqual({ process: id, machine, processTable, start });
  expect(isLeft(ownerIn(ownerName(true)), never)).toBe(true);
  expect(ownerIn('2f0e8a52-6f5c-4c0e-a6f9-0d3f0f6f6d0a')).toBeUndefined();
});
