import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collected } from '../../../../../test/support/collected-items.js';
import { article, POSTS } from '../../../../../test/support/source-dumps.js';
import { jsonl, writtenFolder } from '../../../../../test/support/written-folder.js';
import { samePage } from '../links.js';
import { splitChoices } from './choices.js';

const map = (like: string, files: string, more = ''): string =>
  `like: ${like}\nfiles: ${files}\nsource: Dump\n${more}`;

describe('StackExchange', () => {
  it('joins questions with the accepted answer, else with the best voted one, and keeps the licence of each row', async () => {
    const { items, held } = await collected({
      'map.yaml': map('stackexchange', 'Posts.xml'),
      'Posts.xml': POSTS,
    });
    expect(items.map(({ id, text, answer }) => [id, text, answer])).toEqual([
      ['1', 'Why do cool joints hurt?\n\nMy toe > my knee.', 'Crystals: urate'],
      ['10', 'Why does the neck swell?\n\nA lump.', 'Voted. See this.'],
    ]);
    expect(items[0]).toMatchObject({
      family: 'post',
      origin: { licence: 'CC BY-SA 4.0' },
      evidence: ['https://pages.example/urate/', 'https://pages.example/cold'],
    });
    expect(held.map(({ id, why }) => [id, why])).toEqual([
      ['11', 'no evidence'],
      ['13', 'no answer'],
    ]);
  });

  it('follows links to pages that were collected, however they are spelt, and takes fewer votes where the mapping says so', async () => {
    const pages = jsonl(
      { url: 'https://pages.example/urate', text: 'Urate is a salt that settles in the cold.' },
      { url: 'https://pages.example/iodine/', text: 'Without iodine a gland below the larynx grows.' },
    );
    const { items, report } = await collected(
      {
        'map.yaml': map('stackexchange', 'Posts.xml', 'votes: 2\n'),
        'Posts.xml': POSTS,
        'pages.yaml':
          'family: source\nfiles: pages.jsonl\nprefix: page-\nsource: Pages\nlicence: CC0-1.0\nfields: {url: url, text: text}\n',
        'pages.jsonl': pages,
      },
      ['map.yaml', 'pages.yaml'],
    );
    expect(items.map(({ id, evidence }) => [id, evidence])).toEqual([
      ['1', ['page-pages-1', 'https://pages.example/cold']],
      ['10', ['page-pages-2']],
      ['13', ['https://pages.example/low']],
    ]);
    expect(report.figures).toMatchObject({ unresolvedEvidence: 2 });
  });
});

it.each([
  ['https://www.A.example/x/', 'a.example/x'],
  ['http://a.example/x#part', 'a.example/x'],
  ['https://a.example/x?id=1', 'a.example/x?id=1'],
  ['PMC123', 'PMC123'],
])('%s is the page %s', (address, page) => expect(samePage(address)).toBe(page));

