import type { Alarm } from '../../platform/node/index.js';

export type { Alarm };

export const realAlarm: Alarm = (milliseconds, ring) => {
  const timer = setTimeout(ring, milliseconds);
  return () => clearTimeout(timer);
};
