import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedName, foldedWords } from './folded-words.js';
import { groupCases } from './group-cases.js';
import { hideDiagnosis } from './hide-diagnosis.js';
import { leakFinder, type SecretTerm, secretTerms } from './leaks.js';
import { TELLING_SECTIONS } from './sections.js';
import { TermEntry, termTable } from './terms.js';

const caseOf = (id: string, name: string, code?: string) => ({
  id,
  family: 'case' as const,
  origin: { source: 'reports', licence: 'CC0-1.0', id },
  text: `Case ${id}.`,
  diagnosis: { name, ...(code && { code }) },
  trail: [],
});
const term = (text: string, kind: SecretTerm['kind'] = 'name'): SecretTerm => ({ kind, text });
const found = (text: string, ...terms: readonly SecretTerm[]): readonly string[] =>
  leakFinder(terms)(text).map((leak) => leak.text);

describe('names of diseases', () => {
  it.each([
    ["Addison's disease", 'addison disease'],
    ['Addison’s Diseases', 'addison disease'],
    ['Guillain-Barré syndrome', 'guillain barre syndrome'],
    ['Iron-deficiency anaemia', 'iron deficiency anemia'],
    ['deep vein thromboses', 'deep vein thrombosis'],
    ['peripheral neuropathies', 'peripheral neuropathy'],
    ['β-thalassaemia', 'beta thalassemia'],
    ['Systemic lupus', 'systemic lupus'],
    ['ﬁbrosis of the lung', 'fibrosis of the lung'],
  ])('are compared in one form: %s', (name, folded) => {
    expect(foldedName(name)).toBe(folded);
  });

  it('keep their places in the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let at = 0;
        for (const { word, start, end } of foldedWords(text)) {
          expect(word).not.toBe('');
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          at = end;
        }
      }),
    );
  });
});

