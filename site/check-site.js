// What a built site must hold: every link leads to a page, and to a heading of it; nothing is loaded from elsewhere.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const ATTRIBUTE = /<(\w+)\b[^>]*?\s(href|src)="([^"]*)"/g;

/** What is wrong with the site in a folder, a line each. */
export const checkSite = (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const known = new Set(files);
  const pages = files.filter((file) => file.endsWith('.html') && !file.startsWith('files/'));
  const read = new Map(pages.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const headings = new Map(
    [...read].map(([file, html]) => [
      file,
      new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  );
  return pages.flatMap((file) =>
    [...read.get(file).matchAll(ATTRIBUTE)].flatMap(([, tag, , address]) => {
      if (/^https?:/.test(address)) return tag === 'a' ? [] : [`${file}: loads ${address}`];
      if (/^(?:data|mailto):/.test(address)) return [];
      const [path, part] = decodeURI(address).replaceAll('&amp;', '&').split('#');
      const to =
        path === ''
          ? file
          : posix.normalize(posix.join(path.startsWith('/') ? '' : dirname(file), path)).replace(/^\//, '');
      const target = [to, `${to}.html`, posix.join(to, 'index.html')].find((each) => known.has(each));
      if (target === undefined) return [`${file}: no page ${path}`];
      return part && headings.has(target) && !headings.get(target).has(part)
        ? [`${file}: ${target} has no heading #${part}`]
        : [];
    }),
  );
};
