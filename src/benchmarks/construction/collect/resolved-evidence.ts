import type { BuildItem, SourceText } from '../item.js';

/** Evidence of items by the ids of sources: links may name a source by its address. What names none is left as it is, and counted. */
export const resolvedEvidence = (
  items: readonly BuildItem[],
  sources: readonly SourceText[],
): { readonly items: readonly BuildItem[]; readonly unresolved: number } => {
  const ids = new Set(sources.map(({ id }) => id));
  const byUrl = new Map(sources.flatMap(({ id, origin }) => (origin.url ? [[origin.url, id] as const] : [])));
  const byOwnId = new Map(sources.map(({ id, origin }) => [origin.id, id]));
  let unresolved = 0;
  const resolve = (name: string): string => {
    const id = ids.has(name) ? name : (byUrl.get(name) ?? byOwnId.get(name));
    if (id === undefined) unresolved += 1;
    return id ?? name;
  };
  return {
    items: items.map((item) =>
      item.evidence ? { ...item, evidence: [...new Set(item.evidence.map(resolve))] } : item,
    ),
    unresolved,
  };
};
