// node scripts/terminal-picture.js: docs/images/terminal.png, what `r2med explain` prints in a terminal with colours. Needs Chromium (test/browser/install.sh).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const cwd = mkdtempSync(join(tmpdir(), 'r2med-terminal-'));
const env = { PATH: process.env.PATH, HOME: cwd, R2MED_HOME: join(cwd, 'home'), COLUMNS: '100' };
const r2med = (...args) =>
  execFileSync(process.execPath, [join(root, 'bin', 'r2med.js'), ...args], { cwd, env, encoding: 'utf8' });

/** Colours of a terminal, by the codes that switch them on. */
const STYLES = {
  1: 'font-weight:700',
  2: 'opacity:.6',
  31: 'color:#ff8f8f',
  32: 'color:#8fd694',
  33: 'color:#f0c36a',
  36: 'color:#7fd3e8',
};

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const marked = (text) =>
  text.split('\u001b[').map((part, i) => {
    if (i === 0) return escaped(part);
    const [codes, rest] = part.split(/m([\s\S]*)/);
    const styles = codes.split(';').flatMap((code) => STYLES[code] ?? []);
    return `</span><span style="${styles.join(';')}">${escaped(rest)}`;
  });

try {
  const words = ['explain', 'mqa-q04', '--suite', 'sample', '--task', 'MedQA-Diag', '--limit', '3'];
  r2med('run', '--suite', 'sample', '--task', 'MedQA-Diag', '--retriever', 'bm25', '--quiet');
  const printed = r2med(...words, '--color', 'always').trimEnd();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  const page = await browser.newPage({ deviceScaleFactor: 1, viewport: { width: 960, height: 600 } });
  await page.setContent(
    `<body style="margin:0;display:inline-block"><pre style="margin:0;padding:20px 24px;background:#16181d;color:#d8dce3;font:14px/1.45 'DejaVu Sans Mono',monospace"><span>$ r2med ${words.join(' ')}\n${marked(printed).join('')}</span></pre></body>`,
  );
  await page.locator('pre').screenshot({ path: join(root, 'docs', 'images', 'terminal.png') });
  await browser.close();
} finally {
  rmSync(cwd, { recursive: true, force: true });
}
