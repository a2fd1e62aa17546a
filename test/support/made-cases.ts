import { random } from '../../src/core/index.js';

/** The facts of a made-up case. */
interface CaseFacts {
  readonly age: number;
  readonly person: readonly [string, string];
  readonly complaint: readonly [string, string];
  readonly days: number;
  readonly history: readonly [string, string];
  readonly finding: readonly [string, string];
  readonly test: readonly [string, string];
  readonly value: number;
  readonly image: readonly [string, string];
  readonly drug: readonly [string, string];
  readonly course: readonly [string, string];
}

/** Each thing in two wordings that share few words. */
const PEOPLE = [
  ['man', 'male patient'],
  ['woman', 'female patient'],
  ['farmer', 'agricultural labourer'],
  ['teacher', 'schoolmistress'],
  ['nurse', 'hospital worker'],
  ['student', 'undergraduate'],
] as const;
const COMPLAINTS = [
  ['sudden pain in the first toe', 'an abruptly sore hallux'],
  ['fever with shaking chills', 'rigors and a raised temperature'],
  ['breathlessness when climbing stairs', 'dyspnoea on exertion'],
  ['a dry cough at night', 'nocturnal non-productive tussis'],
  ['blurred vision in the left eye', 'left-sided visual loss'],
  ['burning when passing urine', 'dysuria'],
  ['cramps in both calves', 'bilateral lower leg spasms'],
  ['a rash that itches on the trunk', 'pruritic truncal lesions'],
  ['swelling around both ankles', 'symmetrical pedal oedema'],
  ['loss of weight without trying', 'unintended cachexia'],
  ['headache behind the eyes', 'retro-orbital cephalgia'],
  ['numbness of the fingers', 'digital paraesthesia'],
  ['ringing in the right ear', 'unilateral tinnitus'],
  ['trouble swallowing solid food', 'dysphagia for solids'],
] as const;
const HISTORIES = [
  ['has taken tablets for high blood pressure for years', 'is a treated hypertensive of long standing'],
  ['smoked two packs a day until last spring', 'gave up heavy tobacco use some months ago'],
  ['lost a brother to heart disease at forty', 'reports early cardiac death in a sibling'],
  ['came back from a journey along a tropical river', 'recently visited an equatorial waterway'],
  ['keeps pigeons in the attic', 'lives alongside racing birds'],
  ['had the gall bladder removed as a child', 'underwent paediatric cholecystectomy'],
  ['works with solvents in a small garage', 'is exposed to organic chemicals at work'],
  ['drinks a litre of wine with friends each weekend', 'admits to episodic alcohol excess'],
  ['was treated for iron deficiency after the last pregnancy', 'needed ferrous supplements postpartum'],
  ['never saw a doctor before this year', 'has no earlier medical contact'],
] as const;
const FINDINGS = [
  ['the joint is red, hot and tender to the lightest touch', 'inflammation of the articulation is obvious'],
  ['fine crackles are heard over both lung bases', 'auscultation reveals basal crepitations'],
  ['the liver edge is felt three fingers below the ribs', 'there is hepatomegaly on palpation'],
  ['a harsh murmur runs to the neck', 'systolic sounds radiate towards the carotids'],
  ['the pupils react slowly to light', 'sluggish pupillary reflexes are noted'],
  ['there are small bruises on both forearms', 'scattered ecchymoses mark the arms'],
  ['the reflexes at the ankle are absent', 'Achilles jerks cannot be elicited'],
  ['the abdomen is soft but tender on the right', 'right-sided guarding is absent despite discomfort'],
  ['the nails are brittle and spoon shaped', 'koilonychia is visible'],
  ['the thyroid is enlarged and smooth', 'a diffuse goitre is present'],
] as const;
const TESTS = [
  ['serum urate', 'uric acid concentration'],
  ['haemoglobin', 'Hb'],
  ['ferritin', 'iron stores'],
  ['creatinine', 'renal marker'],
  ['calcium', 'Ca level'],
  ['lactate', 'lactic acid'],
  ['thyrotropin', 'TSH'],
  ['white cell count', 'leukocytes'],
  ['platelet count', 'thrombocytes'],
  ['bilirubin', 'bile pigment'],
  ['sodium', 'Na level'],
  ['glucose', 'blood sugar'],
] as const;
const IMAGES = [
  ['a plain film shows erosions with overhanging edges', 'radiography demonstrates punched-out bone defects'],
  ['ultrasound finds fluid around the heart', 'echocardiography depicts a pericardial effusion'],
  ['the scan shows a round shadow in the upper lobe', 'tomography identifies an apical nodule'],
  ['magnetic resonance reveals bright spots in the white matter', 'MRI discloses demyelinating plaques'],
  ['the film of the chest is clear', 'thoracic imaging is unremarkable'],
  ['endoscopy finds a ring in the lower oesophagus', 'a distal stricture is seen through the gastroscope'],
  ['the bone scan is hot over the lower spine', 'scintigraphy lights up the lumbar vertebrae'],
  ['the angiogram shows a narrow vessel on the left', 'contrast study confirms unilateral stenosis'],
] as const;
const DRUGS = [
  ['colchicine in small doses', 'a low-dose antimitotic'],
  ['amoxicillin for a week', 'seven days of a penicillin'],
  ['prednisolone by mouth', 'oral steroids'],
  ['insulin before each meal', 'prandial hormone injections'],
  ['levothyroxine every morning', 'daily thyroid replacement'],
  ['iron tablets with orange juice', 'ferrous salts plus vitamin C'],
  ['furosemide twice a day', 'a loop diuretic'],
  ['ciclosporin drops', 'topical immunosuppression'],
  ['metformin with supper', 'an evening biguanide'],
  ['no drug at all', 'watchful waiting'],
] as const;
const COURSES = [
  ['walks without help after four days', 'mobilises independently within the week'],
  ['goes home and comes back after a month for a check', 'is discharged with outpatient follow-up'],
  ['needs a second course before the signs fade', 'requires retreatment for remission'],
  ['stays on the ward until the fever is gone', 'remains an inpatient while pyrexial'],
  ['is free of complaints by the end of the season', 'becomes asymptomatic in due course'],
  ['asks for a second opinion and is lost to us', 'transfers care elsewhere'],
] as const;

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const PLACES = ['ward', 'room', 'bed', 'clinic', 'desk', 'file'] as const;
const WATCHERS = [
  'the night shift',
  'a visiting colleague',
  'the youngest of us',
  'two students',
  'the senior sister',
] as const;

