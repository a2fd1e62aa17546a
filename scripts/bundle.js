// Bundles src/ into dist/: the library as one readable module per room, the command line as few chunks.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

/** Modules that a worker thread loads. Each stands in dist/ beside the module of its room. */
const WORKERS = [
  'platform/node/worker-thread.ts',
  'search/retrieval/bm25/tokenize-worker.ts',
  'benchmarks/audit/personal-data-worker.ts',
  'web/server/table-worker.ts',
];
/** What each call of the command line loads, and what the help of its largest verb needs on top. */
const EARLY = ['cli/main.ts', 'cli/commands/run-help.ts'];
/** Draws charts with the packages of the page, which users do not have: its module holds them. */
const CHARTS = 'analysis/export/draw-charts.tsx';
const CHARTS_FILE = 'analysis/draw-charts';
/** Rooms of the pages, which scripts/build-page.js builds. */
const PAGE = ['web/page', 'web/review-page', 'analysis/charts'];

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

/** A room is a folder with an `index.ts`: a floor, or a folder of one. */
const roomsOf = (src) =>
  readdirSync(src, { withFileTypes: true })
    // The command line has no entrance: nothing looks into it.
    .filter((each) => each.isDirectory() && each.name !== 'cli')
    .flatMap(({ name }) =>
      existsSync(join(src, name, 'index.ts'))
        ? [name]
        : readdirSync(join(src, name)).map((room) => `${name}/${room}`),
    )
    .filter((room) => existsSync(join(src, room, 'index.ts')) && !PAGE.includes(room));

/** The file of a room in dist/, without its ending: all are at the same depth, and so are the command line's. */
const fileOf = (room) => (room.includes('/') ? room : `${room}/index`);

/**
 * A module for each room. It imports those of other rooms as the sources do, through `index` alone, so whatever way a
 * user imports a class, it is the same class.
 */
const libraryChunks = (src) => {
  const rooms = roomsOf(src);
  const floors = [...new Set(rooms.map((room) => room.split('/')[0]))];
  const entries = [
    ['index', 'index.ts'],
    ...rooms.map((room) => [fileOf(room), `${room}/index.ts`]),
    // What package.json exports: a chosen part of a floor.
    ...floors
      .map((floor) => `${floor}/public`)
      .filter((name) => existsSync(join(src, `${name}.ts`)))
      .map((name) => [name, `${name}.ts`]),
    ...WORKERS.map((file) => [workerFile(file), file]),
  ];
  return generate(
    src,
    {
      input: Object.fromEntries(entries.map(([name, file]) => [name, join(src, file)])),
      plugins: [chartsApart(`./${basename(CHARTS_FILE)}.js`), otherRooms(src, () => true)],
    },
    {
      // A chunk without modules passes on what a room defines for who loads it late.
      chunkFileNames: ({ moduleIds: [id], facadeModuleId }) =>
        isZod.test(id) ? '[name].js' : `${floorOf(src, id ?? facadeModuleId)}/[name].js`,
      codeSplitting: { groups: [ZOD] },
    },
  );
};

/**
 * `main.js`, `start.js`, which every call loads, one chunk for each verb, and one for each set of verbs that share something: a
 * start reads what its verb needs, and compiling all the rest would take longer than finding more files. The library's `core`
 * stays outside: errors are told apart by class, also those of a user's module that imports the library.
 */
const commandLineChunks = async (src) => {
  const plugins = [
    chartsApart(`../${CHARTS_FILE}.js`),
    otherRooms(src, (room) => room === 'core'),
    workersOfLibrary(),
  ];
  const early = await generate(src, { plugins, input: EARLY.map((file) => join(src, file)) });
  const start = new Set(loadedAtOnce(early).flatMap(({ moduleIds }) => moduleIds));
  return generate(
    src,
    { plugins, input: { main: join(src, 'cli/main.ts') } },
    {
      entryFileNames: 'cli/[name].js',
      chunkFileNames: 'cli/[name].js',
      codeSplitting: {
        groups: [
          ZOD,
          { name: 'start', test: (id) => start.has(id) && !EARLY.some((file) => id.endsWith(file)) },
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
      input: { [CHARTS_FILE]: join(src, CHARTS) },
      external: /^node:/,
      transform: { define: { 'process.env.NODE_ENV': '"production"' } },
      plugins: [otherRooms(src, (room) => room === 'core')],
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

const floorOf = (src, id) => relative(src, id).split(/[\\/]/)[0];

/** Leaves imports of other rooms as they are, from wherever in a room they are made. */
const otherRooms = (src, isOutside) => {
  const rooms = roomsOf(src);
  const roomOf = (file) => {
    const path = relative(src, file).replaceAll('\\', '/');
    return rooms.find((room) => path.startsWith(`${room}/`) && !path.endsWith('/public.ts'));
  };
  return {
    name: 'other-rooms',
    resolveId: {
      filter: { id: /^\.{1,2}\/.*index\.js$/ },
      handler: (source, importer) => {
        const room = roomOf(importer);
        const target = resolve(dirname(importer), source);
        const other = roomOf(target);
        if (other === undefined || other === room || !isOutside(other)) return undefined;
        // Only the contents page is not in a folder.
        const up = dirname(importer) === src ? '.' : '..';
        return { id: `${up}/${fileOf(other)}.js`, external: true };
      },
    },
  };
};

const workerFile = (file) => `${file.split('/')[0]}/${basename(file, '.ts')}`;

/** The command line starts the library's worker threads, which load no more than they need. */
const workersOfLibrary = () => ({
  name: 'workers-of-library',
  transform: {
    filter: { code: /new URL\('\.\/[a-z-]+\.js', import\.meta\.url\)/ },
    handler: (code) => {
      const moved = WORKERS.reduce(
        (text, file) =>
          text.replace(`URL('./${basename(file, '.ts')}.js'`, `URL('../${workerFile(file)}.js'`),
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
