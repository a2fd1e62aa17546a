import { blocksOf } from '../chunk/blocks.js';
import { sentencesIn } from '../chunk/sentences.js';
import type { Span } from '../chunk/span.js';
import type { FindLeaks, Leak } from './leaks.js';
import { tellingSections } from './sections.js';
import type { CasesSettings } from './settings.js';

/** How a diagnosis is hidden: words in the names of sections that are left out; a sentence that names it is left out, or the name is covered. */
export interface HideOptions extends Pick<CasesSettings, 'sections' | 'naming'> {
  readonly findLeaks: FindLeaks;
}

/** What stands for a covered name. */
const MASK = '[…]';

/** Leaves out sections that tell the diagnosis, then every sentence that names it, or covers the name. The rest stays word for word. */
export const hideDiagnosis = (text: string, { findLeaks, sections, naming }: HideOptions) => {
  const telling = tellingSections(text, sections);
  const rest = outside(text, telling);
  const spans = rest.flatMap((part) => sentencesOf(text, part));
  let sentencesCut = 0;
  let masked = 0;
  const shown: { readonly text: string; readonly before: string }[] = [];
  let last = 0;
  for (const { start, end } of spans) {
    const before = /\n\s*\n/.test(text.slice(last, start))
      ? '\n\n'
      : text.slice(last, start).includes('\n')
        ? '\n'
        : ' ';
    last = end;
    const sentence = text.slice(start, end);
    const leaks = findLeaks(sentence);
    if (leaks.length > 0 && naming === 'cut') {
      sentencesCut += 1;
      continue;
    }
    if (leaks.length > 0) masked += 1;
    shown.push({ text: covered(sentence, leaks), before });
  }
  return {
    text: shown.map((each, i) => (i === 0 ? each.text : `${each.before}${each.text}`)).join(''),
    sectionsCut: telling.length,
    sentencesCut,
    masked,
  };
};

const outside = (text: string, spans: readonly Span[]): readonly Span[] => {
  const parts: Span[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    if (start > from) parts.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  if (from < text.length) parts.push({ start: from, end: text.length });
  return parts;
};

const sentencesOf = (text: string, part: Span): readonly Span[] =>
  blocksOf(text.slice(part.start, part.end)).flatMap(({ start, end }) =>
    sentencesIn(text, { start: part.start + start, end: part.start + end }),
  );

const covered = (sentence: string, leaks: readonly Leak[]): string => {
  let shown = '';
  let from = 0;
  for (const { start, end } of [...leaks].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < from) continue;
    shown += `${sentence.slice(from, start)}${MASK}`;
    from = end;
  }
  return shown + sentence.slice(from);
};
