import { article, post } from './source-dumps.js';

/** Dumps as StackExchange and PMC publish them. An illustration: all texts were written for these tests, and are no medical advice. */

interface Subject {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly answer: string;
  readonly short: string;
  readonly stage: string;
  readonly system: string;
  readonly article: readonly [title: string, ...paragraphs: string[]];
}

const SUBJECTS: readonly Subject[] = [
  {
    id: 101,
    title: 'Why does only one joint of the foot hurt after a feast?',
    body: 'My father woke at three in the morning with a hot, red big toe that cannot bear the sheet. He ate a lot of offal the day before. What is behind it?',
    answer: 'This is how gout begins. Salts of uric acid leave the blood where tissue is cool.',
    short: 'gout',
    stage: 'diagnosis / disease',
    system: 'Skeletal',
    article: [
      'Crystals in cool joints',
      'Monosodium urate dissolves less well as temperature falls, which is one reason why needles of it settle first in joints far from the core of the body.',
      'White cells that swallow such needles release interleukin 1, and within hours the joint is swollen, red and exquisitely tender.',
    ],
  },
  {
    id: 102,
    title: 'A smooth swelling at the front of the neck in a mountain village',
    body: 'Several adults of one valley have a soft lump that moves when they swallow. They eat what they grow, and salt is bought loose. What is missing?',
    answer: 'Too little iodine. The gland grows because the pituitary keeps driving it.',
    short: 'iodine',
    stage: 'diagnosis / etiological',
    system: 'Endocrine',
    article: [
      'Soils without iodide',
      'Glaciers and rain have washed iodide out of upland soils, so that crops and milk from there hold hardly any of it.',
      'Without the element the thyroid makes less hormone, thyrotropin rises, and follicles multiply until the whole gland is enlarged.',
    ],
  },
  {
    id: 103,
    title: 'Bleeding gums on a long voyage',
    body: 'A sailor who lived on biscuit and tinned meat for four months bruises easily, his gums bleed and an old scar has opened. Which vitamin would you give?',
    answer: 'Vitamin C. Without ascorbic acid collagen is not stable.',
    short: 'vitamin C',
    stage: 'treatment / pharmacological',
    system: 'Integumentary',
    article: [
      'Collagen needs a reducing agent',
      'Prolyl hydroxylase keeps its iron in the ferrous state with the help of ascorbate; otherwise chains of procollagen cannot form a firm triple helix.',
      'Vessels then rupture under slight pressure, teeth loosen in their sockets, and healed wounds come apart after months.',
    ],
  },
  {
    id: 104,
    title: 'Tired, pale, and chewing ice all day',
    body: 'For half a year a woman with heavy periods craves ice and her nails have become thin and hollow. Which blood test settles the question first?',
    answer: 'Ask for ferritin: a low value shows that the stores of iron are empty.',
    short: 'ferritin',
    stage: 'examination / laboratory',
    system: 'Lymphatic',
    article: [
      'How empty stores show in the blood',
      'Serum ferritin falls before haemoglobin does, because reserves in liver and marrow are spent before red cells become small.',
      'Inflammation may raise the protein, so that a normal value does not exclude exhausted reserves in patients with chronic disease.',
    ],
  },
  {
    id: 105,
    title: 'Unsteady in the dark after years without animal food',
    body: 'Since winter a man who eats plants only stumbles when he closes his eyes, and his feet tingle. His red cells are large. What does his body lack?',
    answer: 'Cobalamin, that is vitamin B12. The posterior columns of the cord suffer.',
    short: 'cobalamin',
    stage: 'diagnosis / etiological',
    system: 'Nervous',
    article: [
      'Myelin and methylation',
      'Methionine synthase passes a methyl group on with cobalamin as its coenzyme; where it fails, sheaths of the posterior columns swell and break down.',
      'Sense of position and vibration is lost first, so that patients sway when vision no longer helps them to stand.',
    ],
  },
  {
    id: 106,
    title: 'A child with bowed legs who is never outdoors',
    body: 'A toddler of a dark northern town walks late, his legs are bowed and his ribs have knobs. Which film would show the growth plates?',
    answer: 'A radiograph of the wrist, which shows wide and frayed growth plates.',
    short: 'radiograph of the wrist',
    stage: 'examination / imaging',
    system: 'Skeletal',
    article: [
      'Growth plates without mineral',
      'Skin makes cholecalciferol only under ultraviolet light of short wavelength, which hardly reaches high latitudes from autumn to spring.',
      'Cartilage at the ends of long bones then stays unmineralised, and a plain film of the forearm shows cupped, frayed metaphyses.',
    ],
  },
];

const LICENCE = { ContentLicense: 'CC BY-SA 4.0' };
const pmcid = (id: number): string => `99999${id}`;
const address = (id: number): string => `https://pmc.ncbi.nlm.nih.gov/articles/PMC${pmcid(id)}/`;

const POSTS = `<?xml version="1.0" encoding="utf-8"?>
<!-- An illustration: written for the tests of this package. -->
<posts>
${SUBJECTS.flatMap(({ id, title, body, answer }) => [
  post({
    Id: id,
    PostTypeId: 1,
    AcceptedAnswerId: id + 100,
    Score: 5,
    Title: title,
    ...LICENCE,
    Body: `<p>${body}</p>`,
  }),
  post({
    Id: id + 100,
    PostTypeId: 2,
    ParentId: id,
    Score: 8,
    ...LICENCE,
    Body: `<p>${answer} <a href="${address(id)}">source</a></p>`,
  }),
]).join('\n')}
</posts>
`;

/** One of the articles was deposited twice, with a word changed. */
const ARTICLES = [
  ...SUBJECTS.map(({ id, article: [title, ...paragraphs] }) => article(pmcid(id), title, paragraphs)),
  article(
    pmcid(199),
    'Crystals in cool joints',
    SUBJECTS[0]!.article.slice(1).map((text) => text.replace('exquisitely', 'very')),
  ),
];

export const DUMPS: Readonly<Record<string, string>> = {
  'Posts.xml': POSTS,
  'articles.xml': `<pmc-articleset>\n${ARTICLES.join('\n')}\n</pmc-articleset>`,
  'posts.yaml': 'like: stackexchange\nfiles: Posts.xml\nsource: Illustrated posts\n',
  'articles.yaml': 'like: jats\nfiles: articles.xml\nsource: Illustrated articles\n',
};

const subjectIn = (prompt: string): Subject =>
  SUBJECTS.find(({ body }) => prompt.includes(body.slice(0, 60)))!;

/** What a careful model would answer to the prompts of the steps; it depends on the prompt alone. */
export const illustratedAnswer = (prompt: string): string => {
  const subject = subjectIn(prompt);
  if (prompt.startsWith('You sort'))
    return `- Reason: the answer says what it is\n- Class: ${subject.stage}\n- Body system: ${subject.system}`;
  if (prompt.startsWith('You check')) return '- Reason: findings must be weighed\n- Label: pass';
  if (prompt.includes('Answer relevance')) {
    const grade = subject.article.slice(1).some((text) => prompt.includes(text.slice(0, 40))) ? 4 : 0;
    return `- Reason: as the passage says\n- Answer relevance: ${grade}\n- Reasoning support: ${grade}`;
  }
  return `1. The findings of the post point to one mechanism.\n2. The mechanism leads to the answer.\nFinal Answer: ${subject.short}`;
};

export const SUBJECT_COUNT = SUBJECTS.length;
