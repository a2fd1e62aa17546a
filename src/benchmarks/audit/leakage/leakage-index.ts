import type { Tools } from '../../../core/index.js';
import { nearDuplicateIndex, runIndex, wordHashes } from '../../../evaluation/overlap/index.js';
import { type CollectionText, rolesOf, type TextCollection, type TextRole, textsOf } from './collection.js';
import type { SettledLeakage } from './settings.js';

/** A text that was found, and where; places count from 0 within the texts of a role. */
export interface Found {
  readonly here: number;
  readonly there: number;
  /** Equal for texts here with the same words. */
  readonly text: number;
  /** Jaccard, or the share of runs of words. */
  readonly share: number;
  /** Whether a stricter rule found it too: as an example it says less of this one. */
  readonly alsoStricter: boolean;
}

/** What was found of the texts of one role, by each rule. */
export interface FoundTexts {
  readonly role: TextRole;
  /** How many texts were long enough to be looked for. */
  readonly looked: number;
  readonly exact: readonly Found[];
  readonly near: readonly Found[];
  readonly runs: readonly Found[];
  readonly holds: readonly Found[];
  readonly reworded: readonly Found[];
}

export type LeakageIndex = Awaited<ReturnType<typeof leakageIndex>>;

/** Who waits for it, and may stop it. */
export type LeakageWatch = Pick<Tools, 'progress' | 'signal'>;

/** Texts that are counted for the person who waits, until it is stopped. */
async function* watched(
  label: string,
  texts: AsyncIterable<CollectionText>,
  watch?: LeakageWatch,
): AsyncGenerator<CollectionText> {
  const progress = watch?.progress(label);
  try {
    for await (const text of texts) {
      watch?.signal.throwIfAborted();
      progress?.advance();
      yield text;
    }
  } finally {
    progress?.done();
  }
}

const NO_WORDS = new Uint32Array(0);

/** Reads a collection once. Memory is that of `nearDuplicateIndex` and `runIndex`: no text is held. */
export const leakageIndex = async (here: TextCollection, settings: SettledLeakage, watch?: LeakageWatch) => {
  const near = nearDuplicateIndex({
    words: settings.shingleWords,
    threshold: settings.threshold,
    seed: settings.seed,
  });
  const runs = runIndex({
    words: settings.runWords,
    fewestWords: settings.fewestWords,
    mostTexts: settings.stockTexts,
  });
  const shortRuns = runIndex({
    words: settings.shingleWords,
    fewestWords: settings.fewestWords,
    mostTexts: settings.stockTexts,
  });
  const lengths: number[] = [];
  const spans = new Map<TextRole, { readonly from: number; readonly to: number }>();
  for (const role of rolesOf(here)) {
    const from = near.size;
    for await (const { text } of watched(`${here.name}: indexing ${role}`, textsOf(here, role), watch)) {
      const hashes = wordHashes(text);
      const row = near.add(hashes);
      const own = near.firstRow(row) === row ? hashes : NO_WORDS;
      runs.add(own);
      shortRuns.add(own);
      lengths.push(hashes.length);
    }
    spans.set(role, { from, to: near.size });
  }

  /** Looks for all texts in those of one role of another collection, which is streamed. */
  const against = async (there: TextCollection, thereRole: TextRole) => {
    const same = bestOf(near.size);
    const nearest = bestOf(near.size);
    const sharing = bestOf(near.size);
    const holding = bestOf(near.size);
    const rewording = bestOf(near.size);
    const limitedBefore = near.limited;
    const offerRuns = (hashes: Uint32Array, at: number): void => {
      for (const { text: row, share, shareThere } of runs.find(hashes)) {
        if (share >= settings.share) sharing.offer(row, share, at);
        if (shareThere >= settings.heldShare) holding.offer(row, shareThere, at);
      }
      for (const { text: row, share, shareThere, runs: count } of shortRuns.find(hashes)) {
        const most = Math.max(share, shareThere);
        if (count >= settings.rewordedRuns && most >= settings.rewordedShare) rewording.offer(row, most, at);
      }
    };
    let texts = 0;
    const label = `${there.name}: searching ${thereRole}`;
    for await (const { text } of watched(label, textsOf(there, thereRole), watch)) {
      const hashes = wordHashes(text);
      for (const { row, jaccard, sameWords } of near.find(hashes)) {
        if (sameWords) same.offer(row, 1, texts);
        nearest.offer(row, jaccard, texts);
      }
      if (hashes.length >= settings.fewestWords) offerRuns(hashes, texts);
      texts += 1;
    }
    const strictestFirst = [
      ['exact', same],
      ['near', nearest],
      ['runs', sharing],
      ['holds', holding],
      ['reworded', rewording],
    ] as const;
    const roles = [...spans].map(([role, { from, to }]): FoundTexts => {
      const found: Record<Exclude<keyof FoundTexts, 'role' | 'looked'>, Found[]> = {
        exact: [],
        near: [],
        runs: [],
        holds: [],
        reworded: [],
      };
      // A short answer is an answer all the same.
      const fewest = role === 'answers' && thereRole === 'answers' ? 1 : settings.fewestWords;
      let looked = 0;
      for (let row = from; row < to; row++) {
        if (lengths[row]! < fewest) continue;
        looked += 1;
        const first = near.firstRow(row);
        const own = { here: row - from, text: first };
        let alsoStricter = false;
        for (const [rule, best] of strictestFirst) {
          const at = best.at(first);
          if (!at) continue;
          found[rule].push({ ...own, ...at, alsoStricter });
          alsoStricter = true;
        }
      }
      return { role, looked, ...found };
    });
    // `limited`: texts there with more candidates than were compared.
    return { texts, roles, limited: near.limited - limitedBefore };
  };

  return {
    against,
    count: (role: TextRole): number => {
      const span = spans.get(role);
      return span ? span.to - span.from : 0;
    },
  };
};

/** By row: the text there that shares most with it, the first one of several. */
const bestOf = (rows: number) => {
  const shares = new Float64Array(rows);
  const places = new Uint32Array(rows);
  return {
    offer: (row: number, share: number, there: number): void => {
      if (share <= shares[row]!) return;
      shares[row] = share;
      places[row] = there;
    },
    at: (row: number) => (shares[row] === 0 ? undefined : { there: places[row]!, share: shares[row]! }),
  };
};