describe('a leak', () => {
  it.each([
    ['ADDISON’S DISEASE was found', "Addison's disease"],
    ['it was Addison\ndisease', 'Addison disease'],
    ['signs of pre-eclampsia', 'preeclampsia'],
    ['signs of preeclampsia', 'pre-eclampsia'],
    ['a Guillain–Barre syndrome', 'Guillain-Barré syndrome'],
    ['hypo-\nthyroidism', 'hypothyroidism'],
    ['hypo\u00adthyroidism', 'hypothyroidism'],
    ['go\u200but', 'gout'],
    ['two meningiomas', 'meningioma'],
    ['coded E27.1 today', 'E27.1'],
    ['haemophilia', 'Hemophilia'],
  ])('is found whatever the form: %s', (text, name) => {
    expect(found(text, term(name))).toHaveLength(1);
  });

  it.each([
    ['a goutweed salad', 'gout'],
    ['the heart. Failure to thrive', 'heart failure'],
    ['E27.10', 'E27.1'],
    ['5 ms later', 'xms'],
  ])('is whole words of one sentence: %s', (text, name) => {
    expect(found(text, term(name))).toEqual([]);
  });

  it('of an abbreviation is in capitals', () => {
    expect(found('within 5 ms', term('MS', 'abbreviation'))).toEqual([]);
    expect(found('known MS, two SLEs', term('MS', 'abbreviation'), term('SLE', 'abbreviation'))).toEqual([
      'MS',
      'SLEs',
    ]);
  });

  it('is found wherever the name is put, in any of its forms', () => {
    const names = ['Addison disease', 'Guillain-Barré syndrome', 'gout', 'non-Hodgkin lymphoma'];
    const forms: readonly ((name: string) => string)[] = [
      (name) => name,
      (name) => name.toUpperCase(),
      (name) => name.replaceAll(' ', '-'),
      (name) => name.replaceAll(' ', '\n'),
      (name) => name.replaceAll('-', ''),
      (name) => `${name}s`,
      (name) => name.normalize('NFD'),
      (name) => `(${name})`,
    ];
    const filler = fc.constantFrom('fever ', 'The toe. ', '3.5 mg, ', '\n', '“a” ');
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.constantFrom(...forms),
        fc.array(filler),
        fc.array(filler),
        (name, form, before, after) => {
          const text = `${before.join('')}${form(name)} ${after.join('')}`;
          expect(found(text, term(name)).length).toBeGreaterThan(0);
          const { text: hidden } = hideDiagnosis(text, {
            findLeaks: leakFinder([term(name)]),
            sections: [...TELLING_SECTIONS],
            naming: 'cut',
          });
          expect(found(hidden, term(name))).toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });
});

const table = termTable([
  TermEntry.parse({
    name: 'Addison disease',
    synonyms: ['primary adrenal insufficiency', 'PAI'],
    codes: ['E27.1'],
    drugs: ['hydrocortisone'],
  }),
]);

describe('cases of one diagnosis', () => {
  const groups = (...cases: readonly ReturnType<typeof caseOf>[]) =>
    groupCases(cases, table).map((group) => group.cases.map(({ id }) => id).join());

  it('are grouped by code, name and the terms of the user', () => {
    expect(
      groups(
        caseOf('a', 'Gout', 'M10.9'),
        caseOf('b', 'gouts'),
        caseOf('c', 'Podagra', 'm109'),
        caseOf('d', 'Addison’s disease'),
        caseOf('e', 'Primary adrenal insufficiency (disorder)'),
        caseOf('f', 'Adrenal failure', 'E27.1'),
        caseOf('g', 'Sepsis'),
        caseOf('h', 'Addison disease', 'ORPHA85138'),
        caseOf('i', 'Bronze disease', 'Orpha:85138'),
      ),
    ).toEqual(['a,b,c', 'd,e,f,h,i', 'g']);
  });

  it('stay apart where one name has several codes, unless the beginning of a code counts', () => {
    const cases = [caseOf('a', 'Gout', 'M10.0'), caseOf('b', 'Gout', 'M10.9'), caseOf('c', 'Gout')];
    expect(groupCases(cases, table)).toHaveLength(3);
    expect(groupCases(cases, table, 3)).toHaveLength(1);
  });

  it('have all their names, codes and abbreviations as secrets, and drugs by choice', () => {
    const [group] = groupCases(
      [caseOf('a', "Addison's disease (AD)"), caseOf('b', 'Addison disease')],
      table,
    );
    const secrets = (drugs: boolean) =>
      secretTerms(group!, table, drugs).map(({ kind, text }) => `${kind}: ${text}`);
    expect(secrets(false)).toEqual([
      "name: Addison's disease",
      'abbreviation: AD',
      'name: Addison disease',
      'synonym: primary adrenal insufficiency',
      'abbreviation: PAI',
      'code: E27.1',
    ]);
    expect(secrets(true)).toContain('drug: hydrocortisone');
  });

  it('are refused where a name is in two entries of the terms', () => {
    const entry = (name: string) => TermEntry.parse({ name, synonyms: ['MS'] });
    expect(() => termTable([entry('Multiple sclerosis'), entry('Mitral stenosis')], 't.yaml')).toThrow(
      't.yaml: "MS" in "Multiple sclerosis" and in "Mitral stenosis"',
    );
  });
});

describe('a case without its diagnosis', () => {
  const hide = (text: string, naming: 'cut' | 'mask' = 'cut') =>
    hideDiagnosis(text, { findLeaks: leakFinder([term('gout')]), sections: [...TELLING_SECTIONS], naming });

  it('lacks telling sections and the sentences that name it, and nothing else', () => {
    const text =
      '[Chief complaint] A red toe for 3.5 days.\n[Examination] Urate was high. Gout was suspected by Dr. Weber. CRP 40.\n' +
      '[Preliminary diagnosis] gouty arthritis\n[History] Beer.\n[Treatment] Colchicine.';
    expect(hide(text)).toEqual({
      text: '[Chief complaint] A red toe for 3.5 days.\n[Examination] Urate was high. CRP 40.\n[History] Beer.',
      sectionsCut: 2,
      sentencesCut: 1,
      masked: 0,
    });
  });

  it('lacks sections under headings and lines with a colon', () => {
    const text =
      '## Findings\n\nA red toe.\n\n## Discussion\n\nIt is common.\n\nOutcome: he was well.\n\nExamination: swelling.';
    expect(hide(text).text).toBe('## Findings\n\nA red toe.\n\nExamination: swelling.');
  });

  it('can have the name covered', () => {
    expect(hide('His father had gout, his mother not. He had gout.', 'mask')).toEqual({
      text: 'His father had […], his mother not. He had […].',
      sectionsCut: 0,
      sentencesCut: 0,
      masked: 2,
    });
  });

  it('takes citations for no sections', () => {
    expect(hide('A red toe [12]. Seen in treatment [Weber 2001] of others.').sectionsCut).toBe(0);
  });
});
