import { createHash } from 'node:crypto';
import {
  type Corpus,
  type DocId,
  docId,
  mustSucceed,
  queryId,
  shuffled,
  type Tools,
} from '../../../core/index.js';
import { wordHashes } from '../../../evaluation/overlap/index.js';
import { quantile } from '../../../evaluation/statistics/index.js';
import type { LeakagePart } from '../../../experiment/record/index.js';
import { excerpt } from '../excerpt.js';
import type { VectorSpace } from '../reasoning/options.js';
import {
  type CollectionText,
  rolesOf,
  type TextCollection,
  type TextRole,
  textsAt,
  textsOf,
} from './collection.js';
import type { SettledLeakage } from './settings.js';

type Search = Awaited<ReturnType<Awaited<ReturnType<VectorSpace['retriever']>>['open']>>;

/** Answers are too short for vectors to tell them apart. */
const COMPARED: readonly TextRole[] = ['queries', 'documents', 'texts'];
/** Texts that the threshold is measured with. */
const MEASURED = 200;
const NEAREST = 10;
const AT_ONCE = 64;

/**
 * Texts here that mean the same as a text of another collection, by the vectors of an embedder. Cosines of embedders have no common scale. So the threshold is
 * measured: nine of ten texts here are as near to their own copy with every fifth word left out.
 */
export const vectorLeaks = async (
  here: TextCollection,
  others: readonly TextCollection[],
  space: VectorSpace,
  settings: SettledLeakage,
  tools: Tools,
): Promise<readonly (readonly LeakagePart[])[]> => {
  const parts = others.map((): LeakagePart[] => []);
  for (const role of rolesOf(here).filter((each) => COMPARED.includes(each))) {
    const corpus = await corpusOfTexts(here, role, settings.fewestWords);
    if (corpus.places.length === 0) continue;
    const retriever = await space.retriever(NEAREST);
    try {
      const search = await retriever.open(corpus, tools);
      const scale = await measuredScale(here, role, corpus.places, search, settings.seed);
      for (const [i, there] of others.entries())
        for (const thereRole of rolesOf(there).filter((each) => COMPARED.includes(each))) {
          const found = await nearestThere(there, thereRole, search, `by ${space.name}`, tools);
          if (found.texts === 0) continue;
          const near = [...found.best].filter(([, { share }]) => share >= scale.threshold);
          parts[i]!.push({
            name: `${role} in ${thereRole} by ${space.name}`,
            rule: 'vectors',
            definition: definitionOf(space.name, role, thereRole, scale),
            found: near.length,
            of: corpus.places.length,
            examples: await examplesOf(here, role, there, thereRole, near, settings.examples),
          });
        }
      mustSucceed(retriever.name, search.facts);
    } finally {
      await retriever.close?.();
    }
  }
  return parts;
};

interface TextCorpus extends Corpus {
  /** The places of the texts that are long enough; a text's id is its place. */
  readonly places: readonly number[];
}

const corpusOfTexts = async (
  here: TextCollection,
  role: TextRole,
  fewestWords: number,
): Promise<TextCorpus> => {
  const hash = createHash('sha256');
  const places: number[] = [];
  let place = 0;
  for await (const { text } of textsOf(here, role)) {
    if (wordHashes(text).length >= fewestWords) {
      places.push(place);
      hash.update(`${place}\n${text}\n`);
    }
    place += 1;
  }
  const wanted = new Set(places);
  return {
    key: `texts:${hash.digest('hex')}`,
    places,
    async *rows() {
      let at = 0;
      for await (const { text } of textsOf(here, role)) {
        if (wanted.has(at)) yield [{ id: docId(`${at}`), text }];
        at += 1;
      }
    },
  };
};

interface Scale {
  readonly threshold: number;
  /** The share of texts here that are as near to another text here: what is found by chance. */
  readonly alike: number;
}

const measuredScale = async (
  here: TextCollection,
  role: TextRole,
  places: readonly number[],
  search: Search,
  seed: number,
): Promise<Scale> => {
  const sample = await textsAt(here, role, new Set(shuffled(places, seed).slice(0, MEASURED)));
  const own: number[] = [];
  const nearest: number[] = [];
  for (const batch of batches([...sample])) {
    const copies = batch.map(([place, { text }]) => ({ id: queryId(`${place}`), text: thinned(text) }));
    for (const [i, { hits }] of (await search.run(copies)).entries()) {
      const id = `${batch[i]![0]}` as DocId;
      own.push(hits.find((hit) => hit.docId === id)?.score ?? hits.at(-1)?.score ?? 0);
      nearest.push(hits.find((hit) => hit.docId !== id)?.score ?? Number.NEGATIVE_INFINITY);
    }
  }
  const threshold = quantile(Float64Array.from(own).sort(), 0.1);
  return { threshold, alike: nearest.filter((score) => score >= threshold).length / nearest.length };
};

/** Every fifth word left out; every fifth character of a text without spaces. */
const thinned = (text: string): string => {
  const pieces = text.split(/\s+/);
  const isSpaced = pieces.length >= 5;
  return (isSpaced ? pieces : [...text]).filter((_, i) => i % 5 !== 4).join(isSpaced ? ' ' : '');
};

interface Nearest {
  readonly there: number;
  readonly share: number;
}

/** By the place of a text here: the text there that is nearest to it. */
const nearestThere = async (
  there: TextCollection,
  role: TextRole,
  search: Search,
  how: string,
  tools: Tools,
) => {
  const best = new Map<number, Nearest>();
  let texts = 0;
  const progress = tools.progress(`${there.name}: searching ${role} ${how}`);
  const look = async (batch: readonly CollectionText[]): Promise<void> => {
    tools.signal.throwIfAborted();
    const asked = batch.map(({ text }, i) => ({ id: queryId(`${texts + i}`), text }));
    for (const [i, { hits }] of (await search.run(asked)).entries())
      for (const { docId: id, score } of hits)
        if (score > (best.get(Number(id))?.share ?? Number.NEGATIVE_INFINITY))
          best.set(Number(id), { there: texts + i, share: score });
    texts += batch.length;
    progress.advance(batch.length);
  };
  try {
    let batch: CollectionText[] = [];
    for await (const text of textsOf(there, role)) {
      batch.push(text);
      if (batch.length < AT_ONCE) continue;
      await look(batch);
      batch = [];
    }
    if (batch.length > 0) await look(batch);
  } finally {
    progress.done();
  }
  return { texts, best };
};

const examplesOf = async (
  here: TextCollection,
  role: TextRole,
  there: TextCollection,
  thereRole: TextRole,
  near: readonly (readonly [number, Nearest])[],
  most: number,
): Promise<LeakagePart['examples']> => {
  const shown = near.toSorted(([a, x], [b, y]) => y.share - x.share || a - b).slice(0, most);
  const own = await textsAt(here, role, new Set(shown.map(([place]) => place)));
  const theirs = await textsAt(there, thereRole, new Set(shown.map(([, { there: place }]) => place)));
  return shown.map(([place, { there: other, share }]) => ({
    here: own.get(place)!.id,
    there: theirs.get(other)!.id,
    share,
    text: excerpt(theirs.get(other)!.text),
  }));
};

const definitionOf = (space: string, role: TextRole, there: TextRole, { threshold, alike }: Scale): string =>
  `${role} with a score of ${threshold.toFixed(3)} or more in ${space} with one of its ${there}: nine of ten ${role} are as near to their own ` +
  `copy with every fifth word left out. By chance: ${(100 * alike).toFixed(1)} % of the ${role} are as near to another of this task`;

function* batches<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}
