import { shareOfAlike, shortcutCheck } from '../validity/shortcut-check.js';

/** What a text looks like, whatever it says: as shares of its characters, since length has a check of its own. */
const LOOKS: Readonly<Record<string, RegExp>> = {
  capitals: /\p{Lu}/gu,
  digits: /\d/g,
  'punctuation marks': /\p{P}/gu,
  'line ends': /\n/g,
  'double spaces': / {2}/g,
  'characters beyond ASCII': /[^\0-\x7f]/g,
};
const LOOKED_AT = 2000;

export const revealingForm = shortcutCheck(
  {
    name: 'revealing-form',
    title: 'Form of texts that reveals relevance',
    what: `what texts look like in their first ${LOOKED_AT.toLocaleString('en')} characters, by the share of ${Object.keys(LOOKS).join(', ')}, by their first word or by their last character,`,
    fix: 'Write, cut and clean relevant and other documents in the same way, or take both from the same source.',
  },
  () => {
    const shares = Object.keys(LOOKS).map((): number[] => []);
    const words: string[] = [];
    const ends: string[] = [];
    return {
      row: ({ text }) => {
        const looked = text.slice(0, LOOKED_AT).trim();
        for (const [i, sign] of Object.values(LOOKS).entries())
          shares[i]!.push((looked.match(sign)?.length ?? 0) / Math.max(looked.length, 1));
        words.push(/^\S{0,40}/.exec(looked)![0]);
        // Which letter it is belongs to what a text says.
        ends.push(text.trimEnd().slice(-1).replace(/\p{L}/u, 'a').replace(/\d/, '1'));
      },
      orders: (_, wanted) => [
        ...Object.keys(LOOKS).map((sign, i) => ({
          values: shares[i]!,
          ends: [`few ${sign}`, `many ${sign}`] as const,
        })),
        { values: shareOfAlike(words, wanted), ends: [undefined, 'by their first word'] as const },
        { values: shareOfAlike(ends, wanted), ends: [undefined, 'by their last character'] as const },
      ],
    };
  },
);
