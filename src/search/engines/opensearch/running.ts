import { isJsonObject, type Json, type JsonObject } from '../../../core/index.js';
import { type Alarm, realAlarm } from '../../../platform/node/index.js';

/**
 * An alarm for work that may take any time: when it would ring, it asks whether the cluster still works on it, and goes on waiting while it does.
 */
export const unlessRunning =
  (isRunning: () => Promise<boolean>): Alarm =>
  (ms, ring) => {
    let isOver = false;
    let cancel = (): void => {};
    const set = (): void => {
      cancel = realAlarm(ms, async () => {
        const runs = await isRunning().catch(() => false);
        if (isOver) return;
        if (runs) set();
        else ring();
      });
    };
    set();
    return () => {
      isOver = true;
      cancel();
    };
  };

/** Whether a task of a cluster's list (`GET /_tasks`) was asked for under this name. */
export const hasTask = (answer: unknown, name: string): boolean =>
  valuesOf(isJsonObject(answer) ? answer.nodes : undefined).some((node) =>
    valuesOf(node.tasks).some(({ headers }) => isJsonObject(headers) && headers['X-Opaque-Id'] === name),
  );

const valuesOf = (object: Json | undefined): readonly JsonObject[] =>
  isJsonObject(object) ? Object.values(object).filter(isJsonObject) : [];
