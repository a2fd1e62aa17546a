import { z } from 'zod';
import { canonicalJson, defined, type ErrorLocation, InputError, type Json } from '../../core/index.js';
import type { ModelLabel, ReviewItem } from '../../experiment/record/index.js';
import { isFile, sha256 } from '../../platform/node/index.js';
import { readJsonLines, reviewFiles } from './json-file.js';

const text = z.string().min(1);

const Question = z.object({
  name: text,
  text,
  choices: z.array(z.object({ value: text, label: text, help: z.string().exactOptional() })).min(2),
  ordered: z.boolean(),
  reason: z.enum(['required', 'optional', 'none']),
});

/** A line of `items.jsonl`. Fields that it does not name are left out, so nothing else of a line reaches a reviewer. */
const Item = z.object({
  id: text,
  step: text,
  group: z.string().exactOptional(),
  texts: z.array(z.object({ label: z.string(), text: z.string() })).min(1),
  questions: z.array(Question).min(1),
});

const Label = z.object({ item: text, question: text, value: text, by: text });

/** An item with what identifies its content: an answer counts for the texts and questions that were shown. */
export interface VersionedItem extends ReviewItem {
  readonly version: string;
}

/** The items to review, by id, in the order of the file. */
export const readItems = async (folder: string): Promise<ReadonlyMap<string, VersionedItem>> => {
  const file = reviewFiles(folder).items;
  const items = new Map<string, VersionedItem>();
  for (const { at, value } of await readJsonLines(file, Item)) {
    const { id, texts, questions } = value;
    if (items.has(id)) throw repeated(at, `item ${id}`);
    mustDiffer(at, 'question', questions, ({ name }) => name);
    for (const { name, choices } of questions)
      mustDiffer(at, `choice of ${name}`, choices, (each) => each.value);
    const version = sha256(canonicalJson({ texts, questions } as unknown as Json)).slice(0, 16);
    items.set(id, { ...value, version });
  }
  if (items.size === 0)
    throw new InputError({
      at: { file },
      found: 'no items',
      expected: 'one item to review per line',
      fix: 'write one JSON object with an id per line',
    });
  return items;
};

/** What models or rules decided about the items before; none where there is no such file. */
export const readReviewLabels = async (
  folder: string,
  items: ReadonlyMap<string, ReviewItem>,
): Promise<readonly ModelLabel[]> => {
  const file = reviewFiles(folder).labels;
  if (!(await isFile(file))) return [];
  return (await readJsonLines(file, Label)).map(({ at, value }) => {
    const question = items.get(value.item)?.questions.find(({ name }) => name === value.question);
    if (!question)
      throw unknown(at, `a label of item ${value.item}, question ${value.question}`, 'one of items.jsonl');
    if (!question.choices.some((choice) => choice.value === value.value))
      throw unknown(
        at,
        `the label ${value.value}`,
        `one of ${question.choices.map((choice) => choice.value).join(', ')}`,
      );
    return value;
  });
};

const mustDiffer = <T>(
  at: ErrorLocation,
  what: string,
  all: readonly T[],
  nameOf: (each: T) => string,
): void => {
  const names = all.map(nameOf);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw repeated(at, `${what} ${twice}`);
};

const repeated = ({ file, line }: ErrorLocation, what: string): InputError =>
  new InputError({
    at: { file, ...defined({ line }) },
    found: `${what} a second time`,
    fix: 'give each a name of its own',
  });

const unknown = ({ file, line }: ErrorLocation, found: string, expected: string): InputError =>
  new InputError({ at: { file, ...defined({ line }) }, found, expected, fix: 'correct the item' });
