import { InputError } from '../core/index.js';

/** One stage as written: `bm25`, `hyde(gpt4)`, `bm25(k1=1.2, b=0.75)`. */
export interface StageText {
  readonly name: string;
  readonly values: readonly string[];
  readonly named: Readonly<Record<string, string>>;
}

/** A name, or a scheme with what it leads to (`served:http://host/v1#model`, `command:"python embed.py"`), and settings. */
const STAGE = /^([A-Za-z][\w.-]*(?::(?:"[^"]*"|[^\s"()]+))?)(?:\(([^()]*)\))?$/;

/**
 * Reads a system as it is printed: stages separated by `>`, each a name with its settings in brackets.
 * `printStages(parseStages(text))` is the canonical form of `text`.
 */
export const parseStages = (text: string): readonly StageText[] =>
  separated(text).map((part) => {
    const [, name, settings] = STAGE.exec(part) ?? [];
    if (!name)
      throw new InputError({
        found: `"${part}" in the system "${text}"`,
        expected: 'stages separated by ">", each a name with settings in brackets',
        fix: 'write it like "hyde(gpt4) > bm25(k1=0.9, b=0.4) > top(10)"',
      });
    const items = settings?.trim() ? settings.split(',').map((item) => item.trim()) : [];
    const values = items.filter((item) => !item.includes('='));
    const named = items
      .filter((item) => item.includes('='))
      .map((item) => {
        const at = item.indexOf('=');
        return [item.slice(0, at).trim(), item.slice(at + 1).trim()] as const;
      });
    return { name, values, named: Object.fromEntries(named) };
  });

/** The parts between the `>` that stand outside quotes. */
const separated = (text: string): readonly string[] =>
  text.split(/>(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((part) => part.trim());

export const printStage = ({ name, values, named }: StageText): string => {
  const settings = [...values, ...Object.entries(named).map(([key, value]) => `${key}=${value}`)];
  return settings.length ? `${name}(${settings.join(', ')})` : name;
};

export const printStages = (stages: readonly StageText[]): string => stages.map(printStage).join(' > ');

/** A system's name as part of a path: `hyde(gpt4) > bm25` becomes `hyde-gpt4.bm25`. */
export const slug = (name: string): string =>
  name
    .split('>')
    .map((part) => part.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^[-.]+|[-.]+$/g, ''))
    .join('.');
