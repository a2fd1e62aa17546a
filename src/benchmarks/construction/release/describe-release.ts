import { croissantText } from '../../metadata/index.js';
import type { CardFacts } from '../assemble/card-facts.js';
import { PARQUET_COLUMNS, PARQUET_CONFIGS, type ReleaseFiles } from '../assemble/layouts.js';
import { judgesOf, poolOf } from '../assemble/step-facts.js';
import type { StepReport } from '../step.js';
import { partLicences } from './part-licences.js';

export const CROISSANT = 'croissant.json';

/** The release as Croissant describes it: its Parquet tables, and what is known about how it was made and what it is good for. */
export const releaseCroissant = (facts: CardFacts, files: ReleaseFiles): string => {
  const { name, version, about, datasheet, tasks, statistics, contentHash } = facts;
  const counts = statistics.map(
    ({ task, queries, documents }) => `${task} (${queries} queries, ${documents} documents)`,
  );
  return croissantText({
    name,
    version,
    description: [about, `Retrieval tasks: ${counts.join(', ')}. Content ${contentHash.slice(0, 16)}.`]
      .filter(Boolean)
      .join(' '),
    licences: [...new Set(partLicences(tasks, datasheet).flatMap(({ ids }) => ids))],
    language: datasheet.language,
    creators: datasheet.creators,
    citation: datasheet.citation,
    url: datasheet.url,
    published: datasheet.published,
    tables: tasks.flatMap((task) =>
      PARQUET_CONFIGS.map((config) => {
        const path = `parquet/${config}/${task.name}.parquet`;
        return { path, bytes: files.get(path) as Uint8Array, columns: PARQUET_COLUMNS[config] };
      }),
    ),
    responsible: responsible(facts),
  });
};

const stepText = ({ step, in: came, out, held }: StepReport): string => {
  const reasons = Object.entries(held).map(([why, count]) => `${why} ${count}`);
  return `${step}: ${came} in, ${out} out${reasons.length > 0 ? `; held back: ${reasons.join(', ')}` : ''}`;
};

const responsible = (facts: CardFacts): Readonly<Record<string, string | readonly string[] | undefined>> => {
  const { datasheet, reports, review, tasks, accepted } = facts;
  const { judges, rule } = judgesOf(reports);
  const pool = poolOf(reports);
  const sources = new Set(
    tasks.flatMap(({ queries, documents }) => [
      ...queries.map(({ item }) => item.origin.source),
      ...documents.map(({ origin }) => origin.source),
    ]),
  );
  const collect = reports.find(({ step }) => step === 'collect');
  const decided = new Set(review.decisions.map(({ item }) => item)).size;
  return {
    dataCollection: `Texts of ${[...sources].join(', ')}.${datasheet.consent ? ` Consent: ${datasheet.consent}` : ''}`,
    dataCollectionTimeFrame: datasheet.collected && [datasheet.collected.from, datasheet.collected.to],
    dataPreprocessingProtocol: reports.map(stepText),
    dataAnnotationProtocol: [
      ...(rule ? [`Label of a document by the judges' grades: ${rule}`] : []),
      ...(decided > 0 ? [`${decided} items were decided by reviewers, blind to the labels of models`] : []),
    ],
    machineAnnotationTools: judges.map((judge) => judge.name),
    annotationsPerItem: judges.length > 0 ? `${judges.length} judges for each pair` : undefined,
    annotatorDemographics: datasheet.annotators,
    dataUseCases: [
      ...(datasheet.intendedUse ?? []),
      ...(datasheet.notFor ?? []).map((use) => `Not for: ${use}`),
    ],
    dataLimitations: [
      ...(datasheet.limits ?? []),
      ...(pool.length > 0
        ? [`Documents that none of ${pool.join(', ')} found are not judged and count as not relevant`]
        : []),
      ...accepted.map(
        ({ task, name, reason, accepted: why }) => `${task}, ${name}: ${reason}. Accepted: ${why}`,
      ),
    ],
    dataBiases: [
      ...(datasheet.biases ?? []),
      ...judges
        .filter(({ contestant }) => contestant !== undefined)
        .map((judge) => `The judge ${judge.name} is also a contestant`),
    ],
    dataSocialImpact: datasheet.socialImpact,
    personalSensitiveInformation: [
      collect
        ? `Every text was searched for names, dates, ids and contacts; held back: ${collect.held['personal data'] ?? 0}`
        : 'Texts were not searched for personal data',
    ],
    dataReleaseMaintenancePlan: datasheet.maintenance,
  };
};
