// Builds the page of src/web/page into dist/page, and that of reviewers, src/web/review-page, into dist/review-page: one classic script and one style each,
// so that the first also works from a file. Does nothing where the pages of these sources are there already, which takes a fraction of
// a second. Each appears whole, by a rename.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** The pages, rooms of the floor `web`. */
const PAGES = ['page', 'review-page'];
/** What pages are made of: floors of which they may import rooms. */
const SOURCES = ['core', 'platform', 'evaluation', 'experiment', 'analysis', 'web'];

const stamp = () => {
  const hash = createHash('sha256');
  const add = (file) => hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  for (const folder of SOURCES.map((name) => join('src', name)))
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (/\.(tsx?|css|html|svg)$/.test(name) && !/\.test\.tsx?$/.test(name)) add(join(folder, name));
  for (const file of ['package-lock.json', 'scripts/build-page.js']) add(file);
  return hash.digest('hex');
};

const isLibrary = (id) =>
  id.startsWith(join(root, 'src')) &&
  !PAGES.some((name) => id.startsWith(join(root, 'src', 'web', name, '')));

const isBuilt = (name, of) => {
  const file = join(root, 'dist', name, '.built');
  return existsSync(file) && readFileSync(file, 'utf8') === of;
};

/** A view's style reaches no further than the view, whatever its classes are called: `main` has the class that is put around it. */
const scopedStyles = {
  name: 'scoped-styles',
  enforce: 'pre',
  transform: (code, id) => {
    const [, view] = /[\\/]page[\\/]views[\\/]([a-z-]+)[\\/][^\\/]+\.css$/.exec(id) ?? [];
    return view ? { code: `.view-${view} {\n${code}\n}`, map: null } : undefined;
  },
};

/** The licences of the packages that the script holds, by their own files. */
const licences = (modules) => {
  const packages = new Set(
    modules.flatMap(
      (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/'))?.[0] ?? [],
    ),
  );
  return [...packages].sort().map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    return `${name} ${version}\n\n${file ? readFileSync(join(folder, file), 'utf8').trim() : 'no licence file'}\n`;
  });
};

const buildPage = async (name, of) => {
  const page = join(root, 'dist', name);
  const { build } = await import('vite');
  const { default: react } = await import('@vitejs/plugin-react');
  const out = `${page}-${process.pid}`;
  const modules = [];
  try {
    mkdirSync(out, { recursive: true });
    await build({
      root: join(root, 'src', 'web', name),
      configFile: false,
      logLevel: 'warn',
      plugins: [scopedStyles, react(), { name: 'modules', moduleParsed: ({ id }) => void modules.push(id) }],
      define: { 'process.env.NODE_ENV': '"production"' },
      publicDir: false,
      build: {
        outDir: out,
        emptyOutDir: false,
        target: 'es2022',
        cssCodeSplit: false,
        // To load a module of ours is to define what it exports, so schemas that the page does not use stay out of it.
        rolldownOptions: {
          treeshake: { moduleSideEffects: (id) => !isLibrary(id) && !id.includes('/node_modules/zod/') },
        },
        lib: {
          entry: join(root, 'src', 'web', name, 'main.tsx'),
          formats: ['iife'],
          name: 'r2medPage',
          fileName: () => 'page.js',
          cssFileName: 'page',
        },
      },
    });
    copyFileSync(join(root, 'src', 'web', name, 'index.html'), join(out, 'index.html'));
    copyFileSync(join(root, 'src', 'web', 'page', 'icon.svg'), join(out, 'icon.svg'));
    writeFileSync(join(out, 'LICENCES.txt'), licences(modules).join('\n---\n\n'));
    writeFileSync(join(out, '.built'), of);
    rmSync(page, { recursive: true, force: true });
    renameSync(out, page);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

const now = stamp();
for (const name of PAGES) if (!isBuilt(name, now)) await buildPage(name, now);
