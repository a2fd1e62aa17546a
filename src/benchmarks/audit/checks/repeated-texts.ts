import { type Check, tally } from '../check.js';

export const repeatedTexts: Check = {
  name: 'repeated-texts',
  title: 'Repeated texts',
  definition:
    'Documents whose text is that of an earlier document with another id, character by character. Documents without text are left out.',
  severity: 'warning',
  unit: 'documents',
  fix: 'Keep one document per text, and judge that one: which of two equal documents ranks higher is chance.',
  start: (_, most) => {
    const empty = new Set<number>();
    return {
      row: ({ index, text }) => {
        if (text.trim() === '') empty.add(index);
      },
      finish: ({ ids, hashes }) => {
        const repeated = tally(most);
        const first = new Map<string, string>();
        for (const [row, id] of ids.entries()) {
          if (empty.has(row)) continue;
          const earlier = first.get(hashes[row]!);
          if (earlier === undefined) first.set(hashes[row]!, id);
          else if (earlier !== id) repeated.add({ documents: [id, earlier], detail: 'equal' });
        }
        return repeated.of(ids.length);
      },
    };
  },
};
