// The page in a real browser. How large its script is, how long the first view takes, how a table of 300 systems scrolls, and what
// a task of 60,000 documents costs to look at. Needs Chromium (test/browser/install.sh).
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { TABLE_SHAPE, writeResults } from '../invented-results.js';
import { BIOLOGY_SHAPE, writeTask } from '../invented-task.js';
import { figures, interleave } from '../measure.js';
import { digits, markdown, median } from '../table.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const BIN = here('../../bin/r2med.js');
const TASK_SHAPE = { ...BIOLOGY_SHAPE, documents: 60_000 };

const mustRun = (...args) => {
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
};

/** Calls `look` with the address of a page that has just been started. */
const withPage = async (args, look, env = {}) => {
  const child = spawn(process.execPath, [BIN, 'web', '--no-open', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  try {
    const address = await new Promise((resolve, reject) => {
      child.stdout.once('data', (bytes) => resolve(bytes.toString().split('\n', 1)[0]));
      child.once('close', (code) => reject(new Error(`r2med web ended with ${code}`)));
    });
    return await look(address, child.pid);
  } finally {
    child.kill('SIGINT');
  }
};

/** Milliseconds of CPU that a process has taken, in steps of 10: where Linux says so. */
const cpuOf = (pid) => {
  if (!existsSync(`/proc/${pid}/stat`)) return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
};

/** Milliseconds until what is looked for is drawn, those of them that the page itself worked, and what was asked of the server for it. */
const timed = async (browser, address, drawn) => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 1000 } });
  const answers = [];
  page.on('response', (response) => answers.push(response));
  const began = performance.now();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable');
  await page.goto(address);
  await page.locator(drawn).first().waitFor({ timeout: 600_000 });
  const milliseconds = performance.now() - began;
  const { metrics } = await cdp.send('Performance.getMetrics');
  const work = 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  const data = answers.filter((each) => each.url().includes('/data/'));
  const sizes = await Promise.all(data.map(async (each) => (await each.body()).length));
  return {
    page,
    milliseconds,
    work,
    requests: data.length,
    kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000,
  };
};

const ROW = '.board tbody tr[data-index]';

/** The table of all invented systems, as the address says it. */
const TABLE = `board=${TABLE_SHAPE.suite}&source=own`;

/** The first view of a server that has answered nothing yet; `home` has its caches. */
const firstView = (browser, results, home, hash) =>
  withPage(
    ['--results', results],
    async (address, server) => {
      const before = cpuOf(server);
      const { page, milliseconds, work } = await timed(browser, `${address}#/leaderboard?${hash}`, ROW);
      const cpu = cpuOf(server) - before + work;
      await page.close();
      return { milliseconds, cpu };
    },
    { R2MED_HOME: home },
  );

/** Has a server keep the records that it read, which it has done when it first tells an open page of them. */
const keepRecords = (results, home) =>
  withPage(
    ['--results', results],
    async (address) => {
      await (await fetch(new URL('data/index.json', address))).json();
      const reader = (await fetch(new URL('events', address))).body.getReader();
      await reader.read();
      await reader.cancel();
    },
    { R2MED_HOME: home },
  );

/** Milliseconds of CPU that a server takes from its start until it has answered what the first view of a table asks for; `home` has its caches. */
const tableAnswered = (results, home) =>
  withPage(
    ['--results', results],
    async (address, server) => {
      const json = async (path) => (await fetch(new URL(path, address))).json();
      const { boards } = await json('data/index.json');
      const { key, measures } = boards.find(({ name }) => name === TABLE_SHAPE.suite);
      const { rows } = await json(`data/leaderboard/${key}/${measures[0].key}.json`);
      if (rows.length < TABLE_SHAPE.systems) throw new Error(`a table of ${rows.length} rows`);
      return { cpu: cpuOf(server) };
    },
    { R2MED_HOME: home },
  );

/** Scrolls from top to bottom and back, a little at each frame. Gives milliseconds between frames. */
const SCROLL = `(async () => {
  const box = document.querySelector('.board-scroll');
  const frame = () => new Promise(requestAnimationFrame);
  const times = [];
  const drawn = [];
  for (const step of [90, -90])
    for (let i = 0; i < 150; i++) {
      box.scrollTop += step;
      times.push(await frame());
      drawn.push(box.querySelectorAll('tbody tr[data-index]').length);
    }
  return { times: times.slice(1).map((time, i) => time - times[i]), drawn: Math.max(...drawn) };
})()`;

const scrolling = (browser, results) =>
  withPage(['--results', results], async (address) => {
    const { page } = await timed(browser, `${address}#/leaderboard?${TABLE}`, ROW);
    await page.waitForTimeout(1000);
    const { times, drawn } = await page.evaluate(SCROLL);
    await page.close();
    const sorted = [...times].sort((a, b) => a - b);
    return { frame: median(times), slow: sorted[Math.floor(0.95 * sorted.length)], drawn };
  });

