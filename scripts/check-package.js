// Packs the package, installs it where nothing else is, and uses it as a new user would.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const place = mkdtempSync(join(tmpdir(), 'r2med-package-'));
const call = (command, args, cwd = place) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const must = (holds, what) => {
  if (!holds) throw new Error(`package check: ${what}`);
  console.log(`ok  ${what}`);
};

/** The calls in the console blocks of a page, and what it says they print. */
const tour = (page) =>
  [...page.matchAll(/^```console\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const [line, ...printed] = part.split('\n');
        const words = line.match(/"[^"]*"|\S+/g).map((word) => word.replace(/^"|"$/g, ''));
        return { args: words.slice(1), printed: printed.join('\n').trim() };
      }),
  );
/** `r2med web` in the installed package, as long as `look` works with its address. */
const withPage = async (look, ...flags) => {
  const web = spawn('node', ['node_modules/r2med/bin/r2med.js', 'web', '--no-open', ...flags], {
    cwd: place,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise((resolve, reject) => {
      web.stdout.once('data', (bytes) => resolve(bytes.toString().trim()));
      web.once('close', (code) => reject(new Error(`r2med web ended with ${code}`)));
    });
    await look(address);
  } finally {
    web.kill('SIGINT');
  }
};

/** README says where its folders are once the package is installed. */
const inPackage = (word) => word.replace(/(^|:)(data|examples|experiments)\//, '$1node_modules/r2med/$2/');

try {
  const packed = JSON.parse(
    call('npm', ['run', '--silent', 'package', '--', '--json', '--pack-destination', place], root),
  );
  const files = (Array.isArray(packed) ? packed : Object.values(packed))[0].files.map(({ path }) => path);
  must(
    files.includes('dist/index.js') && files.includes('dist/index.d.ts'),
    'holds the compiled library and its types',
  );
  must(
    files.some((path) => path.startsWith('data/sample/')),
    'holds the sample suite',
  );
  must(
    ['page', 'review-page'].every((page) =>
      ['index.html', 'page.js', 'page.css', 'LICENCES.txt'].every((name) =>
        files.includes(`dist/${page}/${name}`),
      ),
    ),
    'holds the built pages, and the licences of what is in them',
  );
  must(
    !files.some(
      (path) =>
        /(^|\/)(src|test)\/|^bench\/(?!RESULTS\.md|CLAIMS\.md|history\.svg)/.test(path) ||
        /\.test\./.test(path),
    ),
    'holds no sources or tests',
  );
  must(!files.some((path) => path.endsWith('.png')), 'leaves the pictures of the documentation out');
  must(
    ['action/gate.js', 'templates/gate.yml'].every((path) => files.includes(path)),
    'holds the gate for continuous integration',
  );

  writeFileSync(join(place, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  const tarball = readdirSync(place).find((name) => name.endsWith('.tgz'));
  call('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `./${tarball}`]);

  const table = call('npx', [
    'r2med',
    'run',
    '--suite',
    'sample',
    '--retriever',
    'bm25',
    '--quiet',
    '--json',
  ]);
  must(JSON.parse(table).tasks.length === 8, 'runs bm25 on the eight sample tasks');
  writeFileSync(
    join(place, 'use.js'),
    `import { bm25, evaluate, nDCG, task } from 'r2med';
     console.log(typeof bm25, typeof evaluate, nDCG.at(10).name, typeof task);`,
  );
  must(call('node', ['use.js']).trim() === 'function function nDCG@10 function', 'is a library');

  const installed = join(place, 'node_modules', 'r2med');
  const { exports: offered } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const paths = Object.keys(offered).filter((path) => path !== './package.json');
  writeFileSync(
    join(place, 'paths.js'),
    paths.map((path) => `await import('r2med${path.slice(1)}');`).join('\n') + "\nconsole.log('all');",
  );
  must(call('node', ['paths.js']).trim() === 'all', `has ${paths.length} paths to import from`);

  must(!existsSync(join(place, 'node_modules', 'vite')), 'brings no build tools');
  await withPage(async (address) => {
    const text = async (name) => (await fetch(new URL(name, address))).text();
    must((await text('')).includes('page.js') && (await text('page.js')).length > 100_000, 'serves its page');
    const { boards } = JSON.parse(await text('data/index.json'));
    must(
      boards.some(({ name, ownSystems }) => name === 'sample' && ownSystems === 1),
      'shows what it ran beside what was published',
    );
  });

  await withPage(
    async (link) => {
      const page = new URL('/', link);
      const refused = (
        await Promise.all(
          ['', 'page.js', 'data/index.json', 'events'].map((name) => fetch(new URL(name, page))),
        )
      ).every(({ status }) => status === 401);
      const { status, headers } = await fetch(link, { redirect: 'manual' });
      const cookie = headers.get('set-cookie').split(';', 1)[0];
      const opened = await (await fetch(page, { headers: { cookie } })).text();
      must(
        refused && status === 303 && opened.includes('page.js'),
        'serves other machines by the link with its token alone',
      );
    },
    '--host',
    '0.0.0.0',
  );

  const pages = [
    'README.md',
    ...readdirSync(join(installed, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const dead = pages.flatMap((page) =>
    [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)]
      // Sites that show a package take pictures from its repository.
      .filter(([, target]) => !/\.(png|svg)$/.test(target))
      .filter(([, target]) => !existsSync(join(installed, dirname(page), target)))
      .map(([, target]) => `${page}: ${target}`),
  );
  must(dead.length === 0, `has no link that leads nowhere${dead.map((link) => `\n    ${link}`).join('')}`);

  for (const { args, printed } of tour(readFileSync(join(installed, 'README.md'), 'utf8')))
    must(
      call('npx', ['r2med', ...args.map(inPackage)]).trim() === printed,
      `prints what README says: r2med ${args.join(' ')}`,
    );
  copyFileSync(join(installed, 'examples', 'first-steps.ts'), join(place, 'first-steps.js'));
  must(
    readFileSync(join(installed, 'README.md'), 'utf8').includes(call('node', ['first-steps.js'])),
    'runs the library example of README',
  );
  if (spawnSync('python3', ['--version']).status === 0) {
    const own = ['--retriever', 'command:python3 node_modules/r2med/examples/own-model.py'];
    const ran = call('npx', [
      'r2med',
      'run',
      '--suite',
      'sample',
      ...own,
      '--out',
      'python',
      '--quiet',
      '--json',
    ]);
    must(JSON.parse(ran).rows[0].system === 'hashing', 'runs examples/own-model.py');
    const embed = spawnSync('python3', ['node_modules/r2med/python/worker.py'], {
      cwd: place,
      encoding: 'utf8',
    });
    must(
      embed.status === 2 && embed.stderr.includes('--python python3'),
      'has python/worker.py, which starts',
    );
  } else console.error('*** python3 IS MISSING: the Python examples were not run ***');
} finally {
  rmSync(place, { recursive: true, force: true });
}