/** What makes a sentence this case's own, as names and dates do. */
const detail = (draw: () => number): string => {
  const pick = pickFrom(draw);
  const number = (most: number) => Math.floor(draw() * most);
  return pick([
    () => `on ${pick(DAYS)} at ${number(24)}:${10 + number(50)}`,
    () => `seen by ${pick(WATCHERS)} in ${pick(PLACES)} ${number(400)}`,
    () => `${pick(PLACES)} ${number(400)}, ${pick(DAYS)}`,
    () => `page ${number(90)} of the notes of ${pick(WATCHERS)}`,
  ])();
};

/** Sentences in two styles: [same wording for many cases, another wording for the same facts]. */
const SENTENCES: readonly (readonly [
  readonly ((facts: CaseFacts) => string)[],
  (facts: CaseFacts) => string,
])[] = [
  [
    [
      ({ age, person, complaint, days }) =>
        `A ${person[0]} aged ${age} comes with ${complaint[0]} that began ${days} days ago.`,
      ({ age, person, complaint, days }) =>
        `For ${days} days this ${person[0]} of ${age} years has had ${complaint[0]}.`,
      ({ age, person, complaint, days }) =>
        `The ${person[0]}, ${age} years old, tells us of ${complaint[0]} over the past ${days} days.`,
    ],
    ({ age, person, complaint, days }) =>
      `Presenting problem in a ${age}-year-old ${person[1]}: ${complaint[1]}, duration ${days} d.`,
  ],
  [
    [
      ({ history }) => `The patient ${history[0]}.`,
      ({ history }) => `We learn later that the same person ${history[0]}.`,
      ({ history }) => `When asked, the patient says little, but ${history[0]}.`,
    ],
    ({ history }) => `Background: ${history[1]}.`,
  ],
  [
    [
      ({ finding }) => `On examination ${finding[0]}, and the rest of the body shows nothing of note.`,
      ({ finding }) => `We see at once that ${finding[0]}.`,
      ({ finding }) => `At the bedside ${finding[0]}; nothing else is out of order.`,
    ],
    ({ finding }) => `Physical status: ${finding[1]}.`,
  ],
  [
    [
      ({ test, value }) =>
        `The laboratory reports a ${test[0]} of ${value}, which was measured twice on the same day.`,
      ({ test, value }) => `Of all the blood tests only the ${test[0]} stands out, at ${value}.`,
      ({ test, value }) => `A ${test[0]} of ${value} comes back within the hour.`,
    ],
    ({ test, value }) => `Notable chemistry: ${test[1]} ${value}.`,
  ],
  [
    [
      ({ image }) => `Later ${image[0]}, as the colleague on call had suspected.`,
      ({ image }) => `To be sure we look further, and ${image[0]}.`,
      ({ image }) => `In the evening ${image[0]}.`,
    ],
    ({ image }) => `Further work-up: ${image[1]}.`,
  ],
  [
    [
      ({ drug }) => `We begin with ${drug[0]} and explain the reasons to the family.`,
      ({ drug }) => `The team decides for ${drug[0]}, since other ways carry more risk.`,
      ({ drug }) => `Treatment is ${drug[0]}, watched closely by the ward.`,
    ],
    ({ drug }) => `Management consisted of ${drug[1]}.`,
  ],
  [
    [
      ({ course }) => `The patient ${course[0]}.`,
      ({ course }) => `In the end the patient ${course[0]}, which the letter to the family doctor says too.`,
      ({ course }) => `With this the patient ${course[0]}.`,
    ],
    ({ course }) => `Outcome: the individual ${course[1]}.`,
  ],
];

