import { dirname, relative } from 'node:path';
import { type EntityFinder, InputError, type Tools } from '../../../core/index.js';
import { quoted } from '../../../platform/formats/index.js';
import { sha256 } from '../../../platform/node/index.js';
import type { RawRow } from '../../../tasks/index.js';
import { type PersonalDataFinding, personalDataFinder } from '../../personal-data/index.js';
import type { BuildItem, Held, SourceText } from '../item.js';
import { readerOf } from './collections.js';
import { knownColumns } from './known-columns.js';
import { type MappedRow, mapRow } from './map-row.js';
import type { MappingFile } from './mapping.js';
import { checkTexts, mustNameRows, type Release, textsOf } from './personal-data.js';

/**
 * Reads the files of all mappings. A row that lacks something, repeats a text or may name a person is held back; a repeated id is an
 * error. `released`: rows that a person let pass; `masked`: rows with something removed before.
 */
export const collectRows = async (
  mappings: readonly MappingFile[],
  releases: readonly Release[],
  tools: Pick<Tools, 'signal' | 'progress' | 'note'>,
  ner?: EntityFinder,
) => {
  const items: BuildItem[] = [];
  const sources: SourceText[] = [];
  const held: Held[] = [];
  const ids = new Set<string>();
  const counts = { released: 0, masked: 0 };
  const newId = { item: distinctIds(), source: distinctIds() };
  const earlier = { item: repeatedTexts(), source: repeatedTexts() };
  let rows = 0;
  const progress = tools.progress('rows read');
  const take = ({ mapped, row: { at: there }, mapping: { file, mapping } }: Waiting, find?: Find): void => {
    const { id } = mapped;
    const at = { file: relative(dirname(file), there.file), line: there.line };
    ids.add(id);
    if ('lacks' in mapped) {
      held.push({ id, why: `no ${mapped.lacks}`, at });
      return;
    }
    const kind = 'item' in mapped ? 'item' : 'source';
    newId[kind](id, there);
    const row = 'item' in mapped ? mapped.item : mapped.source;
    const checked = checkTexts(row, [...mapping.release, ...releases], find);
    if (checked.masked) counts.masked += 1;
    const first = earlier[kind](id, row.text);
    if (checked.held.length > 0)
      held.push({
        ...mapped,
        why: 'personal data',
        detail: kindsIn(checked.held),
        at,
        findings: [...checked.held],
      });
    else if (first !== undefined)
      held.push({ ...mapped, why: 'repeated text', detail: `the text of ${first}`, at });
    else {
      const trail = checked.released;
      if (trail.length > 0) counts.released += 1;
      if ('item' in mapped) items.push({ ...mapped.item, trail: [...trail] });
      else sources.push({ ...mapped.source, ...(trail.length > 0 && { trail: [...trail] }) });
    }
  };
  const findAll = personalDataFinder(ner, tools);
  /** Rows whose texts a model reads together. */
  const waiting: Waiting[] = [];
  const takeAll = async (): Promise<void> => {
    const texts = waiting.flatMap(({ mapped }) => textsIn(mapped));
    const found = await findAll(texts);
    const byText = new Map(texts.map((text, i) => [text, found[i]!]));
    for (const each of waiting.splice(0)) take(each, (text) => byText.get(text)!);
  };
  try {
    for (const mapping of mappings) {
      const columns = knownColumns(mapping);
      for (const file of mapping.files)
        for await (const row of readerOf(mapping.mapping.like).rows(file, mapping.mapping)) {
          tools.signal.throwIfAborted();
          columns.see(row);
          const each = { mapped: mapRow(row, mapping.mapping), row, mapping };
          if (!ner) take(each);
          else if (waiting.push(each) === ROWS_AT_ONCE) await takeAll();
          rows += 1;
          progress.advance();
        }
      await takeAll();
      columns.check();
    }
  } finally {
    progress.done();
  }
  mustNameRows([...mappings.flatMap(({ mapping }) => mapping.release), ...releases], ids);
  return { rows, items, sources, held, ...counts };
};

/** Rows that a model reads at once. */
const ROWS_AT_ONCE = 64;

interface Waiting {
  readonly mapped: MappedRow;
  readonly row: RawRow;
  readonly mapping: MappingFile;
}

type Find = (text: string) => readonly PersonalDataFinding[];

const textsIn = (mapped: MappedRow): readonly string[] =>
  'lacks' in mapped ? [] : textsOf('item' in mapped ? mapped.item : mapped.source).map(([, text]) => text);

const kindsIn = (findings: readonly { readonly kind: string }[]): string =>
  [...new Set(findings.map(({ kind }) => kind))].join(', ');

type At = RawRow['at'];

/** Ids must differ: a second one would stand for another text. */
export const distinctIds = (): ((id: string, at: At) => void) => {
  const seen = new Map<string, At>();
  return (id, at) => {
    const first = seen.get(id);
    if (first)
      throw new InputError({
        at,
        found: `the id ${quoted(id)} a second time`,
        expected: `an id of its own; the first is in ${first.file}:${first.line}`,
        fix: 'map another column as id, or give the files different prefixes',
      });
    seen.set(id, at);
  };
};

/** Finds the first of equal texts, whatever their case and spaces. */
export const repeatedTexts = (): ((id: string, text: string) => string | undefined) => {
  const seen = new Map<string, string>();
  return (id, text) => {
    const key = sha256(text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim());
    const first = seen.get(key);
    if (first === undefined) seen.set(key, id);
    return first;
  };
};
