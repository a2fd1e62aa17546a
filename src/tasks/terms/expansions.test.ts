import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expanderOf, readExpansions } from './expansions.js';

const folder = mkdtempSync(join(tmpdir(), 'r2med-expansions-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

const MI = [
  ['MI', ['myocardial infarction', 'heart attack']],
  ['kidney', ['renal']],
];

describe('readExpansions', () => {
  it.each([
    ['table.tsv', 'term\texpansion\nMI\tmyocardial infarction\theart attack\nkidney\trenal\n'],
    ['table.csv', 'MI,"myocardial infarction",heart attack\n\nkidney,renal,\n'],
    ['rows.csv', '\ufeffMI,myocardial infarction\r\nkidney,renal\r\nMI,heart attack\r\n'],
    ['table.json', '{ "MI": ["myocardial infarction", "heart attack"], "kidney": "renal" }'],
  ])('reads %s', async (name, text) => {
    expect([...(await readExpansions(written(name, text)))]).toEqual(MI);
  });

  it.each([
    [
      'alone.csv',
      'MI,myocardial infarction\nCOPD\n',
      'alone.csv:2: "COPD"; expected a term and at least one expansion',
    ],
    ['signs.tsv', 'MI\t--\n', 'signs.tsv:1: "--"'],
    ['quote.csv', 'MI,"heart\n', 'quote.csv:1: a quoted field that does not end'],
    ['empty.tsv', '\n', 'empty.tsv: no terms'],
    ['list.json', '[]', 'list.json:1: JSON that is not an object'],
    ['twice.json', '{\n "MI": "a",\n "MI": "b" }', 'twice.json:3: the term "MI" twice'],
    ['number.json', '{\n "MI": [1] }', 'number.json:2: "MI" with something else than texts'],
    ['broken.json', '{ "MI": ', 'broken.json:1'],
  ])('names file and line of what is wrong in %s', async (name, text, message) => {
    await expect(readExpansions(written(name, text))).rejects.toThrow(message);
  });

  it('keeps a term that is the name of what every object inherits', async () => {
    const file = written('proto.json', '{ "__proto__": ["ancestor"], "constructor": "builder" }');
    expect([...(await readExpansions(file))]).toEqual([
      ['__proto__', ['ancestor']],
      ['constructor', ['builder']],
    ]);
  });
});

describe('expanderOf', () => {
  const expand = expanderOf(
    new Map([
      ['MI', ['myocardial infarction']],
      ['IT', ['intrathecal']],
      ['heart attack', ['myocardial infarction', 'coronary']],
    ]),
  );

  it('gives the expansions of terms, each once', () => {
    expect(expand('Heart  attack or MI?')).toEqual(['myocardial infarction', 'coronary']);
  });

  it('finds whole words only', () => {
    expect(expand('MIX of heart and attack')).toEqual([]);
  });

  it('tells an abbreviation in capitals from the same letters in lower case', () => {
    expect(expand('it was given')).toEqual([]);
    expect(expand('given IT')).toEqual(['intrathecal']);
  });
});

describe('what is negated, age and sex', () => {
  const expand = expanderOf(
    new Map([
      ['fever', ['pyrexia']],
      ['chest pain', ['angina']],
      ['man', ['male']],
      ['old', ['elderly']],
      ['F', ['Fahrenheit']],
    ]),
  );
  it.each([
    'He has no fever.',
    'She denies cough, chills, fever or chest pain.',
    'without chest pain',
    "He doesn't have chest pain",
    'It hasn’t been a fever',
    'He cannot have a fever',
    'She has not had fever.',
    'He never developed a fever',
    'Negative for fever',
    'Fever was absent.',
    'fever has been ruled out',
    'a 45-year-old man',
    'a 30 yo F',
  ])('are left alone: %s', (text) => {
    expect(expand(text)).toEqual([]);
  });

  it.each([
    ['No cough, but fever for two days', ['pyrexia']],
    ['No cough. Fever for two days', ['pyrexia']],
    ['no fever; chest pain at night', ['angina']],
    ['A man without cough presented with fever', ['pyrexia']],
    ['Fever. The test was negative.', ['pyrexia']],
    ['Lesion T with fever', ['pyrexia']],
  ])('do not reach over the end of a clause: %s', (text, expansions) => {
    expect(expand(text)).toEqual(expansions);
  });
});

describe('readExpansions of terminologies', () => {
  const umls = (concept: string, language: string, term: string, suppressed = 'N'): string =>
    `${concept}|${language}|P|L1|PF|S1|Y|A1||M1|D1|MSH|MH|D1|${term}|0|${suppressed}||`;
  const FILES = {
    'MRCONSO.RRF': [
      umls('C0000001', 'ENG', 'Myocardial infarction'),
      umls('C0000001', 'ENG', 'Heart attack'),
      umls('C0000001', 'ENG', 'HEART ATTACK'),
      umls('C0000001', 'GER', 'Herzinfarkt'),
      umls('C0000001', 'ENG', 'Old name', 'O'),
      umls('C0000002', 'ENG', 'Gout'),
      umls('C0000002', 'ENG', 'Podagra'),
    ].join('\n'),
    'sct2_Description.txt': [
      'id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\tcaseSignificanceId',
      '1\t20260101\t1\t9\t22\ten\t900000000000003001\tMyocardial infarction (disorder)\t9',
      '3\t20260101\t1\t9\t33\ten\t900000000000013009\tGout\t9',
      '2\t20260101\t1\t9\t22\ten\t900000000000013009\tHeart attack\t9',
      '4\t20260101\t0\t9\t22\ten\t900000000000013009\tRetired name\t9',
      '5\t20260101\t1\t9\t22\tes\t900000000000013009\tInfarto\t9',
    ].join('\n'),
    'd2026.bin':
      '*NEWRECORD\nRECTYPE = D\nMH = Myocardial infarction\nPRINT ENTRY = Heart attack|T047|EQV\nMS = a note\nUI = D1\n*NEWRECORD\nMH = Gout\nUI = D2\n',
    'desc2026.xml': `<?xml version="1.0"?>
<DescriptorRecordSet>
<DescriptorRecord DescriptorClass="1"><DescriptorUI>D1</DescriptorUI>
<DescriptorName><String>Not a term</String></DescriptorName>
<ConceptList><Concept><ConceptName><String>Nor this</String></ConceptName><TermList>
<Term><TermUI>T1</TermUI><String>Myocardial infarction</String></Term>
<Term><String>Heart attack</String></Term></TermList></Concept></ConceptList></DescriptorRecord>
<DescriptorRecord><ConceptList><Concept><TermList><Term><String>Gout</String></Term></TermList></Concept></ConceptList></DescriptorRecord>
</DescriptorRecordSet>`,
  };

  it.each(Object.entries(FILES))('reads %s', async (name, text) => {
    const file = written(name, text);
    expect([...(await readExpansions(file, ['After a heart attack, gout.']))]).toContainEqual([
      'Heart attack',
      ['Myocardial infarction'],
    ]);
    expect([...(await readExpansions(file, ['A myocardial infarction']))]).toEqual([
      ['Myocardial infarction', ['Heart attack']],
    ]);
  });

  it('holds of a terminology only what texts say', async () => {
    const file = written('MRCONSO.RRF', FILES['MRCONSO.RRF']);
    expect([...(await readExpansions(file, ['Podagra']))]).toEqual([['Podagra', ['Gout']]]);
    expect((await readExpansions(file, ['no podagra'])).size).toBe(0);
  });

  it('gives at most so many expansions of a term', async () => {
    const file = written('most.csv', 'MI,a,b,c\n');
    expect([...(await readExpansions(file, ['MI'], 2))]).toEqual([['MI', ['a', 'b']]]);
  });

  it.each([
    ['cut.RRF', `${umls('C0000001', 'ENG', 'Gout')}\nC0000002|ENG|P`, 'cut.RRF:2: 2 columns'],
    ['cut.txt', FILES['sct2_Description.txt'].slice(0, -2), 'cut.txt:6'],
    ['relations.txt', 'id\teffectiveTime\tactive\tmoduleId\tsourceId\n1\t2\t1\t4\t5', 'relations.txt:1'],
    ['cut.bin', FILES['d2026.bin'].replace('UI = D2\n', ''), 'cut.bin: no UI = D… in its last record'],
    ['half.xml', FILES['desc2026.xml'].slice(0, -24), 'half.xml: a <DescriptorRecordSet> that does not end'],
    [
      'supplement.xml',
      '<?xml version="1.0"?>\n<SupplementalRecordSet><Term><String>Gout</String></Term>',
      'supplement.xml: no <DescriptorRecord> before its first <Term>',
    ],
    ['cut.xml', '<?xml version="1.0"?>\n<DescriptorRecord><Term><String>', 'a <Term> that does not end'],
    ['none.xml', '<?xml version="1.0"?>\n<a/>', 'none.xml: no terms'],
  ])('names what is wrong in %s', async (name, text, message) => {
    await expect(readExpansions(written(name, text), ['gout'])).rejects.toThrow(message);
  });
});
