import { InputError, WorkError } from '../../../core/index.js';
import { sharedTokens, shingles, words } from '../../../evaluation/overlap/index.js';
import type { LeakagePart, LeakageReport, LeakedPair } from '../../../experiment/record/index.js';
import { excerpt } from '../excerpt.js';
import { type CollectionText, rolesOf, type TextCollection, type TextRole, textsAt } from './collection.js';
import {
  type Found,
  type FoundTexts,
  type LeakageIndex,
  type LeakageWatch,
  leakageIndex,
} from './leakage-index.js';
import { type LeakageOptions, type SettledLeakage, settledLeakage } from './settings.js';
import { sharedText } from './shared-text.js';

/**
 * What a collection shares with others: for each role of its texts against each role there, how many are there word for
 * word, nearly so (MinHash, verified), by runs of words (n-grams) in either direction, or with words changed, with the pairs and the text they share. The
 * collection is indexed once; the others are streamed, twice if something is found, and may have any size.
 */
export const findLeakage = async (
  here: TextCollection,
  others: readonly TextCollection[],
  options: LeakageOptions = {},
  watch?: LeakageWatch,
): Promise<readonly LeakageReport[]> => {
  const settings = settledLeakage(options);
  const index = await leakageIndex(here, settings, watch);
  const isThere = rolesOf(here).some((role) => index.count(role) > 0);
  mustHaveTexts(here, isThere);
  const reports: LeakageReport[] = [];
  for (const there of others) reports.push(await reportOn(here, index, there, settings));
  return reports;
};

type Rule = 'exact' | 'near-duplicate' | 'n-gram' | 'holds' | 'reworded';

interface Figure {
  readonly here: TextRole;
  readonly there: TextRole;
  readonly rule: Rule;
  readonly of: number;
  readonly found: readonly Found[];
}

const reportOn = async (
  here: TextCollection,
  index: LeakageIndex,
  there: TextCollection,
  settings: SettledLeakage,
): Promise<LeakageReport> => {
  const figures: Figure[] = [];
  const notes = [...(there.notes ?? [])];
  let texts = 0;
  for (const role of rolesOf(there)) {
    const found = await index.against(there, role);
    // Nothing is found in nothing: no figure says 0 of it.
    if (found.texts === 0) continue;
    texts += found.texts;
    if (found.limited > 0)
      notes.push(`${found.limited} of its ${role} had too many candidates: near-duplicates may be missing`);
    figures.push(
      ...found.roles.filter((each) => isAsked(each.role, role)).flatMap((each) => figuresOf(each, role)),
    );
  }
  mustHaveTexts(there, texts > 0);
  const parts = await partsOf(here, there, figures, settings);
  return { with: there.name, texts, parts, notes: [...sameCollection(there.name, figures), ...notes] };
};

/** Whether a document occurs in an answer is no question. */
const isAsked = (here: TextRole, there: TextRole): boolean => there !== 'answers' || here === 'answers';

const figuresOf = ({ role, looked, ...found }: FoundTexts, there: TextRole): readonly Figure[] => {
  const byRule: Readonly<Record<Rule, readonly Found[]>> = {
    exact: found.exact,
    'near-duplicate': found.near,
    'n-gram': found.runs,
    holds: found.holds,
    reworded: found.reworded,
  };
  return looked === 0
    ? []
    : (Object.keys(byRule) as Rule[]).map((rule) => ({
        here: role,
        there,
        rule,
        of: looked,
        found: byRule[rule],
      }));
};

const partsOf = async (
  here: TextCollection,
  there: TextCollection,
  figures: readonly Figure[],
  settings: SettledLeakage,
): Promise<readonly LeakagePart[]> => {
  const shown = figures.map((figure) => ({ figure, found: examplesOf(figure.found, settings.examples) }));
  const textsOfRoles = async (collection: TextCollection, side: 'here' | 'there') => {
    const byRole = new Map<TextRole, ReadonlyMap<number, CollectionText>>();
    for (const role of rolesOf(collection)) {
      const places = shown
        .filter(({ figure }) => figure[side] === role)
        .flatMap(({ found }) => found.map((each) => each[side]));
      byRole.set(role, await textsAt(collection, role, new Set(places)));
    }
    return byRole;
  };
  const hereTexts = await textsOfRoles(here, 'here');
  const thereTexts = await textsOfRoles(there, 'there');
  return shown.map(({ figure, found }) => ({
    name: `${figure.here} ${figure.rule === 'holds' ? 'that hold' : 'in'} ${figure.there}`,
    rule: figure.rule,
    definition: definitionOf(figure, settings),
    found: figure.found.length,
    of: figure.of,
    examples: found.map((each) =>
      leakedPair(
        figure.rule,
        each.share,
        mustBeThere(here, hereTexts.get(figure.here)?.get(each.here)),
        mustBeThere(there, thereTexts.get(figure.there)?.get(each.there)),
        settings,
      ),
    ),
  }));
};