const largeTask = (browser, results, task) =>
  withPage(['--results', results, '--data', task], async (address) => {
    const { tasks, systems } = await (await fetch(new URL('data/index.json', address))).json();
    const key = tasks.at(-1).key;
    const list = await timed(browser, `${address}#/task/${key}?board=own`, '.queries a');
    const link = await list.page.locator('.queries a').first().getAttribute('href');
    await list.page.close();
    const query = await timed(browser, `${address}${link}&system=${systems[0].key}`, '.hit mark');
    await query.page.close();
    return { list, query };
  });

const measure = async ({ temporary, rounds }) => {
  mustRun(here('../../scripts/build-page.js'));
  const browser = await chromium.launch({
    executablePath: process.env.R2MED_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const sample = join(temporary, 'sample');
    mustRun(
      BIN,
      'run',
      '--suite',
      'sample',
      '--retriever',
      'bm25,bm25-lucene,lsa',
      '--out',
      sample,
      '--quiet',
    );
    const many = await writeResults(join(temporary, 'many'), TABLE_SHAPE);
    const home = join(temporary, 'home');
    const newHome = () => mkdtempSync(join(temporary, 'home-'));
    await keepRecords(many.folder, home);
    const first = await interleave(
      [
        { name: 'first', measure: () => firstView(browser, sample, newHome(), 'board=sample') },
        { name: 'unseen', measure: () => firstView(browser, many.folder, newHome(), TABLE) },
        { name: 'seen', measure: () => firstView(browser, many.folder, home, TABLE) },
      ],
      rounds,
    );
    const answered = await interleave(
      [
        { name: 'unseen', measure: () => tableAnswered(many.folder, newHome()) },
        { name: 'seen', measure: () => tableAnswered(many.folder, home) },
      ],
      rounds,
    );
    const scrolled = await scrolling(browser, many.folder);
    const task = await writeTask(join(temporary, 'task'), TASK_SHAPE);
    const own = join(temporary, 'own');
    mustRun(BIN, 'run', '--data', task.folder, '--retriever', 'bm25', '--out', own, '--quiet');
    const large = await largeTask(browser, own, task.folder);
    const script = gzipSync(readFileSync(here('../../dist/page/page.js'))).length / 1000;
    const { milliseconds, cpu } = first.get('first');
    const against = 'the page';
    const seconds = (name, field) => figures(first, name, field).map((value) => value / 1000);
    return {
      text: 'In Chromium, from a server that has answered nothing yet. The first view is wanted within a second on a machine that does nothing else.',
      table: markdown(
        ['What', 'Measured'],
        [
          ['script, charts and all, gzipped, kB', digits(script)],
          ['first view of the leaderboard of the sample, ms', digits(milliseconds)],
          ['CPU of server and page in it, ms', digits(cpu)],
          [
            `first view of ${TABLE_SHAPE.systems} systems × 8 tasks, records never seen before, ms`,
            digits(first.get('unseen').milliseconds),
          ],
          ['the same, records as they were, ms', digits(first.get('seen').milliseconds)],
          [
            'CPU of the server for it from its start, records never seen before, ms',
            digits(answered.get('unseen').cpu),
          ],
          [
            'CPU of the server for it from its start, records as they were, ms',
            digits(answered.get('seen').cpu),
          ],
          ['the same table scrolled: median frame, ms', digits(scrolled.frame)],
          ['95 % of frames within, ms', digits(scrolled.slow)],
          [`rows drawn at most, of ${TABLE_SHAPE.systems}`, scrolled.drawn],
          [`a task of ${TASK_SHAPE.documents} documents, ms`, digits(large.list.milliseconds)],
          ['requests for it, and kB', `${large.list.requests}, ${digits(large.list.kilobytes)}`],
          ['one of its queries explained, ms', digits(large.query.milliseconds)],
          ['requests for it, and kB', `${large.query.requests}, ${digits(large.query.kilobytes)}`],
        ],
      ),
      summary: [
        { against, what: 'script, gzipped', wanted: 'under 300 kB', unit: 'kB', values: [script] },
        {
          against,
          what: 'first view on the sample',
          wanted: 'under 1 s',
          unit: 's',
          values: seconds('first', 'milliseconds'),
        },
        {
          against,
          what: 'CPU of server and page in it',
          wanted: '',
          unit: 's',
          values: seconds('first', 'cpu'),
        },
        {
          against,
          what: `first view of ${TABLE_SHAPE.systems} systems, records never seen before`,
          wanted: 'under 1 s',
          unit: 's',
          values: seconds('unseen', 'milliseconds'),
        },
      ],
    };
  } finally {
    await browser.close();
  }
};

export const part = { name: 'page', title: 'The page', rounds: 5, measure };
