import { basename } from 'node:path';
import { type MarkupElement, markupTrees } from '../../../../platform/formats/index.js';
import { readLines } from '../../../../platform/node/index.js';
import type { SourceReader } from './reader.js';

/** Parts of an article that are no running text. */
const SILENT = new Set(
  'ack alternatives app-group back disp-formula fig fig-group fn-group graphic inline-formula media mml:math ref-list supplementary-material table-wrap tex-math'.split(
    ' ',
  ),
);

/** JATS, the XML of PubMed Central: one row for each article, with its own licence. */
export const jats: SourceReader = {
  help: 'articles of PubMed Central as JATS XML: title, abstract and body by paragraphs, each with its licence',
  async *rows(file) {
    const reader = markupTrees(file, 'article');
    for await (const lines of readLines(file, { blank: true }))
      for (const { text, line } of lines)
        for (const record of reader.add(text, line))
          yield { values: articleValues(record.values, file), at: { file, line: record.line } };
    reader.finish();
  },
};

const isElement = (part: string | MarkupElement): part is MarkupElement => typeof part !== 'string';

/** The first element of this name below another, itself left out. */
const first = (element: MarkupElement | undefined, name: string): MarkupElement | undefined => {
  for (const part of element?.parts.filter(isElement) ?? []) {
    const found = part.name === name ? part : first(part, name);
    if (found) return found;
  }
  return undefined;
};

const all = (element: MarkupElement | undefined, name: string): readonly MarkupElement[] =>
  (element?.parts.filter(isElement) ?? []).flatMap((part) => (part.name === name ? [part] : all(part, name)));

const attribute = ({ attributes }: MarkupElement, name: string): string | undefined =>
  attributes.find(([key]) => key === name)?.[1];

/** Elements that stand between paragraphs also where they are written inside one. */
const BLOCKS = new Set('boxed-text def-list disp-quote list p sec speech statement verse-group'.split(' '));
/** What an `xref` refers to that is no part of the text: its number is not either. */
const NOTES = new Set(['bibr', 'fn', 'table-fn', 'aff', 'corresp']);

/** Before what is raised. Ten to the third is 10^3 and not 103. */
const RAISED = '\ue000';
const POWER = /(?<=\d)\ue000(?=[-−–]?\d)/g;

/** What elements say, without the numbers of what they cite. */
const wordsOf = (parts: readonly (string | MarkupElement)[]): string => {
  const said = (part: string | MarkupElement): string => {
    if (!isElement(part)) return part;
    if (part.name === 'break') return ' ';
    if (SILENT.has(part.name) || (part.name === 'xref' && NOTES.has(attribute(part, 'ref-type') ?? '')))
      return '';
    const inner = part.parts.map(said).join('');
    if (part.name === 'sup') return `${RAISED}${inner}`;
    return BLOCKS.has(part.name) ? ` ${inner} ` : inner;
  };
  // A citation between brackets leaves them behind, empty or with what was between two numbers.
  return parts
    .map(said)
    .join('')
    .replace(POWER, '^')
    .replaceAll(RAISED, '')
    .replace(/\s?[[(][\s,;–-]{0,20}[\])]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
};

const words = (element: MarkupElement | undefined): string => wordsOf(element?.parts ?? []);

/** Titles and paragraphs in their order; a list is one paragraph for each item, also inside a paragraph, and a term stands before what it means. */
const paragraphs = (element: MarkupElement | undefined): readonly string[] => {
  const found: string[] = [];
  let inline: (string | MarkupElement)[] = [];
  const end = (): void => {
    found.push(wordsOf(inline));
    inline = [];
  };
  const isText = element?.name === 'p' || element?.name === 'title';
  for (const part of element?.parts ?? []) {
    const isBlock = isElement(part) && BLOCKS.has(part.name);
    if (isText && !isBlock) inline.push(part);
    else if (isElement(part) && !SILENT.has(part.name)) {
      end();
      found.push(...(part.name === 'def-item' ? [words(part)] : paragraphs(part)));
    }
  }
  end();
  return found.filter(Boolean);
};

const articleValues = (article: MarkupElement, file: string) => {
  const meta = first(first(article, 'front'), 'article-meta');
  const ids = new Map(all(meta, 'article-id').map((id) => [attribute(id, 'pub-id-type'), words(id)]));
  const number = (ids.get('pmc') ?? ids.get('pmcid'))?.replace(/^PMC/i, '');
  const pmcid = number === undefined ? undefined : `PMC${number}`;
  const doi = ids.get('doi');
  const title = words(first(meta, 'article-title'));
  const abstract = all(meta, 'abstract')
    .filter((each) => attribute(each, 'abstract-type') !== 'graphical')
    .flatMap(paragraphs);
  const body = paragraphs(first(article, 'body'));
  const fields = {
    id: pmcid ?? doi ?? ids.get('pmid') ?? basename(file).replace(/\.[^.]*$/, ''),
    pmid: ids.get('pmid'),
    doi,
    title,
    abstract: abstract.join('\n\n'),
    text: [...abstract, ...body].join('\n\n'),
    licence: licenceOf(meta),
    journal: words(first(first(article, 'front'), 'journal-title')),
    year: words(first(first(meta, 'pub-date'), 'year')),
    url: pmcid ? `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/` : doi && `https://doi.org/${doi}`,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Record<string, string>;
};

/** The address of the licence, which says more than its words; else its kind, else its first words. */
const licenceOf = (meta: MarkupElement | undefined): string | undefined => {
  const licence = first(first(meta, 'permissions'), 'license');
  if (!licence) return undefined;
  const reference = words(first(licence, 'ali:license_ref'));
  const link = all(licence, 'ext-link').map((each) => attribute(each, 'xlink:href'));
  const addresses = [attribute(licence, 'xlink:href'), reference, ...link];
  return (
    addresses.find((address) => address !== undefined && /creativecommons\.org/i.test(address)) ??
    (attribute(licence, 'license-type') || words(licence).slice(0, 200) || undefined)
  );
};
