import { z } from 'zod';
import { once } from '../../core/index.js';
import { packageData } from '../../platform/node/index.js';
import type { ModelFacts } from '../record/index.js';

const entrySchema = () =>
  z.object({
    name: z.string(),
    model: z.string(),
    parameters: z.int().nullish(),
    dimensions: z.int().optional(),
    licence: z.string().optional(),
    trainedOn: z.array(z.string()).optional(),
    backends: z.array(z.object({ via: z.string() })).optional(),
    ways: z.array(z.object({ via: z.string() })).optional(),
  });

type Entry = z.infer<ReturnType<typeof entrySchema>>;

/** Looks a model up by its id, the last part of its id, or its name in a registry, in any case of letters. */
export const modelFacts = once((): ((model: string) => ModelFacts) => {
  const byName = new Map<string, Entry>();
  const Entry = entrySchema();
  const registries = [
    packageData('models.json', z.object({ models: z.array(Entry) })).models,
    packageData('rerankers.json', z.object({ rerankers: z.array(Entry) })).rerankers,
    packageData('llms.json', z.object({ llms: z.array(Entry) })).llms,
  ];
  for (const entry of registries.flat())
    for (const name of [entry.name, entry.model, lastPart(entry.model)])
      if (!byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), entry);
  return (model) => {
    const entry = byName.get(model.toLowerCase()) ?? byName.get(lastPart(model).toLowerCase());
    const openWeights = isOpen(model, entry);
    const parameters = entry?.parameters ?? (entry && sizeInName(entry));
    return {
      ...(parameters && { parameters }),
      ...(entry?.dimensions && { dimensions: entry.dimensions }),
      ...(openWeights !== undefined && { openWeights }),
      ...(entry?.licence && { licences: [entry.licence] }),
      ...(entry?.trainedOn && { trainedOn: entry.trainedOn }),
    };
  };
});

/** What is known of the terms and the training data of several models together. */
export const joinedFacts = (facts: readonly ModelFacts[]): Pick<ModelFacts, 'licences' | 'trainedOn'> => {
  const all = (key: 'licences' | 'trainedOn') => [...new Set(facts.flatMap((each) => each[key] ?? []))];
  const [licences, trainedOn] = [all('licences'), all('trainedOn')];
  return { ...(licences.length > 0 && { licences }), ...(trainedOn.length > 0 && { trainedOn }) };
};

/** The largest of a system's models, LLMs included. Unknown as soon as the size of one is; BM25 has no size, and needs none. */
export const largestOf = (
  models: readonly string[],
  facts: (model: string) => ModelFacts,
): number | undefined => {
  const sizes = models.filter((model) => !/^bm25\b/i.test(model)).map((model) => facts(model).parameters);
  const known = sizes.flatMap((size) => size ?? []);
  return known.length > 0 && known.length === sizes.length ? Math.max(...known) : undefined;
};

/** Open models are called after their size: 7 billion of Qwen/Qwen2.5-7B-Instruct. */
const sizeInName = ({ model }: Entry): number | undefined => {
  const [, billions] = model.includes('/') ? (/[-_](\d+(?:\.\d+)?)b(?:[-_]|$)/i.exec(model) ?? []) : [];
  return billions === undefined ? undefined : Math.round(Number(billions) * 1e9);
};

const lastPart = (model: string): string => model.slice(model.lastIndexOf('/') + 1);

/** An id with an owner is one of the hub; what only a service offers has no weights to be had; BM25 needs none. */
const isOpen = (model: string, entry: Entry | undefined): boolean | undefined => {
  if (/^[\w.-]+\/[\w.-]+$/.test(model) || /^bm25\b/i.test(model)) return true;
  if (!entry) return undefined;
  return entry.model.includes('/') || [...(entry.backends ?? []), ...(entry.ways ?? [])].some(isLocal);
};

const isLocal = ({ via }: { readonly via: string }): boolean => via !== 'service';
