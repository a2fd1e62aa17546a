import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const VIEWS = fileURLToPath(new URL('../../src/web/page/views', import.meta.url));
const SHARED = ['styles', 'parts'].map((name) =>
  fileURLToPath(new URL(`../../src/web/page/${name}`, import.meta.url)),
);

const texts = (folder: string, ending: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

const styled = (css: string): ReadonlySet<string> =>
  new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name!));
const used = (tsx: string): ReadonlySet<string> =>
  new Set([...tsx.matchAll(/className="([^"]+)"/g)].flatMap(([, names]) => names!.split(' ')));

it('what a view shares with others is styled where all can see it: the styles of a view hold within it alone', () => {
  const views = readdirSync(VIEWS);
  const css = new Map(views.map((view) => [view, styled(texts(join(VIEWS, view), '.css'))]));
  const shared = styled(SHARED.map((folder) => texts(folder, '.css')).join('\n'));
  const lost = views.flatMap((view) =>
    [...used(texts(join(VIEWS, view), '.tsx'))]
      .filter((name) => !shared.has(name) && !css.get(view)!.has(name))
      .flatMap((name) =>
        views.filter((other) => css.get(other)!.has(name)).map((other) => `${view}: .${name} of ${other}`),
      ),
  );
  expect(lost).toEqual([]);
});
