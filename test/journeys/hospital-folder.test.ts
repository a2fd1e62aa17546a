import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { journey } from '../support/journey.js';
import { writtenFolder } from '../support/written-folder.js';

/** As a spreadsheet of a hospital exports it: a byte order mark, semicolons, Windows line ends. */
const table = (...rows: readonly string[]): string => `\uFEFF${rows.join('\r\n')}\r\n`;

const CLINIC = {
  'Wissen.csv': table(
    'Artikel-Nr.;Überschrift;Inhalt (Volltext)',
    'A-01;Gicht;"Crystals of urate inflame a single joint; the big toe is hot, red and swollen at night."',
    'A-02;Anämie;"Iron deficiency lowers haemoglobin: pale skin, fatigue and brittle nails."',
    'A-03;Asthma;Narrow airways wheeze at night and open again after a spray of salbutamol.',
    'A-04;Nierensteine;A stone in the ureter gives colic of the flank that comes in waves.',
    'A-05;Migräne;"Throbbing headache of one side with nausea; light and noise are hard to bear."',
    'A-06;Borreliose;"A ring of redness grows around the bite of a tick, weeks before joints ache."',
  ),
  'Suchanfragen.csv': table(
    'Anfrage-Nr.;Wortlaut',
    'S1;hot swollen big toe at night',
    'S2;pale skin and brittle nails',
    'S3;wheezing that a spray opens again',
    'S4;colic of the flank in waves',
  ),
  'Bewertungen.csv': table(
    'Anfrage-Nr.;Artikel-Nr.;Bewertung',
    'S1;A-01;2',
    'S1;A-06;0',
    'S2;A-02;2',
    'S3;A-03;1',
    'S4;A-04;2',
  ),
};

it('the folder of a hospital becomes a gate in four commands', async () => {
  const folder = dirname(writtenFolder(CLINIC, 'clinic'));
  const { type, ends } = journey(folder, { R2MED_HOME: join(folder, 'home') });
  const imported = await type('r2med import clinic --out clinic-task');
  expect(imported.printed).toMatch(/documents +6/);
  await type('r2med run --data clinic-task --retriever bm25 --out baseline');
  await type('r2med run --data clinic-task --retriever bm25-lucene --out new');
  const gate =
    'compare baseline/bm25 new/bm25-lucene --fail-below nDCG@10=0.5 --markdown --junit gate.xml > comment.md';
  await type(`r2med ${gate}`);
  ends(4);
  expect(readFileSync(join(folder, 'comment.md'), 'utf8')).toMatch(/bm25-lucene/);
  expect(readFileSync(join(folder, 'gate.xml'), 'utf8')).toMatch(/<testsuites?[^>]* failures="0"/);
});
