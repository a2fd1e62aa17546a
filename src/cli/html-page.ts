import { createHash } from 'node:crypto';
import { own, printableLine } from '../core/index.js';
import type { Cell, ShownTable } from '../platform/tables/index.js';

/** What a page shows: tables under their captions, and sentences. */
export type PagePart = { readonly caption: string; readonly table: ShownTable } | string;

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
h1 { overflow-wrap: anywhere }
div { overflow-x: auto }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: 0 0 2rem }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
th, td { padding: .25rem .75rem; text-align: left; border-bottom: 1px solid #8884; white-space: nowrap }
thead th { white-space: normal; vertical-align: bottom }
.number { text-align: right }
`;

/**
 * A page in one file that needs nothing else: no script, no font, no address. Whatever is in a cell is text, and the
 * page's own policy forbids anything but its style. Wide tables scroll by keyboard.
 */
export const htmlPage = (title: string, parts: readonly PagePart[]): string => {
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
${parts.map((part) => (typeof part === 'string' ? `<p>${escaped(part)}</p>` : tableMarkup(part.caption, part.table))).join('\n')}
</body>
</html>
`;
};

const tableMarkup = (caption: string, { headings, rows, isLeft }: ShownTable): string => {
  const mark = (column: number): string => (isLeft(column) ? '' : ' class="number"');
  const heading = headings.map((text, i) => `<th scope="col"${mark(i)}>${escaped(text)}</th>`);
  const body = rows.map((cells) =>
    cells
      .map((cell, i) =>
        i === 0 ? `<th scope="row">${escaped(cell)}</th>` : `<td${mark(i)}>${escaped(cell)}</td>`,
      )
      .join(''),
  );
  return [
    `<div tabindex="0" role="region" aria-label="${escaped(caption)}">`,
    `<table><caption>${escaped(caption)}</caption>`,
    `<thead><tr>${heading.join('')}</tr></thead>`,
    `<tbody>\n${body.map((cells) => `<tr>${cells}</tr>`).join('\n')}\n</tbody>`,
    '</table></div>',
  ].join('\n');
};

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: Cell): string =>
  printableLine(String(text ?? '')).replace(/[&<>"']/g, (character) => own(ENTITIES, character)!);
