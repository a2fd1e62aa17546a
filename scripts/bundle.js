// Bundles src/ into dist/: the library as one readable module per folder, the command line as few chunks.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Modules that a worker thread loads, by the folder that holds their file in dist/. */
const WORKERS = {
  'node/worker-thread.ts': 'node',
  'retrieval/bm25/tokenize-worker.ts': 'retrieval',
  'audit/personal-data-worker.ts': 'audit',
};
/** What each call of the command line loads, and what the help of its largest verb needs on top. */
const EARLY = ['cli/main.ts', 'cli/commands/run-help.ts'];
/** Draws charts with the packages of the page, which users do not have: its module holds them. */
const CHARTS = 'export/draw-charts';
/** Folders of the pages, which scripts/build-page.js builds. */
const PAGE = ['page', 'review-page', 'charts'];

/** Writes library and command line over what is in `dist`. Files that did not change are left alone: someone may be using them. */
export const bundle = async (root, dist) => {
  const src = join(root, 'src');
  const chunks = [
    ...(await libraryChunks(src)),
    ...(await commandLineChunks(src)),
    ...(await chartChunks(src)),
  ];
  const written = new Set();
  for (const { fileName, code, map } of chunks) {
    written.add(fileName);
    // A chunk that only passes on what others define has no map.
    if (map) written.add(`${fileName}.map`);
    write(join(dist, fileName), map ? `${code}//# sourceMappingURL=${basename(fileName)}.map\n` : code);
    if (map) write(join(dist, `${fileName}.map`), map.toString());
  }
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' }))
    if (isOurs(file.replaceAll('\\', '/')) && !written.has(file.replaceAll('\\', '/')))
      rmSync(join(dist, file));
};

const isOurs = (file) => /\.js(\.map)?$/.test(file) && !/^(review-)?page(-\d+)?\//.test(file);

const write = (file, text) => {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/**
 * A module for each folder. It imports those of other folders as the sources do, through `index` alone, so whatever way a
 * user imports a class, it is the same class.
 */
const libraryChunks = (src) => {
  const folders = readdirSync(src).filter(
    (name) => !PAGE.includes(name) && existsSync(join(src, name, 'index.ts')),
  );
  const entries = [
    ['index', 'index.ts'],
    ...folders.map((folder) => [`${folder}/index`, `${folder}/index.ts`]),
    // What package.json exports besides: a chosen part of a folder.
    ...folders
      .flatMap((folder) => [`${folder}/public`, `${folder}/models`])
      .filter((name) => existsSync(join(src, `${name}.ts`)))
      .map((name) => [name, `${name}.ts`]),
    ...Object.entries(WORKERS).map(([file, folder]) => [`${folder}/${basename(file, '.ts')}`, file]),
  ];
  return generate(
    src,
    {
      input: Object.fromEntries(entries.map(([name, file]) => [name, join(src, file)])),
      plugins: [chartsApart(`./${basename(CHARTS)}.js`), otherFolders(src, () => true)],
    },
    {
      chunkFileNames: ({ moduleIds }) =>
        isZod.test(moduleIds[0]) ? '[name].js' : `${folderOf(src, moduleIds[0])}/[name].js`,
      codeSplitting: { groups: [ZOD] },
    },
  );
};

/**
 * `main.js`, one chunk for each verb, and two that they share: `start.js`, which every call loads, and `work.js`. The
 * library's `core` stays outside: errors are told apart by class, also those of a user's module that imports the library.
 */
const commandLineChunks = async (src) => {
  const plugins = [
    chartsApart(`../${CHARTS}.js`),
    otherFolders(src, (folder) => folder === 'core'),
    workersOfLibrary(),
  ];
  const early = await generate(src, { plugins, input: EARLY.map((file) => join(src, file)) });
  const start = new Set(loadedAtOnce(early).flatMap(({ moduleIds }) => moduleIds));
  // The servers of the pages have packages of their own, which no other verb should load.
  const isShared = (id) =>
    id.startsWith(src) &&
    !/^(web\/|review\/|cli\/(main|commands\/|nano\/|review\/))/.test(relative(src, id).replaceAll('\\', '/'));
  return generate(
    src,
    { plugins, input: { main: join(src, 'cli/main.ts') } },
    {
      entryFileNames: 'cli/[name].js',
      chunkFileNames: 'cli/[name].js',
      codeSplitting: {
        groups: [
          ZOD,
          { name: 'start', test: (id) => isShared(id) && start.has(id), priority: 2 },
          { name: 'work', test: isShared, priority: 1 },
        ],
      },
    },
  );
};

/** One module with all that draws, but for the errors of `core`. It is loaded when a chart is exported. */
const chartChunks = (src) =>
  generate(
    src,
    {
      input: { [CHARTS]: join(src, `${CHARTS}.tsx`) },
      external: /^node:/,
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
      plugins: [otherFolders(src, (folder) => folder === 'core')],
    },
    { minify: true, codeSplitting: false },
  );

const chartsApart = (place) => ({
  name: 'charts-apart',
  resolveId: { filter: { id: /\/draw-charts\.js$/ }, handler: () => ({ id: place, external: true }) },
});

/** Entries and what they import, but not what they load late. */
const loadedAtOnce = (chunks) => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set();
  const visit = (chunk) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) visit(byName.get(name));
  };
  for (const chunk of chunks) if (chunk.isEntry) visit(chunk);
  return [...found];
};

