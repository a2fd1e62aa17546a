import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPersonalData, personalDataKinds } from './find-personal-data.js';

const foundIn = (text: string): readonly string[] =>
  findPersonalData(text).map(({ kind, text: found }) => `${kind}: ${found}`);

describe('findings', () => {
  it('are in the order of the text, with places and reasons', () => {
    expect(findPersonalData('Seen on 3 June 2019 by Dr. Petrova (tel. 617-555-0133).')).toEqual([
      { kind: 'date', start: 8, end: 19, text: '3 June 2019', reason: 'a day and a month' },
      { kind: 'name', start: 27, end: 34, text: 'Petrova', reason: 'a name after a title' },
      { kind: 'telephone', start: 41, end: 53, text: '617-555-0133', reason: 'named as a telephone number' },
    ]);
  });

  it('do not overlap: the surer kind has the text', () => {
    expect(foundIn('Dr. XXX, www.john.smith.example/1.2.3.4')).toEqual([
      'masked: XXX',
      'url: www.john.smith.example/1.2.3.4',
    ]);
    expect(foundIn('Queen Mary Hospital')).toEqual(['hospital: Queen Mary Hospital']);
    expect(foundIn('Fax: 617-555-0133')).toEqual(['fax: 617-555-0133']);
  });

  it.each([
    'Parkinson disease, Wilson’s disease, Charles Bonnet syndrome and Austin Flint murmur',
    'BP 120/80, Apgar 9/10, strength 5/5, vision 20/20, phase 2/3',
    'She may 2 days later. May 2 tablets be taken? The answer may be 10.',
    'I10, E11.9, C50.911, BRCA1, IL-6, p53, 17q21.31, B.1.1.7',
    'days 1/8/15 of each cycle; grade 1/2/10; ratio 1:40:160; version 1.2.3.4',
    'patients aged 90 to 95, older than 90 years old, or over the age of 90',
    '**Bold** and ***both***, **A.** and **5 mg (twice)**, 2**10, 47,XXX and chromosome XXX',
    'Patient Health Questionnaire, Patient Safety, General Hospital, the Clinic',
    'Reported by the World Health Organization; name: Lisinopril; drug name: John',
  ])('are not made of ordinary medical text: %s', (text) => {
    expect(foundIn(text)).toEqual([]);
  });

  it('of numbers with a check digit need it to be right', () => {
    expect(foundIn('11010519491231002X and 4111 1111 1111 1111')).toEqual([
      'national-id: 11010519491231002X',
      'account: 4111 1111 1111 1111',
    ]);
    expect(foundIn('110105194912310021 and 4111 1111 1111 1112')).toEqual([]);
    expect(foundIn('GB82WEST12345698765432, 1M8GDM9AXKP042788')).toEqual([
      'account: GB82WEST12345698765432',
      'vehicle: 1M8GDM9AXKP042788',
    ]);
    expect(foundIn('GB83WEST12345698765432, 1M8GDM9A0KP042788')).toEqual([]);
    expect(foundIn('NHS number 943 476 5919; NHS number 943 476 5918')).toEqual([
      'national-id: 943 476 5919',
    ]);
  });

  it('have kinds with their item of the Safe Harbor list, all but marks of others', () => {
    expect(new Set(personalDataKinds.map(({ name }) => name)).size).toBe(personalDataKinds.length);
    expect(personalDataKinds.filter(({ safeHarbor }) => !safeHarbor).map(({ name }) => name)).toEqual([
      'masked',
    ]);
  });
});

describe('whatever the text', () => {
  const pieces = fc.constantFrom(
    ...[
      'Mr. ',
      'Dr ',
      'patient ',
      'Robert ',
      'Hughes ',
      'Li ',
      'Na ',
      'her ',
      'son ',
      'signed by ',
      'MD',
      ', ',
    ],
    ...[
      '1 ',
      'May ',
      '2019',
      '-',
      '/',
      '.',
      ':',
      '03',
      '555',
      '0142',
      '+44 ',
      '(',
      ')',
      'fax ',
      'tel ',
      '@',
      'a',
    ],
    ...[
      'MRN',
      ' no. ',
      '#',
      'account number ',
      '**',
      '[**',
      '**]',
      'XXX',
      '____',
      'St',
      'Hospital',
      'of',
      ' the ',
    ],
    ...[
      'http://',
      'www.',
      '::',
      'Box',
      ' Street',
      'MA 02118',
      '医院',
      '在',
      '年',
      '月',
      '日',
      '\n',
      '\u{1f600}',
      'É',
    ],
  );
  const texts = fc.oneof(
    fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  it('findings are sorted, apart, and say what stands in the text', () => {
    const kinds = new Set(personalDataKinds.map(({ name }) => name));
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0;
        for (const finding of findPersonalData(text)) {
          expect(finding.start).toBeGreaterThanOrEqual(end);
          expect(finding.end).toBeGreaterThan(finding.start);
          expect(finding.text).toBe(text.slice(finding.start, finding.end));
          expect(kinds.has(finding.kind)).toBe(true);
          end = finding.end;
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('a long text of one repeated piece takes no more than its share of time', () => {
    const long = [
      ...[
        'Mr. ',
        'Robert ',
        'her son ',
        'signed by ',
        'Mary, MD',
        '1 May ',
        '2019-',
        '03/',
        '555-',
        '+4 ',
        '(5',
        'fax ',
      ],
      ...[
        'a@',
        'a.',
        'MRN ',
        'account no. ',
        'A1 ',
        '**',
        '[**',
        'X',
        '_',
        'St. ',
        'Hospital of ',
        'www.',
        'f:',
        '12 Elm ',
      ],
      ...['Medical ', '医院', '在', '中', '1', ' ', '\n', 'É', 'lives in Ab '],
    ];
    for (const piece of long) {
      const text = piece.repeat(10_000);
      for (const { start, end, text: found } of findPersonalData(text))
        expect(found.length).toBe(end - start);
    }
  });

  it('a text after another, apart by lines, has findings of its own', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const apart = `${one}\n\n${'.\n\n'.repeat(3)}`;
        const after = findPersonalData(`${apart}${other}`).filter(({ start }) => start >= apart.length);
        const alone = findPersonalData(`\n\n${other}`);
        expect(after.map(({ kind, text }) => [kind, text])).toEqual(
          alone.map(({ kind, text }) => [kind, text]),
        );
      }),
    );
  });
});
