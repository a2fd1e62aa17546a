import { readFileSync } from 'node:fs';
import { findPersonalData, type PersonalDataFinding } from '../../src/benchmarks/personal-data/index.js';

/** A sentence with the identifiers that were planted in it. */
export interface Sentence {
  readonly text: string;
  readonly planted: readonly Planted[];
}

export interface Planted {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const FILES = {
  written: ['../fixtures/personal-data/development.txt'],
  development: [
    '../fixtures/personal-data/development.txt',
    '../golden/personal-data/first-draw.txt',
    '../golden/personal-data/second-draw.txt',
    '../golden/personal-data/third-draw.txt',
  ],
  'held-out': ['../golden/personal-data/held-out.txt'],
} as const;

/** The sentences of a set: one a line, identifiers as {{kind|text}}. */
export const sentencesOf = (set: keyof typeof FILES): readonly Sentence[] =>
  FILES[set]
    .flatMap((file) => readFileSync(new URL(file, import.meta.url), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map(sentenceOf);

const sentenceOf = (line: string): Sentence => {
  const planted: Planted[] = [];
  let text = '';
  let done = 0;
  for (const { 0: mark, 1: kind, 2: identifier, index } of line.matchAll(/\{\{([a-z-]+)\|([^}]+)\}\}/g)) {
    text += line.slice(done, index);
    planted.push({
      kind: kind!,
      start: text.length,
      end: text.length + identifier!.length,
      text: identifier!,
    });
    text += identifier!;
    done = index + mark.length;
  }
  return { text: text + line.slice(done), planted };
};

/** How many identifiers of a kind were planted and found, and how many findings of the kind are right. */
export interface KindCounts {
  planted: number;
  /** Covered whole by findings of the same kind. */
  found: number;
  /** Touched by a finding of any kind, so that the text is held back. */
  caught: number;
  findings: number;
  /** Findings that touch a planted identifier. */
  right: number;
}

export interface Measured {
  readonly kinds: ReadonlyMap<string, KindCounts>;
  readonly missed: readonly { readonly sentence: string; readonly planted: Planted }[];
  readonly wrong: readonly { readonly sentence: string; readonly finding: PersonalDataFinding }[];
  /** Sentences without identifiers, and those of them with a finding. */
  readonly clean: number;
  readonly flagged: number;
}

const touch = (a: Planted, b: Planted): boolean => a.start < b.end && b.start < a.end;

export const measured = (sentences: readonly Sentence[]): Measured => {
  const kinds = new Map<string, KindCounts>();
  const of = (kind: string): KindCounts => {
    const counts = kinds.get(kind) ?? { planted: 0, found: 0, caught: 0, findings: 0, right: 0 };
    kinds.set(kind, counts);
    return counts;
  };
  const missed: { sentence: string; planted: Planted }[] = [];
  const wrong: { sentence: string; finding: PersonalDataFinding }[] = [];
  let clean = 0;
  let flagged = 0;
  for (const { text, planted } of sentences) {
    const findings = findPersonalData(text);
    if (planted.length === 0) clean += 1;
    if (planted.length === 0 && findings.length > 0) flagged += 1;
    for (const one of planted) {
      const counts = of(one.kind);
      const touching = findings.filter((finding) => touch(finding, one));
      const whole = touching.some(
        ({ kind, start, end }) => kind === one.kind && start <= one.start && end >= one.end,
      );
      counts.planted += 1;
      if (whole) counts.found += 1;
      else missed.push({ sentence: text, planted: one });
      if (touching.length > 0) counts.caught += 1;
    }
    for (const finding of findings) {
      const counts = of(finding.kind);
      const right = planted.some((one) => touch(finding, one));
      counts.findings += 1;
      if (right) counts.right += 1;
      else wrong.push({ sentence: text, finding });
    }
  }
  return { kinds, missed, wrong, clean, flagged };
};
