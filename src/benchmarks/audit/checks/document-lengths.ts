import { type Check, tally } from '../check.js';
import { lengthText, OUTLIER_RULE, TOO_FEW, usualLengths } from '../length-outliers.js';

export const documentLengths: Check = {
  name: 'document-lengths',
  title: 'Documents of unusual length',
  definition: `Documents whose length is an outlier: ${OUTLIER_RULE}.`,
  severity: 'note',
  unit: 'documents',
  fix: 'Check that they were split, or read, as the others were.',
  start: (_, most) => {
    const lengths: number[] = [];
    return {
      row: ({ text }) => {
        lengths.push(text.trim().length);
      },
      finish: ({ ids }) => {
        const usual = usualLengths(lengths.filter((length) => length > 0));
        if (!usual) return { notApplicable: TOO_FEW };
        const outliers = lengths
          .map((length, row) => ({ length, row }))
          .filter(({ length }) => length > 0 && (length < usual.shortest || length > usual.longest))
          .sort((a, b) => b.length - a.length || a.row - b.row);
        const found = tally(most);
        for (const { length, row } of outliers)
          found.add({ documents: [ids[row]!], detail: lengthText(length, usual) });
        return found.of(ids.length);
      },
    };
  },
};