/** A case told in sentences: as it was written first, and the same facts in other words. */
export interface MadeCase {
  readonly sentences: readonly string[];
  readonly paraphrase: readonly string[];
  /** The first sentences with a synonym for each fact. */
  readonly synonyms: readonly string[];
}

/** Draws from a list. */
export type Pick = <T>(list: readonly T[]) => T;

/** A source of choices with a seed. */
export const pickFrom =
  (draw: () => number): Pick =>
  (list) =>
    list[Math.floor(draw() * list.length)]!;

/** Made-up cases in plain sentences, 7 per round. Many share phrases, as case reports do, and few share sentences. */
export const madeCases = (count: number, rounds: number, seed: number): readonly MadeCase[] => {
  const draw = random(seed);
  const pick = pickFrom(draw);
  const facts = (): CaseFacts => ({
    age: 18 + Math.floor(draw() * 70),
    person: pick(PEOPLE),
    complaint: pick(COMPLAINTS),
    days: 2 + Math.floor(draw() * 60),
    history: pick(HISTORIES),
    finding: pick(FINDINGS),
    test: pick(TESTS),
    value: Math.floor(draw() * 900) + 10,
    image: pick(IMAGES),
    drug: pick(DRUGS),
    course: pick(COURSES),
  });
  return Array.from({ length: count }, () => {
    const told = Array.from({ length: rounds }, facts).flatMap((own) =>
      SENTENCES.map(([plain, other]) => {
        const told = pick(plain);
        const end = ` (${detail(draw)}).`;
        return {
          sentences: `${told(own).slice(0, -1)}${end}`,
          paraphrase: other(own),
          synonyms: `${told(otherWords(own)).slice(0, -1)}${end}`,
        };
      }),
    );
    return {
      sentences: told.map(({ sentences }) => sentences),
      paraphrase: told.map(({ paraphrase }) => paraphrase),
      synonyms: told.map(({ synonyms }) => synonyms),
    };
  });
};

/** The same facts, each in its second wording first. */
const otherWords = (facts: CaseFacts): CaseFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, Array.isArray(fact) ? fact.toReversed() : fact]),
  ) as unknown as CaseFacts;
