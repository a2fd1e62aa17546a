import { z } from 'zod';
import { lookup, once, own } from '../../core/index.js';
import { packageData } from '../../platform/node/index.js';

/** A file of `data/` with entries that are found by name. */
export interface Registry<Content, Entry> {
  content(): Content;
  entries(): Readonly<Record<string, Entry>>;
  /** The entry of a name or of a hub id, whatever its case; undefined where there is none. */
  find(name: string): Entry | undefined;
  /** The same, which must be there. */
  entry(name: string): Entry;
}

/** An entry by its own name and that of the model on the hub or at its service. */
interface Named {
  readonly name: string;
  readonly model: string;
  /** Where queries have an encoder of their own. */
  readonly queryModel?: string | undefined;
}

/** A model of the hub: `ORG/NAME`. */
export const isHubId = (name: string): boolean => /^\w[\w.-]*\/\w[\w.-]*$/.test(name);

/** The entry of a hub id, whatever its case. */
const ofHubId = <Entry extends Named>(entries: readonly Entry[], id: string): Entry | undefined => {
  const wanted = id.toLowerCase();
  const is = (model: string | undefined): boolean => model?.toLowerCase() === wanted;
  return isHubId(id) ? entries.find(({ model, queryModel }) => is(model) || is(queryModel)) : undefined;
};

/** What people call the models of entries besides their names: the last part of the id. */
export const idsOf =
  (entries: Readonly<Record<string, Named>>) =>
  (name: string): readonly string[] => {
    const id = own(entries, name)?.model.split('/').at(-1);
    return id ? [id] : [];
  };

/** Reads the file when it is first needed. `kind`: what an error calls an entry. */
export const registryIn = <Content, Entry extends Named>(
  path: string,
  schema: () => { parse(value: unknown): Content },
  kind: string,
  entriesIn: (content: Content) => readonly Entry[],
): Registry<Content, Entry> => {
  const content = once(() => packageData(path, schema()));
  const entries = once(() => Object.fromEntries(entriesIn(content()).map((entry) => [entry.name, entry])));
  const find = (name: string): Entry | undefined =>
    own(entries(), name.toLowerCase()) ?? ofHubId(Object.values(entries()), name);
  return {
    content,
    entries,
    find,
    entry: (name) => find(name) ?? lookup(kind, entries(), name, { also: idsOf(entries()) }),
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
    /** A model that only its own code runs; `home`: where that is. */
    OwnCode: z.strictObject({ via: z.literal('code'), home: Sentence }),
    /** What decides whether a model may be used, and whether it has seen a task; absent where it is not known. */
    about: {
      /** As the model's card calls it, in lower case: apache-2.0, cc-by-nc-4.0; `other` for one of its own. */
      licence: z
        .string()
        .regex(/^[a-z0-9.-]+$/)
        .optional(),
      /** First day on the hub or at the service. */
      released: z.iso.date().optional(),
      /** The model that it was made from. */
      base: Sentence.optional(),
      /** Datasets that it was trained on, as far as they are known. */
      trainedOn: z.array(Sentence).min(1).optional(),
    },
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
