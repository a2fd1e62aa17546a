import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { markupReader, recordElement } from './index.js';

const read = (text: string, element = recordElement(text)!) => {
  const reader = markupReader('topics.xml', element);
  const records = text.split('\n').flatMap((line, i) => [...reader.add(line, i + 1)]);
  reader.finish();
  return records;
};

const values = (text: string, element?: string) => read(text, element).map((record) => record.values);

describe('records of SGML and XML', () => {
  it.each([
    ['<topics><topic number="1"><query>a</query></topic></topics>', 'topic'],
    ['<DOC>\n<DOCNO>1</DOCNO>\n</DOC>', 'DOC'],
    ['<?xml version="1.0"?>\n<!-- <topic> --><posts>\n<row Id="1" /></posts>', 'row'],
    ['<clinical_study><id_info><nct_id>N1</nct_id></id_info></clinical_study>', 'clinical_study'],
    ['<all><item>a</item><item>b</item></all>', 'item'],
    ['no tags', undefined],
  ])('are found by how a file begins: %s', (text, element) => expect(recordElement(text)).toBe(element));

  it('have attributes and parts, nested ones by a path', () => {
    expect(
      values(
        '<d><topic number="1" type=\'x\'>\n<who><age>1</age><sex>2 &amp; 3</sex></who>\n<e/>\n<f>4</f><f>5</f></topic></d>',
        'topic',
      ),
    ).toEqual([
      { number: '1', type: 'x', who: '1 2 & 3', 'who.age': '1', 'who.sex': '2 & 3', e: '', f: '4\n5' },
    ]);
  });

  it('of classic topics have parts without ends, and labels that are not theirs', () => {
    expect(
      values(
        '<top>\n<num> Number: 301\n<title> Organised crime\n<desc> Description:\nFind it.\n<narr> Narrative:\nAll of it.\n</top>',
      ),
    ).toEqual([{ num: '301', title: 'Organised crime', desc: 'Find it.', narr: 'All of it.' }]);
  });

  it('are one text where they have no parts, with words that tags within them do not break', () => {
    expect(
      values('<topic number="7">A man drank H<sub>2</sub>O.\n It\nhelped &#38; &#x263A;.</topic>'),
    ).toEqual([{ number: '7', text: 'A man drank H2O. It helped & ☺.' }]);
  });

  it('keep what is no tag, and what CDATA holds', () => {
    expect(
      values(
        '<DOC><DOCNO>1</DOCNO><TEXT>p < 0.05 and x<y; <![CDATA[<b>&amp;]]><!-- not this --></TEXT></DOC>',
      ),
    ).toEqual([{ DOCNO: '1', TEXT: 'p < 0.05 and x<y; <b>&amp;' }]);
  });

  it('say where they begin, several in a line or one over many', () => {
    const text = '<r><row Id="1"\n  Body="a > b" /><row Id="2"/>\n\n<row Id="3"></row>\n</r>';
    expect(read(text, 'row')).toEqual([
      { line: 1, values: { Id: '1', Body: 'a > b' } },
      { line: 2, values: { Id: '2' } },
      { line: 4, values: { Id: '3' } },
    ]);
  });

  it('are refused where one does not end', () => {
    expect(() => read('<DOC>\n</DOC>\n<DOC>\n<DOCNO>1</DOCNO>')).toThrow(
      /topics\.xml:3: a <DOC> that does not end/,
    );
  });

  it('are refused where what surrounds them does not end: the file was cut between two of them', () => {
    const whole = '<?xml version="1.0"?>\n<!-- <note> -->\n<posts>\n<row Id="1" />\n<row Id="2" />\n</posts>';
    expect(read(whole)).toHaveLength(2);
    for (const cut of [whole.replace('</posts>', ''), whole.split('\n').slice(0, 4).join('\n')])
      expect(() => read(cut)).toThrow(/topics\.xml: a <posts> that does not end/);
    const without = '<title>Topics</title>\n<br/>\n<top>\n<num> 1\n</top>';
    for (const text of [without, without.slice(22)]) expect(values(text)).toEqual([{ num: '1' }]);
  });

  it('of any kind are read or refused', () => {
    const pieces = fc.constantFrom(
      '<DOC>',
      '</DOC>',
      '<DOC',
      '<a b="',
      '"',
      "'",
      '>',
      '/>',
      '<b>',
      '</b>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '&amp;',
      '&#0;',
      '&',
      'x',
      '\n',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        try {
          for (const record of read(parts.join(''), 'DOC'))
            for (const value of Object.values(record.values)) expect(typeof value).toBe('string');
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
