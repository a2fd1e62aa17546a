import type { Entity } from '../../core/index.js';
import type { Fate } from './settle-in-batches.js';
import { shown } from './shown.js';

/**
 * Reads the entities of one text as someone else's program gives them: `{ start, end, label }`, in characters (code points) as Python counts them; of
 * Hugging Face's pipelines also `entity_group` and `entity`. A `text` that is not what the text has there fails: offsets in bytes would cover other words.
 */
export const readEntities = (value: unknown, text: string): Fate<readonly Entity[]> => {
  if (!Array.isArray(value)) return { failed: `entities that are ${shown(value)}, not an array` };
  const units = unitsOf(text);
  const entities: Entity[] = [];
  for (const [i, each] of value.entries()) {
    const read = entityIn(each, text, units);
    if (typeof read === 'string') return { failed: `entity ${i + 1} of ${value.length} ${read}` };
    entities.push(read);
  }
  return { value: entities };
};

/** Where each character starts in UTF-16 units, and the end. */
const unitsOf = (text: string): readonly number[] => {
  const units = [0];
  for (const character of text) units.push(units.at(-1)! + character.length);
  return units;
};

const entityIn = (value: unknown, text: string, units: readonly number[]): Entity | string => {
  const { start, end, label, entity_group, entity, ...more } = (value ?? {}) as Record<string, unknown>;
  const called = label ?? entity_group ?? entity;
  if (typeof called !== 'string' || called === '')
    return `is ${shown(value)}; expected { start, end, label }`;
  const [from, to] = [units[start as number], units[end as number]];
  if (from === undefined || to === undefined || from >= to)
    return `is from ${shown(start)} to ${shown(end)}, of ${units.length - 1} characters`;
  const there = text.slice(from, to);
  if (more.text !== undefined && more.text !== there)
    return `is ${shown(more.text)}, but the text has ${shown(there)} from ${start} to ${end}`;
  return { start: from, end: to, label: called.replace(/^[BIES]-/, '') };
};
