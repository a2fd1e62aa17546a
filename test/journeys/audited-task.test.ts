import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { journey } from '../support/journey.js';
import { jsonl, writtenFolder } from '../support/written-folder.js';

const TOPICS = [
  [
    'gout',
    'Urate crystals inflame the joint of the big toe, mostly at night.',
    'why is my big toe joint inflamed at night',
  ],
  [
    'anaemia',
    'Iron deficiency lowers haemoglobin and makes nails brittle.',
    'brittle nails and too little haemoglobin',
  ],
  [
    'asthma',
    'Narrow airways wheeze, and a spray of salbutamol opens them.',
    'which spray opens airways that wheeze',
  ],
  [
    'stone',
    'A stone in the ureter causes colic of the flank in waves.',
    'colic of the flank that comes in waves',
  ],
  [
    'migraine',
    'A throbbing headache of one side comes with nausea and fear of light.',
    'throbbing headache with nausea on one side',
  ],
  ['tick', 'A red ring grows slowly around the bite of an infected tick.', 'a ring grows around a tick bite'],
  [
    'thyroid',
    'An overactive thyroid speeds the pulse and thins the hair.',
    'fast pulse and thin hair from the thyroid',
  ],
  [
    'shingles',
    'Painful blisters of shingles follow one nerve around the chest.',
    'blisters that follow a nerve on the chest',
  ],
] as const;

const COLLECTION = {
  'guidelines.jsonl': jsonl(...TOPICS.map(([key, body]) => ({ key, body, year: 2020 }))),
  'searches.jsonl': jsonl(...TOPICS.map(([key, , typed]) => ({ searchId: `s-${key}`, typed }))),
  'ratings.tsv': `searchId\tkey\trating\n${TOPICS.map(([key]) => `s-${key}\t${key}\t1\n`).join('')}`,
};

it('documents and judged queries become an audited task in three commands', async () => {
  const folder = dirname(writtenFolder(COLLECTION, 'collection'));
  const { type, ends } = journey(folder, { R2MED_HOME: join(folder, 'home') });
  await type('r2med import collection --out guidelines');
  const audited = await type('r2med audit guidelines --fail-on error --out results');
  expect(audited.printed).toContain('guidelines');
  const { printed } = await type('r2med run --data guidelines --retriever bm25 --json');
  ends(3);
  expect(JSON.parse(printed).rows[0].mean).toBeGreaterThan(0.9);
});
