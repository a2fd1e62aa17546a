import { expect, it } from 'vitest';
import { testTools } from '../../../../test/support/tools.js';
import { type TopicTask, taskOfTopics, topicTask } from '../../../../test/support/topic-task.js';
import { auditTask } from '../audit-task.js';

const TASK = topicTask(11, { queries: 40 });

/** What each check finds beyond what it finds in the task without defects. */
const found = async (task: TopicTask): Promise<Readonly<Record<string, number>>> => {
  const { checks } = await auditTask(taskOfTopics(task), testTools(), { parts: ['checks'] });
  return Object.fromEntries(
    checks.flatMap(({ name, found: count }) => (count > 0 ? [[name, count] as const] : [])),
  );
};

const ENGLISH_HALF =
  'She was seen by the nurse after that, and there were no signs that this had been there for long.';

/** Artefacts of language models and of construction, by the check that is for them. */
const IN_DOCUMENTS: Readonly<Record<string, readonly ((text: string) => string)[]>> = {
  'model-phrases': [
    (text) => `Sure! Here is the passage. ${text}.`,
    (text) => `Certainly, here's a summary. ${text}.`,
    (text) => `Here is the translated text: ${text}.`,
    (text) => `Below is a revised version of the passage: ${text}.`,
    (text) => `I'm sorry, but I can't provide medical advice. ${text}.`,
    (text) => `I am unable to assist with this request. ${text}.`,
    (text) => `As an AI language model, no opinion is given. ${text}.`,
    (text) => `${text}. I hope this helps!`,
  ],
  'mixed-scripts': [
    (text) => `${text} 患者三天前开始发热并有咳嗽和头痛。`,
    (text) => `${text} у больного был сильный кашель.`,
    (text) => `${text} 환자는 사흘 전부터 열이 나고 기침을 했다.`,
  ],
  'cut-texts': [
    (text) => `${text} and`,
    (text) => `${text} of the`,
    (text) => `${text},`,
    (text) => `${text} (`,
  ],
  'cut-words': ['gastroenter', 'electrocardio', 'thrombocyto'].map(
    (cut) => (text: string) =>
      `${text}, see gastroenterology, electrocardiogram and thrombocytopenia. More ${cut}`,
  ),
  'mixed-languages': [
    (text) =>
      `${text}. ${ENGLISH_HALF} Der Patient wurde nach dem Unfall auf eine Station gebracht und hat sich bei uns erholt.`,
    (text) =>
      `${text}. ${ENGLISH_HALF} Le malade est venu dans le service pour une toux qui dure depuis une semaine.`,
    (text) =>
      `${text}. ${ENGLISH_HALF} El paciente fue visto por los dolores que tiene desde hace meses en las manos.`,
    (text) =>
      `${text}. ${ENGLISH_HALF} Il paziente non ha febbre e gli esami sono nella norma anche per il medico di base.`,
    (text) =>
      `${text}. ${ENGLISH_HALF} O doente não tem febre e foi visto em uma consulta pelo médico com os exames.`,
    (text) =>
      `${text}. ${ENGLISH_HALF} De patiënt heeft geen koorts en werd naar het ziekenhuis gebracht voor een onderzoek, niet bij ons.`,
  ],
  mojibake: [(text) => `${text} naÃ¯ve.`, (text) => `${text} patientâ€™s.`],
};
const IN_QUERIES: Readonly<Record<string, readonly ((text: string) => string)[]>> = {
  'answer-options': [
    (text) => `${text}? A) bace B) dido C) fogu D) hake`,
    (text) => `${text}? (a) bace (b) dido (c) fogu`,
    (text) => `${text}? A. bace\nB. dido\nC. fogu`,
    (text) => `${text}: which of the following fits best?`,
    (text) => `${text}? Options: bace, dido, fogu`,
  ],
};

const counts = (planted: Readonly<Record<string, readonly unknown[]>>) =>
  Object.fromEntries(Object.entries(planted).map(([name, { length }]) => [name, length]));

it('finds every planted artefact, and nothing else', async () => {
  expect(await found(TASK)).toEqual({});
  const inDocuments = Object.values(IN_DOCUMENTS).flat();
  const inQueries = Object.values(IN_QUERIES).flat();
  const [[query, document] = ['', '']] = TASK.judgements;
  expect(
    await found({
      ...TASK,
      documents: TASK.documents.map(({ id, text }, i) => ({ id, text: inDocuments[i]?.(text) ?? text })),
      queries: TASK.queries.map(({ id, text }, i) => ({ id, text: inQueries[i]?.(text) ?? text })),
      judgements: [
        ...TASK.judgements.filter(([, id]) => id !== document),
        [query, document, -1],
        [query, 'gone', 1],
      ],
    }),
  ).toEqual({
    ...counts(IN_DOCUMENTS),
    ...counts(IN_QUERIES),
    'negative-grades': 1,
    'missing-documents': 1,
    // Of the phrases of models, those that speak to somebody; and a relevant document with the English half that others have too.
    'addressed-texts': 4,
    'repeated-relevant': 1,
  });
});

it('finds documents that are relevant for many queries, and that guessing them finds many queries', async () => {
  const hubs = TASK.queries.slice(0, 20).map(({ id }, i) => [id, i % 2 === 0 ? 'd0' : 'd1', 1] as const);
  const {
    'hub-documents': documents,
    'revealing-frequency': queries,
    ...others
  } = await found({ ...TASK, judgements: [...TASK.judgements, ...hubs] });
  expect([documents, others]).toEqual([2, {}]);
  expect(queries).toBeGreaterThanOrEqual(20);
});