/** What only this rule found comes first, then the highest share, then the order of the texts; a repeated text comes once. */
const examplesOf = (found: readonly Found[], most: number): readonly Found[] => {
  const order = (a: Found, b: Found): number =>
    Number(a.alsoStricter) - Number(b.alsoStricter) || b.share - a.share || a.here - b.here;
  const shown = new Map<number, Found>();
  for (const each of [...found].sort(order)) {
    if (shown.size === most) break;
    if (!shown.has(each.text)) shown.set(each.text, each);
  }
  return [...shown.values()];
};

/** The pair with the text it shares; that it does is seen in the texts themselves. */
const leakedPair = (
  rule: Rule,
  share: number,
  here: CollectionText,
  there: CollectionText,
  { shingleWords, runWords }: SettledLeakage,
): LeakedPair => {
  const isLong = rule === 'n-gram' || rule === 'holds';
  const runs = Math.min(isLong ? runWords : shingleWords, words(here.text).length);
  const isShared =
    rule === 'exact'
      ? words(here.text).join(' ') === words(there.text).join(' ')
      : sharedTokens(shingles(here.text, runs), shingles(there.text, runs)).length > 0;
  if (!isShared)
    throw new WorkError(
      `"${here.id}" or "${there.id}" is another text than when it was read first`,
      'call again when the files are complete',
    );
  const text = rule === 'exact' ? excerpt(here.text) : sharedText(here.text, there.text);
  return { here: here.id, there: there.id, share, text };
};

const definitionOf = ({ here, there, rule }: Figure, settings: SettledLeakage): string => {
  const { runWords, stockTexts, share, fewestWords, shingleWords, threshold } = settings;
  const what = {
    exact: `${here} with the same words as one of its ${there}: case, punctuation and spaces aside`,
    'near-duplicate':
      `${here} whose sets of ${shingleWords}-word shingles have a Jaccard of ${threshold} or more with those of ` +
      `one of its ${there}; the same words included`,
    'n-gram':
      `${here} of whose runs of ${runWords} words ${percent(share)} or more occur in one of its ${there}; a text with fewer words ` +
      `is one run, and runs that more than ${stockTexts} texts have do not count`,
    holds:
      `${here} in which ${percent(settings.heldShare)} or more of the runs of ${runWords} words of one of its ${there} occur: it may be a small ` +
      `part of them; runs that more than ${stockTexts} texts have do not count`,
    reworded:
      `${here} that share ${settings.rewordedRuns} runs of ${shingleWords} words or more with one of its ${there}, and ` +
      `${percent(settings.rewordedShare)} or more of the runs of one of both; runs that more than ${stockTexts} texts have do not count`,
  }[rule];
  const isShortToo = here === 'answers' && there === 'answers';
  return isShortToo ? what : `${what}. Of ${here} with ${fewestWords} words or more`;
};

const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** Half of the queries or documents is more than what two collections share by chance. */
const sameCollection = (name: string, figures: readonly Figure[]): readonly string[] =>
  figures
    .filter(({ here, there, rule }) => here === there && here !== 'answers' && rule === 'near-duplicate')
    .filter(({ found, of }) => found.length >= of / 2)
    .map(({ here, found, of }) => {
      const same = found.filter(({ alsoStricter }) => alsoStricter).length;
      return (
        `${found.length} of ${of} ${here} (${percent(found.length / of)}) are in ${name}, ${same} of them word for word: ` +
        'the two may be one collection under two names'
      );
    });

const mustHaveTexts = ({ name }: TextCollection, has: boolean): void => {
  if (!has)
    throw new InputError({
      found: `no text in ${name}`,
      expected: 'queries, documents, answers or other texts',
      fix: 'check that this is the collection you mean',
    });
};

const mustBeThere = ({ name }: TextCollection, text: CollectionText | undefined): CollectionText => {
  if (text) return text;
  throw new WorkError(
    `${name} has fewer texts than when it was read first`,
    'call again when its files are complete',
  );
};
