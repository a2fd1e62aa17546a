import { extname } from 'node:path';
import { own } from '../../core/index.js';
import {
  delimitedReader,
  malformed,
  markupReader,
  parseJsonTree,
  quoted,
} from '../../platform/formats/index.js';
import { type Line, readLines, readTextFile } from '../../platform/node/index.js';
import { wordsOf } from './words.js';

/** A term of a concept, as a file of terms has it. */
export interface TermRow {
  readonly concept: string;
  readonly term: string;
  /** Whether texts are looked through for it. The expansions of a user's table are only added. */
  readonly isSought: boolean;
}

/** The terms of a file in its order, streamed: UMLS has fifteen million lines. */
export async function* termRows(file: string): AsyncGenerator<TermRow> {
  if (extname(file).toLowerCase() === '.json') return yield* pairsOf(file, await jsonRows(file));
  const lines = linesOf(file);
  const first = await lines.next();
  const head = first.done ? '' : first.value.text;
  await lines.return(undefined);
  const known = KNOWN.find(({ begins }) => begins.test(head));
  if (known) yield* known.rows(file);
  else yield* pairsOf(file, await delimitedRows(file));
}

async function* linesOf(file: string): AsyncGenerator<Line> {
  for await (const batch of readLines(file)) yield* batch;
}

const sought = (concept: string, term: string): TermRow => ({ concept, term, isSought: true });

/** UMLS, MRCONSO.RRF: English terms that are not suppressed. Concept, language and term are columns 1, 2 and 15. */
async function* umlsRows(file: string): AsyncGenerator<TermRow> {
  for await (const { text, line } of linesOf(file)) {
    const cells = text.split('|');
    if (cells.length < 18)
      throw malformed(
        { file, line },
        {
          found: `${cells.length - 1} columns`,
          expected: 'the 18 columns of MRCONSO.RRF',
          fix: 'give MRCONSO.RRF of the UMLS release, whole',
        },
      );
    if (cells[1] === 'ENG' && cells[16] === 'N') yield sought(cells[0]!, cells[14]!);
  }
}

/** SNOMED CT, a description file of release format 2: active English terms. */
async function* snomedRows(file: string): AsyncGenerator<TermRow> {
  for await (const { text, line } of linesOf(file)) {
    const [, , active, , concept, language, type, term = '', last] = text.split('\t');
    if (line === 1 ? !DESCRIPTIONS.test(text) : last === undefined)
      throw malformed(
        { file, line },
        {
          found: quoted(text),
          expected: 'the nine columns of a description file',
          fix: 'give sct2_Description_Snapshot-en_….txt of the release, whole',
        },
      );
    if (line === 1) continue;
    // A fully specified name ends in its kind: "Fever (finding)".
    const name = type === FULLY_SPECIFIED ? term.replace(/ \([^()]*\)$/, '') : term;
    if (active === '1' && language === 'en') yield sought(concept!, name);
  }
}

const DESCRIPTIONS = /^id\teffectiveTime\tactive\tmoduleId\tconceptId\tlanguageCode\ttypeId\tterm\t/;
const FULLY_SPECIFIED = '900000000000003001';

/** MeSH in ASCII, d2026.bin: the heading of a record and its entry terms. A record ends with its own id. */
async function* meshRows(file: string): AsyncGenerator<TermRow> {
  let record = 0;
  let isWhole = false;
  for await (const { text } of linesOf(file)) {
    if (text === '*NEWRECORD') [record, isWhole] = [record + 1, false];
    if (text.startsWith('UI = ')) isWhole = true;
    const [, term] = /^(?:MH|ENTRY|PRINT ENTRY) = ([^|]+)/.exec(text) ?? [];
    if (term) yield sought(`${record}`, term.trim());
  }
  if (!isWhole) throw cutShort(file, 'UI = D… in its last record');
}

const cutShort = (file: string, end: string): Error =>
  malformed(
    { file },
    { found: `no ${end}`, expected: 'MeSH descriptors, whole', fix: 'fetch d2026.bin or desc2026.xml again' },
  );

