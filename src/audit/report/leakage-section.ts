import type { LeakageReport } from '../../record/index.js';
import { count, share } from './numbers.js';
import { list, rows, type Section, text } from './section.js';

/** What does it share with other collections? */
export const leakageSections = (leakage: readonly LeakageReport[]): readonly Section[] =>
  leakage.map(({ with: other, texts, parts, notes }) => {
    const found = parts.filter((part) => part.found > 0);
    return {
      heading: `Leakage: ${other}`,
      blocks: [
        text(
          found.length > 0
            ? `Compared with ${count(texts)} texts.`
            : `Nothing shared with ${count(texts)} texts, by ${[...new Set(parts.map(({ rule }) => rule))].join(', ')}.`,
        ),
        ...(found.length > 0
          ? [
              rows(
                ['found', 'share', 'rule', 'what'],
                found.map((part) => [
                  `${count(part.found)} of ${count(part.of)}`,
                  share(part.found, part.of),
                  part.rule,
                  `${part.name}; first: ${part.examples[0] ? `${part.examples[0].here} in ${part.examples[0].there}` : '–'}`,
                ]),
              ),
            ]
          : []),
        ...(notes.length > 0 ? [list(notes)] : []),
      ],
    };
  });
