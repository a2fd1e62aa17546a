import { InvalidArgumentError } from 'commander';
import type { BuildStep } from '../../benchmarks/construction/index.js';
import type { JsonObject } from '../../core/index.js';
import type { Flags } from '../flags/index.js';

type Field = BuildStep['settings']['shape'][string];

/** A setting that the verb has flags for already: --llm and --answers. */
const BY_OTHER_FLAGS = ['llm'];

/** A flag for each setting of a step: `maxChange` is `--max-change`. */
export const settingFlags = ({ settings }: BuildStep): Flags =>
  Object.fromEntries(
    Object.entries(settings.shape)
      .filter(([name]) => !BY_OTHER_FLAGS.includes(name))
      .map(([name, field]) => [
        name,
        { value: '<value>', help: helpOf(field), parse: reading(field), group: 'Settings:' },
      ]),
  );

/** What the flags say of a step's settings. */
export const settingsOf = ({ settings }: BuildStep, flags: object): JsonObject =>
  Object.fromEntries(
    Object.keys(settings.shape).flatMap((name) => {
      const value = (flags as JsonObject)[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

const helpOf = (field: Field): string => {
  const usual = field.safeParse(undefined);
  const byDefault = usual.success && usual.data !== undefined ? ` (default: ${shown(usual.data)})` : '';
  return `${field.description ?? ''}${byDefault}`;
};

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(shown).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** The first reading of a text that the setting accepts: as it is, as JSON, as a list separated by commas. */
const reading =
  (field: Field) =>
  (text: string, earlier: unknown): unknown => {
    const list = text.split(',').map((part) => part.trim());
    // Said twice, it is a list.
    const readings = Array.isArray(earlier) ? [[...earlier, ...list]] : [text, asJson(text), list];
    for (const value of readings) if (value !== undefined && field.safeParse(value).success) return value;
    const issue = field.safeParse(asJson(text) ?? text).error?.issues[0]?.message ?? 'not understood';
    throw new InvalidArgumentError(`${issue}.`);
  };

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
