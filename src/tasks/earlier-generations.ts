import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { differences, InputError, type JsonObject } from '../core/index.js';
import {
  type GenerationRecord,
  type GenerationSettings,
  RECORD_FILE,
  readGenerationRecord,
} from './generation-record.js';
import { GENERATIONS_FILE } from './generations.js';

/**
 * The record of earlier texts with the same settings, or undefined where there are none yet. Texts of other settings, and
 * texts that came from elsewhere, are not touched: an error says what differs.
 */
export const earlierGenerations = async (
  folder: string,
  settings: GenerationSettings,
): Promise<GenerationRecord | undefined> => {
  const record = await readGenerationRecord(folder);
  const texts = join(folder, GENERATIONS_FILE);
  const there = (await stat(texts).catch(() => undefined)) !== undefined;
  const fix = 'add --overwrite to replace them, or choose another --out';
  if (record) {
    const differing = differences(settingsOf(record), settingsOf(settings));
    if (differing.length > 0)
      throw new InputError({
        at: { file: folder },
        found: `texts written with other settings: ${differing.map(({ name, earlier }) => `${name} ${earlier}`).join(', ')}`,
        expected: differing.map(({ name, now }) => `${name} ${now}`).join(', '),
        fix,
      });
    return there ? record : undefined;
  }
  if (there)
    throw new InputError({ at: { file: texts }, found: `texts without a ${RECORD_FILE} next to them`, fix });
  return undefined;
};

/** A task is its content, whatever it is called. */
const settingsOf = (settings: GenerationSettings): JsonObject => ({
  method: settings.method,
  llm: { ...settings.llm },
  writer: settings.writer,
  sampling: settings.sampling,
  samples: settings.samples,
  'task content': settings.task.contentHash,
});
