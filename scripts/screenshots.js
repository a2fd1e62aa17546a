// node scripts/screenshots.js [VIEW …]: a picture of every view of the page, or of these, in both themes, on a desktop and on a phone, into docs/images.
// `review` and `adjudication` are views of the page of reviewers.
// Needs Chromium (test/browser/install.sh) and pngquant, which makes the pictures a third as large.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const images = join(root, 'docs', 'images');
const bin = join(root, 'bin', 'r2med.js');
const SIZES = { desktop: { width: 1440, height: 1000 }, phone: { width: 390, height: 844 } };
const THEMES = ['light', 'dark'];

/** A custom model that embeds some tasks and then takes its time, so that there is a run to look at. */
const SLOW = `
import { embed as hashing } from ${JSON.stringify(new URL('../examples/own-model.mjs', import.meta.url).href)};
export const name = 'careful-reader';
export const version = '1';
let calls = 0;
export const embed = async (texts, role) => {
  calls += 1;
  if (calls > 22) await new Promise((resolve) => setTimeout(resolve, 600_000));
  return hashing(texts, role);
};
`;

/** Views of the page of reviewers: whose they are, and what is done before the picture is made. */
const REVIEW = {
  review: {
    as: 'anna',
    prepare: async (page) => {
      await page.keyboard.press('2');
      if ((await page.locator('fieldset').count()) === 1) return;
      await page.keyboard.type('Describes gait and scan; says little of what else it could be.');
      await page.keyboard.press('Enter');
      await page.keyboard.press('1');
    },
  },
  adjudication: { as: 'cara', prepare: (page) => page.keyboard.press('2') },
};

const call = (command, args, options = {}) => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', cwd: root, ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
};

/** A process, once it has printed a line. */
const started = (args, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    child.stdout.once('data', (bytes) => resolve({ child, line: bytes.toString().split('\n', 1)[0] }));
    child.once('close', (code) => reject(new Error(`r2med ${args[0]} ended with ${code}`)));
  });

const settled = async (page) => {
  await page.locator('main h1, main h2').first().waitFor();
  while ((await page.locator('.loading').count()) > 0) await page.waitForTimeout(100);
  // Texts are fetched as they are needed; live events never end, so the network is never idle.
  await page.waitForTimeout(1000);
  await page.evaluate(() => document.fonts.ready);
};

const picture = async (browser, address, file, viewport, colorScheme, prepare = async () => {}) => {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: 'reduce' });
  await page.goto(address);
  await settled(page);
  await prepare(page);
  await page.screenshot({ path: file });
  await page.close();
  call('pngquant', ['--force', '--skip-if-larger', '--strip', '--speed', '1', '--ext', '.png', '64', file]);
  console.log(file.slice(root.length));
};

call(process.execPath, ['scripts/build.js']);
call(process.execPath, ['scripts/build-page.js']);
const { auditCall, placesOf, SYSTEMS } = await import('../test/browser/places.js');
const { reviewItems } = await import('../test/browser/review-items.js');
const home = mkdtempSync(join(tmpdir(), 'r2med-pictures-'));
const results = join(home, 'results');
const env = { ...process.env, R2MED_HOME: home, HF_HOME: home };
const children = [];
try {
  const systems = SYSTEMS.flatMap((system) => ['--system', system]);
  call(process.execPath, [bin, 'run', '--suite', 'sample', ...systems, '--out', results, '--quiet'], { env });
  call(process.execPath, [bin, ...auditCall(results)], { env });
  const web = await started(['web', '--no-open', '--results', results], env);
  children.push(web.child);
  const places = await placesOf(web.line);
  const wanted =
    process.argv.length > 2 ? process.argv.slice(2) : [...Object.keys(places), ...Object.keys(REVIEW)];
  mkdirSync(images, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.R2MED_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
  let links;
  // The view of running work last: it needs some.
  for (const view of wanted.sort((a, b) => Number(a === 'live') - Number(b === 'live'))) {
    if (view === 'live') {
      writeFileSync(join(home, 'careful-reader.mjs'), SLOW);
      const slow = ['run', '--suite', 'sample', '--system', 'bm25', '--system', 'module:careful-reader.mjs'];
      const run = spawn(process.execPath, [bin, ...slow, '--overwrite', '--out', 'results'], {
        cwd: home,
        env,
        stdio: 'ignore',
      });
      children.push(run);
      await untilRunning(web.line);
    }
    const { as, prepare } = REVIEW[view] ?? {};
    if (as) links ??= await startedReview(browser);
    const address = as ? links.get(as) : new URL(places[view], web.line).href;
    for (const [name, size] of Object.entries(SIZES))
      for (const theme of THEMES)
        await picture(browser, address, join(images, `${view}-${theme}-${name}.png`), size, theme, prepare);
  }
  await browser.close();
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(home, { recursive: true, force: true });
}

/** A review of the sample suite, of which two reviewers have done a part: the links of its people. */
async function startedReview(browser) {
  const folder = join(home, 'Evidence for diagnoses');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'items.jsonl'),
    reviewItems()
      .map((item) => `${JSON.stringify(item)}\n`)
      .join(''),
  );
  const people = ['--reviewer', 'anna', '--reviewer', 'ben', '--adjudicator', 'cara'];
  const planned = spawnSync(process.execPath, [bin, 'review', 'plan', folder, ...people, '--json'], {
    encoding: 'utf8',
  });
  const { child, line } = await started(['review', 'serve', folder, '--port', '0'], env);
  children.push(child);
  const links = new Map(
    JSON.parse(planned.stdout).people.map(({ name, link }) => [name, `${line}${new URL(link).hash}`]),
  );
  for (const name of ['anna', 'ben']) {
    const page = await browser.newPage();
    await page.goto(links.get(name));
    await settled(page);
    await page.evaluate(answerSome, { name, count: 12 });
    await page.close();
  }
  return links;
}

/** Runs in the page of a reviewer. */
async function answerSome({ name, count }) {
  const headers = { 'x-review-as': name, 'content-type': 'application/json' };
  for (let i = 0; i < count; i++) {
    const { next } = await (await fetch('/api/work', { headers })).json();
    const answers = next.questions.map(({ name: question, choices, reason }) => {
      const choice = choices[name === 'ben' && i % 3 === 0 ? choices.length - 1 : 0];
      const why =
        choice === choices[0] ? 'Names the disease only in passing.' : 'Explains the finding that decides.';
      return { question, value: choice.value, ...(reason === 'required' && { reason: why }) };
    });
    const body = { id: crypto.randomUUID(), item: next.key, version: next.version, answers, seconds: 48 + i };
    await fetch('/api/answers', { method: 'POST', headers, body: JSON.stringify(body) });
  }
}

async function untilRunning(address) {
  for (;;) {
    const { runs } = await (await fetch(new URL('data/live.json', address))).json();
    if (runs.some(({ work }) => work.filter(({ state }) => state === 'done').length > 6)) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
