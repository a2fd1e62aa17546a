import { expect, it } from 'vitest';
import { systemClock } from './clock.js';

it('the alarm of this computer rings, unless it is cancelled', async () => {
  let cancelled = true;
  const cancel = systemClock.alarm(0, () => {
    cancelled = false;
  });
  cancel();
  await new Promise<void>((ring) => systemClock.alarm(1, ring));
  expect(cancelled).toBe(true);
});
