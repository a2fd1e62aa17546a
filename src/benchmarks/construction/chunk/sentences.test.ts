import { describe, expect, it } from 'vitest';
import { sentencesIn } from './sentences.js';

const split = (text: string): readonly string[] =>
  sentencesIn(text, { start: 0, end: text.length }).map(({ start, end }) => text.slice(start, end));

const ONE = [
  'Dr. Weber saw the patient at 3 p.m. on Friday.',
  'Antibiotics (e.g. Ceftriaxone, i.v. Vancomycin) were given.',
  'See Fig. 3 and Figs. 4a vs. Table 2.',
  'Smith et al. Reported this first.',
  'A dose of 3.5 mg vs. 7.25 mg was compared, p < .05 in all.',
  'Cultures grew E. coli and S. Aureus.',
  'About 5.0–7.5 mmol/l, approx. 20 % of St. Thomas patients.',
  'She has no. 5 of the series.',
  'He took it b.i.d. Metformin was stopped then.',
  'The causes: 1. Trauma 2. Infection 3. Tumour were ruled out.',
  'J. A. Miller and R. I. Jones wrote it.',
  'Was it lupus? perhaps not.',
  'A girl (wt. 18 kg, see Fig. 2. Also ref. 3) was seen.',
  'Values ... and so on.',
];

const TWO: readonly (readonly [string, string])[] = [
  ['He weighed 70 kg.', 'Creatinine was normal.'],
  ['It was given i.v.', 'The fever fell.'],
  ['Levels of vitamin C.', 'They were low.'],
  ['He was in group 2.', 'Infection was frequent.'],
  ['Was it lupus?', 'It was not.'],
  ['He said "no."', 'She agreed.'],
  ['The answer was no.', 'He left.'],
  ['It is rare.[12, 14–16]', 'Others disagree.'],
  ['It was described by Smith et al.', 'The patient recovered.'],
  ['The sample was acid.', 'pH was 6.8.'],
  ['He was discharged.', '(He came back.)'],
  ['(He came back.)', 'He was ill.'],
  [`A bracket that (was never closed ${'and so on '.repeat(12)}ends here.`, 'Another begins.'],
  ['发热三天。', '咳嗽。'],
  ['It grew S. aureus.', '3 days later he died.'],
];

describe('sentences of a medical text', () => {
  it.each(ONE)('stay whole: %s', (text) => {
    expect(split(text)).toEqual([text]);
  });

  it.each(TWO)('are told apart: %s %s', (one, two) => {
    expect(split(`${one} ${two}`)).toEqual([one, two]);
  });

  it('are none in white space', () => {
    expect(split(' \n\t ')).toEqual([]);
  });
});
