import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../core/index.js';
import { type Columns, columnsText, parseColumns } from './columns.js';

const said = (text: string): string => columnsText(parseColumns(text));

const problemOf = (text: string) => {
  try {
    parseColumns(text);
  } catch (error) {
    if (error instanceof InputError) return error.details;
    throw error;
  }
  throw new Error('no InputError');
};

describe('what --columns says', () => {
  it.each([
    'corpus=articles.csv(id=article_id,text=title+body) queries=q.tsv(id=1,text=2) judgements=r.csv(query=s,document=a,grade=g)',
    'judgements=clicks.csv',
    'corpus="my articles (new).csv"(id=id,text="Title, long"+"a ""b""")',
    'corpus=parts/*.jsonl.gz(text=meta.text)',
    'queries=examples.jsonl(id=id,text=query,excluded=excluded_ids,answer=gold)',
  ])('is read and written again: %s', (text) => expect(said(text)).toBe(text));

  it('may have blanks and line ends between its parts', () => {
    expect(said('  queries = q.csv'.replace(' = ', '='))).toBe('queries=q.csv');
    expect(said('corpus=c.csv( id=a , text=b )\n queries=q.csv')).toBe(
      'corpus=c.csv(id=a,text=b) queries=q.csv',
    );
  });

  it.each([
    ['', 'nothing'],
    ['corpse=a.csv', '"corpse"'],
    ['corpus', 'its end behind "corpus"'],
    ['corpus=', 'its end in the place of the name of a file'],
    ['corpus=a.csv(', 'its end in the place of'],
    ['corpus=a.csv(id)', 'behind "id"'],
    ['corpus=a.csv(id=x', 'its end in the brackets of corpus'],
    ['corpus=a.csv(name=x)', 'corpus with "name"'],
    ['corpus=a.csv(id=x,id=y)', '"id" twice'],
    ['corpus=a.csv(id=x+y)', '2 columns for "id"'],
    ['corpus=a.csv corpus=b.csv', 'corpus twice'],
    ['corpus="a.csv', 'a double quote that does not end'],
    ['corpus=""', 'an empty name'],
    ['judgements=a.csv(text=x)', 'judgements with "text"'],
  ])('is refused with an example where it is wrong: %j', (text, found) => {
    const problem = problemOf(text);
    expect(problem.found).toContain(found);
    expect(problem.fix).toContain('--columns "corpus=articles.csv(');
  });

  it('is read or refused, whatever it is', () => {
    const pieces = fc.constantFrom(
      ...'corpus queries judgements id text query document grade = ( ) , + " "" a.csv é __proto__ constructor'.split(
        ' ',
      ),
      ' ',
      '\n',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((parts) => parts.join('')),
          fc.string(),
        ),
        (text) => {
          let columns: Columns;
          try {
            columns = parseColumns(text);
          } catch (error) {
            expect(error).toBeInstanceOf(InputError);
            return;
          }
          expect(said(columnsText(columns))).toBe(columnsText(columns));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('keeps any names of files and columns', () => {
    const name = fc.string({ minLength: 1 });
    fc.assert(
      fc.property(name, name, fc.array(name, { minLength: 1, maxLength: 3 }), (file, id, text) => {
        const columns: Columns = {
          corpus: {
            file,
            columns: new Map([
              ['id', [id]],
              ['text', text],
            ]),
          },
        };
        expect(parseColumns(columnsText(columns))).toEqual(columns);
      }),
    );
  });
});
