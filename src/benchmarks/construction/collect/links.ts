import type { BuildItem, SourceText } from '../item.js';

/** An address that an item cites, and the source that was collected from there. */
export interface CitedLink {
  readonly item: string;
  readonly link: string;
  readonly source?: string;
}

/** The same page under its usual spellings: without scheme, `www.`, part of the page, trailing slash. */
export const samePage = (address: string): string => {
  const plain = address.trim().replace(/#.*$/s, '');
  const web = /^https?:\/\/(?:www\.)?([^/?]+)(.*)$/is.exec(plain);
  if (!web) return plain;
  const path = web[2]!.endsWith('/') ? web[2]!.slice(0, -1) : web[2]!;
  return `${web[1]!.toLowerCase()}${path}`;
};

/** Evidence of items by the ids of sources: links may name a source by its id or its address. What names none is left as it is. */
export const resolvedEvidence = (
  items: readonly BuildItem[],
  sources: readonly SourceText[],
): { readonly items: readonly BuildItem[]; readonly links: readonly CitedLink[] } => {
  const ids = new Set(sources.map(({ id }) => id));
  const byPage = new Map(
    sources.flatMap(({ id, origin }) => (origin.url ? [[samePage(origin.url), id] as const] : [])),
  );
  const byOwnId = new Map(sources.map(({ id, origin }) => [origin.id, id]));
  const links: CitedLink[] = [];
  const resolve = (item: string, name: string): string => {
    const source = ids.has(name) ? name : (byPage.get(samePage(name)) ?? byOwnId.get(name));
    links.push({ item, link: name, ...(source !== undefined && { source }) });
    return source ?? name;
  };
  return {
    items: items.map((item) =>
      item.evidence
        ? { ...item, evidence: [...new Set(item.evidence.map((name) => resolve(item.id, name)))] }
        : item,
    ),
    links,
  };
};