const folderOf = (src, id) => relative(src, id).split(/[\\/]/)[0];

/** Leaves imports of other folders as they are, from wherever in a folder they are made. */
const otherFolders = (src, isOutside) => ({
  name: 'other-folders',
  resolveId: {
    filter: { id: /^\.{1,2}\/.*index\.js$/ },
    handler: (source, importer) => {
      const folder = folderOf(src, importer);
      const other = folderOf(src, resolve(dirname(importer), source));
      // A folder's `public.ts` passes on what its `index.ts` has.
      if (other === folder && basename(importer) === 'public.ts') return { id: './index.js', external: true };
      if (other === folder || other === 'index.js' || !isOutside(other)) return undefined;
      return { id: `${folder === 'index.ts' ? '.' : '..'}/${other}/index.js`, external: true };
    },
  },
});

/** The command line starts the library's worker threads, which load no more than they need. */
const workersOfLibrary = () => ({
  name: 'workers-of-library',
  transform: {
    filter: { code: /new URL\('\.\/[a-z-]+\.js', import\.meta\.url\)/ },
    handler: (code) => {
      const folders = Object.entries(WORKERS).map(([file, folder]) => [basename(file, '.ts'), folder]);
      const moved = folders.reduce(
        (text, [name, folder]) => text.replace(`URL('./${name}.js'`, `URL('../${folder}/${name}.js'`),
        code,
      );
      return { code: moved, map: null };
    },
  },
});

const isZod = /[\\/]node_modules[\\/]zod[\\/]/;
const ZOD = { name: 'zod', test: isZod, priority: 3 };

/** The licences of what a chunk holds of packages. */
const licenceOf =
  (root) =>
  ({ moduleIds }) => {
    const packages = moduleIds.flatMap(
      (id) => /[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(id)?.[1] ?? [],
    );
    return [...new Set(packages)]
      .map(
        (name) =>
          `/*! ${name}\n\n${readFileSync(join(root, 'node_modules', name, 'LICENSE'), 'utf8').trim()}\n*/`,
      )
      .join('\n');
  };

const generate = async (src, input, output = {}) => {
  const build = await rolldown({
    platform: 'node',
    // Packages stay outside but for zod, of whose 94 files a start would read each.
    external: /^(?!zod$)(?:node:|@?[a-z])/,
    // To load a module is to define what it exports; a worker's start is the exception.
    treeshake: { moduleSideEffects: (id) => id.endsWith('worker-thread.ts') },
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    ...input,
  });
  const { output: chunks } = await build.generate({
    format: 'esm',
    sourcemap: 'hidden',
    // Every start reads all of a module. What is documented stands in the types.
    comments: { jsdoc: false },
    banner: licenceOf(dirname(src)),
    ...output,
  });
  await build.close();
  return chunks.filter(({ type }) => type === 'chunk');
};
