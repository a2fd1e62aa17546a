import type { CSSProperties } from 'react';
import type { Match } from '../../../../experiment/record/index.js';

interface MarkedTextProps {
  text: string;
  /** In order, without overlaps. */
  matches: readonly Match[];
  from?: number;
  to?: number;
}

/** A text, or a stretch of it, with the places marked that a score rests on. It stays text, whatever it holds. */
export const MarkedText = ({ text, matches, from = 0, to = text.length }: MarkedTextProps) => {
  const shown = matches.filter(({ range }) => range[0] >= from && range[1] <= to);
  return (
    <bdi>
      {from > 0 && '… '}
      {shown.map(({ range, part, strength }, i) => (
        <span key={range[0]}>
          {text.slice(shown[i - 1]?.range[1] ?? from, range[0])}
          <mark style={{ '--strength': strength } as CSSProperties} title={part}>
            {text.slice(range[0], range[1])}
          </mark>
        </span>
      ))}
      {text.slice(shown.at(-1)?.range[1] ?? from, to)}
      {to < text.length && ' …'}
    </bdi>
  );
};
