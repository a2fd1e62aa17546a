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

/** What an element says, without the numbers of what it cites. */
const words = (element: MarkupElement | undefined): string => {
  const said = ({ parts }: MarkupElement): string =>
    parts
      .map((part) => {
        if (!isElement(part)) return part;
        if (SILENT.has(part.name)) return '';
        return part.name === 'xref' && attribute(part, 'ref-type') === 'bibr' ? '' : said(part);
      })
      .join('');
  // A citation between brackets leaves them behind, empty or with what was between two numbers.
  return element
    ? said(element)
        .replace(/\s?[[(][\s,;–-]{0,20}[\])]/g, '')
        .replace(/\s+/g, ' ')
        .trim()
    : '';
};

/** Titles and paragraphs in their order; a list is one paragraph for each item. */
const paragraphs = (element: MarkupElement | undefined): readonly string[] =>
  (element?.parts.filter(isElement) ?? []).flatMap((part) => {
    if (SILENT.has(part.name)) return [];
    if (part.name === 'title' || part.name === 'p') return [words(part)];
    return paragraphs(part);
  });

const articleValues = (article: MarkupElement, file: string) => {
  const meta = first(first(article, 'front'), 'article-meta');
  const ids = new Map(all(meta, 'article-id').map((id) => [attribute(id, 'pub-id-type'), words(id)]));
  const number = (ids.get('pmc') ?? ids.get('pmcid'))?.replace(/^PMC/i, '');
  const pmcid = number === undefined ? undefined : `PMC${number}`;
  const doi = ids.get('doi');
  const title = words(first(meta, 'article-title'));
  const abstract = all(meta, 'abstract').flatMap(paragraphs).filter(Boolean);
  const body = paragraphs(first(article, 'body')).filter(Boolean);
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
