import type { CardFacts } from '../assemble/card-facts.js';
import { partLicences } from './part-licences.js';

export const CITATION = 'CITATION.cff';

/** YAML takes JSON's strings. */
const quoted = (text: string): string => JSON.stringify(text);

/** The Citation File Format, which repositories with DOIs read; undefined where nobody is named as a maker. */
export const citationFile = ({ name, version, about, datasheet, tasks }: CardFacts): string | undefined => {
  const { creators, url, published, doi } = datasheet;
  if (!creators) return undefined;
  const licences = [...new Set([...partLicences(tasks, datasheet)].flatMap(({ ids }) => ids))];
  return `${[
    'cff-version: 1.2.0',
    `message: ${quoted('Please cite this data set by these fields.')}`,
    'type: dataset',
    `title: ${quoted(name)}`,
    ...(about ? [`abstract: ${quoted(about)}`] : []),
    `version: ${quoted(version)}`,
    'authors:',
    ...creators.flatMap(({ name: own, affiliation, orcid }) => [
      `  - name: ${quoted(own)}`,
      ...(affiliation ? [`    affiliation: ${quoted(affiliation)}`] : []),
      ...(orcid
        ? [`    orcid: ${quoted(`https://orcid.org/${orcid.replace(/^https?:\/\/orcid\.org\//, '')}`)}`]
        : []),
    ]),
    ...(published ? [`date-released: ${quoted(published)}`] : []),
    ...(url ? [`url: ${quoted(url)}`] : []),
    ...(doi ? [`doi: ${quoted(doi)}`] : []),
    'license:',
    ...licences.map((id) => `  - ${quoted(id)}`),
  ].join('\n')}\n`;
};