/** MeSH in XML, desc2026.xml: the terms of all concepts of a record. */
async function* meshXmlRows(file: string): AsyncGenerator<TermRow> {
  const reader = markupReader(file, 'Term');
  let record = 0;
  for await (const { text, line } of linesOf(file))
    for (const piece of text.split(/(?=<DescriptorRecord[\s>])/)) {
      if (/^<DescriptorRecord(?!Set)/.test(piece)) record += 1;
      for (const { values } of reader.add(piece, line)) {
        // Terms of other records would all be synonyms of one another.
        if (record === 0) throw cutShort(file, '<DescriptorRecord> before its first <Term>');
        if (typeof values.String === 'string') yield sought(`${record}`, values.String);
      }
    }
  reader.finish();
}

/** Files of terminologies, by how they begin. */
const KNOWN: readonly { readonly begins: RegExp; rows(file: string): AsyncGenerator<TermRow> }[] = [
  { begins: /^C\d+\|[A-Z]{3}\|/, rows: umlsRows },
  { begins: /^id\teffectiveTime\t/, rows: snomedRows },
  { begins: /^\*NEWRECORD/, rows: meshRows },
  { begins: /^<\?xml|^<DescriptorRecordSet/, rows: meshXmlRows },
];

const EXPECTED = 'a term and at least one expansion, each with a letter or digit';
const FIX = 'write lines such as: MI,myocardial infarction,heart attack';

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A user's table: each line a term and its expansions. */
function* pairsOf(file: string, rows: readonly Row[]): Generator<TermRow> {
  for (const { line, cells } of rows) {
    const [term = '', ...given] = cells
      .map((cell) => cell.trim())
      .filter((cell, i) => i === 0 || cell !== '');
    const bad =
      given.length === 0 ? cells.join(' ') : [term, ...given].find((text) => wordsOf(text).length === 0);
    if (bad !== undefined)
      throw malformed({ file, line }, { found: quoted(bad), expected: EXPECTED, fix: FIX });
    yield sought(term, term);
    for (const expansion of given) yield { concept: term, term: expansion, isSought: false };
  }
  if (rows.length === 0) throw malformed({ file }, { found: 'no terms', expected: EXPECTED, fix: FIX });
}

const delimitedRows = async (file: string): Promise<readonly Row[]> => {
  const reader = delimitedReader(file, extname(file).toLowerCase() === '.csv' ? ',' : '\t');
  const rows: Row[] = [];
  for await (const batch of readLines(file, { blank: true }))
    for (const { text, line } of batch) {
      const record = reader.add(text, line);
      if (record?.cells.some((cell) => cell.trim() !== '')) rows.push(record);
    }
  reader.finish();
  return rows[0]?.cells[0]?.trim().toLowerCase() === 'term' ? rows.slice(1) : rows;
};

const jsonRows = async (file: string): Promise<readonly Row[]> => {
  const text = await readTextFile(file);
  const tree = parseJsonTree(text, file);
  if (!('entries' in tree))
    throw malformed(
      { file, line: tree.line },
      { found: 'JSON that is not an object', expected: '{ "MI": ["myocardial infarction"] }' },
    );
  // The tree knows lines and repeated keys; what lists hold is in the value.
  const value = JSON.parse(text) as Record<string, unknown>;
  const seen = new Set<string>();
  return tree.entries.map(([term, { line }]) => {
    if (seen.has(term))
      throw malformed(
        { file, line },
        { found: `the term ${quoted(term)} twice`, expected: 'each term once' },
      );
    seen.add(term);
    const given = [own(value, term)].flat();
    if (!given.every((expansion) => typeof expansion === 'string'))
      throw malformed(
        { file, line },
        { found: `${quoted(term)} with something else than texts`, expected: 'a text or a list of texts' },
      );
    return { line, cells: [term, ...given] };
  });
};
