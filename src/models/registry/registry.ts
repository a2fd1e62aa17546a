import { z } from 'zod';
import { lookup, once, own } from '../../core/index.js';
import { packageData } from '../../platform/node/index.js';

/** A file of `data/` with entries that are found by name. */
export interface Registry<Content, Entry> {
  content(): Content;
  entries(): Readonly<Record<string, Entry>>;
  /** The entry of a name, whatever its case. */
  entry(name: string): Entry;
}

/** Reads the file when it is first needed. `kind`: what an error calls an entry. */
export const registryIn = <Content, Entry extends { readonly name: string }>(
  path: string,
  schema: () => { parse(value: unknown): Content },
  kind: string,
  entriesIn: (content: Content) => readonly Entry[],
): Registry<Content, Entry> => {
  const content = once(() => packageData(path, schema()));
  const entries = once(() => Object.fromEntries(entriesIn(content()).map((entry) => [entry.name, entry])));
  return {
    content,
    entries,
    entry: (name) => own(entries(), name.toLowerCase()) ?? lookup(kind, entries(), name),
  };
};

/** What schemas of entries are made of. Made when a file is read: a schema takes longer to make than most commands need to start. */
export const entryParts = () => {
  const Count = z.int().positive();
  const Sentence = z.string().min(1);
  return {
    Count,
    Sentence,
    Name: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
    Revision: z.string().regex(/^[0-9a-f]{40}$/),
    /** A file the hub has, or the lines that export one. */
    OnnxFile: z.strictObject({ via: z.literal('onnx'), repository: z.string(), file: z.string() }),
    OnnxExport: z.strictObject({ via: z.literal('onnx'), export: z.array(Sentence).min(1) }),
    /** Environment variable that holds the key of a service; the key itself is only ever in the environment. */
    KeyVariable: z.string().regex(/^[A-Z_]+$/),
    /** The end of every entry. */
    sources: {
      source: Sentence,
      notes: z.array(Sentence).default([]),
      /** Fields of this entry that no source confirms, as paths; a back end is named by its `via` or its service. */
      unconfirmed: z.array(z.string()).default([]),
    },
  };
};

/** The exact strings around a text: `{text}` of a template is the text, `{instruction}` the instruction. */
export const aroundText = (
  template: string,
  instruction: string,
): { readonly prefix: string; readonly suffix: string } => {
  const [prefix = '', suffix = ''] = template
    .split('{text}')
    .map((part) => part.split('{instruction}').join(instruction));
  return { prefix, suffix };
};