describe('JATS', () => {
  it('becomes a source with its licence, paragraph by paragraph, from a folder of articles', async () => {
    const folder = writtenFolder({});
    mkdirSync(join(folder, 'oa/deep'), { recursive: true });
    writeFileSync(
      join(folder, 'oa/deep/a.nxml'),
      article(
        '77',
        'Urate &amp; cold',
        ['Crystals form in <italic>cool</italic> joints', 'They melt'],
        'by-nc/4.0',
      ),
    );
    writeFileSync(
      join(folder, 'oa/set.xml'),
      `<pmc-articleset>\n${article('78', 'Two', ['A'])}\n${article('79', 'Three', ['B'])}\n</pmc-articleset>`,
    );
    const { sources } = await collected({ 'map.yaml': map('jats', join(folder, 'oa')) });
    expect(sources.map(({ id }) => id)).toEqual(['PMC77', 'PMC78', 'PMC79']);
    expect(sources[0]).toMatchObject({
      title: 'Urate & cold',
      text: 'Short: Urate & cold.\n\nFindings\n\nCrystals form in cool joints\n\nThey melt',
      origin: {
        licence: 'https://creativecommons.org/licenses/by-nc/4.0/',
        url: 'https://pmc.ncbi.nlm.nih.gov/articles/PMC77/',
      },
    });
  });

  it('keeps what stands between words apart: lists, quotes and terms within a paragraph, line breaks, powers of ten', async () => {
    const body = [
      'Causes were:<list><list-item><p>urate</p></list-item><list-item><p>cold</p><list><list-item><p>of the foot</p></list-item></list></list-item></list>and others<sup><xref ref-type="bibr" rid="r1">1</xref></sup>.',
      'A dose of 10<sup>3</sup> with <sup>18</sup>F and Ca<sup>2+</sup>, at <![CDATA[<5 & low]]><break/>levels.',
      'Terms:<def-list><def-item><term>MSU</term><def><p>monosodium urate</p></def></def-item></def-list>',
    ];
    const { sources } = await collected({
      'map.yaml': map('jats', 'a.xml'),
      'a.xml': article('77', 'Gout<xref ref-type="fn" rid="f1">*</xref>', body),
    });
    expect(sources[0]).toMatchObject({ title: 'Gout' });
    expect(sources[0]!.text.split('\n\n').slice(2)).toEqual([
      'Causes were:',
      'urate',
      'cold',
      'of the foot',
      'and others.',
      'A dose of 10^3 with 18F and Ca2+, at <5 & low levels.',
      'Terms:',
      'MSU monosodium urate',
    ]);
  });

  it('that is cut short is refused by file and line', async () => {
    const cut = article('77', 'x', ['y']).slice(0, 300);
    await expect(collected({ 'map.yaml': map('jats', 'a.xml'), 'a.xml': cut })).rejects.toThrow(
      /a\.xml:1: a <article> that does not end/,
    );
  });
});

describe('choices behind a question', () => {
  it('are split off, by the letters that are due', () => {
    expect(splitChoices('Which type (B) is it?\nAnswer Choices: (A) type (C) gout (B) goitre')).toEqual({
      question: 'Which type (B) is it?',
      options: { A: 'type (C) gout', B: 'goitre' },
    });
    expect(splitChoices('What is it?')).toEqual({ question: 'What is it?' });
  });

  it('leave nothing of any choice in the question', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/);
    fc.assert(
      fc.property(word, fc.array(word, { minLength: 2, maxLength: 10 }), (question, choices) => {
        const listed = choices.map((choice, i) => `(${String.fromCharCode(65 + i)}) ${choice}`).join(' ');
        const split = splitChoices(`${question}?\nAnswer Choices: ${listed}`);
        expect(split.question).toBe(`${question}?`);
        expect(Object.values(split.options!)).toEqual(choices);
      }),
    );
  });
});

describe('known collections', () => {
  const question = 'A man has a swollen toe at night. What is it?';
  it.each([
    [
      'medqa',
      'a.jsonl',
      jsonl({ question, options: { A: 'gout', B: 'scurvy' }, answer_idx: 'A', answer: 'gout' }),
    ],
    [
      'medxpertqa',
      'a.jsonl',
      jsonl({ id: 'T-1', question: `${question}\nAnswer Choices: (A) gout (B) scurvy`, label: 'A' }),
    ],
    [
      'medrbench-treatment',
      'a.json',
      JSON.stringify({ PMC1: { generate_case: { case_summary: question, treatment_plan_results: 'gout' } } }),
    ],
  ])('%s needs its files, a source and a licence alone', async (like, file, content) => {
    const { items } = await collected({ 'map.yaml': map(like, file, 'licence: CC0-1.0\n'), [file]: content });
    expect(items).toMatchObject([{ text: question, answer: 'gout' }]);
  });

  it('PMC-Patients is a JSON array of sources', async () => {
    const rows = JSON.stringify([{ patient_uid: '7-1', title: 'A case', patient: question }]);
    const { sources } = await collected({
      'map.yaml': map('pmc-patients', 'a.json', 'licence: X\n'),
      'a.json': rows,
    });
    expect(sources).toMatchObject([{ id: '7-1', title: 'A case', text: question }]);
  });

  it('of another name are refused with the names of all', async () => {
    await expect(collected({ 'map.yaml': map('medaq', 'a.json') })).rejects.toThrow(
      /unknown collection "medaq".*did you mean "medqa"/s,
    );
  });
});
